import { useState } from 'react'
import { DataTable, Screen, dayFromToday, t, today, useGo, useScreen, useWho } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { frameOrder } from '../../contract/states.ts'
import { orderColumns } from '../columns.tsx'
import { useTicketScanner } from '../scan.ts'
import { Awaits, useAwaited } from './awaited.tsx'
import { listOf } from './filters.ts'
import { StageTabs } from './StageTabs.tsx'

/** One stage of the workshop as a list; scanning a ticket opens its job. */
export default function StageList() {
  const go = useGo()
  const who = useWho()
  const path = useScreen()?.path ?? ''
  const [total, setTotal] = useState<number>()
  useTicketScanner()
  const { status, day } = listOf(path)
  const awaited = useAwaited()
  const waits = status?.includes(frameOrder.is.awaitingGoods) ?? false
  const date = day === undefined ? undefined : day === 0 ? today() : dayFromToday(day)
  return (
    <Screen fill note={total !== undefined && t`${total} 单`}>
      <StageTabs />
      <DataTable
        key={path}
        of={frameOrders['frame.list']}
        input={{ hid: who.hid, ...(status ? { status } : {}), ...(date ? { startTime: date, endTime: date } : {}) }}
        rowKey="recordFrameId"
        live={['frame-orders']}
        columns={
          waits
            ? orderColumns.toSpliced(-2, 0, { key: 'waits', title: '等待', render: (r) => <Awaits of={r} goods={awaited(r)} /> })
            : orderColumns
        }
        filters={['name', 'late']}
        onOpen={(r) => go(`/process/edit/${r.recordFrameId}`)}
        onTotal={setTotal}
        rowTone={(r) => (r.late ? 'bad' : undefined)}
        empty={{ text: t`这个阶段现在没有订单。` }}
      />
    </Screen>
  )
}
