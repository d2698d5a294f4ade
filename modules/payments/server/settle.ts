/** Result of a payment, by query or notification; stored and booked once. */
import { locked, update, type Cx, type Out } from '#kernel/server/index.ts'
import { paymentOf } from '#ports/payment/choose.ts'
import type { MemberCode, PaymentState } from '#ports/payment/port.ts'
import { type StateOf } from '#kernel/contract/index.ts'
import { paymentPaid } from '../contract/events.ts'
import { markBooked, orderOf, type PaymentOrderRow } from './orders.ts'
import { bookRecharge } from './recharge.ts'
import { codePayment } from '../contract/states.ts'

type Status = StateOf<typeof codePayment>
const { is, in: sets } = codePayment

/** Queries an open order; a final state is stored and booked. */
export async function askState(out: Pick<Out, 'tx'>, orderNo: string): Promise<Status> {
  const order = await out.tx((cx) => orderOf(cx, orderNo))
  const port = portOf(order)
  // Without a configured service there is nothing to query.
  if (order.status !== is.waiting || port.off) return order.status as Status
  const answer = await port.query(orderNo)
  return answer.status === 'waiting' ? is.waiting : out.tx((cx) => settle(cx, orderNo, answer))
}

// Orders exist only for ways with a service.
const portOf = ({ payWay }: PaymentOrderRow) => paymentOf(payWay as 2 | 3)

/** Takes an order by the member's code. An immediate result is stored; a wallet that asks its owner is queried later. */
export async function takeByCode(
  out: Pick<Out, 'tx'>,
  order: PaymentOrderRow,
  code: MemberCode,
): Promise<{ status: Status; reason?: string | undefined }> {
  const { reason, ...answer } = await portOf(order).scan(order, code)
  return { status: answer.status === 'waiting' ? is.waiting : await out.tx((cx) => settle(cx, order.orderNo, answer)), reason }
}

/**
 * Stores a reported state of an order and announces payment, in one transaction. Idempotent: the first report of payment books it, even
 * for an order that counted as closed.
 */
export async function settle(cx: Cx, orderNo: string, answer: PaymentState): Promise<Status> {
  const order = await locked(cx, 'payment_order', { orderNo }, { what: '支付单' })
  // The column's constraint allows only the states of the machine.
  if (sets.took.includes(order.status) || answer.status === 'waiting') return order.status as Status
  // A different amount does not pay this order; a person must review it.
  const took = answer.status !== 'closed' && (answer.amount === order.amount ? is.paid : is.otherAmount)
  const status = took || is.closed
  await update(
    cx,
    'payment_order',
    { orderNo },
    { status, ...(status === is.closed ? {} : { tradeNo: answer.tradeNo ?? null, paidAt: cx.now }) },
  )
  if (status !== is.paid) return status
  if (order.purpose === 'balance') {
    await bookRecharge(cx, order)
    await markBooked(cx, orderNo)
  } else {
    const { hid, amount, purpose, ref, payload } = order
    await cx.announce(paymentPaid, { orderNo, hid, payWay: order.payWay, amount, purpose, ref, payload })
  }
  return status
}
