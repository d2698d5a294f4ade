/** What became of a payment: asked of the service or told by it, kept and booked once. */
import { locked, update, type Cx, type Out } from '#kernel/server/index.ts'
import { paymentOf } from '#ports/payment/choose.ts'
import type { MemberCode, PaymentState } from '#ports/payment/port.ts'
import { type StateOf } from '#kernel/contract/index.ts'
import { paymentPaid } from '../contract/events.ts'
import { markBooked, orderOf, type Order } from './orders.ts'
import { bookRecharge } from './recharge.ts'
import { codePayment } from '../contract/states.ts'

type Status = StateOf<typeof codePayment>
const { is, in: sets } = codePayment

/** Asks the service about an order that still waits; what it says for good is kept and booked. */
export async function askState(out: Pick<Out, 'tx'>, orderNo: string): Promise<Status> {
  const order = await out.tx((cx) => orderOf(cx, orderNo))
  const port = portOf(order)
  // Where nothing is connected any more there is nobody to ask.
  if (order.status !== is.waiting || port.off) return order.status as Status
  const answer = await port.query(orderNo)
  return answer.status === 'waiting' ? is.waiting : out.tx((cx) => settle(cx, orderNo, answer))
}

// Orders are made for ways with a port only.
const portOf = ({ payWay }: Order) => paymentOf(payWay as 2 | 3)

/** Takes an order by the code the member shows: what the wallet says at once is kept; one that asks its owner is asked about later. */
export async function takeByCode(
  out: Pick<Out, 'tx'>,
  order: Order,
  code: MemberCode,
): Promise<{ status: Status; reason?: string | undefined }> {
  const { reason, ...answer } = await portOf(order).scan(order, code)
  return { status: answer.status === 'waiting' ? is.waiting : await out.tx((cx) => settle(cx, order.orderNo, answer)), reason }
}

/**
 * Keeps what the service said of an order and has it booked, in one transaction. However often and from wherever it is told, the first
 * word that it was paid books it; one that counted as closed is paid after all when the service says so.
 */
export async function settle(cx: Cx, orderNo: string, answer: PaymentState): Promise<Status> {
  const order = await locked(cx, 'payment_order', { orderNo }, { what: '支付单' })
  // The constraint of the column knows no other states than the machine.
  if (sets.took.includes(order.status) || answer.status === 'waiting') return order.status as Status
  // Another amount than asked for is not this payment: it waits for a person.
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
