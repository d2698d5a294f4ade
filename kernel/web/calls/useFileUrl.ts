/** The bytes of a file as something a page can show: fetched with the session, kept while somebody looks, forgotten after. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFile, type Callable, type SentOf } from './api.ts'
import { keyOf } from './query.ts'

/**
 * Address of a file that never changes, in this page; undefined until it is there or while it is not wanted, `failed` when it did not come.
 */
export function useFileUrl<const E extends Callable>(
  endpoint: E,
  input: SentOf<E>,
  wanted: boolean,
): { src: string | undefined; failed: boolean } {
  const got = useQuery({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => fetchFile(endpoint, input, { signal, logged: true }),
    enabled: wanted,
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
