import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRules, earnedBy, type RuleSet } from '#modules/loyalty/contract/rules.ts'
import { carriedShare, earningBase, itemRefund, packageRefund, planRefund, type PaymentBalance } from './refunding.ts'

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
  it('money earns points by every way of new money, stored value by its principal, and each at its share where one was kept', () => {
    const paid = (payWay: number, more: Partial<PaymentBalance> = {}) => earningBase([{ payWay, amount: 100, stored: 70, ...more }])
    expect([1, 2, 3, 4, 9].map((way) => paid(way))).toEqual([100, 100, 100, 100, 100])
    expect([6, 7, 8].map((way) => paid(way))).toEqual([0, 0, 0])
    expect([paid(5), paid(5, { earnPercent: 50 }), paid(1, { earnPercent: 0 }), paid(8, { earnPercent: 33 })]).toEqual([70, 35, 0, 33])
    expect(paid(1, { earnPercent: 33, amount: 101 })).toBe(33)
  })
  const paymentOf = (payWay: number, amount: number, more: Partial<PaymentBalance> = {}): PaymentBalance => ({
    bpid: payWay,
    payWay,
    amount,
    stored: 0,
    gift: 0,
    points: 0,
    ...more,
  })
  const refundOf = (left: readonly PaymentBalance[], amount: number, more: object = {}) =>
    planRefund({ amount, left, pointsEarned: 0, pointRate: 0, wallet: 0, rules, ...more })
  it('a part of stored value takes gift money and principal in their proportion, a part of points the same', () => {
    const card = paymentOf(5, 100, { stored: 60, gift: 40 })
    expect(refundOf([card], 50).payments).toMatchObject([{ amount: 50, gift: 20, stored: 30 }])
    expect(refundOf([card], 33).payments).toMatchObject([{ amount: 33, gift: 13, stored: 20 }])
    const points = paymentOf(6, 300, { points: 100 })
    expect(refundOf([points], 100)).toMatchObject({ pointsBack: 33, payments: [{ amount: 100, points: 33, stored: 0, gift: 0 }] })
    expect(refundOf([points], 300).pointsBack).toBe(100)
    expect(refundOf([points], 0)).toMatchObject({ pointsBack: 0, payments: [] })
  })
  it('points that are spent are kept from money first and then from principal; points that come back are taken first', () => {
    const left = [paymentOf(5, 50, { stored: 50 }), paymentOf(1, 40), paymentOf(8, 30)]
    const plan = refundOf(left, 120, { pointsEarned: 75, wallet: 5 })
    expect(plan).toMatchObject({ pointsTaken: 5, pointsShort: 70, deducted: 70 })
    expect(plan.payments.map((p) => [p.payWay, p.deducted])).toEqual([
      [5, 30],
      [1, 40],
      [8, 0],
    ])
    expect(refundOf([paymentOf(6, 100, { points: 100 }), paymentOf(1, 100)], 200, { pointsEarned: 50 })).toMatchObject({
      pointsTaken: 50,
      pointsShort: 0,
      deducted: 0,
    })
    expect(refundOf([paymentOf(1, 100)], 50, { pointsEarned: 1, pointRate: 2 })).toMatchObject({ pointsTaken: 0, pointsShort: 0 })
    expect(refundOf([paymentOf(1, 100)], 100, { pointsEarned: 40, wallet: 100 })).toMatchObject({ pointsTaken: 40, pointsShort: 0 })
  })
  it('points of a bill that lapsed are neither taken nor kept from the money', () => {
    const bill = { pointsEarned: 100, wallet: 30 }
    expect(refundOf([paymentOf(1, 100)], 100, { ...bill, lapsed: 20 })).toMatchObject({
      pointsTaken: 30,
      pointsLapsed: 20,
      pointsShort: 50,
    })
    // What the member holds came from other bills.
    expect(refundOf([paymentOf(1, 100)], 100, { ...bill, lapsed: 500 })).toMatchObject({
      pointsTaken: 0,
      pointsLapsed: 100,
      pointsShort: 0,
    })
  })
  it('money is neither principal nor gift; what earned a share keeps it for what is left; points go back in whole proportions', () => {
    expect(refundOf([paymentOf(1, 100)], 60).payments).toMatchObject([{ stored: 0, gift: 0 }])
    const half = { ...paymentOf(1, 10_000), earnPercent: 50 }
    expect(refundOf([half], 5_000, { pointsEarned: 50, pointRate: 1, wallet: 50 })).toMatchObject({ pointsTaken: 25 })
    const redeemed = { ...paymentOf(6, 200, { points: 67 }), paid: { amount: 300, gift: 0, points: 100 } }
    expect(refundOf([redeemed], 100)).toMatchObject({ pointsBack: 33 })
  })
  it('an item of which nothing is left gives nothing; money and pieces may both be named', () => {
    const item = { biid: 1, amount: 1000, quantity: 3, refundedAmount: 0, refundedQuantity: 0 }
    expect(itemRefund({ ...item, refundedAmount: 900, refundedQuantity: 3 }, { quantity: 1 })).toEqual({ amount: 0, quantity: 1 })
    expect(itemRefund(item, { quantity: 3 })).toEqual({ amount: 1000, quantity: 3 })
    expect(itemRefund(item, { quantity: 2 })).toEqual({ amount: 666, quantity: 2 })
    expect(itemRefund(item, { refundAmount: 500, quantity: 2 })).toEqual({ amount: 500, quantity: 2 })
    expect(itemRefund({ ...item, refundedAmount: 100, refundedQuantity: 1 }, {})).toEqual({ amount: 900, quantity: 2 })
    expect(itemRefund({ ...item, refundedAmount: 100, refundedQuantity: 1 }, { refundAmount: 900 })).toEqual({ amount: 900, quantity: 2 })
  })
  it('rounding is carried: after any number of parts each share stands within a unit of its proportion', () => {
    const whole = fc.array(fc.nat(5000), { minLength: 2, maxLength: 5 }).filter((list) => list.some((w) => w > 0))
    fc.assert(
      fc.property(whole, fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), (paid, parts) => {
        const sum = paid.reduce((a, b) => a + b, 0)
        let left = [...paid]
        for (const part of [...parts, sum]) {
          const amount = Math.min(
            part,
            left.reduce((a, b) => a + b, 0),
          )
          const shares = carriedShare(amount, paid, left)
          expect(shares.reduce((a, b) => a + b, 0)).toBe(amount)
          left = left.map((l, i) => l - shares[i]!)
          const returned = sum - left.reduce((a, b) => a + b, 0)
          for (const [i, w] of paid.entries()) {
            expect(left[i]).toBeGreaterThanOrEqual(0)
            expect(Math.abs(w - left[i]! - (w * returned) / sum)).toBeLessThanOrEqual(paid.length)
          }
        }
        expect(left.every((l) => l === 0)).toBe(true)
      }),
    )
  })
  it('money, pieces, both or neither name a refund of packages: what was used never comes back, what is refunded leaves', () => {
    const packages = fc.array(fc.record({ price: fc.nat(90_000), left: fc.integer({ min: 0, max: 9 }) }), { minLength: 1, maxLength: 4 })
    const request = fc.record({ refundAmount: fc.nat(400_000), quantity: fc.nat(5) }, { requiredKeys: [] })
    fc.assert(
      fc.property(packages, fc.array(request, { maxLength: 6 }), (bought, requests) => {
        const line = bought.sort((a, b) => b.left - a.left).map(({ price, left }) => ({ price, unused: [left, 9] as const, isHeld: true }))
        const unusedWorth = line.reduce((sum, p) => sum + Math.floor((p.price * p.unused[0]) / 9), 0)
        let refunded = 0
        let gone = 0
        for (const wanted of requests) {
          const now = [...line.slice(gone), ...line.slice(0, gone).map((p) => ({ ...p, isHeld: false }))]
          const { leaving, amount, most } = packageRefund(now, refunded, wanted)
          if (amount > most) continue
          refunded += amount
          gone += leaving
          expect(refunded).toBeLessThanOrEqual(unusedWorth)
          expect(refunded).toBeLessThanOrEqual(line.slice(0, gone).reduce((sum, p) => sum + p.price, 0))
        }
      }),
    )
  })
  it('a package leaves when the money asked for is more than what is still owed for those that left', () => {
    const [whole, part, gone] = [
      { price: 680, unused: [9, 9], isHeld: true },
      { price: 680, unused: [3, 9], isHeld: true },
      { price: 680, unused: [9, 9], isHeld: false },
    ] as const
    const refunded = (already: number, wanted: { refundAmount?: number; quantity?: number }) =>
      packageRefund([whole, part, gone], already, wanted)
    expect(refunded(680, {})).toEqual({ leaving: 2, amount: 906, most: 906 })
    expect(refunded(680, { quantity: 1 })).toEqual({ leaving: 1, amount: 680, most: 906 })
    expect(refunded(680, { quantity: 5 })).toEqual({ leaving: 2, amount: 906, most: 906 })
    expect(refunded(680, { refundAmount: 0 })).toMatchObject({ leaving: 0, amount: 0 })
    expect(refunded(680, { refundAmount: 680 })).toMatchObject({ leaving: 1, amount: 680 })
    expect(refunded(680, { refundAmount: 681 })).toMatchObject({ leaving: 2, amount: 681 })
    expect(refunded(680, { refundAmount: 100, quantity: 1 })).toMatchObject({ leaving: 1, amount: 100 })
    expect(refunded(500, { refundAmount: 180 })).toMatchObject({ leaving: 0, most: 1086 })
    expect(refunded(700, { quantity: 0 })).toMatchObject({ leaving: 0, amount: 0, most: 886 })
    expect(packageRefund([{ ...whole, unused: [0, 0] }], 0, {})).toEqual({ leaving: 1, amount: 680, most: 680 })
  })
})
