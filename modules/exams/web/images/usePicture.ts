/** The bytes of a picture as something a page can show: fetched with the session, kept while somebody looks, forgotten after. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keyOf } from '#kernel/web/index.ts'
import { fetchFile } from '#kernel/web/calls/api.ts'
import { examImages } from '../../contract/endpoints.images.ts'
import type { ExamImage } from '../../contract/shapes.images.ts'
import { isShown } from './beside.ts'

const file = examImages['examImage.file']
/** Address of a picture in this page; undefined until it is there, `failed` when it is not. */
export function usePicture(image: Pick<ExamImage, 'pid' | 'id' | 'mime'> | undefined): { src: string | undefined; failed: boolean } {
  const { pid = 0, id = 0 } = image ?? {}
  const got = useQuery({
    queryKey: keyOf(file, { pid, id }),
    queryFn: ({ signal }) => fetchFile(file, { pid, id }, { signal, logged: true }),
    enabled: image !== undefined && isShown(image),
    // What a picture shows never changes.
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const [src, setSrc] = useState<string>()
  const blob = got.data?.blob
  useEffect(() => {
    if (!blob) return setSrc(undefined)
    const url = URL.createObjectURL(blob)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return { src, failed: got.isError }
}
