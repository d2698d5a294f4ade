/** What may happen to the money of four members, for random sequences (`modules/billing/server/soak.test.ts`). */
import fc from 'fast-check'
import { RefusedCall, type Caller } from './harness.ts'

export type MoneyMove =
  | { kind: 'topup'; who: number; money: number; gift: number; daysBack: number }
  | { kind: 'bill'; who: number; price: number; way: 1 | 2 | 5 | 6 | 7; store: 0 | 1 }
  | { kind: 'combo'; who: number; way: 1 | 5 }
  | { kind: 'redeem'; who: number; quantity: number; store: 0 | 1 }
  | { kind: 'gift'; who: number }
  | { kind: 'expire'; who: number }
  | { kind: 'lapse'; who: number }
  | { kind: 'points'; who: number; points: number }
  | { kind: 'transfer'; who: number; to: number; money: number }
  | { kind: 'refund'; who: number; part: number }
  | { kind: 'comboBack'; who: number; byAmount: boolean }
const who = fc.nat(3)
const store = fc.constantFrom(0 as const, 1 as const)
const amount = fc.integer({ min: 1, max: 40_000 })
const is = <K extends MoneyMove['kind']>(kind: K) => fc.constant(kind)
export const move: fc.Arbitrary<MoneyMove> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: is('topup'), who, money: amount, gift: fc.nat(5000), daysBack: fc.nat(5) }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: is('bill'),
      who,
      price: amount,
      way: fc.constantFrom(1 as const, 2 as const, 5 as const, 5 as const, 6 as const, 7 as const),
      store,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: is('combo'), who, way: fc.constantFrom(1 as const, 5 as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: is('redeem'), who, quantity: fc.integer({ min: 1, max: 3 }), store }) },
  { weight: 1, arbitrary: fc.record({ kind: is('gift'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: is('expire'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: is('lapse'), who }) },
  { weight: 2, arbitrary: fc.record({ kind: is('points'), who, points: fc.integer({ min: 1, max: 300 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: is('transfer'), who, to: who, money: amount }) },
  { weight: 2, arbitrary: fc.record({ kind: is('comboBack'), who, byAmount: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: is('refund'), who, part: fc.double({ min: 0.1, max: 0.9, noNaN: true }) }) },
)

/**
 * Asks again whoever waited too long for a lock (code 100, 操作过于频繁): nothing was moved, as a person would press the button again.
 */
export const patient = (caller: Caller, onWait: () => void): Caller => ({
  ...caller,
  async call(...args) {
    for (;;) {
      try {
        return await caller.call(...args)
      } catch (e) {
        if (!(e instanceof RefusedCall) || e.code !== 100) throw e
        onWait()
      }
    }
  },
  async raw(...args) {
    for (;;) {
      const response = await caller.raw(...args)
      if (((await response.clone().json()) as { code: number }).code !== 100) return response
      onWait()
    }
  },
})
