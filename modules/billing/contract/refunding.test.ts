import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRules, earnedBy, type RuleSet } from '#modules/loyalty/contract/rules.ts'
import { earningBase, itemRefund, planRefund, type PaymentBalance } from './refunding.ts'

const rules: RuleSet = defaultRules
const money = fc.integer({ min: 1, max: 500_000 })
const payment = fc.oneof(
  fc.record({ payWay: fc.constantFrom(1, 2, 3, 4, 8, 9), amount: money }).map((p) => ({ ...p, stored: 0, gift: 0, points: 0 })),
  fc
    .record({ stored: fc.nat(300_000), gift: fc.nat(100_000) })
    .filter((p) => p.stored + p.gift > 0)
    .map((p) => ({ payWay: 5, amount: p.stored + p.gift, ...p, points: 0 })),
  money.map((amount) => ({ payWay: 6, amount, stored: 0, gift: 0, points: amount })),
)
const payments = fc.array(payment, { minLength: 1, maxLength: 6 }).map((ps) => ps.map((p, i): PaymentBalance => ({ bpid: i + 1, ...p })))

describe('refund', () => {
  it('any series of partial refunds gives back exactly what was paid, to the fen, by way, principal, gift money and points', () => {
    fc.assert(
      fc.property(payments, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }), (paid, parts) => {
        const rate = 1.5
        let left = paid
        let earned = earnedBy(earningBase(paid), rate)
        let wallet = earned
        for (const part of [...parts, 1]) {
          const whole = left.reduce((sum, p) => sum + p.amount, 0)
          const amount = Math.floor(whole * part)
          const plan = planRefund({ amount, left, pointsEarned: earned, pointRate: rate, wallet, rules })
          expect(plan.payments.reduce((sum, p) => sum + p.amount, 0)).toBe(amount)
          expect(plan.deducted).toBe(0)
          left = left.map((p) => {
            const returned = plan.payments.find((g) => g.bpid === p.bpid)
            const next = {
              ...p,
              amount: p.amount - (returned?.amount ?? 0),
              stored: p.stored - (returned?.stored ?? 0),
              gift: p.gift - (returned?.gift ?? 0),
              points: p.points - (returned?.points ?? 0),
            }
            expect(Math.min(next.amount, next.stored, next.gift, next.points)).toBeGreaterThanOrEqual(0)
            if (p.payWay === 5) expect(next.stored + next.gift).toBe(next.amount)
            return next
          })
          earned -= plan.pointsTaken + plan.pointsShort
          wallet += plan.pointsBack - plan.pointsTaken
          expect(earned).toBe(earnedBy(earningBase(left), rate))
        }
        expect(left.every((p) => p.amount === 0 && p.stored === 0 && p.gift === 0 && p.points === 0)).toBe(true)
        expect(earned).toBe(0)
      }),
    )
  })
  it('never keeps more for spent points than the money and principal given back', () => {
    fc.assert(
      fc.property(payments, fc.nat(2000), fc.integer({ min: 1, max: 1000 }), (paid, wallet, value) => {
        const amount = paid.reduce((sum, p) => sum + p.amount, 0)
        const plan = planRefund({
          amount,
          left: paid,
          pointsEarned: earnedBy(earningBase(paid), 10),
          pointRate: 10,
          wallet,
          rules: { ...rules, value },
        })
        expect(plan.deducted).toBeLessThanOrEqual(earningBase(paid))
        expect(plan.pointsTaken).toBeLessThanOrEqual(wallet + plan.pointsBack)
        for (const p of plan.payments) expect(p.deducted).toBeLessThanOrEqual(p.payWay === 5 ? p.stored : p.amount)
      }),
    )
  })
  it('an item goes back whole, by pieces or by money', () => {
    const item = { biid: 1, amount: 1000, quantity: 3, refundedAmount: 0, refundedQuantity: 0 }
    expect(itemRefund(item, {})).toEqual({ amount: 1000, quantity: 3 })
    expect(itemRefund(item, { quantity: 1 })).toEqual({ amount: 333, quantity: 1 })
    expect(itemRefund({ ...item, refundedAmount: 666, refundedQuantity: 2 }, { quantity: 1 })).toEqual({ amount: 334, quantity: 1 })
    expect(itemRefund(item, { refundAmount: 500 })).toEqual({ amount: 500, quantity: 0 })
    expect(itemRefund(item, { refundAmount: 1000 })).toEqual({ amount: 1000, quantity: 3 })
  })
})
