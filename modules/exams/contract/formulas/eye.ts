/**
 * Formulas of the eye's measures and growth. Units as named; nothing is rounded inside; radii, heights and intervals are above 0 by their
 * fields.
 */
import { round } from './refraction.ts'
import { daysBetween } from '#kernel/contract/index.ts'

/** Keratometry: D = 337.5 / r(mm), with the keratometric index 1.3375. */
export const keratometry = (radiusMm: number): number => 337.5 / radiusMm
/** Axial length over corneal radius: AL / (337.5 / mean K). Above 3.0 is taken as a sign of myopia risk in the trade. */
export function alCr(al: number, k1: number, k2: number): { cr: number; ratio: number } {
  const cr = 337.5 / ((k1 + k2) / 2)
  return { cr, ratio: al / cr }
}
/**
 * Pressure for the corneal thickness (Dresden formula, Kohlhaas 2006), mmHg: IOP + 23.28 − 0.0423·CCT(µm). For reference only, never in
 * place of the reading.
 */
export const iopDresden = (iop: number, cctUm: number): number => iop + 23.28 - 0.0423 * cctUm
/** Ocular Surface Disease Index (Schiffman 2000), 0–100: sum · 25 / questions answered. */
export const osdi = (sum: number, answered: number): number | null => (answered > 0 ? (sum * 25) / answered : null)
/** Body mass index, kg/m². */
export const bmi = (kg: number, cm: number): number => kg / (cm / 100) ** 2
/** Shape factors of an eccentricity e: p = 1 − e², Q = −e². */
export const eccentricity = (e: number): { p: number; Q: number } => ({ p: 1 - e * e, Q: -e * e || 0 })
/** Room of a remote expert (seed rule): ctid · 42, append 1, reverse the digits. */
export const remoteRoom = (ctid: number): string => [...`${ctid * 42}1`].reverse().join('')

export { ageOn, daysBetween } from '#kernel/contract/index.ts'
/** Growth of the axial length, mm per year; null when the two days are less than 60 apart: noise, not growth. */
export function alVelocity(al1: number, day1: string, al2: number, day2: string): number | null {
  const days = daysBetween(day1, day2)
  return days < FAST_GROWTH.leastDays ? null : ((al2 - al1) / days) * 365.25
}

/**
 * Growth of the axial length that is called fast: more than 0.30 mm a year as it is shown, of at least 0.10 mm, over at least 60 days.
 * Emmetropic Chinese children grow by half of it or less (He X et al., Br J Ophthalmol 2023;107:167; the limit itself is the trade's). The
 * form, the member's page and the follow-up rules ask this one.
 */
export const FAST_GROWTH = { mmPerYear: 0.3, leastMm: 0.1, leastDays: 60 } as const
/** Whether an eye grew fast from one length (mm) to another. */
export function growsFast(al1: number, day1: string, al2: number, day2: string): boolean {
  const speed = alVelocity(al1, day1, al2, day2)
  return speed !== null && round(speed, 2) > FAST_GROWTH.mmPerYear + 1e-9 && al2 - al1 >= FAST_GROWTH.leastMm - 1e-9
}

/** LMS z-score (Cole 1990): ((x/M)^L − 1)/(L·S), ln(x/M)/S for L = 0. */
export const lmsZ = (x: number, { L, M, S }: { L: number; M: number; S: number }): number =>
  L === 0 ? Math.log(x / M) / S : ((x / M) ** L - 1) / (L * S)
