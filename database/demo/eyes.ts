/** How a pair of eyes develops: refraction and axial length of one member hang together and move with age. */
import { daysBetween } from '#kernel/contract/age.ts'
import { ageOn } from '#modules/exams/contract/formulas/formulas.ts'
import type { Person } from './people.ts'
import { hundredth, quarter, type Chance } from './random.ts'

export interface DemoEye {
  sph: number
  cyl: number
  axis: number | null
  al: number
  k1: number
  k2: number
  acd: number
  lt: number
}
export interface DemoEyes {
  od: DemoEye
  os: DemoEye
  pd: number
  /** D a year towards minus; 0 for grown-ups. */
  speed: number
  /** Last day the eyes were brought up to. */
  day: string
}

/**
 * The eyes of a member on the first visit. Axial length follows the refraction: about 0.38 mm a dioptre around 23 to 23.6 mm of an
 * emmetrope (trade rule).
 */
export function eyesOf(c: Chance, p: Person, day: string): DemoEyes {
  const age = ageOn(p.birth, day)?.decimal ?? 0
  const mean = p.child ? 0.9 - (age - 5) * 0.42 - p.parentsMyopic * 0.35 : age > 45 ? -0.4 : -2.4
  const shared = c.around(mean, p.child ? 1.3 : 2.2)
  const k = c.around(43.2, 1.2)
  const eye = (): DemoEye => {
    const sph = quarter(Math.max(-11, Math.min(4, shared + c.around(0, 0.35))))
    const cyl = c.chance(0.62) ? -quarter(Math.max(0.25, Math.abs(c.around(0.5, 0.7)))) : 0
    const k1 = hundredth(k + c.around(0, 0.2))
    const grown = p.child ? 22.9 + Math.min(age, 12) * 0.05 : 23.5
    return {
      sph,
      cyl,
      axis: cyl ? axisNear(c, c.chance(0.8) ? 178 : 90) : null,
      al: hundredth(grown + (43.2 - k) * 0.2 - (sph + cyl / 2) * 0.38 + (p.gender ? -0.2 : 0.2) + c.around(0, 0.1)),
      k1,
      k2: hundredth(k1 + 0.5 + Math.abs(cyl) * 0.8),
      acd: hundredth(c.around(3.5, 0.2)),
      lt: hundredth(c.around(p.child ? 3.45 : 3.9, 0.15)),
    }
  }
  const speed = p.child ? Math.max(0.05, c.around(0.55 + p.parentsMyopic * 0.1 - Math.max(0, age - 10) * 0.05, 0.3)) : 0
  return {
    od: eye(),
    os: eye(),
    pd: hundredth(Math.round((p.child ? 50 + (age - 5) * 0.95 : p.gender ? 61 : 64) * 2 + c.around(0, 3)) / 2),
    speed,
    day,
  }
}
const axisNear = (c: Chance, axis: number): number => ((Math.round(c.around(axis, 9)) - 1 + 360) % 180) + 1

/** Brings the eyes to a later day: myopia grows with the axis, slower under treatment. */
export function grow(c: Chance, eyes: DemoEyes, p: Person, day: string, treated: boolean): void {
  const years = daysBetween(eyes.day, day) / 365.25
  const change = eyes.speed * years * (treated ? 0.45 : 1)
  for (const eye of [eyes.od, eyes.os]) {
    eye.sph = quarter(eye.sph - change + c.around(0, 0.08))
    eye.al = hundredth(eye.al + change * 0.42 + (p.child ? 0.03 * years : 0) + c.around(0, 0.012))
  }
  if (p.child) eyes.pd = Math.round((eyes.pd + 0.8 * years) * 2) / 2
  eyes.day = day
}

/** Five-grade acuity that goes with an uncorrected refraction. */
export function acuityOf(c: Chance, eye: DemoEye): number {
  const se = eye.sph + eye.cyl / 2
  const blur = se < 0 ? Math.min(1.2, 0.28 * Math.abs(se) ** 0.8) : Math.max(0, se - 2.5) * 0.12
  return Math.round(Math.max(3.8, Math.min(5.2, 5.05 - blur + c.around(0, 0.05))) * 10) / 10
}
