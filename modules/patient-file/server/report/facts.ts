/** What the report for parents tells: the figures of one day, the former ones, what is done, and when to come again. */
import { ageOn, daysBetween, inLife, type z } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import { growthOf, paceOf, usualGrowth, type EyeGrowth } from '#modules/exams/contract/growth.ts'
import { comparable } from '#modules/exams/contract/growth.equivalent.ts'
import type { Curve, Report } from '#modules/exams/contract/shapes.ts'
import { curveOf, reportOf } from '#modules/exams/server/door.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import type { Treatment } from '#modules/records/contract/treatment.ts'
import { treatmentsOf } from '#modules/records/server/door.ts'
import type { Booked } from '../../contract/shapes.ts'
import { nextOf } from '../file.ts'

/** Right eye first, null where it was not measured. */
export interface Pair {
  od: number | null
  os: number | null
}
/** A measure of the day and the one it is compared with. */
export interface Compared {
  now: Pair
  before: (Pair & { day: string }) | null
}
export interface Facts {
  number: string
  day: string
  name: string
  gender: number | null
  birth: string | null
  age: { years: number; months: number } | null
  store: { name: string; phone: string | null; address: string | null }
  al: Compared | null
  se: (Compared & { cycloplegic: boolean }) | null
  ucva: Compared | null
  bcva: Pair
  /** What was not measured on the day, as it was the last time before. */
  former: Readonly<Record<'al' | 'se' | 'ucva', (Pair & { day: string }) | null>>
  /** Lengths up to the day, oldest first. */
  lengths: Curve['al']
  growth: { od: EyeGrowth | undefined; os: EyeGrowth | undefined }
  /** The faster eye against what is usual at the age. */
  pace: { eye: 'od' | 'os'; perYear: number; usual: number; since: string; word: 'faster' | 'slower' | 'usual' } | null
  treatments: readonly Treatment[]
  /** A day that papers before this one asked for is past: the day itself was the visit. `late`: it has passed since. */
  next: { booked: z.output<typeof Booked> | null; due: string | null; late: boolean }
}

/** Facts of the day asked for, the last one when none is named; a member without examinations on it is not found. */
export async function factsOf(cx: Cx, pid: number, asked: string | undefined): Promise<Facts> {
  const report = await reportOf(cx, pid, asked)
  const [curve, treatments, next, store] = [
    await curveOf(cx, pid),
    await treatmentsOf(cx, pid),
    await nextOf(cx, pid),
    await storeOf(cx, cx.who.hid),
  ]
  const { day } = report
  if (day === null || !report.days.includes(day)) return cx.refuse('not_found', { what: '检查' })
  const { name, gender, birth } = report.patient
  const upTo = <P extends { at: string }>(points: readonly P[]) => points.filter((p) => p.at.slice(0, 10) <= day && inLife(birth, p.at))
  const lengths = upTo(curve.al)
  const growth = { od: growthOf(lengths, 'od', gender, birth), os: growthOf(lengths, 'os', gender, birth) }
  const age = birth ? ageOn(birth, day) : null
  const due = next.due !== null && next.due > day ? next.due : null
  return {
    // Of the request: opaque outside; here the log has it, and the audit under the first reading of the hour says who made it of whom.
    number: cx.requestId.slice(0, NUMBER),
    day,
    name,
    gender,
    birth,
    age: age && { years: age.years, months: age.months % 12 },
    store: { name: store.printHead || store.name, phone: store.phone, address: store.address },
    al: comparedOn(lengths, day),
    se: equivalentOn(upTo(curve.se), birth, day),
    ucva: comparedOn(upTo(curve.visual), day),
    bcva: correctedOf(report),
    former: { al: formerOf(lengths, day), se: formerOf(upTo(curve.se), day), ucva: formerOf(upTo(curve.visual), day) },
    lengths,
    growth,
    pace: gender === null || age === null ? null : paceIn([growth.od, growth.os], day, gender, age.decimal),
    treatments: treatments.filter((t) => t.start <= day),
    next: { booked: next.booked, due, late: due !== null && due < cx.today },
  }
}

const NUMBER = 13
const pairOf = ({ od, os }: Pair): Pair => ({ od, os })
/** The last one of the day, and the last one before it; null where the day has none. Points come oldest first. */
function comparedOn(points: ReadonlyArray<Pair & { at: string }>, day: string): Compared | null {
  const now = points.findLast((p) => isMeasured(p) && p.at.slice(0, 10) === day)
  return now ? { now: pairOf(now), before: formerOf(points, day) } : null
}
const isMeasured = ({ od, os }: Pair): boolean => od !== null || os !== null
function formerOf(points: ReadonlyArray<Pair & { at: string }>, day: string): (Pair & { day: string }) | null {
  const before = points.findLast((p) => isMeasured(p) && p.at.slice(0, 10) < day)
  return before ? { ...pairOf(before), day: before.at.slice(0, 10) } : null
}
/** Like with like: compared with the last refraction of the same state, the most comparable of its day. */
function equivalentOn(se: Curve['se'], birth: string | null, day: string): Facts['se'] {
  const points = se.filter(isMeasured)
  const { standing } = comparable(points, birth)
  const now = points.findLast((p, i) => p.at.slice(0, 10) === day && (standing[i] === 'line' || standing[i] === 'apart'))
  if (!now) return null
  const state = standing[points.indexOf(now)]
  const compared = comparedOn(
    points.filter((_, i) => standing[i] === state),
    day,
  )
  return compared && { ...compared, cycloplegic: (state === 'line') === comparable(points, birth).cycloplegic }
}
/** The corrected acuity of the day, or that of its subjective refraction. */
function correctedOf({ visual, refractions }: Report): Pair {
  const subjective = refractions.find((r) => r.vaOd !== null || r.vaOs !== null)
  return { od: visual?.bcvaOd ?? subjective?.vaOd ?? null, os: visual?.bcvaOs ?? subjective?.vaOs ?? null }
}
function paceIn(eyes: ReadonlyArray<EyeGrowth | undefined>, day: string, gender: number, age: number): Facts['pace'] {
  const usual = usualGrowth(gender, age)
  const today = eyes.flatMap((e) => (e && e.at.slice(0, 10) === day ? [e] : []))
  if (usual === undefined || today.some((e) => e.doubted)) return null
  const rates = today.flatMap((e) =>
    e.perYear === null || e.since === null ? [] : [{ eye: e.eye, perYear: e.perYear, since: e.since, at: e.at }],
  )
  const [fastest] = rates.toSorted((a, b) => b.perYear - a.perYear)
  return fastest
    ? {
        eye: fastest.eye,
        perYear: fastest.perYear,
        usual,
        since: fastest.since.slice(0, 10),
        word: paceOf(fastest.perYear, usual, daysBetween(fastest.since, fastest.at)),
      }
    : null
}
