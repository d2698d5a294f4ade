import { useState } from 'react'
import type { StateIn } from '#kernel/contract/index.ts'
import { DataTable, Screen, dayFromToday, t, today, useGo, useScreen, useWho } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { frameOrder } from '../../contract/states.ts'
import { orderColumns } from '../columns.tsx'
import { useTicketScanner } from '../scan.ts'

const { is, in: sets } = frameOrder
/** The screen of the workshop that lists a state: where somebody waits, there is one. */
const screenOf = {
  [is.choosing]: '/current-work/frame-glass-select',
  [is.billed]: '/current-work/frame-glass-unpaid',
  [is.awaitingGoods]: '/current-work/frame-glass-waiting-delivery',
  [is.inspecting]: '/current-work/frame-glass-init-inspection',
  [is.processing]: '/current-work/frame-glass-processing',
  [is.outsourced]: '/current-work/frame-glass-processing',
  [is.unqualified]: '/current-work/frame-glass-processing',
  [is.finalInspection]: '/current-work/frame-glass-final',
  [is.ready]: '/current-work/frame-glass-pickup',
  [is.sent]: '/current-work/frame-glass-pickup',
} satisfies Record<StateIn<typeof frameOrder, 'open'>, string>
/** Screens that list a day instead. */
const days: Readonly<Record<string, { status?: number[]; day: number }>> = {
  '/today/orders-frame': { day: 0 },
  '/today/frame-glass-today': { day: 0, status: [...sets.paid] },
  '/today/frame-glass-yesterday': { day: -1, status: [...sets.paid] },
}
const listOf = (path: string): { status?: number[]; day?: number } =>
  days[path] ?? { status: sets.open.filter((state) => screenOf[state] === path) }

/** One stage of the workshop as a list; scanning a ticket opens its job. */
export default function StageList() {
  const go = useGo()
  const who = useWho()
  const path = useScreen()?.path ?? ''
  const [total, setTotal] = useState<number>()
  useTicketScanner()
  const { status, day } = listOf(path)
  const date = day === undefined ? undefined : day === 0 ? today() : dayFromToday(day)
  return (
    <Screen fill note={total !== undefined && t`${total} 单`}>
      <DataTable
        key={path}
        of={frameOrders['frame.list']}
        input={{ hid: who.hid, ...(status ? { status } : {}), ...(date ? { startTime: date, endTime: date } : {}) }}
        rowKey="recordFrameId"
        live={['frame-orders']}
        columns={orderColumns}
        filters={['name', 'late']}
        onOpen={(r) => go(`/process/edit/${r.recordFrameId}`)}
        onTotal={setTotal}
        rowTone={(r) => (r.late ? 'bad' : undefined)}
        empty={{ text: t`这个阶段现在没有订单。` }}
      />
    </Screen>
  )
}
