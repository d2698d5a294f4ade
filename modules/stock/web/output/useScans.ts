import { useRef, useState } from 'react'
import { call, keyOf, queries, useCall, useScanner } from '#kernel/web/index.ts'
import { beep } from '#kernel/web/scan/sound.ts'
import { stock } from '../../contract/endpoints.ts'
import type { OutputScanResult } from '../../contract/output.ts'
import { useInTurn } from '../count/useInTurn.ts'

export type ScanRound = 'pick' | 'check'
/** One scan: its result, or why it did not count. */
export interface ScanEntry {
  readonly nth: number
  readonly time: Date
  readonly quantity: number
  readonly scanned?: OutputScanResult
  readonly wrong?: string
}
type Ref = { readonly code: string } | { readonly batchId: number }
const ENTRIES_MAX = 50

export function useScans(stockoutId: number, round: ScanRound | undefined) {
  const info = useCall(stock['output.info'], { id: stockoutId }, { live: ['stock'] })
  const [entries, setEntries] = useState<readonly ScanEntry[]>([])
  const { inTurn, pending, why } = useInTurn()
  const nth = useRef(0)
  const append = (entry: Omit<ScanEntry, 'nth' | 'time'>) =>
    setEntries((list) => [{ ...entry, nth: ++nth.current, time: new Date() }, ...list].slice(0, ENTRIES_MAX))
  const send = async (ref: Ref, quantity: number): Promise<boolean> => {
    const endpoint = stock[round === 'check' ? 'output.check' : 'output.pick']
    const answer = await call(endpoint, { stockoutId, ...ref, quantity }, { quiet: true }).catch((error: Error) => error)
    if (answer instanceof Error) {
      beep('bad')
      append({ quantity, wrong: answer.message })
      return false
    }
    const { item, batch: _batch, earlier, complete: _complete, ...head } = answer
    queries.setQueryData(
      keyOf(stock['output.info'], { id: stockoutId }),
      (list: typeof info.data) => list && { ...list, ...head, items: list.items.map((i) => (i.itemId === item.itemId ? item : i)) },
    )
    beep(earlier ? 'warn' : 'ok')
    append({ quantity, scanned: answer })
    return true
  }
  const enqueue = (ref: Ref, quantity: number): Promise<boolean> => inTurn(() => send(ref, quantity))
  const take = (code: string) => {
    if (code.trim() && round) void enqueue({ code: code.trim() }, 1)
  }
  useScanner(take)
  return {
    info,
    round,
    newest: entries[0],
    pending,
    take,
    /** Picks pieces of a batch without a scanner. */
    add: (batchId: number, quantity: number) => void enqueue({ batchId }, quantity),
    async undo() {
      const last = entries[0]
      if (!last) return
      if (last.scanned && !(await enqueue({ batchId: last.scanned.batch.batchId }, -last.quantity))) return
      setEntries((list) => list.filter((e) => e.nth < last.nth))
    },
    why,
  }
}
export type Scans = ReturnType<typeof useScans>
