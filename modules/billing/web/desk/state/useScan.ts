import { useGo, useSearch } from '#kernel/web/index.ts'
import type { FeeBillInfo } from '../../../contract/shapes.ts'
import { fenOf, type Typed, type WayCode } from './state.ts'

interface ScanStart {
  bill: FeeBillInfo | undefined
  typed: Typed
  left: number
  missing: string | undefined
  saved: () => Promise<number>
}
/**
 * Showing a code: for what is typed at the way, or all that is left. The bill is saved first, as it stands on the desk, and comes back
 * under its number; which code is shown stands in the address.
 */
export function useScan({ bill, typed, left, missing, saved }: ScanStart) {
  const go = useGo()
  const [search, setSearch] = useSearch()
  const way = Number(search.scan)
  const scan = (chosen: 2 | 3) => {
    const amount = (fenOf(typed[chosen as WayCode] ?? '') ?? 0) || left
    if (missing || amount <= 0) return
    saved().then(
      (fbid) => go(`/medical/fee-edit/${fbid}`, { scan: chosen, amount }, true),
      () => undefined,
    )
  }
  return {
    scan,
    scanning: bill && (way === 2 || way === 3) ? { way: way as 2 | 3, amount: Number(search.amount) || 0 } : undefined,
    stopScan: () => setSearch({ scan: undefined, amount: undefined }),
  }
}
