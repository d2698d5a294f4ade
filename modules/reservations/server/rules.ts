/** Booking rules: opening hours, roster, quota, past times. The database guarantees the doctor's slot. */
import { may, sql, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { clockOf, minutes, minutesAt, openSpans, within } from '../contract/hours.ts'

export interface BookingRequest {
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
type DutyRow = ShapedRow<typeof DutyRow>

/** `11-21 09:30`. */
export const shortTime = (moment: string): string => moment.slice(5, 16)

/** Refuses a time that cannot be booked. Accounts with the permission may book outside the roster, with a note. */
export async function checkTime(cx: Cx<Fails>, request: BookingRequest): Promise<void> {
  const { visitAt, visitEnd } = request
  if (visitEnd <= visitAt || visitEnd.slice(0, 10) !== visitAt.slice(0, 10)) cx.refuse('time_order', { field: 'visitEnd' })
  if (visitEnd <= cx.now) cx.refuse('past_time', { field: 'visitAt' })
  const store = await storeOf(cx, request.hid)
  const span = { from: minutesAt(visitAt), to: minutesAt(visitEnd) }
  const open = openSpans(store)
  if (open.length && !within(span, open))
    cx.refuse('closed_hours', {
      time: shortTime(visitAt),
      hours: open.map((o) => `${clockOf(o.from)}–${clockOf(o.to)}`).join('、'),
      field: 'visitAt',
    })
  if (request.doctorId) await checkRoster(cx, { ...request, doctorId: request.doctorId }, span)
}

async function checkRoster(
  cx: Cx<Fails>,
  request: BookingRequest & { doctorId: number },
  span: { from: number; to: number },
): Promise<void> {
  const day = request.visitAt.slice(0, 10)
  const roster = await cx.db.rows(
    DutyRow,
    sql`
      select id, doctor_id, time_from, time_to, quota
      from duty
      where hid = ${request.hid} and day = ${day}::date
    `,
  )
  // Without a roster for the day, only opening hours apply.
  if (!roster.length || mayOverride(cx, request)) return
  const own = roster.filter((d) => d.doctorId === request.doctorId)
  const { name } = await staffOf(cx, request.doctorId)
  if (
    !within(
      span,
      own.map((d) => ({ from: minutes(d.timeFrom), to: minutes(d.timeTo) })),
    )
  )
    cx.refuse('off_duty', { doctor: name, time: shortTime(request.visitAt), field: 'offDutyNote' })
  const duty = own.find((d) => minutes(d.timeFrom) <= span.from && span.from < minutes(d.timeTo))
  if (!duty?.quota) return
  const [from, to] = [duty.timeFrom, duty.timeTo].map((time) => sql`${`${day} ${time}`}::timestamptz`)
  const booked = await cx.db.the(
    { n: 'number' },
    sql`
      select count(*) n
      from booked_times(array[${request.doctorId}]::bigint[], ${from}, ${to})
      where hid = ${request.hid}
    `,
  )
  if (booked.n >= duty.quota) cx.refuse('quota_full', { doctor: name, quota: duty.quota, field: 'offDutyNote' })
}
const mayOverride = (cx: Cx<Fails>, request: BookingRequest): boolean =>
  Boolean(request.offDutyNote?.trim()) && may(cx, 'reservation:override', request.hid)
