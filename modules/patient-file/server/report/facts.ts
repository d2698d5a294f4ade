/** Facts of the parents' report: values of a day, previous ones, treatment, next visit. */
import { ageOn, daysBetween, inLife, type z } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import { growthOf, paceOf, usualGrowth, type EyeGrowth } from '#modules/exams/contract/growth/growth.ts'
import { comparable } from '#modules/exams/contract/growth/equivalent.ts'
import type { Curve, Report } from '#modules/exams/contract/shapes.ts'
import { curveOf, reportOf } from '#modules/exams/server/door.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import type { Treatment } from '#modules/records/contract/treatment.ts'
import { treatmentsOf } from '#modules/records/server/door.ts'
import type { Booked } from '../../contract/shapes.ts'
import { nextOf } from '../file.ts'

/** Right eye first, null where not measured. */
export interface EyePair {
  od: number | null
  os: number | null
}
/** A value of the day and the value it is compared with. */
export interface Compared {
  now: EyePair
  before: (EyePair & { day: string }) | null
}
export interface ReportFacts {
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
  bcva: EyePair
  /** Values not measured on the day, from the previous time. */
  former: Readonly<Record<'al' | 'se' | 'ucva', (EyePair & { day: string }) | null>>
  /** Lengths up to the day, oldest first. */
  lengths: Curve['al']
  growth: { od: EyeGrowth | undefined; os: EyeGrowth | undefined }
  /** The faster eye against the normal growth for the age. */
  pace: { eye: 'od' | 'os'; perYear: number; usual: number; since: string; word: 'faster' | 'slower' | 'usual' } | null
  treatments: readonly Treatment[]
  /** A day requested by earlier documents is past, because this day was the visit. `late`: it has passed since. */
  next: { booked: z.output<typeof Booked> | null; due: string | null; late: boolean }
}

/** Facts of the requested day, by default the latest. A day without examinations is not found. */
export async function factsOf(cx: Cx, pid: number, requestedDay: string | undefined): Promise<ReportFacts> {
  const report = await reportOf(cx, pid, requestedDay)
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
    // Request id: opaque outside; the log and the audit's first read of the hour identify the account and the member.
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
const pairOf = ({ od, os }: EyePair): EyePair => ({ od, os })
/** Last value of the day and last one before it; null without a value on the day. Points are oldest first. */
function comparedOn(points: ReadonlyArray<EyePair & { at: string }>, day: string): Compared | null {
  const now = points.findLast((p) => isMeasured(p) && p.at.slice(0, 10) === day)
  return now ? { now: pairOf(now), before: formerOf(points, day) } : null
}
const isMeasured = ({ od, os }: EyePair): boolean => od !== null || os !== null
function formerOf(points: ReadonlyArray<EyePair & { at: string }>, day: string): (EyePair & { day: string }) | null {
  const before = points.findLast((p) => isMeasured(p) && p.at.slice(0, 10) < day)
  return before ? { ...pairOf(before), day: before.at.slice(0, 10) } : null
}
/** Compares with the last refraction of the same state, the most comparable of its day. */
function equivalentOn(se: Curve['se'], birth: string | null, day: string): ReportFacts['se'] {
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
/** Corrected acuity of the day, or of its subjective refraction. */
function correctedOf({ visual, refractions }: Report): EyePair {
  const subjective = refractions.find((r) => r.vaOd !== null || r.vaOs !== null)
  return { od: visual?.bcvaOd ?? subjective?.vaOd ?? null, os: visual?.bcvaOs ?? subjective?.vaOs ?? null }
}
function paceIn(eyes: ReadonlyArray<EyeGrowth | undefined>, day: string, gender: number, age: number): ReportFacts['pace'] {
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
