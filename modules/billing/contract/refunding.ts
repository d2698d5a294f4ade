/**
 * What a refund gives back and takes back, to the fen: pure, so that the dry run, the real one and the tests use the same arithmetic.
 * Each payment gives up its share of what it still holds, the remainder on the last; points earned on the money given back are taken
 * back, and where they were already spent their worth is kept from the refund (rule refund_spent).
 */
import { earnedBy, worthOf, type RuleSet } from '#modules/loyalty/contract/rules.ts'
import { share } from './pricing.ts'

/** A payment with what of it was already given up. All money in fen. */
export interface PaidBy {
  readonly bpid: number
  readonly payWay: number
  readonly amount: number
  readonly stored: number
  readonly gift: number
  readonly points: number
  /** Share of it that earned points, in per cent, as the rules stood when it was paid. */
  readonly earnPercent?: number | null
}
/** What a payment gives up. */
export interface Returned extends PaidBy {
  /** Fen of `amount` that stay with the clinic for points already spent. */
  readonly deducted: number
}
export interface RefundPlan {
  readonly amount: number
  readonly payments: readonly Returned[]
  readonly deducted: number
  /** Spent points that go back to the member. */
  readonly pointsBack: number
  /** Earned points that are taken from the member, and those that should be but are gone. */
  readonly pointsTaken: number
  readonly pointsShort: number
}
export interface RefundCase {
  /** Fen of the items given back. */
  readonly amount: number
  /** What every payment still holds: paid less given up before. */
  readonly left: readonly PaidBy[]
  /** Points credited for the bill and not taken back yet, and the rate they were credited at. */
  readonly pointsEarned: number
  readonly pointRate: number
  /** Points the member holds now. */
  readonly wallet: number
  readonly rules: RuleSet
}

/** Ways whose money earns points: what the member paid from the own pocket. */
const EARNING: ReadonlySet<number> = new Set([1, 2, 3, 4, 9])
/** Fen of payments that earn points: money and principal, each at the share its way had; never gift money. Payments from before there were shares earn as money always did. */
export const earningBase = (payments: ReadonlyArray<Pick<PaidBy, 'payWay' | 'amount' | 'stored' | 'earnPercent'>>): number =>
  payments.reduce(
    (sum, p) =>
      sum +
      Math.floor(((p.payWay === 5 ? p.stored : p.amount) * (p.earnPercent ?? (p.payWay === 5 || EARNING.has(p.payWay) ? 100 : 0))) / 100),
    0,
  )

export function planRefund({ amount, left, pointsEarned, pointRate, wallet, rules }: RefundCase): RefundPlan {
  const shares = share(
    amount,
    left.map((p) => p.amount),
  )
  const gone = left.map((p, i) => givenUp(p, shares[i]!))
  const after = left.map((p, i) => ({
    payWay: p.payWay,
    amount: p.amount - gone[i]!.amount,
    stored: p.stored - gone[i]!.stored,
    earnPercent: p.earnPercent ?? null,
  }))
  const pointsBack = gone.reduce((sum, p) => sum + p.points, 0)
  const toTake = Math.max(0, pointsEarned - earnedBy(earningBase(after), pointRate))
  const pointsTaken = Math.min(toTake, wallet + pointsBack)
  const pointsShort = toTake - pointsTaken
  const payments = deduct(gone, worthOf(pointsShort, rules))
  return {
    amount,
    payments: payments.filter((p) => p.amount > 0),
    deducted: payments.reduce((sum, p) => sum + p.deducted, 0),
    pointsBack,
    pointsTaken,
    pointsShort,
  }
}

/** What a payment gives up for `amount` of its fen: principal, gift money and points in its own proportion; all of them with its last fen. */
function givenUp(p: PaidBy, amount: number): Omit<Returned, 'deducted'> {
  const [gift, stored] = p.payWay === 5 ? (share(amount, [p.gift, p.stored]) as [number, number]) : [0, 0]
  const points = amount === p.amount ? p.points : Math.floor((p.points * amount) / (p.amount || 1))
  return { bpid: p.bpid, payWay: p.payWay, amount, stored, gift, points }
}

/** Keeps `wanted` fen from the money given back, from money first, then from principal; never more than there is. */
function deduct(gone: ReadonlyArray<Omit<Returned, 'deducted'>>, wanted: number): Returned[] {
  let left = wanted
  const take = (p: Omit<Returned, 'deducted'>, from: number): number => {
    const part = Math.min(left, from)
    left -= part
    return part
  }
  const money = gone.map((p) => (EARNING.has(p.payWay) ? take(p, p.amount) : 0))
  return gone.map((p, i) => ({ ...p, deducted: money[i]! + (p.payWay === 5 ? take(p, p.stored) : 0) }))
}

export interface Refundable {
  readonly biid: number
  readonly amount: number
  readonly quantity: number
  readonly refundedAmount: number
  readonly refundedQuantity: number
}
/** Fen and pieces a wanted refund of an item means; `undefined` fields stand for everything that is left of it. */
export function itemRefund(
  item: Refundable,
  wanted: { refundAmount?: number | undefined; quantity?: number | undefined },
): { amount: number; quantity: number } {
  const amount = item.amount - item.refundedAmount
  const quantity = item.quantity - item.refundedQuantity
  if (wanted.refundAmount === undefined && wanted.quantity === undefined) return { amount, quantity }
  if (wanted.refundAmount === undefined)
    return {
      amount: wanted.quantity! >= quantity ? (quantity ? amount : 0) : Math.floor((amount * wanted.quantity!) / quantity),
      quantity: wanted.quantity!,
    }
  return { amount: wanted.refundAmount, quantity: wanted.quantity ?? (wanted.refundAmount >= amount ? quantity : 0) }
}
