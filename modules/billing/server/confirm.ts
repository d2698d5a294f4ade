/** Takes payment of a bill: any mix of ways, in full or as a deposit, in one transaction with the ledger, the stock and the points. */
import { change, insertMany, may, move, post, sql, lit, type Cx, type LedgerLine, type Row } from '#kernel/server/index.ts'
import { pointsFor, earnedBy, rateOf, splitStored, worthOf, type RuleSet } from '#modules/loyalty/contract/rules.ts'
import {
  couponFor,
  couponRow,
  couponSpendingLines,
  earningLines,
  followCoupons,
  GIFT_CARD,
  lockWallet,
  rewardFor,
  rulesOf,
  sharesOf,
  spendingLines,
  tellStored,
  type Coupon,
} from '#modules/loyalty/server/door.ts'
import { raiseLevel } from '#modules/patients/server/door.ts'
import type { IssueFail } from '#modules/stock/server/door.ts'
import { promise } from './cancel.ts'
import { billPaid } from '../contract/events.ts'
import { earningBase } from '../contract/refunding.ts'
import type { ConfirmFeeBill, FeeBillInfo } from '../contract/shapes.ts'
import { feeBill, stateOf } from '../contract/states.ts'
import { issueGoods } from './goods.ts'
import { openPackages } from './groups.ts'
import { memberDiscount } from './price.ts'
import { billInfo, itemsOf, lockBill, paymentsOf } from './queries.ts'
import { refOf } from './save.ts'
import { bookScans } from './scan.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

type Confirming = Cx<
  | IssueFail
  | 'sum_differs'
  | 'overpaid'
  | 'points_share'
  | 'short_cash'
  | 'paid_twice'
  | 'not_scanned'
  | 'voucher_unknown'
  | 'coupon_unusable'
  | 'coupon_min'
  | 'coupon_over'
  | 'order_stopped'
>
/** A payment before it is inserted. */
export interface UnsavedPayment {
  payWay: Row<'bill_payment'>['payWay']
  amount: number
  stored: number
  gift: number
  points: number
  tendered: number | null
  orderNo: string | null
  /** Voucher or gift card of a coupon payment. */
  couponId: number | null
  /** Percentage of the payment that earns points. */
  earnPercent: number
}
/** A payment together with the coupon that makes it. */
type PaymentInput = UnsavedPayment & { coupon?: Coupon }
const yuan = (fen: number): string => (fen / 100).toFixed(2)

export async function confirm(cx: Confirming, input: ConfirmFeeBill): Promise<FeeBillInfo> {
  const bill = await lockBill(cx, input.fbid)
  if (!feeBill.in.due.includes(bill.status)) cx.refuse('illegal_move', { state: stateOf(bill.status), move: '收费' })
  if (input.pointMultiple !== undefined && input.pointMultiple > 1 && !may(cx, 'points:adjust', bill.hid))
    cx.refuse('no_access', { what: '多倍积分', code: 'points:adjust' })
  const rules = await rulesOf(cx)
  const due = bill.billPrice - bill.paid
  const requested = await requestedPayments(cx, bill, input, due, rules)
  const sum = requested.reduce((total, w) => total + w.amount, 0)
  if (sum > due) cx.refuse('overpaid', { field: 'payStyleList' })
  if (input.part ? sum === 0 : sum !== due) cx.refuse('sum_differs', { given: yuan(sum), due: yuan(due), field: 'payStyleList' })
  await bookScans(cx, bill.fbid, requested)
  const payments = await fromWallet(cx, bill, requested, rules)
  await checkPointShare(cx, bill, payments, rules)
  return settle(cx, bill, payments, rules.earn * (input.pointMultiple ?? 1))
}

/** Inserts the payments and their ledger entry. The last fen marks the bill as paid, credits points and issues the goods. */
async function settle(cx: Confirming, bill: Row<'fee_bill'>, payments: PaymentInput[], pointsPerYuan: number): Promise<FeeBillInfo> {
  const paid = bill.paid + payments.reduce((total, p) => total + p.amount, 0)
  const full = paid === bill.billPrice
  const items = await itemsOf(cx, bill.fbid)
  const rate = full ? rateOf(pointsPerYuan * (await memberDiscount(cx, bill.pid)).pointMultiple, items, await sharesOf(cx)) : 0
  const earned = full ? earnedBy(earningBase([...(await paymentsOf(cx, bill.fbid)), ...payments]), rate) : 0
  const lowered = full && bill.discountCouponId ? await couponRow(cx, bill.discountCouponId) : undefined
  const reward = full ? await rewardFor(cx, bill.pid) : undefined
  const lines = [
    ...moneyLines(bill, payments),
    ...(reward?.lines ?? []),
    ...earningLines(bill.pid, earned),
    ...(lowered ? couponSpendingLines(bill.hid, lowered, 0) : []),
  ]
  if (lines.length) {
    const entryId = await post(cx, { reason: full ? '收费' : '收定金', ref: `fee_bill:${bill.fbid}`, note: bill.billNo, lines })
    await insertMany(
      cx,
      'bill_payment',
      payments.map(({ coupon: _, ...p }) => ({ ...p, fbid: bill.fbid, hid: bill.hid, entryId })),
    )
    await reward?.note(entryId, bill.hid, refOf(bill.fbid))
    if (lowered || payments.some((p) => p.coupon)) await followCoupons(cx, entryId, refOf(bill.fbid))
    const change = -payments.reduce((sum, p) => sum + p.stored + p.gift, 0)
    await tellStored(cx, { pid: bill.pid, hid: bill.hid, change, why: '消费' })
  }
  const set = { paid, operatorId: bill.operatorId ?? (cx.who.ctid || null) }
  if (full) {
    await move(cx, feeBill, bill.fbid, 'pay', { set: { ...set, paidAt: cx.now, pointRate: rate, pointsEarned: earned } })
    await issueGoods(cx, bill)
    await openPackages(cx, bill, items)
    await reachLevel(cx, bill.pid)
    await cx.announce(billPaid, { fbid: bill.fbid, pid: bill.pid, hid: bill.hid, ref: bill.ref })
  } else {
    await change(cx, 'fee_bill', { fbid: bill.fbid }, {}, set)
    await promise(cx, { ...bill, paid })
  }
  return billInfo(cx, bill.fbid)
}

/** Raises a member to the best level whose threshold the spending, net of refunds, reached. A better level set by hand stays. */
async function reachLevel(cx: Cx, pid: number): Promise<void> {
  const level = await cx.db.one(
    { id: 'number' },
    sql`
      select id
      from level
      where upgrade_spend <= (
        select coalesce(sum(paid - refunded), 0)
        from fee_bill
        where pid = ${pid} and status in ${lit(feeBill.in.sold)}
      )
      order by upgrade_spend desc, discount
      limit 1
    `,
  )
  if (level) await raiseLevel(cx, pid, level.id)
}

/** Ledger lines of payments: outside money into the till of its way, stored value and points out of the wallet, all against revenue. */
function moneyLines(bill: Row<'fee_bill'>, payments: readonly PaymentInput[]): LedgerLine[] {
  return payments.flatMap((p): LedgerLine[] =>
    p.coupon
      ? couponSpendingLines(bill.hid, p.coupon, p.amount)
      : p.payWay === PayWay.stored || p.payWay === PayWay.points
        ? spendingLines(bill.hid, bill.pid, p)
        : [
            { book: 'cash', key: `till:${bill.hid}:${p.payWay}`, amount: p.amount },
            { book: 'cash', key: `revenue:${bill.hid}`, amount: -p.amount },
          ],
  )
}

/** Payments of a confirm call. Points given as a number become their worth; a voucher pays as much as it can, a gift card the rest. */
async function requestedPayments(
  cx: Confirming,
  bill: Row<'fee_bill'>,
  input: ConfirmFeeBill,
  due: number,
  rules: RuleSet,
): Promise<PaymentInput[]> {
  const styles = [...input.payStyleList, ...input.otherPayStylesList]
  if (styles.some((s) => (s.payWay === PayWay.coupon) !== (s.couponId !== undefined)))
    cx.refuse('voucher_unknown', { field: 'payStyleList' })
  const otherTotal = input.otherPayStylesList.reduce((total, s) => total + s.amount, 0)
  if (input.otherPayPrice !== undefined && input.otherPayPrice !== otherTotal)
    cx.refuse('sum_differs', { given: yuan(otherTotal), due: yuan(input.otherPayPrice), field: 'otherPayPrice' })
  const shares = await sharesOf(cx)
  const way = (payWay: UnsavedPayment['payWay'], amount: number, more: Partial<PaymentInput> = {}): PaymentInput => ({
    payWay,
    amount,
    stored: 0,
    gift: 0,
    points: 0,
    tendered: null,
    orderNo: null,
    couponId: null,
    earnPercent: shares.way(payWay),
    ...more,
  })
  const ways = styles.map((s) => {
    if (s.tendered !== undefined && s.tendered < s.amount) cx.refuse('short_cash', { field: 'payStyleList' })
    return way(s.payWay, s.amount, {
      points: s.payWay === PayWay.points ? pointsFor(s.amount, rules) : 0,
      tendered: s.payWay === PayWay.cash ? (s.tendered ?? null) : null,
      orderNo: s.orderNo || null,
      couponId: s.couponId ?? null,
    })
  })
  for (const w of ways) if (w.couponId !== null) w.coupon = await payingCoupon(cx, bill, w.couponId, w.amount)
  const remaining = () => due - ways.reduce((sum, w) => sum + w.amount, 0)
  const addCoupon = async (id: number, field: string) => {
    const coupon = await payingCoupon(cx, bill, id, 0, field)
    const amount = Math.min(coupon.left, remaining())
    if (amount > 0) ways.push(way(PayWay.coupon, amount, { couponId: id, coupon }))
  }
  if (input.voucherId) await addCoupon(input.voucherId, 'voucherId')
  const byPoints = ways.find((w) => w.payWay === PayWay.points)
  if (input.point && byPoints && byPoints.points !== input.point)
    cx.refuse('bad_input', { what: `抵扣 ${yuan(byPoints.amount)} 元需要 ${byPoints.points} 积分`, field: 'point' })
  const worth = input.point && !byPoints ? Math.min(worthOf(input.point, rules), remaining()) : 0
  if (worth > 0) ways.push(way(PayWay.points, worth, { points: pointsFor(worth, rules) }))
  if (input.giftCardId) await addCoupon(input.giftCardId, 'giftCardId')
  if (new Set(ways.flatMap((w) => w.couponId ?? [])).size < ways.filter((w) => w.couponId !== null).length)
    cx.refuse('voucher_unknown', { field: 'payStyleList' })
  return ways
}
/** Loads a voucher or gift card that can pay an amount of a bill. */
async function payingCoupon(cx: Confirming, bill: Row<'fee_bill'>, id: number, amount: number, field = 'payStyleList'): Promise<Coupon> {
  const coupon = await couponFor(cx, id, { pid: bill.pid, ref: refOf(bill.fbid), types: [1, GIFT_CARD], field })
  if (bill.billPrice < coupon.fromPrice) cx.refuse('coupon_min', { from: yuan(coupon.fromPrice), sum: yuan(bill.billPrice), field })
  if (amount > coupon.left) cx.refuse('coupon_over', { most: yuan(coupon.left), field })
  return coupon
}

/** Splits stored value into principal and gift money, and checks the wallet's balance. */
async function fromWallet(cx: Confirming, bill: Row<'fee_bill'>, requested: PaymentInput[], rules: RuleSet): Promise<PaymentInput[]> {
  if (!requested.some((w) => w.payWay === PayWay.stored || w.payWay === PayWay.points)) return requested
  const wallet = await lockWallet(cx, bill.pid)
  let { money, moneyGift } = wallet
  if (requested.reduce((sum, w) => sum + w.points, 0) > wallet.points) cx.refuse('insufficient', { what: '积分', field: 'point' })
  return requested.map((way) => {
    if (way.payWay !== PayWay.stored) return way
    if (money + moneyGift < way.amount) cx.refuse('insufficient', { what: '储值余额', field: 'payStyleList' })
    const { stored, gift } = splitStored({ money, moneyGift }, way.amount, rules.stored_order)
    money -= stored
    moneyGift -= gift
    return { ...way, stored, gift }
  })
}

async function checkPointShare(cx: Confirming, bill: Row<'fee_bill'>, payments: readonly UnsavedPayment[], rules: RuleSet): Promise<void> {
  const current = payments.reduce((sum, p) => sum + (p.payWay === PayWay.points ? p.amount : 0), 0)
  if (!current) return
  const earlier = await cx.db.the(
    { sum: 'number' },
    sql`
      select coalesce(sum(amount), 0)::bigint sum
      from bill_payment
      where fbid = ${bill.fbid} and pay_way = ${lit(PayWay.points)}
    `,
  )
  const most = Math.floor((bill.billPrice * rules.share) / 100)
  if (current + earlier.sum > most) cx.refuse('points_share', { max: yuan(most), field: 'point' })
}
