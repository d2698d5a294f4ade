import { expect, it } from 'vitest'
import { difference, wilson } from './trace.ts'

const near = (n: number) => expect.closeTo(n, 4)
it('the interval of a share is Wilson’s: 81 of 263 (Newcombe 1998, table I)', () => {
  expect(wilson(81, 263)).toEqual({ low: near(0.2553), high: near(0.3662) })
  expect(wilson(15, 148)).toEqual({ low: near(0.0624), high: near(0.1605) })
  expect(wilson(0, 20)).toEqual({ low: 0, high: near(0.1611) })
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 })
})
it('the difference of two shares is Newcombe’s method 10: 56/70 and 48/80', () => {
  expect(difference({ came: 48, n: 80 }, { came: 56, n: 70 })).toEqual({
    by: near(0.2),
    low: near(0.0524),
    high: near(0.3339),
    tells: true,
  })
  expect(difference({ came: 9, n: 10 }, { came: 3, n: 10 })).toEqual({
    by: near(-0.6),
    low: near(-0.809),
    high: near(-0.1705),
    tells: true,
  })
})
it('equal scripts differ by chance alone in about one of twenty trials, and no more', () => {
  // A linear congruence of Knuth: the same numbers on every machine.
  let seed = 20261122
  const chance = () => (seed = (seed * 1664525 + 1013904223) % 4294967296) / 4294967296
  let count = 0
  for (let trial = 0; trial < 1000; trial++) {
    const share = () => ({ n: 120, came: Array.from({ length: 120 }, chance).filter((c) => c < 0.35).length })
    if (difference(share(), share()).tells) count++
  }
  expect(count).toBeLessThanOrEqual(60)
})
