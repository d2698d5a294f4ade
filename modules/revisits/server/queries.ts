import { columnsOf, dayEnd, dayStart, lit, pageOf, sql, type Cx, type Listing, type Sql } from '#kernel/server/index.ts'
import type { Page } from '#kernel/contract/index.ts'
import { membersFound } from '#modules/patients/server/door.ts'
import { Revisit, type RevisitFilter } from '../contract/shapes.ts'
import { revisitMachine } from '../contract/states.ts'

export const OPEN = lit(revisitMachine.in.open)
const named = ['patientName', 'memberNo', 'mobile', 'typeName', 'reviewStaffName', 'doneByName', 'overdue', 'claimedByName'] as const
/** A task with the names around it. */
const select = (today: string): Sql => sql`
  ${columnsOf(Revisit, 'r', ...named)}, p.name patient_name, p.member_no, p.mobile, i.name type_name, s.name review_staff_name,
  d.name done_by_name, c.name claimed_by_name, (r.status in ${OPEN} and r.due_at < ${dayStart(today)}) overdue
`
const from = sql`
  revisit r
  left join patient p on p.oid = r.oid and p.pid = r.pid
  left join master_item i on i.oid = r.oid and i.id = r.type
  left join contact s on s.oid = r.oid and s.ctid_ = r.review_staff
  left join contact d on d.oid = r.oid and d.ctid_ = r.done_by
  left join contact c on c.oid = r.oid and c.ctid_ = r.claimed_by
`

type Asker = Pick<Cx, 'who' | 'today'>
const conditions = (cx: Asker, f: RevisitFilter) => [
  sql`r.hid = ${f.hid ?? cx.who.hid}`,
  f.pid !== undefined && sql`r.pid = ${f.pid}`,
  f.studentId !== undefined && sql`r.student_id = ${f.studentId}`,
  f.status !== undefined && sql`r.status = ${lit(f.status)}`,
  f.type !== undefined && sql`r.type = ${f.type}`,
  f.taskType !== undefined && sql`r.task_type = ${f.taskType}`,
  f.category !== undefined && sql`r.category = ${f.category}`,
  f.reviewStaff !== undefined && sql`r.review_staff = ${f.reviewStaff}`,
  f.tailStartDate !== undefined && sql`r.revisit_time >= ${dayStart(f.tailStartDate)}`,
  f.tailEndDate !== undefined && sql`r.revisit_time < ${dayEnd(f.tailEndDate)}`,
  f.name && sql`r.pid in ${membersFound(f.name)}`,
  f.due !== undefined && sql`r.status in ${OPEN} and r.due_at < ${dayEnd(f.due)}`,
  f.overdue && sql`r.status in ${OPEN} and r.due_at < ${dayStart(cx.today)}`,
  f.channel !== undefined && sql`r.channel = ${f.channel}`,
  f.urgency !== undefined && sql`r.urgency = ${f.urgency}`,
  f.rule !== undefined && sql`r.rule = ${f.rule}`,
  f.mine && sql`r.review_staff = ${cx.who.ctid}`,
]
/** Tasks of a filter, the urgent ones first, then by time. */
export const revisitsBy = (cx: Asker, filter: RevisitFilter): Listing => ({
  select: select(cx.today),
  from,
  where: conditions(cx, filter),
  order: sql`r.urgency desc, r.due_at, r.rvid`,
})
export const revisitPage = (cx: Cx, filter: RevisitFilter, paging: object): Promise<Page<Revisit>> =>
  pageOf(cx, { of: Revisit, ...revisitsBy(cx, filter), key: sql`r.rvid` }, paging)

/** Tasks that match, in an order of their own. */
export const revisitsWhere = (cx: Cx, where: Sql, order: Sql = sql`r.rvid`): Promise<Revisit[]> =>
  cx.db.rows(Revisit, sql`select ${select(cx.today)} from ${from} where ${where} order by ${order}`)
/** A page of what matches. */
export const pageWhere = (cx: Cx, where: readonly Sql[], order: Sql, paging: object): Promise<Page<Revisit>> =>
  pageOf(cx, { of: Revisit, select: select(cx.today), from, where, order, key: sql`r.rvid` }, paging)
/** A task of a store the account may see; another one is not found. */
export async function revisitOf(cx: Cx, rvid: number): Promise<Revisit> {
  return (await revisitsWhere(cx, sql`r.rvid = ${rvid}`))[0] ?? cx.refuse('not_found', { what: '回访' })
}
