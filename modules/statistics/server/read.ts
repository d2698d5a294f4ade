/** Sums out of the cubes. What they keep, folded or not, is always read together, in one statement. */
import { join, raw, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { dimColumn, type Cube, MEASURES, measureColumn } from '../contract/cube.ts'
import { cubeOf, type CubeName } from '../contract/cubes.ts'
import { isQuantile, isSummed, type Derived, type Figure, type Quantile, type Summed, type View } from '../contract/view.ts'
import { daysIn, RANGE_DAYS, type Asked, type Range } from './asked.ts'
import { columnsOf, dimSql, isDim, isLookedUp } from './dims.ts'
import { keptIn } from './kept.ts'
import { countedBy } from '../contract/parts.ts'

type Based = Summed | Quantile
const isBased = (f: Figure): f is Based => isSummed(f) || isQuantile(f)
/** Figures of a view that are read from cubes, by the cube. */
function byCube(view: View, keys: readonly string[] = Object.keys(view.figures)): Map<CubeName, Array<readonly [key: string, f: Summed]>> {
  const found = new Map<CubeName, Array<readonly [string, Summed]>>()
  for (const key of keys) {
    const f = view.figures[key]
    if (f && isSummed(f)) found.set(f.cube, [...(found.get(f.cube) ?? []), [key, f]])
  }
  return found
}
/** What a figure is made of. */
export const partsOf = (f: Derived): string[] => [
  ...(f.per ?? []),
  ...(f.sized ? [f.sized[0]] : []),
  ...(f.growth ? [f.growth] : []),
  ...Object.keys(f.total ?? {}),
]
/** The keys of figures and of those they are made of, what is made first. */
export function withParts(view: View, keys: readonly string[]): string[] {
  const parts = (key: string): string[] => {
    const f = view.figures[key]
    if (!f || isBased(f)) return [key]
    return partsOf(f).flatMap(parts).concat(key)
  }
  return [...new Set(keys.flatMap(parts))]
}

const valueOf = (v: number | string): string => (typeof v === 'number' ? String(v) : `'${v.replaceAll("'", "''")}'`)
/** Condition of a figure over rows `x` of its cube: of what the declaration says, never of input. */
function whereSql({ cube, where = {} }: Summed): Sql {
  const parts = Object.entries(where).map(([dim, values]) => `x.${dimColumn(cubeOf(cube), dim)} in (${values.map(valueOf).join(', ')})`)
  return raw(parts.length ? parts.join(' and ') : 'true')
}
/** What one row adds to a figure. */
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
/** Rows of a cube in stores and days, of one value where one was asked for; all of it where the cube knows no such dimension. What is asked tells `columns` apart. */
function rows(cube: CubeName, asked: Asked, { range, held = false }: Days, columns: readonly string[]): Sql {
  const of = cubeOf(cube)
  const alone = aloneIn(of, asked)
  const own = alone && asked.only ? columnsOf(of, asked.only.dim) : []
  const kept = keptIn({ cube, hids: asked.hids, range, held, columns: new Set([...columns, ...own]) })
  return alone ? sql`${kept} where ${alone}` : kept
}
/** Condition over rows `x` of a cube for the one value that was asked for; nothing where none was, or the cube knows no such dimension. */
export function aloneIn(of: Cube, asked: Asked): Sql | undefined {
  const { only } = asked
  if (!only || !isDim(of, only.dim)) return undefined
  const column = dimSql(of, only.dim, asked.now.until)
  if (only.dim !== 'abc') return sql`(${column})::text = ${only.key}`
  return only.key === 'C' ? sql`${column} not in (${inClasses(asked, ['A', 'B'])})` : sql`${column} in (${inClasses(asked, [only.key])})`
}
/** Shares of what went out, at cost, within which the products that moved most are of class A and of class B. */
export const ABC = [
  ['A', 0.8],
  ['B', 0.95],
] as const
/** Products of the classes A and B, by what went out of the stores in the days, as `abcOf` of `statistic.ts` has them. */
function inClasses({ hids, now }: Asked, classes: readonly string[]): Sql {
  const stock = cubeOf('stock')
  const [column, value] = [dimColumn(stock, 'product'), raw(`sum(x.${measureColumn(stock, 'outValue')})`)]
  const product = raw(`x.${column}`)
  const ranked = sql`select ${product} product, sum(${value}) over (order by ${value} desc, ${product}::text) - ${value} before, sum(${value}) over () "all"
    from ${keptIn({ cube: 'stock', hids, range: now, columns: new Set([column]) })} group by ${product} having ${value} > 0`
  const [[, a], [, b]] = ABC
  return sql`select c.product from (${ranked}) c where case when c.before < ${a}::float8 * c."all" then 'A' when c.before < ${b}::float8 * c."all" then 'B' else 'C' end = any(${[...classes]}::text[])`
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
  const found = await cx.db.rows(
    { key: 'string', sums: 'number[]' },
    sql`select ${head} "key", array[${join(figures.map(([, f]) => sumSql(f)))}] sums from ${from} ${more}`,
  )
  return found.map((r) => ({ key: r.key, sums: new Map(figures.map(([key], i) => [key, r.sums[i] ?? 0])) }))
}

/** Totals of a range. */
export async function totals(cx: Cx, view: View, asked: Asked, range: Range): Promise<Sums> {
  const sums: Sums = new Map([[RANGE_DAYS, daysIn(range)]])
  for (const [cube, all] of byCube(view))
    for (const held of [false, true]) {
      const figures = all.filter(([, f]) => Boolean(f.held) === held)
      if (!figures.length) continue
      const [row] = await read(cx, figures, sql`''`, rows(cube, asked, { range, held }, []), sql``)
      for (const [key, n] of row?.sums ?? []) sums.set(key, n)
    }
  return sums
}
/** Sums by month are read from those of months. */
const bucket = (by: Asked['by']): Sql => (by === 'day' ? sql`x.day::text` : sql`date_trunc(${by}, x.day)::date::text`)
/** Sums of a range by day, week or month: bucket → figure → value. What is held has none. */
export async function series(cx: Cx, view: View, asked: Asked, range: Range, keys?: readonly string[]): Promise<Map<string, Sums>> {
  const found = new Map<string, Sums>()
  for (const [cube, all] of byCube(view, keys)) {
    const figures = all.filter(([, f]) => !f.held)
    if (!figures.length) continue
    for (const { key, sums } of await read(
      cx,
      figures,
      bucket(asked.by),
      rows(cube, asked, { range }, asked.by === 'month' ? [] : ['day']),
      sql`group by 1`,
    ))
      found.set(key, new Map([...(found.get(key) ?? []), ...sums]))
  }
  return found
}
/** Rows `x` of a cube summed by columns and by what its figures count by. */
function summedBy(cube: CubeName, columns: readonly string[], from: Sql): Sql {
  const by = raw([...new Set(['oid', ...columns, ...countedBy(cube)])].map((c) => `x.${c}`).join(', '))
  return sql`(select ${by}, ${raw(MEASURES.map((m) => `sum(x.${m}) ${m}`).join(', '))} from ${from} group by ${by}) x`
}
/** Rows of a split a page shows; a file has all of them. */
const MOST = 500
/** Sums of a range by a dimension, what moved most first: value → figure → sum. */
export async function split(
  cx: Cx,
  view: View,
  asked: Asked,
  dim: string,
  keys: readonly string[],
  whole: boolean,
): Promise<Map<string, Sums>> {
  const found = new Map<string, Sums>()
  for (const [cube, figuresIn] of byCube(view, keys)) {
    const of = cubeOf(cube)
    if (!isDim(of, dim)) continue
    for (const held of [false, true]) {
      const figures = figuresIn.filter(([, f]) => Boolean(f.held) === held)
      const [first] = figures
      if (!first) continue
      const all = rows(cube, asked, { range: asked.now, held }, columnsOf(of, dim))
      const from = isLookedUp(dim) ? summedBy(cube, columnsOf(of, dim), all) : all
      const order = sql`group by 1 having ${join(
        figures.map(([, f]) => sql`${sumSql(f)} <> 0`),
        ' or ',
      )} order by ${sumSql(first[1])} desc, 1 limit ${whole ? null : MOST}`
      for (const { key, sums } of await read(cx, figures, sql`(${dimSql(of, dim, asked.now.until)})::text`, from, order))
        found.set(key, new Map([...(found.get(key) ?? []), ...sums]))
    }
  }
  // Read in several statements, each with its own order; of equal ones the order is kept.
  const most = ([, sums]: [string, Sums]) => sums.get(keys[0] ?? '') ?? 0
  return new Map([...found].sort((a, b) => most(b) - most(a)))
}
/** Cases of a histogram by the value of its dimension. */
export const histogram = (cx: Cx, f: Quantile, asked: Asked, range: Range): Promise<Array<{ at: number; cases: number }>> =>
  cx.db.rows(
    { at: 'number', cases: 'number' },
    sql`select x.${raw(dimColumn(cubeOf(f.cube), f.dim))} "at", sum(x.${raw(measureColumn(cubeOf(f.cube), f.cases))})::bigint cases from ${rows(f.cube, asked, { range }, [dimColumn(cubeOf(f.cube), f.dim)])} group by 1 having sum(x.${raw(measureColumn(cubeOf(f.cube), f.cases))}) > 0 order by 1`,
  )
