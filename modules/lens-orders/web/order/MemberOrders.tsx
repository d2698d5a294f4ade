/** Hard and soft lens orders of a member: where each stands, and the next step of it as a button. */
import { Button } from 'antd'
import { Badge, Can, Panel, Rows, t, useCall, useGo } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import { orderKinds } from '../../contract/kinds/index.ts'
import { pathOf } from '../kinds.ts'
import { NextStep } from '../list/NextStep.tsx'
import { Cause, OrderState, Promised } from '../words.tsx'
import '../orders.css'

export default function MemberOrders(member: { pid: number }) {
  return (
    <Can code="order:view">
      <Ordered {...member} />
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
          { title: t`下一步`, cell: (r) => <NextStep of={r} /> },
        ]}
      />
    </Panel>
  )
}
