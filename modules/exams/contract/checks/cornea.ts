/** Rules of a corneal topography, and what follows from its powers. */
import { stops } from '#kernel/contract/index.ts'
import { askExaminer } from './findings.ts'
import { EYES, keratometryOfEye, num, type Earlier, type CheckedMember, type Finding } from './checks.ts'
import { slips } from './slip.ts'

type Values = Readonly<Record<string, unknown>>
/** K1 ≤ K2 ≤ Kmax, axes across each other, radii that are 337.5 / K, and what a cone looks like. */
export function corneaFindings(values: Values, day: string, last: Earlier | undefined, exam: CheckedMember): Finding[] {
  const out = EYES.flatMap(([eye, side]): Finding[] => {
    const [k1, k2, kmax, is] = ['k1', 'k2', 'kmax', 'is'].map((name) => num(values, name + eye))
    const steepest = k2 ?? k1
    const found: Finding[] = [...keratometryOfEye(values, eye, side)]
    if (kmax != null && steepest != null && kmax < steepest)
      found.push({ ...stops, field: `kmax${eye}`, code: `kmax-${eye}`, sentence: `${side}最大K ${kmax} 小于陡K ${steepest}` })
    for (const [k, r] of [
      ['k1', 'r1'],
      ['k2', 'r2'],
    ] as const) {
      const [power, radius] = [num(values, k + eye), num(values, r + eye)]
      if (power && radius && Math.abs(337.5 / power - radius) > 0.05 + 1e-9)
        found.push({
          ...askExaminer,
          field: r + eye,
          code: `radius-${r}-${eye}`,
          sentence: `${side}半径 ${radius} mm 与 ${power} D 不符，应约为 ${(337.5 / power).toFixed(2)} mm`,
        })
    }
    if (k1 != null && k2 != null && k2 - k1 > 3.5 + 1e-9)
      found.push({
        ...askExaminer,
        field: `k2${eye}`,
        code: `astigmatism-${eye}`,
        sentence: `${side}角膜散光 ${(k2 - k1).toFixed(2)} D 超过 3.50 D`,
      })
    if (is != null && is > 1.4 + 1e-9)
      found.push({
        ...askExaminer,
        field: `is${eye}`,
        code: `cone-${eye}`,
        sentence: `${side}I−S 值 ${is.toFixed(2)} D 大于 1.40 D，请排查圆锥角膜`,
      })
    return found
  })
  return [...out, ...slips(values, day, last, exam.birth)]
}

export function meanPower(values: Values, eye: string): number | null {
  const [k1, k2] = [num(values, `k1${eye}`), num(values, `k2${eye}`)]
  return k1 === null || k2 === null ? null : (k1 + k2) / 2
}
export function astigmatismOf(values: Values, eye: string): number | null {
  const [k1, k2] = [num(values, `k1${eye}`), num(values, `k2${eye}`)]
  return k1 === null || k2 === null ? null : k2 - k1
}
