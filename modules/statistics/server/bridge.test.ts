/** The bridge between 销售 and 实收: it closes to the fen over any days, whatever came before. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { makeTopUp } from '#modules/billing/server/make.ts'
import { freshClinic, RefusedCall, type Clinic } from '../../../tests/harness.ts'
import { rounds } from '../../../tests/depth.ts'
import { tillOf } from '../../../tests/till.ts'
import type { Statistic } from '../contract/shapes.ts'

let clinic: Clinic
const { till, manager, member, bill, all } = tillOf(() => clinic)
const today = clinicNow().slice(0, 10)
beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
})
const sales = (from = today, until = today) =>
  manager().call('statistics.sales', { hid: clinic.hid, startTime: from, endTime: until } as never) as Promise<Statistic>
const amount = (statistic: Statistic, key: string) => statistic.figures.find((f) => f.key === key)?.amount
/** The bill was paid in full on another day than its money was taken. */
const paidOn = (fbid: number, days: number) =>
  clinic.tx((cx) =>
    cx.db.run(sql`
      update fee_bill
      set paid_at = paid_at + ${days} * interval '1 day'
      where fbid = ${fbid} and paid_at is not null
    `),
  )
const pay = (fbid: number, payWay: number, yuan: number, part = false) =>
  till().call('feebill.confirm', { fbid, part, payStyleList: [{ payWay, amount: yuan }] } as never)

type Step =
  | { do: 'bill'; items: number[] }
  | { do: 'pay'; bill: number; way: 1 | 2 | 5 | 6; share: number }
  | { do: 'refund'; bill: number; share: number }
  | { do: 'unrefund' | 'cancel'; bill: number }
  | { do: 'moved'; bill: number; days: number }
  | { do: 'spend'; points: number }
const index = fc.nat({ max: 9 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('bill' as const),
      items: fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      bill: index,
      way: fc.constantFrom(1 as const, 2 as const, 5 as const, 6 as const),
      share: fc.constantFrom(0.2, 0.5, 1),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('refund' as const), bill: index, share: fc.constantFrom(0.3, 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('unrefund' as const, 'cancel' as const), bill: index }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('moved' as const), bill: index, days: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('spend' as const), points: fc.integer({ min: 1, max: 900 }) }) },
)

/** A history that has every line of the bridge in it. */
const rich: readonly Step[] = [
  { do: 'bill', items: [20_000, 4_550] },
  { do: 'pay', bill: 0, way: 1, share: 0.2 },
  { do: 'pay', bill: 0, way: 5, share: 0.5 },
  { do: 'pay', bill: 0, way: 6, share: 0.2 },
  { do: 'pay', bill: 0, way: 2, share: 1 },
  { do: 'moved', bill: 0, days: 2 },
  { do: 'spend', points: 2_000 },
  { do: 'refund', bill: 0, share: 1 },
  { do: 'bill', items: [9_999] },
  { do: 'pay', bill: 1, way: 5, share: 0.5 },
  { do: 'cancel', bill: 1 },
]
async function play(steps: readonly Step[]): Promise<void> {
  const pid = await member()
  await makeTopUp(manager(), clinic.hid, pid, 300, 90)
  await manager().call('patients.points.adjust', { pid, points: 2_000, reason: '期初' })
  const bills: Array<{ fbid: number; due: number }> = []
  // A history may ask for what is refused (a bill given back twice, an empty wallet): that moves nothing.
  const tried = (call: Promise<unknown>) => call.catch((error: unknown) => expect(error).toBeInstanceOf(RefusedCall))
  const act = async (s: Step): Promise<unknown> => {
    if (s.do === 'bill') {
      const made = await bill(
        pid,
        s.items.map((fen, i) => ({ name: `项目${i}`, price: fen / 100, priceReason: '测试' })),
      )
      return bills.push({ fbid: made.fbid, due: Math.round(made.billPrice * 100) })
    }
    if (s.do === 'spend') return tried(manager().call('patients.points.adjust', { pid, points: -s.points, reason: '兑换' }))
    const chosen = bills[s.bill % (bills.length || 1)]
    if (!chosen) return undefined
    const { fbid } = chosen
    if (s.do === 'pay') {
      const part = Math.min(chosen.due, Math.max(1, Math.ceil(chosen.due * s.share)))
      return tried(pay(fbid, s.way, part / 100, part < chosen.due).then(() => (chosen.due -= part)))
    }
    if (s.do === 'moved') return paidOn(fbid, s.days)
    if (s.do === 'unrefund') return tried(till().call('fee-bills.cancellation-refund', { fbid }))
    if (s.do === 'cancel') return tried(manager().call('feebill.cancel', { fbid, reason: '不配了' } as never))
    const [{ biid } = { biid: 0 }] = await all(fbid)
    const wanted = 'share' in s && s.share < 1 ? { biid, refundAmount: 0.05 } : { biid }
    return tried(till().call('fee-bills.refund', { fbid, consent: true, reason: '不要了', items: [wanted] } as never))
  }
  for (const s of steps) await act(s)
}

describe('the bridge between 销售 and 实收', () => {
  it('a deposit is taken on its day and used on the day the bill is paid in full; points kept at a refund stay in 实收', async () => {
    const before = await sales()
    const pid = await member()
    const { fbid } = await bill(pid, [{ name: '定金单', price: 100, priceReason: '测试' }])
    await pay(fbid, 1, 30, true)
    const promised = await sales()
    expect(amount(promised, 'depositTaken')).toBe((amount(before, 'depositTaken') ?? 0) + 30)
    expect(promised.figures.find((f) => f.key === 'unpaid')).toMatchObject({ amount: 30, ledger: { amount: 30 } })
    await pay(fbid, 2, 70)
    await paidOn(fbid, 1)
    const tomorrow = await sales(addDays(today, 1), addDays(today, 1))
    expect(['net', 'depositUsed', 'received', 'takings'].map((key) => amount(tomorrow, key))).toEqual([100, 100, 0, 0])
    expect(amount(await sales(today, addDays(today, 1)), 'unpaid')).toBe(0)
    // What the bill earned is spent: its worth is kept from what is given back.
    const { points } = await till().call('loyalty.wallet', { pid })
    expect(points).toBeGreaterThan(0)
    await manager().call('patients.points.adjust', { pid, points: -points, reason: '兑换' })
    await till().call('fee-bills.refund', { fbid, consent: true, reason: '不要了', items: await all(fbid) } as never)
    expect(amount(await sales(), 'pointsKept')).toBeGreaterThan(0)
    for (const { gap } of (await sales()).bridge) expect(gap ?? 0).toBe(0)
  })
  it('closes exactly for any history of money, on every day and over any days; its lines sum to its figures, its books agree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
        await play(steps)
        const days = [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(today, n))
        for (const [from, until] of [...days.map((d) => [d, d]), [days[0], days[6]], [days[1], days[3]]] as Array<[string, string]>) {
          const stat = await sales(from, until)
          expect(stat.bridge.map((b) => b.gap ?? 0)).toEqual(stat.bridge.map(() => 0))
          for (const { figure } of stat.bridge) {
            const f = stat.figures.find((candidate) => candidate.key === figure)
            if (f?.ledger) expect([from, until, figure, f.amount]).toEqual([from, until, figure, f.ledger.amount])
          }
        }
        for (const { figure } of (await sales()).bridge) {
          const { list } = await manager().call('statistics.lines', {
            hid: clinic.hid,
            view: 'sales',
            figure,
            startTime: today,
            endTime: today,
            per_page: 0,
          } as never)
          const sum = list.reduce((n, l) => n + Math.round((l.amount ?? 0) * 100), 0)
          expect([figure, sum]).toEqual([figure, Math.round((amount(await sales(), figure) ?? 0) * 100)])
        }
      }),
      { numRuns: rounds(6, 2), endOnFailure: true, examples: [[[...rich]]] },
    )
  })
})
