/** Scanning a paper out. */
import { useRef, useState } from 'react'
import { call, keyOf, queries, useCall, useScanner } from '#kernel/web/index.ts'
import { beep } from '#kernel/web/scan/sound.ts'
import { stock } from '../../contract/endpoints.ts'
import type { Scanned } from '../../contract/output.ts'
import { useInTurn } from '../count/useInTurn.ts'

export type Round = 'pick' | 'check'
/** One scan: what it came to, or why it did not count. */
export interface Entry {
  readonly nth: number
  readonly at: Date
  readonly quantity: number
  readonly scanned?: Scanned
  readonly wrong?: string
}
type Ref = { readonly code: string } | { readonly batchId: number }
const KEPT = 50

export function useScans(stockoutId: number, round: Round | undefined) {
  const info = useCall(stock['output.info'], { id: stockoutId }, { live: ['stock'] })
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const { inTurn, pending, why } = useInTurn()
  const nth = useRef(0)
  const keep = (entry: Omit<Entry, 'nth' | 'at'>) =>
    setEntries((was) => [{ ...entry, nth: ++nth.current, at: new Date() }, ...was].slice(0, KEPT))
  const send = async (ref: Ref, quantity: number): Promise<boolean> => {
    const of = stock[round === 'check' ? 'output.check' : 'output.pick']
    const answer = await call(of, { stockoutId, ...ref, quantity }, { quiet: true }).catch((error: Error) => error)
    if (answer instanceof Error) {
      beep('bad')
      keep({ quantity, wrong: answer.message })
      return false
    }
    const { item, batch: _batch, earlier, complete: _complete, ...head } = answer
    queries.setQueryData(
      keyOf(stock['output.info'], { id: stockoutId }),
      (was: typeof info.data) => was && { ...was, ...head, items: was.items.map((i) => (i.itemId === item.itemId ? item : i)) },
    )
    beep(earlier ? 'warn' : 'ok')
    keep({ quantity, scanned: answer })
    return true
  }
  const say = (ref: Ref, quantity: number): Promise<boolean> => inTurn(() => send(ref, quantity))
  const take = (code: string) => {
    if (code.trim() && round) void say({ code: code.trim() }, 1)
  }
  useScanner(take)
  return {
    info,
    round,
    newest: entries[0],
    pending,
    take,
    /** So many pieces of a batch without a scanner. */
    add: (batchId: number, quantity: number) => void say({ batchId }, quantity),
    async undo() {
      const last = entries[0]
      if (!last) return
      if (last.scanned && !(await say({ batchId: last.scanned.batch.batchId }, -last.quantity))) return
      setEntries((was) => was.filter((e) => e.nth < last.nth))
    },
    why,
  }
}
export type Scans = ReturnType<typeof useScans>
