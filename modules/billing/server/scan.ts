/** Scan payments of a bill: the code comes from the payments module, the confirm call books it. */
import type { z } from '#kernel/contract/index.ts'
import type { Cx, Out } from '#kernel/server/index.ts'
import { keepStored } from '#modules/loyalty/server/door.ts'
import { askState, lockOrders, markBooked, newOrder, showCode } from '#modules/payments/server/door.ts'
import { codePayment } from '#modules/payments/contract/states.ts'
import { payWays } from '../contract/fields.ts'
import type { FeeBillInfo, KeepScan, NewScan, Scan, ScanState } from '../contract/shapes.ts'
import { feeBill, stateOf } from '../contract/states.ts'
import { billInfo, lockBill } from './queries.ts'

const refOf = (fbid: number): string => `fee_bill:${fbid}`

/** Opens a payment for a bill or part of it and answers the code. */
export async function openScan(out: Out<'overpaid'>, { fbid, payWay, amount }: z.output<typeof NewScan>): Promise<Scan> {
  const order = await out.tx(async (cx) => {
    const bill = await lockBill(cx, fbid)
    if (!feeBill.in.due.includes(bill.status)) cx.refuse('illegal_move', { state: stateOf(bill.status), move: '收费' })
    if (amount > bill.billPrice - bill.paid) cx.refuse('overpaid', { field: 'amount' })
    return newOrder(cx, {
      hid: bill.hid,
      payWay,
      amount,
      prefix: bill.billNo,
      purpose: 'bill',
      ref: refOf(fbid),
      subject: `${payWays[payWay]} ${bill.billNo}`,
    })
  })
  return { ...(await showCode(out, order)), fbid }
}

/** Asks the service; what it says for good is kept. */
export const scanState = async (out: Out, { orderNo }: { orderNo: string }): Promise<z.output<typeof ScanState>> => ({
  orderNo,
  status: await askState(out, orderNo),
})

/** What was paid by a code and cannot be booked on its bill, as when the order's check stops it, becomes stored value of the member. */
export async function keepScan(cx: Cx<'not_scanned' | 'paid_twice'>, { fbid, orderNo }: z.output<typeof KeepScan>): Promise<FeeBillInfo> {
  const bill = await lockBill(cx, fbid)
  const [order] = await lockOrders(cx, [orderNo])
  if (!order || order.ref !== refOf(fbid)) return cx.refuse('not_found', { what: '支付单' })
  if (order.booked) cx.refuse('paid_twice')
  if (order.status !== codePayment.is.paid) cx.refuse('not_scanned', { orderNo })
  const { hid, amount: money, payWay } = order
  await keepStored(cx, { hid, pid: bill.pid, money, payWay, orderNo, note: `扫码付款未入账，转为储值：${bill.billNo}` })
  return billInfo(cx, fbid)
}

/** Ties the payments of a confirm call to the scan payments they name: paid, of this bill, way and amount, and booked once. Other numbers are the cashier's own. */
export async function bookScans(
  cx: Cx<'not_scanned' | 'paid_twice'>,
  fbid: number,
  given: ReadonlyArray<{ payWay: number; amount: number; orderNo: string | null }>,
): Promise<void> {
  const named = given.filter((g): g is typeof g & { orderNo: string } => g.orderNo !== null)
  if (!named.length) return
  for (const order of await lockOrders(
    cx,
    named.map((g) => g.orderNo),
  )) {
    const payment = named.find((g) => g.orderNo === order.orderNo)!
    if (order.booked) cx.refuse('paid_twice')
    if (
      order.status !== codePayment.is.paid ||
      order.ref !== refOf(fbid) ||
      order.payWay !== payment.payWay ||
      order.amount !== payment.amount
    )
      cx.refuse('not_scanned', { orderNo: order.orderNo })
    await markBooked(cx, order.orderNo)
  }
}
