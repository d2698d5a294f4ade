/** What the axial-length chart says in words and numbers. Pure. */
import { inLife, showNumber, WRONG_DATE } from '#kernel/contract/index.ts'
import { tr } from '#kernel/web/i18n.ts'
import { percentilesAt } from '../../contract/formulas.ts'

export { growthOf, type Eye, type EyeGrowth } from '../../contract/growth.ts'

/** Points that can be: a former system's dates before birth or in a year to come are told in the table and never drawn. */
export const drawable = <P extends { at: string }>(points: readonly P[], birth: string | null): P[] =>
  points.filter((p) => inLife(birth, p.at))
/** The age in a table: a wrong date instead of an age that cannot be. */
export const ageText = (birth: string | null, p: { at: string; age: number | null }): string =>
  inLife(birth, p.at) ? showNumber(p.age, 1) : tr(WRONG_DATE)

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
