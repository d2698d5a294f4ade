/** Random histories of money: every cube is what its sources say, every figure what its book and its lines say, whatever came before. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { makeTopUp } from '#modules/billing/server/make.ts'
import { freshClinic, RefusedCall, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'
import { cubeNames } from '../contract/cubes.ts'
import { cubeDifferences } from './verify.ts'

type Step =
  | { do: 'bill'; member: number; items: number[]; way: 1 | 2 | 5; discount: number }
  | { do: 'refund' | 'unrefund'; bill: number }
  | { do: 'topUp'; member: number; yuan: number; gift: number }
  | { do: 'fold' }
const index = fc.nat({ max: 50 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('bill' as const),
      member: index,
      items: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 3 }),
      way: fc.constantFrom(1 as const, 2 as const, 5 as const),
      discount: fc.constantFrom(10, 9, 8.5),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'unrefund' as const), bill: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('topUp' as const),
      member: index,
      yuan: fc.integer({ min: 1, max: 900 }),
      gift: fc.integer({ min: 0, max: 90 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fold' as const) }) },
)

async function play(clinic: Clinic, steps: readonly Step[]): Promise<void> {
  const { till, manager, member, bill, all } = tillOf(() => clinic)
  const pids = [await member(), await member()]
  const bills: number[] = []
  // A history may ask for what is refused (an empty wallet, a bill given back twice): that moves nothing.
  const tried = (call: Promise<unknown>) => call.catch((error: unknown) => expect(error).toBeInstanceOf(RefusedCall))
  for (const s of steps) {
    if (s.do === 'bill') {
      const items = s.items.map((price, i) => ({ name: `项目${i}`, price, priceReason: '测试' }))
      const { fbid, billPrice } = await bill(pids[s.member % 2] ?? 0, items, { discount: s.discount })
      bills.push(fbid)
      await tried(till().call('feebill.confirm', { fbid, payStyleList: [{ payWay: s.way, amount: billPrice }] } as never))
    } else if (s.do === 'topUp') await tried(makeTopUp(manager(), clinic.hid, pids[s.member % 2] ?? 0, s.yuan, Math.min(s.gift, s.yuan)))
    else if (s.do === 'fold') await clinic.tx((cx) => cx.db.run(sql`select stat_fold()`))
    else if (bills.length) {
      const fbid = bills[s.bill % bills.length] ?? 0
      if (s.do === 'unrefund') await tried(till().call('fee-bills.cancellation-refund', { fbid }))
      else
        await tried(
          till().call('fee-bills.refund', { fbid, consent: true, reason: '不要了', items: (await all(fbid)).slice(0, 1) } as never),
        )
    }
  }
}
async function holds(clinic: Clinic): Promise<void> {
  const found = await clinic.tx(async (cx) => {
    const all: string[] = []
    for (const name of cubeNames)
      for (const { what } of await cx.db.rows({ oid: 'number', what: 'string' }, cubeDifferences(name))) all.push(what)
    return all
  })
  expect(found).toEqual([])
  for (const id of ['statistics.feebill', 'statistics.sales', 'statistics.charge'] as const) {
    const stat = await clinic.as('manager').call(id, { hid: clinic.hid })
    for (const f of stat.figures) {
      const own = { amount: f.amount, count: f.count }
      if (f.ledger) expect([id, f.key, own]).toEqual([id, f.key, f.ledger])
      if (f.unit !== 'money' || f.key === 'each') continue
      const { list } = await clinic
        .as('manager')
        .call('statistics.lines', { hid: clinic.hid, view: stat.view, figure: f.key, per_page: 0 } as never)
      const sum = list.reduce((n, l) => n + Math.round((l.amount ?? 0) * 100), 0)
      expect([id, f.key, sum]).toEqual([id, f.key, Math.round((f.amount ?? 0) * 100)])
    }
  }
}

it('every cube equals its sources, every figure its book and its lines, after any history of money', async () => {
  const clinic = await freshClinic({ stores: 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      await play(clinic, steps)
      await holds(clinic)
    }),
    { numRuns: 5, endOnFailure: true },
  )
})
