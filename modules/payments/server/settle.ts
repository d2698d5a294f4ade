/** What became of a payment: asked of the service or told by it, kept and booked once. */
import { locked, update, type Cx, type Out } from '#kernel/server/index.ts'
import { paymentOf } from '#ports/payment/choose.ts'
import type { PaymentState } from '#ports/payment/port.ts'
import { paymentPaid } from '../contract/events.ts'
import { markBooked, orderOf } from './orders.ts'
import { bookRecharge } from './recharge.ts'

type Status = 0 | 1 | 2 | 3

/** Asks the service about an order that still waits; what it says for good is kept and booked. */
export async function askState(out: Pick<Out, 'tx'>, orderNo: string): Promise<Status> {
  const order = await out.tx((cx) => orderOf(cx, orderNo))
  const port = paymentOf(order.payWay as 2 | 3)
  // Where nothing is connected any more there is nobody to ask.
  if (order.status !== 0 || port.off) return order.status as Status
  const said = await port.query(orderNo)
  return said.status === 'waiting' ? 0 : out.tx((cx) => settle(cx, orderNo, said))
}

/**
 * Keeps what the service said of an order and has it booked, in one transaction. However often and from wherever it is told, the first
 * word that it was paid books it; one that counted as closed is paid after all when the service says so.
 */
export async function settle(cx: Cx, orderNo: string, said: PaymentState): Promise<Status> {
  const order = await locked(cx, 'payment_order', { orderNo }, { what: '支付单' })
  if (order.status === 1 || order.status === 3 || said.status === 'waiting') return order.status as Status
  // Another amount than asked for is not this payment: it waits for a person.
  const status = said.status === 'closed' ? 2 : said.amount === order.amount ? 1 : 3
  await update(cx, 'payment_order', { orderNo }, { status, ...(status === 2 ? {} : { tradeNo: said.tradeNo ?? null, paidAt: cx.now }) })
  if (status !== 1) return status
  if (order.purpose === 'balance') {
    await bookRecharge(cx, order)
    await markBooked(cx, orderNo)
  } else {
    const { hid, amount, purpose, ref, payload } = order
    await cx.announce(paymentPaid, { orderNo, hid, payWay: order.payWay, amount, purpose, ref, payload })
  }
  return status
}
