/** The development of refraction as a table: a row for each day something of it was measured, newest first. Pure. */
import { ageOn, inLife } from '#kernel/contract/index.ts'
import { comparable, isCycloplegic } from './equivalent.ts'
import { LEAST_DAYS, rateBetween } from './growth.ts'
import { alCr } from '../formulas/eye.ts'
import type { Percentile, Reference } from '../references/reference.ts'
import type { Curve } from '../shapes.ts'

export interface Pair<V = number> {
  readonly od: V | null
  readonly os: V | null
}
export interface DevelopmentRow {
  readonly day: string
  /** Years; null without a day of birth. */
  readonly age: number | null
  readonly ucva: Pair
  /** Spherical equivalent, and whether under cycloplegia. */
  readonly se: Pair
  readonly cycloplegic: boolean | null
  readonly al: Pair
  /** Mean power of the cornea, and the length over its radius. */
  readonly k: Pair
  readonly ratio: Pair
  /** Place of the length among others of the age. */
  readonly place: Pair<Percentile>
  readonly pd: number | null
  readonly height: number | null
  /** mm and D a year since the row at least 60 days before; equivalents of one state alone. */
  readonly alYear: Pair
  readonly seYear: Pair
  /** How many parents are myopic, as it was last said by then; hours a day out of doors, as asked on the day. */
  readonly parents: 0 | 1 | 2 | null
  readonly outdoorHours: number | null
  /** Glasses worn on the day (`glassesType`): what is worn where no treatment is on record. */
  readonly worn: number | null
}
interface Dated extends Pair {
  readonly at: string
  readonly age: number | null
}
const NONE = { od: null, os: null } as const
const dayOf = ({ at }: { at: string }) => at.slice(0, 10)
const both = <V>(cellOf: (eye: 'od' | 'os') => V | null): Pair<V> => ({ od: cellOf('od'), os: cellOf('os') })
/** The last one of each day. */
const byDay = <P extends { at: string }>(points: readonly P[]): Map<string, P> => new Map(points.map((p) => [dayOf(p), p]))

/** Change a year of each eye since the last day before it that is far enough away. */
function rates(points: readonly Dated[]): Map<string, Pair> {
  const since = (to: Dated, eye: 'od' | 'os'): number | null => {
    const value = to[eye]
    if (value === null) return null
    for (const from of points.toReversed()) {
      const former = from[eye]
      if (former === null || from.at >= to.at) continue
      const rate = rateBetween({ at: from.at, value: former }, { at: to.at, value })
      if (rate && rate.days >= LEAST_DAYS) return rate.perYear
    }
    return null
  }
  return new Map(points.map((to) => [dayOf(to), both((eye) => since(to, eye))]))
}

export function developmentOf(curve: Curve, reference: Reference): DevelopmentRow[] {
  const { standing } = comparable(curve.se, curve.birth)
  const trend = (kind: string, measure: string) => byDay(curve.trends.find((one) => one.kind === kind && one.of === measure)?.points ?? [])
  const [flat, steep, pd] = [trend('bioMeter', 'k1'), trend('bioMeter', 'k2'), trend('pd', 'pdFar')]
  const [visual, al, height] = [byDay(curve.visual), byDay(curve.al), byDay(curve.height)]
  // Of a day with several refractions the one that is compared, else the last.
  const se = new Map([...byDay(curve.se), ...byDay(curve.se.filter((_, i) => standing[i] === 'line'))])
  const [lengths, powers] = [rates(curve.al), rates(curve.se.filter((_, i) => standing[i] === 'line'))]
  const { gender } = curve
  const questionnaires = byDay(curve.asked.filter(({ parents, outdoorHours }) => parents !== null || outdoorHours !== null))
  const parentsBy = (day: string) =>
    curve.asked.findLast((one) => one.parents !== null && dayOf(one) <= day)?.parents ?? curve.parentsMyopic
  const days = [...new Set([visual, se, al, height, pd, questionnaires].flatMap((column) => [...column.keys()]))].toSorted().toReversed()
  const ageAt = (day: string) => (curve.birth && inLife(curve.birth, day) ? (ageOn(curve.birth, day)?.decimal ?? null) : null)
  return days.map((day): DevelopmentRow => {
    const [refracted, measured, pupils] = [se.get(day), al.get(day), pd.get(day)]
    const age = (measured ?? refracted ?? visual.get(day) ?? height.get(day) ?? pupils)?.age ?? ageAt(day)
    const mean = (eye: 'od' | 'os'): number | null => {
      const [k1, k2] = [flat.get(day)?.[eye] ?? null, steep.get(day)?.[eye] ?? null]
      return k1 === null || k2 === null ? null : (k1 + k2) / 2
    }
    const k = both(mean)
    const length = measured ?? NONE
    return {
      day,
      age,
      ucva: visual.get(day) ?? NONE,
      se: refracted ?? NONE,
      cycloplegic: refracted ? isCycloplegic(refracted) : null,
      al: length,
      k,
      ratio: both((eye) => (length[eye] === null || k[eye] === null ? null : alCr(length[eye], k[eye], k[eye]).ratio)),
      place: both((eye) => (gender === null || age === null || length[eye] === null ? null : reference.placeOf(gender, age, length[eye]))),
      pd: pupils?.value ?? (pupils && pupils.od !== null && pupils.os !== null ? pupils.od + pupils.os : null),
      height: height.get(day)?.height ?? null,
      alYear: lengths.get(day) ?? NONE,
      seYear: powers.get(day) ?? NONE,
      parents: parentsBy(day),
      outdoorHours: questionnaires.get(day)?.outdoorHours ?? null,
      worn: visual.get(day)?.glassesType ?? null,
    }
  })
}
