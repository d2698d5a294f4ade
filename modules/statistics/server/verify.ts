/** Recomputes every cube and the firsts of members from their sources. For `npm run verify`. */
import { lit, raw, sql, type Sql } from '#kernel/server/index.ts'
import { differencesOf, type Check, type DerivedPart } from '#kernel/server/verify.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { dimColumn, measureColumn, MEASURES, NUMBERS, WORDS } from '../contract/cubes/cube.ts'
import { cubeNames, cubeOf, type CubeName } from '../contract/cubes/cubes.ts'
import { rebuilt, recomputed } from '../contract/cubes/facts.ts'
import { DAILY, maskOf } from '../contract/cubes/parts.ts'
import { keptRows } from './cube-rows.ts'

/** Days and dimensions where a cube differs from its sources. */
export function cubeDifferences(name: CubeName): Sql {
  const cube = cubeOf(name)
  const dims = Object.keys(cube.dims).map((dim) => dimColumn(cube, dim))
  const measures = cube.measures.map((m) => measureColumn(cube, m))
  const keys = raw(['oid', 'hid', 'day', ...dims].join(', '))
  const sums = raw(measures.map((m) => `sum(${m}) ${m}`).join(', '))
  const values = (alias: string) => raw(measures.map((m) => `coalesce(${alias}.${m}, 0)`).join(', '))
  const dimensions = raw(dims.map((d) => `${d}`).join(`, `))
  return sql`
    select oid,
      format(
        'cube %s, store %s, %s, [%s]: kept %s, its sources say %s', ${name}::text, hid, day, concat_ws(', ', ${dimensions}),
        row(${values('k')})::text, row(${values('s')})::text
      ) what
    from (select ${keys}, ${sums} from ${keptRows} x where cube = ${name} group by ${keys}) k
    full join (${raw(recomputed(name))}) s using (${keys})
    where (${values('k')}) is distinct from (${values('s')})
  `
}
/**
 * Rebuilds a cube during operation: folding is suspended, unfolded movements seen by the same snapshot are replaced together with the
 * days, and later movements stay unfolded.
 */
export const cubePart = (name: CubeName): DerivedPart => ({
  name: `cube ${name}`,
  differences: [cubeDifferences(name)],
  alone: sql`select pg_advisory_lock(hashtextextended('stat_fold', oid)) from organisation order by oid`,
  isolation: 'repeatable read',
  build: [
    sql`delete from stat_day where cube = ${name}`,
    sql`delete from stat_delta where cube = ${name}`,
    sql`set local work_mem = '256MB'`,
    raw(rebuilt(name)),
  ],
})
const SUMS = raw(['oid', 'hid', 'cube', 'part', 'day', ...NUMBERS, ...WORDS].join(', '))
/** A dimension in the parts that split by it. */
const kept = (column: string, none: string) => `case when p.part & ${maskOf([column])} > 0 then ${column} else ${none} end ${column}`
const summedDays = sql`
  select d.oid,
    d.hid,
    d.cube,
    p.part,
    case when p.part & ${lit(DAILY)} > 0 then d.day else date_trunc('month', d.day)::date
    end "day",
    ${raw([...NUMBERS.map((c) => kept(c, '0')), ...WORDS.map((c) => kept(c, `''`))].join(', '))},
    ${raw(MEASURES.map((m) => `sum(${m})::bigint ${m}`).join(', '))}
  from stat_day d
  join stat_part p on p.cube = d.cube
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
`
const measured = (alias: string) => raw(MEASURES.map((m) => `coalesce(${alias}.${m}, 0)`).join(', '))
/** Aggregates that differ from their days. */
export const sumDifferences: Sql = sql`
  select oid,
    format(
      'sum of cube %s, part %s, store %s, %s: kept %s, its days say %s', cube, part, hid, day, row(${measured('k')})::text,
      row(${measured('s')})::text
    ) what
  from stat_sum k
  full join (${summedDays}) s using (${SUMS})
  where (${measured('k')}) is distinct from (${measured('s')})
`
const sums: DerivedPart = {
  name: 'sums of the cubes',
  differences: [sumDifferences],
  alone: sql`select pg_advisory_lock(hashtextextended('stat_fold', oid)) from organisation order by oid`,
  isolation: 'repeatable read',
  build: [
    sql`truncate stat_sum`,
    sql`set local work_mem = '256MB'`,
    sql`insert into stat_sum (${SUMS}, ${raw(MEASURES.join(', '))}) ${summedDays}`,
  ],
}
export const figures: Check = {
  name: 'cubes',
  parts: [...cubeNames.map(cubePart), sums],
  run: async (db) => {
    const { n } = await db.the({ n: 'number' }, sql`select count(*) n from ${keptRows} x`)
    return {
      seen: `${n} sums of ${cubeNames.length} cubes`,
      differences: await differencesOf(db, [...cubeNames.map(cubeDifferences), sumDifferences]),
    }
  },
}

const CLOSED = sql`coalesce(k.amount, 0)`
const LEDGER = sql`coalesce(l.amount, 0)`
/** Closed book days that differ from the ledger. */
export const bookDifferences: Sql = sql`
  select oid, format('book %s of store %s on %s: closed with %s, the ledger has %s', book, hid, day, ${CLOSED}, ${LEDGER}) what
  from book_day k
  full join (
    select c.oid, b.*
    from book_closed c
    cross join lateral book_lines(c.oid, '-infinity', c.through) b
  ) l using (oid, hid, book, day)
  where coalesce(k.amount, 0) <> coalesce(l.amount, 0)
`
export const books: Check = {
  name: 'books by day',
  parts: [
    {
      name: 'books by day',
      differences: [bookDifferences],
      build: [sql`update book_closed set through = '-infinity'`, sql`delete from book_day`],
    },
  ],
  run: async (db) => {
    const { n } = await db.the({ n: 'number' }, sql`select count(*) n from book_day`)
    return { seen: `${n} closed days of books`, differences: await differencesOf(db, [bookDifferences]) }
  },
}

const counted = sql`
  select b.oid, b.pid, 1 what, b.fbid id, b.paid_at at, b.hid, b.docid doctor_id
  from fee_bill b
  where b.paid_at is not null and b.bill_price > 0
  union all
  select v.oid, v.pid, 2, v.resid, v.visit_at, v.hid, v.doctor_id
  from reservation v
  where v.status in ${lit(reservationStates.in.came)}
`
/** Members whose stored first paid bill or first visit is wrong. */
export const firstDifferences: Sql = sql`
  select oid, format('first %s of member %s: kept %s, found %s', what, pid, k.id, f.id) what
  from (select oid, pid, what, id, at, hid, doctor_id from stat_first) k
  full join (
    select distinct on (oid, pid, what) *
    from (${counted}) c
    order by oid, pid, what, at, id
  ) f using (oid, pid, what)
  where (k.id, k.at, k.hid, k.doctor_id) is distinct from (f.id, f.at, f.hid, f.doctor_id)
`
export const firsts: Check = {
  name: 'firsts',
  run: async (db) => {
    const { n } = await db.the({ n: 'number' }, sql`select count(*) n from stat_first`)
    return { seen: `${n} first bills and visits of members`, differences: await differencesOf(db, [firstDifferences]) }
  },
}

/** Items and roles whose commission differs from the rule of their day, and fully refunded items that still earn. */
export const commissionDifferences: Sql = sql`
  select oid,
    format('commission of item %s, role %s: kept %s of %s, its rule says %s of %s', biid, role, k.amount, k.person, f.amount, f.person) what
  from (
    select oid, biid, role, person, amount
    from commission_line
    where biid is not null and refund_id is null
  ) k
  full join (
    select b.oid, i.biid, w.role, w.person, coalesce(round(i.amount * r.percent / 100)::bigint, r.piece * i.quantity) amount
    from fee_bill b
    join bill_item i on i.oid = b.oid and i.fbid = b.fbid
    cross join lateral commission_people(b.oid, b.fbid) w
    cross join lateral commission_rule_of(b.oid, b.hid, w.role, i.kind, i.product_id, b.paid_at::date) r
    where b.paid_at is not null
      and exists (select from commission_rule c where c.oid = b.oid and c.hid = b.hid)
  ) f using (oid, biid, role)
  where (k.person, k.amount) is distinct from (f.person, f.amount)
  union all
  select l.oid, format('commission of item %s, which was given back whole: %s', l.biid, sum(l.amount))
  from commission_line l
  join bill_item i on i.oid = l.oid and i.biid = l.biid
  where i.refunded_amount = i.amount and i.amount > 0
  group by l.oid, l.biid
  having sum(l.amount) <> 0
`
export const commission: Check = {
  name: 'commission',
  run: async (db) => {
    const { n } = await db.the({ n: 'number' }, sql`select count(*) n from commission_line`)
    return { seen: `${n} lines of commission`, differences: await differencesOf(db, [commissionDifferences]) }
  },
}
