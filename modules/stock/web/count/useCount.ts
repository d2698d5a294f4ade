import { useRef, useState } from 'react'
import { call, keyOf, queries, useCall, useScanner } from '#kernel/web/index.ts'
import { beep } from '#kernel/web/scan/sound.ts'
import type { CountEntry, CountedGoods } from '../../contract/counts.ts'
import { stock } from '../../contract/endpoints.ts'
import { useInTurn } from './useInTurn.ts'

type Ref = Pick<CountEntry, 'code' | 'batchId'>
/** One step on this page: its result, or why it was not counted. */
export interface CountStep {
  readonly nth: number
  readonly ref: Ref
  readonly time: Date
  readonly noted?: CountedGoods
  readonly wrong?: string
}
type CountInput = { readonly add: number } | { readonly counted: number }
const SHOWN = 5
export const gained = ({ noted }: CountStep): number => (noted ? noted.counted - noted.before : 0)

export function useCount(countId: number) {
  const info = useCall(stock['stocktaking.simple-info'], { id: countId }, { live: ['stock'] })
  const [entries, setEntries] = useState<readonly CountStep[]>([])
  const { inTurn, pending, why } = useInTurn()
  const nth = useRef(0)
  const append = (entry: Omit<CountStep, 'nth' | 'time'>) =>
    setEntries((list) => [{ ...entry, nth: ++nth.current, time: new Date() }, ...list].slice(0, SHOWN * 10))
  const send = async (ref: Ref, input: CountInput): Promise<void> => {
    const answer = await call(stock['stocktaking.update'], { countId, lines: [{ ...ref, ...input }] }, { quiet: true }).catch(
      (error: Error) => error,
    )
    if (answer instanceof Error) {
      beep('bad')
      return append({ ref, wrong: answer.message })
    }
    const { noted, ...head } = answer
    queries.setQueryData(keyOf(stock['stocktaking.simple-info'], { id: countId }), head)
    beep('ok')
    for (const one of noted) append({ ref, noted: one })
  }
  const enqueue = (ref: Ref, input: CountInput): Promise<void> => inTurn(() => send(ref, input))
  const take = (code: string) => {
    if (code.trim()) void enqueue({ code: code.trim() }, { add: 1 })
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
    /** Adds pieces to the last counted goods; negative removes them. */
    more: (add: number) => void (last && enqueue(last.ref, { add })),
    set: (counted: number) => void (last && enqueue(last.ref, { counted })),
    /** Undoes the last step by its increment, not its total, because others count the same goods. */
    async undo() {
      const undone = entries[0]
      if (!undone) return
      if (undone.noted && gained(undone) !== 0) await enqueue(undone.ref, { add: -gained(undone) })
      setEntries((list) => list.filter((e) => e !== undone))
    },
    why,
  }
}
export type CountState = ReturnType<typeof useCount>
