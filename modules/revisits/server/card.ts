/** A family on one card: who, what for, how the eyes stand, what is open, what was said before, what to say now, when there is room. */
import { addDays, ageOn } from '#kernel/contract/index.ts'
import { balances, lit, sql, type Cx } from '#kernel/server/index.ts'
import { staffStates } from '#modules/account/contract/states.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { lensMachine } from '#modules/records/contract/okjing/states.ts'
import { minutesOf } from '#modules/reservations/contract/fields.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { intervals } from '#modules/reservations/server/door.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { FollowUpCard } from '../contract/shapes.queue.ts'
import { result } from '../contract/fields.ts'
import type { Revisit } from '../contract/shapes.ts'
import { piecesOf } from '../contract/script.ts'
import { revisitMachine } from '../contract/states.ts'
import { OPEN, revisitOf, revisitsWhere } from './queries.ts'
import { factsOf, scriptOf } from './scripts.ts'

const VALID = lit(examStates.in.valid)
/** The card of a task: the task first, then what else is due in its family. */
export async function cardOf(cx: Cx, rvid: number): Promise<FollowUpCard> {
  const task = await revisitOf(cx, rvid)
  const { pid } = task
  if (pid === null) return cx.refuse('not_found', { what: '会员' })
  const members = await membersOf(cx, task)
  const pids = members.map((m) => m.pid)
  const others = await revisitsWhere(
    cx,
    sql`
      r.pid = any(${pids}::bigint[])
      and r.hid = ${task.hid}
      and r.rvid <> ${rvid}
      and r.status in ${OPEN}
      and r.due_at < (${cx.today}::date + 1)::timestamptz
      and (r.tail_end_date is null or r.tail_end_date >= ${cx.today}::date)
    `,
    sql`r.urgency desc, r.due_at, r.rvid`,
  )
  const facts = await factsOf(cx, task)
  const script = await scriptOf(cx, { ...task, scriptArm: null })
  return {
    tasks: [task, ...others],
    members,
    until: task.claimedBy === cx.who.ctid && (task.claimedUntil ?? '') > cx.now ? task.claimedUntil : null,
    visits: await visitsOf(cx, pid),
    rx: await rxOf(cx, pid),
    al: await lengthsOf(cx, pid),
    open: await openOf(cx, task, pids),
    calls: await callsOf(cx, pid, rvid),
    script: { title: script.title, version: script.version, arm: script.arm, pieces: piecesOf(script.text, facts) },
    slots: await slotsOf(cx, task, members[0]?.birth ?? null),
  }
}

const Member = FollowUpCard.shape.members.element
/** The member of the task first, then who shares the number. */
const membersOf = (cx: Cx, { pid, hid }: Pick<Revisit, 'pid' | 'hid'>): Promise<FollowUpCard['members']> =>
  cx.db.rows(
    Member,
    sql`
      select
        p.pid,
        p.name patient_name,
        p.member_no,
        p.gender,
        p.birth,
        p.mobile,
        p.guardian,
        p.wechat_open_id is not null wechat
      from
        patient o
        join patient p on p.pid = o.pid
        or (
          o.mobile is not null
          and p.phone_tail = o.phone_tail
          and p.hid = ${hid}
          and p.status = ${lit(patientStates.is.present)}
        )
      where
        o.pid = ${pid}
      order by
        p.pid <> o.pid,
        p.pid
      limit
        6
    `,
  )
const visitsOf = (cx: Cx, pid: number): Promise<FollowUpCard['visits']> =>
  cx.db.rows(
    FollowUpCard.shape.visits.element,
    sql`
      select v.visit_at "at", v.type, d.name doctor_name
      from reservation v
      left join contact d on d.oid = v.oid and d.ctid_ = v.doctor_id
      where v.pid = ${pid} and v.status in ${lit(reservationStates.in.came)} and v.visit_at <= ${cx.now}::timestamptz
      order by v.visit_at desc
      limit 3
    `,
  )
const Refraction = {
  at: 'string',
  dsOd: 'number | null',
  dcOd: 'number | null',
  axOd: 'number | null',
  dsOs: 'number | null',
  dcOs: 'number | null',
  axOs: 'number | null',
} as const
/** The last refraction, and by how much each eye changed since the one a year before. */
async function rxOf(cx: Cx, pid: number): Promise<FollowUpCard['rx']> {
  const rows = await cx.db.rows(
    Refraction,
    sql`
      select e.exam_time::date "at", e.ds_od, e.dc_od, e.ax_od, e.ds_os, e.dc_os, e.ax_os
      from exam_refraction e
      where e.pid = ${pid} and e.status in ${VALID} and e.kind in (2, 4, 5, 6)
      order by e.exam_time desc, e.id desc
      limit 12
    `,
  )
  const [last] = rows
  if (!last) return null
  const before = rows.find((r) => r.at <= addDays(last.at, -300))
  const se = (ds: number | null, dc: number | null) => (ds === null ? null : ds + (dc ?? 0) / 2)
  const change = (now: number | null, then: number | null | undefined) =>
    now === null || then == null ? null : Math.round((now - then) * 100) / 100
  return {
    at: last.at,
    od: { ds: last.dsOd, dc: last.dcOd, ax: last.axOd, change: change(se(last.dsOd, last.dcOd), before && se(before.dsOd, before.dcOd)) },
    os: { ds: last.dsOs, dc: last.dcOs, ax: last.axOs, change: change(se(last.dsOs, last.dcOs), before && se(before.dsOs, before.dcOs)) },
  }
}
/** Axial lengths of the last visits, oldest first. */
const lengthsOf = async (cx: Cx, pid: number): Promise<FollowUpCard['al']> =>
  (
    await cx.db.rows(
      FollowUpCard.shape.al.element,
      sql`
        select b.exam_time::date "at", b.al_od "od", b.al_os "os"
        from exam_bio_meter b
        where b.pid = ${pid} and b.status in ${VALID} and (b.al_od is not null or b.al_os is not null)
        order by b.exam_time desc
        limit 6
      `,
    )
  ).reverse()

const Open = FollowUpCard.shape.open.element
/** What else is open in the family: bookings, glasses that wait, lenses that end, money, other tasks. */
async function openOf(cx: Cx, task: Revisit, pids: readonly number[]): Promise<FollowUpCard['open']> {
  const rows = await cx.db.rows(
    Open,
    sql`
      select x.kind, p.pid, p.name patient_name, x.at, null::bigint amount
      from (
        select 'booking' kind, v.pid, v.visit_at "at"
        from reservation v
        where v.pid = any(${pids}::bigint[]) and v.status in ${lit(reservationStates.in.ahead)} and v.visit_at > ${cx.now}::timestamptz
        union all
        select 'frame', f.pid, f.promised_at
        from record_frame f
        where f.pid = any(${pids}::bigint[]) and f.hid = ${task.hid} and f.status = ${lit(frameOrder.is.ready)}
        union all
        select 'lens', l.pid, min(l.due_on)::timestamptz
        from ok_lens l
        where l.pid = any(${pids}::bigint[]) and l.status = ${lit(lensMachine.is.worn)} and l.due_on < ${cx.today}::date + 60
        group by l.pid
        union all
        select 'task', r.pid, min(r.due_at)
        from revisit r
        where r.pid = any(${pids}::bigint[])
          and r.hid = ${task.hid}
          and r.status in ${OPEN}
          and r.due_at >= (${cx.today}::date + 1)::timestamptz
        group by r.pid
      ) x
      join patient p on p.pid = x.pid
      order by x.at
      limit 6
    `,
  )
  const key = `member:${task.pid}`
  const held = ((await balances(cx, 'stored', [key])).get(key) ?? 0) + ((await balances(cx, 'gift', [key])).get(key) ?? 0)
  if (held === 0 || task.pid === null) return rows
  return [...rows, { kind: 'balance', pid: task.pid, patientName: task.patientName ?? '', at: null, amount: held }]
}
const callsOf = (cx: Cx, pid: number, rvid: number): Promise<FollowUpCard['calls']> =>
  cx.db.rows(
    FollowUpCard.shape.calls.element,
    sql`
      select h.at,
        h.to_status "status",
        case when h.to_status = ${lit(revisitMachine.is.done)} then r.outcome when h.move = 'later' then ${result.later}
        end outcome,
        r.task_type,
        coalesce(h.note, r.note) note,
        c.name staff_name
      from revisit r
      join move_history h on h.oid = r.oid and h.machine = ${revisitMachine.name}
        and h.row_id = r.rvid
        and h.move in ('done', 'unreachable', 'later')
      left join contact c on c.oid = h.oid and c.ctid_ = h.ctid_
      where r.pid = ${pid}
        and r.hid = any(${cx.who.hids})
        and (r.rvid <> ${rvid} or h.to_status = ${lit(revisitMachine.is.unreached)} or h.move = 'later')
      order by h.at desc
      limit 4
    `,
  )

/** A review takes as long as its kind of booking. */
const REVIEW = minutesOf[2]
const CHILD = 18
/** Four free times of the doctor who knows the member: of the week, a schoolchild's on the weekend. */
async function slotsOf(cx: Cx, task: Revisit, birth: string | null): Promise<FollowUpCard['slots']> {
  const doctor = await cx.db.one(
    { doctorId: 'number', doctorName: 'string' },
    sql`
      select d.ctid_ doctor_id, d.name doctor_name
      from contact d
      where d.type = 1
        and d.status = ${lit(staffStates.is.working)}
        and d.ctid_ = coalesce(
          (select s.ctid_ from contact s where s.ctid_ = ${task.reviewStaff}::bigint and s.type = 1),
          (
            select v.doctor_id
            from reservation v
            join contact k on k.oid = v.oid and k.ctid_ = v.doctor_id and k.type = 1
            where v.pid = ${task.pid} and v.hid = ${task.hid}
            order by v.visit_at desc
            limit 1
          ),
          (
            select min(c.ctid_)
            from contact c
            where c.hid = ${task.hid} and c.type = 1 and c.status = ${lit(staffStates.is.working)}
          )
        )
    `,
  )
  await storeOf(cx, task.hid)
  const none = { doctorId: null, doctorName: null, minutes: REVIEW, list: [] }
  if (!doctor) return none
  const list: string[] = []
  for (const day of daysFor(cx.today, birth)) {
    const free = (await intervals(cx, doctor.doctorId, task.hid, day, REVIEW)).filter((i) => i.free && i.time >= '09:00')
    const morning = free.find((i) => i.time >= '10:00')
    const later = free.find((i) => i.time > (morning?.time ?? '12:00') && i.time >= '14:00')
    list.push(...[morning, later].flatMap((i) => (i ? [`${day} ${i.time}:00`] : [])))
    if (list.length >= 4) break
  }
  return { ...doctor, minutes: REVIEW, list: list.slice(0, 4) }
}
/** Days to look for room on: the weekends first for who is at school, the next days for others. */
function daysFor(today: string, birth: string | null): string[] {
  const week = Array.from({ length: 14 }, (_, i) => addDays(today, i + 1))
  const weekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())
  const child = birth !== null && (ageOn(birth, today)?.years ?? CHILD) < CHILD
  return child ? [...week.filter(weekend), ...week.filter((d) => !weekend(d))] : week
}
