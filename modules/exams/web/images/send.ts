/** Pictures on their way to an examination: uploaded one after the other, then tied. */
import { call } from '#kernel/web/index.ts'
import { examImages } from '../../contract/images/endpoints.ts'
import type { NewImage } from '../../contract/images/shapes.ts'

export type Tie = Pick<NewImage, 'pid' | 'kind' | 'examId' | 'eye' | 'imageType'> & { reason?: string | undefined }

/** Sends files; what is wrong with one is told by the call, and the others are sent all the same. Answers how many were tied. */
export async function sendPictures(files: readonly File[], { reason, ...tie }: Tie): Promise<number> {
  let sent = 0
  for (const file of files) {
    const tied = await call(examImages['common.images'], { file })
      .then(({ id }) => call(examImages['exam-image.create'], { ...tie, ...(reason ? { reason } : {}), fileId: id }))
      .catch(() => undefined)
    if (tied) sent++
  }
  return sent
}
