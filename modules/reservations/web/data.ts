/** Queries shared by the screens of this module. */
import { useMemo } from 'react'
import { clinicNow } from '#kernel/contract/format.ts'
import { dayFromToday, today, useCall, useWho } from '#kernel/web/index.ts'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { reservations } from '../contract/endpoints.ts'
import { rooms } from '../contract/endpoints.rooms.ts'
import { clockOf, minutesAt, openSpans, type Span } from '../contract/hours.ts'

export const LIVE = ['reservations'] as const
const clean = { live: LIVE }

/** A day of the week of another day: Monday is 0. */
export const plusDays = (day: string, n: number): string => {
  const d = new Date(`${day}T12:00:00`)
  d.setDate(d.getDate() + n)
  return `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`
}
export const mondayOf = (day: string): string => plusDays(day, -((new Date(`${day}T12:00:00`).getDay() + 6) % 7))
export const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)
/** Default start of a new reservation: the next half hour today, the morning on other days. */
export const nextSlot = (day: string): string =>
  `${day} ${day === today() ? clockOf(Math.min(23.5 * 60, Math.ceil((minutesAt(clinicNow()) + 1) / 30) * 30)) : '09:00'}:00`
export const tomorrow = (): string => dayFromToday(1)

/** Doctors of the store with their duties. */
export function useDoctors(startDate = today(), endDate = startDate) {
  const who = useWho()
  const query = useCall(rooms['duties.doctors'], { hid: who.hid, startDate, endDate }, { ...clean, keep: true })
  const options = useMemo(() => (query.data ?? []).map((d) => ({ value: d.ctid, label: d.name })), [query.data])
  return { query, doctors: query.data ?? [], options }
}

/** Active consulting rooms. */
export function useRooms() {
  const who = useWho()
  const query = useCall(rooms['consulting-rooms'], { hid: who.hid }, clean)
  const options = useMemo(() => (query.data ?? []).map((r) => ({ value: r.id, label: r.name })), [query.data])
  return { query, rooms: query.data ?? [], options }
}

/** Reservations of a day, by time. */
export function useDay(day: string) {
  const who = useWho()
  return useCall(reservations['reservations.legacy.list-day'], { hid: who.hid, day }, { ...clean, keep: true })
}

/** Opening hours of the store. */
export function useHours(): { open: Span[]; loaded: boolean } {
  const who = useWho()
  const { data } = useCall(institution['saler.index'], { hid: who.hid }, { stale: 300_000 })
  return useMemo(() => ({ open: data ? openSpans(data) : [], loaded: data !== undefined }), [data])
}

/** True when a visit belongs to this doctor or examiner: booked with them, or with nobody. */
export const isMine = (visit: { doctorId: number | null }, ctid: number): boolean => visit.doctorId === null || visit.doctorId === ctid
