import { DataTable, Link, Money, Screen, t, useWho, type TableColumn } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { ScoreRow } from '../../contract/remakes/scorecard.ts'

const share = (part: number, all: number): string => (all ? `${part} · ${((part / all) * 100).toFixed(1)}%` : '—')
const columns: ReadonlyArray<TableColumn<ScoreRow>> = [
  { key: 'supplierName', sort: false, render: (s) => <strong>{s.supplierName}</strong> },
  { key: 'orders', sort: false },
  { key: 'arrived', sort: false },
  { key: 'p50', sort: false },
  { key: 'p90', sort: false },
  { key: 'late', sort: false, render: (s) => share(s.late, s.orders) },
  { key: 'pieces', sort: false },
  { key: 'wrong', sort: false, render: (s) => share(s.wrong, s.pieces) },
  { key: 'defective', sort: false, render: (s) => share(s.defective, s.pieces) },
  { key: 'remakeCost', sort: false, render: (s) => <Money of={s.remakeCost} /> },
]
/** Suppliers by what they promised and what came. */
export default function Scorecard() {
  const { hid } = useWho()
  return (
    <Screen fill note={t`按下单日期统计，不选日期为近一年：到货天数从下单到首次收货；错货与订单不符，缺陷为拒收或因质量补片`}>
      <DataTable
        of={lensOrders['supplier-scorecard.list']}
        input={{ hid }}
        rowKey="supplierId"
        live={['orders']}
        columns={columns}
        filters={[{ key: 'text', width: 220 }, 'kind', { range: ['startTime', 'endTime'], label: '下单日期' }]}
        actions={(s) => <Link className="link" to={`/contract/supplier-check?supplierId=${s.supplierId}`}>{t`对账`}</Link>}
        empty={{ text: t`这段时间没有向供应商下过单` }}
      />
    </Screen>
  )
}
