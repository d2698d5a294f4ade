/** May this be booked? Opening hours, roster, quota, the past; the doctor's slot is the database's own promise. */
import { may, sql, lit, type Cx, type RowOf } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { clockOf, minutes, minutesAt, openSpans, within } from '../contract/hours.ts'
import { reservationStates } from '../contract/states.ts'

export interface Wanted {
  hid: number
  doctorId: number | null
  visitAt: string
  visitEnd: string
  offDutyNote: string | null
}
type Fails = 'closed_hours' | 'off_duty' | 'quota_full' | 'past_time' | 'time_order'
const DutyRow = {
  id: 'number',
  doctorId: 'number',
  timeFrom: 'string',
  timeTo: 'string',
  quota: 'number | null',
} as const
type DutyRow = RowOf<typeof DutyRow>

/** `11-21 09:30`. */
export const shortTime = (moment: string): string => moment.slice(5, 16)

/** Refuses a time that cannot be booked. Outside of the roster a person with the right to may book all the same, with a note. */
export async function checkTime(cx: Cx<Fails>, wanted: Wanted): Promise<void> {
  const { visitAt, visitEnd } = wanted
  if (visitEnd <= visitAt || visitEnd.slice(0, 10) !== visitAt.slice(0, 10)) cx.refuse('time_order', { field: 'visitEnd' })
  if (visitEnd <= cx.now) cx.refuse('past_time', { field: 'visitAt' })
  const store = await storeOf(cx, wanted.hid)
  const span = { from: minutesAt(visitAt), to: minutesAt(visitEnd) }
  const open = openSpans(store)
  if (open.length && !within(span, open))
    cx.refuse('closed_hours', {
      time: shortTime(visitAt),
      hours: open.map((o) => `${clockOf(o.from)}–${clockOf(o.to)}`).join('、'),
      field: 'visitAt',
    })
  if (wanted.doctorId) await checkRoster(cx, { ...wanted, doctorId: wanted.doctorId }, span)
}

async function checkRoster(cx: Cx<Fails>, wanted: Wanted & { doctorId: number }, span: { from: number; to: number }): Promise<void> {
  const day = wanted.visitAt.slice(0, 10)
  const roster = await cx.db.rows(
    DutyRow,
    sql`select id, doctor_id, time_from, time_to, quota from duty where hid = ${wanted.hid} and day = ${day}::date`,
  )
  // A store that keeps no roster for the day is governed by its opening hours alone.
  if (!roster.length || mayOverride(cx, wanted)) return
  const own = roster.filter((d) => d.doctorId === wanted.doctorId)
  const { name } = await staffOf(cx, wanted.doctorId)
  if (
    !within(
      span,
      own.map((d) => ({ from: minutes(d.timeFrom), to: minutes(d.timeTo) })),
    )
  )
    cx.refuse('off_duty', { doctor: name, time: shortTime(wanted.visitAt), field: 'offDutyNote' })
  const duty = own.find((d) => minutes(d.timeFrom) <= span.from && span.from < minutes(d.timeTo))
  if (!duty?.quota) return
  const booked = await cx.db.the(
    { n: 'number' },
    sql`select count(*) n from reservation where doctor_id = ${wanted.doctorId} and not walk_in and status not in ${lit(reservationStates.in.givenUp)} and hid = ${wanted.hid}
    and visit_at >= ${`${day} ${duty.timeFrom}`}::timestamptz and visit_at < ${`${day} ${duty.timeTo}`}::timestamptz`,
  )
  if (booked.n >= duty.quota) cx.refuse('quota_full', { doctor: name, quota: duty.quota, field: 'offDutyNote' })
}
const mayOverride = (cx: Cx<Fails>, wanted: Wanted): boolean =>
  Boolean(wanted.offDutyNote?.trim()) && may(cx, 'reservation:override', wanted.hid)
