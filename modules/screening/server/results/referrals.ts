/** Referrals: made by a result that asks for a doctor, closed by the visit of the linked member, by hand, or refused with a reason. */
import type { Page } from '#kernel/contract/index.ts'
import { begin, columnsOf, insertMany, lit, move, pageOf, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { ReferralRow, type MoveReferral, type ReferralQuery } from '../../contract/shapes.results.ts'
import { screeningReferred } from '../../contract/events.ts'
import { screeningReferral } from '../../contract/states.results.ts'

const { is } = screeningReferral

/** Makes, takes back or renews the referrals of children whose results changed. */
export async function settleReferrals(cx: Cx, taskId: number, studentIds: readonly number[]): Promise<void> {
  const rows = await cx.db.rows(
    {
      resultId: 'number',
      hid: 'number',
      studentId: 'number',
      forVisit: 'boolean',
      referralId: 'number | null',
      status: 'number | null',
      pid: 'number | null',
    },
    sql`
      select r.id result_id, r.hid, r.student_id, r.for_visit, f.id referral_id, f.status, s.pid
      from screening_result r
      join student s on s.oid = r.oid and s.id = r.student_id
      left join screening_referral f on f.oid = r.oid and f.result_id = r.id
      where r.task_id = ${taskId} and r.student_id = any(${[...studentIds]})
    `,
  )
  const fresh = rows.filter((row) => row.forVisit && row.referralId === null)
  if (fresh.length) {
    const made = await insertMany(
      cx,
      'screening_referral',
      fresh.map(({ resultId, hid, studentId }) => ({ resultId, hid, studentId, taskId, status: is.advised })),
    )
    for (const { id } of made) await begin(cx, screeningReferral, id, is.advised)
    const pids = new Map(rows.map(({ studentId, pid }) => [studentId, pid]))
    for (const { id, hid, studentId } of made)
      await cx.announce(screeningReferred, { id, hid, studentId, pid: pids.get(studentId) ?? null, open: true })
  }
  for (const { referralId, forVisit, status, hid, studentId, pid } of rows) {
    if (referralId === null || status === null) continue
    if (!forVisit && (status === is.advised || status === is.refused)) await move(cx, screeningReferral, referralId, 'withdraw')
    else if (forVisit && status === is.none) await move(cx, screeningReferral, referralId, 'advise')
    else continue
    await cx.announce(screeningReferred, { id: referralId, hid, studentId, pid, open: forVisit })
  }
}

const own = ReferralRow.omit({
  name: true,
  gender: true,
  birth: true,
  schoolName: true,
  grade: true,
  className: true,
  taskName: true,
  mobile: true,
})
const columns = sql`
  ${columnsOf(own, 'f')}, s.name, s.gender, s.birth, k.name school_name, r.grade, c.name class_name, t.name task_name, s.mobile
`
const tables = sql`
  screening_referral f
  join screening_result r on r.oid = f.oid and r.id = f.result_id
  join screening_task t on t.oid = f.oid and t.id = f.task_id
  join student s on s.oid = f.oid and s.id = f.student_id
  left join school k on k.oid = f.oid and k.id = r.school_id
  left join school_class c on c.oid = f.oid and c.id = r.class_id
`
export const referralPage = (cx: Cx, query: ReferralQuery): Promise<Page<ReferralRow>> =>
  pageOf(
    cx,
    {
      of: ReferralRow,
      select: columns,
      from: tables,
      where: [
        sql`f.hid = ${query.hid ?? cx.who.hid}`,
        query.taskId !== undefined && sql`f.task_id = ${query.taskId}`,
        query.studentId !== undefined && sql`r.student_id = ${query.studentId}`,
        query.schoolId !== undefined && sql`r.school_id = ${query.schoolId}`,
        query.status !== undefined && sql`f.status = ${query.status}`,
        query.openDays !== undefined && sql`f.status = ${lit(is.advised)} and f.told_on <= ${cx.today}::date - ${query.openDays}::int`,
      ],
      order: sql`f.id desc`,
      key: sql`f.id`,
    },
    query,
  )
async function referralOf(cx: Cx, id: number): Promise<ReferralRow> {
  const row = await cx.db.one(ReferralRow, sql`select ${columns} from ${tables} where f.id = ${id}`)
  return row ?? cx.refuse('not_found', { what: screeningReferral.noun })
}
export async function moveReferral(cx: Cx, { id, move: step, visitedOn, reason }: MoveReferral): Promise<ReferralRow> {
  const visited =
    step === 'visit' ? { visitedOn: visitedOn ?? cx.today, visitedBy: '登记', reason: null } : { visitedOn: null, visitedBy: null }
  const row = await move(cx, screeningReferral, id, step, {
    note: reason ?? null,
    set: { ...visited, ...(step === 'refuse' ? { reason: reason ?? null } : {}) },
  })
  const { pid } = await cx.db.the({ pid: 'number | null' }, sql`select pid from student where id = ${row.studentId}`)
  await cx.announce(screeningReferred, { id, hid: row.hid, studentId: row.studentId, pid, open: step === 'reopen' })
  cx.touch('screening', row.hid)
  return referralOf(cx, id)
}

/** Children that are this member: their open or closed referrals, the latest of each. */
const referralsOfMember = (cx: Cx, pid: number, where: Sql) =>
  cx.db.rows(
    { id: 'number', hid: 'number', studentId: 'number', status: 'number', visitedOn: 'string | null' },
    sql`
      select f.id, f.hid, f.student_id, f.status, f.visited_on
      from screening_referral f
      join student s on s.oid = f.oid and s.id = f.student_id
      join screening_result r on r.oid = f.oid and r.id = f.result_id
      where s.pid = ${pid} and ${where}
      order by f.id
    `,
  )
/** The linked member was examined or seen after the screening: what was open is closed, naming by what. */
export async function visitSeen(cx: Cx, pid: number, day: string, by: string): Promise<void> {
  const open = await referralsOfMember(cx, pid, sql`f.status in (${lit(is.advised)}, ${lit(is.refused)}) and r.measured_on <= ${day}::date`)
  for (const { id, hid, studentId } of open) {
    await move(cx, screeningReferral, id, 'visit', { automatic: true, note: by, set: { visitedOn: day, visitedBy: by, reason: null } })
    await cx.announce(screeningReferred, { id, hid, studentId, pid, open: false })
    cx.touch('screening', hid)
  }
  // Looked at once more, at least two weeks after the visit that closed it.
  const seen = await referralsOfMember(
    cx,
    pid,
    sql`
      f.status = ${lit(is.visited)}
      and f.remeasured_on is null
      and f.visited_on <= ${day}::date - 14
    `,
  )
  for (const { id } of seen) await cx.db.run(sql`update screening_referral set remeasured_on = ${day} where id = ${id}`)
}
/** The member was given glasses, drops or a treatment: what the visit led to. */
export async function treatmentSeen(cx: Cx, pid: number, day: string): Promise<void> {
  await cx.db.run(sql`
    update screening_referral f
    set treated_on = ${day}
    from student s
    where s.oid = f.oid
      and s.id = f.student_id
      and s.pid = ${pid}
      and f.status = ${lit(is.visited)}
      and f.treated_on is null
      and f.visited_on <= ${day}::date
  `)
}
