/** The steps open to this order and this person: the review, the moves of its machine, its papers, giving it up. */
import { Button } from 'antd'
import { Act, Can, confirm, t, toast, tr, useGo, useHolds, useSend, useWho } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { lensOrders } from '../../contract/endpoints.ts'
import { writing } from '../../contract/calls.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import { paperPaths } from '../../contract/kinds/kind.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { receivable } from '../../contract/states.ts'
import { waits } from '../handover/waits.ts'
import { cancelPathOf, deleteCalls, formPathOf, handOverPathOf, isListed, listOf, receivePathOf } from '../kinds.ts'
import { machineOfKind } from '../words.tsx'
import { overridesOf, openOf, type Reasons } from './Findings.tsx'

/** Moves made here; receiving and handing over have screens of their own. */
const HERE = ['submit', 'back', 'accept', 'make', 'ship', 'cancel', 'cancelLate']
type Props = { order: OrderInfo }
type Reviewed = Props & { reasons: Reasons }

export function Steps({ order, reasons }: Reviewed) {
  const kind = kindOf(order.kind)
  const holds = useHolds()
  const go = useGo()
  const machine = machineOfKind(order.kind)
  const status = useSend(lensOrders['orders.status'], {
    onSuccess: (now) => toast(t`${now.orderNo}：${tr(now.statusName)}`, 'ok'),
  })
  const cancelAt = cancelPathOf(order.kind, order.orderId)
  const remove = useRemove(order)
  const back = useReturn(order)
  const to = (name: string): number => Number(machine.moves[name]?.to)
  const move = (name: string, reason?: string) =>
    status.mutate({ oid: order.orderId, status: to(name), version: order.version, ...(reason ? { reason } : {}) })
  const hidden = order.needsReview ? ['accept'] : []
  return (
    <>
      {kind.papers.map((paper) => (
        <Button key={paper} href={`${paperPaths[paper]}/${order.orderId}`} target="_blank">{t`打印`}</Button>
      ))}
      <Writes order={order} />
      {order.needsReview && !machine.in.draft.includes(order.status) && <Review order={order} reasons={reasons} />}
      <Arrives order={order} />
      <Collects order={order} />
      <Moves
        of={machine}
        status={order.status}
        size="middle"
        busy={status.isPending}
        only={HERE.filter((name) => !hidden.includes(name) && (name !== 'submit' || holds(writing(kind))))}
        onMove={(name, reason) => move(name, reason)}
        behind={[
          ...(cancelAt && machine.moves.cancel?.from.includes(order.status) && holds('order:cancel')
            ? [{ key: 'look', label: t`取消前先看后果`, run: () => go(cancelAt) }]
            : []),
          ...(back ? [{ key: 'return', ...back }] : []),
          ...(remove && holds(writing(kind)) ? [{ key: 'delete', label: t`删除`, run: remove }] : []),
        ]}
      />
      {!order.needsReview && <Unpaid order={order} place={(reason) => move('accept', reason)} />}
    </>
  )
}
/** Changing it while it is written on; replacing it once it is placed. */
function Writes({ order: { kind, status, orderId } }: Props) {
  const go = useGo()
  const holds = useHolds()
  const machine = machineOfKind(kind)
  const written = machine.in.written.includes(status)
  const to = formPathOf(kind, `${written ? 'edit' : 'supplement'}/${orderId}`)
  if (!to || !holds(writing(kindOf(kind))) || machine.in.givenUp.includes(status)) return null
  return <Button onClick={() => go(to)}>{written ? t`编辑` : t`补片`}</Button>
}
/** Goods that may come are scanned on a screen of their own: the next step of who unpacks. */
function Arrives({ order: { kind, status, orderId } }: Props) {
  const go = useGo()
  if (!receivable(machineOfKind(kind)).includes(status)) return null
  return (
    <Can code="order:receive">
      <Button type="primary" onClick={() => go(receivePathOf(kind, orderId))}>{t`扫码收货`}</Button>
    </Can>
  )
}
/** What waits for its member is told of, and handed over on a screen of its own. */
function Collects({ order }: Props) {
  const go = useGo()
  const notify = useSend(lensOrders['orders.notify'], { onSuccess: (now) => toast(t`${now.orderNo}：已通知会员`, 'ok') })
  if (!waits(order)) return null
  return (
    <Can code="order:handover">
      <Button loading={notify.isPending} onClick={() => notify.mutate({ id: order.orderId, version: order.version })}>
        {order.notifiedAt ? t`再次通知` : t`通知取镜`}
      </Button>
      <Button type="primary" onClick={() => go(handOverPathOf(order.orderId))}>{t`取镜`}</Button>
    </Can>
  )
}
const RETURNS = ['refuse', 'giveBack', 'reject']
/** Lenses go back: to their supplier, or from the member, with the reason; worn ones are locked. */
function useReturn({ orderId, orderNo, version, kind, status, handedAt }: OrderInfo): { label: string; run: () => void } | undefined {
  const holds = useHolds()
  const send = useSend(lensOrders['orders.return'], { onSuccess: (now) => toast(t`${now.orderNo}：${tr(now.statusName)}`, 'ok') })
  const { moves } = machineOfKind(kind)
  const move = RETURNS.map((name) => moves[name]).find((m) => m?.from.includes(status))
  if (!move || !holds(move.can)) return undefined
  const message = handedAt ? t`${orderNo} 从会员退回：镜片锁定，不再出售` : t`${orderNo} 退回供应商`
  const run = async () => {
    const reason = await confirm({ message, reason: { label: t`原因`, required: true }, danger: true })
    if (typeof reason === 'string') send.mutate({ id: orderId, version, reason })
  }
  return { label: tr(move.label), run: () => void run() }
}
/** Another person than who wrote it looks at it; what is paid for is placed at once. */
function Review({ order, reasons }: Reviewed) {
  const who = useWho()
  const holds = useHolds()
  const review = useSend(lensOrders['orders.review'], {
    onSuccess: (now) => toast(t`${now.orderNo} 已审核：${tr(now.statusName)}`, 'ok'),
  })
  if (!holds('order:review')) return null
  const overrides = overridesOf(order, reasons)
  return (
    <Act
      type="primary"
      unless={
        (order.ctid === who.ctid && t`开单人不能审核自己的订单`) ||
        (openOf(order).length > overrides.length && t`请先在订单检查里确认提醒并填写理由`)
      }
      loading={review.isPending}
      onClick={() => review.mutate({ id: order.orderId, version: order.version, overrides })}
    >{t`审核`}</Act>
  )
}
/** A supervisor places what is not paid for, with the reason. */
function Unpaid({ order, place }: Props & { place: (reason: string) => void }) {
  const holds = useHolds()
  const { accept } = machineOfKind(order.kind).moves
  const due = (order.billPrice ?? 0) - (order.paid ?? 0)
  if (!accept?.from.includes(order.status) || due <= 0 || !holds('order:supervise')) return null
  const ask = async () => {
    const reason = await confirm({ message: t`未收清也下单？`, reason: { label: t`原因`, required: true } })
    if (typeof reason === 'string') place(reason)
  }
  return <Button onClick={() => void ask()}>{t`未收清下单`}</Button>
}
/** Deletes what never became anything. */
function useRemove({ orderId, orderNo, kind, status }: OrderInfo): (() => void) | undefined {
  const go = useGo()
  const send = useSend(deleteCalls[isListed(kind) ? kind : 'okjing'], { onSuccess: () => go(listOf(kind)) })
  if (!isListed(kind) || !machineOfKind(kind).in.neverMade.includes(status)) return undefined
  return () =>
    void confirm({ message: t`删除订单 ${orderNo}？`, danger: true }).then((yes) => yes !== false && send.mutate({ id: orderId }))
}
