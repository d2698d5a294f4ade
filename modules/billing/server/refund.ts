/** Giving items of a paid bill back: said beforehand (dryRun), then posted as the exact reversal, pro rata to the fen. */
import { insert, insertMany, move, post, sql, update, type Cx, type LedgerLine, type Row } from '#kernel/server/index.ts'
import { earningLines, lockWallet, rulesOf, spendingLines } from '#modules/loyalty/server/door.ts'
import { billRefunded } from '../contract/events.ts'
import { itemRefund, planRefund, type PaidBy, type RefundPlan, type Returned } from '../contract/refunding.ts'
import type { RefundAnswer, RefundFeeBill } from '../contract/shapes.ts'
import { feeBill, stateOf } from '../contract/states.ts'
import { takeGoodsBack } from './goods.ts'
import { itemsOf, lockBill, paymentsOf } from './queries.ts'
import { numberOf } from './save.ts'

type Refunding = Cx<'refund_nothing' | 'refund_too_high' | 'refund_quantity' | 'points_spent' | 'points_spent_block' | 'take_back_too_much'>
interface Line {
  item: Row<'bill_item'>
  amount: number
  quantity: number
}

export async function refund(cx: Refunding, input: RefundFeeBill): Promise<RefundAnswer> {
  const bill = await lockBill(cx, input.fbid)
  if (bill.status !== 1 && bill.status !== 2) cx.refuse('illegal_move', { state: stateOf(bill.status), move: '退费' })
  const lines = await wantedLines(cx, input)
  const amount = lines.reduce((sum, l) => sum + l.amount, 0)
  const [wallet, rules, left] = [await lockWallet(cx, bill.pid), await rulesOf(cx), await paymentsLeft(cx, bill.fbid)]
  const plan = planRefund({ amount, left, pointsEarned: bill.pointsEarned, pointRate: bill.pointRate, wallet: wallet.points, rules })
  if (plan.pointsShort > 0 && rules.refund_spent === 2) cx.refuse('points_spent_block', { points: plan.pointsShort })
  const status = await statusAfter(cx, bill, lines, amount)
  const answer = answerOf(bill, plan, lines, status, input.goodsBack)
  if (input.dryRun) return answer
  if (answer.needsConsent && !input.consent) cx.refuse('points_spent', { points: plan.pointsShort, money: (plan.deducted / 100).toFixed(2), field: 'consent' })
  return { ...answer, refundId: await carryOut(cx, bill, plan, lines, status, input) }
}

/** The items wanted, each checked against what is left of it. */
async function wantedLines(cx: Refunding, input: RefundFeeBill): Promise<Line[]> {
  const items = new Map((await itemsOf(cx, input.fbid)).map((i) => [i.biid, i]))
  const lines = input.items.map((wanted, i): Line => {
    const field = `items.${i}`
    const item = items.get(wanted.biid) ?? cx.refuse('not_found', { what: '收费明细', field })
    items.delete(wanted.biid)
    const { amount, quantity } = itemRefund(item, wanted)
    if (amount > item.amount - item.refundedAmount) cx.refuse('refund_too_high', { field })
    if (quantity > item.quantity - item.refundedQuantity) cx.refuse('refund_quantity', { field })
    return { item, amount, quantity }
  })
  const some = lines.filter((l) => l.amount > 0 || l.quantity > 0)
  return some.length ? some : cx.refuse('refund_nothing')
}

/** What every payment of a bill still holds after the refunds that stand. */
async function paymentsLeft(cx: Cx, fbid: number): Promise<PaidBy[]> {
  const [paid, gone] = await Promise.all([
    paymentsOf(cx, fbid),
    cx.db.rows<Omit<Returned, 'payWay' | 'deducted'>>(sql`select y.bpid, sum(y.amount)::bigint amount, sum(y.stored)::bigint stored, sum(y.gift)::bigint gift, sum(y.points)::bigint points
      from refund_payment y join refund r using (oid, refund_id) where r.fbid = ${fbid} and not exists (select 1 from refund z where z.oid = r.oid and z.cancels = r.refund_id) group by y.bpid`),
  ])
  const before = new Map(gone.map((g) => [g.bpid, g]))
  return paid.map((p) => {
    const g = before.get(p.bpid)
    return { bpid: p.bpid, payWay: p.payWay, amount: p.amount - (g?.amount ?? 0), stored: p.stored - (g?.stored ?? 0), gift: p.gift - (g?.gift ?? 0), points: p.points - (g?.points ?? 0) }
  })
}

/** All money back, or all pieces of a free bill: 已退费; some money: 部分退费; only free pieces: as it was. */
async function statusAfter(cx: Cx, bill: Row<'fee_bill'>, lines: readonly Line[], amount: number): Promise<1 | 2 | 3> {
  const refunded = bill.refunded + amount
  if (bill.paid > 0) return refunded === bill.paid ? 3 : refunded > 0 ? 2 : 1
  const back = new Map(lines.map((l) => [l.item.biid, l.quantity]))
  return (await itemsOf(cx, bill.fbid)).every((i) => i.refundedQuantity + (back.get(i.biid) ?? 0) === i.quantity) ? 3 : 1
}

function answerOf(bill: Row<'fee_bill'>, plan: RefundPlan, lines: readonly Line[], status: 1 | 2 | 3, goodsBack: boolean): RefundAnswer {
  const ways = new Map<number, RefundAnswer['ways'][number]>()
  for (const p of plan.payments) {
    if (p.payWay === 6) continue
    const way = ways.get(p.payWay) ?? { payWay: p.payWay as 1, amount: 0, stored: 0, gift: 0 }
    ways.set(p.payWay, { ...way, amount: way.amount + p.amount - p.deducted, stored: way.stored + (p.payWay === 5 ? p.stored - p.deducted : 0), gift: way.gift + p.gift })
  }
  return {
    fbid: bill.fbid, refundId: null, amount: plan.amount, deducted: plan.deducted, returned: plan.amount - plan.deducted, status, ways: [...ways.values()], pointsBack: plan.pointsBack, pointsTaken: plan.pointsTaken, pointsShort: plan.pointsShort,
    needsConsent: plan.pointsShort > 0,
    items: lines.map((l) => ({ biid: l.item.biid, name: l.item.name, amount: l.amount, quantity: l.quantity, stockBack: goodsBack && bill.issued && l.item.issued === 'bill' && l.quantity > 0 })),
  }
}

async function carryOut(cx: Refunding, bill: Row<'fee_bill'>, plan: RefundPlan, lines: readonly Line[], status: 1 | 2 | 3, input: RefundFeeBill): Promise<number> {
  const ledger = [...plan.payments.flatMap((p) => refundLines(bill, p)), ...earningLines(bill.pid, -plan.pointsTaken)]
  const refundNo = await numberOf(cx, 'TF')
  const entryId = ledger.length ? await post(cx, { reason: '退费', ref: `fee_bill:${bill.fbid}`, note: refundNo, lines: ledger }) : null
  const { refundId } = await insert(cx, 'refund', {
    hid: bill.hid, fbid: bill.fbid, refundNo, amount: plan.amount, deducted: plan.deducted, pointsBack: plan.pointsBack, pointsTaken: plan.pointsTaken, pointsShort: plan.pointsShort, goodsBack: input.goodsBack, reason: input.reason ?? null, entryId,
  })
  await insertMany(cx, 'refund_item', lines.map((l) => ({ refundId, biid: l.item.biid, amount: l.amount, quantity: l.quantity })))
  await insertMany(cx, 'refund_payment', plan.payments.map((p) => ({ ...p, refundId, hid: bill.hid })))
  for (const l of lines) await update(cx, 'bill_item', { biid: l.item.biid }, { refundedAmount: l.item.refundedAmount + l.amount, refundedQuantity: l.item.refundedQuantity + l.quantity })
  const set = { refunded: bill.refunded + plan.amount, pointsEarned: bill.pointsEarned - plan.pointsTaken - plan.pointsShort }
  if (status !== bill.status) await move(cx, feeBill, bill.fbid, status === 3 ? 'refundAll' : 'refundPart', { note: input.reason ?? refundNo, set })
  else await update(cx, 'fee_bill', { fbid: bill.fbid }, { ...set, version: bill.version + 1 })
  if (input.goodsBack) await takeGoodsBack(cx, bill, lines.map((l) => ({ item: l.item, quantity: l.quantity })))
  await cx.announce(billRefunded, { fbid: bill.fbid, refundId, ref: bill.ref, items: lines.map((l) => ({ biid: l.item.biid, ref: l.item.ref, quantity: l.quantity })) })
  return refundId
}

/** The opposite of what the payment posted, for its part. */
function refundLines(bill: Row<'fee_bill'>, p: Returned): LedgerLine[] {
  if (p.payWay === 5 || p.payWay === 6) return spendingLines(bill.hid, bill.pid, { stored: -(p.stored - (p.payWay === 5 ? p.deducted : 0)), gift: -p.gift, points: -p.points })
  const back = p.amount - p.deducted
  return back ? [{ book: 'cash', key: `till:${bill.hid}:${p.payWay}`, amount: -back }, { book: 'cash', key: `revenue:${bill.hid}`, amount: back }] : []
}
