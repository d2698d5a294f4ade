/** Code payments: opened at the service, updated by notification or query, booked once. Amounts in fen. */
import { randomBytes } from 'node:crypto'
import { insert, sql, update, type Cx, type Out, type Row, lit, wholeRow } from '#kernel/server/index.ts'
import { paymentOf } from '#ports/payment/choose.ts'
import type { PayCode } from '../contract/shapes.ts'
import { codePayment } from '../contract/states.ts'

export type PaymentOrderRow = Row<'payment_order'>

/** A unique number of at most 32 characters, WeChat's limit. */
export const orderNumber = (prefix: string): string =>
  `${prefix.replace(/[^0-9A-Za-z]/g, '').slice(0, 20)}${randomBytes(6).toString('hex')}`

/** Payment services of a till. */
export const channels = () =>
  ([2, 3] as const).map((payWay) => {
    const { channel, label, simulated } = paymentOf(payWay)
    return { payWay, channel, label, simulated }
  })

export interface NewPaymentOrder {
  readonly hid: number
  readonly payWay: 2 | 3
  readonly amount: number
  /** Text shown in the member's wallet. */
  readonly subject: string
  readonly purpose: 'bill' | 'topup' | 'balance'
  /** Reference of the paid document: `fee_bill:12`. */
  readonly ref?: string
  /** Data for the module that books it. */
  readonly payload?: Record<string, unknown>
  /** Hash of the member's code, where one was scanned. */
  readonly codePrint?: string
  /** Prefix of the number. */
  readonly prefix: string
}
/** Creates an order; `showCode` then requests the code from the service. */
export function newOrder(cx: Cx, { prefix, payload = {}, ref, ...order }: NewPaymentOrder): Promise<PaymentOrderRow> {
  const { channel, off } = paymentOf(order.payWay)
  if (off) return cx.refuse('not_connected', { what: off })
  // A jsonb column accepts any JSON value.
  return insert(cx, 'payment_order', { ...order, ref: ref ?? null, payload: payload as never, orderNo: orderNumber(prefix), channel })
}

/** Opens the payment at its service and returns the code, without holding a connection meanwhile. */
export async function showCode(out: Pick<Out, 'tx'>, order: PaymentOrderRow): Promise<PayCode> {
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

/** Loads an order by number. Those of other stores are not found. */
export const orderOf = async (cx: Cx, orderNo: string): Promise<PaymentOrderRow> =>
  (await cx.db.one(wholeRow('payment_order'), sql`select * from payment_order where order_no = ${orderNo}`)) ??
  cx.refuse('not_found', { what: '支付单' })

/** Marks a paid order as booked. */
export const markBooked = (cx: Cx, orderNo: string): Promise<PaymentOrderRow | undefined> =>
  update(cx, 'payment_order', { orderNo }, { booked: true })

/** Orders by number, locked until the end of the transaction. */
export const lockOrders = (cx: Cx, numbers: readonly string[]): Promise<PaymentOrderRow[]> =>
  cx.db.rows(wholeRow('payment_order'), sql`select * from payment_order where order_no = any(${numbers}) order by order_no for update`)
/** True when a paid order for the ref is not booked yet. */
export const paidUnbooked = (cx: Cx, ref: string): Promise<boolean> =>
  cx.db.any(sql`
    select 1
    from payment_order
    where ref = ${ref} and status = ${lit(codePayment.is.paid)} and not booked
    limit 1
  `)
