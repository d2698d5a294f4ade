/** Ends an unpaid bill: cancels it (deposits go back the way they came), puts it on account, or deletes it. */
import { wordsOfReason } from '#kernel/contract/index.ts'
import { change, insertMany, may, move, remove, reverse, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { proofOf } from '#modules/account/server/door.ts'
import { paidUnbooked } from '#modules/payments/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import type { IssueFail } from '#modules/stock/server/door.ts'
import { followCoupons, keepCoupon, tellStored } from '#modules/loyalty/server/door.ts'
import { billCancelAsked, billPromised, offersTaken } from '../contract/events.ts'
import type { FeeBillInfo } from '../contract/shapes.ts'
import { feeBill, stateOf } from '../contract/states.ts'
import { billInfo, lockBill, paymentsOf } from './queries.ts'

/** Refusals of a refund from the limit of the store on, which another person has to agree to. */
export type AgreeFail = 'refund_over' | 'approval_needed' | 'approval_self' | 'approver_may_not'
/** What a proof of presence for a refund is kept as. */
const PURPOSE = '批准退费'
/** Who agreed and the proof; empty below the limit. */
export interface RefundApproval {
  readonly approvedBy: number | null
  readonly proofId: number | null
}
export async function agreedRefund(
  cx: Cx<AgreeFail>,
  { hid, amount, approver }: { hid: number; amount: number; approver: number | undefined },
): Promise<RefundApproval> {
  const most = await settingOf(cx, hid, 'refundApproveFrom')
  if (most === null || amount <= 0 || amount < most * 100) return { approvedBy: null, proofId: null }
  if (approver === undefined) return cx.refuse('refund_over', { amount: (amount / 100).toFixed(2), most, field: 'approver' })
  return { approvedBy: approver, proofId: await proofOf(cx, { approver, purpose: PURPOSE, can: 'refund:approve' }) }
}

/** A scan payment that arrived and is not booked yet. Its bill must not disappear. */
const paidByScan = (cx: Cx, fbid: number) => paidUnbooked(cx, `fee_bill:${fbid}`)

/** Cancels a bill that was not paid in full. Returning a deposit requires the permission to refund. */
export async function cancelOf(cx: Cx, fbid: number, options: { reason?: string; automatic?: boolean } = {}): Promise<void> {
  const bill = await lockBill(cx, fbid)
  if (bill.status === feeBill.is.cancelled) return
  if (!feeBill.in.due.includes(bill.status)) cx.refuse('illegal_move', { state: stateOf(bill.status), move: '取消' })
  if (await paidByScan(cx, fbid)) cx.refuse('locked', { what: '有扫码付款待入账的收费单（可先入账，或转为会员储值）' })
  const deposits = await paymentsOf(cx, fbid)
  if (deposits.length) {
    if (!may(cx, 'feebill:refund', bill.hid)) cx.refuse('no_access', { what: '退定金', code: 'feebill:refund' })
    const reversed = new Map<number, number>()
    for (const entryId of new Set(deposits.map((d) => d.entryId))) reversed.set(entryId, await reverse(cx, entryId, '退定金', bill.billNo))
    await insertMany(
      cx,
      'bill_payment',
      deposits.map((d) => ({
        fbid,
        hid: d.hid,
        payWay: d.payWay,
        amount: -d.amount,
        stored: -d.stored,
        gift: -d.gift,
        points: -d.points,
        couponId: d.couponId,
        returns: d.bpid,
        reason: options.reason ?? null,
        entryId: reversed.get(d.entryId),
      })),
    )
    for (const entryId of reversed.values()) await followCoupons(cx, entryId, null)
    const change = deposits.reduce((sum, d) => sum + d.stored + d.gift, 0)
    await tellStored(cx, { pid: bill.pid, hid: bill.hid, change, why: '取消收费单退回' })
  }
  await keepCoupon(cx, `fee_bill:${fbid}`, null)
  await cx.announce(offersTaken, { fbid, hid: bill.hid, pid: bill.pid, taken: [] })
  await move(cx, feeBill, fbid, 'cancel', { note: options.reason ?? null, automatic: options.automatic ?? false, set: { paid: 0 } })
}

/** Cancels a bill at the till, unless the order it pays for is in progress. */
export async function cancelBill(
  cx: Cx<'refund_order' | 'refund_reason' | AgreeFail>,
  fbid: number,
  { reason, approver }: { reason?: string | undefined; approver?: number | undefined } = {},
): Promise<FeeBillInfo> {
  const { ref, paid, hid } = await lockBill(cx, fbid)
  // Money that leaves the till says why.
  if (paid > 0 && may(cx, 'feebill:refund', hid) && wordsOfReason(reason) === undefined) cx.refuse('refund_reason', { field: 'reason' })
  if (paid > 0 && may(cx, 'feebill:refund', hid)) await agreedRefund(cx, { hid, amount: paid, approver })
  await cx.announce(billCancelAsked, { fbid, ref })
  await cancelOf(cx, fbid, reason ? { reason } : {})
  return billInfo(cx, fbid)
}

/** Announces that payment of a bill is promised, by a deposit or on account. */
export const promise = (cx: Cx<IssueFail | 'order_stopped'>, { fbid, hid, ref, status, paid, billPrice }: Row<'fee_bill'>): Promise<void> =>
  cx.announce(billPromised, { fbid, hid, ref, onAccount: status === feeBill.is.owed, paid, billPrice })

/** Puts a bill on account: the member owes it. */
export async function owe(cx: Cx<IssueFail | 'order_stopped'>, fbid: number, reason: string | undefined): Promise<FeeBillInfo> {
  await move(cx, feeBill, fbid, 'owe', { note: reason ?? null, set: { oweReason: reason ?? null, owedAt: cx.now } })
  await promise(cx, await lockBill(cx, fbid))
  return billInfo(cx, fbid)
}

/** Deletes a bill that never took money. */
export async function deleteBill(cx: Cx<'delete_state' | 'has_payments'>, fbid: number): Promise<null> {
  const bill = await lockBill(cx, fbid)
  if (!feeBill.in.deletable.includes(bill.status)) cx.refuse('delete_state')
  if ((await cx.db.any(sql`select 1 from bill_payment where fbid = ${fbid} limit 1`)) || (await paidByScan(cx, fbid)))
    cx.refuse('has_payments')
  if (bill.ref) cx.refuse('in_use', { what: '订单的收费单' })
  await change(cx, 'fee_bill', { fbid }, {}, {})
  await keepCoupon(cx, `fee_bill:${fbid}`, null)
  await cx.announce(offersTaken, { fbid, hid: bill.hid, pid: bill.pid, taken: [] })
  await remove(cx, 'fee_bill', { fbid })
  return null
}
