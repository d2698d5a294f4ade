/** Schedules of screenings (R134): of the host that is connected, else our own tasks. */
import { lit, sql, type Out } from '#kernel/server/index.ts'
import { schedulePort } from '#ports/schedule/choose.ts'
import { screeningResult } from '../contract/states.results.ts'
import { Schedule, type ScheduleResult } from '../contract/transfer.ts'

const OVER = lit(screeningResult.in.over)
export async function schedules(out: Out): Promise<Schedule[]> {
  const port = schedulePort()
  if (port) return port.schedules()
  return out.tx((cx) =>
    cx.db.rows(
      Schedule,
      sql`
        select t.id::text schedule_id, t.name, k.name school_name, t.start_on date_from, t.end_on date_to, t.status, count(r.id)::int total,
          (count(*) filter (where r.status in ${OVER}))::int done
        from screening_task t
        left join school k on k.oid = t.oid and k.id = t.school_id
        left join screening_result r on r.oid = t.oid and r.task_id = t.id
        where t.hid = ${cx.who.hid}
        group by t.oid, t.id, k.name
        order by t.id desc
        limit 500
      `,
    ),
  )
}
export async function scheduleResult(out: Out, scheduleId: string): Promise<ScheduleResult> {
  const port = schedulePort()
  if (port) return port.result(scheduleId)
  const id = /^\d{1,15}$/.test(scheduleId) ? Number(scheduleId) : 0
  return out.tx(async (cx) => {
    const isThere = await cx.db.any(sql`select 1 from screening_task where id = ${id}`)
    if (!isThere) return cx.refuse('not_found', { what: '筛查计划', field: 'scheduleId' })
    const rows = await cx.db.rows(
      { className: 'string | null', total: 'number', done: 'number', poorSight: 'number', myopia: 'number' },
      sql`
        select coalesce(c.name, v.name) class_name, count(*)::int total, (count(*) filter (where r.status in ${OVER}))::int done,
          (count(*) filter (where r.poor_sight = 1))::int poor_sight, (count(*) filter (where r.screening_myopia = 1))::int myopia
        from screening_result r
        left join school_class c on c.oid = r.oid and c.id = r.class_id
        left join village v on v.oid = r.oid and v.id = r.village_id
        where r.task_id = ${id}
        group by c.grade, c.number, c.name, v.name
        order by c.grade nulls last, c.number nulls last, 1
      `,
    )
    return { scheduleId, students: rows.reduce((n, row) => n + row.done, 0), rows }
  })
}
