/** Gifts exchanged in the store: hand over or cancel. */
import { Button } from 'antd'
import { Can, DataTable, confirm, t, toast, useGo, useSend } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import type { GiftOrder } from '../../contract/shapes.points.ts'
import { PointsPage } from '../points/PointsPage.tsx'
import { stalePoints } from '../stale.ts'
import { giftOrder } from '../../contract/states.ts'

export default function GiftOrders() {
  const go = useGo()
  const hand = useSend(loyalty['points.orders.hand-over'], {
    invalidates: stalePoints,
    onSuccess: (o) => toast(t`${o.giftName} 已领取`, 'ok'),
  })
  const cancel = useSend(loyalty['points.orders.cancel'], {
    invalidates: stalePoints,
    onSuccess: (o) => toast(t`已取消，${o.points} 分退回会员`, 'ok'),
  })
  const confirmCancel = async (o: GiftOrder) => {
    const reason = await confirm({ message: t`取消兑换 ${o.giftName}？积分和礼品都会退回。`, reason: { label: t`原因`, required: true } })
    if (typeof reason === 'string') cancel.mutate({ giftOrderId: o.giftOrderId, reason })
  }
  return (
    <PointsPage fill>
      <DataTable
        of={loyalty['points.orders']}
        rowKey="giftOrderId"
        live={['loyalty']}
        columns={[
          'orderNo',
          { key: 'createdAt', title: '兑换时间' },
          'patientName',
          'giftName',
          'points',
          'status',
          { key: 'takenAt', title: '领取时间' },
          'takenByName',
          'operatorName',
          'note',
        ]}
        filters={['search', 'status', { range: ['startTime', 'endTime'] }]}
        onOpen={(o) => go(`/patients/detail/${o.pid}/credit`)}
        empty={{ text: t`还没有兑换` }}
        actions={(o) =>
          o.status === giftOrder.is.waiting && (
            <Can code="points:exchange">
              <Button size="small" type="primary" onClick={() => hand.mutate({ giftOrderId: o.giftOrderId })}>{t`领取`}</Button>
              <Button size="small" onClick={() => void confirmCancel(o)}>{t`取消`}</Button>
            </Can>
          )
        }
      />
    </PointsPage>
  )
}
