/** Rules of points and stored value: fixed ids, a default each, changed per organisation through the points rule calls. */
export const pointsRules = {
  1: { pointsRule: 'earn', label: '每消费 1 元获得积分', pointsNumber: 1 },
  2: { pointsRule: 'value', label: '多少积分抵 1 元', pointsNumber: 100 },
  3: { pointsRule: 'share', label: '积分最多抵扣应收的百分比', pointsNumber: 100 },
  4: { pointsRule: 'stored_order', label: '储值扣款方式（1 按比例 2 先本金 3 先赠金）', pointsNumber: 1 },
  5: { pointsRule: 'refund_spent', label: '退费时积分已用完（1 从退款中扣除 2 不允许退费）', pointsNumber: 1 },
  // 单用途商业预付卡管理办法(试行) 2012, art. 18: a named card holds at most 5,000 yuan.
  6: { pointsRule: 'stored_limit', label: '每位会员储值本金上限（元，0 为不限）', pointsNumber: 5000 },
} as const
export type RuleId = keyof typeof pointsRules
export type RuleCode = (typeof pointsRules)[RuleId]['pointsRule']
export type RuleSet = Readonly<Record<RuleCode, number>>

/** Highest value a rule may take; the lowest is 1, or 0 where zero switches the rule off. */
export const ruleLimits: Readonly<Record<RuleCode, readonly [number, number]>> = { earn: [0, 1000], value: [1, 100_000], share: [0, 100], stored_order: [1, 3], refund_spent: [1, 2], stored_limit: [0, 10_000_000] }

/** Fen that a number of points is worth, rounded down. */
export const worthOf = (points: number, rules: RuleSet): number => Math.floor((points * 100) / rules.value)
/** Points needed to pay an amount in fen, rounded up: never worth less than what they pay. */
export const pointsFor = (fen: number, rules: RuleSet): number => Math.ceil((fen * rules.value) / 100)
/** Points earned by paying `fen` at a rate of points per yuan. */
export const earnedBy = (fen: number, rate: number): number => Math.floor((fen * Math.round(rate * 10_000)) / 1_000_000)

/** How an amount is taken out of a wallet: principal and gift money by the organisation's rule. The wallet holds at least `amount`. */
export function splitStored(wallet: { money: number; moneyGift: number }, amount: number, order: number): { stored: number; gift: number } {
  const { money, moneyGift } = wallet
  const wished = order === 2 ? Math.min(money, amount) : order === 3 ? amount - Math.min(moneyGift, amount) : money + moneyGift === 0 ? 0 : Math.round((amount * money) / (money + moneyGift))
  const stored = Math.min(money, Math.max(wished, amount - moneyGift))
  return { stored, gift: amount - stored }
}
