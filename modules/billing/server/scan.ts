/** Scan payments of a bill: the code comes from the payments module, the confirm call books it. */
import type { z } from '#kernel/contract/index.ts'
import { hashToken, type Cx, type Out } from '#kernel/server/index.ts'
import { keepStored } from '#modules/loyalty/server/door.ts'
import { askState, lockOrders, markBooked, newOrder, showCode, takeByCode } from '#modules/payments/server/door.ts'
import { codePayment } from '#modules/payments/contract/states.ts'
import { wayOfCode } from '#ports/payment/port.ts'
import { payWays } from '../contract/fields.ts'
import type { KeepScan, NewScan, Scan, ScanState, TakenScan, TakeScan } from '../contract/shapes.scan.ts'
import type { FeeBillInfo } from '../contract/shapes.ts'
import { feeBill, stateOf } from '../contract/states.ts'
import { billInfo, lockBill } from './queries.ts'

const refOf = (fbid: number): string => `fee_bill:${fbid}`

/** Writes down a payment for a bill or part of it. */
async function orderFor(
  cx: Cx<'overpaid'>,
  { fbid, payWay, amount, codePrint }: { fbid: number; payWay: 2 | 3; amount?: number | undefined; codePrint?: string },
) {
  const bill = await lockBill(cx, fbid)
  if (!feeBill.in.due.includes(bill.status)) cx.refuse('illegal_move', { state: stateOf(bill.status), move: '收费' })
  const due = bill.billPrice - bill.paid
  if ((amount ?? 1) > due) cx.refuse('overpaid', { field: 'amount' })
  return newOrder(cx, {
    hid: bill.hid,
    payWay,
    amount: amount ?? due,
    prefix: bill.billNo,
    purpose: 'bill',
    ref: refOf(fbid),
    subject: `${payWays[payWay]} ${bill.billNo}`,
    ...(codePrint ? { codePrint } : {}),
  })
}

/** Opens a payment for a bill or part of it and answers the code. */
export const openScan = async (out: Out<'overpaid'>, asked: z.output<typeof NewScan>): Promise<Scan> => ({
  ...(await showCode(out, await out.tx((cx) => orderFor(cx, asked)))),
  fbid: asked.fbid,
})

/** Takes a bill or part of it by the code the member's wallet shows. Waiting for the password is a state, not a failure; one code pays once. */
export async function takeScan(
  out: Out<'overpaid' | 'code_kind' | 'code_used'>,
  { fbid, authCode, amount }: z.output<typeof TakeScan>,
): Promise<z.output<typeof TakenScan>> {
  const payWay = wayOfCode(authCode) ?? out.refuse('code_kind', { field: 'authCode' })
  const codePrint = hashToken(authCode)
  const order = await out.tx((cx) => orderFor(cx, { fbid, payWay, amount, codePrint }))
  const { status, reason } = await takeByCode(out, order, { authCode, store: String(order.hid) })
  return { orderNo: order.orderNo, fbid, payWay, amount: order.amount, status, reason: reason ?? null }
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
