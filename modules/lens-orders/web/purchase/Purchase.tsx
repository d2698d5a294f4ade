/** What the store orders for its shelves: what should be ordered now, and what is on its way. */
import { Button, InputNumber } from 'antd'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { powerOf, showPower } from '#kernel/contract/index.ts'
import { DataTable, Screen, t, useCan, useGo, useTabs, useWho, type TableColumn } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { ProposalRow, PurchaseLine, PurchaseRow } from '../../contract/purchase/purchase.ts'
import { Promised } from '../words.tsx'
import { OrderThese } from './OrderThese.tsx'
import { Powers } from './Powers.tsx'

export default function Purchase() {
  const may = useCan()('order:stock')
  const views = [
    ['proposal', t`备货建议`] as const,
    ['powers', t`按度数订货`] as const,
    ['orders', t`在途订单`] as const,
    ['lines', t`在途商品`] as const,
  ]
  const go = useGo()
  const [view, chooser] = useTabs(may ? views : views.slice(2), { name: 'view', label: t`查看方式` })
  const tabs = (
    <>
      {may && <Button icon={<FileUp size={14} />} onClick={() => go('/order/purchase/file')}>{t`导入备货订单`}</Button>}
      {chooser}
    </>
  )
  if (view === 'proposal') return <Proposal tabs={tabs} />
  if (view === 'powers') return <Powers tabs={tabs} />
  return (
    <Screen fill actions={tabs}>
      {view === 'orders' ? <Orders /> : <Lines />}
    </Screen>
  )
}

const keyOf = ({ rowKey }: ProposalRow) => rowKey
/**
 * Each row as it should be ordered; another number is typed over it, 0 leaves it out. The button below makes the orders of all that is
 * shown.
 */
function Proposal({ tabs }: { tabs: React.ReactNode }) {
  const { hid } = useWho()
  const [typed, setTyped] = useState<Readonly<Record<string, number>>>({})
  return (
    <Screen fill note={t`按上下限、90 天用量、到货天数和在途数量计算`} actions={tabs}>
      <DataTable
        of={lensOrders['purchase.proposal']}
        input={{ hid }}
        rowKey="rowKey"
        live={['stock', 'orders']}
        columns={[...proposalColumns, quantityColumn(typed, (key, number) => setTyped((previous) => ({ ...previous, [key]: number })))]}
        filters={[{ key: 'text', width: 220 }, 'category']}
        summary={(rows) => <Ordering rows={rows} typed={typed} done={() => setTyped({})} />}
        empty={{ text: t`现有和在途的都够用，没有要订的商品` }}
      />
    </Screen>
  )
}
interface OrderingProps {
  rows: readonly ProposalRow[]
  typed: Readonly<Record<string, number>>
  done: () => void
}
function Ordering({ rows, typed, done }: OrderingProps) {
  const wanted = rows.map((row) => ({ row, number: typed[keyOf(row)] ?? row.quantity })).filter(({ number }) => number > 0)
  return (
    <OrderThese
      items={wanted.map(({ row: { productId, sph, cyl, axis }, number }) => ({ productId, sph, cyl, axis, number }))}
      done={done}
    />
  )
}
/** How many, to be typed over. */
const quantityColumn = (
  typed: Readonly<Record<string, number>>,
  type: (key: string, number: number) => void,
): TableColumn<ProposalRow> => ({
  key: 'quantity',
  sort: false,
  render: (row) => (
    <InputNumber
      size="small"
      aria-label={t`${row.name} 数量`}
      min={0}
      max={9999}
      precision={0}
      value={typed[keyOf(row)] ?? row.quantity}
      onChange={(number) => type(keyOf(row), number ?? 0)}
      style={{ width: 84 }}
    />
  ),
})
const proposalColumns: ReadonlyArray<TableColumn<ProposalRow>> = [
  { key: 'why', sort: false },
  { key: 'name', sort: false, render: (r) => <strong>{r.name}</strong> },
  {
    key: 'sph',
    title: '光度',
    sort: false,
    align: 'left',
    render: (r) => (r.sph === null ? '—' : <span className="num">{showPower(powerOf(r))}</span>),
  },
  { key: 'supplierName', sort: false },
  { key: 'onHand', sort: false },
  { key: 'onOrder', sort: false },
  { key: 'demand', sort: false },
  { key: 'perWeek', sort: false },
  { key: 'leadDays', sort: false },
  { key: 'minStock', sort: false },
  { key: 'maxStock', sort: false },
]

function Orders() {
  const { hid } = useWho()
  return (
    <DataTable
      of={lensOrders['purchase.order']}
      input={{ hid }}
      rowKey="orderId"
      live={['orders']}
      pageSize={50}
      columns={orderColumns}
      filters={[{ key: 'text', width: 220 }, 'state', 'kind']}
      rowTone={(o) => (o.late ? 'bad' : undefined)}
      empty={{ text: t`没有在途的备货订单` }}
    />
  )
}
const orderColumns: ReadonlyArray<TableColumn<PurchaseRow>> = [
  { key: 'orderNo', sort: false, render: (o) => <strong>{o.orderNo}</strong> },
  { key: 'kind', sort: false },
  { key: 'supplierName', sort: false },
  { key: 'productName', sort: false },
  { key: 'orderDate', sort: false },
  { key: 'promisedOn', sort: false, render: (o) => <Promised of={o} /> },
  { key: 'statusName', sort: false },
  { key: 'pieces', sort: false },
  { key: 'received', sort: false },
  { key: 'waiting', sort: false, render: (o) => <b>{o.waiting}</b> },
]

function Lines() {
  const { hid } = useWho()
  return (
    <DataTable
      of={lensOrders['purchase.order-detail']}
      input={{ hid }}
      rowKey="lineId"
      live={['orders']}
      pageSize={50}
      columns={lineColumns}
      filters={[{ key: 'text', width: 220 }, 'state', 'kind']}
      rowTone={(l) => (l.late ? 'bad' : undefined)}
      empty={{ text: t`没有在途的备货订单` }}
    />
  )
}
const lineColumns: ReadonlyArray<TableColumn<PurchaseLine>> = [
  { key: 'name', sort: false, render: (l) => <strong>{l.name}</strong> },
  {
    key: 'sph',
    title: '光度',
    sort: false,
    align: 'left',
    render: (l) => (l.sph === null ? '—' : <span className="num">{showPower(powerOf(l))}</span>),
  },
  { key: 'supplierName', sort: false },
  { key: 'orderNo', sort: false },
  { key: 'promisedOn', sort: false, render: (l) => <Promised of={l} /> },
  { key: 'ordered', sort: false },
  { key: 'received', sort: false },
  { key: 'rejected', sort: false },
  { key: 'waiting', sort: false, render: (l) => <b>{l.waiting}</b> },
]
