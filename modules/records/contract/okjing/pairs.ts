/**
 * Stages of one pair of ortho-k lenses beside each other: first record, prescription, fitting, order, receipt, take record. What a lens
 * takes away is compared with the spectacle sphere at the cornea (clinical reference 3, formula 4, and 6.4); lens parameters beside each
 * other are the other comparison (`okjing.take.ts`).
 */
import { eyesOf, minusForm, type Eyes, type Power } from '#kernel/contract/index.ts'
import { disagreements, type Disagreement } from '#modules/exams/contract/checks/agreement.ts'
import { needsVertex, toricToCornea } from '#modules/exams/contract/formulas/formulas.ts'

interface Targets {
  readonly od?: number | null | undefined
  readonly os?: number | null | undefined
}
const lensOf = (target: number | null | undefined): Power | null =>
  typeof target === 'number' ? { sph: target, cyl: 0, axis: null } : null
/** The sphere a lens is to take away of a spectacle power: at the cornea where a meridian has 4.00 D or more. The cylinder stays. */
const asTarget = (power: Power | null): Power | null =>
  power && { sph: minusForm(needsVertex(power) ? toricToCornea(power) : power).sph, cyl: 0, axis: null }

export interface TargetApart extends Disagreement {
  /** The lens takes less away than was measured: done on purpose where the power is high. */
  readonly weaker: boolean
}
/**
 * Targets of a pair of lenses that are not what a pair of spectacle powers asks for, by more than a measurement repeats to.
 *
 * @param name what the powers are of: 初诊记录, 处方
 */
export function targetsApart(targets: Targets, spectacles: Eyes<Power>, name: string): TargetApart[] {
  const lenses = { od: lensOf(targets.od), os: lensOf(targets.os) }
  const wanted = { od: asTarget(spectacles.od), os: asTarget(spectacles.os) }
  return disagreements(lenses, wanted, name).map((found) => {
    const [now, then] = [lenses[found.eye]?.sph ?? 0, wanted[found.eye]?.sph ?? 0]
    const sentence = found.code === 'swap' ? found.sentence : found.sentence.replace('球镜', '降幅')
    return { ...found, sentence, weaker: found.code === 'sphere' && Math.abs(now) < Math.abs(then) }
  })
}
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
/** Targets of a fitting or a take record. */
export const targetsIn = (body: Readonly<Record<string, unknown>>): Targets => ({ od: number(body.targetOd), os: number(body.targetOs) })
/** Spectacle powers of a first record or a prescription line. */
export const powersIn = (body: Readonly<Record<string, unknown>>): Eyes<Power> =>
  eyesOf(Object.fromEntries(['dsOd', 'dcOd', 'axOd', 'dsOs', 'dcOs', 'axOs'].map((name) => [name, number(body[name])])))
