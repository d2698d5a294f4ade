/** What the axial-length chart says in words and numbers. Pure. */
import { inLife, showNumber, WRONG_DATE } from '#kernel/contract/index.ts'
import { tr } from '#kernel/web/i18n.ts'
import { alSlip } from '../../contract/checks.slip.ts'
import { alPercentile, alVelocity, percentilesAt } from '../../contract/formulas.ts'

export interface Point {
  at: string
  age: number | null
  od: number | null
  os: number | null
}
export type Eye = 'od' | 'os'

/** Points that can be: a former system's dates before birth or in a year to come are told in the table and never drawn. */
export const drawable = <P extends { at: string }>(points: readonly P[], birth: string | null): P[] =>
  points.filter((p) => inLife(birth, p.at))
/** The age in a table: a wrong date instead of an age that cannot be. */
export const ageText = (birth: string | null, p: { at: string; age: number | null }): string =>
  inLife(birth, p.at) ? showNumber(p.age, 1) : tr(WRONG_DATE)

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
  const own = points.filter((p) => p[eye] !== null)
  const last = own.at(-1)
  if (!last) return undefined
  const al = last[eye]!
  const recent =
    own.slice(0, -1).find((p) => Date.parse(last.at.slice(0, 10)) - Date.parse(p.at.slice(0, 10)) <= 457 * 86_400_000) ?? own.at(-2)
  const doubted = [recent, own.at(-2)].some((p) => typeof p?.[eye] === 'number' && alSlip(p[eye], p.at, al, last.at, birth))
  const perYear = recent && !doubted ? alVelocity(recent[eye]!, recent.at, al, last.at) : null
  return {
    eye,
    al,
    at: last.at,
    percentile: gender === null || last.age === null ? null : alPercentile(gender, last.age, al),
    perYear,
    since: perYear === null ? null : recent!.at,
    doubted,
  }
}

/** Percentile curves between two ages in steps of a quarter year, kept inside 4 to 18: P3, P10, P25, P50, P75, P90, P95. */
const SHOWN = [3, 10, 25, 50, 75, 90, 95] as const
const COLUMN: Readonly<Record<number, number>> = { 3: 0, 5: 1, 10: 2, 25: 3, 50: 4, 75: 5, 90: 6, 95: 7 }
export function bandOf(gender: number, from: number, to: number): Array<{ p: number; line: Array<[age: number, mm: number]> }> {
  const start = Math.max(4, Math.floor(from * 4) / 4)
  const end = Math.min(18, Math.ceil(to * 4) / 4)
  const ages = start > end ? [] : Array.from({ length: Math.round((end - start) * 4) + 1 }, (_, i) => start + i / 4)
  return SHOWN.map((p) => ({
    p,
    line: ages.flatMap((age): Array<[number, number]> => {
      const at = percentilesAt(gender, age)
      return at ? [[age, at[COLUMN[p]!]!]] : []
    }),
  }))
}
