/** Timeline of visits: findings and decisions per day, from the documents of the day. Pure. */
import { eyesOf } from '#kernel/contract/index.ts'
import type { Curve } from '#modules/exams/contract/shapes.ts'
import type { Prescription } from '#modules/records/contract/shapes.ts'
import type { MemberVisit } from '../contract/shapes.ts'
import type { Booking, FileCase } from './file.ts'

interface Papers {
  readonly curve: Curve | null
  /** Newest first, like the others. */
  readonly came: readonly Booking[]
  readonly prescriptions: readonly Prescription[]
  readonly cases: readonly FileCase[]
}
const MOST = 24
const NONE = { od: null, os: null }
const dayOf = (moment: string): string => moment.slice(0, 10)
/** The last value of a day represents it. */
const byDay = <T>(rows: readonly T[], day: (row: T) => string): Map<string, T> => new Map(rows.map((row) => [day(row), row]))
/** Comparable refractions, the most comparable last. */
const COMPARABLE = [2, 3, 5, 6, 4]
const powersOf = (rx: Prescription): string => JSON.stringify(rx.list.map((line) => [line.kind, eyesOf(line)]))

export function visitsOf({ curve, came, prescriptions, cases }: Papers): MemberVisit[] {
  const dayOfRow = ({ at: moment }: { at: string }) => dayOf(moment)
  const ucva = byDay(curve?.visual ?? [], dayOfRow)
  const al = byDay(curve?.al ?? [], dayOfRow)
  const se = byDay(
    [...(curve?.se ?? [])].sort((a, b) => COMPARABLE.indexOf(a.kind) - COMPARABLE.indexOf(b.kind)),
    dayOfRow,
  )
  const visits = byDay([...came].reverse(), (b) => dayOf(b.visitAt))
  const diagnoses = byDay([...cases].reverse(), (c) => c.day)
  const rxs = byDay([...prescriptions].reverse(), (rx) => rx.orderDate)
  const changed = changedDays(prescriptions)
  const days = [...new Set([ucva, al, se, visits, diagnoses, rxs].flatMap((group) => [...group.keys()]))].sort().reverse()
  const eyes = (pair: { od: number | null; os: number | null } | undefined) => (pair ? { od: pair.od, os: pair.os } : NONE)
  return days.slice(0, MOST).map((day) => ({
    day,
    type: visits.get(day)?.type ?? null,
    ucva: eyes(ucva.get(day)),
    se: eyes(se.get(day)),
    al: eyes(al.get(day)),
    words: diagnoses.get(day)?.words || rxs.get(day)?.diagnose || '',
    changed: changed.has(day),
  }))
}

/** Days whose prescription orders other powers than the previous one. */
const changedDays = (newestFirst: readonly Prescription[]): Set<string> =>
  new Set(
    newestFirst
      .filter((rx, i) => {
        const before = newestFirst[i + 1]
        return !before || powersOf(rx) !== powersOf(before)
      })
      .map((rx) => rx.orderDate),
  )
