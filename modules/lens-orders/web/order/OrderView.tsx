/** One order of any kind: what was ordered, what its check finds, where it stands and who did what; the next step stands at the top. */
import { Button } from 'antd'
import { useState } from 'react'
import { Panel, Screen, Status, t, tr, useCall, useGo } from '#kernel/web/index.ts'
import { PatientBarFor } from '#modules/patients/web/door.tsx'
import { lensOrders } from '../../contract/endpoints.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { pathOf } from '../kinds.ts'
import { Cause, OrderState, machineOfKind } from '../words.tsx'
import { Facts } from './Facts.tsx'
import { Findings, type Reasons } from './Findings.tsx'
import { Lines } from './Lines.tsx'
import { Receipts } from './Receipts.tsx'
import { Sent } from './Sent.tsx'
import { Steps } from './Steps.tsx'
import { StoppedOrder } from './StoppedOrder.tsx'
import '../orders.css'

export function OrderView({ id }: { id: number }) {
  const info = useCall(lensOrders['orders.info'], { id }, { live: ['orders'] })
  const order = info.data
  const [reasons, setReasons] = useState<Reasons>({})
  return (
    <Screen
      of={info}
      {...(order
        ? {
            title: kindOf(order.kind).label,
            note: (
              <>
                <span className="num">{order.orderNo}</span> <Cause of={order.cause} /> <OrderState of={order} />
              </>
            ),
            bar: order.pid !== null && <PatientBarFor pid={order.pid} />,
            actions: <Steps order={order} reasons={reasons} />,
          }
        : {})}
    >
      {order && (
        <div className="supply-desk">
          <div>
            <StoppedOrder order={order} />
            <Lines order={order} />
            <Findings order={order} reasons={reasons} onReason={(code, reason) => setReasons((now) => ({ ...now, [code]: reason }))} />
            <Sent order={order} />
            <Receipts order={order} />
            <Related order={order} />
          </div>
          <div>
            <Facts order={order} />
            <Timeline order={order} />
          </div>
        </div>
      )}
    </Screen>
  )
}

/** The order it replaces, and those that replace it. */
function Related({ order }: { order: OrderInfo }) {
  const go = useGo()
  const all = [...(order.original ? [order.original] : []), ...order.supplements]
  if (!all.length) return null
  return (
    <Panel title={t`原订单和补片`}>
      {all.map((o) => (
        <p key={o.orderId}>
          <Button type="link" onClick={() => go(pathOf(order.kind, o.orderId))}>
            {o.orderNo}
          </Button>{' '}
          {o.orderId === order.original?.orderId ? t`原订单` : <Cause of={o.cause} />} <span className="num">{o.orderDate}</span>{' '}
          <Status of={machineOfKind(order.kind)} value={o.status} />
        </p>
      ))}
    </Panel>
  )
}
/** Who did what, the last on top. */
const Timeline = ({ order }: { order: OrderInfo }) => (
  <Panel title={t`经过`}>
    <ol className="order-steps">
      {order.history.toReversed().map((h) => (
        <li key={`${h.at}${h.move}`}>
          <span className="num">{h.at.slice(5, 16)}</span>
          <span>
            <strong>{tr(h.label)}</strong> {h.person ?? t`系统`}
            {h.note && <span className="soft"> {h.note}</span>}
          </span>
        </li>
      ))}
    </ol>
  </Panel>
)
