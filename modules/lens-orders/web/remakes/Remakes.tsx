import { metaOf, showMoney } from '#kernel/contract/index.ts'
import { DataTable, Figures, Link, Money, Screen, t, tr, useCall, useDays, useSearch, useWho, type Column } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { Remake, type RemakeFilters, type RemakeSum } from '../../contract/remakes.ts'

/** What was made twice, and what it cost whom. */
export default function Remakes() {
  const { hid } = useWho()
  const [search] = useSearch()
  const [startTime, endTime] = useDays('startTime', 'endTime')
  const said = Object.fromEntries(NARROWING.flatMap((key) => (search[key] ? [[key, search[key]]] : [])))
  const sums = useCall(lensOrders['remakes.sums'], { hid, startTime, endTime, ...said }, { live: ['orders', 'frame'] })
  return (
    <Screen fill>
      <Sums of={sums.data ?? []} />
      <DataTable
        of={lensOrders['remakes.list']}
        exportOf={lensOrders['remakes.export']}
        input={{ hid }}
        rowKey="key"
        live={['orders', 'frame']}
        columns={columns}
        filters={[...NARROWING, { range: ['startTime', 'endTime'], label: '日期' }]}
        empty={{ text: t`这段时间没有拒收、不合格、返工或售后` }}
      />
    </Screen>
  )
}
const NARROWING = ['what', 'cause', 'payer'] as const satisfies ReadonlyArray<keyof RemakeFilters>
const labels = (field: 'cause' | 'payer') => metaOf(Remake.shape[field]).options ?? {}
const words = (field: 'cause' | 'payer', of: string): string => tr(labels(field)[of] ?? of)

/** What each party bears, and the cause that costs most. */
function Sums({ of }: { of: readonly RemakeSum[] }) {
  const borne = (payer: string) => of.filter((s) => s.payer === payer).reduce((sum, s) => sum + s.cost, 0)
  const [dearest] = of
  return (
    <Figures
      items={[
        { label: '次数', value: of.reduce((n, s) => n + s.count, 0), note: t`共 ${of.reduce((n, s) => n + s.pieces, 0)} 件` },
        ...Object.keys(labels('payer')).map((payer) => ({
          label: words('payer', payer),
          value: showMoney(borne(payer)),
          note: t`承担`,
        })),
        {
          label: '费用最高的原因',
          value: dearest ? words('cause', dearest.cause) : '—',
          note: dearest ? showMoney(dearest.cost) : undefined,
        },
      ]}
    />
  )
}
const columns: ReadonlyArray<Column<Remake>> = [
  { key: 'at', sort: false },
  { key: 'what', sort: false },
  { key: 'cause', sort: false },
  {
    key: 'orderNo',
    sort: false,
    render: (r) => (r.recordFrameId === null ? r.orderNo : <Link to={`/frame/edit/${r.recordFrameId}`}>{r.orderNo}</Link>),
  },
  { key: 'foundAt', sort: false },
  { key: 'side', sort: false },
  { key: 'pieces', sort: false },
  { key: 'productName', sort: false },
  { key: 'supplierName', sort: false },
  { key: 'staffName', sort: false },
  { key: 'payer', sort: false },
  { key: 'cost', sort: false, render: (r) => <Money of={r.cost} /> },
  { key: 'note', sort: false },
]
