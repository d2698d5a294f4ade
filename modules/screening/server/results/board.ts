/** The board of a task: how far classes and stations are, who reads differently, what became of those advised, what the law asks. */
import { addDays, daysBetween, inUse } from '#kernel/contract/index.ts'
import { dayStart, lit, sql, type Cx } from '#kernel/server/index.ts'
import { gradeLabel, schoolYearOf } from '../../contract/grades.ts'
import { screeningReferral, screeningResult, screeningTask } from '../../contract/states.results.ts'
import type { TaskBoard } from '../../contract/shapes.tasks.ts'
import { qualityOf } from './quality.ts'
import { taskOf } from './tasks.ts'

const { is } = screeningResult
const MINUTE = 60_000
const minutesBetween = (from: string, to: string): number => Math.floor((momentOf(to) - momentOf(from)) / MINUTE)
const momentOf = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`)

const classesOf = (cx: Cx, taskId: number): Promise<TaskBoard['classes']> =>
  cx.db
    .rows(
      {
        groupId: 'number',
        name: 'string | null',
        grade: 'number | null',
        total: 'number',
        over: 'number',
        unable: 'number',
        retestDue: 'number',
        forVisit: 'number',
        disputed: 'number',
        signed: 'number',
        lastAt: 'string | null',
      },
      sql`
        select coalesce(r.class_id, r.village_id) group_id, max(coalesce(c.name, v.name)) name, max(r.grade) grade, count(*)::int total,
          (count(*) filter (where r.status in ${lit(screeningResult.in.over)}))::int "over",
          (count(*) filter (where r.status = ${lit(is.unable)}))::int unable,
          (count(*) filter (where r.status = ${lit(is.retest)}))::int retest_due, (count(*) filter (where r.for_visit))::int for_visit,
          (count(*) filter (where r.disputed <> '[]'))::int disputed, (count(r.signed_at))::int signed, max(o.at) last_at
        from screening_result r
        left join school_class c on c.oid = r.oid and c.id = r.class_id
        left join village v on v.oid = r.oid and v.id = r.village_id
        left join (
          select student_id, max(at) at
          from screening_op
          where task_id = ${taskId}
          group by student_id
        ) o on o.student_id = r.student_id
        where r.task_id = ${taskId}
        group by coalesce(r.class_id, r.village_id)
        order by max(r.grade) nulls last, max(c.number) nulls last, max(coalesce(c.name, v.name))
      `,
    )
    .then((rows) =>
      rows.map(({ grade, name, ...row }) => ({ ...row, name: name ?? '', gradeName: grade === null ? null : gradeLabel(grade) })),
    )

async function stationsOf(cx: Cx, taskId: number): Promise<TaskBoard['stations']> {
  const rows = await cx.db.rows(
    {
      id: 'number',
      name: 'string',
      staffName: 'string | null',
      children: 'number',
      seconds: 'number | null',
      unsent: 'number',
      seenAt: 'string',
      recalled: 'boolean',
    },
    sql`
      select s.id, s.name, c.name staff_name, coalesce(o.n, 0) children, o.seconds, s.unsent, s.seen_at, s.recalled_at is not null recalled
      from screening_station s
      left join contact c on c.oid = s.oid and c.ctid_ = s.ctid_
      left join lateral (
        select count(distinct student_id)::int n,
          (extract(epoch from max(at) - min(at)) / nullif(count(distinct student_id) - 1, 0))::int seconds
        from screening_op p
        where p.oid = s.oid and p.task_id = s.task_id and p.device_id = s.device_id and p.at >= ${dayStart(cx.today)}
      ) o on true
      where s.task_id = ${taskId}
      order by s.name, s.id
    `,
  )
  return rows.map(({ seconds, ...row }) => ({
    ...row,
    secondsEach: seconds,
    silentMinutes: Math.max(0, minutesBetween(row.seenAt, cx.now)),
  }))
}

/** Each child counts at the furthest step it reached; the steps before hold it too. */
async function cascadeOf(cx: Cx, taskId: number): Promise<TaskBoard['cascade']> {
  const row = await cx.db.the(
    { screened: 'number', advised: 'number', told: 'number', visited: 'number', treated: 'number', remeasured: 'number' },
    sql`
      select (count(*) filter (where r.status in ${lit(screeningResult.in.complete)}))::int screened,
        (count(*) filter (where g.furthest >= 1))::int advised, (count(*) filter (where g.furthest >= 2))::int told,
        (count(*) filter (where g.furthest >= 3))::int visited, (count(*) filter (where g.furthest >= 4))::int treated,
        (count(*) filter (where g.furthest >= 5))::int remeasured
      from screening_result r
      left join screening_referral f on f.oid = r.oid and f.result_id = r.id and f.status <> ${lit(screeningReferral.is.none)}
      left join lateral (
        select case when f.id is null then 0
          when f.remeasured_on is not null then 5
          when f.treated_on is not null then 4
          when f.visited_on is not null then 3
          when f.told_on is not null then 2
          else 1
          end furthest
      ) g on true
      where r.task_id = ${taskId}
    `,
  )
  return [
    { step: '筛查', n: row.screened },
    { step: '建议就诊', n: row.advised },
    { step: '已告知', n: row.told },
    { step: '已就诊', n: row.visited },
    { step: '已处置', n: row.treated },
    { step: '已复查', n: row.remeasured },
  ]
}

/** Days after the end of a screening in which school and parents are told (国卫办疾控函〔2021〕517号). */
const DAYS_TO_TELL = 30
async function lawOf(cx: Cx, hid: number): Promise<TaskBoard['law']> {
  const rows = await cx.db.rows(
    {
      schoolId: 'number',
      schoolName: 'string',
      done: 'number',
      taskId: 'number | null',
      status: 'number | null',
      startOn: 'string | null',
      endOn: 'string | null',
      feedbackOn: 'string | null',
    },
    sql`
      select k.id school_id, k.name school_name, n.done, t.id task_id, t.status, t.start_on, t.end_on, t.feedback_on
      from school k
      left join lateral (
        select x.id, x.status, x.start_on, x.end_on, x.feedback_on
        from screening_task x
        where x.oid = k.oid
          and x.school_id = k.id
          and x.school_year = ${schoolYearOf(cx.today)}
          and x.status <> ${lit(screeningTask.is.draft)}
        order by x.id desc
        limit 1
      ) t on true
      cross join lateral (
        select count(*)::int done
        from screening_task x
        where x.oid = k.oid
          and x.school_id = k.id
          and x.school_year = ${schoolYearOf(cx.today)}
          and x.status in ${lit(screeningTask.in.closed)}
      ) n
      where k.hid = ${hid} and k.status = ${lit(inUse.is.on)}
      order by k.name
      limit 60
    `,
  )
  const states = rows.map(({ status, startOn, endOn, feedbackOn, ...row }): TaskBoard['law'][number] => {
    if (status === null || endOn === null || startOn === null) return { ...row, state: 'none', days: null }
    if (feedbackOn) return { ...row, state: 'told', days: null }
    if (screeningTask.in.open.includes(status)) return { ...row, state: 'running', days: Math.max(0, daysBetween(startOn, cx.today)) }
    const left = daysBetween(cx.today, addDays(endOn, DAYS_TO_TELL))
    return left < 0 ? { ...row, state: 'late', days: -left } : { ...row, state: 'telling', days: left }
  })
  const rank = { late: 0, none: 1, telling: 2, running: 3, told: 4 }
  return states.toSorted((a, b) => rank[a.state] - rank[b.state])
}

/** Children measured in the hour before the last entry, and when the rest will be done at that pace. */
async function paceOf(cx: Cx, taskId: number, left: number): Promise<Pick<TaskBoard, 'perHour' | 'endsAt'>> {
  const { n, last } = await cx.db.the(
    { n: 'number', last: 'string | null' },
    sql`
      with last_entry as (select max(at) at from screening_op where task_id = ${taskId})
      select count(distinct o.student_id)::int n, max(l.at) "last"
      from last_entry l
      left join screening_op o on o.task_id = ${taskId} and o.at > l.at - interval '1 hour'
    `,
  )
  if (!n || last === null) return { perHour: null, endsAt: null }
  const runs = minutesBetween(last, cx.now) < 60
  if (!runs || left === 0) return { perHour: n, endsAt: null }
  return { perHour: n, endsAt: new Date(momentOf(cx.now) + (left / n) * 60 * MINUTE).toISOString().slice(0, 19).replace('T', ' ') }
}

export async function boardOf(cx: Cx, id: number): Promise<TaskBoard> {
  const task = await taskOf(cx, id)
  return {
    task,
    classes: await classesOf(cx, id),
    stations: await stationsOf(cx, id),
    ...(await qualityOf(cx, id)),
    cascade: await cascadeOf(cx, id),
    law: await lawOf(cx, task.hid),
    ...(await paceOf(cx, id, task.total - task.over)),
  }
}
