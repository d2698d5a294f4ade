/**
 * Rows of a cube: folded days, unfolded movements, and aggregates that avoid reading most of them. Always read together, in one
 * statement.
 */
import { addDays, monthsAfter } from '#kernel/contract/days.ts'
import { all, join, raw, sql, type Condition, type Sql } from '#kernel/server/index.ts'
import { MEASURES, NUMBERS, WORDS } from '../contract/cubes/cube.ts'
import type { CubeName } from '../contract/cubes/cubes.ts'
import { countedBy, partFor } from '../contract/cubes/parts.ts'
import type { Range } from './request.ts'

const COLUMNS = raw(['oid', 'hid', 'cube', 'day', ...NUMBERS, ...WORDS, ...MEASURES].join(', '))
/** All rows of all cubes. */
export const keptRows: Sql = sql`(select ${COLUMNS} from stat_day union all select ${COLUMNS} from stat_delta)`

export interface CubeRowsQuery {
  readonly cube: CubeName
  readonly hids: readonly number[]
  readonly range: Range
  /** Cumulative up to the end of the range. */
  readonly held?: boolean
  /** Columns to distinguish, in addition to those figures filter by; includes `day` where needed. */
  readonly columns: ReadonlySet<string>
}
const firstOf = (day: string): string => `${day.slice(0, 7)}-01`
const within = (from: string | undefined, until: string): Condition =>
  from === undefined ? sql`day <= ${until}::date` : sql`day between ${from}::date and ${until}::date`

/** Rows `x` whose sums equal the cube's in the range, distinguished by the requested columns only. */
export function cubeRowsIn({ cube, hids, range, held = false, columns }: CubeRowsQuery): Sql {
  const apart = [...countedBy(cube), ...columns].filter((c) => c !== 'day')
  const from = held ? undefined : range.from
  const read = (table: 'stat_day' | 'stat_delta' | 'stat_sum', days: Condition, part?: number): Sql =>
    sql`
      select ${COLUMNS}
      from ${raw(table)}
      where ${all([sql`cube = ${cube}`, sql`hid = any(${[...hids]}::bigint[])`, part !== undefined && sql`part = ${part}`, days])}
    `
  const rows = (days: Condition): Sql => {
    const part = partFor(cube, apart, true)
    return part === undefined ? read('stat_day', days) : read('stat_sum', days, part)
  }
  const unfolded = read('stat_delta', within(from, range.until))
  const monthly = columns.has('day') ? undefined : partFor(cube, apart, false)
  // Whole months of the range: from the first that begins in it to the one of its end, if the range ends with that month.
  const first = from === undefined ? undefined : firstOf(from) === from ? from : monthsAfter(firstOf(from), 1)
  const end = firstOf(addDays(range.until, 1))
  if (monthly === undefined || (first !== undefined && first >= end))
    return sql`(${join([rows(within(from, range.until)), unfolded], ' union all ')}) x`
  const edges = [
    ...(from !== undefined && first !== undefined && from < first ? [rows(within(from, addDays(first, -1)))] : []),
    ...(end <= range.until ? [rows(within(end, range.until))] : []),
  ]
  const months = read(
    'stat_sum',
    first === undefined ? sql`day < ${end}::date` : sql`day >= ${first}::date and day < ${end}::date`,
    monthly,
  )
  return sql`(${join([months, ...edges, unfolded], ' union all ')}) x`
}
