/** Powers with sales but no stock left: demand for an empty shelf. */
import { raw, sql, type Cx } from '#kernel/server/index.ts'
import { dimColumn, measureColumn } from '../contract/cubes/cube.ts'
import { cubeOf } from '../contract/cubes/cubes.ts'
import type { StatRequest } from './request.ts'
import { cubeRowsIn } from './cube-rows.ts'
import type { Sums } from './read.ts'

const MOST = 500
const stock = cubeOf('stock')
const sum = (measure: string) => raw(`sum(x.${measureColumn(stock, measure)})`)
const columns = [dimColumn(stock, 'product'), dimColumn(stock, 'power')] as const
/** Products with power, highest demand first: key → outflow and inflow in the range. */
export async function goneOf(cx: Cx, { hids, now }: StatRequest): Promise<Array<[string, Sums]>> {
  const [product, power] = columns.map((c) => raw(`x.${c}`))
  const key = sql`${product} || ' ' || ${power}`
  const rows = (held: boolean) => cubeRowsIn({ cube: 'stock', hids, range: now, held, columns: new Set(columns) })
  const powers = await cx.db.rows(
    { key: 'string', out: 'number', into: 'number' },
    sql`
      select "key", m."out", m."into"
      from (
        select ${key} "key", ${sum('out')}::bigint "out", ${sum('into')}::bigint "into"
        from ${rows(false)}
        where ${power} <> ''
        group by 1
        having ${sum('out')} > 0
      ) m
      join (
        select ${key} "key"
        from ${rows(true)}
        where ${power} <> ''
        group by 1
        having ${sum('pieces')} <= 0
      ) h using ("key")
      order by 2 desc, 1
      limit ${MOST}
    `,
  )
  return powers.map(({ key: power, out, into }) => [
    power,
    new Map([
      ['out', out],
      ['into', into],
    ]),
  ])
}
