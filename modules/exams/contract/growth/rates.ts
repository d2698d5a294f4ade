/** Change a year between measurements that are far enough from each other to say one. */
import { daysBetween } from '#kernel/contract/index.ts'
import { LEAST_DAYS, rateBetween } from './growth.ts'

interface Measured {
  at: string
  od: number | null
  os: number | null
}
export interface Interval {
  from: string
  to: string
  days: number
  /** Units a year; null where the eye was not measured at both ends. */
  od: number | null
  os: number | null
}
/** From each measurement back to the next one at least 60 days before, newest first. Points come oldest first. */
export function intervalsOf(points: readonly Measured[]): Interval[] {
  const measured = points.filter((p) => p.od !== null || p.os !== null).toReversed()
  const out: Interval[] = []
  let to = measured[0]
  for (const from of measured) {
    if (!to || daysBetween(from.at, to.at) < LEAST_DAYS) continue
    const end = to
    const rateOf = (eye: 'od' | 'os') => {
      const [then, now] = [from[eye], end[eye]]
      return then === null || now === null ? null : (rateBetween({ at: from.at, value: then }, { at: end.at, value: now })?.perYear ?? null)
    }
    out.push({ from: from.at, to: end.at, days: daysBetween(from.at, end.at), od: rateOf('od'), os: rateOf('os') })
    to = from
  }
  return out
}
