/** Refunds items of a paid bill: forecast first (dryRun), then posted as the exact reversal, pro rata to the fen. */
import { change, insert, insertMany, move, number, post, sql, update, type Cx, type LedgerLine, type Row } from '#kernel/server/index.ts'
import {
  closePackages,
  couponReturningLines,
  couponRow,
  earningLines,
  followCoupons,
  GIFT_CARD,
  lapsedPoints,
  lockWallet,
  packageReturningLines,
  returnable,
  rewardReturningLines,
  rulesOf,
  spendingLines,
  tellStored,
  type Returning,
} from '#modules/loyalty/server/door.ts'
import { wordsOfReason, type StateIn } from '#kernel/contract/index.ts'
import { billRefundAsked, billRefunded } from '../contract/events.ts'
import { itemRefund, packageRefund, planRefund, type PaymentBalance, type RefundPlan, type ReturnedPayment } from '../contract/refunding.ts'
import type { RefundAnswer, RefundFeeBill } from '../contract/shapes.ts'
import { feeBill, stateOf } from '../contract/states.ts'
import { agreedRefund, type AgreeFail, type RefundApproval } from './cancel.ts'
import { takeGoodsBack } from './goods.ts'
import { itemsOf, lockBill, paymentsOf } from './queries.ts'
import { refOf, REFUND_NO } from './save.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

const { is } = feeBill
/** States a refund can leave a bill in. */
type Settled = StateIn<typeof feeBill, 'sold'>
type Refunding = Cx<
  | 'refund_nothing'
  | 'refund_too_high'
  | 'refund_quantity'
  | 'points_spent'
  | 'points_spent_block'
  | 'take_back_too_much'
  | 'package_used'
  | 'package_late'
  | 'refund_order'
  | 'card_used'
  | 'refund_reason'
  | AgreeFail
>
interface RefundLine {
  item: Row<'bill_item'>
  amount: number
  quantity: number
  /** Packages of a combo line that are returned. */
  packages: readonly Returning[]
}

export async function refund(cx: Refunding, input: RefundFeeBill): Promise<RefundAnswer> {
  const bill = await lockBill(cx, input.fbid)
  if (!feeBill.in.refundable.includes(bill.status)) cx.refuse('illegal_move', { state: stateOf(bill.status), move: '退费' })
  const lines = await requestedLines(cx, input)
  const amount = lines.reduce((sum, l) => sum + l.amount, 0)
  const [wallet, rules, balances] = [await lockWallet(cx, bill.pid), await rulesOf(cx), await paymentBalances(cx, bill.fbid)]
  const plan = planRefund({
    lapsed: await lapsedOfBill(cx, bill),
    amount,
    left: balances,
    pointsEarned: bill.pointsEarned,
    pointRate: bill.pointRate,
    wallet: wallet.points,
    rules,
  })
  if (plan.pointsShort > 0 && rules.refund_spent === 2) cx.refuse('points_spent_block', { points: plan.pointsShort })
  const status = await statusAfter(cx, bill, lines, amount)
  const items = lines.map((l) => ({ biid: l.item.biid, ref: l.item.ref, quantity: l.quantity, amount: l.amount }))
  await cx.announce(billRefundAsked, { fbid: bill.fbid, ref: bill.ref, items })
  const coupons = await couponsBack(cx, bill, plan, balances, status)
  const reward =
    status === is.refunded
      ? await rewardReturningLines(cx, refOf(bill.fbid), { pid: bill.pid, points: plan.pointsTaken - plan.pointsBack })
      : []
  const answer = {
    ...answerOf(bill, plan, lines, status, input.goodsBack),
    coupons: coupons.map(({ lines: _, ...c }) => c),
    rewardTaken: reward.reduce((sum, l) => sum + (l.key === 'earned' ? l.amount : 0), 0),
  }
  if (input.dryRun) return answer
  if (wordsOfReason(input.reason) === undefined) cx.refuse('refund_reason', { field: 'reason' })
  if (answer.needsConsent && !input.consent)
    cx.refuse('points_spent', { points: plan.pointsShort, money: (plan.deducted / 100).toFixed(2), field: 'consent' })
  const agreed = await agreedRefund(cx, { hid: bill.hid, amount, approver: input.approver })
  return {
    ...answer,
    refundId: await carryOut(cx, { bill, plan, lines, status, input, agreed }, [...coupons.flatMap((c) => c.lines), ...reward]),
  }
}

/** Checks each requested item against its refundable balance. */
async function requestedLines(cx: Refunding, input: RefundFeeBill): Promise<RefundLine[]> {
  const items = new Map((await itemsOf(cx, input.fbid)).map((i) => [i.biid, i]))
  const lines: RefundLine[] = []
  for (const [i, request] of input.items.entries()) {
    const field = `items.${i}`
    const item = items.get(request.biid) ?? cx.refuse('not_found', { what: '收费明细', field })
    items.delete(request.biid)
    const packages = item.fgid === null ? undefined : await packagesBack(cx, item, request, field)
    const { amount, quantity } = packages ?? itemRefund(item, request)
    if (amount > item.amount - item.refundedAmount) cx.refuse('refund_too_high', { field })
    if (quantity > item.quantity - item.refundedQuantity) cx.refuse('refund_quantity', { field })
    lines.push({ item, amount, quantity, packages: packages?.list ?? [] })
  }
  const some = lines.filter((l) => l.amount > 0 || l.quantity > 0)
  return some.length ? some : cx.refuse('refund_nothing')
}

/** The packages that leave with a refund of a line; undefined for a combo charged at once, which is refunded like any other line. */
async function packagesBack(
  cx: Refunding,
  item: Row<'bill_item'>,
  request: RefundFeeBill['items'][number],
  field: string,
): Promise<{ list: Returning[]; amount: number; quantity: number } | undefined> {
  const packages = await returnable(cx, `bill_item:${item.biid}`)
  if (!packages.length) return undefined
  const { leaving, amount, most } = packageRefund(packages, item.refundedAmount, request)
  const list = packages.slice(0, leaving)
  const late = list.find((p) => p.until !== null && p.until < cx.today)
  if (late) cx.refuse('package_late', { until: late.until!, field })
  const used = packages.reduce((sum, p) => sum + p.used, 0)
  if (amount > most && used > 0) cx.refuse('package_used', { used, money: (most / 100).toFixed(2), field })
  if (amount > most) cx.refuse('refund_too_high', { field })
  return { list, amount, quantity: Math.max(leaving, request.quantity ?? 0) }
}

interface CouponBack {
  id: number
  name: string
  amount: number
  /** False when a voucher stays used because part of its payment remains. */
  back: boolean
  lines: LedgerLine[]
}
/** A coupon that ran out meanwhile returns to nobody: its lines do, and it lapses. */
const isOver = (cx: Cx, { expiresOn }: { expiresOn: string | null }): boolean => expiresOn !== null && expiresOn < cx.today
/**
 * Coupons a refund returns: a gift card its fen, a voucher with the last fen of its payment, the bill's own coupon with the whole bill.
 */
async function couponsBack(
  cx: Cx,
  bill: Row<'fee_bill'>,
  plan: RefundPlan,
  balances: readonly PaymentBalance[],
  status: number,
): Promise<CouponBack[]> {
  const paid = new Map((await paymentsOf(cx, bill.fbid)).map((p) => [p.bpid, p.couponId]))
  const back: CouponBack[] = []
  for (const p of plan.payments) {
    const id = paid.get(p.bpid)
    if (!id) continue
    const coupon = await couponRow(cx, id)
    const whole = balances.find((l) => l.bpid === p.bpid)!.amount === p.amount
    back.push({
      id,
      name: coupon.name,
      amount: p.amount,
      back: (whole || coupon.couponType === GIFT_CARD) && !isOver(cx, coupon),
      lines: couponReturningLines(bill.hid, coupon, p.amount, whole),
    })
  }
  if (status === is.refunded && bill.discountCouponId) {
    const coupon = await couponRow(cx, bill.discountCouponId)
    back.push({
      id: coupon.id,
      name: coupon.name,
      amount: 0,
      back: !isOver(cx, coupon),
      lines: couponReturningLines(bill.hid, coupon, 0, true),
    })
  }
  return back
}

/** Points of a bill that lapsed in the member's account and that no refund in force counted. */
async function lapsedOfBill(cx: Cx, { fbid, pid }: Row<'fee_bill'>): Promise<number> {
  const { counted } = await cx.db.the(
    { counted: 'number' },
    sql`
      select coalesce(sum(r.points_lapsed), 0)::bigint counted
      from refund r
      where r.fbid = ${fbid}
        and r.cancels is null
        and not exists (select 1 from refund z where z.oid = r.oid and z.cancels = r.refund_id)
    `,
  )
  return Math.max(0, (await lapsedPoints(cx, pid, refOf(fbid))) - counted)
}

/** Balance of every payment of a bill after the refunds in force. */
async function paymentBalances(cx: Cx, fbid: number): Promise<PaymentBalance[]> {
  const [paid, refunded] = await Promise.all([
    paymentsOf(cx, fbid),
    cx.db.rows(
      { bpid: 'number', amount: 'number', stored: 'number', gift: 'number', points: 'number' },
      sql`
        select y.bpid, sum(y.amount)::bigint amount, sum(y.stored)::bigint stored, sum(y.gift)::bigint gift, sum(y.points)::bigint points
        from refund_payment y
        join refund r using (oid, refund_id)
        where r.fbid = ${fbid}
          and not exists (select 1 from refund z where z.oid = r.oid and z.cancels = r.refund_id)
        group by y.bpid
      `,
    ),
  ])
  const refundedOf = new Map(refunded.map((g) => [g.bpid, g]))
  return paid.map((p) => {
    const g = refundedOf.get(p.bpid)
    return {
      bpid: p.bpid,
      payWay: p.payWay,
      amount: p.amount - (g?.amount ?? 0),
      stored: p.stored - (g?.stored ?? 0),
      gift: p.gift - (g?.gift ?? 0),
      points: p.points - (g?.points ?? 0),
      paid: { amount: p.amount, gift: p.gift, points: p.points },
      earnPercent: p.earnPercent,
    }
  })
}

/** All money back, or all pieces of a free bill: 已退费. Some money: 部分退费. Only free pieces: unchanged. */
async function statusAfter(cx: Cx, bill: Row<'fee_bill'>, lines: readonly RefundLine[], amount: number): Promise<Settled> {
  const refunded = bill.refunded + amount
  if (bill.paid > 0) return refunded === bill.paid ? is.refunded : refunded > 0 ? is.partRefunded : is.paid
  const back = new Map(lines.map((l) => [l.item.biid, l.quantity]))
  return (await itemsOf(cx, bill.fbid)).every((i) => i.refundedQuantity + (back.get(i.biid) ?? 0) === i.quantity) ? is.refunded : is.paid
}

function answerOf(
  bill: Row<'fee_bill'>,
  plan: RefundPlan,
  lines: readonly RefundLine[],
  status: Settled,
  goodsBack: boolean,
): RefundAnswer {
  const ways = new Map<number, RefundAnswer['ways'][number]>()
  for (const p of plan.payments) {
    if (p.payWay === PayWay.points) continue
    // The constraint `bill_payment__way` allows only the ways of the contract.
    const way = ways.get(p.payWay) ?? { payWay: p.payWay as 1, amount: 0, stored: 0, gift: 0 }
    ways.set(p.payWay, {
      ...way,
      amount: way.amount + p.amount - p.deducted,
      stored: way.stored + (p.payWay === PayWay.stored ? p.stored - p.deducted : 0),
      gift: way.gift + p.gift,
    })
  }
  return {
    fbid: bill.fbid,
    refundId: null,
    amount: plan.amount,
    deducted: plan.deducted,
    returned: plan.amount - plan.deducted,
    status,
    ways: [...ways.values()],
    pointsBack: plan.pointsBack,
    pointsTaken: plan.pointsTaken,
    pointsShort: plan.pointsShort,
    needsConsent: plan.pointsShort > 0,
    coupons: [],
    rewardTaken: 0,
    sessions: lines.flatMap((l) =>
      l.packages.flatMap((p) => p.items.map((i) => ({ biid: l.item.biid, name: `${p.name} ${i.name}`, quantity: i.left }))),
    ),
    items: lines.map((l) => ({
      biid: l.item.biid,
      name: l.item.name,
      amount: l.amount,
      quantity: l.quantity,
      stockBack: goodsBack && bill.issued && l.item.issued === 'bill' && l.quantity > 0,
    })),
  }
}

/** A checked refund: what is returned, and the resulting status. */
interface Checked {
  bill: Row<'fee_bill'>
  plan: RefundPlan
  lines: readonly RefundLine[]
  status: Settled
  input: RefundFeeBill
  agreed: RefundApproval
}
async function carryOut(cx: Refunding, checked: Checked, more: readonly LedgerLine[]): Promise<number> {
  const { bill, plan, lines, status, input } = checked
  const refundNo = await number(cx, REFUND_NO)
  const entryId = await giveBack(cx, checked, refundNo, more)
  const refundId = await record(cx, checked, refundNo, entryId)
  const set = {
    refunded: bill.refunded + plan.amount,
    pointsEarned: bill.pointsEarned - plan.pointsTaken - plan.pointsShort - plan.pointsLapsed,
  }
  if (status !== bill.status)
    await move(cx, feeBill, bill.fbid, status === is.refunded ? 'refundAll' : 'refundPart', { note: input.reason ?? refundNo, set })
  else await change(cx, 'fee_bill', { fbid: bill.fbid }, {}, set)
  if (input.goodsBack) await takeGoodsBack(cx, bill, lines)
  const items = lines.map(({ item: { biid, ref }, quantity }) => ({ biid, ref, quantity }))
  await cx.announce(billRefunded, { fbid: bill.fbid, refundId, ref: bill.ref, items })
  return refundId
}

/** Posts money, points, coupons and packages back. Returns the ledger entry, or null for a refund of free items. */
async function giveBack(
  cx: Refunding,
  { bill, plan, lines }: Checked,
  refundNo: string,
  more: readonly LedgerLine[],
): Promise<number | null> {
  const packages = lines.flatMap((l) => l.packages.map((p) => p.packageId))
  const ledger = [
    ...plan.payments.flatMap((p) => refundLines(bill, p)),
    ...earningLines(bill.pid, -plan.pointsTaken),
    ...more,
    ...(await packageReturningLines(cx, packages)),
  ]
  const entryId = ledger.length ? await post(cx, { reason: '退费', ref: `fee_bill:${bill.fbid}`, note: refundNo, lines: ledger }) : null
  if (entryId !== null) await followCoupons(cx, entryId, null)
  await closePackages(cx, packages, refundNo)
  const change = plan.payments.reduce((sum, p) => sum + p.gift + (p.payWay === PayWay.stored ? p.stored - p.deducted : p.stored), 0)
  await tellStored(cx, { pid: bill.pid, hid: bill.hid, change, why: '退费退回' })
  return entryId
}

/** Inserts the refund with its items and payments, and updates the refunded totals of the bill's items. Returns its id. */
async function record(
  cx: Refunding,
  { bill, plan, lines, input, agreed }: Checked,
  refundNo: string,
  entryId: number | null,
): Promise<number> {
  const { amount, deducted, pointsBack, pointsTaken, pointsShort, pointsLapsed } = plan
  const { refundId } = await insert(cx, 'refund', {
    hid: bill.hid,
    fbid: bill.fbid,
    refundNo,
    amount,
    deducted,
    pointsBack,
    pointsTaken,
    pointsShort,
    pointsLapsed,
    goodsBack: input.goodsBack,
    reason: input.reason ?? null,
    ...agreed,
    entryId,
  })
  await insertMany(
    cx,
    'refund_item',
    lines.map((l) => ({ refundId, biid: l.item.biid, amount: l.amount, quantity: l.quantity })),
  )
  await insertMany(
    cx,
    'refund_payment',
    plan.payments.map(({ paid: _, ...p }) => ({ ...p, refundId, hid: bill.hid })),
  )
  for (const { item, amount: money, quantity } of lines) {
    const totals = { refundedAmount: item.refundedAmount + money, refundedQuantity: item.refundedQuantity + quantity }
    await update(cx, 'bill_item', { biid: item.biid }, totals)
  }
  return refundId
}

/** The reversal of what the payment posted, for the returned part. */
function refundLines(bill: Row<'fee_bill'>, p: ReturnedPayment): LedgerLine[] {
  if (p.payWay === PayWay.stored || p.payWay === PayWay.points)
    return spendingLines(bill.hid, bill.pid, {
      stored: -(p.stored - (p.payWay === PayWay.stored ? p.deducted : 0)),
      gift: -p.gift,
      points: -p.points,
    })
  // What a coupon paid returns to the coupon, not to the member.
  if (p.payWay === PayWay.coupon) return []
  const back = p.amount - p.deducted
  return back
    ? [
        { book: 'cash', key: `till:${bill.hid}:${p.payWay}`, amount: -back },
        { book: 'cash', key: `revenue:${bill.hid}`, amount: back },
      ]
    : []
}
