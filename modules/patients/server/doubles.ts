/** Records that may be one person: same name and birthday, same name and number, or the same number outside of one family. */
import type { Page } from '#kernel/contract/index.ts'
import { pageOf, sql, type Cx, lit } from '#kernel/server/index.ts'
import { z } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { Double, type DoubleQuery } from '../contract/upkeep/shapes.ts'
import { patientOf } from './queries.ts'
import { patientStates } from '../contract/states.ts'

const Pair = Double.pick({ reason: true }).extend({ one: z.int(), other: z.int() })

/** Pairs of a store's members with anybody of the chain; relatives and pairs known to be different people are left out. */
export async function doubles(cx: Cx, query: z.output<typeof DoubleQuery>): Promise<Page<Double>> {
  const hid = ownStore(cx, query.hid)
  // Each way reads one index; a pair of the same store is met once, from its older record.
  const alike = sql`
    select a.pid as one, b.pid as other, case when b.name = a.name then 2 else 3 end as reason
    from patient a
    join patient b on b.oid = a.oid and b.mobile = a.mobile
    where a.hid = ${hid}
      and a.status = ${lit(patientStates.is.present)}
      and b.status = ${lit(patientStates.is.present)}
      and a.pid <> b.pid
      and (b.hid <> ${hid} or a.pid < b.pid)
    union all
    select a.pid, b.pid, 1
    from patient a
    join patient b on b.oid = a.oid and b.name = a.name and b.birth = a.birth
    where a.hid = ${hid}
      and a.status = ${lit(patientStates.is.present)}
      and b.status = ${lit(patientStates.is.present)}
      and a.pid <> b.pid
      and (b.hid <> ${hid} or a.pid < b.pid)
  `
  const pairs = await pageOf(
    cx,
    {
      of: Pair,
      select: sql`x.one, x.other, x.reason`,
      from: sql`(select one, other, min(reason) as reason from (${alike}) y group by one, other) x`,
      where: [
        query.reason !== undefined && sql`x.reason = ${query.reason}`,
        sql`
          not exists (
            select 1
            from patient_distinct d
            where d.pid = least(x.one, x.other) and d.other_pid = greatest(x.one, x.other)
          )
        `,
        sql`
          not exists (
            select 1
            from patient_family f
            where (f.pid = x.one and f.other_pid = x.other) or (f.pid = x.other and f.other_pid = x.one)
          )
        `,
        sql`
          not exists (
            select 1
            from patient_family f
            join patient_family g on g.oid = f.oid and g.other_pid = f.other_pid and g.pid = x.other
            where f.pid = x.one and f.relation in (1, 2) and g.relation in (1, 2)
          )
        `,
      ],
      order: sql`x.reason, x.one desc, x.other desc`,
    },
    query,
  )
  const pids = [...new Set(pairs.list.flatMap((p) => [p.one, p.other]))]
  const people = pids.length
    ? await cx.db.rows(
        Double.shape.one,
        sql`
          select p.pid, p.member_no, p.name, p.gender, p.birth, p.mobile, s.short_name store_name, p.last_visit_at, p.created_at
          from patient p
          join store s on s.oid = p.oid and s.hid = p.hid
          where p.pid = any(${pids})
        `,
      )
    : []
  const byPid = new Map(people.map((p) => [p.pid, p]))
  return {
    total: pairs.total,
    list: pairs.list.map(({ one, other, reason }) => ({ reason, one: byPid.get(one)!, other: byPid.get(other)! })),
  }
}

/** Notes that two records are two people. */
export async function dismissDouble(cx: Cx, { keepPid, dropPid }: { keepPid: number; dropPid: number }): Promise<null> {
  const [one, other] = [(await patientOf(cx, keepPid)).pid, (await patientOf(cx, dropPid)).pid].sort((a, b) => a - b)
  await cx.db.run(
    sql`
      insert into patient_distinct (pid, other_pid)
      select ${one}::bigint, ${other}::bigint
      where ${one}::bigint < ${other}::bigint
      on conflict do nothing
    `,
  )
  return null
}
