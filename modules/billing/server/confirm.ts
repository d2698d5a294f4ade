/** Taking the money of a bill: any mix of ways, the whole or a deposit, in one transaction with the ledger, the stock and the points. */
import { insertMany, move, post, sql, update, type Cx, type LedgerLine, type Row } from '#kernel/server/index.ts'
import { pointsFor, earnedBy, splitStored, worthOf, type RuleSet } from '#modules/loyalty/contract/rules.ts'
import { earningLines, lockWallet, rulesOf, spendingLines } from '#modules/loyalty/server/door.ts'
import type { IssueFail } from '#modules/stock/server/door.ts'
import { billPaid } from '../contract/events.ts'
import { earningBase } from '../contract/refunding.ts'
import type { ConfirmFeeBill, FeeBillInfo } from '../contract/shapes.ts'
import { feeBill, stateOf } from '../contract/states.ts'
import { issueGoods } from './goods.ts'
import { memberDiscount } from './price.ts'
import { billInfo, lockBill, paymentsOf } from './queries.ts'
import { bookScans } from './scan.ts'

type Confirming = Cx<IssueFail | 'sum_differs' | 'overpaid' | 'points_share' | 'short_cash' | 'paid_twice' | 'not_scanned' | 'voucher_unknown'>
/** A payment about to be written. */
export interface Paying {
  payWay: number
  amount: number
  stored: number
  gift: number
  points: number
  tendered: number | null
  orderNo: string | null
}
const yuan = (fen: number): string => (fen / 100).toFixed(2)

export async function confirm(cx: Confirming, input: ConfirmFeeBill): Promise<FeeBillInfo> {
  const bill = await lockBill(cx, input.fbid)
  if (bill.status !== 0 && bill.status !== 6) cx.refuse('illegal_move', { state: stateOf(bill.status), move: '收费' })
  const rules = await rulesOf(cx)
  const due = bill.billPrice - bill.paid
  const given = givenWays(cx, input, due, rules)
  const sum = given.reduce((total, w) => total + w.amount, 0)
  if (sum > due) cx.refuse('overpaid', { field: 'payStyleList' })
  if (input.part ? sum === 0 : sum !== due) cx.refuse('sum_differs', { given: yuan(sum), due: yuan(due), field: 'payStyleList' })
  await bookScans(cx, bill.fbid, given)
  const payments = await fromWallet(cx, bill, given, rules)
  await checkPointShare(cx, bill, payments, rules)
  return settle(cx, bill, payments, rules)
}

/** Writes the payments with their ledger entry; with the last fen the bill is paid, points are earned, goods leave. */
async function settle(cx: Confirming, bill: Row<'fee_bill'>, payments: Paying[], rules: RuleSet): Promise<FeeBillInfo> {
  const paid = bill.paid + payments.reduce((total, p) => total + p.amount, 0)
  const full = paid === bill.billPrice
  const rate = full ? rules.earn * (await memberDiscount(cx, bill.pid)).pointMultiple : 0
  const earned = full ? earnedBy(earningBase([...(await paymentsOf(cx, bill.fbid)), ...payments]), rate) : 0
  const lines = [...moneyLines(bill, payments), ...earningLines(bill.pid, earned)]
  if (lines.length) {
    const entryId = await post(cx, { reason: full ? '收费' : '收定金', ref: `fee_bill:${bill.fbid}`, note: bill.billNo, lines })
    await insertMany(cx, 'bill_payment', payments.map((p) => ({ ...p, fbid: bill.fbid, hid: bill.hid, entryId })))
  }
  const set = { paid, operatorId: bill.operatorId ?? (cx.who.ctid || null) }
  if (full) {
    await move(cx, feeBill, bill.fbid, 'pay', { set: { ...set, paidAt: cx.now, pointRate: rate, pointsEarned: earned } })
    await issueGoods(cx, bill)
    await cx.announce(billPaid, { fbid: bill.fbid, pid: bill.pid, hid: bill.hid, ref: bill.ref })
  } else await update(cx, 'fee_bill', { fbid: bill.fbid }, { ...set, version: bill.version + 1 })
  return billInfo(cx, bill.fbid)
}

/** Ledger lines of payments: money into the till of its way, stored value and points out of the wallet, all of it against revenue. */
function moneyLines(bill: Row<'fee_bill'>, payments: readonly Paying[]): LedgerLine[] {
  return payments.flatMap((p): LedgerLine[] =>
    p.payWay === 5 || p.payWay === 6
      ? spendingLines(bill.hid, bill.pid, p)
      : [{ book: 'cash', key: `till:${bill.hid}:${p.payWay}`, amount: p.amount }, { book: 'cash', key: `revenue:${bill.hid}`, amount: -p.amount }],
  )
}

/** The ways of a confirm call as payments; points given as a number become their worth. */
function givenWays(cx: Confirming, input: ConfirmFeeBill, due: number, rules: RuleSet): Paying[] {
  const styles = [...input.payStyleList, ...input.otherPayStylesList]
  if (input.voucherId || input.giftCardId || styles.some((s) => s.payWay === 7)) cx.refuse('voucher_unknown', { field: 'payStyleList' })
  const others = input.otherPayStylesList.reduce((total, s) => total + s.amount, 0)
  if (input.otherPayPrice !== undefined && input.otherPayPrice !== others) cx.refuse('sum_differs', { given: yuan(others), due: yuan(input.otherPayPrice), field: 'otherPayPrice' })
  const ways = styles.map((s) => {
    if (s.tendered !== undefined && s.tendered < s.amount) cx.refuse('short_cash', { field: 'payStyleList' })
    return { payWay: s.payWay as number, amount: s.amount, stored: 0, gift: 0, points: s.payWay === 6 ? pointsFor(s.amount, rules) : 0, tendered: s.payWay === 1 ? (s.tendered ?? null) : null, orderNo: s.orderNo || null }
  })
  const pointed = ways.find((w) => w.payWay === 6)
  if (input.point && pointed && pointed.points !== input.point) cx.refuse('bad_input', { what: `抵扣 ${yuan(pointed.amount)} 元需要 ${pointed.points} 积分`, field: 'point' })
  if (!input.point || pointed) return ways
  const amount = Math.min(worthOf(input.point, rules), due)
  if (amount === 0) return ways
  return [...ways, { payWay: 6, amount, stored: 0, gift: 0, points: pointsFor(amount, rules), tendered: null, orderNo: null }]
}

/** Splits stored value into principal and gift money, and checks that the wallet holds what is asked. */
async function fromWallet(cx: Confirming, bill: Row<'fee_bill'>, given: Paying[], rules: RuleSet): Promise<Paying[]> {
  if (!given.some((w) => w.payWay === 5 || w.payWay === 6)) return given
  const wallet = await lockWallet(cx, bill.pid)
  let { money, moneyGift } = wallet
  if (given.reduce((sum, w) => sum + w.points, 0) > wallet.points) cx.refuse('insufficient', { what: '积分', field: 'point' })
  return given.map((way) => {
    if (way.payWay !== 5) return way
    if (money + moneyGift < way.amount) cx.refuse('insufficient', { what: '储值余额', field: 'payStyleList' })
    const { stored, gift } = splitStored({ money, moneyGift }, way.amount, rules.stored_order)
    money -= stored
    moneyGift -= gift
    return { ...way, stored, gift }
  })
}

async function checkPointShare(cx: Confirming, bill: Row<'fee_bill'>, payments: readonly Paying[], rules: RuleSet): Promise<void> {
  const now = payments.reduce((sum, p) => sum + (p.payWay === 6 ? p.amount : 0), 0)
  if (!now) return
  const before = await cx.db.one<{ sum: number }>(sql`select coalesce(sum(amount), 0)::bigint sum from bill_payment where fbid = ${bill.fbid} and pay_way = 6`)
  const most = Math.floor((bill.billPrice * rules.share) / 100)
  if (now + before!.sum > most) cx.refuse('points_share', { max: yuan(most), field: 'point' })
}
