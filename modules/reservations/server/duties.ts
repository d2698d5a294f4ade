/** Duty roster: assign, remove, clear, copy weeks, free places. */
import { addDays } from '#kernel/contract/days.ts'
import { dayEnd, find, remove, sql, dayStart, lit, type Cx, type Row, wholeRow } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { daysBetween, z } from '#kernel/contract/index.ts'
import { staffStates } from '#modules/account/contract/states.ts'
import { clockOf, halfDaysOf, minutes, openSpans, shiftSpan, within, type Span } from '../contract/hours.ts'
import {
  type ClearDuties,
  type CopyDuties,
  RosterDuty,
  type DutyDoctor,
  DutyLeft,
  type Interval,
  type NewDuty,
} from '../contract/shapes.rooms.ts'
import { reservationStates } from '../contract/states.ts'

type Overlap = 'duty_overlap'
/** Monday of a day's week. */
const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Doctors and optometrists of the store with their duties of the requested days. */
export async function dutyDoctors(
  cx: Cx,
  hid: number,
  startDate = mondayOf(cx.today),
  endDate = addDays(startDate, 6),
): Promise<Array<z.output<typeof DutyDoctor>>> {
  ownStore(cx, hid)
  const doctors = await cx.db.rows(
    { ctid: 'number', name: 'string', title: 'string | null', type: 'number' },
    sql`
      select c.ctid_, c.name, c.title, c.type
      from contact c
      where c.status = ${lit(staffStates.is.working)}
        and c.type in (1, 2)
        and (
          c.hid = ${hid}
          or exists (
            select 1
            from contact_store s
            where s.oid = c.oid and s.ctid_ = c.ctid_ and s.hid = ${hid}
          )
        )
      order by c.type, c.ctid_
    `,
  )
  const duties = await cx.db.rows(
    RosterDuty,
    sql`
      select id, hid, doctor_id, day, shift, time_from, time_to, quota, note
      from duty
      where hid = ${hid} and day between ${startDate}::date and ${endDate}::date
      order by day, time_from
    `,
  )
  return doctors.map((d) => {
    const own = duties.filter((duty) => duty.doctorId === d.ctid)
    return { ...d, duties: own, halfDays: own.reduce((n, duty) => n + halfDaysOf(duty.shift), 0) }
  })
}

/** Reservations that would be outside the roster without this duty. */
async function bookedIn(
  cx: Cx,
  duties: ReadonlyArray<Pick<Row<'duty'>, 'doctorId' | 'day' | 'timeFrom' | 'timeTo'>>,
  kept?: Span,
): Promise<number> {
  let n = 0
  for (const d of duties) {
    const rows = await cx.db.rows(
      { visitAt: 'string', visitEnd: 'string' },
      sql`
        select visit_at, visit_end
        from reservation
        where doctor_id = ${d.doctorId}
          and not walk_in
          and status in ${lit(reservationStates.in.ahead)}
          and visit_at >= app_now()
          and visit_at >= ${`${d.day} ${d.timeFrom}`}::timestamptz
          and visit_at < ${`${d.day} ${d.timeTo}`}::timestamptz
      `,
    )
    n += rows.filter(
      (r) => !kept || !within({ from: minutes(r.visitAt.slice(11, 16)), to: minutes(r.visitEnd.slice(11, 16)) }, [kept]),
    ).length
  }
  return n
}

/** Assigns a doctor to a day; `shift` 0 is a day off. */
export async function putOnDuty(cx: Cx<Overlap | 'duty_booked' | 'time_order'>, input: z.output<typeof NewDuty>): Promise<RosterDuty[]> {
  const { hid, doctorId, day, shift, replace, force } = input
  ownStore(cx, hid)
  const doctor = await staffOf(cx, doctorId)
  const usual = shiftSpan(await storeOf(cx, hid), shift || 1)
  const timeFrom = input.timeFrom ?? clockOf(usual.from)
  const timeTo = input.timeTo ?? clockOf(usual.to)
  if (timeFrom >= timeTo) cx.refuse('time_order', { field: 'timeTo' })
  if (replace || shift === 0) {
    const old = await cx.db.rows(
      wholeRow('duty'),
      sql`select * from duty where hid = ${hid} and doctor_id = ${doctorId} and day = ${day}::date`,
    )
    await refuseBooked(cx, old, force, shift ? { from: minutes(timeFrom), to: minutes(timeTo) } : undefined)
    await remove(cx, 'duty', { hid, doctorId, day })
  }
  if (shift === 0) return []
  const row = await cx.db.one(
    RosterDuty,
    sql`
      insert into duty (hid, doctor_id, day, shift, time_from, time_to, quota, note)
      values
        (${hid}, ${doctorId}, ${day}::date, ${shift}, ${timeFrom}::time, ${timeTo}::time, ${input.quota ?? null}, ${input.note ?? null})
      on conflict on constraint duty__duty_overlap do nothing
      returning id, hid, doctor_id, day, shift, time_from, time_to, quota, note
    `,
  )
  return row ? [row] : cx.refuse('duty_overlap', { doctor: doctor.name, day, field: 'shift' })
}

async function refuseBooked(cx: Cx<'duty_booked'>, duties: ReadonlyArray<Row<'duty'>>, force: boolean, kept?: Span): Promise<void> {
  if (force) return
  const n = await bookedIn(cx, duties, kept)
  if (n) cx.refuse('duty_booked', { n, field: 'force' })
}

export async function deleteDuty(cx: Cx<'duty_booked'>, id: number, force: boolean): Promise<null> {
  const row = (await find(cx, 'duty', { id })) ?? cx.refuse('not_found', { what: '排班' })
  await refuseBooked(cx, [row], force)
  await remove(cx, 'duty', { id })
  return null
}

export async function clearDuties(
  cx: Cx<'duty_booked'>,
  { hid, startDate, endDate, doctorId, force }: z.output<typeof ClearDuties>,
): Promise<{ copied: number }> {
  ownStore(cx, hid)
  const where = sql`
    hid = ${hid}
    and day between ${startDate}::date and ${endDate}::date
    and (${doctorId ?? null}::bigint is null or doctor_id = ${doctorId ?? null})
  `
  await refuseBooked(cx, await cx.db.rows(wholeRow('duty'), sql`select * from duty where ${where}`), force)
  return { copied: await cx.db.run(sql`delete from duty where ${where}`) }
}

/** Copies roster days; duties that would overlap existing ones are skipped. */
export async function copyDuties(
  cx: Cx<'time_order'>,
  { hid, startDate, endDate, targetDate }: z.output<typeof CopyDuties>,
): Promise<{ copied: number; skipped: number }> {
  ownStore(cx, hid)
  const length = daysBetween(startDate, endDate) + 1
  if (length < 1 || length > 62) cx.refuse('time_order', { field: 'endDate' })
  const shiftBy = daysBetween(startDate, targetDate ?? addDays(endDate, 1))
  const source = await cx.db.the(
    { n: 'number' },
    sql`
      select count(*) n
      from duty
      where hid = ${hid} and day between ${startDate}::date and ${endDate}::date
    `,
  )
  const copied = await cx.db.run(sql`
    insert into duty (hid, doctor_id, day, shift, time_from, time_to, quota, note)
    select d.hid, d.doctor_id, d.day + ${shiftBy}::int, d.shift, d.time_from, d.time_to, d.quota, d.note
    from duty d
    join contact c on c.oid = d.oid and c.ctid_ = d.doctor_id and c.status = ${lit(staffStates.is.working)}
    where d.hid = ${hid} and d.day between ${startDate}::date and ${endDate}::date
    on conflict on constraint duty__duty_overlap do nothing
  `)
  return { copied, skipped: source.n - copied }
}

const slotRows = (cx: Cx, doctorId: number, day: string) =>
  cx.db.rows(
    { visitAt: 'string', visitEnd: 'string' },
    sql`
      select visit_at, visit_end
      from reservation
      where doctor_id = ${doctorId}
        and not walk_in
        and status not in ${lit(reservationStates.in.givenUp)}
        and visit_at >= ${dayStart(day)}
        and visit_at < ${dayEnd(day)}
    `,
  )

const Planned = DutyLeft.omit({ left: true }).extend({ taken: z.int() })
/** Free places of a doctor's duties; without a quota, as many as free half-hours. */
export async function dutyLeft(
  cx: Cx,
  doctorId: number,
  hid: number,
  startDate = cx.today,
  endDate = addDays(startDate, 6),
): Promise<Array<z.output<typeof DutyLeft>>> {
  ownStore(cx, hid)
  await staffOf(cx, doctorId)
  const rows = await cx.db.rows(
    Planned,
    sql`
      select d.id, d.day, d.shift, d.time_from, d.time_to, d.quota, count(r.resid) booked,
        coalesce(sum(extract(epoch from r.visit_end - r.visit_at) / 60), 0)::int taken
      from duty d
      left join reservation r on r.oid = d.oid and r.doctor_id = d.doctor_id
        and not r.walk_in
        and r.status not in ${lit(reservationStates.in.givenUp)}
        and r.visit_at >= (d.day + d.time_from)::timestamptz
        and r.visit_at < (d.day + d.time_to)::timestamptz
      where d.hid = ${hid} and d.doctor_id = ${doctorId} and d.day between ${startDate}::date and ${endDate}::date
      group by d.oid, d.id
      order by d.day, d.time_from
    `,
  )
  return rows.map(({ taken: occupied, ...d }) => ({
    ...d,
    left: Math.max(0, d.quota === null ? Math.floor((minutes(d.timeTo) - minutes(d.timeFrom) - occupied) / 30) : d.quota - d.booked),
  }))
}

/** Slots of a doctor's day: free when open, on duty, unbooked and not past. */
export async function intervals(
  cx: Cx,
  doctorId: number,
  hid: number,
  day: string,
  step: number,
): Promise<Array<z.output<typeof Interval>>> {
  ownStore(cx, hid)
  await staffOf(cx, doctorId)
  const open = openSpans(await storeOf(cx, hid))
  const roster = await cx.db.rows(wholeRow('duty'), sql`select * from duty where hid = ${hid} and day = ${day}::date`)
  const own = roster.filter((d) => d.doctorId === doctorId).map((d) => ({ from: minutes(d.timeFrom), to: minutes(d.timeTo) }))
  const occupied = (await slotRows(cx, doctorId, day)).map((r) => ({
    from: minutes(r.visitAt.slice(11, 16)),
    to: minutes(r.visitEnd.slice(11, 16)),
  }))
  const hours = open.length ? open : [{ from: 8 * 60, to: 18 * 60 }]
  const now = day === cx.today ? minutes(cx.now.slice(11, 16)) : day < cx.today ? 24 * 60 : 0
  return hours.flatMap((span) => {
    const out: Array<z.output<typeof Interval>> = []
    for (let minute = span.from; minute + step <= span.to; minute += step) {
      const slot = { from: minute, to: minute + step }
      const free = minute >= now && (!roster.length || within(slot, own)) && !occupied.some((t) => t.from < slot.to && slot.from < t.to)
      out.push({ time: clockOf(minute), end: clockOf(minute + step), free })
    }
    return out
  })
}
