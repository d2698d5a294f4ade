import { chargeKinds, payWays } from './fields.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

/** Rules of points and stored value: fixed ids with defaults, changed per organisation through the points rule calls. */
export const pointsRules = {
  1: { pointsRule: 'earn', label: '每消费 1 元获得积分', pointsNumber: 1 },
  2: { pointsRule: 'value', label: '多少积分抵 1 元', pointsNumber: 100 },
  3: { pointsRule: 'share', label: '积分最多抵扣应收', pointsNumber: 100 },
  4: { pointsRule: 'stored_order', label: '储值扣款方式', pointsNumber: 1 },
  5: { pointsRule: 'refund_spent', label: '退费时积分已用完', pointsNumber: 1 },
  // 单用途商业预付卡管理办法(试行) 2012, art. 18: a named card holds at most 5,000 yuan.
  6: { pointsRule: 'stored_limit', label: '每位会员储值本金上限', pointsNumber: 5000 },
  7: { pointsRule: 'expiry', label: '积分有效期', pointsNumber: 0 },
  8: { pointsRule: 'recommend', label: '推荐的新会员首次消费后，推荐人获得积分', pointsNumber: 0 },
  9: { pointsRule: 'recommended', label: '被推荐的新会员首次消费后，本人获得积分', pointsNumber: 0 },
  10: { pointsRule: 'lottery_cost', label: '每次抽奖消耗积分', pointsNumber: 50 },
  11: { pointsRule: 'lottery_daily', label: '每位会员每天抽奖次数', pointsNumber: 3 },
  12: { pointsRule: 'gift_share', label: '不按方案储值时，赠金最多为本金的', pointsNumber: 100 },
} as const
export type RuleId = keyof typeof pointsRules
export type RuleCode = (typeof pointsRules)[RuleId]['pointsRule']
export type RuleSet = Readonly<Record<RuleCode, number>>

/** Maximum value of a rule; the minimum is 1, or 0 where zero switches the rule off. */
export const ruleLimits: Readonly<Record<RuleCode, readonly [number, number]>> = {
  earn: [0, 1000],
  value: [1, 100_000],
  share: [0, 100],
  stored_order: [1, 3],
  refund_spent: [1, 2],
  stored_limit: [0, 10_000_000],
  expiry: [0, 120],
  recommend: [0, 1_000_000],
  recommended: [0, 1_000_000],
  lottery_cost: [1, 1_000_000],
  lottery_daily: [0, 100],
  gift_share: [0, 1000],
}
/** How to display a rule's number: unit, labels of choices, meaning of zero. */
export const ruleShown: Readonly<
  Record<RuleCode, { readonly unit?: string; readonly options?: Readonly<Record<number, string>>; readonly nought?: string }>
> = {
  earn: {},
  value: {},
  share: { unit: '%' },
  stored_order: { options: { 1: '按本金和赠金的比例', 2: '先扣本金', 3: '先扣赠金' } },
  refund_spent: { options: { 1: '从退款中扣除', 2: '不允许退费' } },
  stored_limit: { unit: '元', nought: '0 为不限' },
  expiry: { unit: '个月', nought: '0 为长期有效' },
  recommend: {},
  recommended: {},
  lottery_cost: {},
  lottery_daily: { nought: '0 为不限' },
  gift_share: { unit: '%', nought: '0 为只按方案赠送' },
}
/** Default rules. */
export const defaultRules = Object.fromEntries(Object.values(pointsRules).map((r) => [r.pointsRule, r.pointsNumber])) as RuleSet

/** Percentage of a payment that earns points, by way. Ways that bring no new money earn nothing by default. */
const wayPercent: Readonly<Record<number, number>> = {
  [PayWay.cash]: 100,
  [PayWay.wechat]: 100,
  [PayWay.alipay]: 100,
  [PayWay.card]: 100,
  [PayWay.stored]: 100,
  [PayWay.points]: 0,
  [PayWay.coupon]: 0,
  [PayWay.insurance]: 0,
  [PayWay.other]: 100,
} satisfies Record<PayWay, number>
const WAY_BASE = 20
const KIND_BASE = 1000
export interface PercentRule {
  readonly pointsRuleId: number
  readonly pointsRule: string
  readonly label: string
  readonly pointsNumber: number
}
/** Earning rules by way of payment and by kind of item, in per cent. */
export const percentRules: ReadonlyMap<number, PercentRule> = new Map(
  [
    ...Object.entries(payWays).map(([way, label]) => ({
      pointsRuleId: WAY_BASE + Number(way),
      pointsRule: `way:${way}`,
      label: Number(way) === PayWay.stored ? '储值（只计本金）' : label,
      pointsNumber: wayPercent[Number(way)]!,
    })),
    ...Object.entries(chargeKinds).map(([kind, label]) => ({
      pointsRuleId: KIND_BASE + Number(kind),
      pointsRule: `kind:${kind}`,
      label,
      pointsNumber: 100,
    })),
  ].map((r) => [r.pointsRuleId, r]),
)
/** Percentage of a payment and of an item that earns points. */
export interface EarnShares {
  way(payWay: number): number
  kind(kind: number): number
}
/** Percentages in force: the organisation's value by rule id, else the default. */
export const earnShares = (set: ReadonlyMap<number, number>): EarnShares => ({
  way: (payWay) => set.get(WAY_BASE + payWay) ?? wayPercent[payWay] ?? 0,
  kind: (kind) => set.get(KIND_BASE + kind) ?? 100,
})
/** Points per yuan of a bill, weighted by item amount where items earn at different percentages. */
export function rateOf(rate: number, items: ReadonlyArray<{ kind: number; amount: number }>, shares: EarnShares): number {
  const sum = items.reduce((total, i) => total + i.amount, 0)
  return sum === 0 ? 0 : Math.round((rate * 100 * items.reduce((total, i) => total + i.amount * shares.kind(i.kind), 0)) / sum) / 10_000
}

/** Worth of points in fen, rounded down. */
export const worthOf = (points: number, rules: RuleSet): number => Math.floor((points * 100) / rules.value)
/** Points needed to pay an amount in fen, rounded up, so that they never cover less. */
export const pointsFor = (fen: number, rules: RuleSet): number => Math.ceil((fen * rules.value) / 100)
/** Points earned by paying `fen` at a rate of points per yuan. */
export const earnedBy = (fen: number, rate: number): number => Math.floor((fen * Math.round(rate * 10_000)) / 1_000_000)

/** Part of an amount the rule takes from the principal: 2 principal first, 3 principal last, else in proportion. */
function wishedOf({ money, moneyGift }: { money: number; moneyGift: number }, amount: number, order: number): number {
  if (order === 2) return Math.min(money, amount)
  if (order === 3) return amount - Math.min(moneyGift, amount)
  return money + moneyGift === 0 ? 0 : Math.round((amount * money) / (money + moneyGift))
}
/** Splits an amount into principal and gift money by the organisation's rule. The wallet must hold at least `amount`. */
export function splitStored(wallet: { money: number; moneyGift: number }, amount: number, order: number): { stored: number; gift: number } {
  const { money, moneyGift } = wallet
  const wished = wishedOf(wallet, amount, order)
  const stored = Math.min(money, Math.max(wished, amount - moneyGift))
  return { stored, gift: amount - stored }
}

/**
 * Points that expire: credits up to a day that were not used since, first in, first out. Every debit uses the oldest points. Never
 * exceeds a non-negative balance.
 */
export const lapsing = (inBefore: number, outEver: number): number => Math.max(0, inBefore - outEver)

/** A line of a member's points: the paper it belongs to, and whether it removed points that lapsed. */
export interface PointsMovement {
  readonly amount: number
  readonly ref: string | null
  readonly lapse: boolean
}
/**
 * Points credited by a paper that lapsed. Debits use the oldest points, except that a debit of a paper first takes what the same paper
 * credited.
 */
export function lapsedOf(movements: readonly PointsMovement[], ref: string): number {
  const lots: Array<{ ref: string | null; left: number }> = []
  let lapsed = 0
  for (const movement of movements) {
    if (movement.amount > 0) {
      lots.push({ ref: movement.ref, left: movement.amount })
      continue
    }
    let due = -movement.amount
    const own = movement.lapse ? [] : lots.filter((lot) => lot.ref !== null && lot.ref === movement.ref)
    for (const lot of [...own, ...lots]) {
      const taken = Math.min(lot.left, due)
      lot.left -= taken
      due -= taken
      if (movement.lapse && lot.ref === ref) lapsed += taken
    }
  }
  return lapsed
}
