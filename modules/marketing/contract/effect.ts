/** What a message did: differences with their 95 % intervals. Pure, so that they are held against published examples. */

/** Fewest people of a side of which anything is said. */
export const LEAST = 100
const Z = 1.959963984540054

export interface EffectInterval {
  readonly difference: number
  readonly low: number
  readonly high: number
}
/** Wilson's score interval of a share. */
function wilson(hits: number, people: number): [number, number] {
  const share = hits / people
  const middle = share + (Z * Z) / (2 * people)
  const spread = Z * Math.sqrt((share * (1 - share)) / people + (Z * Z) / (4 * people * people))
  const whole = 1 + (Z * Z) / people
  return [(middle - spread) / whole, (middle + spread) / whole]
}
/** Difference of two shares (Newcombe 1998, method 10: hybrid score). */
export function newcombe(hits: number, people: number, otherHits: number, others: number): EffectInterval {
  const [share, other] = [hits / people, otherHits / others]
  const [low, high] = wilson(hits, people)
  const [otherLow, otherHigh] = wilson(otherHits, others)
  const difference = share - other
  return {
    difference,
    low: difference - Math.hypot(share - low, otherHigh - other),
    high: difference + Math.hypot(high - share, other - otherLow),
  }
}
/** Sums of a side: how many, Σx and Σx². */
export interface Moments {
  readonly people: number
  readonly sum: number
  readonly squares: number
}
const variance = ({ people, sum, squares }: Moments): number => Math.max(0, (squares - (sum * sum) / people) / (people - 1))
/** Difference of two means (Welch 1947, degrees of freedom by Satterthwaite 1946). */
export function welch(side: Moments, other: Moments): EffectInterval {
  const difference = side.sum / side.people - other.sum / other.people
  const [a, b] = [variance(side) / side.people, variance(other) / other.people]
  const degrees = a + b === 0 ? Number.POSITIVE_INFINITY : (a + b) ** 2 / (a ** 2 / (side.people - 1) + b ** 2 / (other.people - 1))
  const spread = studentQuantile(degrees) * Math.sqrt(a + b)
  return { difference, low: difference - spread, high: difference + spread }
}
/** The 97.5 % quantile of Student's t (Cornish–Fisher expansion; within 0.001 from four degrees of freedom). */
export function studentQuantile(degrees: number): number {
  if (!Number.isFinite(degrees)) return Z
  const z2 = Z * Z
  const terms = [
    (Z * (z2 + 1)) / 4,
    (Z * (5 * z2 * z2 + 16 * z2 + 3)) / 96,
    (Z * (3 * z2 ** 3 + 19 * z2 * z2 + 17 * z2 - 15)) / 384,
    (Z * (79 * z2 ** 4 + 776 * z2 ** 3 + 1482 * z2 * z2 - 1920 * z2 - 945)) / 92_160,
  ]
  return terms.reduce((sum, term, i) => sum + term / degrees ** (i + 1), Z)
}
