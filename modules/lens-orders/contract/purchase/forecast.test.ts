import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Chance } from '../../../../database/demo/random.ts'
import { expected, proposalOf } from './forecast.ts'

/** Pieces of one week at a mean (Knuth's method for Poisson numbers). */
function poisson(mean: number, c: Chance): number {
  const limit = Math.exp(-mean)
  let pieces = 0
  for (let p = c.next(); p > limit; p *= c.next()) pieces++
  return pieces
}
/** Two years of a clinic's weeks: term and holidays, a slow growth, chance. The last week comes last. */
const years = (seed: number, level: number): number[] => {
  const c = new Chance(seed)
  const phase = c.next() * 52
  return Array.from({ length: 130 }, (_, week) =>
    poisson(level * (1 + week / 400) * (1 + 0.5 * Math.sin((2 * Math.PI * (week + phase)) / 52)), c),
  )
}

describe('the forecast', () => {
  it("is nearer to the coming month than last month's pieces are, over two hundred generated goods", () => {
    let [ours, naive] = [0, 0]
    for (let seed = 1; seed <= 200; seed++) {
      const all = years(seed, 1 + (seed % 12))
      for (const now of [112, 116, 120, 124]) {
        const coming = all.slice(now, now + 4).reduce((sum, n) => sum + n, 0)
        const weeks = all.slice(now - 65, now).toReversed()
        ours += Math.abs(4 * expected(weeks, 4) - coming)
        naive += Math.abs(weeks.slice(0, 4).reduce((sum, n) => sum + n, 0) - coming)
      }
    }
    expect(ours / naive).toBeLessThan(0.85)
  })
  it('of what nobody asks for is nothing, and of what is asked for evenly is that', () => {
    expect(
      expected(
        Array.from({ length: 65 }, () => 0),
        2,
      ),
    ).toBe(0)
    expect(
      expected(
        Array.from({ length: 65 }, () => 3),
        2,
      ),
    ).toBeCloseTo(3)
    expect(expected([], 2)).toBe(0)
  })
})
describe('the proposal', () => {
  const weeks = Array.from({ length: 65 }, () => 7)
  const usual = { weeks, onHand: 0, onOrder: 0, leadDays: 7, min: null, max: null }
  it('orders what lasts from the delivery on; what is there and on its way counts', () => {
    expect(proposalOf(usual)).toEqual({ perWeek: 7, quantity: 42, why: 'out' })
    expect(proposalOf({ ...usual, onHand: 5 })).toMatchObject({ quantity: 37, why: 'demand' })
    expect(proposalOf({ ...usual, onHand: 5, onOrder: 9 })).toMatchObject({ quantity: 0, why: null })
  })
  it('keeps the limits: never beyond the upper, and up to it where the lower is broken', () => {
    expect(proposalOf({ ...usual, max: 20 })).toMatchObject({ quantity: 20 })
    const still = { ...usual, weeks: [] }
    expect(proposalOf({ ...still, onHand: 3, min: 5, max: 12 })).toEqual({ perWeek: 0, quantity: 9, why: 'min' })
    expect(proposalOf({ ...still, onHand: 3, min: 5 })).toMatchObject({ quantity: 2 })
    expect(proposalOf({ ...still, onHand: 5, min: 5 })).toMatchObject({ quantity: 0 })
  })
  it('is never negative, never above the upper limit, and never more where more is there', () => {
    const pieces = fc.nat(50)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -3, max: 40 }), { maxLength: 65 }),
        pieces,
        pieces,
        fc.nat(60),
        fc.nat(30),
        (demand, onHand, onOrder, leadDays, min) => {
          const position = { weeks: demand, onHand, onOrder, leadDays, min, max: min + 40 }
          const { quantity, perWeek } = proposalOf(position)
          expect(perWeek).toBeGreaterThanOrEqual(0)
          expect(quantity).toBeGreaterThanOrEqual(0)
          if (quantity) expect(quantity + onHand + onOrder).toBeLessThanOrEqual(position.max)
          expect(proposalOf({ ...position, onHand: onHand + 1 }).quantity).toBeLessThanOrEqual(quantity)
        },
      ),
    )
  })
})
