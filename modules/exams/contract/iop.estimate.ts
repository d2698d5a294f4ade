/** Pressure estimated for the thickness of the cornea, or why there is none: what the report and the form say beside the reading. */
import { EYES, num } from './checks/checks.ts'
import { iopDresden } from './formulas/formulas.ts'

type Values = Readonly<Record<string, unknown>>
/** Publication and date of the formula, which was found on Goldmann applanation. */
export const IOP_SOURCE = 'Dresden 公式：Kohlhaas M 等，Arch Ophthalmol 2006;124:471–476'
/** Tonometers that flatten the cornea, which the formula is about: non-contact and Goldmann. */
const APPLANATION: readonly unknown[] = [1, 2]
/** Wears ortho-k at night, as an examination of acuity says it. */
const NIGHT_LENS = 3

/** Examinations of one day, as far as an estimate asks. */
export interface DayOfEye {
  readonly iop: Values
  readonly bioMeter?: Values | null | undefined
  readonly cornea?: Values | null | undefined
  readonly visual?: Values | null | undefined
  readonly hardLens?: Values | null | undefined
}
export interface IopEstimate {
  readonly eye: 'Od' | 'Os'
  /** mmHg; null with the reason. */
  readonly value: number | null
  readonly thicknessUm: number | null
  readonly why: string | null
}
const thicknessOf = ({ iop, bioMeter, cornea }: DayOfEye, eye: string): number | null =>
  [iop, bioMeter, cornea].map((values) => (values ? num(values, `cct${eye}`) : null)).find((cct) => cct !== null) ?? null

/** The estimate of each eye that has a reading. The reading itself is never changed by it. */
export function iopEstimates(day: DayOfEye): IopEstimate[] {
  const orthoK = Boolean(day.hardLens) || day.visual?.glassesType === NIGHT_LENS
  return EYES.flatMap(([eye]): IopEstimate[] => {
    const reading = num(day.iop, `iop${eye}`)
    if (reading === null) return []
    const thicknessUm = thicknessOf(day, eye)
    const why = whyNot({ orthoK, applanation: APPLANATION.includes(day.iop.iopMethod), thicknessUm })
    return [{ eye, thicknessUm, why, value: why === null && thicknessUm !== null ? iopDresden(reading, thicknessUm) : null }]
  })
}
function whyNot({
  orthoK,
  applanation,
  thicknessUm,
}: {
  orthoK: boolean
  applanation: boolean
  thicknessUm: number | null
}): string | null {
  if (thicknessUm === null) return '当日没有角膜厚度'
  if (orthoK) return '戴硬镜或夜戴塑形镜，角膜形态已改变'
  return applanation ? null : '公式只适用于非接触和 Goldmann 眼压'
}
