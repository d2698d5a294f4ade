/** The states of a kind with how many orders stand in each; late ones first, in red. */
import { showCurrent, t, tr, useSearch } from '#kernel/web/index.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import type { OrderCounts } from '../../contract/shapes.ts'
import { machineOf } from '../../contract/states.ts'
import type { z } from '#kernel/contract/index.ts'

export type Counts = z.output<typeof OrderCounts>
export const sumOf = (counts: Counts, field: 'count' | 'late'): number => counts.reduce((n, c) => n + c[field], 0)

export function Tabs({ of: kind, counts }: { of: OrderKind; counts: Counts }) {
  const [{ tab = '' }, change] = useSearch()
  const late = sumOf(counts, 'late')
  const open = (to: string) => change({ tab: to, page: undefined })
  const one = (key: string, label: string, count: number, ofLate: number) => (
    <button
      key={key}
      type="button"
      className={key === 'late' ? 'late' : undefined}
      aria-current={key === tab ? 'page' : undefined}
      onClick={() => open(key)}
    >
      {label} {count > 0 && <span className="num">{count}</span>} {ofLate > 0 && <b className="order-late num">{t`晚 ${ofLate}`}</b>}
    </button>
  )
  return (
    <nav ref={showCurrent} className="order-tabs" aria-label={t`订单状态`}>
      {one('', t`全部`, sumOf(counts, 'count'), 0)}
      {late > 0 && one('late', t`晚于承诺`, late, 0)}
      {Object.entries(machineOf(kind.flow).states).map(([status, state]) => {
        const found = counts.find((c) => c.status === Number(status))
        return one(status, tr(state.label), found?.count ?? 0, found?.late ?? 0)
      })}
    </nav>
  )
}
