import { describe, expect, it } from 'vitest'
import { newcombe, studentQuantile, welch } from './effect.ts'

/** A small generator of numbers between 0 and 1 with a seed (mulberry32). */
const randoms = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
const hits = (next: () => number, people: number, share: number) => Array.from({ length: people }, next).filter((r) => r < share).length

describe('effect of a message', () => {
  it('differences of shares are those of Newcombe 1998, table II, method 10', () => {
    const { difference, low, high } = newcombe(56, 70, 48, 80)
    expect([difference, low, high].map((v) => v.toFixed(4))).toEqual(['0.2000', '0.0524', '0.3339'])
    const second = newcombe(9, 10, 3, 10)
    expect([second.low, second.high].map((v) => v.toFixed(4))).toEqual(['0.1705', '0.8090'])
    const empty = newcombe(0, 10, 0, 20)
    expect([empty.low, empty.high].map((v) => v.toFixed(4))).toEqual(['-0.1611', '0.2775'])
  })
  it('quantiles of t are those of the tables', () => {
    for (const [degrees, quantile] of [
      [5, 2.571],
      [10, 2.228],
      [30, 2.042],
      [120, 1.98],
    ] as const)
      expect(studentQuantile(degrees)).toBeCloseTo(quantile, 2)
  })
  it('Welch: equal samples differ by nothing, shifted ones by the shift', () => {
    const side = { people: 4, sum: 10, squares: 30 }
    expect(welch(side, side).difference).toBe(0)
    expect(welch({ people: 4, sum: 14, squares: 54 }, side).difference).toBe(1)
  })
  it('five points that were planted are found; where none were, at most one in twenty says there are', () => {
    let found = 0
    let wrong = 0
    for (let seed = 1; seed <= 1000; seed++) {
      const next = randoms(seed)
      const [sent, left] = [2000, 2000]
      if (newcombe(hits(next, sent, 0.1), sent, hits(next, left, 0.05), left).low > 0) found++
      const none = newcombe(hits(next, sent, 0.05), sent, hits(next, left, 0.05), left)
      if (none.low > 0 || none.high < 0) wrong++
    }
    expect(found).toBeGreaterThan(990)
    expect(wrong).toBeLessThanOrEqual(50)
  })
})
