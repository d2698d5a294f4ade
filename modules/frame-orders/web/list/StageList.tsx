import { useState } from 'react'
import { DataTable, Screen, dayFromToday, t, today, useGo, useScreen, useWho } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { orderColumns } from '../columns.tsx'
import { useTicketScanner } from '../scan.ts'

/** What each screen of the workshop lists. */
const stages: Readonly<Record<string, { status?: number[]; day?: number }>> = {
  '/current-work/frame-glass-select': { status: [10] },
  '/current-work/frame-glass-unpaid': { status: [20] },
  '/current-work/frame-glass-waiting-delivery': { status: [30] },
  '/current-work/frame-glass-init-inspection': { status: [40] },
  '/current-work/frame-glass-processing': { status: [50, 55, 65] },
  '/current-work/frame-glass-final': { status: [60] },
  '/current-work/frame-glass-pickup': { status: [70, 78] },
  '/today/orders-frame': { day: 0 },
  '/today/frame-glass-today': { day: 0, status: [30, 40, 50, 55, 60, 65, 70, 78, 80] },
  '/today/frame-glass-yesterday': { day: -1, status: [30, 40, 50, 55, 60, 65, 70, 78, 80] },
}

/** One stage of the workshop as a list; scanning a ticket opens its job. */
export default function StageList() {
  const go = useGo()
  const who = useWho()
  const path = useScreen()?.path ?? ''
  const [total, setTotal] = useState<number>()
  useTicketScanner()
  const { status, day } = stages[path] ?? {}
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
