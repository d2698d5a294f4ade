/** The timeline of visits: what each day found and decided, put together from the papers of the day. Pure. */
import { eyesOf } from '#kernel/contract/index.ts'
import type { Curve } from '#modules/exams/contract/shapes.ts'
import type { Prescription } from '#modules/records/contract/shapes.ts'
import type { Visit } from '../contract/shapes.ts'
import type { Booking, Case } from './file.ts'

interface Papers {
  readonly curve: Curve | null
  /** Newest first, as the others. */
  readonly came: readonly Booking[]
  readonly prescriptions: readonly Prescription[]
  readonly cases: readonly Case[]
}
const MOST = 24
const NONE = { od: null, os: null }
const dayOf = (moment: string): string => moment.slice(0, 10)
/** What comes last on a day stands for it. */
const byDay = <T>(rows: readonly T[], day: (row: T) => string): Map<string, T> => new Map(rows.map((row) => [day(row), row]))
/** Refractions that compare, the better later. */
const COMPARABLE = [2, 3, 5, 6, 4]
const powersOf = (rx: Prescription): string => JSON.stringify(rx.list.map((line) => [line.kind, eyesOf(line)]))

export function visitsOf({ curve, came, prescriptions, cases }: Papers): Visit[] {
  const at = ({ at: moment }: { at: string }) => dayOf(moment)
  const ucva = byDay(curve?.visual ?? [], at)
  const al = byDay(curve?.al ?? [], at)
  const se = byDay(
    [...(curve?.se ?? [])].sort((a, b) => COMPARABLE.indexOf(a.kind) - COMPARABLE.indexOf(b.kind)),
    at,
  )
  const visits = byDay([...came].reverse(), (b) => dayOf(b.visitAt))
  const told = byDay([...cases].reverse(), (c) => c.day)
  const rxs = byDay([...prescriptions].reverse(), (rx) => rx.orderDate)
  const changed = changedDays(prescriptions)
  const days = [...new Set([ucva, al, se, visits, told, rxs].flatMap((of) => [...of.keys()]))].sort().reverse()
  const eyes = (of: { od: number | null; os: number | null } | undefined) => (of ? { od: of.od, os: of.os } : NONE)
  return days.slice(0, MOST).map((day) => ({
    day,
    type: visits.get(day)?.type ?? null,
    ucva: eyes(ucva.get(day)),
    se: eyes(se.get(day)),
    al: eyes(al.get(day)),
    words: told.get(day)?.words || rxs.get(day)?.diagnose || '',
    changed: changed.has(day),
  }))
}

/** Days whose prescription orders other powers than the one before it. */
const changedDays = (newestFirst: readonly Prescription[]): Set<string> =>
  new Set(
    newestFirst
      .filter((rx, i) => {
        const before = newestFirst[i + 1]
        return !before || powersOf(rx) !== powersOf(before)
      })
      .map((rx) => rx.orderDate),
  )
