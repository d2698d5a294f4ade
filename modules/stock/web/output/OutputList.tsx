/** Goods going out today: documents, transfers, and orders ready for members. */
import { Button } from 'antd'
import { ScanLine } from 'lucide-react'
import { DataTable, Link, Screen, t, useCall, useGo, useTabs, useWho, type TableColumn } from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { OrderOut, OutputRow } from '../../contract/output.ts'
import { PrintLink } from '../paper/PaperScreen.tsx'

const live = ['stock', 'orders'] as const
export default function OutputList() {
  const { hid } = useWho()
  const one = { hid, per_page: 1 }
  const papers = useCall(stock['output.list'], { ...one, way: 'paper' }, { live }).data?.total
  const transfers = useCall(stock['output.list'], { ...one, way: 'transfer' }, { live }).data?.total
  const orders = useCall(stock['output.orders'], { hid }, { live }).data?.total
  const [way, tabs] = useTabs(
    [
      ['paper', `${t`出库单`}${many(papers)}`],
      ['transfer', `${t`调拨`}${many(transfers)}`],
      ['order', `${t`订单`}${many(orders)}`],
    ],
    { name: 'what', label: t`待出库的种类`, clears: ['stage', 'text'] },
  )
  return (
    <Screen fill actions={tabs}>
      {way === 'order' ? <Orders /> : <Papers key={way} way={way} />}
    </Screen>
  )
}
const many = (n: number | undefined): string => (n ? ` ${n}` : '')

function Papers({ way }: { way: 'paper' | 'transfer' }) {
  const { hid } = useWho()
  const go = useGo()
  const open = (row: OutputRow) => go(`/today/output/${row.stockoutId}`)
  return (
    <DataTable
      of={stock['output.list']}
      input={{ hid, way }}
      rowKey="stockoutId"
      live={live}
      pageSize={50}
      onOpen={open}
      columns={columns}
      filters={[{ key: 'text', width: 220 }, 'stage']}
      actions={(row) => (
        <>
          <Button size="small" icon={<ScanLine size={13} />} onClick={(e) => (e.stopPropagation(), open(row))}>{t`扫码`}</Button>
          <PrintLink to={`/export-print/${row.stockoutId}`} label={t`打印 ${row.stockoutNo}`} />
        </>
      )}
      empty={{
        text: way === 'transfer' ? t`没有等着调出的货` : t`没有等着出库的单据。提交审核的出库单在这里拣货、复核、交货`,
        action: <Link to="/inventory/export">{t`看出库单`}</Link>,
      }}
    />
  )
}
const columns: ReadonlyArray<TableColumn<OutputRow>> = [
  { key: 'stockoutNo', sort: false, render: (p) => <strong>{p.stockoutNo}</strong> },
  { key: 'stockoutType', sort: false },
  { key: 'receiver', sort: false, render: (p) => p.receiver ?? p.toName ?? p.supplierName ?? '—' },
  { key: 'warehouseName', sort: false },
  { key: 'lines', sort: false },
  { key: 'quantity', sort: false },
  { key: 'stage', sort: false },
  { key: 'picked', sort: false, render: (p) => `${p.picked} / ${p.quantity}` },
  { key: 'checked', sort: false, render: (p) => `${p.checked} / ${p.quantity}` },
  { key: 'pickers', sort: false },
  { key: 'checkers', sort: false },
  { key: 'stockoutDate', sort: false },
  { key: 'note', sort: false },
]

/** Orders are handed over on their own page, against a signature. */
function Orders() {
  const { hid } = useWho()
  const go = useGo()
  return (
    <DataTable
      of={stock['output.orders']}
      input={{ hid }}
      rowKey="key"
      live={live}
      onOpen={(o) => go(o.at)}
      columns={orderColumns}
      empty={{ text: t`没有到货等会员来取的订单` }}
    />
  )
}
const orderColumns: ReadonlyArray<TableColumn<OrderOut>> = [
  { key: 'number', sort: false, render: (o) => <strong>{o.number}</strong> },
  { key: 'what', sort: false },
  { key: 'patientName', sort: false },
  { key: 'goodsName', sort: false },
  { key: 'pieces', sort: false },
  { key: 'since', sort: false },
]
