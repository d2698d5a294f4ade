/** How sure a share is, and whether two differ. */
const Z = 1.959964

/** Wilson's 95 % interval of `came` out of `n` (Wilson 1927); the whole range where there is nothing to tell. */
export function wilson(came: number, n: number): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 }
  const p = came / n
  const z2 = Z * Z
  const middle = (p + z2 / (2 * n)) / (1 + z2 / n)
  const half = (Z / (1 + z2 / n)) * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
export interface Share {
  readonly came: number
  readonly n: number
}
/**
 * Difference of two shares, second less first, with its 95 % interval (Newcombe 1998, method 10). It tells something where the interval
 * leaves nought out.
 */
export function difference(a: Share, b: Share): { by: number; low: number; high: number; tells: boolean } {
  if (a.n === 0 || b.n === 0) return { by: 0, low: -1, high: 1, tells: false }
  const [pa, pb] = [a.came / a.n, b.came / b.n]
  const [wa, wb] = [wilson(a.came, a.n), wilson(b.came, b.n)]
  const by = pb - pa
  const low = by - Math.hypot(pb - wb.low, wa.high - pa)
  const high = by + Math.hypot(wb.high - pb, pa - wa.low)
  return { by, low, high, tells: low > 0 || high < 0 }
}
/** Below so many a share is shown pale: chance moves it by a fifth. */
export const FEW = 20
