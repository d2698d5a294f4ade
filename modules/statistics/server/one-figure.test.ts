/**
 * One figure, one definition: what two screens, papers or statistics call by one name is the same number, over any history of money of a
 * day: bills, deposits, refunds taken back, top-ups, corrections, transfers, withdrawals.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { freshClinic, RefusedCall, type Clinic } from '../../../tests/harness.ts'
import { rounds } from '../../../tests/depth.ts'
import { tillOf } from '../../../tests/till.ts'
import type { Statistic } from '../contract/shapes.ts'

let clinic: Clinic
const { till, manager, member, bill, all } = tillOf(() => clinic)
const today = clinicNow().slice(0, 10)
const way = fc.constantFrom(1 as const, 2 as const, 4 as const)
const amount = fc.integer({ min: 1, max: 30_000 })
type Step =
  | { do: 'bill'; way: 1 | 2 | 4; amount: number; stored: boolean; part: boolean }
  | { do: 'refund' | 'unrefund' | 'cancel' | 'amend' | 'transfer' | 'withdraw'; nth: number; amount: number }
  | { do: 'topUp'; way: 1 | 2 | 4; amount: number; gift: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('bill' as const), way, amount, stored: fc.boolean(), part: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('topUp' as const), way, amount, gift: fc.integer({ min: 0, max: 1 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'refund' as const,
        'unrefund' as const,
        'cancel' as const,
        'amend' as const,
        'transfer' as const,
        'withdraw' as const,
      ),
      nth: fc.nat({ max: 9 }),
      amount,
    }),
  },
)
beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  await till().call('till.open', { hid: clinic.hid, cash: 0 })
})
/** Plays a history. What is refused (an empty wallet, a bill given back twice) moves nothing. */
async function play(steps: readonly Step[]): Promise<void> {
  const [pid, other] = [await member(), await member()]
  const fbids: number[] = []
  const cbids: number[] = []
  const tried = (call: Promise<unknown>) => call.catch((error: unknown) => expect(error).toBeInstanceOf(RefusedCall))
  const act: { readonly [K in Step['do']]: (s: Extract<Step, { do: K }>) => Promise<unknown> } = {
    bill: async ({ way: payWay, amount: fen, stored, part }) => {
      const { fbid } = await bill(pid, [{ name: '项目', price: fen / 100, priceReason: '测试' }])
      fbids.push(fbid)
      const paid = part ? Math.max(1, Math.floor(fen / 2)) : fen
      return till().call('feebill.confirm', { fbid, part: paid < fen, payStyleList: [{ payWay: stored ? 5 : payWay, amount: paid / 100 }] })
    },
    topUp: async ({ way: payWay, amount: fen, gift }) => {
      const input = { hid: clinic.hid, pid, money: fen / 100, moneyGift: (gift * Math.floor(fen / 5)) / 100, payWay }
      cbids.push((await till().call('chargebill.insert-and-pay', input)).cbid)
    },
    refund: async ({ nth, amount: fen }) => {
      const fbid = fbids[nth % fbids.length] ?? 0
      const [first] = await all(fbid)
      const item = { biid: first?.biid ?? 0, ...(fen % 2 ? { refundAmount: 0.01 } : {}) }
      return till().call('fee-bills.refund', { fbid, consent: true, reason: '不要了', items: [item] })
    },
    unrefund: ({ nth }) => till().call('fee-bills.cancellation-refund', { fbid: fbids[nth % fbids.length] ?? 0 }),
    cancel: ({ nth }) => till().call('feebill.cancel', { id: fbids[nth % fbids.length] ?? 0, reason: '不配了' }),
    amend: ({ nth, amount: fen }) =>
      manager().call('chargebill.amend', { cbid: cbids[nth % cbids.length] ?? 0, money: fen / 100, moneyGift: 0, note: '输错了' }),
    transfer: ({ amount: fen }) =>
      manager().call('chargebill.transfer', { pid, transferPid: other, transferAmount: fen / 100, confirmMoney: fen / 100 }),
    withdraw: ({ amount: fen }) => manager().call('chargebill.withdrawal', { pid, money: fen / 100, payWay: 1, note: '退款' }),
  }
  for (const s of steps) await tried(act[s.do](s as never))
}
const fenOf = (yuan: number | null | undefined) => Math.round((yuan ?? 0) * 100)
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const nets = (rows: ReadonlyArray<{ key: string; net: number }>) =>
  Object.fromEntries(rows.filter((r) => r.net).map((r) => [r.key, fenOf(r.net)]))
async function figures() {
  const { hid } = clinic
  const period = { hid, startTime: today, endTime: today }
  const [day, { shift }, charged, sales, stored] = await Promise.all([
    manager().call('statistics.revenue', { hid, date: today }),
    manager().call('till.now', { hid }),
    manager().call('chargebill.statistical', period),
    manager().call('statistics.sales', period as never) as Promise<Statistic>,
    manager().call('statistics.charge', period as never) as Promise<Statistic>,
  ])
  const books = await clinic.tx((cx) =>
    cx.db.rows({ key: 'string', balance: 'number' }, sql`select key, balance from ledger_account where book = 'cash'`),
  )
  return { day, shift: shift!, charged, sales, stored, books }
}
const figure = (statistic: Statistic, key: string) => fenOf(statistic.figures.find((f) => f.key === key)?.amount)
const bookOf = (books: ReadonlyArray<{ key: string; balance: number }>, prefix: string) =>
  sumOf(books.filter(({ key }) => key.startsWith(prefix)).map(({ balance }) => balance))
/** Pairs of places that name one figure: [what, one, the other]. */
function pairs({ day, shift, charged, sales, stored, books }: Awaited<ReturnType<typeof figures>>): Array<[string, unknown, unknown]> {
  const counted = Object.fromEntries(
    shift.ways.flatMap((w) => (w.received !== w.refunded ? [[String(w.payWay), fenOf(w.received) - fenOf(w.refunded)]] : [])),
  )
  return [
    ['through the tills by way: day paper, shift', nets(day.tills), counted],
    ['through the tills: day paper, ledger', sumOf(day.tills.map((t) => fenOf(t.net))), bookOf(books, 'till:')],
    [
      'through the tills: by way, and bills with stored value',
      sumOf(day.tills.map((t) => fenOf(t.net))),
      fenOf(day.money) + fenOf(day.topUps),
    ],
    ['stored value taken: day paper, stored value', fenOf(day.topUps), sumOf(charged.ways.map((w) => fenOf(w.money)))],
    ['stored value taken: day paper, statistics', fenOf(day.topUps), figure(stored, 'all')],
    ['topped up: stored value, statistics', fenOf(charged.money), figure(stored, 'topped')],
    ['paid back: stored value, statistics', fenOf(charged.withdrawn), figure(stored, 'withdrawn')],
    ['held: stored value, ledger', fenOf(charged.held), -bookOf(books, 'prepaid:')],
    ['revenue: day paper, ledger', fenOf(day.money) + storedIn(day), -bookOf(books, 'revenue:')],
    ['takings: day paper, statistics', fenOf(day.money), figure(sales, 'takings')],
    [
      'net: ways, staff, hours',
      [fenOf(day.net), fenOf(day.net)],
      [sumOf(day.staff.map((s) => fenOf(s.net))), sumOf(day.hours.map((h) => fenOf(h.net)))],
    ],
  ]
}
/** Principal among what was paid with stored value: gift money is no revenue. */
const storedIn = ({ principal }: { principal: number }): number => fenOf(principal)

describe('figures of one name', () => {
  it('agree on the day paper, the till, the shift, the statistics and in the ledger, after any history of a day', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
        await play(steps)
        for (const [what, one, other] of pairs(await figures())) expect([what, one]).toEqual([what, other])
      }),
      { numRuns: rounds(30, 3), endOnFailure: true },
    )
  })
  it('a correction that one of them forgets would be seen', async () => {
    const before = await figures()
    const forgetful = { ...before, day: { ...before.day, topUps: before.day.topUps + 1 } }
    expect(pairs(forgetful).filter(([, one, other]) => JSON.stringify(one) !== JSON.stringify(other)).length).toBeGreaterThan(1)
  })
})
