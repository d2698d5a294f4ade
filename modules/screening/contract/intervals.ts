/** Intervals of shares and means: a rate never stands alone. */

export interface ShareInterval {
  readonly low: number
  readonly high: number
}
/** 97.5 % of a standard normal distribution lie below. */
const Z95 = 1.959964
/** 99.5 % lie below: what an accusation asks for. */
export const Z99 = 2.575829

/** Wilson's interval of a share, 0 to 1 (Wilson 1927); nothing measured leaves everything possible. */
export function wilson(hits: number, total: number, z = Z95): ShareInterval {
  if (total <= 0) return { low: 0, high: 1 }
  const share = hits / total
  const base = 1 + z ** 2 / total
  const middle = (share + z ** 2 / (2 * total)) / base
  const half = (z / base) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))
  // Rounding may not push an end past what was found.
  return { low: hits === 0 ? 0 : Math.max(0, middle - half), high: hits === total ? 1 : Math.min(1, middle + half) }
}

export interface CountedShare {
  readonly hits: number
  readonly total: number
}
/** Newcombe's interval of the difference of two independent shares, now less then (Newcombe 1998, method 10). */
export function newcombe(now: CountedShare, former: CountedShare, z = Z95): ShareInterval {
  const [a, b] = [wilson(now.hits, now.total, z), wilson(former.hits, former.total, z)]
  const [p, q] = [now.total ? now.hits / now.total : 0, former.total ? former.hits / former.total : 0]
  return {
    low: p - q - Math.hypot(p - a.low, b.high - q),
    high: p - q + Math.hypot(a.high - p, q - b.low),
  }
}
/** A difference is claimed only where its interval leaves out zero. */
export const differs = ({ low, high }: ShareInterval): boolean => low > 0 || high < 0

/** Cells of fewer children are not told outside of the house. */
export const LEAST_CELL = 10
/** Null where so few were counted that a child could be recognised. */
export const shown = <T>(total: number, figure: T): T | null => (total < LEAST_CELL ? null : figure)

export const meanOf = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length
export function varianceOf(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = meanOf(values)
  return values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1)
}
