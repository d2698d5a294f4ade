/** Orders of one kind: states with counts, what is late, filters of the kind in the address, steps for many at once. */
import { Button } from 'antd'
import { wordOf } from '#kernel/contract/index.ts'
import { Can, DataTable, Screen, t, today, tr, useCall, useGo, useHolds, useScreen, useSearch, useWho } from '#kernel/web/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { writing } from '../../contract/calls.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import { machineOf } from '../../contract/states.ts'
import { formPathOf, listCalls, listedAt, pathOf } from '../kinds.ts'
import { Written } from '../form/Written.tsx'
import { CancelOf } from '../order/CancelOrder.tsx'
import { OrderView } from '../order/OrderView.tsx'
import { Bulk } from './Bulk.tsx'
import { columnsFor } from './columns.tsx'
import { Late } from './Late.tsx'
import { NextStep } from './NextStep.tsx'
import { Tabs, sumOf, type Counts } from './Tabs.tsx'
import '../orders.css'

const NONE: Counts = []
const ORDERED = {
  range: ['startTime', 'endTime'],
  label: '下单日期',
  all: 'an order waits however old it is, and a tab counts all of its state',
} as const
export default function OrderList() {
  const path = useScreen()?.path ?? ''
  const [{ order, write, supplement, cancel }] = useSearch()
  if (Number(order) > 0) return <OrderView id={Number(order)} />
  if (Number(cancel) > 0) return <CancelOf id={Number(cancel)} />
  if (write || supplement) return <Written of={listedAt(path).of} id={Number(write ?? supplement) || 0} again={supplement !== undefined} />
  return <Listed key={path} path={path} />
}

function Listed({ path }: { path: string }) {
  const { name, of: kind, today: onlyToday } = listedAt(path)
  const { hid } = useWho()
  const go = useGo()
  const holds = useHolds()
  const cost = holds('order:cost')
  const addAt = holds(writing(kind)) ? formPathOf(name, 'add') : undefined
  const [{ tab }] = useSearch()
  const counted = useCall(lensOrders['orders.counts'], { hid, kind: name }, { live: ['orders'], logged: true })
  const counts = counted.data ?? NONE
  const filters = useFilters(kind)
  return (
    <Screen
      fill
      note={<Note of={kind} counts={counts} />}
      actions={
        <>
          <Can code="order:receive">
            <Button onClick={() => go('/order/receive', { kind: name })}>{t`扫码收货`}</Button>
          </Can>
          {addAt && <Button type="primary" onClick={() => go(addAt)}>{t`新建订单`}</Button>}
        </>
      }
    >
      <Tabs of={kind} counts={counts} />
      {!tab && !onlyToday && sumOf(counts, 'late') > 0 && <Late kind={name} count={sumOf(counts, 'late')} />}
      <DataTable
        key={tab}
        of={listCalls[name]}
        input={{ hid, type: name, ...wanted(tab), ...(onlyToday ? { startTime: today(), endTime: today() } : {}) }}
        rowKey="orderId"
        live={['orders']}
        columns={columnsFor(kind, cost)}
        filters={onlyToday ? filters : [...filters, ORDERED]}
        {...(addAt ? { onNew: () => go(addAt) } : {})}
        onOpen={(r) => go(pathOf(r.kind, r.orderId))}
        actions={(r) => <NextStep of={r} />}
        exportOf={lensOrders['orders.export']}
        selection={(rows, clear) => <Bulk rows={rows} clear={clear} />}
        rowTone={(r) => (r.late ? 'bad' : undefined)}
        empty={{ text: t`没有符合条件的订单` }}
      />
    </Screen>
  )
}
/** What a tab asks for: the late ones, or one state. */
function wanted(tab: string | undefined): { late?: boolean; status?: number[] } {
  if (tab === 'late') return { late: true }
  return tab ? { status: [Number(tab)] } : {}
}
/** The filters the kind declares; people are chosen from those who work here. */
function useFilters(kind: OrderKind) {
  const { hid } = useWho()
  const staff = useCall(account['staff.list'], { hid, type: 0 }, { stale: 300_000, logged: true })
  const people = (staff.data?.list ?? []).map((s) => ({ value: s.ctid, label: s.name }))
  return kind.filters.map((key) => (key === 'optristId' || key === 'ctid' ? { key, options: people } : key))
}
/** What is open, late and waits for a review, in a sentence. */
function Note({ of: kind, counts }: { of: OrderKind; counts: Counts }) {
  const machine = machineOf(kind.flow)
  const open = sumOf(
    counts.filter((c) => machine.in.open.includes(c.status)),
    'count',
  )
  const late = sumOf(counts, 'late')
  const [, submitted] = machine.in.written
  const waits = counts.find((c) => c.status === submitted)?.count ?? 0
  return (
    <>
      {t`${open} 单在办`}
      {late > 0 && <b className="order-late">{t`，${late} 单晚于承诺`}</b>}
      {waits > 0 && submitted !== undefined && `，${waits} ${tr(wordOf(machine, submitted))}`}
    </>
  )
}
