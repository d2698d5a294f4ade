/** Openings and other movements of the cards of a store, each with its bill and what it took from the store's balance. */
import { DataTable, Link, Money, Screen, t, tr, useWho } from '#kernel/web/index.ts'
import { cardUnits } from '../../contract/brands.ts'
import { training } from '../../contract/endpoints.ts'
import { LIVE } from '../stale.ts'

export default function CardRecords() {
  const { hid } = useWho()
  return (
    <Screen fill>
      <DataTable
        of={training['train.sdxAccount.records']}
        input={{ hid }}
        rowKey="id"
        live={LIVE}
        filters={['name', 'kind', 'brand', { range: ['startDate', 'endDate'], label: t`日期` }]}
        columns={[
          { key: 'at', sort: false },
          {
            key: 'userName',
            sort: false,
            render: (r) => (r.pid ? <Link to={`/patients/detail/${r.pid}/train`}>{r.userName}</Link> : r.userName),
          },
          { key: 'brand', sort: false },
          { key: 'kind', sort: false },
          {
            key: 'units',
            sort: false,
            render: (r) => (r.units ? `${r.units > 0 ? '+' : ''}${r.units} ${tr(cardUnits[r.unit])}` : t`延 ${r.days ?? 0} 天`),
          },
          { key: 'unitPrice', sort: false, render: (r) => (r.unitPrice ? <Money of={r.unitPrice} /> : '—') },
          { key: 'amount', sort: false, render: (r) => (r.amount ? <Money of={r.amount} /> : '—') },
          {
            key: 'billNo',
            sort: false,
            render: (r) => (r.pid && r.billNo ? <Link to={`/patients/detail/${r.pid}/paid`}>{r.billNo}</Link> : (r.billNo ?? '—')),
          },
          { key: 'combinationName', sort: false },
          { key: 'endsAfter', sort: false },
          { key: 'approverName', sort: false },
          { key: 'reason', sort: false },
          { key: 'staffName', sort: false },
        ]}
        empty={{ text: t`没有开卡记录` }}
      />
    </Screen>
  )
}
