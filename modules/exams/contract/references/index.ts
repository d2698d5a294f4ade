/** The references there are, the first of a measure taken where nobody chose. */
import { creamEastAsia, creamEurope, he2023, tideman2018 } from './axial-length.ts'
import { chinaBmi, whoBmi } from './bmi.ts'
import { chinaHeight, whoHeight } from './height.ts'
import type { ReferenceMeasure, Reference } from './reference.ts'

export { type ReferenceMeasure, type Percentile, type Reference } from './reference.ts'

export const references: Readonly<Record<ReferenceMeasure, readonly [Reference, ...Reference[]]>> = {
  al: [he2023, creamEastAsia, creamEurope, tideman2018],
  height: [chinaHeight, whoHeight],
  bmi: [chinaBmi, whoBmi],
}
/** The one chosen by its id; the first one of the measure where there is none of that id. */
export const referenceOf = (measure: ReferenceMeasure, id?: string): Reference =>
  references[measure].find((r) => r.id === id) ?? references[measure][0]
