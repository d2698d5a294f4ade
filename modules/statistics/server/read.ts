/** Reads sums from the cubes. Folded and unfolded rows are always read together, in one statement. */
import { join, raw, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { dimColumn, type Cube, MEASURES, measureColumn } from '../contract/cubes/cube.ts'
import { cubeOf, type CubeName } from '../contract/cubes/cubes.ts'
import { isQuantile, isSummed, type Derived, type Figure, type Quantile, type Summed, type StatisticView } from '../contract/views/view.ts'
import { daysIn, RANGE_DAYS, type StatRequest, type Range } from './request.ts'
import { columnsOf, dimSql, isDim, isLookedUp } from './dims.ts'
import { cubeRowsIn } from './cube-rows.ts'
import { countedBy } from '../contract/cubes/parts.ts'

type Based = Summed | Quantile
const isBased = (f: Figure): f is Based => isSummed(f) || isQuantile(f)
/** Figures of a statistic by the cube they come from. */
function byCube(
  view: StatisticView,
  keys: readonly string[] = Object.keys(view.figures),
): Map<CubeName, Array<readonly [key: string, f: Summed]>> {
  const figures = new Map<CubeName, Array<readonly [string, Summed]>>()
  for (const key of keys) {
    const f = view.figures[key]
    if (f && isSummed(f)) figures.set(f.cube, [...(figures.get(f.cube) ?? []), [key, f]])
  }
  return figures
}
/** Figures that a figure derives from. */
export const partsOf = (f: Derived): string[] => [
  ...(f.per ?? []),
  ...(f.sized ? [f.sized[0]] : []),
  ...(f.growth ? [f.growth] : []),
  ...Object.keys(f.total ?? {}),
]
/** Keys of figures and of their inputs, inputs first. */
export function withParts(view: StatisticView, keys: readonly string[]): string[] {
  const parts = (key: string): string[] => {
    const f = view.figures[key]
    if (!f || isBased(f)) return [key]
    return partsOf(f).flatMap(parts).concat(key)
  }
  return [...new Set(keys.flatMap(parts))]
}

const valueOf = (v: number | string): string => (typeof v === 'number' ? String(v) : `'${v.replaceAll("'", "''")}'`)
/** Condition of a figure over rows `x`, from its declaration and never from input. */
function whereSql({ cube, where = {} }: Summed): Sql {
  const parts = Object.entries(where).map(([dim, values]) => `x.${dimColumn(cubeOf(cube), dim)} in (${values.map(valueOf).join(', ')})`)
  return raw(parts.length ? parts.join(' and ') : 'true')
}
/** Contribution of one row to a figure. */
export const amountSql = ({ cube, sum }: Summed): Sql =>
  raw(
    Object.entries(sum)
      .map(([measure, times]) => `${times} * x.${measureColumn(cubeOf(cube), measure)}`)
      .join(' + '),
  )
const sumSql = (f: Summed): Sql => sql`coalesce(sum(${amountSql(f)}) filter (where ${whereSql(f)}), 0)::bigint`
/** Rows a figure counts, among the lines of its cube. */
export const counts = (f: Summed): Sql => whereSql(f)
/** Days of a range, or everything up to its end. */
interface Days {
  readonly range: Range
  readonly held?: boolean
}
/** Rows of a cube for stores and days, and for one value of a split if the cube has that dimension. `columns` are distinguished. */
function rows(cube: CubeName, request: StatRequest, { range, held = false }: Days, columns: readonly string[]): Sql {
  const declared = cubeOf(cube)
  const alone = aloneIn(declared, request)
  const own = alone && request.only ? columnsOf(declared, request.only.dim) : []
  const source = cubeRowsIn({ cube, hids: request.hids, range, held, columns: new Set([...columns, ...own]) })
  return alone ? sql`${source} where ${alone}` : source
}
/** Condition for the requested value of a split; undefined if there is none or the cube lacks the dimension. */
export function aloneIn(declared: Cube, request: StatRequest): Sql | undefined {
  const { only } = request
  if (!only || !isDim(declared, only.dim)) return undefined
  const column = dimSql(declared, only.dim, request.now.until)
  if (only.dim !== 'abc') return sql`(${column})::text = ${only.key}`
  return only.key === 'C'
    ? sql`${column} not in (${inClasses(request, ['A', 'B'])})`
    : sql`${column} in (${inClasses(request, [only.key])})`
}
/** Cumulative shares of the outflow at cost that delimit classes A and B. */
export const ABC = [
  ['A', 0.8],
  ['B', 0.95],
] as const
/** Products of classes A and B by outflow, as `abcOf` of `statistic.ts` defines them. */
function inClasses({ hids, now }: StatRequest, classes: readonly string[]): Sql {
  const stock = cubeOf('stock')
  const [column, value] = [dimColumn(stock, 'product'), raw(`sum(x.${measureColumn(stock, 'outValue')})`)]
  const product = raw(`x.${column}`)
  const ranked = sql`
    select ${product} product, sum(${value}) over (order by ${value} desc, ${product}::text) - ${value} before, sum(${value}) over () "all"
    from ${cubeRowsIn({ cube: 'stock', hids, range: now, columns: new Set([column]) })}
    group by ${product}
    having ${value} > 0
  `
  const [[, a], [, b]] = ABC
  return sql`
    select c.product
    from (${ranked}) c
    where case when c.before < ${a}::float8 * c."all" then 'A' when c.before < ${b}::float8 * c."all" then 'B' else 'C'
      end = any(${[...classes]}::text[])
  `
}
/** Sums of one range: figure → value. */
export type Sums = Map<string, number>
const read = async (
  cx: Cx,
  figures: ReadonlyArray<readonly [string, Summed]>,
  head: Sql,
  from: Sql,
  more: Sql,
): Promise<Array<{ key: string; sums: Sums }>> => {
  const classes = await cx.db.rows(
    { key: 'string', sums: 'number[]' },
    sql`
      select ${head} "key", array[${join(figures.map(([, f]) => sumSql(f)))}] sums
      from ${from} ${more}
    `,
  )
  return classes.map((r) => ({ key: r.key, sums: new Map(figures.map(([key], i) => [key, r.sums[i] ?? 0])) }))
}

/** Totals of a range. */
export async function totals(cx: Cx, view: StatisticView, request: StatRequest, range: Range): Promise<Sums> {
  const sums: Sums = new Map([[RANGE_DAYS, daysIn(range)]])
  for (const [cube, all] of byCube(view))
    for (const held of [false, true]) {
      const figures = all.filter(([, f]) => Boolean(f.held) === held)
      if (!figures.length) continue
      const [row] = await read(cx, figures, sql`''`, rows(cube, request, { range, held }, []), sql``)
      for (const [key, n] of row?.sums ?? []) sums.set(key, n)
    }
  return sums
}
/** Sums by month come from the monthly aggregates. */
const bucket = (by: StatRequest['by']): Sql => (by === 'day' ? sql`x.day::text` : sql`date_trunc(${by}, x.day)::date::text`)
/** Sums of a range by day, week or month: bucket → figure → value. Cumulative figures have none. */
export async function series(
  cx: Cx,
  view: StatisticView,
  request: StatRequest,
  range: Range,
  keys?: readonly string[],
): Promise<Map<string, Sums>> {
  const buckets = new Map<string, Sums>()
  for (const [cube, all] of byCube(view, keys)) {
    const figures = all.filter(([, f]) => !f.held)
    if (!figures.length) continue
    for (const { key, sums } of await read(
      cx,
      figures,
      bucket(request.by),
      rows(cube, request, { range }, request.by === 'month' ? [] : ['day']),
      sql`group by 1`,
    ))
      buckets.set(key, new Map([...(buckets.get(key) ?? []), ...sums]))
  }
  return buckets
}
/** Rows `x` of a cube summed by columns and by the columns figures filter by. */
function summedBy(cube: CubeName, columns: readonly string[], from: Sql): Sql {
  const by = raw([...new Set(['oid', ...columns, ...countedBy(cube)])].map((c) => `x.${c}`).join(', '))
  return sql`
    (
      select ${by}, ${raw(MEASURES.map((m) => `sum(x.${m}) ${m}`).join(', '))}
      from ${from}
      group by ${by}
    ) x
  `
}
/** Rows of a split on a page; files have all of them. */
const MOST = 500
/** Sums of a range by a dimension, largest first: value → figure → sum. */
export async function split(
  cx: Cx,
  view: StatisticView,
  request: StatRequest,
  dim: string,
  keys: readonly string[],
  whole: boolean,
): Promise<Map<string, Sums>> {
  const found = new Map<string, Sums>()
  for (const [cube, figuresIn] of byCube(view, keys)) {
    const declared = cubeOf(cube)
    if (!isDim(declared, dim)) continue
    for (const held of [false, true]) {
      const figures = figuresIn.filter(([, f]) => Boolean(f.held) === held)
      const [first] = figures
      if (!first) continue
      const all = rows(cube, request, { range: request.now, held }, columnsOf(declared, dim))
      const from = isLookedUp(dim) ? summedBy(cube, columnsOf(declared, dim), all) : all
      const order = sql`
        group by 1
        having ${join(
          figures.map(([, f]) => sql`${sumSql(f)} <> 0`),
          ' or ',
        )}
        order by ${sumSql(first[1])} desc, 1
        limit ${whole ? null : MOST}
      `
      for (const { key, sums } of await read(cx, figures, sql`(${dimSql(declared, dim, request.now.until)})::text`, from, order))
        found.set(key, new Map([...(found.get(key) ?? []), ...sums]))
    }
  }
  // Several statements, each with its own order; ties keep that order.
  const most = ([, sums]: [string, Sums]) => sums.get(keys[0] ?? '') ?? 0
  return new Map([...found].sort((a, b) => most(b) - most(a)))
}
/** Cases of a histogram by value. */
export const histogram = (cx: Cx, f: Quantile, request: StatRequest, range: Range): Promise<Array<{ at: number; cases: number }>> =>
  cx.db.rows(
    { at: 'number', cases: 'number' },
    sql`
      select x.${raw(dimColumn(cubeOf(f.cube), f.dim))} "at", sum(x.${raw(measureColumn(cubeOf(f.cube), f.cases))})::bigint cases
      from ${rows(f.cube, request, { range }, [dimColumn(cubeOf(f.cube), f.dim)])}
      group by 1
      having sum(x.${raw(measureColumn(cubeOf(f.cube), f.cases))}) > 0
      order by 1
    `,
  )
