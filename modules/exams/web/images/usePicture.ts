import { useFileUrl } from '#kernel/web/calls/useFileUrl.ts'
import { examImages } from '../../contract/images/endpoints.ts'
import type { ExamImage } from '../../contract/images/shapes.ts'
import { isShown } from './beside.ts'

/** Address of a picture in this page; undefined until it is there, `failed` when it is not. */
export function usePicture(image: Pick<ExamImage, 'pid' | 'id' | 'mime'> | undefined): { src: string | undefined; failed: boolean } {
  const { pid = 0, id = 0 } = image ?? {}
  return useFileUrl(examImages['examImage.file'], { pid, id }, image !== undefined && isShown(image))
}
