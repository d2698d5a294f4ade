/** What a contact lens means of a spectacle power: the same at every entrance that writes or compares one. */
import { minusForm, sphericalEquivalent, type Power } from '#kernel/contract/index.ts'
import { needsVertex, toricToCornea, toStep } from './formulas.ts'

/** A spectacle power at the cornea, where it differs there: from 4.00 D on in a meridian. */
const corneal = (power: Power, vertexMm?: number): Power => minusForm(needsVertex(power) ? toricToCornea(power, vertexMm) : power)
/** Step lenses are made in, D: wider beyond 6.00. */
const stepOf = (sph: number): number => (Math.abs(sph) > 6 ? 0.5 : 0.25)
/**
 * A spectacle power as a contact lens has it: at the cornea where a meridian has 4.00 D or more, in steps of 0.25 D, of 0.50 D beyond 6.00
 * D.
 */
export function atCornea(power: Power, vertexMm?: number): Power {
  const lens = corneal(power, vertexMm)
  const cyl = toStep(lens.cyl)
  return { sph: toStep(lens.sph, stepOf(lens.sph)), cyl, axis: cyl === 0 ? null : lens.axis }
}
const near = (a: number, b: number, within: number): boolean => Math.abs(a - b) <= within
const axisApart = (a: number, b: number): number => Math.min(Math.abs(a - b) % 180, 180 - (Math.abs(a - b) % 180))
/** Half of the step lenses of a power are made in, and a rounding; beyond 6.00 D both neighbours on the grid of 0.50 D are meant. */
const withinStep = (lens: number): number => (Math.abs(lens) > 6 ? 0.375 : stepOf(lens) / 2 + 0.005)
/**
 * Whether a contact lens is what a spectacle power means: within the grid of what is made; a weak cylinder may be left out, half of it in
 * the sphere.
 */
export function isContactFor(lens: Power, spectacle: Power, vertexMm?: number): boolean {
  const [expected, ordered] = [corneal(spectacle, vertexMm), minusForm(lens)]
  const within = withinStep(expected.sph)
  if (ordered.cyl === 0 && Math.abs(expected.cyl) <= 0.8)
    return near(ordered.sph, sphericalEquivalent(expected), within) || near(ordered.sph, expected.sph, within)
  const turned = ordered.axis !== null && expected.axis !== null && axisApart(ordered.axis, expected.axis) > 5
  return near(ordered.sph, expected.sph, within) && near(ordered.cyl, expected.cyl, 0.5) && !turned
}
