import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRules, earnedBy, pointsFor, pointsRules, ruleLimits, splitStored, worthOf, type RuleSet } from './rules.ts'

const rules = (value: number): RuleSet => ({ ...defaultRules, value })

describe('points and stored value', () => {
  it('defaults lie within their limits', () => {
    for (const rule of Object.values(pointsRules)) expect(rule.pointsNumber).toBeGreaterThanOrEqual(ruleLimits[rule.pointsRule][0])
    for (const rule of Object.values(pointsRules)) expect(rule.pointsNumber).toBeLessThanOrEqual(ruleLimits[rule.pointsRule][1])
  })
  it('points taken for an amount are worth at least that amount, and less than one point more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e7 }), fc.integer({ min: 1, max: 100_000 }), (fen, value) => {
        const points = pointsFor(fen, rules(value))
        expect(worthOf(points, rules(value))).toBeGreaterThanOrEqual(fen)
        expect(((points - 1) * 100) / value).toBeLessThan(fen)
      }),
    )
  })
  it('earning rounds down: 99.99 yuan at 1.5 are 149 points', () =>
    expect([earnedBy(9999, 1.5), earnedBy(99, 1), earnedBy(100, 1)]).toEqual([149, 0, 1]))
  it('takes exactly the amount, never more of either than there is, in the order of the rule', () => {
    fc.assert(
      fc.property(
        fc.nat(1e7),
        fc.nat(1e7),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(1, 2, 3),
        (money, moneyGift, part, order) => {
          const amount = Math.floor((money + moneyGift) * part)
          const { stored, gift } = splitStored({ money, moneyGift }, amount, order)
          expect(stored + gift).toBe(amount)
          expect(stored >= 0 && stored <= money && gift >= 0 && gift <= moneyGift).toBe(true)
          if (order === 2) expect(stored).toBe(Math.min(money, amount))
          if (order === 3) expect(gift).toBe(Math.min(moneyGift, amount))
        },
      ),
    )
    expect(splitStored({ money: 300, moneyGift: 100 }, 200, 1)).toEqual({ stored: 150, gift: 50 })
  })
})
