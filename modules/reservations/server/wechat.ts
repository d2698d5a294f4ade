/** Slots that members can book by WeChat: the roster less bookings, within the store's settings. */
import { addDays } from '#kernel/contract/days.ts'
import type { z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { clockOf, minutes, minutesAt, openSpans, within, type Span } from '../contract/hours.ts'
import { minutesOf } from '../contract/fields.ts'
import type { WechatDay, WechatQuery } from '../contract/shapes.rooms.ts'
import { dutyDoctors } from './duties.ts'

/** Members book reviews, so a slot has that duration. */
const STEP = minutesOf[2]

/** Bookable days with the slots per doctor on duty; full slots are listed with 0 left. */
export async function wechatDays(
  cx: Cx,
  { hid, doctorId, startDate = cx.today, days }: z.output<typeof WechatQuery>,
): Promise<WechatDay[]> {
  const store = await storeOf(cx, ownStore(cx, hid))
  const [furthest, lead] = [await settingOf(cx, hid, 'wechatBookDays'), await settingOf(cx, hid, 'wechatLeadMinutes')]
  const from = startDate < cx.today ? cx.today : startDate
  const [requestedEnd, open] = [addDays(from, days - 1), addDays(cx.today, furthest - 1)]
  const last = requestedEnd < open ? requestedEnd : open
  if (last < from) return []
  const hours = openSpans(store)
  const earliest = earliestOf(cx, lead)
  const doctors = (await dutyDoctors(cx, hid, from, last)).filter((d) => doctorId === undefined || d.ctid === doctorId)
  const booked = await bookedBy(
    cx,
    doctors.map((d) => d.ctid),
    from,
    last,
  )
  return doctors
    .flatMap((doctor) =>
      [...new Set(doctor.duties.map((d) => d.day))].map((date) => {
        const spans = doctor.duties.filter((d) => d.day === date)
        const occupied = booked.get(`${doctor.ctid} ${date}`) ?? []
        const slots = spans.flatMap((duty) => slotsOf(duty, hours, occupied, date, earliest))
        return { date, doctorId: doctor.ctid, doctorName: doctor.name, slots }
      }),
    )
    .filter((day) => day.slots.length)
    .sort((a, b) => a.date.localeCompare(b.date) || a.doctorId - b.doctorId)
}

/** Earliest bookable time, as day and minute. */
function earliestOf(cx: Cx, lead: number): { day: string; minute: number } {
  const earliest = minutesAt(cx.now) + lead
  return { day: addDays(cx.today, Math.floor(earliest / 1440)), minute: earliest % 1440 }
}

function slotsOf(
  duty: { timeFrom: string; timeTo: string; quota: number | null },
  open: readonly Span[],
  occupied: readonly Span[],
  date: string,
  earliest: { day: string; minute: number },
): WechatDay['slots'] {
  const shift = { from: minutes(duty.timeFrom), to: minutes(duty.timeTo) }
  const used = occupied.filter((t) => shift.from <= t.from && t.from < shift.to).length
  const full = duty.quota !== null && used >= duty.quota
  const out: WechatDay['slots'] = []
  for (let minute = shift.from; minute + STEP <= shift.to; minute += STEP) {
    const slot = { from: minute, to: minute + STEP }
    const late = date < earliest.day || (date === earliest.day && minute < earliest.minute)
    if (late || (open.length > 0 && !within(slot, open))) continue
    const busy = full || occupied.some((t) => t.from < slot.to && slot.from < t.to)
    out.push({ from: clockOf(slot.from), to: clockOf(slot.to), left: busy ? 0 : 1 })
  }
  return out
}

/** Reservations by doctor and day. */
async function bookedBy(cx: Cx, doctors: readonly number[], from: string, last: string): Promise<Map<string, Span[]>> {
  const rows = await cx.db.rows(
    { doctorId: 'number', visitAt: 'string', visitEnd: 'string' },
    sql`
      select doctor_id, visit_at, visit_end
      from booked_times(${doctors}, ${dayStart(from)}, ${dayEnd(last)})
    `,
  )
  const by = new Map<string, Span[]>()
  for (const r of rows) {
    const key = `${r.doctorId} ${r.visitAt.slice(0, 10)}`
    by.set(key, [...(by.get(key) ?? []), { from: minutesAt(r.visitAt), to: minutesAt(r.visitEnd) }])
  }
  return by
}
