/**
 * Calculates a refund to the fen. Pure, so that the dry run, the refund itself and the tests share one calculation. Each payment returns
 * its pro-rata share of its balance; the remainder goes to the last one. Points earned on the returned money are taken back; when the
 * member already spent them, their worth is deducted from the refund (rule refund_spent).
 */
import { earnedBy, worthOf, type RuleSet } from '#modules/loyalty/contract/rules.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

/** A payment and the balance of it that was not returned yet. Amounts in fen. */
export interface PaymentBalance {
  readonly bpid: number
  readonly payWay: number
  readonly amount: number
  readonly stored: number
  readonly gift: number
  readonly points: number
  /** What was paid in the beginning, where parts of it were returned since: rounding is carried over all parts. */
  readonly paid?: { readonly amount: number; readonly gift: number; readonly points: number }
  /** Percentage of the payment that earned points, by the rules in force when it was paid. */
  readonly earnPercent?: number | null
}
/** The part of a payment that a refund returns. */
export interface ReturnedPayment extends PaymentBalance {
  /** Fen of `amount` that the clinic keeps for points already spent. */
  readonly deducted: number
}
export interface RefundPlan {
  readonly amount: number
  readonly payments: readonly ReturnedPayment[]
  readonly deducted: number
  /** Redeemed points that go back to the member. */
  readonly pointsBack: number
  /** Earned points taken from the member, and earned points that cannot be taken because they were spent. */
  readonly pointsTaken: number
  readonly pointsShort: number
  /** Earned points that are neither there nor spent: they lapsed, and nothing is kept for them. */
  readonly pointsLapsed: number
}
export interface RefundCase {
  /** Amount of the refunded items, fen. */
  readonly amount: number
  /** Balance of every payment: paid less returned so far. */
  readonly left: readonly PaymentBalance[]
  /** Points credited for the bill and not yet taken back, and the rate they were credited at. */
  readonly pointsEarned: number
  readonly pointRate: number
  /** Current points balance of the member. */
  readonly wallet: number
  /** Points of this bill that lapsed and that no refund counted yet. */
  readonly lapsed?: number
  readonly rules: RuleSet
}

/** Ways of payment that earn points: money from outside, paid by the member. */
const EARNING_WAYS: ReadonlySet<number> = new Set([PayWay.cash, PayWay.wechat, PayWay.alipay, PayWay.card, PayWay.other])
/**
 * Amount that earns points, fen: money and principal, each at the percentage recorded with its payment; never gift money. Payments
 * without a recorded percentage predate it and earn in full.
 */
export const earningBase = (payments: ReadonlyArray<Pick<PaymentBalance, 'payWay' | 'amount' | 'stored' | 'earnPercent'>>): number =>
  payments.reduce(
    (sum, p) =>
      sum +
      Math.floor(
        ((p.payWay === PayWay.stored ? p.stored : p.amount) *
          (p.earnPercent ?? (p.payWay === PayWay.stored || EARNING_WAYS.has(p.payWay) ? 100 : 0))) /
          100,
      ),
    0,
  )

/**
 * Splits `amount` among parts in the proportion of what was paid, so that after any number of refunds each part stands within a unit of its
 * proportion: `whole` are the amounts in the beginning, `left` what was not returned yet. Never more of a part than is left of it.
 */
export function carriedShare(amount: number, whole: readonly number[], left: readonly number[]): number[] {
  const sum = whole.reduce((a, b) => a + b, 0)
  const total = sum - left.reduce((a, b) => a + b, 0) + amount
  if (sum === 0) return whole.map(() => 0)
  const parts = whole.map((w, i) => {
    const most = left[i] ?? 0
    const due = Number((BigInt(w) * BigInt(total)) / BigInt(sum)) - (w - most)
    return { most, part: Math.min(most, Math.max(0, due)) }
  })
  let rest = amount - parts.reduce((n, { part }) => n + part, 0)
  // The remainder goes to the last part that has room; what one part got too much of before, the first ones give up.
  for (const each of parts.toReversed()) {
    const more = Math.max(0, Math.min(rest, each.most - each.part))
    each.part += more
    rest -= more
  }
  for (const each of parts) {
    const less = Math.max(0, Math.min(-rest, each.part))
    each.part -= less
    rest += less
  }
  return parts.map(({ part }) => part)
}

export function planRefund({ amount, left, pointsEarned, pointRate, wallet, lapsed = 0, rules }: RefundCase): RefundPlan {
  const shares = carriedShare(
    amount,
    left.map((p) => (p.paid ?? p).amount),
    left.map((p) => p.amount),
  )
  const returned = left.map((p, i) => givenUp(p, shares[i]!))
  const remaining = left.map((p, i) => ({
    payWay: p.payWay,
    amount: p.amount - returned[i]!.amount,
    stored: p.stored - returned[i]!.stored,
    earnPercent: p.earnPercent ?? null,
  }))
  const pointsBack = returned.reduce((sum, p) => sum + p.points, 0)
  const toTake = Math.max(0, pointsEarned - earnedBy(earningBase(remaining), pointRate))
  // What lapsed is owed by nobody: it is not taken from points of other bills either.
  const pointsLapsed = Math.min(toTake, lapsed)
  const pointsTaken = Math.min(toTake - pointsLapsed, wallet + pointsBack)
  const pointsShort = toTake - pointsTaken - pointsLapsed
  const payments = deduct(returned, worthOf(pointsShort, rules))
  return {
    amount,
    payments: payments.filter((p) => p.amount > 0),
    deducted: payments.reduce((sum, p) => sum + p.deducted, 0),
    pointsBack,
    pointsTaken,
    pointsShort,
    pointsLapsed,
  }
}

/**
 * Splits `amount` fen of a payment into principal, gift money and points in the proportion of the payment; its last fen returns all that
 * is left, and rounding is carried from part to part.
 */
function givenUp(p: PaymentBalance, amount: number): Omit<ReturnedPayment, 'deducted'> {
  const whole = p.paid ?? p
  const [gift, stored] =
    p.payWay === PayWay.stored
      ? (carriedShare(amount, [whole.gift, whole.amount - whole.gift], [p.gift, p.stored]) as [number, number])
      : [0, 0]
  const returned = whole.amount - p.amount + amount
  const points = Math.max(0, Math.floor((whole.points * returned) / (whole.amount || 1)) - (whole.points - p.points))
  return { bpid: p.bpid, payWay: p.payWay, amount, stored, gift, points }
}

/** Deducts `amount` fen from the returned money, from outside money first, then from principal; at most what is there. */
function deduct(returned: ReadonlyArray<Omit<ReturnedPayment, 'deducted'>>, amount: number): ReturnedPayment[] {
  let remaining = amount
  const take = (p: Omit<ReturnedPayment, 'deducted'>, from: number): number => {
    const part = Math.min(remaining, from)
    remaining -= part
    return part
  }
  const money = returned.map((p) => (EARNING_WAYS.has(p.payWay) ? take(p, p.amount) : 0))
  return returned.map((p, i) => ({ ...p, deducted: money[i]! + (p.payWay === PayWay.stored ? take(p, p.stored) : 0) }))
}

export interface RefundableItem {
  readonly biid: number
  readonly amount: number
  readonly quantity: number
  readonly refundedAmount: number
  readonly refundedQuantity: number
}
/** Fen and pieces of an item that a refund request covers. A request without either field covers everything that is left. */
export function itemRefund(
  item: RefundableItem,
  request: { refundAmount?: number | undefined; quantity?: number | undefined },
): { amount: number; quantity: number } {
  const amount = item.amount - item.refundedAmount
  const quantity = item.quantity - item.refundedQuantity
  if (request.refundAmount === undefined && request.quantity === undefined) return { amount, quantity }
  if (request.refundAmount === undefined)
    return {
      amount: request.quantity! >= quantity ? (quantity ? amount : 0) : Math.floor((amount * request.quantity!) / quantity),
      quantity: request.quantity!,
    }
  return { amount: request.refundAmount, quantity: request.quantity ?? (request.refundAmount >= amount ? quantity : 0) }
}

/** A package of a bill line: what was paid for it, the unused fraction of its worth, and whether the member holds it. */
export interface LinePackage {
  /** Fen. */
  readonly price: number
  readonly unused: readonly [left: number, whole: number]
  readonly isHeld: boolean
}
/** Fen that the unused part of a package is worth; a package without items is worth its price. */
const worthOfPackage = ({ price, unused: [left, whole] }: LinePackage): number => (whole ? Math.floor((price * left) / whole) : price)
/**
 * How many packages leave with a refund, and its amount: one rule, whether the request names money, pieces, both or neither. What was used
 * is not returned, and what is refunded leaves the package: money beyond what is still owed for packages that left takes further ones
 * along. `packages` holds those of the member first, in the order in which they leave. `most` is the highest amount for the packages of the
 * line.
 */
export function packageRefund(
  packages: readonly LinePackage[],
  refundedAmount: number,
  request: { refundAmount?: number | undefined; quantity?: number | undefined },
): { leaving: number; amount: number; most: number } {
  const held = packages.filter((p) => p.isHeld)
  const worth = (some: readonly LinePackage[]) => some.reduce((sum, p) => sum + worthOfPackage(p), 0)
  const owed = worth(packages.filter((p) => !p.isHeld)) - refundedAmount
  const upTo = (count: number) => Math.max(0, owed + worth(held.slice(0, count)))
  const { refundAmount, quantity = refundAmount === undefined ? held.length : 0 } = request
  const named = Math.min(quantity, held.length)
  const needed = refundAmount === undefined ? named : held.findIndex((_, count) => upTo(count) >= refundAmount)
  const leaving = Math.max(named, needed === -1 ? held.length : needed)
  return { leaving, amount: refundAmount ?? upTo(leaving), most: upTo(held.length) }
}
