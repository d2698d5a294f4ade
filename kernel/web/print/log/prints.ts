/** 补打: a store may have every printing of a paper counted by the server, and copies after the first say which they are. */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../calls/api.ts'
import { t } from '../../i18n.ts'
import { useWho } from '../../access.tsx'

/** The institution's call: a paper is printed now. */
const PRINTED = { method: 'POST', path: '/v1/{product}/papers/printed', kind: 'outside' } as const
/** Its answer, whose shape the institution's contract says. */
const nthOf = (answer: unknown): number => Number(Reflect.get(Object(answer), 'nth')) || 0

export interface Counted {
  /** 补打 2, once it is printed for the third time. */
  readonly mark: string | null
  /** Has the printing counted before the paper leaves; answers the mark, undefined where it could not be. */
  readonly count: () => Promise<string | null | undefined>
}
/** Counts the printings of the paper this page stands on, where the store wants it. */
export function useCounted(wanted: boolean): Counted {
  const { hid } = useWho()
  const [mark, setMark] = useState<string | null>(null)
  const count = async () => {
    if (!wanted) return null
    // What is refused has been told, and nothing is printed: a copy without its mark is what the store does not want.
    const nth = await call(PRINTED, { hid, path: location.pathname }).then(nthOf, () => undefined)
    if (nth === undefined) return undefined
    const copyWords = nth > 1 ? t`补打 ${nth - 1}` : null
    flushSync(() => setMark(copyWords))
    return copyWords
  }
  return { mark, count }
}
