/** How an eye has grown: its last length, the place among others of its age, mm a year. */
import { alSlip } from './checks.slip.ts'
import { alPercentile, alVelocity } from './formulas.ts'

export interface Point {
  at: string
  age: number | null
  od: number | null
  os: number | null
}
export type Eye = 'od' | 'os'

export interface EyeGrowth {
  eye: Eye
  al: number
  at: string
  /** Among Chinese children of the same age and sex; null without age or sex, or outside of 4 to 18. */
  percentile: number | '<3' | '>95' | null
  /** mm a year since the measurement about a year before (the oldest one within 15 months, at least 60 days apart). */
  perYear: number | null
  since: string | null
  /** Further from the former length than instruments and growth explain: looked at again before a speed is said. */
  doubted: boolean
}

/** The last length of an eye, its percentile, and how fast it has grown. Points come oldest first. */
export function growthOf(points: readonly Point[], eye: Eye, gender: number | null, birth: string | null = null): EyeGrowth | undefined {
  const own = points.flatMap(({ at, age, [eye]: al }) => (al === null ? [] : [{ at, age, al }]))
  const last = own.at(-1)
  if (!last) return undefined
  const recent =
    own.slice(0, -1).find((p) => Date.parse(last.at.slice(0, 10)) - Date.parse(p.at.slice(0, 10)) <= 457 * 86_400_000) ?? own.at(-2)
  const doubted = [recent, own.at(-2)].some((p) => p && alSlip(p.al, p.at, last.al, last.at, birth))
  const perYear = recent && !doubted ? alVelocity(recent.al, recent.at, last.al, last.at) : null
  return {
    eye,
    al: last.al,
    at: last.at,
    percentile: gender === null || last.age === null ? null : alPercentile(gender, last.age, last.al),
    perYear,
    since: recent && perYear !== null ? recent.at : null,
    doubted,
  }
}
