/** Counting by scanner. */
import { useRef, useState } from 'react'
import { call, keyOf, queries, useCall, useScanner } from '#kernel/web/index.ts'
import { beep } from '#kernel/web/scan/sound.ts'
import type { Found, Noted } from '../../contract/counts.ts'
import { stock } from '../../contract/endpoints.ts'
import { useInTurn } from './useInTurn.ts'

type Ref = Pick<Found, 'code' | 'batchId'>
/** One thing done here: what it came to, or why it was not counted. */
export interface Entry {
  readonly nth: number
  readonly ref: Ref
  readonly at: Date
  readonly noted?: Noted
  readonly wrong?: string
}
type Asked = { readonly add: number } | { readonly counted: number }
const SHOWN = 5
export const gained = ({ noted }: Entry): number => (noted ? noted.counted - noted.before : 0)

export function useCount(countId: number) {
  const info = useCall(stock['stocktaking.simple-info'], { id: countId }, { live: ['stock'] })
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const { inTurn, pending, why } = useInTurn()
  const nth = useRef(0)
  const keep = (entry: Omit<Entry, 'nth' | 'at'>) =>
    setEntries((was) => [{ ...entry, nth: ++nth.current, at: new Date() }, ...was].slice(0, SHOWN * 10))
  const send = async (ref: Ref, asked: Asked): Promise<void> => {
    const answer = await call(stock['stocktaking.update'], { countId, lines: [{ ...ref, ...asked }] }, { quiet: true }).catch(
      (error: Error) => error,
    )
    if (answer instanceof Error) {
      beep('bad')
      return keep({ ref, wrong: answer.message })
    }
    const { noted, ...head } = answer
    queries.setQueryData(keyOf(stock['stocktaking.simple-info'], { id: countId }), head)
    beep('ok')
    for (const one of noted) keep({ ref, noted: one })
  }
  const say = (ref: Ref, asked: Asked): Promise<void> => inTurn(() => send(ref, asked))
  const take = (code: string) => {
    if (code.trim()) void say({ code: code.trim() }, { add: 1 })
  }
  useScanner(take)
  const last = entries.find((e) => e.noted)
  return {
    info,
    entries: entries.slice(0, SHOWN),
    newest: entries[0],
    last,
    pending,
    take,
    /** So many pieces more of what was counted last, less below zero. */
    more: (add: number) => void (last && say(last.ref, { add })),
    set: (counted: number) => void (last && say(last.ref, { counted })),
    /** Takes the last entry back: its pieces, not its figure, since others count the same goods. */
    async undo() {
      const taken = entries[0]
      if (!taken) return
      if (taken.noted && gained(taken) !== 0) await say(taken.ref, { add: -gained(taken) })
      setEntries((was) => was.filter((e) => e !== taken))
    },
    why,
  }
}
export type Counting = ReturnType<typeof useCount>
