/** Parameters of a statistic: stores, days, and one value of a split. */
import { daysBetween } from '#kernel/contract/age.ts'
import { addDays, monthsAfter } from '#kernel/contract/days.ts'
import type { Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { StatQuery } from '../contract/shapes.ts'
import type { StatisticView } from '../contract/views/view.ts'

export type StatRequestCx = Pick<Cx<'stat_range' | 'stat_split' | 'stat_figure'>, 'who' | 'today' | 'refuse'>
export interface Range {
  readonly from: string
  readonly until: string
}
export interface StatRequest {
  readonly hids: readonly number[]
  readonly now: Range
  /** The former period: equally long, shifted by whole weeks so that weekends match. */
  readonly former: Range
  readonly lastYear: Range
  readonly by: 'day' | 'week' | 'month'
  /** One value of a dimension. */
  readonly only: { readonly dim: string; readonly key: string } | undefined
}
const DAYS = 30
const YEARS = 5
/** Pseudo-figure in sums: the days of the range. */
export const RANGE_DAYS = 'days of the range'
export const daysIn = ({ from, until }: Range): number => daysBetween(from, until) + 1

/** Requested days; default: the last thirty, completed when one end is given. */
export function rangeOf(
  cx: Pick<Cx<'stat_range'>, 'today' | 'refuse'>,
  { startTime, endTime }: Pick<StatQuery, 'startTime' | 'endTime'>,
): Range {
  const until = endTime ?? (startTime && startTime > cx.today ? startTime : cx.today)
  const from = startTime ?? addDays(until, 1 - DAYS)
  if (from > until || until > monthsAfter(from, 12 * YEARS)) cx.refuse('stat_range', { field: 'startTime' })
  return { from, until }
}
/** The named store, or all stores where the account holds the permission of the call. Others are not found. */
export const requestedStores = (cx: Pick<Cx, 'who' | 'refuse'>, hid: number): readonly number[] =>
  hid === 0 ? cx.who.hids : [ownStore(cx, hid)]
export function statRequestOf(
  cx: StatRequestCx,
  view: StatisticView,
  query: Omit<StatQuery, 'by'> & { by?: StatQuery['by'] },
): StatRequest {
  const now = rangeOf(cx, query)
  const back = -Math.ceil(daysIn(now) / 7) * 7
  const dim =
    query.split === undefined
      ? undefined
      : (view.splits[query.split]?.dim ?? cx.refuse('stat_split', { split: query.split, field: 'split' }))
  return {
    hids: requestedStores(cx, query.hid),
    now,
    former: { from: addDays(now.from, back), until: addDays(now.until, back) },
    lastYear: { from: monthsAfter(now.from, -12), until: monthsAfter(now.until, -12) },
    by: query.by ?? 'day',
    only: dim === undefined || query.key === undefined ? undefined : { dim, key: query.key },
  }
}
