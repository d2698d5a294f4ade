import { lit, may, move, on, sql, stay, type Cx } from '#kernel/server/index.ts'
import {
  billCancelAsked,
  billPaid,
  billPromised,
  billRefundAsked,
  billRefundCancelled,
  billRefunded,
} from '#modules/billing/contract/events.ts'
import { memberErased } from '#modules/patients/contract/events.ts'
import { supplierPaid } from '#modules/purchasing/contract/events.ts'
import { lensesOrdered } from '#modules/records/server/door.ts'
import { freeHeld } from '#modules/stock/server/door.ts'
import { orderCancelled, orderPlaced } from '../contract/events.ts'
import { orderKinds } from '../contract/kinds/index.ts'
import { fitted, machineOf } from '../contract/states.ts'
import { basisReactions, payable } from './check/basis.ts'
import { release, settlePaid } from './money/credit.ts'
import { backFromMember } from './handover/handover.ts'
import { dropBill, dueBefore, orderIn, refOf } from './money/money.ts'
import { lockOrder, orderOf, type SupplyOrder } from './queries.ts'
import { placePaid } from './steps.ts'
import { tellsAwaited } from './purchase/awaited.ts'
import { tellsNumber } from './handover/coded.ts'
import { tellsOutput } from './handover/output.ts'
import { tellsOrders } from './receive/told.ts'
import { wanting } from './purchase/wanted.ts'

interface OfBill {
  readonly ref: string | null
}
/** The order a bill is for, held; undefined for bills of other things. */
async function orderFor(cx: Cx, { ref }: OfBill): Promise<SupplyOrder | undefined> {
  const id = orderIn(ref)
  return id === undefined ? undefined : lockOrder(cx, id)
}
const givenUp = (order: SupplyOrder): boolean => machineOf(order.flow).in.givenUp.includes(order.status)

/** Money came: what was reviewed already is placed. */
async function afterMoney(cx: Cx<'order_stopped'>, bill: OfBill): Promise<void> {
  const order = await orderFor(cx, bill)
  if (order) await payable(cx, order)
  if (!order || order.status !== fitted.is.reviewing || order.flow !== 'fitted' || order.reviewedBy === null) return
  if ((await dueBefore(cx, order)) > 0) return
  await placePaid(cx, order)
}
const Piece = { ref: 'string', left: 'number' } as const
/** Lines of an order that its bill still charges for. */
const left = (cx: Cx, { fbid, orderId }: SupplyOrder) =>
  cx.db.rows(
    Piece,
    sql`
      select b.ref, b.quantity - b.refunded_quantity "left"
      from bill_item b
      join supply_order_line l on l.oid = b.oid and b.ref = 'order-line:' || l.line_id
      where b.fbid = ${fbid} and l.order_id = ${orderId} and b.refunded_quantity < b.quantity
    `,
  )
interface Asked extends OfBill {
  readonly items: ReadonlyArray<{ ref: string | null; quantity: number }>
}
/** Money of a running order is given back whole, which cancels it: up to its placing by anybody who may refund, later by a supervisor. */
async function mayRefund(cx: Cx<'refund_order'>, bill: Asked): Promise<void> {
  const order = await orderFor(cx, bill)
  if (!order || givenUp(order)) return
  const goods = await left(cx, order)
  const quantities = new Map(bill.items.map((i) => [i.ref, i.quantity]))
  if (!goods.some((g) => quantities.get(g.ref))) return
  const done = order.flow === 'fitted' && fitted.in.handedOver.includes(order.status)
  if (!done && goods.some((g) => (quantities.get(g.ref) ?? 0) < g.left)) cx.refuse('refund_order')
  const early = machineOf(order.flow).moves.cancel.from.includes(order.status)
  if (!early && !may(cx, 'order:supervise', order.hid)) cx.refuse('no_access', { what: '已下单订单退费', code: 'order:supervise' })
}
/** All of it given back: the order is cancelled, or returned where the lenses are here. */
async function afterRefund(cx: Cx<'take_back_too_much'>, bill: OfBill & { refundId: number }): Promise<void> {
  const order = await orderFor(cx, bill)
  if (!order || givenUp(order) || (await left(cx, order)).length) return
  const machine = machineOf(order.flow)
  const name = ['cancel', 'cancelLate', 'refuse', 'giveBack'].find((n) => machine.moves[n]?.from.includes(order.status))
  const note = `退费单 ${bill.refundId}`
  if (!name) return isAnybodys(cx, order, note)
  await release(cx, order)
  await move(cx, machine, order.orderId, name, { automatic: true, note, set: { reason: note } })
  if (name === 'giveBack') await backFromMember(cx, order, note)
  const { orderId, kind, hid, pid } = order
  await cx.announce(orderCancelled, { orderId, kind, hid, pid })
}
/**
 * Goods of a member that are in the house stay there when their money is given back: for anybody, or locked where they were in the member's
 * hands.
 */
async function isAnybodys(cx: Cx<'take_back_too_much'>, order: SupplyOrder, note: string): Promise<void> {
  if (order.handedAt !== null) await backFromMember(cx, order, note)
  await freeHeld(cx, refOf(order.orderId), note)
  await stay(cx, machineOf(order.flow), order.orderId, order.status, 'refunded', undefined, { givesUp: true })
}
/** A bill of an order that is placed is cancelled with the order. */
async function keepsItsBill(cx: Cx<'refund_order'>, bill: OfBill): Promise<void> {
  const order = await orderFor(cx, bill)
  if (order && !givenUp(order)) cx.refuse('refund_order')
}
/** What was given up with a refund does not come back with the money. */
async function notGivenUp(cx: Cx<'order_given_up'>, bill: OfBill): Promise<void> {
  const order = await orderFor(cx, bill)
  if (order && givenUp(order)) cx.refuse('order_given_up')
}

/** An order that is given up keeps nothing from the shelf and no bill nobody paid; what a member gave back stays locked. */
const freed = on(orderCancelled, async (cx, { orderId }) => {
  await freeHeld(cx, refOf(orderId), '订单取消，释放留用商品')
  await dropBill(cx, await lockOrder(cx, orderId))
})
/** The case of a member says since when its lenses are ordered: no more once the order is given up. */
async function railed(cx: Cx, { orderId, kind }: { orderId: number; kind: string }): Promise<void> {
  if (kind !== orderKinds.okjing.kind) return
  const { pid } = await orderOf(cx, orderId)
  if (pid === null) return
  const { day } = await cx.db.the(
    { day: 'string | null' },
    sql`
      select max(order_date) "day"
      from supply_order
      where pid = ${pid} and kind = ${kind} and status in ${lit([...fitted.in.placed, ...fitted.in.handedOver])}
    `,
  )
  await lensesOrdered(cx, pid, day)
}
/** Who signed for the goods of a member who is erased is told no more; that somebody did, and when, stays. */
const unsigned = on(memberErased, async (cx, { pid }) => {
  await cx.db.run(
    sql`
      update supply_order
      set receiver = '已注销', receiver_relation = null, receiver_phone = null, signature = ''
      where pid = ${pid} and receiver is not null
    `,
  )
})
export default [
  ...basisReactions,
  ...wanting,
  unsigned,
  tellsOrders,
  tellsAwaited,
  tellsNumber,
  tellsOutput,
  on(supplierPaid, settlePaid),
  freed,
  on(orderPlaced, railed),
  on(orderCancelled, railed),
  on(billPaid, afterMoney),
  on(billPromised, afterMoney),
  on(billCancelAsked, keepsItsBill),
  on(billRefundAsked, mayRefund),
  on(billRefunded, afterRefund),
  on(billRefundCancelled, notGivenUp),
]
