import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargeKinds, payWays } from './fields.ts'
import {
  defaultRules,
  earnedBy,
  earnShares,
  lapsedOf,
  lapsing,
  percentRules,
  pointsFor,
  pointsRules,
  rateOf,
  ruleLimits,
  splitStored,
  worthOf,
  type RuleSet,
} from './rules.ts'

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
  it('principal first or gift money first goes on with the other where it is not enough', () => {
    expect(splitStored({ money: 10, moneyGift: 100 }, 50, 2)).toEqual({ stored: 10, gift: 40 })
    expect(splitStored({ money: 100, moneyGift: 20 }, 50, 3)).toEqual({ stored: 30, gift: 20 })
    expect(splitStored({ money: 0, moneyGift: 0 }, 0, 1)).toEqual({ stored: 0, gift: 0 })
    expect(splitStored({ money: 1, moneyGift: 2 }, 1, 1)).toEqual({ stored: 0, gift: 1 })
  })
  it('ways that are new money earn, kinds earn in full, and what an organisation sets counts', () => {
    const shares = earnShares(
      new Map([
        [21, 40],
        [1002, 50],
        [28, 10],
      ]),
    )
    expect([
      shares.way(1),
      shares.way(2),
      shares.way(5),
      shares.way(9),
      shares.way(6),
      shares.way(7),
      shares.way(8),
      shares.way(77),
    ]).toEqual([40, 100, 100, 100, 0, 0, 10, 0])
    expect([shares.kind(1), shares.kind(2)]).toEqual([100, 50])
    expect(rateOf(1, [], shares)).toBe(0)
    const items = [
      { kind: 1, amount: 100 },
      { kind: 2, amount: 300 },
    ]
    expect([rateOf(1, items, shares), rateOf(2, items, shares)]).toEqual([0.625, 1.25])
  })
  it('each way and each kind has a rule of its own', () => {
    expect([percentRules.get(21), percentRules.get(25), percentRules.get(26)]).toMatchObject([
      { pointsRuleId: 21, pointsRule: 'way:1', pointsNumber: 100 },
      { label: '储值（只计本金）', pointsNumber: 100 },
      { pointsNumber: 0 },
    ])
    for (const kind of Object.keys(chargeKinds))
      expect(percentRules.get(1000 + Number(kind))).toMatchObject({ pointsRule: `kind:${kind}`, pointsNumber: 100 })
    expect(percentRules.size).toBe(Object.keys(payWays).length + Object.keys(chargeKinds).length)
  })
  it('points lapse that came in before and were not used since', () =>
    expect([lapsing(10, 3), lapsing(3, 10), lapsing(4, 4)]).toEqual([7, 0, 0]))
  it('what lapsed of a paper: debits use the oldest points, but a paper takes its own back first', () => {
    const line = (amount: number, ref: string | null, lapse = false) => ({ amount, ref, lapse })
    const lapsed = (lines: ReadonlyArray<ReturnType<typeof line>>) => ['a', 'b'].map((ref) => lapsedOf(lines, ref))
    expect(lapsed([line(100, 'a'), line(50, 'b'), line(-120, 'c'), line(-30, null, true)])).toEqual([0, 30])
    expect(lapsed([line(100, 'a'), line(50, 'b'), line(-50, 'b'), line(-100, null, true)])).toEqual([100, 0])
    expect(lapsed([line(20, 'a'), line(10, null), line(-10, null), line(-20, null, true)])).toEqual([10, 0])
    expect(lapsed([line(10, 'a'), line(10, 'b'), line(-10, 'b', true)])).toEqual([10, 0])
    expect(lapsed([line(10, 'a'), line(-4, 'c'), line(-5, null, true), line(8, 'a'), line(-3, null, true)])).toEqual([8, 0])
  })
  it('a wallet of as much gift money as principal is split in halves', () =>
    expect(splitStored({ money: 50, moneyGift: 50 }, 40, 1)).toEqual({ stored: 20, gift: 20 }))
})
