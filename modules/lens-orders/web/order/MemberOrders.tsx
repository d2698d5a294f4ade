/** Hard and soft lens orders of a member: where each stands, and the next step of it as a button. */
import { Button } from 'antd'
import { Badge, Can, Panel, Rows, t, useCall, useGo } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { orderKinds } from '../../contract/kinds/index.ts'
import type { OrderRow } from '../../contract/shapes.ts'
import { fitted, receivable } from '../../contract/states.ts'
import { handOverPathOf, pathOf, receivePathOf } from '../kinds.ts'
import { Cause, OrderState, Promised } from '../words.tsx'
import '../orders.css'

export default function MemberOrders(told: { pid: number }) {
  return (
    <Can code="order:view">
      <Ordered {...told} />
    </Can>
  )
}
function Ordered({ pid }: { pid: number }) {
  const go = useGo()
  const page = { pageNum: 1, pageSize: 50 }
  const hard = useCall(lensOrders['orders.okjing.list'], { pid, type: orderKinds.okjing.kind, ...page }, { live: ['orders'], logged: true })
  const soft = useCall(lensOrders['orders.okjing.list'], { pid, type: orderKinds.soft.kind, ...page }, { live: ['orders'], logged: true })
  const rows = [...(hard.data?.list ?? []), ...(soft.data?.list ?? [])]
  if (!rows.length) return null
  return (
    <Panel title={t`镜片订单`}>
      <div className="scrolls">
        <Rows
          rows={rows}
          rowKey={(r) => r.orderId}
          columns={[
            {
              title: t`订单号`,
              cell: (r) => (
                <Button type="link" onClick={() => go(pathOf(r.kind, r.orderId))}>
                  {r.orderNo}
                </Button>
              ),
            },
            { title: t`商品`, cell: (r) => r.productName },
            { title: t`状态`, cell: (r) => <OrderState of={r} /> },
            { title: t`承诺到货`, cell: (r) => <Promised of={r} /> },
            { title: t`原因`, cell: (r) => (r.warranty ? <Badge>{t`保修`}</Badge> : <Cause of={r.cause} />) },
            { title: t`下一步`, cell: (r) => <Next of={r} /> },
          ]}
        />
      </div>
    </Panel>
  )
}
/** What may be done now by who may do it. */
function Next({ of: r }: { of: OrderRow }) {
  const go = useGo()
  if (r.status === fitted.is.ready)
    return (
      <Can code={fitted.moves.handOver.can}>
        <Button size="small" type="primary" onClick={() => go(handOverPathOf(r.orderId))}>{t`取镜`}</Button>
      </Can>
    )
  if (receivable(fitted).includes(r.status))
    return (
      <Can code="order:receive">
        <Button size="small" onClick={() => go(receivePathOf(r.kind, r.orderId))}>{t`扫码收货`}</Button>
      </Can>
    )
  return null
}
