/** Builds a statistic: figures with comparisons and ledger figures, a series, splits, and outliers. */
import { addDays } from '#kernel/contract/days.ts'
import { may, raw, sql, type Cx } from '#kernel/server/index.ts'
import { storesOf } from '#modules/institution/server/door.ts'
import type { StatFigure, Statistic, StatQuery, StatSplit } from '../contract/shapes.ts'
import { dimColumn, measureColumn } from '../contract/cubes/cube.ts'
import { cubeOf } from '../contract/cubes/cubes.ts'
import { figureIn, isQuantile, isSummed, type Split, type StatisticView } from '../contract/views/view.ts'
import { views, type ViewName } from '../contract/views/views.ts'
import { statRequestOf, daysIn, RANGE_DAYS, type StatRequest, type StatRequestCx, type Range } from './request.ts'
import { namesOf } from './dims.ts'
import { cubeRowsIn } from './cube-rows.ts'
import { ledgersSay } from './ledger.ts'
import { ABC, histogram, partsOf, series, split, totals, withParts, type Sums } from './read.ts'
import { figureOf, formerOf, quantile, unusual, valueOf, valuesOf } from './values.ts'
import { goneOf } from './gone.ts'

type AskingCx = Cx<'stat_range' | 'stat_split' | 'stat_figure'>
/** The statistic without the figures and splits the account may not see. */
export function seen(cx: Pick<Cx, 'who'>, name: ViewName): StatisticView {
  const { figures, splits, ...rest }: StatisticView = views[name]
  const all = Object.entries(figures).filter(([, f]) => !f.can || may(cx, f.can))
  const visible = new Set(all.map(([key]) => key))
  const visibleSplits = Object.entries(splits)
    .filter(([, s]) => !s.can || may(cx, s.can))
    .map(([key, s]) => [key, { ...s, figures: s.figures.filter((f) => visible.has(f)) }] as const)
  return { ...rest, figures: Object.fromEntries(all), splits: Object.fromEntries(visibleSplits) }
}
/** Accounts without the permission for other people's figures get their own only. */
const STAFF = 'stat:staff'
export function personal(cx: StatRequestCx, name: ViewName, request: StatRequest): StatRequest {
  if (name !== 'performance') return request
  const hids = request.hids.filter((hid) => may(cx, STAFF, hid))
  return hids.length ? { ...request, hids } : { ...request, only: { dim: 'person', key: String(cx.who.ctid) } }
}

/** `whole` returns every row of the splits, for files. */
export async function statisticOf(cx: AskingCx, name: ViewName, query: StatQuery, whole = false): Promise<Statistic> {
  const view = seen(cx, name)
  const request = personal(cx, name, statRequestOf(cx, view, query))
  const [now, former, lastYear] = [
    await allTotals(cx, view, request, request.now),
    await allTotals(cx, view, request, request.former),
    await allTotals(cx, view, request, request.lastYear),
  ]
  const columns = Object.keys(view.figures).filter((key) => inSeries(view, key))
  const stores = await storesOf(cx)
  return {
    view: name,
    title: view.title,
    hid: query.hid,
    stores: stores.filter((s) => cx.who.hids.includes(s.hid)).map((s) => ({ hid: s.hid, name: s.shortName })),
    startTime: request.now.from,
    endTime: request.now.until,
    formerStart: request.former.from,
    formerEnd: request.former.until,
    by: request.by,
    main: view.main,
    figures: await figuresOf(cx, view, request, [now, former, lastYear]),
    columns: columns.map((key) => columnOf(view, key)),
    points: await pointsOf(cx, view, request, columns),
    splits: await splitsOf(cx, view, request, whole),
    bridge: request.only ? [] : bridgeOf(view, now),
    steps: [...(view.steps ?? [])],
    unusual: await unusualOf(cx, view, request),
  }
}

const columnOf = (view: StatisticView, key: string) => {
  const { label, unit } = figureIn(view, key)
  return { key, label, unit }
}

/** Sums of a range, including quantiles. */
async function allTotals(cx: Cx, view: StatisticView, request: StatRequest, range: Range): Promise<Sums> {
  const sums = await totals(cx, view, request, range)
  for (const [key, f] of Object.entries(view.figures)) {
    if (!isQuantile(f)) continue
    const value = quantile(await histogram(cx, f, request, range), f.share)
    if (value !== undefined) sums.set(key, value)
  }
  return sums
}
async function figuresOf(
  cx: Cx,
  view: StatisticView,
  request: StatRequest,
  [now, former, lastYear]: readonly [Sums, Sums, Sums],
): Promise<StatFigure[]> {
  const list: StatFigure[] = []
  // Books know stores and days only, so they are not asked about one value of a split.
  const asking = request.only ? [] : Object.values(view.figures).flatMap((f) => f.ledger ?? [])
  const ledgerFigures = await ledgersSay(cx, [...new Set(asking)], request.hids, request.now)
  for (const [key, f] of Object.entries(view.figures)) {
    const valueIn = (sums: Sums) => valueOf(f.unit, figureOf(view, key, sums))
    const ledger = f.ledger && ledgerFigures.has(f.ledger) ? valueOf(f.unit, ledgerFigures.get(f.ledger)) : null
    list.push({
      key,
      label: f.label,
      unit: f.unit,
      means: f.means,
      bad: f.bad ?? false,
      aside: f.aside ?? f.apart ?? false,
      ...valueIn(now),
      former: valueIn(former),
      lastYear: valueIn(lastYear),
      ledger,
    })
  }
  return list
}

const TIMES = { plus: 1, minus: -1, note: 0 } as const
/** Lines of the bridge, each total with its gap to the lines above it; a gap other than zero is an error. */
function bridgeOf(view: StatisticView, sums: Sums): Statistic['bridge'] {
  let sum = 0
  return (view.bridge ?? []).map(({ figure, is }) => {
    const n = figureOf(view, figure, sums) ?? 0
    if (is === 'total') return { figure, is, gap: sum - n }
    sum += n * TIMES[is]
    return { figure, is, gap: null }
  })
}
/** True when a figure has values per day; cumulative figures and quantiles do not. */
function inSeries(view: StatisticView, key: string): boolean {
  const f = view.figures[key]
  if (!f || f.apart || isQuantile(f)) return false
  if (isSummed(f)) return !f.held
  return !f.days && !f.growth && partsOf(f).every((part) => inSeries(view, part))
}
/** First days of the buckets of a range. */
function bucketsOf({ from, until }: Range, by: StatRequest['by']): string[] {
  const first = (day: string): string => {
    if (by === 'month') return `${day.slice(0, 7)}-01`
    return by === 'week' ? addDays(day, -((new Date(day).getUTCDay() + 6) % 7)) : day
  }
  const all = Array.from({ length: daysIn({ from, until }) }, (_, i) => first(addDays(from, i)))
  return [...new Set(all)]
}
async function pointsOf(cx: Cx, view: StatisticView, request: StatRequest, columns: readonly string[]): Promise<Statistic['points']> {
  const now = await series(cx, view, request, request.now, withParts(view, columns))
  const former = await series(cx, view, request, request.former, withParts(view, [view.main]))
  const before = bucketsOf(request.former, request.by)
  const { unit } = figureIn(view, view.main)
  const none: Sums = new Map()
  return bucketsOf(request.now, request.by).map((day, i) => ({
    day,
    values: valuesOf(view, columns, now.get(day) ?? none),
    former: valueOf(unit, figureOf(view, view.main, former.get(before[i] ?? '') ?? none)),
  }))
}
const IDLE_DAYS = 180
const stock = cubeOf('stock')
async function splitsOf(cx: Cx, view: StatisticView, request: StatRequest, whole: boolean): Promise<StatSplit[]> {
  const list: StatSplit[] = []
  for (const [key, s] of Object.entries(view.splits)) {
    const rows = await rowsOf(cx, view, request, s, whole)
    const names = await namesOf(
      cx,
      s.dim,
      rows.map(([k]) => k),
    )
    const columns = s.figures.map((k) => columnOf(view, k))
    list.push({
      key,
      label: s.label,
      columns,
      rows: rows.map(([k, sums]) => ({ key: k, label: names.get(k) ?? k, values: valuesOf(view, s.figures, sums) })),
    })
  }
  return list
}
/** Rows of a split with the days of their range and, for growth, the former values. */
async function rowsOf(
  cx: Cx,
  view: StatisticView,
  request: StatRequest,
  { dim, figures }: Split,
  whole: boolean,
): Promise<Array<[string, Sums]>> {
  if (dim === 'gone') return goneOf(cx, request)
  const found = await split(cx, view, request, dim, withParts(view, figures), whole || dim === 'idle' || dim === 'abc')
  const grown = figures.flatMap((key) => {
    const f = figureIn(view, key)
    return 'growth' in f && f.growth ? [f.growth] : []
  })
  if (grown.length) {
    const before = await split(cx, view, { ...request, now: request.former }, dim, withParts(view, grown), true)
    for (const [key, sums] of found)
      for (const figure of grown) sums.set(formerOf(figure), figureOf(view, figure, before.get(key) ?? new Map()) ?? 0)
  }
  const visible = await keptOf(cx, request, dim, found)
  for (const [, sums] of visible) sums.set(RANGE_DAYS, daysIn(request.now))
  return visible
}
/** Rows of a split as displayed: idle goods only, or the sums of classes. */
async function keptOf(cx: Cx, request: StatRequest, dim: string, sums: ReadonlyMap<string, Sums>): Promise<Array<[string, Sums]>> {
  if (dim === 'idle') return idle(cx, request, sums)
  return dim === 'abc' ? abcOf(sums) : [...sums]
}
/** Products by class: A up to 80 % of the outflow at cost, B up to 95 %, C the rest. */
function abcOf(found: ReadonlyMap<string, Sums>): Array<[string, Sums]> {
  const out = (sums: Sums) => sums.get('outValue') ?? 0
  const whole = [...found.values()].reduce((n, sums) => n + Math.max(0, out(sums)), 0)
  const classes = new Map<string, Sums>()
  let before = 0
  for (const [, sums] of [...found].sort(([p, a], [q, b]) => out(b) - out(a) || (p < q ? -1 : 1))) {
    const name = out(sums) > 0 ? (ABC.find(([, share]) => before < share * whole)?.[0] ?? 'C') : 'C'
    before += Math.max(0, out(sums))
    const all: Sums = classes.get(name) ?? new Map()
    for (const [key, n] of sums) all.set(key, (all.get(key) ?? 0) + n)
    classes.set(name, all)
  }
  return [...classes]
}
/** Products in stock without any outflow in the six months before the end of the range. */
async function idle(cx: Cx, request: StatRequest, sums: ReadonlyMap<string, Sums>): Promise<Array<[string, Sums]>> {
  const range = { from: addDays(request.now.until, 1 - IDLE_DAYS), until: request.now.until }
  const [product, into, out] = [dimColumn(stock, 'product'), measureColumn(stock, 'into'), measureColumn(stock, 'out')]
  const moved = await cx.db.rows(
    { product: 'string' },
    sql`
      select ${raw(`x.${product}`)}::text product
      from ${cubeRowsIn({ cube: 'stock', hids: request.hids, range, columns: new Set([product]) })}
      group by 1
      having ${raw(`bool_or(x.${into} <> 0 or x.${out} <> 0)`)}
    `,
  )
  const live = new Set(moved.map((m) => m.product))
  return [...sums].filter(([key, sums]) => (sums.get('held') ?? 0) > 0 && !live.has(key))
}

const WEEKS_BEFORE = 12
/** Limited to ranges of a quarter: over longer ones every day was an outlier once. */
const LONGEST = 92
async function unusualOf(cx: Cx, view: StatisticView, request: StatRequest): Promise<Statistic['unusual']> {
  if (daysIn(request.now) > LONGEST) return null
  const range = { from: addDays(request.now.from, -7 * WEEKS_BEFORE), until: request.now.until }
  const sums = await series(cx, view, { ...request, by: 'day' }, range, withParts(view, [view.main]))
  const { unit } = figureIn(view, view.main)
  // Today is incomplete, and days before the first figure do not count.
  const began = [...sums.keys()].sort()[0] ?? range.until
  const days = bucketsOf(range, 'day')
    .filter((day) => day >= began && day < cx.today)
    .map((day) => ({ day, n: figureOf(view, view.main, sums.get(day) ?? new Map()) ?? 0 }))
  const out = unusual(days, request.now.from)
  return out
    ? { day: out.day, ...valueOf(unit, out.n), low: valueOf(unit, out.low), high: valueOf(unit, out.high), cases: out.cases }
    : null
}
