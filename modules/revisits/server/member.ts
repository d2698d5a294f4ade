/** What stands of a member: tasks, and whether calls were forbidden; the life of one task. */
import type { z } from '#kernel/contract/index.ts'
import { dayStart, historyOf, sql, type Cx } from '#kernel/server/index.ts'
import { staffNames } from '#modules/account/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { masterOf } from '#modules/settings/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { MemberRevisits, type ByPid, type RevisitStep, type TypeInfo } from '../contract/shapes.ts'
import { outcomes, result } from '../contract/fields.ts'
import { revisitMachine } from '../contract/states.ts'
import { OPEN, pageWhere, revisitOf } from './queries.ts'

const Stop = MemberRevisits.shape.stops.element
/** Tasks of a member in the stores the account sees, newest first. */
export async function ofMember(cx: Cx, { pid, ...paging }: z.output<typeof ByPid>): Promise<z.output<typeof MemberRevisits>> {
  await patientOf(cx, pid)
  const page = await pageWhere(cx, [sql`r.pid = ${pid}`, sql`r.hid = any(${cx.who.hids})`], sql`r.revisit_time desc, r.rvid desc`, paging)
  const stops = await cx.db.rows(
    Stop,
    sql`
      select s.id, s.kind, s.reason, s.at, c.name staff_name
      from contact_stop s
      left join contact c on c.oid = s.oid and c.ctid_ = s.ctid_
      where s.pid = ${pid} and s.lifted_at is null
      order by s.id
    `,
  )
  return { ...page, stops }
}

const words: Readonly<Record<string, string>> = {
  begin: '建立',
  postpone: '改期',
  later: outcomes[result.later],
  assign: '分派',
  channel: '改方式',
  message: '短信',
  raise: '升级',
  ...Object.fromEntries(Object.entries(revisitMachine.moves).map(([name, { label }]) => [name, label])),
}
/** The life of a task, oldest first. */
export async function stepsOfTask(cx: Cx, rvid: number): Promise<Array<z.output<typeof RevisitStep>>> {
  await revisitOf(cx, rvid)
  const names = await staffNames(cx)
  return (await historyOf(cx, revisitMachine, rvid)).map(({ at: time, ctid, move, note }) => ({
    at: time,
    staffName: ctid === null ? null : (names.get(ctid) ?? null),
    step: words[move] ?? move,
    note,
  }))
}

/** A type with how often it is used, and how many tasks of it are open and overdue. */
export async function typeInfo(cx: Cx, id: number): Promise<z.output<typeof TypeInfo>> {
  const { name, taskType, channel, urgency, dueDays, script, scriptB, uses, hid } = await masterOf(cx, 'revisit-type', id)
  ownStore(cx, hid)
  const counted = await cx.db.the(
    { open: 'number', overdue: 'number' },
    sql`
      select count(*) "open", count(*) filter (where due_at < ${dayStart(cx.today)}) overdue
      from revisit
      where type = ${id} and hid = ${hid} and status in ${OPEN}
    `,
  )
  return { id, name, taskType, channel, urgency, dueDays, script, scriptB, use: uses, ...counted }
}
