/** Every cube against its sources, summed anew. For `npm run verify`. */
import { raw, sql, type Sql } from '#kernel/server/index.ts'
import { differencesOf, type Check } from '#kernel/server/verify.ts'
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
