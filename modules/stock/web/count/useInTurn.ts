import { useRef, useState } from 'react'
import { t } from '#kernel/web/index.ts'

/** Codes arrive faster than responses: calls run one after another, and none is lost. */
export function useInTurn() {
  const [pending, setPending] = useState(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    setPending((n) => n + 1)
    const result = queue.current.then(work, work).finally(() => setPending((n) => n - 1))
    queue.current = result
    return result
  }
  return { inTurn, pending, why: pending > 0 && t`正在记录` }
}
