/**
 * Rates of screenings by grade, sex, school or class: each with Wilson's interval, and the change of the same children since a year before.
 */
import { showGender } from '#kernel/contract/index.ts'
import { lit, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { gradeLabel } from '../../contract/grades.ts'
import { LEAST_CELL, newcombe, wilson } from '../../contract/intervals.ts'
import {
  measures,
  type ScreeningRate,
  type ScreeningStatistics,
  type StatisticsQuery,
  type StatisticsRow,
} from '../../contract/shapes.results.ts'
import { screeningResult } from '../../contract/states.results.ts'

type Measure = keyof typeof measures
/** Who counts, and of whom: a flag nobody could judge counts for neither. */
const counted: Readonly<Record<Measure, { hits: Sql; total: Sql }>> = {
  poorSight: { hits: sql`poor_sight = 1`, total: sql`poor_sight is not null` },
  screeningMyopia: { hits: sql`screening_myopia = 1`, total: sql`screening_myopia is not null` },
  preMyopia: { hits: sql`pre_myopia = 1`, total: sql`pre_myopia is not null` },
  uncorrected: { hits: sql`correction in (1, 2)`, total: sql`correction in (1, 2, 3)` },
  forVisit: { hits: sql`for_visit`, total: sql`true` },
}
// The keys of a constant.
const names = Object.keys(measures) as readonly Measure[]
const groups: Readonly<Record<StatisticsQuery['by'], Sql>> = {
  all: sql`0`,
  grade: sql`r.grade`,
  gender: sql`r.gender`,
  // A county is the first six digits of an area.
  area: sql`(select left(k.area_code, 6) from school k where k.oid = r.oid and k.id = r.school_id)`,
  school: sql`r.school_id`,
  class: sql`r.class_id`,
}
interface Counts {
  readonly hits: number
  readonly total: number
}
const listed = (parts: readonly Sql[], separator: Sql): Sql => {
  const [first, ...rest] = parts
  return rest.reduce((list, each) => sql`${list}${separator}${each}`, first ?? sql``)
}
/**
 * All measures of a result as one number, a digit of base three each: 0 = does not count, 1 = counts, 2 = is one of those found. Results
 * that are alike are counted together first.
 */
const findings: Sql = listed(
  names.map((name, i) => {
    const { hits, total } = counted[name]
    return sql`${lit(3 ** i)} * case when not (${total}) then 0 when ${hits} then 2 else 1 end`
  }),
  sql` + `,
)
/** How many were found of how many, measure after measure. */
const countsOf = (column: Sql): Sql =>
  listed(
    names.map((_, i) => {
      const digit = sql`${column} / ${lit(3 ** i)} % 3`
      return sql`coalesce(sum(n) filter (where ${digit} = 2), 0), coalesce(sum(n) filter (where ${digit} > 0), 0)`
    }),
    sql`, `,
  )

/** The results a child's are compared with: measured twice in a term, it counts once. */
const formerOf = (hid: number, { schoolYear, term }: StatisticsQuery): Sql => sql`
  select distinct on (student_id, school_year, term) student_id, school_year, term, ${findings} findings
  from screening_result
  where hid = ${hid}
    and status in ${lit(screeningResult.in.complete)}
    and (${schoolYear ?? null}::int is null or school_year = ${schoolYear ?? null} - 1)
    and (${term ?? null}::int is null or term = ${term ?? null})
  order by student_id, school_year, term, id desc
`

export async function statisticsOf(cx: Cx, query: StatisticsQuery): Promise<ScreeningStatistics> {
  const hid = query.hid ?? cx.who.hid
  const rows = await cx.db.rows(
    { key: 'number | null', standard: 'string | null', now: 'number[]', former: 'number[]' },
    sql`
      select key, max(standard) standard, array[${countsOf(sql`now`)}]::bigint[] "now", array[${countsOf(sql`former`)}]::bigint[] former
      from (
        select ${groups[query.by]}::bigint key, r.standard, r.findings "now", p.findings former, count(*) n
        from (select *, ${findings} findings from screening_result) r
        left join (${formerOf(hid, query)}) p on p.student_id = r.student_id and p.school_year = r.school_year - 1 and p.term = r.term
        where r.hid = ${hid}
          and r.status in ${lit(screeningResult.in.complete)}
          and (${query.taskId ?? null}::bigint is null or r.task_id = ${query.taskId ?? null})
          and (${query.schoolId ?? null}::bigint is null or r.school_id = ${query.schoolId ?? null})
          and (${query.schoolYear ?? null}::int is null or r.school_year = ${query.schoolYear ?? null})
          and (${query.term ?? null}::int is null or r.term = ${query.term ?? null})
          and (${query.classId ?? null}::bigint is null or r.class_id = ${query.classId ?? null})
          and (${query.villageId ?? null}::bigint is null or r.village_id = ${query.villageId ?? null})
          and (${query.grade ?? null}::int is null or r.grade = ${query.grade ?? null})
          and (${query.gender ?? null}::int is null or r.gender = ${query.gender ?? null})
          and (
            ${query.channelId ?? null}::bigint is null
            or r.school_id in (
              select k.id
              from school k
              where k.hid = ${hid} and k.channel_id = ${query.channelId ?? null}
            )
          )
        group by 1, 2, 3, 4
      ) alike
      group by key
      order by key nulls last
    `,
  )
  const labels = await labelsOf(
    cx,
    query.by,
    rows.flatMap(({ key }) => key ?? []),
  )
  const list = rows.map(({ key, now, former }) => ({
    key: String(key ?? 0),
    label: key === null ? '—' : labels(key),
    rates: names.map((measure, i) => rateOf(measure, pairAt(now, i), pairAt(former, i), query.isOutside)),
  }))
  return { standard: rows[0]?.standard ?? null, rows: query.isOutside ? withoutDifferences(list) : list }
}
/** A single hidden cell is the whole less the others: the smallest of the others is hidden with it. */
function withoutDifferences(list: readonly StatisticsRow[]): StatisticsRow[] {
  const alsoHidden = names.map((measure) => {
    const cells = list.flatMap(({ key, rates }) => rates.filter((rate) => rate.measure === measure).map((rate) => ({ key, ...rate })))
    const shown = cells.filter(({ hits }) => hits !== null)
    if (shown.length !== cells.length - 1) return undefined
    return shown.toSorted((a, b) => (a.hits ?? 0) - (b.hits ?? 0))[0]?.key
  })
  return list.map((row) => ({
    ...row,
    rates: row.rates.map((rate) => (alsoHidden[names.indexOf(rate.measure)] === row.key ? { ...rate, ...NOTHING_SHOWN } : rate)),
  }))
}
const NOTHING_SHOWN = { hits: null, low: null, high: null, formerHits: null, formerTotal: null, changeLow: null, changeHigh: null }
const pairAt = (list: readonly number[], i: number): Counts => ({ hits: list[2 * i] ?? 0, total: list[2 * i + 1] ?? 0 })
/** A child could be recognised in a cell of fewer than ten, of the whole or of those found. */
const hidden = ({ hits, total }: Counts): boolean => total < LEAST_CELL || (hits > 0 && hits < LEAST_CELL)
function rateOf(measure: Measure, now: Counts, former: Counts, isOutside: boolean): ScreeningRate {
  const nothing = { formerHits: null, formerTotal: null, changeLow: null, changeHigh: null }
  if (isOutside && hidden(now)) return { measure, hits: null, total: now.total, low: null, high: null, ...nothing }
  const { low, high } = wilson(now.hits, now.total)
  const compared = former.total > 0 && !(isOutside && hidden(former))
  const change = compared ? newcombe(now, former) : null
  return {
    measure,
    hits: now.hits,
    total: now.total,
    low,
    high,
    ...(change ? { formerHits: former.hits, formerTotal: former.total, changeLow: change.low, changeHigh: change.high } : nothing),
  }
}
async function labelsOf(cx: Cx, by: StatisticsQuery['by'], keys: readonly number[]): Promise<(key: number) => string> {
  if (by === 'all') return () => '全部'
  if (by === 'grade') return gradeLabel
  if (by === 'gender') return (key) => showGender(key)
  if (by === 'area') {
    const areas = await cx.db.rows(
      { code: 'number', name: 'string' },
      sql`
        select code::bigint code, area_path(code::text) name
        from unnest(${[...keys]}::bigint[]) code
      `,
    )
    return (key) => areas.find(({ code }) => code === key)?.name ?? '—'
  }
  const table = by === 'school' ? sql`select id, name from school` : sql`select id, name from school_class`
  const found = await cx.db.rows({ id: 'number', name: 'string' }, sql`${table} where id = any(${[...keys]})`)
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return (key) => names.get(key) ?? '—'
}
