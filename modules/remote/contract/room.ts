/**
 * Rules of a remote consultation that hold anywhere: the room's number, who is its host, when it may be entered, what the balance must be.
 */
import { remoteCase } from './states.ts'

/** R103: the expert's number times 42, with a 1 behind it, read backwards: 100 → 10024. */
export const roomIdOf = (ctid: number): string => [...`${ctid * 42}1`].reverse().join('')
/** R102: who is the expert enters as host; everybody else has no mode. */
export const modeOf = (ctid: number, expert: number): 'host' | null => (ctid === expert ? 'host' : null)
/** Who somebody is in a room: ≤ 32 bytes, letters and digits. */
export const userIdOf = (uid: number): string => `u${uid}`

/** Least balance of a store for a remote consultation, yuan (K026). */
export const LEAST_BALANCE = 100
/** Minutes before its time from which the room may be entered. */
const EARLY_MINUTES = 30
/** Hours after its end in which a consultation that broke off may be taken up again. */
const REJOIN_HOURS = 24
/** Hours a member's file stays open to the expert after the report was signed. */
export const FILE_HOURS = 72
/** Seconds without anybody in the room after which the consultation counts as broken off. */
export const DROP_SECONDS = 30
/** Hours in which a written case is answered, by its urgency. */
export const dueHours: Readonly<Record<0 | 1 | 2 | 3, number>> = { 0: 72, 1: 48, 2: 24, 3: 4 }

/** A moment of the clinic, some minutes later. */
export const later = (moment: string, minutes: number): string =>
  new Date(Date.parse(`${moment.replace(' ', 'T')}Z`) + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')

export interface Slot {
  readonly day: number
  readonly from: string
  readonly to: string
}
/** Weekday of a day, 1 Monday … 7 Sunday. */
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
/** Beginnings of consultations on a day, `2026-11-23 09:20:00`, out of the weekly times. */
export const beginnings = (slots: readonly Slot[], minutes: number, day: string): string[] =>
  slots
    .filter((slot) => slot.day === weekday(day))
    .flatMap(({ from, to }) => {
      const found: string[] = []
      for (let time = `${day} ${from}:00`; later(time, minutes) <= `${day} ${to}:00`; time = later(time, minutes)) found.push(time)
      return found
    })
    .sort()
/** Whether a consultation fits into the weekly times. */
export const within = (slots: readonly Slot[], start: string, end: string): boolean =>
  slots.some(
    (s) =>
      s.day === weekday(start.slice(0, 10)) &&
      `${s.from}:00` <= start.slice(11) &&
      end.slice(11) <= `${s.to}:00` &&
      start.slice(0, 10) === end.slice(0, 10),
  )

/** Whether the room of a consultation may be entered now; otherwise why not. */
export function doorOf(
  { status, mode, startAt, endAt }: { status: number; mode: number; startAt: string; endAt: string },
  now: string,
): 'open' | 'early' | 'late' | 'closed' {
  if (!remoteCase.in.enterable.includes(status)) return 'closed'
  if (mode === 0 && now < later(startAt, -EARLY_MINUTES)) return 'early'
  if (status === remoteCase.is.broken && now > later(endAt, REJOIN_HOURS * 60)) return 'late'
  return 'open'
}
