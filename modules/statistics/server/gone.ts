/** Powers that sold and of which nothing is left: what stands empty where somebody asks for it. */
import { raw, sql, type Cx } from '#kernel/server/index.ts'
import { dimColumn, measureColumn } from '../contract/cube.ts'
import { cubeOf } from '../contract/cubes.ts'
import type { Asked } from './asked.ts'
import { keptIn } from './kept.ts'
import type { Sums } from './read.ts'

const MOST = 500
const stock = cubeOf('stock')
const sum = (measure: string) => raw(`sum(x.${measureColumn(stock, measure)})`)
const columns = [dimColumn(stock, 'product'), dimColumn(stock, 'power')] as const
/** Products with a power, the most asked for first: key → what went out and came in during the range. */
export async function goneOf(cx: Cx, { hids, now }: Asked): Promise<Array<[string, Sums]>> {
  const [product, power] = columns.map((c) => raw(`x.${c}`))
  const key = sql`${product} || ' ' || ${power}`
  const rows = (held: boolean) => keptIn({ cube: 'stock', hids, range: now, held, columns: new Set(columns) })
  const found = await cx.db.rows(
    { key: 'string', out: 'number', into: 'number' },
    sql`select "key", m."out", m."into" from (
        select ${key} "key", ${sum('out')}::bigint "out", ${sum('into')}::bigint "into" from ${rows(false)} where ${power} <> '' group by 1 having ${sum('out')} > 0) m
      join (select ${key} "key" from ${rows(true)} where ${power} <> '' group by 1 having ${sum('pieces')} <= 0) h using ("key") order by 2 desc, 1 limit ${MOST}`,
  )
  return found.map(({ key: of, out, into }) => [
    of,
    new Map([
      ['out', out],
      ['into', into],
    ]),
  ])
}
