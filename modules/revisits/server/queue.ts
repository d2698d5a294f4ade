/** The work list of a store, and one's own day. */
import { addDays, type z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, lit, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { result } from '../contract/fields.ts'
import { groups, MyDay, type Counts, type QueueGroup, type Queue, type QueueRow } from '../contract/shapes.queue.ts'
import { revisitMachine } from '../contract/states.ts'
import { family, groupOf, toCall, workingOrder } from './claim.ts'

/** Rows of a group that are shown; the others are counted. */
const SHOWN = 30
const Line = {
  rvid: 'number',
  pid: 'number',
  patientName: 'string',
  family: 'string',
  group: 'string',
  taskType: 'number',
  content: 'string | null',
  dueAt: 'string',
  daysLate: 'number',
  tries: 'number',
  claimedBy: 'number | null',
  claimedByName: 'string | null',
} as const
const order: readonly QueueGroup[] = ['urgent', 'promised', 'due', 'overdue']
const isGroup = (word: string): word is QueueGroup => word in groups

/** What is to be called about now. Tasks of one number are one row. */
export async function queue(cx: Cx, wantedHid?: number): Promise<Queue> {
  const hid = ownStore(cx, wantedHid ?? cx.who.hid)
  const lines = await cx.db.rows(
    Line,
    sql`
      select r.rvid,
        p.pid,
        p.name patient_name,
        ${family} family,
        ${groupOf(cx.today)} "group",
        r.task_type,
        r.content,
        r.due_at,
        greatest(0, ${cx.today}::date - r.due_at::date) days_late,
        r.tries,
        case when r.claimed_until > ${cx.now}::timestamptz then r.claimed_by
        end claimed_by,
        case when r.claimed_until > ${cx.now}::timestamptz then c.name
        end claimed_by_name
      from revisit r
      join patient p on p.oid = r.oid and p.pid = r.pid
      left join contact c on c.oid = r.oid and c.ctid_ = r.claimed_by
      where ${toCall(cx, hid)}
      order by ${workingOrder(cx.today)}
      limit 2000
    `,
  )
  const rows = new Map<string, QueueRow>()
  for (const { family: taskFamily, group, taskType, patientName, ...line } of lines) {
    const first = rows.get(taskFamily)
    if (first) {
      if (first.patientName !== patientName && !first.others.includes(patientName)) first.others.push(patientName)
    } else if (isGroup(group)) rows.set(taskFamily, { ...line, patientName, group, taskType: kindOf(taskType), others: [] })
  }
  const list = [...rows.values()]
  const promised = list.find((r) => r.group === 'promised' && r.claimedBy === null)
  return {
    groups: order.map((group) => {
      const own = list.filter((r) => r.group === group)
      return { group, total: own.length, list: own.slice(0, SHOWN) }
    }),
    total: list.length,
    next: promised?.dueAt ?? null,
    mine: await myDay(cx, hid),
  }
}
const kinds = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
/** The constraint of the column knows no other. */
const kindOf = (n: number): QueueRow['taskType'] => kinds.find((kind) => kind === n) ?? 1

const tried = lit(revisitMachine.in.tried)
/**
 * Calls of somebody's day out of the history: what was answered, what not, what it brought. What one call answered for a family was written
 * in one transaction and has one time; what was taken back is no call.
 */
async function myDay(cx: Cx, hid: number): Promise<MyDay> {
  const me = cx.who.ctid
  const hours = await cx.db.rows(
    { hour: 'number', calls: 'number', reached: 'number', booked: 'number' },
    sql`
      select extract(hour from h.at)::int "hour", count(distinct h.at) calls,
        count(distinct h.at) filter (where h.move <> 'unreachable') reached,
        count(distinct h.at) filter (where h.move = 'done' and r.outcome = ${result.booked}) booked
      from revisit r
      join move_history h on h.oid = r.oid and h.machine = ${revisitMachine.name} and h.row_id = r.rvid
      where r.hid = ${hid}
        and r.done_by = ${me}
        and h.ctid_ = ${me}
        and h.move in ('done', 'unreachable', 'later')
        and h.at >= ${dayStart(cx.today)}
        and h.at < ${dayEnd(cx.today)}
        and (
          select n.move
          from move_history n
          where n.oid = h.oid
            and n.machine = h.machine
            and n.row_id = h.row_id
            and n.move in ('done', 'unreachable', 'undo')
            and n.move_id > h.move_id
          order by n.move_id
          limit 1
        ) is distinct from 'undo'
      group by 1
      order by 1
    `,
  )
  const sum = (field: 'calls' | 'reached' | 'booked') => hours.reduce((n, h) => n + h[field], 0)
  const back = await cameBack(cx, hid, addDays(cx.today, -6))
  const booked = await cx.db.the(
    { n: 'number' },
    sql`
      select count(distinct pid) n
      from revisit
      where hid = ${hid} and done_by = ${me} and outcome = ${result.booked} and done_revisit_time >= ${dayStart(addDays(cx.today, -6))}
    `,
  )
  const people = (what: string) => new Set(back.filter((b) => b.what === what).map((b) => b.pid)).size
  return {
    hours: hours.map(({ hour, calls }) => ({ hour, calls })),
    called: sum('calls'),
    reached: sum('reached'),
    booked: sum('booked'),
    week: { booked: booked.n, came: people('came'), bought: people('bought') },
    back: back.slice(0, 6),
    last: await lastOf(cx, hid),
  }
}
const Back = MyDay.shape.back.element
/** What members did after somebody's calls: came, were booked, paid, wrote. */
const cameBack = (cx: Cx, hid: number, since: string): Promise<Array<z.output<typeof Back>>> =>
  cx.db.rows(
    Back,
    sql`
      with called as (
        select r.pid, min(r.done_revisit_time) "at"
        from revisit r
        where r.hid = ${hid} and r.done_by = ${cx.who.ctid} and r.done_revisit_time >= ${dayStart(since)}
        group by r.pid
      )
      select x.at, p.pid, p.name patient_name, x.what, x.amount
      from (
        select coalesce(q.taken_at, v.visit_at) "at", v.pid, 'came' what, null::bigint amount
        from called c
        join reservation v on v.pid = c.pid and v.hid = ${hid} and v.visit_at > c.at and v.status in ${lit(reservationStates.in.came)}
        left join queue_ticket q on q.oid = v.oid and q.resid = v.resid
        union all
        select v.created_at, v.pid, 'booked', null
        from called c
        join reservation v on v.pid = c.pid and v.hid = ${hid}
          and v.created_at >= c.at
          and not v.walk_in
          and v.status in ${lit(reservationStates.in.ahead)}
        union all
        select b.paid_at, b.pid, 'bought', b.paid - b.refunded
        from called c
        join fee_bill b on b.pid = c.pid and b.hid = ${hid} and b.paid_at > c.at and b.paid > b.refunded
        union all
        select m.created_at, m.pid, 'wrote', null
        from called c
        join message m on m.pid = c.pid and m.hid = ${hid} and m.inbound and m.created_at > c.at
      ) x
      join patient p on p.pid = x.pid
      where x.at is not null
      order by x.at desc
      limit 200
    `,
  )
/** What can still be taken back. */
async function lastOf(cx: Cx, hid: number): Promise<MyDay['last']> {
  const Last = MyDay.shape.last.unwrap()
  const row = await cx.db.one(
    Last,
    sql`
      select r.rvid, p.pid, p.name patient_name, r.status, r.outcome, h.at + interval '10 minutes' "until"
      from revisit r
      join patient p on p.oid = r.oid and p.pid = r.pid
      join lateral (
        select h.at, h.ctid_
        from move_history h
        where h.oid = r.oid and h.machine = ${revisitMachine.name} and h.row_id = r.rvid and h.from_status <> h.to_status
        order by h.move_id desc
        limit 1
      ) h on true
      where r.hid = ${hid}
        and r.done_by = ${cx.who.ctid}
        and r.status in ${tried}
        and r.before is not null
        and h.ctid_ = ${cx.who.ctid}
        and h.at > ${cx.now}::timestamptz - interval '10 minutes'
      order by h.at desc
      limit 1
    `,
  )
  return row ?? null
}

/** How many calls there are, as the desk counts them: tasks of one number are one call. What the badge of the menu tells. */
export const counts = (cx: Cx, wantedHid?: number): Promise<z.output<typeof Counts>> => {
  const hid = ownStore(cx, wantedHid ?? cx.who.hid)
  return cx.db.the(
    { mine: 'number', due: 'number', overdue: 'number' },
    sql`
      select
        count(distinct ${family}) filter (where r.category = 0 and r.review_staff = ${cx.who.ctid}) mine, count(distinct ${family}) due,
        count(distinct ${family}) filter (where r.due_at < ${dayStart(cx.today)}) overdue
      from revisit r
      join patient p on p.oid = r.oid and p.pid = r.pid
      where ${toCall(cx, hid)}
    `,
  )
}
