/** Every cube against its sources, summed anew, and the firsts of members found anew. For `npm run verify`. */
import { lit, raw, sql, type Sql } from '#kernel/server/index.ts'
import { differencesOf, type Check } from '#kernel/server/verify.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { dimColumn, measureColumn } from '../contract/cube.ts'
import { cubeNames, cubeOf, type CubeName } from '../contract/cubes.ts'
import { recomputed } from '../contract/facts.ts'
import { keptRows } from './read.ts'

/** Days and dimensions where what is kept of a cube is not what its sources come to. */
export function cubeDifferences(name: CubeName): Sql {
  const of = cubeOf(name)
  const dims = Object.keys(of.dims).map((dim) => dimColumn(of, dim))
  const measures = of.measures.map((m) => measureColumn(of, m))
  const keys = raw(['oid', 'hid', 'day', ...dims].join(', '))
  const sums = raw(measures.map((m) => `sum(${m}) ${m}`).join(', '))
  const values = (alias: string) => raw(measures.map((m) => `coalesce(${alias}.${m}, 0)`).join(', '))
  const at = raw(dims.map((d) => `${d}`).join(`, `))
  return sql`select oid, format('cube %s, store %s, %s, [%s]: kept %s, its sources say %s', ${name}::text, hid, day, concat_ws(', ', ${at}), row(${values('k')})::text, row(${values('s')})::text) what
    from (select ${keys}, ${sums} from ${keptRows} x where cube = ${name} group by ${keys}) k full join (${raw(recomputed(name))}) s using (${keys}) where (${values('k')}) is distinct from (${values('s')})`
}
export const figures: Check = {
  name: 'cubes',
  run: async (db) => {
    const { n } = await db.the({ n: 'number' }, sql`select count(*) n from ${keptRows} x`)
    return { seen: `${n} sums of ${cubeNames.length} cubes`, differences: await differencesOf(db, cubeNames.map(cubeDifferences)) }
  },
}

const counted = sql`select b.oid, b.pid, 1 what, b.fbid id, b.paid_at at, b.hid, b.docid doctor_id from fee_bill b where b.paid_at is not null and b.bill_price > 0
  union all select v.oid, v.pid, 2, v.resid, v.visit_at, v.hid, v.doctor_id from reservation v where v.status in ${lit(reservationStates.in.came)}`
/** Members whose first paid bill or first visit is not the one that is kept. */
export const firstDifferences: Sql = sql`select oid, format('first %s of member %s: kept %s, found %s', what, pid, k.id, f.id) what
  from (select oid, pid, what, id, at, hid, doctor_id from stat_first) k
  full join (select distinct on (oid, pid, what) * from (${counted}) c order by oid, pid, what, at, id) f using (oid, pid, what)
  where (k.id, k.at, k.hid, k.doctor_id) is distinct from (f.id, f.at, f.hid, f.doctor_id)`
export const firsts: Check = {
  name: 'firsts',
  run: async (db) => {
    const { n } = await db.the({ n: 'number' }, sql`select count(*) n from stat_first`)
    return { seen: `${n} first bills and visits of members`, differences: await differencesOf(db, [firstDifferences]) }
  },
}
