/** How an eye has grown: its last length, the place among others of its age, mm a year. */
import { daysBetween } from '#kernel/contract/index.ts'
import { alSlip } from '../checks/slip.ts'
import { alPercentile } from '../formulas/formulas.ts'
import { he2023 } from '../references/axial-length.ts'
import type { Reference } from '../references/reference.ts'

export interface GrowthPoint {
  at: string
  age: number | null
  od: number | null
  os: number | null
}
export type GrowthEye = 'od' | 'os'

export interface EyeGrowth {
  eye: GrowthEye
  al: number
  at: string
  age: number | null
  /** Among Chinese children of the same age and sex; null without age or sex, or outside of 4 to 18. */
  percentile: number | '<3' | '>95' | null
  /** mm a year since the measurement about a year before (the oldest one within 15 months, at least 60 days apart). */
  perYear: number | null
  since: string | null
  /** Further from the former length than instruments and growth explain: looked at again before a speed is said. */
  doubted: boolean
}

/** Fewer days tell of the instrument, not of the eye. */
export const LEAST_DAYS = 60
const ABOUT_A_YEAR = 457
export interface GrowthReading {
  at: string
  value: number
}
export interface Rate {
  /** Units a year. */
  perYear: number
  since: string
  days: number
}
/** Change a year from one reading to another; undefined when they are less than 60 days apart. */
export function rateBetween(from: GrowthReading, to: GrowthReading): Rate | undefined {
  const days = daysBetween(from.at, to.at)
  return days < LEAST_DAYS ? undefined : { perYear: ((to.value - from.value) / days) * 365.25, since: from.at, days }
}
/** What the last reading is compared with: the oldest one within 15 months, else the one before. Readings come oldest first. */
function comparedWith<R extends { at: string }>(readings: readonly R[]): R | undefined {
  const last = readings.at(-1)
  return last && (readings.slice(0, -1).find((r) => daysBetween(r.at, last.at) <= ABOUT_A_YEAR) ?? readings.at(-2))
}

/** The last length of an eye, its percentile, and how fast it has grown. Points come oldest first. */
export function growthOf(
  points: readonly GrowthPoint[],
  eye: GrowthEye,
  gender: number | null,
  birth: string | null = null,
): EyeGrowth | undefined {
  const own = points.flatMap(({ at, age, [eye]: al }) => (al === null ? [] : [{ at, age, value: al }]))
  const last = own.at(-1)
  if (!last) return undefined
  const recent = comparedWith(own)
  const doubted = [recent, own.at(-2)].some((p) => p && alSlip(p.value, p.at, last.value, last.at, birth))
  const rate = recent && !doubted ? rateBetween(recent, last) : undefined
  return {
    eye,
    al: last.value,
    at: last.at,
    age: last.age,
    percentile: gender === null || last.age === null ? null : alPercentile(gender, last.age, last.value),
    perYear: rate?.perYear ?? null,
    since: rate?.since ?? null,
    doubted,
  }
}

/** What children of the age and sex grow in the year before, in the middle of a reference (mm a year for lengths of the eye). */
export function usualGrowth(gender: number, age: number, reference: Reference = he2023): number | undefined {
  const middle = reference.shown.indexOf(50)
  const [now, before] = [reference.linesAt(gender, age)?.[middle], reference.linesAt(gender, age - 1)?.[middle]]
  return now === undefined || before === undefined ? undefined : now - before
}
/**
 * Two lengths of an unchanged eye are this near to each other, mm, in more than 99 of 100: optical biometers repeat within 0.05 mm in 95 of
 * 100 (Santodomingo-Rubido J et al., Br J Ophthalmol 2002;86:458).
 */
const NOISE = 0.07
/** Whether an eye grew faster or slower than usual by more than its instrument errs, over the days it was watched. */
export function paceOf(perYear: number, usual: number, days: number): 'faster' | 'slower' | 'usual' {
  const beyond = (perYear - usual) * (days / 365.25)
  if (Math.abs(beyond) <= NOISE) return 'usual'
  return beyond > 0 ? 'faster' : 'slower'
}
