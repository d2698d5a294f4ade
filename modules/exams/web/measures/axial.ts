/** What the axial-length chart says in words and numbers. Pure. */
import { inLife, showNumber, WRONG_DATE } from '#kernel/contract/index.ts'
import { tr } from '#kernel/web/i18n.ts'

import { bmi } from '../../contract/formulas/formulas.ts'
import type { Curve } from '../../contract/shapes.ts'

export { growthOf, type GrowthEye, type EyeGrowth } from '../../contract/growth/growth.ts'

/** Points that can be: a former system's dates before birth or in a year to come are told in the table and never drawn. */
export const drawable = <P extends { at: string }>(points: readonly P[], birth: string | null): P[] =>
  points.filter((p) => inLife(birth, p.at))
/** The age in a table: a wrong date instead of an age that cannot be. */
export const ageText = (birth: string | null, p: { at: string; age: number | null }): string =>
  inLife(birth, p.at) ? showNumber(p.age, 1) : tr(WRONG_DATE)
/** Body mass index, kg/m², where both height and weight were measured. */
export const massIndexes = ({ height }: Pick<Curve, 'height'>): Array<{ at: string; age: number | null; value: number }> =>
  height.flatMap((p) => (p.height === null || p.weight === null ? [] : [{ at: p.at, age: p.age, value: bmi(p.weight, p.height) }]))
