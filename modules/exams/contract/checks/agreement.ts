/**
 * Powers of a pair of eyes that should be alike: a prescription beside the refraction of its day, a fitting beside the first record, an
 * order beside either. One function and one set of limits, so that no stage compares in its own way.
 */
import { minusForm, showDioptre, type Eyes, type Power } from '#kernel/contract/index.ts'
import { eyesSwapped } from './checks.ts'

/**
 * Above these two powers of one eye are not the same measurement: twice the repeatability of subjective refraction (±0.25 D) and 10° of
 * axis.
 */
const AGREEMENT = { powerD: 0.5, axisDeg: 10, axisFromD: 0.75 } as const
export interface PowerLimits {
  readonly powerD: number
  readonly axisDeg: number
  /** Weakest cylinder whose axis is compared, D. */
  readonly axisFromD: number
}
export interface Disagreement {
  readonly eye: 'od' | 'os'
  readonly key: 'ds' | 'dc' | 'ax'
  readonly code: 'swap' | 'sign' | 'sphere' | 'cylinder' | 'axis'
  /** Without the eye, which whoever shows it says first; of exchanged eyes the whole sentence. */
  readonly sentence: string
}
const EPS = 1e-9
const over = (n: number, limit: number): boolean => n > limit + EPS
const apart = (a: number, b: number): number => Math.min((a - b + 360) % 180, (b - a + 360) % 180)
const EYES = ['od', 'os'] as const

/** Signs that differ although the size is nearly the same. Below half a dioptre a sign says little. */
const turned = (now: number, then: number): boolean => now * then < 0 && Math.abs(then) >= 0.5 - EPS && !over(Math.abs(now + then), 0.5)

function ofEye(eye: 'od' | 'os', power: Power, other: Power, name: string, limits: PowerLimits): Disagreement[] {
  const [now, then] = [minusForm(power), minusForm(other)]
  const differ = (key: Disagreement['key'], code: Disagreement['code'], sentence: string): Disagreement => ({ eye, key, code, sentence })
  if (turned(now.sph, then.sph))
    return [differ('ds', 'sign', `球镜 ${showDioptre(now.sph)} 与 ${name} 的 ${showDioptre(then.sph)} 正负号相反`)]
  const out: Disagreement[] = []
  if (over(Math.abs(now.sph - then.sph), limits.powerD))
    out.push(differ('ds', 'sphere', `球镜 ${showDioptre(now.sph)} 与 ${name} 的 ${showDioptre(then.sph)} 相差过大`))
  if (over(Math.abs(now.cyl - then.cyl), limits.powerD))
    out.push(differ('dc', 'cylinder', `柱镜 ${showDioptre(now.cyl)} 与 ${name} 的 ${showDioptre(then.cyl)} 相差过大`))
  else if (
    Math.min(Math.abs(now.cyl), Math.abs(then.cyl)) >= limits.axisFromD - EPS &&
    now.axis !== null &&
    then.axis !== null &&
    over(apart(now.axis, then.axis), limits.axisDeg)
  )
    out.push(differ('ax', 'axis', `轴位 ${now.axis}° 与 ${name} 的 ${then.axis}° 相差过大`))
  return out
}
/** Half of the step powers are written in, D, and what rounding an axis adds. */
const STEP = { powerD: 0.125, axisDeg: 2 } as const
const alike = (one: Power, other: Power): boolean => {
  const [now, then] = [minusForm(one), minusForm(other)]
  const [sph, cyl] = [Math.abs(now.sph - then.sph), Math.abs(now.cyl - then.cyl)]
  if (over(Math.max(sph, cyl), STEP.powerD)) return false
  return now.axis === null || then.axis === null || apart(now.axis, then.axis) <= STEP.axisDeg
}
/** Each eye has what the other eye should have, and not what it should have itself: exchanged, however little the eyes differ. */
function exchanged({ od, os }: Eyes<Power>, other: Eyes<Power>): boolean {
  if (!od || !os || !other.od || !other.os) return false
  return alike(od, other.os) && alike(os, other.od) && !alike(od, other.od) && !alike(os, other.os)
}

/**
 * What differs between two pairs of powers by more than the limits; an eye that one of them leaves out is not compared here. Eyes that fit
 * each other's better are one sentence.
 *
 * @param name what the other pair is called in the sentences: `2026-11-27 主觉验光`
 */
export function disagreements(now: Eyes<Power>, other: Eyes<Power>, name: string, limits: PowerLimits = AGREEMENT): Disagreement[] {
  if (exchanged(now, other) || eyesSwapped(now, other, limits.powerD))
    return [{ eye: 'od', key: 'ds', code: 'swap', sentence: `左右眼的度数更像是填反了：与 ${name} 的另一只眼更接近` }]
  return EYES.flatMap((eye) => {
    const [a, b] = [now[eye], other[eye]]
    return a && b ? ofEye(eye, a, b, name, limits) : []
  })
}
