/**
 * Random histories of money and stock: every cube is what its sources say, every figure what its book and its lines say, days sum to
 * months, whatever came before. A few in every run; `HISTORIES` says how many.
 */
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { makeTopUp } from '#modules/billing/server/make.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { issue, receive } from '#modules/stock/server/door.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { freshClinic, RefusedCall, server, type Clinic } from '../../../tests/harness.ts'
import { rounds } from '../../../tests/depth.ts'
import { tillOf } from '../../../tests/till.ts'
import { cubeNames } from '../contract/cubes/cubes.ts'
import type { Statistic } from '../contract/shapes.ts'
import { bookDifferences, commissionDifferences, cubeDifferences, firstDifferences, sumDifferences } from './verify.ts'

type Step =
  | { do: 'bill'; member: number; items: number[]; way: 1 | 2 | 5; discount: number; goods: boolean }
  | { do: 'refund' | 'unrefund' | 'apart'; bill: number }
  | { do: 'topUp'; member: number; yuan: number; gift: number }
  | { do: 'withdraw' | 'transfer'; member: number; yuan: number }
  | { do: 'receive' | 'issue'; pieces: number; cost: number }
  | { do: 'rule'; percent: number }
  | { do: 'fold' }
const index = fc.nat({ max: 50 })
const kind = <K extends Step['do']>(name: K, ...more: K[]) => fc.constantFrom(name, ...more)
const yuan = fc.integer({ min: 1, max: 900 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: kind('bill'),
      member: index,
      items: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 3 }),
      way: fc.constantFrom(1 as const, 2 as const, 5 as const),
      discount: fc.constantFrom(10, 9, 8.5),
      goods: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: kind('refund', 'unrefund', 'apart'), bill: index }) },
  { weight: 3, arbitrary: fc.record({ do: kind('topUp'), member: index, yuan, gift: fc.integer({ min: 0, max: 90 }) }) },
  { weight: 3, arbitrary: fc.record({ do: kind('withdraw', 'transfer'), member: index, yuan }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: kind('receive', 'issue'),
      pieces: fc.integer({ min: 1, max: 9 }),
      cost: fc.integer({ min: 0, max: 9000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: kind('rule'), percent: fc.integer({ min: 0, max: 1000 }).map((n) => n / 100) }) },
  { weight: 1, arbitrary: fc.record({ do: kind('fold') }) },
)

let clinic: Clinic
let productId = 0
const { till, manager, member, bill, all } = tillOf(() => clinic)
const today = clinicNow().slice(0, 10)
beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  productId = (await makeFrame(clinic.as('warehouse').call, { name: '历史镜架', price: 100 })).productId
})
// A history may ask for what is refused (an empty wallet, a bill given back twice): that moves nothing.
const tried = (call: Promise<unknown>) => call.catch((error: unknown) => expect(error).toBeInstanceOf(RefusedCall))

interface Played {
  readonly pids: readonly number[]
  readonly bills: number[]
}
async function money(s: Step, { pids, bills }: Played): Promise<unknown> {
  const pid = 'member' in s ? (pids[s.member % 2] ?? 0) : 0
  if (s.do === 'bill') {
    const items: object[] = s.items.map((price, i) => ({ name: `项目${i}`, price, priceReason: '测试' }))
    if (s.goods) items.push({ productId, price: 100, priceReason: '测试' })
    const { fbid, billPrice } = await bill(pid, items, { discount: s.discount, salerId: clinic.ctid('optometrist') })
    bills.push(fbid)
    return tried(till().call('feebill.confirm', { fbid, payStyleList: [{ payWay: s.way, amount: billPrice }] } as never))
  }
  if (s.do === 'topUp') return tried(makeTopUp(manager(), clinic.hid, pid, s.yuan, Math.min(s.gift, s.yuan)))
  if (s.do === 'withdraw') return tried(manager().call('chargebill.withdrawal', { pid, money: s.yuan, payWay: 1, note: '退款' } as never))
  if (s.do !== 'transfer') return undefined
  const transferPid = pids[(s.member + 1) % 2] ?? 0
  return tried(manager().call('chargebill.transfer', { pid, transferPid, transferAmount: s.yuan, confirmMoney: s.yuan } as never))
}
async function goods(s: Step): Promise<unknown> {
  if (s.do === 'rule')
    return tried(
      manager().call('statistics.commission-add', {
        hid: clinic.hid,
        role: 1,
        percent: s.percent,
        fromDay: `${today.slice(0, 7)}-01`,
      } as never),
    )
  if (s.do === 'fold') return clinic.tx((cx) => cx.db.run(sql`select stat_fold(), book_close()`))
  if (s.do === 'receive') {
    const lines = [{ productId, quantity: s.pieces, cost: s.cost }]
    return clinic.tx((cx) => receive(cx, { ref: 'test', hid: clinic.hid, reason: '入库', lines }))
  }
  if (s.do !== 'issue') return undefined
  const lines = [{ productId, quantity: s.pieces }]
  // More than there is is refused.
  return clinic.tx((cx) => issue(cx, { ref: `sale:${productId}`, hid: clinic.hid, reason: '销售', lines })).catch(() => undefined)
}
async function play(steps: readonly Step[]): Promise<number[]> {
  const played: Played = { pids: [await member(), await member()], bills: [] }
  for (const s of steps) {
    await money(s, played)
    await goods(s)
    if (!('bill' in s) || !played.bills.length) continue
    const fbid = played.bills[s.bill % played.bills.length] ?? 0
    if (s.do === 'unrefund') await tried(till().call('fee-bills.cancellation-refund', { fbid }))
    else if (s.do === 'refund')
      await tried(till().call('fee-bills.refund', { fbid, consent: true, reason: '不要了', items: (await all(fbid)).slice(0, 1) } as never))
    // It was paid in full days before, in the same month: by the same rules.
    else
      await clinic.tx((cx) =>
        cx.db.run(
          sql`
            update fee_bill
            set paid_at = paid_at - interval '4 days'
            where fbid = ${fbid} and paid_at - interval '4 days' >= date_trunc('month', now())
          `,
        ),
      )
  }
  return played.bills
}
const from = addDays(today, -40)
const stat = (id: 'statistics.sales', more: object = {}) =>
  manager().call(id, { hid: clinic.hid, startTime: from, endTime: today, ...more } as never) as Promise<Statistic>
const sum = (values: ReadonlyArray<number | null | undefined>) => values.reduce<number>((n, v) => n + Math.round((v ?? 0) * 100), 0)

async function booksAgree(): Promise<void> {
  const found = await onClient((await server()).ownerUrl, async (client) => {
    const differences: string[] = []
    for (const query of [...cubeNames.map(cubeDifferences), sumDifferences, bookDifferences, firstDifferences, commissionDifferences])
      for (const row of (await client.query(query.text, query.values)).rows as Array<{ what: string }>) differences.push(row.what)
    return differences
  })
  expect(found).toEqual([])
}
async function figuresAreTheirLines(): Promise<void> {
  for (const name of ['feebill', 'sales', 'charge', 'performance', 'inventory'] as const) {
    const id = `statistics.${name}` as 'statistics.sales'
    const one = await stat(id)
    for (const f of one.figures) {
      const own = { amount: f.amount, count: f.count }
      if (f.ledger) expect([id, f.key, own]).toEqual([id, f.key, f.ledger])
      if (!['money', 'count'].includes(f.unit) || f.key === 'each') continue
      const { list } = await manager().call('statistics.lines', {
        hid: clinic.hid,
        view: one.view,
        figure: f.key,
        startTime: from,
        endTime: today,
        per_page: 0,
      } as never)
      expect([id, f.key, sum(list.map((l) => l.amount ?? l.count))]).toEqual([id, f.key, sum([f.amount ?? f.count])])
    }
    await daysSumToMonths(id, one)
  }
}
async function daysSumToMonths(id: 'statistics.sales', byDay: Statistic): Promise<void> {
  const byMonth = await stat(id, { by: 'month' })
  for (const [i, column] of byDay.columns.entries()) {
    if (!['money', 'count'].includes(column.unit) || column.key === 'each') continue
    const totalOf = (s: Statistic) => sum(s.points.map((p) => p.values[i]?.amount ?? p.values[i]?.count))
    expect([id, column.key, totalOf(byMonth)]).toEqual([id, column.key, totalOf(byDay)])
  }
}
/** What both bases and commission have of some bills: nothing, once everything of them was given back. */
async function givenBackSumsToNothing(bills: readonly number[]): Promise<void> {
  for (const fbid of bills) {
    const items = await all(fbid)
    await tried(till().call('fee-bills.refund', { fbid, consent: true, reason: '不要了', items } as never))
  }
  const whole = await clinic.tx((cx) =>
    cx.db.rows(
      { fbid: 'number', paid: 'number' },
      sql`select fbid, paid from fee_bill where fbid = any(${[...bills]}::bigint[]) and status = 3`,
    ),
  )
  for (const [view, figure] of [
    ['sales', 'net'],
    ['feebill', 'received'],
    ['performance', 'commission'],
  ] as const) {
    const { list } = await manager().call('statistics.lines', {
      hid: clinic.hid,
      view,
      figure,
      startTime: from,
      endTime: today,
      per_page: 0,
    } as never)
    for (const { fbid } of whole) {
      const lines = list.filter((l) => l.path === `/medical/fee-edit/${fbid}`)
      // What was kept for points already spent was not given back, and stands in 实收 alone.
      const kept = await clinic.tx((cx) =>
        cx.db.the(
          { n: 'number' },
          sql`
            select coalesce(sum(case when cancels is null then deducted else -deducted end), 0)::bigint n
            from refund
            where fbid = ${fbid}
          `,
        ),
      )
      expect([view, fbid, sum(lines.map((l) => l.amount))]).toEqual([view, fbid, view === 'feebill' ? kept.n : 0])
    }
  }
}

it('every cube equals its sources, every figure its book and lines, days sum to months, and what was given back to nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const bills = await play(steps)
      await booksAgree()
      await givenBackSumsToNothing(bills)
      await figuresAreTheirLines()
    }),
    { numRuns: Number(process.env.HISTORIES ?? rounds(4, 2)), endOnFailure: true },
  )
})
