/** A statistic: figures with their former selves and the book behind each, a series, splits, and what is out of the ordinary. */
import { addDays } from '#kernel/contract/days.ts'
import { may, raw, sql, type Cx } from '#kernel/server/index.ts'
import { storesOf } from '#modules/institution/server/door.ts'
import type { StatFigure, Statistic, StatQuery, StatSplit } from '../contract/shapes.ts'
import { dimColumn, measureColumn } from '../contract/cube.ts'
import { cubeOf } from '../contract/cubes.ts'
import { figureIn, isQuantile, isSummed, type Split, type View } from '../contract/view.ts'
import { views, type ViewName } from '../contract/views.ts'
import { askedOf, daysIn, RANGE_DAYS, type Asked, type Asking, type Range } from './asked.ts'
import { namesOf } from './dims.ts'
import { keptIn } from './kept.ts'
import { ledgersSay } from './ledger.ts'
import { ABC, histogram, partsOf, series, split, totals, withParts, type Sums } from './read.ts'
import { figureOf, formerOf, quantile, unusual, valueOf, valuesOf } from './values.ts'
import { goneOf } from './gone.ts'

type AskingCx = Cx<'stat_range' | 'stat_split' | 'stat_figure'>
/** The view as the asker may see it: without figures and splits there is no right to. */
export function seen(cx: Pick<Cx, 'who'>, name: ViewName): View {
  const { figures, splits, ...rest }: View = views[name]
  const all = Object.entries(figures).filter(([, f]) => !f.can || may(cx, f.can))
  const known = new Set(all.map(([key]) => key))
  const shown = Object.entries(splits)
    .filter(([, s]) => !s.can || may(cx, s.can))
    .map(([key, s]) => [key, { ...s, figures: s.figures.filter((f) => known.has(f)) }] as const)
  return { ...rest, figures: Object.fromEntries(all), splits: Object.fromEntries(shown) }
}
/** Who may see what others did; everybody else is asked for alone. */
const STAFF = 'stat:staff'
export function personal(cx: Asking, name: ViewName, asked: Asked): Asked {
  if (name !== 'performance') return asked
  const hids = asked.hids.filter((hid) => may(cx, STAFF, hid))
  return hids.length ? { ...asked, hids } : { ...asked, only: { dim: 'person', key: String(cx.who.ctid) } }
}

/** `whole`: every row of its splits, for files. */
export async function statisticOf(cx: AskingCx, name: ViewName, query: StatQuery, whole = false): Promise<Statistic> {
  const view = seen(cx, name)
  const asked = personal(cx, name, askedOf(cx, view, query))
  const [now, former, lastYear] = [
    await allTotals(cx, view, asked, asked.now),
    await allTotals(cx, view, asked, asked.former),
    await allTotals(cx, view, asked, asked.lastYear),
  ]
  const columns = Object.keys(view.figures).filter((key) => inSeries(view, key))
  const stores = await storesOf(cx)
  return {
    view: name,
    title: view.title,
    hid: query.hid,
    stores: stores.filter((s) => cx.who.hids.includes(s.hid)).map((s) => ({ hid: s.hid, name: s.shortName })),
    startTime: asked.now.from,
    endTime: asked.now.until,
    formerStart: asked.former.from,
    formerEnd: asked.former.until,
    by: asked.by,
    main: view.main,
    figures: await figuresOf(cx, view, asked, [now, former, lastYear]),
    columns: columns.map((key) => columnOf(view, key)),
    points: await pointsOf(cx, view, asked, columns),
    splits: await splitsOf(cx, view, asked, whole),
    bridge: asked.only ? [] : bridgeOf(view, now),
    steps: [...(view.steps ?? [])],
    unusual: await unusualOf(cx, view, asked),
  }
}

const columnOf = (view: View, key: string) => {
  const { label, unit } = figureIn(view, key)
  return { key, label, unit }
}

/** Sums of a range with what is read from histograms. */
async function allTotals(cx: Cx, view: View, asked: Asked, range: Range): Promise<Sums> {
  const sums = await totals(cx, view, asked, range)
  for (const [key, f] of Object.entries(view.figures)) {
    if (!isQuantile(f)) continue
    const at = quantile(await histogram(cx, f, asked, range), f.share)
    if (at !== undefined) sums.set(key, at)
  }
  return sums
}
async function figuresOf(cx: Cx, view: View, asked: Asked, [now, former, lastYear]: readonly [Sums, Sums, Sums]): Promise<StatFigure[]> {
  const list: StatFigure[] = []
  // A book knows stores and days; it is not asked about one value of a split.
  const asking = asked.only ? [] : Object.values(view.figures).flatMap((f) => f.ledger ?? [])
  const said = await ledgersSay(cx, [...new Set(asking)], asked.hids, asked.now)
  for (const [key, f] of Object.entries(view.figures)) {
    const of = (sums: Sums) => valueOf(f.unit, figureOf(view, key, sums))
    const ledger = f.ledger && said.has(f.ledger) ? valueOf(f.unit, said.get(f.ledger)) : null
    list.push({
      key,
      label: f.label,
      unit: f.unit,
      means: f.means,
      bad: f.bad ?? false,
      aside: f.aside ?? f.apart ?? false,
      ...of(now),
      former: of(former),
      lastYear: of(lastYear),
      ledger,
    })
  }
  return list
}

const TIMES = { plus: 1, minus: -1, note: 0 } as const
/** The lines of the bridge, each total with what is between it and the lines above it: nothing, or something is wrong. */
function bridgeOf(view: View, sums: Sums): Statistic['bridge'] {
  let sum = 0
  return (view.bridge ?? []).map(({ figure, is }) => {
    const n = figureOf(view, figure, sums) ?? 0
    if (is === 'total') return { figure, is, gap: sum - n }
    sum += n * TIMES[is]
    return { figure, is, gap: null }
  })
}
/** Whether a figure has a value of its own per day: what is held, and what comes from a histogram, has none. */
function inSeries(view: View, key: string): boolean {
  const f = view.figures[key]
  if (!f || f.apart || isQuantile(f)) return false
  if (isSummed(f)) return !f.held
  return !f.days && !f.growth && partsOf(f).every((part) => inSeries(view, part))
}
/** First days of the buckets of a range. */
function bucketsOf({ from, until }: Range, by: Asked['by']): string[] {
  const first = (day: string): string => {
    if (by === 'month') return `${day.slice(0, 7)}-01`
    return by === 'week' ? addDays(day, -((new Date(day).getUTCDay() + 6) % 7)) : day
  }
  const all = Array.from({ length: daysIn({ from, until }) }, (_, i) => first(addDays(from, i)))
  return [...new Set(all)]
}
async function pointsOf(cx: Cx, view: View, asked: Asked, columns: readonly string[]): Promise<Statistic['points']> {
  const now = await series(cx, view, asked, asked.now, withParts(view, columns))
  const former = await series(cx, view, asked, asked.former, withParts(view, [view.main]))
  const before = bucketsOf(asked.former, asked.by)
  const { unit } = figureIn(view, view.main)
  const none: Sums = new Map()
  return bucketsOf(asked.now, asked.by).map((day, i) => ({
    day,
    values: valuesOf(view, columns, now.get(day) ?? none),
    former: valueOf(unit, figureOf(view, view.main, former.get(before[i] ?? '') ?? none)),
  }))
}
const IDLE_DAYS = 180
const stock = cubeOf('stock')
async function splitsOf(cx: Cx, view: View, asked: Asked, whole: boolean): Promise<StatSplit[]> {
  const list: StatSplit[] = []
  for (const [key, s] of Object.entries(view.splits)) {
    const kept = await rowsOf(cx, view, asked, s, whole)
    const names = await namesOf(
      cx,
      s.dim,
      kept.map(([k]) => k),
    )
    const columns = s.figures.map((k) => columnOf(view, k))
    list.push({
      key,
      label: s.label,
      columns,
      rows: kept.map(([k, sums]) => ({ key: k, label: names.get(k) ?? k, values: valuesOf(view, s.figures, sums) })),
    })
  }
  return list
}
/** Rows of a split with the days of their range and, where it says how a figure grew, what that was before. */
async function rowsOf(cx: Cx, view: View, asked: Asked, { dim, figures }: Split, whole: boolean): Promise<Array<[string, Sums]>> {
  if (dim === 'gone') return goneOf(cx, asked)
  const found = await split(cx, view, asked, dim, withParts(view, figures), whole || dim === 'idle' || dim === 'abc')
  const grown = figures.flatMap((key) => {
    const f = figureIn(view, key)
    return 'growth' in f && f.growth ? [f.growth] : []
  })
  if (grown.length) {
    const before = await split(cx, view, { ...asked, now: asked.former }, dim, withParts(view, grown), true)
    for (const [key, sums] of found)
      for (const figure of grown) sums.set(formerOf(figure), figureOf(view, figure, before.get(key) ?? new Map()) ?? 0)
  }
  const kept = await keptOf(cx, asked, dim, found)
  for (const [, sums] of kept) sums.set(RANGE_DAYS, daysIn(asked.now))
  return kept
}
/** Rows of a split as they are shown: of goods that lie idle those that do, of classes the sums of their products. */
async function keptOf(cx: Cx, asked: Asked, dim: string, found: ReadonlyMap<string, Sums>): Promise<Array<[string, Sums]>> {
  if (dim === 'idle') return idle(cx, asked, found)
  return dim === 'abc' ? abcOf(found) : [...found]
}
/** Products by class: those that make up the first 80 % of what went out at cost are A, up to 95 % B, all others C. */
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
/** Of products that are held those of which nothing went out for half a year before the end of the range. */
async function idle(cx: Cx, asked: Asked, found: ReadonlyMap<string, Sums>): Promise<Array<[string, Sums]>> {
  const range = { from: addDays(asked.now.until, 1 - IDLE_DAYS), until: asked.now.until }
  const [product, into, out] = [dimColumn(stock, 'product'), measureColumn(stock, 'into'), measureColumn(stock, 'out')]
  const moved = await cx.db.rows(
    { product: 'string' },
    sql`select ${raw(`x.${product}`)}::text product from ${keptIn({ cube: 'stock', hids: asked.hids, range, columns: new Set([product]) })}
      group by 1 having ${raw(`bool_or(x.${into} <> 0 or x.${out} <> 0)`)}`,
  )
  const live = new Set(moved.map((m) => m.product))
  return [...found].filter(([key, sums]) => (sums.get('held') ?? 0) > 0 && !live.has(key))
}

const WEEKS_BEFORE = 12
/** Only days of a quarter or less are looked through: further back everything was out of the ordinary once. */
const LONGEST = 92
async function unusualOf(cx: Cx, view: View, asked: Asked): Promise<Statistic['unusual']> {
  if (daysIn(asked.now) > LONGEST) return null
  const range = { from: addDays(asked.now.from, -7 * WEEKS_BEFORE), until: asked.now.until }
  const known = await series(cx, view, { ...asked, by: 'day' }, range, withParts(view, [view.main]))
  const { unit } = figureIn(view, view.main)
  // The present day is not over; a day before the first figure was no day of this store.
  const began = [...known.keys()].sort()[0] ?? range.until
  const days = bucketsOf(range, 'day')
    .filter((day) => day >= began && day < cx.today)
    .map((day) => ({ day, n: figureOf(view, view.main, known.get(day) ?? new Map()) ?? 0 }))
  const out = unusual(days, asked.now.from)
  return out
    ? { day: out.day, ...valueOf(unit, out.n), low: valueOf(unit, out.low), high: valueOf(unit, out.high), cases: out.cases }
    : null
}
