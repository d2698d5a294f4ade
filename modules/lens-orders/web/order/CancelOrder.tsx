/** Giving an order up: what goes back is said beforehand, the reason is kept. */
import { Input } from 'antd'
import { useState } from 'react'
import { Act, Money, Panel, Screen, t, toast, tr, useCall, useGo, useHolds, useId, useSend } from '#kernel/web/index.ts'
import { PatientBarFor } from '#modules/patients/web/door.tsx'
import { lensOrders } from '../../contract/endpoints.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { pathOf } from '../kinds.ts'
import { OrderState, machineOfKind } from '../words.tsx'
import '../orders.css'

const MOVES = ['cancel', 'cancelLate'] as const
/** The move that gives an order up where it stands, if any. */
const moveOf = ({ kind, status }: OrderInfo) => {
  const { moves } = machineOfKind(kind)
  return MOVES.map((name) => moves[name]).find((move) => move?.from.includes(status))
}

export default function CancelOrder() {
  return <CancelOf id={useId('orderId')} />
}
/** The same wherever it is opened. */
export function CancelOf({ id }: { id: number }) {
  const info = useCall(lensOrders['orders.info'], { id }, { live: ['orders'] })
  const order = info.data
  return (
    <Screen
      of={info}
      title={t`取消订单`}
      note={order && <OrderState of={order} />}
      bar={order && order.pid !== null && <PatientBarFor pid={order.pid} />}
    >
      {order && <Give order={order} />}
    </Screen>
  )
}
function Give({ order }: { order: OrderInfo }) {
  const go = useGo()
  const holds = useHolds()
  const [reason, setReason] = useState('')
  const move = moveOf(order)
  const send = useSend(lensOrders['orders.status'], {
    onSuccess: (now) => (toast(t`${now.orderNo}：${tr(now.statusName)}`, 'ok'), go(pathOf(order.kind, order.orderId), {}, true)),
  })
  const why =
    (!move && t`订单在“${tr(order.statusName)}”，不能取消`) ||
    (move && !holds(move.can) && t`没有权限：${tr(move.label)}`) ||
    (Boolean(order.paid) && t`订单已收款，请先退费再取消`) ||
    (!reason.trim() && t`请填写原因`)
  return (
    <Panel title={t`取消 ${order.orderNo} 后`} className="order-cancel">
      <ul>
        {backOf(order).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {order.paid ? (
          <li className="bad">
            {t`已收款`} <Money of={order.paid} />
          </li>
        ) : null}
      </ul>
      <label htmlFor="cancel-reason">{t`取消原因`}</label>
      <Input.TextArea id="cancel-reason" rows={3} maxLength={500} value={reason} onChange={(e) => setReason(e.target.value)} />
      <div className="screen-actions">
        <Act onClick={() => go(pathOf(order.kind, order.orderId))} unless={false}>{t`不取消`}</Act>
        <Act
          danger
          type="primary"
          loading={send.isPending}
          unless={why}
          onClick={() => move && send.mutate({ oid: order.orderId, status: Number(move.to), version: order.version, reason })}
        >{t`取消订单`}</Act>
      </div>
    </Panel>
  )
}
/** What goes back when it is given up, as sentences. */
export function backOf(order: OrderInfo): string[] {
  const machine = machineOfKind(order.kind)
  return [
    ...(order.fbid !== null && !order.paid ? [t`未付的收费单一起取消`] : []),
    ...(machine.in.draft.includes(order.status) ? [] : [t`占用的采购额度放回`]),
    ...(machine.in.placed.includes(order.status) ? [t`供应商 ${order.supplierName ?? ''} 需要另行通知：订单已发出`] : []),
    ...(order.recordFrameId !== null ? [t`配镜订单仍等待镜片，需要重新订购`] : []),
  ]
}
