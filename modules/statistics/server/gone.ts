/** Powers that sold and of which nothing is left: what stands empty where somebody asks for it. */
import { raw, sql, type Cx } from '#kernel/server/index.ts'
import { dimColumn, measureColumn } from '../contract/cube.ts'
import { cubeOf } from '../contract/cubes.ts'
import type { Asked } from './asked.ts'
import { keptRows, type Sums } from './read.ts'

const MOST = 500
const stock = cubeOf('stock')
const sum = (measure: string) => raw(`sum(x.${measureColumn(stock, measure)})`)
/** Products with a power, the most asked for first: key → what went out and came in during the range. */
export async function goneOf(cx: Cx, { hids, now }: Asked): Promise<Array<[string, Sums]>> {
  const [product, power] = [raw(`x.${dimColumn(stock, 'product')}`), raw(`x.${dimColumn(stock, 'power')}`)]
  const during = sql`filter (where x.day >= ${now.from}::date)`
  const found = await cx.db.rows(
    { key: 'string', out: 'number', into: 'number' },
    sql`select ${product} || ' ' || ${power} "key", coalesce(${sum('out')} ${during}, 0)::bigint "out", coalesce(${sum('into')} ${during}, 0)::bigint "into" from ${keptRows} x
      where x.cube = 'stock' and x.hid = any(${[...hids]}::bigint[]) and x.day <= ${now.until}::date and ${power} <> ''
      group by ${product}, ${power} having ${sum('pieces')} <= 0 and ${sum('out')} ${during} > 0 order by 2 desc, 1 limit ${MOST}`,
  )
  return found.map(({ key, out, into }) => [
    key,
    new Map([
      ['out', out],
      ['into', into],
    ]),
  ])
}
