/** The eye's length among others of its age by the reference taken where nobody chose: He 2023. */
import { he2023 } from '../references/axial-length.ts'

/** Its percentiles, in the order of `percentilesAt`. */
export const PERCENTILES = he2023.shown
/** Columns interpolated in age, then between columns; `<3` and `>95` outside of them; null outside of the ages 4 to 18. */
export function alPercentile(gender: number, age: number, al: number): number | '<3' | '>95' | null {
  const place = he2023.placeOf(gender, age, al)
  if (typeof place !== 'string') return place
  return place === '<3' ? '<3' : '>95'
}
/** The percentile curve's values at an age, mm, P3 to P95; undefined outside of 4 to 18. */
export const percentilesAt = (gender: number, age: number): readonly number[] | undefined => he2023.linesAt(gender, age)
