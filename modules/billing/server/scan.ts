/** Scan payments: a code is asked of the payment service, its state is asked until it is paid, and the confirm call books it. */
import { randomBytes } from 'node:crypto'
import type { z } from '#kernel/contract/index.ts'
import { insert, sql, update, type Cx, type Out, type Row } from '#kernel/server/index.ts'
import { paymentOf } from '#ports/payment/choose.ts'
import { payWays } from '../contract/fields.ts'
import type { NewScan, Scan, ScanState } from '../contract/shapes.ts'
import { stateOf } from '../contract/states.ts'
import { lockBill } from './queries.ts'

/** A number that is never given twice, at most 32 characters as WeChat wants it. */
export const scanNumber = (billNo: string): string => `${billNo.replace('-', '')}${randomBytes(6).toString('hex')}`

/** The services behind WeChat and Alipay, for the till. */
export const channels = () => ([2, 3] as const).map((payWay) => {
  const { channel, label, simulated } = paymentOf(payWay)
  return { payWay, channel, label, simulated }
})

/** Opens a payment for a bill or part of it and answers the code. No connection is held while the service is asked. */
export async function openScan(out: Out<'overpaid'>, { fbid, payWay, amount }: z.output<typeof NewScan>): Promise<Scan> {
  const port = paymentOf(payWay)
  const order = await out.tx(async (cx) => {
    const bill = await lockBill(cx, fbid)
    if (bill.status !== 0 && bill.status !== 6) cx.refuse('illegal_move', { state: stateOf(bill.status), move: '收费' })
    if (amount > bill.billPrice - bill.paid) cx.refuse('overpaid', { field: 'amount' })
    return insert(cx, 'pay_order', { hid: bill.hid, fbid, orderNo: scanNumber(bill.billNo), channel: port.channel, payWay, amount })
  })
  const { codeUrl } = await port.open({ orderNo: order.orderNo, amount, subject: `${payWays[payWay]} ${order.orderNo}` })
  await out.tx((cx) => update(cx, 'pay_order', { orderNo: order.orderNo }, { codeUrl }))
  return { orderNo: order.orderNo, fbid, payWay, amount, codeUrl, label: port.label, simulated: port.simulated }
}

/** Asks the service; what it says for good is kept. */
export async function scanState(out: Out, { orderNo }: { orderNo: string }): Promise<z.output<typeof ScanState>> {
  const order = await out.tx(async (cx) => (await cx.db.one<Row<'pay_order'>>(sql`select * from pay_order where order_no = ${orderNo}`)) ?? cx.refuse('not_found', { what: '支付单' }))
  if (order.status !== 0) return { orderNo, status: order.status as 1 | 2 }
  const port = paymentOf(order.payWay as 2 | 3)
  const said = await port.query(orderNo)
  if (said.status === 'waiting') return { orderNo, status: 0 }
  // Another amount than asked for is not this payment.
  const status = said.status === 'paid' && said.amount === order.amount ? 1 : 2
  await out.tx((cx) => update(cx, 'pay_order', { orderNo }, { status, ...(status === 1 ? { tradeNo: said.tradeNo ?? null, paidAt: cx.now } : {}) }))
  return { orderNo, status }
}

/** Ties the payments of a confirm call to the scan payments they name: paid, of this bill, way and amount, and booked once. Other numbers are the cashier's own. */
export async function bookScans(cx: Cx<'not_scanned' | 'paid_twice'>, fbid: number, given: ReadonlyArray<{ payWay: number; amount: number; orderNo: string | null }>): Promise<void> {
  const named = given.filter((g): g is typeof g & { orderNo: string } => g.orderNo !== null)
  if (!named.length) return
  const orders = await cx.db.rows<Row<'pay_order'>>(sql`select * from pay_order where order_no = any(${named.map((g) => g.orderNo)}) for update`)
  for (const order of orders) {
    const payment = named.find((g) => g.orderNo === order.orderNo)!
    if (order.booked) cx.refuse('paid_twice')
    if (order.status !== 1 || order.fbid !== fbid || order.payWay !== payment.payWay || order.amount !== payment.amount) cx.refuse('not_scanned', { orderNo: order.orderNo })
    await update(cx, 'pay_order', { orderNo: order.orderNo }, { booked: true })
  }
}
