/**
 * How much is asked for soon, and how much to order of it.
 *
 * The level is simple exponential smoothing (Brown, Statistical Forecasting for Inventory Control, 1959) of the last 26 weeks; the season
 * is what the same weeks took last year against the quarter before them, drawn to 1 where few pieces tell of it. The safety stock covers
 * nine weeks of ten: z = 1.28 of the weeks' standard deviation over lead time and review (Silver, Pyke, Thomas: Inventory and Production
 * Management in Supply Chains, 4th ed. 2016, ch. 6).
 */
const ALPHA = 0.15
const LEVEL_WEEKS = 26
const YEAR = 52
const QUARTER = 13
/** Pieces of last year at which its season counts half. */
const SHRINK = 60
const SERVICE = 1.28
/** Weeks between two orders of the same goods, and how many an order shall last beyond them. */
const REVIEW = 1
const LAST = 4

const mean = (numbers: readonly number[]): number => (numbers.length ? numbers.reduce((sum, n) => sum + n, 0) / numbers.length : 0)
/** The smoothed level of the weeks, `weeks[0]` the last one; begins with their mean. */
function levelOf(weeks: readonly number[]): number {
  const past = weeks.slice(0, LEVEL_WEEKS).map((n) => Math.max(0, n))
  return past.toReversed().reduce((level, n) => level + ALPHA * (n - level), mean(past))
}
/** What the coming weeks take against those before them, as last year had it: 0.5 to 2. */
function seasonOf(weeks: readonly number[], ahead: number): number {
  // A week more at either end: one busy week is chance.
  const coming = weeks.slice(YEAR - ahead - 1, YEAR + 1)
  const before = weeks.slice(YEAR, YEAR + QUARTER)
  const pieces = [...coming, ...before].reduce((sum, n) => sum + Math.max(0, n), 0)
  if (before.length < QUARTER || mean(before) <= 0) return 1
  const ratio = Math.min(2, Math.max(0.5, mean(coming) / mean(before)))
  return 1 + (ratio - 1) * (pieces / (pieces + SHRINK))
}
/** Pieces a week that the next `ahead` weeks are expected to take. */
export const expected = (weeks: readonly number[], ahead: number): number =>
  levelOf(weeks) * seasonOf(weeks, Math.min(Math.max(1, Math.round(ahead)), QUARTER))

export interface Position {
  readonly weeks: readonly number[]
  readonly onHand: number
  readonly onOrder: number
  readonly leadDays: number
  readonly min: number | null
  readonly max: number | null
}
export type ProposalReason = 'out' | 'min' | 'demand'
export interface OrderProposal {
  readonly perWeek: number
  readonly quantity: number
  readonly why: ProposalReason | null
}
/** How many pieces to order now, and why; 0 where what is there and on its way lasts. */
export function proposalOf({ weeks, onHand, onOrder, leadDays, min, max }: Position): OrderProposal {
  const horizon = leadDays / 7 + REVIEW
  const perWeek = expected(weeks, horizon)
  const recent = weeks.slice(0, QUARTER)
  const deviation = Math.sqrt(mean(recent.map((n) => (n - mean(recent)) ** 2)))
  const safety = perWeek > 0 ? SERVICE * deviation * Math.sqrt(horizon) : 0
  const position = onHand + onOrder
  const lacksMin = min !== null && position < min
  const runsOut = perWeek > 0 && position < perWeek * horizon + safety
  if (!lacksMin && !runsOut) return { perWeek, quantity: 0, why: null }
  const wanted = Math.max(perWeek * (horizon + LAST) + safety, lacksMin ? (max ?? min) : 0)
  const quantity = Math.max(0, Math.ceil(Math.min(wanted, max ?? Infinity) - position - 1e-9))
  return { perWeek, quantity, why: quantity === 0 ? null : whyOf(onHand === 0 && perWeek > 0, runsOut) }
}
function whyOf(out: boolean, runsOut: boolean): ProposalReason {
  if (out) return 'out'
  return runsOut ? 'demand' : 'min'
}
