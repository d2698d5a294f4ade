/**
 * Formulas of refraction. Powers in dioptres, axes in degrees 1–180, lengths as named. Nothing is rounded inside; callers round at output.
 */

import { sphericalEquivalent, type Power } from '#kernel/contract/index.ts'

export { minusForm, sphericalEquivalent, transpose, type Power } from '#kernel/contract/index.ts'

const rad = (deg: number): number => (deg * Math.PI) / 180
const deg = (r: number): number => (r * 180) / Math.PI
/** Half up, away from zero for negatives, on the decimal digits a reader sees. */
export const round = (n: number, decimals: number): number =>
  (Math.sign(n) * Math.round(Math.abs(n) * 10 ** decimals + 1e-9)) / 10 ** decimals || 0
/** The nearest power a product is made in, D: steps of 0.25 unless told otherwise; half-way goes to the stronger lens. For output only. */
export const toStep = (power: number, step = 0.25): number => round(power / step, 0) * step || 0

/**
 * Power at another vertex distance: F / (1 − (from − to)/1000 · F), distances in mm (effectivity of a thin lens). No value where the lens's
 * focus falls on the new plane (+83 D at 12 mm).
 */
export const vertexChange = (power: number, fromMm: number, toMm: number): number => power / (1 - ((fromMm - toMm) / 1000) * power)
/**
 * Spectacle power at the cornea, from 12 mm unless told otherwise. Contact lenses take it from |F| ≥ 4.00 D in any meridian on:
 * `needsVertex`.
 */
export const toCornea = (power: number, vertexMm = 12): number => vertexChange(power, vertexMm, 0)
/** True when a lens is strong enough for the vertex distance to matter: a meridian of 4.00 D or more. */
export const needsVertex = (p: Pick<Power, 'sph' | 'cyl'>): boolean => Math.max(Math.abs(p.sph), Math.abs(p.sph + p.cyl)) >= 4
/** Both meridians taken to the cornea; the cylinder is their difference. */
export function toricToCornea(p: Power, vertexMm = 12): Power {
  const first = toCornea(p.sph, vertexMm)
  const second = toCornea(p.sph + p.cyl, vertexMm)
  return { sph: first, cyl: second - first, axis: p.cyl === 0 ? null : p.axis }
}

/** Power vector (Thibos, Wheeler, Horner 1997): M = S + C/2, J0 = −(C/2)cos 2θ, J45 = −(C/2)sin 2θ. */
export function powerVector(p: Power): { M: number; J0: number; J45: number } {
  const t = rad(2 * (p.axis ?? 180))
  return { M: sphericalEquivalent(p), J0: (-p.cyl / 2) * Math.cos(t) || 0, J45: (-p.cyl / 2) * Math.sin(t) || 0 }
}
/** Minus-cylinder power of a vector. A cylinder below 0.005 D is none. */
export function fromVector({ M, J0, J45 }: { M: number; J0: number; J45: number }): Power {
  const cyl = -2 * Math.hypot(J0, J45)
  if (Math.abs(cyl) < 0.005) return { sph: M, cyl: 0, axis: null }
  const axis = Math.round(deg(Math.atan2(J45, J0)) / 2)
  return { sph: M - cyl / 2, cyl, axis: axis <= 0 ? axis + 180 : axis }
}
/** Mean of several refractions by power vectors; axes are never averaged as numbers. At least one reading; without any, a RangeError. */
export function meanRefraction(readings: readonly Power[]): Power {
  if (!readings.length) throw new RangeError('mean of no readings')
  const v = readings.map(powerVector)
  const mean = (key: 'M' | 'J0' | 'J45') => v.reduce((sum, x) => sum + x[key], 0) / v.length
  return fromVector({ M: mean('M'), J0: mean('J0'), J45: mean('J45') })
}
/** Power in a meridian: S + C·sin²(θ − axis). */
export const meridianPower = (p: Power, theta: number): number => p.sph + p.cyl * Math.sin(rad(theta - (p.axis ?? 180))) ** 2

/** Prentice's rule: prism Δ = |F| · mm / 10. */
export const prentice = (power: number, mm: number): number => (Math.abs(power) * mm) / 10
/** Two prisms at right angles as one: amount Δ and angle in degrees. */
export const combinePrism = (h: number, v: number): { prism: number; angle: number } => ({
  prism: Math.hypot(h, v),
  angle: (deg(Math.atan2(v, h)) + 360) % 360,
})

/** Smallest blank, mm: ED + 2·|((A + DBL) − PD)/2| + 2. */
export const minimumBlank = (ed: number, a: number, dbl: number, pd: number): number => ed + 2 * Math.abs((a + dbl - pd) / 2) + 2
/** Near PD at the lens plane, mm, for a working distance from the lens in mm: PD·w/(w + 27). */
export const nearPd = (pd: number, workingMm: number): number => (pd * workingMm) / (workingMm + 27)
/** Near distance of one eye, mm to 0.5, from its far one. */
export const nearPdOfEye = (pd: number, workingMm: number): number => Math.round(nearPd(pd * 2, workingMm)) / 2

/** Amplitude of accommodation by age (Hofstetter 1950), D: minimum 15 − 0.25a, mean 18.5 − 0.30a, maximum 25 − 0.40a. */
export const hofstetter = (age: number): { min: number; mean: number; max: number } => ({
  min: 15 - 0.25 * age,
  mean: 18.5 - 0.3 * age,
  max: 25 - 0.4 * age,
})
/** Calculated AC/A, Δ/D: PD(cm) + distance(m)·(near − far); eso +, exo −. */
export const acaCalculated = (pdMm: number, distanceM: number, near: number, far: number): number => pdMm / 10 + distanceM * (near - far)
/** Gradient AC/A, Δ/D: (phoria with lens − phoria without)/(−lens). */
export const acaGradient = (without: number, withLens: number, lens: number): number => (withLens - without) / -lens
/** Sheard's prism, Δ: ⅔·phoria − ⅓·reserve, never below 0. */
export const sheard = (phoria: number, reserve: number): number => Math.max(0, (2 * Math.abs(phoria) - reserve) / 3)
/** Base curve of an ortho-k lens (Jessen): flat K − |target| − factor in D, and as a radius in mm. */
export function okBaseCurve(flatK: number, target: number, jessen = 0.75): { bcD: number; bcMm: number } {
  const bcD = flatK - Math.abs(target) - jessen
  return { bcD, bcMm: 337.5 / bcD }
}
