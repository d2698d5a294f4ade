/** Payments by a code: opened at the service, told by it or asked of it, booked once. Amounts in fen. */
import { randomBytes } from 'node:crypto'
import { insert, sql, update, type Cx, type Out, type Row, lit, wholeRow } from '#kernel/server/index.ts'
import { paymentOf } from '#ports/payment/choose.ts'
import type { PayCode } from '../contract/shapes.ts'
import { codePayment } from '../contract/states.ts'

export type Order = Row<'payment_order'>

/** A number that is never given twice, at most 32 characters as WeChat wants it. */
export const orderNumber = (prefix: string): string =>
  `${prefix.replace(/[^0-9A-Za-z]/g, '').slice(0, 20)}${randomBytes(6).toString('hex')}`

/** The services behind WeChat and Alipay, for a till. */
export const channels = () =>
  ([2, 3] as const).map((payWay) => {
    const { channel, label, simulated } = paymentOf(payWay)
    return { payWay, channel, label, simulated }
  })

export interface NewOrder {
  readonly hid: number
  readonly payWay: 2 | 3
  readonly amount: number
  /** What the member reads in the wallet. */
  readonly subject: string
  readonly purpose: 'bill' | 'topup' | 'balance'
  /** What is paid for: `fee_bill:12`. */
  readonly ref?: string
  /** What whoever books it needs to know. */
  readonly payload?: Record<string, unknown>
  /** Print of the member's code, where one was shown. */
  readonly codePrint?: string
  /** First part of the number. */
  readonly prefix: string
}
/** Writes down what is to be paid; `showCode` then asks the service for its code. */
export function newOrder(cx: Cx, { prefix, payload = {}, ref, ...order }: NewOrder): Promise<Order> {
  const { channel, off } = paymentOf(order.payWay)
  if (off) return cx.refuse('not_connected', { what: off })
  // A jsonb column takes what JSON holds.
  return insert(cx, 'payment_order', { ...order, ref: ref ?? null, payload: payload as never, orderNo: orderNumber(prefix), channel })
}

/** Opens the payment at the service of its way and answers the code. No connection is held meanwhile. */
export async function showCode(out: Pick<Out, 'tx'>, order: Order): Promise<PayCode> {
  const port = paymentOf(order.payWay)
  const { codeUrl } = await port.open({ orderNo: order.orderNo, amount: order.amount, subject: order.subject })
  await out.tx((cx) => update(cx, 'payment_order', { orderNo: order.orderNo }, { codeUrl }))
  return {
    orderNo: order.orderNo,
    payWay: order.payWay,
    amount: order.amount,
    codeUrl,
    label: port.label,
    simulated: port.simulated,
  }
}

/** An order by its number; another store's is not found. */
export const orderOf = async (cx: Cx, orderNo: string): Promise<Order> =>
  (await cx.db.one(wholeRow('payment_order'), sql`select * from payment_order where order_no = ${orderNo}`)) ??
  cx.refuse('not_found', { what: '支付单' })

/** Notes that a paid order stands in the books of what it paid for. */
export const markBooked = (cx: Cx, orderNo: string): Promise<Order | undefined> =>
  update(cx, 'payment_order', { orderNo }, { booked: true })

/** Orders by their numbers, locked until the transaction ends. */
export const lockOrders = (cx: Cx, numbers: readonly string[]): Promise<Order[]> =>
  cx.db.rows(wholeRow('payment_order'), sql`select * from payment_order where order_no = any(${numbers}) order by order_no for update`)
/** True when something is paid by a code and not booked yet. */
export const paidUnbooked = (cx: Cx, ref: string): Promise<boolean> =>
  cx.db.any(sql`select 1 from payment_order where ref = ${ref} and status = ${lit(codePayment.is.paid)} and not booked limit 1`)
