/** The helper beside a fitting: from flat K and target to a base curve, every step shown, and no proposal outside of the maker's table. */
import { okBaseCurve } from '#modules/exams/contract/formulas/refraction.ts'

/** What a design can be made in (settings kind `ok-design`). */
export interface DesignTable {
  readonly name: string
  readonly family: 'CRT' | 'VST'
  /** Jessen factor of the brand, D. */
  readonly factor: number
  readonly bcMin: number
  readonly bcMax: number
  readonly bcStep: number
  readonly targetMin: number
  readonly targetMax: number
  readonly dia: number | null
}
export interface LensProposal {
  readonly steps: readonly string[]
  /** Absent where the table has no such lens: `steps` says why. */
  readonly lens?: { readonly bc: number; readonly target: number; readonly dia?: number; readonly ac?: number }
}
const to = (value: number, step: number): number => Math.round(Math.round(value / step) * step * 1000) / 1000
/** A first lens for flat K (D) and the sphere to be corrected (D, minus). */
export function propose(design: DesignTable, flatK: number, sphere: number): LensProposal {
  const target = to(sphere, 0.25)
  const steps = [`降幅 = ${sphere} D → ${target.toFixed(2)} D（${design.name} ${design.targetMin}～${design.targetMax}）`]
  if (target < design.targetMin || target > design.targetMax) return { steps: [...steps, `${design.name} 没有这个降幅，不给出建议`] }
  const { bcD, bcMm } = okBaseCurve(flatK, target, design.factor)
  const bc = to(bcMm, design.bcStep)
  const arithmetic = [
    ...steps,
    `BC = ${flatK.toFixed(2)} − ${Math.abs(target).toFixed(2)} − ${design.factor} = ${bcD.toFixed(2)} D`,
    `337.5 ÷ ${bcD.toFixed(2)} = ${bcMm.toFixed(3)} mm → ${bc.toFixed(2)} mm（步长 ${design.bcStep}）`,
  ]
  if (bc < design.bcMin || bc > design.bcMax)
    return { steps: [...arithmetic, `${design.name} 的基弧是 ${design.bcMin}～${design.bcMax} mm，不给出建议`] }
  const ac = design.family === 'VST' ? to(flatK, 0.25) : undefined
  return {
    steps: [
      ...arithmetic,
      ac === undefined ? 'RZD、LZA 以试戴为准' : `定位弧取平K ${flatK.toFixed(2)} → ${ac.toFixed(2)} D，以试戴为准`,
      ...(design.dia === null ? [] : [`直径 ${design.dia} mm`]),
    ],
    lens: { bc, target, ...(design.dia === null ? {} : { dia: design.dia }), ...(ac === undefined ? {} : { ac }) },
  }
}
