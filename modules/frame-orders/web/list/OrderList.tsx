import { Button } from 'antd'
import { useState } from 'react'
import { Can, DataTable, Screen, t, useGo, useHolds, useWho } from '#kernel/web/index.ts'
import { frameOrders } from '../../contract/endpoints.ts'
import { frameOrder } from '../../contract/states.ts'
import { orderColumns } from '../columns.tsx'
import { useTicketScanner } from '../scan.ts'

const states = Object.entries(frameOrder.states).map(([value, { label }]) => ({ value, label }))

/** All frame-glasses orders of the store. */
export default function OrderList() {
  const go = useGo()
  const who = useWho()
  const mayAdd = useHolds()('frame:edit')
  const [total, setTotal] = useState<number>()
  useTicketScanner()
  return (
    <Screen
      fill
      note={total !== undefined && t`${total} 单`}
      actions={
        <Can code="frame:edit">
          <Button type="primary" onClick={() => go('/process/add')}>{t`新增订单`}</Button>
        </Can>
      }
    >
      <DataTable
        of={frameOrders['frame.list']}
        input={{ hid: who.hid }}
        rowKey="recordFrameId"
        live={['frame-orders']}
        columns={orderColumns}
        filters={['name', { key: 'status', options: states }, 'binocleType', 'lenOrderType', 'late', { range: ['startTime', 'endTime'] }]}
        onOpen={(r) => go(`/process/edit/${r.recordFrameId}`)}
        {...(mayAdd ? { onNew: () => go('/process/add') } : {})}
        exportOf={frameOrders['frame.export']}
        onTotal={setTotal}
        rowTone={(r) => (r.late ? 'bad' : undefined)}
        empty={{ text: t`还没有配镜订单。从处方开单，或在这里新增。` }}
      />
    </Screen>
  )
}
