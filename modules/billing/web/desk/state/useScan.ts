import { useGo, useSearch } from '#kernel/web/index.ts'
import type { FeeBillInfo } from '../../../contract/shapes.ts'
import { fenOf, type TypedAmounts, type WayCode } from './state.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

interface ScanStart {
  bill: FeeBillInfo | undefined
  typed: TypedAmounts
  left: number
  missing: string | undefined
  saved: () => Promise<number>
}
/**
 * Shows a payment code for the amount typed at the way, or for the open amount. The bill is saved first and reopens under its number, so
 * the shown way is kept in the address.
 */
export function useScan({ bill, typed, left, missing, saved }: ScanStart) {
  const go = useGo()
  const [search, setSearch] = useSearch()
  const way = Number(search.scan)
  const scan = (way: 2 | 3) => {
    const amount = (fenOf(typed[way as WayCode] ?? '') ?? 0) || left
    if (missing || amount <= 0) return
    saved().then(
      (fbid) => go(`/medical/fee-edit/${fbid}`, { scan: way, amount }, true),
      () => undefined,
    )
  }
  return {
    scan,
    scanning:
      bill && (way === PayWay.wechat || way === PayWay.alipay) ? { way: way as 2 | 3, amount: Number(search.amount) || 0 } : undefined,
    stopScan: () => setSearch({ scan: undefined, amount: undefined }),
  }
}
