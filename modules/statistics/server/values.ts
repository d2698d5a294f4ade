/** Derives figures from sums, and formats values for the response. */
import type { StatValue } from '../contract/shapes.ts'
import { figureIn, isQuantile, isSummed, type Unit, type StatisticView } from '../contract/views/view.ts'
import { RANGE_DAYS } from './request.ts'
import type { Sums } from './read.ts'

/** Prefix in sums: the figure of the former period. */
export const formerOf = (key: string): string => `former ${key}`
/** Growth in percent; undefined against a negligible base. */
const grown = (now = 0, then = 0): number | undefined => (then > 0 ? Math.round((now / then - 1) * 1000) / 10 : undefined)
/** Minimum number of cases for a rate or an average. */
const FEWEST = 10
/** Value of a figure; undefined if there is none. */
export function figureOf(view: StatisticView, key: string, sums: Sums): number | undefined {
  const f = view.figures[key]
  if (!f || isQuantile(f)) return sums.get(key)
  if (isSummed(f)) return sums.get(key) ?? 0
  if (f.sized) return Math.round(((figureOf(view, f.sized[0], sums) ?? 0) / f.sized[1]) * 10) / 10
  if (f.growth) return grown(figureOf(view, f.growth, sums), sums.get(formerOf(f.growth)))
  if (f.total) return Object.entries(f.total).reduce((n, [part, times]) => n + times * (figureOf(view, part, sums) ?? 0), 0)
  if (!f.per) return undefined
  const [part, whole] = [figureOf(view, f.per[0], sums) ?? 0, figureOf(view, f.per[1], sums) ?? 0]
  // A monetary base may have any size; a counted base needs enough cases.
  const enough = figureIn(view, f.per[1]).unit === 'money' ? whole > 0 : whole >= FEWEST
  if (!enough) return undefined
  if (f.days) return Math.round(((part * (sums.get(RANGE_DAYS) ?? 0)) / whole) * 10) / 10
  return f.unit === 'rate'
    ? Math.round((part / whole) * 1000) / 10
    : f.unit === 'money'
      ? Math.round(part / whole)
      : Math.round((part / whole) * 10) / 10
}
export const valueOf = (unit: Unit, n: number | undefined): StatValue => ({
  amount: unit === 'money' && n !== undefined ? n : null,
  count: unit !== 'money' && n !== undefined ? n : null,
})
export const valuesOf = (view: StatisticView, keys: readonly string[], sums: Sums): StatValue[] =>
  keys.map((key) => valueOf(figureIn(view, key).unit, figureOf(view, key, sums)))

/** Quantile of an ordered histogram; undefined with too few cases. */
export function quantile(cases: ReadonlyArray<{ at: number; cases: number }>, share: number): number | undefined {
  const all = cases.reduce((n, c) => n + c.cases, 0)
  if (all < FEWEST) return undefined
  let seen = 0
  return cases.find((c) => (seen += c.cases) >= all * share)?.at
}
const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const mid = sorted.length >> 1
  const [low, high] = [sorted[sorted.length % 2 ? mid : mid - 1] ?? 0, sorted[mid] ?? 0]
  return (low + high) / 2
}
/** Occurrences of a weekday required before one can be an outlier. */
const WEEKS = 6
export interface Outlier {
  readonly day: string
  readonly n: number
  readonly low: number
  readonly high: number
  readonly cases: number
}
type Days = ReadonlyArray<{ readonly day: string; readonly n: number }>
/**
 * The last day from `from` on that deviates by more than three median absolute deviations from its weekday. `days` contains every day,
 * empty ones as 0.
 */
export const unusual = (days: Days, from: string): Outlier | undefined =>
  days
    .filter(({ day }) => day >= from)
    .flatMap((day) => outOf(days, day) ?? [])
    .at(-1)
function outOf(days: Days, { day, n }: Days[number]): Outlier | undefined {
  const weekday = (d: string) => new Date(d).getUTCDay()
  const same = days.filter((d) => d.day !== day && weekday(d.day) === weekday(day)).map((d) => d.n)
  if (same.length < WEEKS) return undefined
  const mid = median(same)
  const mad = median(same.map((n) => Math.abs(n - mid)))
  return mad > 0 && Math.abs(n - mid) > 3 * mad
    ? { day, n, low: Math.max(0, Math.round(mid - 3 * mad)), high: Math.round(mid + 3 * mad), cases: same.length }
    : undefined
}
