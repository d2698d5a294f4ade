/** Geometry of the day agenda. Pure, so that it is tested without a browser. */
import { minutes, minutesAt, within, type Span } from '../../contract/hours.ts'

export interface PlacedVisit<V> {
  visit: V
  from: number
  to: number
  /** End of its box, minutes: not before `SHORTEST` after its start. */
  until: number
  /** Index among `lanes` side by side. */
  lane: number
  lanes: number
}
interface Timed {
  visitAt: string
  visitEnd: string
}

/** Minutes a box is high at least: one row of 28 px, so that it can be pressed (24 px, WCAG 2.2, 2.5.8). */
const SHORTEST = 30

/** Reservations of a column, side by side where they overlap (walk-ins). One past midnight ends with the day. */
export function place<V extends Timed>(visits: readonly V[]): Array<PlacedVisit<V>> {
  const sorted = visits
    .map((visit) => {
      const from = minutesAt(visit.visitAt)
      const to = visit.visitEnd.slice(0, 10) === visit.visitAt.slice(0, 10) ? minutesAt(visit.visitEnd) : 1440
      return { visit, from, to, until: Math.max(to, from + SHORTEST), lane: 0, lanes: 1 }
    })
    .sort((a, b) => a.from - b.from || b.until - a.until)
  let group: Array<PlacedVisit<V>> = []
  let end = -1
  const close = () => {
    const lanes = Math.max(0, ...group.map((p) => p.lane)) + 1
    for (const p of group) p.lanes = lanes
    group = []
  }
  for (const p of sorted) {
    if (p.from >= end) close()
    const busy = new Set(group.filter((g) => g.until > p.from).map((g) => g.lane))
    while (busy.has(p.lane)) p.lane++
    group.push(p)
    end = Math.max(end, p.until)
  }
  close()
  return sorted
}

/** Visible hours: opening hours widened to the reservations, in whole hours. */
export function shownHours(open: readonly Span[], visits: readonly Timed[]): Span {
  const starts = [...open.map((o) => o.from), ...visits.map((v) => minutesAt(v.visitAt))]
  const ends = [
    ...open.map((o) => o.to),
    ...visits.map((v) => (v.visitEnd.slice(0, 10) === v.visitAt.slice(0, 10) ? minutesAt(v.visitEnd) : 1440)),
  ]
  if (!open.length) {
    starts.push(8 * 60)
    ends.push(18 * 60)
  }
  return { from: Math.floor(Math.min(...starts) / 60) * 60, to: Math.min(1440, Math.ceil(Math.max(...ends) / 60) * 60) }
}

/** Why a slot is not free: closed, or the doctor is off on a day with a roster. */
export function slotState(
  slot: Span,
  open: readonly Span[],
  roster: boolean,
  duties: ReadonlyArray<{ timeFrom: string; timeTo: string }> | undefined,
): 'open' | 'closed' | 'off' {
  if (open.length && !within(slot, open)) return 'closed'
  if (!roster || !duties) return 'open'
  return within(
    slot,
    duties.map((d) => ({ from: minutes(d.timeFrom), to: minutes(d.timeTo) })),
  )
    ? 'open'
    : 'off'
}
