/** Scan payments of a bill. The payments module supplies the code; the confirm call books the payment. */
import type { z } from '#kernel/contract/index.ts'
import { hashToken, type Cx, type Out } from '#kernel/server/index.ts'
import { keepStored } from '#modules/loyalty/server/door.ts'
import { askState, lockOrders, markBooked, newOrder, showCode, takeByCode } from '#modules/payments/server/door.ts'
import { codePayment } from '#modules/payments/contract/states.ts'
import { wayOfCode } from '#ports/payment/port.ts'
import { payWays } from '../contract/fields.ts'
import type { KeepScan, NewScan, ScanCode, ScanState, TakenScan, TakeScan } from '../contract/shapes.scan.ts'
import type { FeeBillInfo } from '../contract/shapes.ts'
import { feeBill, stateOf } from '../contract/states.ts'
import { billInfo, lockBill } from './queries.ts'

const refOf = (fbid: number): string => `fee_bill:${fbid}`

/** Creates a payment order for a bill or part of it. */
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

/** Opens a payment for a bill or part of it. Returns the code. */
export const openScan = async (out: Out<'overpaid'>, request: z.output<typeof NewScan>): Promise<ScanCode> => ({
  ...(await showCode(out, await out.tx((cx) => orderFor(cx, request)))),
  fbid: request.fbid,
})

/** Takes payment by the code in the member's wallet. Waiting for the member's password is a state, not a failure; one code pays once. */
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

/** Asks the payment service. A final answer is stored. */
export const scanState = async (out: Out, { orderNo }: { orderNo: string }): Promise<z.output<typeof ScanState>> => ({
  orderNo,
  status: await askState(out, orderNo),
})

/** Turns a scan payment that cannot be booked, for example because the order's check blocks the bill, into stored value of the member. */
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

/**
 * Books the scan payments that the payments of a confirm call name. Each must be paid, match the bill, way and amount, and be booked
 * once. Payments with other numbers are the cashier's own.
 */
export async function bookScans(
  cx: Cx<'not_scanned' | 'paid_twice'>,
  fbid: number,
  payments: ReadonlyArray<{ payWay: number; amount: number; orderNo: string | null }>,
): Promise<void> {
  const scanned = payments.filter((g): g is typeof g & { orderNo: string } => g.orderNo !== null)
  if (!scanned.length) return
  for (const order of await lockOrders(
    cx,
    scanned.map((g) => g.orderNo),
  )) {
    const payment = scanned.find((g) => g.orderNo === order.orderNo)!
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
