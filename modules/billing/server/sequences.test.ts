/** Random sequences of paying, paying in part, refunding and taking refunds back, against a small model (C.11). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { rounds } from '../../../tests/depth.ts'
import { makeTopUp } from './make.ts'
import { expectReconciled } from './reconciliation.ts'

type Step =
  | { kind: 'pay'; way: 1 | 4 | 5 | 6; part: number }
  | { kind: 'rest'; way: 1 | 2 }
  | { kind: 'refund'; line: number; part: number }
  | { kind: 'undo' }
  | { kind: 'spend'; points: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      way: fc.constantFrom(1 as const, 4 as const, 5 as const, 6 as const),
      part: fc.double({ min: 0.05, max: 0.9, noNaN: true }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rest' as const), way: fc.constantFrom(1 as const, 2 as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), line: fc.nat(3), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('spend' as const), points: fc.integer({ min: 1, max: 900 }) }) },
)
const prices = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 4 })
const fen = (yuan: number) => Math.round(yuan * 100)

/** What a bill should say: fen, by hand. */
interface Model {
  due: number
  paid: number
  refunded: number[]
  undoable: Array<{ line: number; amount: number }>
}
const statusOf = (m: Model): number => {
  const back = m.refunded.reduce((a, b) => a + b, 0)
  if (m.paid < m.due) return 0
  if (back === 0) return 1
  return back < m.paid ? 2 : 3
}

async function play(clinic: Clinic, list: number[], steps: Step[], seq: number): Promise<void> {
  const till = clinic.as('cashier')
  const { pid } = await clinic
    .as('reception')
    .call('patients.save', { name: `序列${String.fromCharCode(0x4e00 + seq)}`, hid: clinic.hid } as never)
  await makeTopUp(till, clinic.hid, pid, 300, 90)
  await clinic.as('manager').call('patients.points.adjust', { pid, points: 20_000, reason: '期初' })
  const { feebill, BillItemList } = await till.call('feebill.save', {
    pid,
    items: list.map((p, i) => ({ name: `项目${i}`, price: p / 100, priceReason: '其他收费', quantity: 1 })),
  })
  const { fbid } = feebill
  const model: Model = { due: list.reduce((a, b) => a + b, 0), paid: 0, refunded: list.map(() => 0), undoable: [] }
  for (const s of steps)
    await act(
      clinic,
      fbid,
      pid,
      BillItemList.map((i) => i.biid),
      list,
      model,
      s,
    )
  const info = await till.call('feebill.info', { id: fbid })
  expect({
    status: info.feebill.status,
    paid: fen(info.feebill.paid),
    refunded: info.BillItemList.map((i) => fen(i.refundedAmount)),
  }).toEqual({ status: statusOf(model), paid: model.paid, refunded: model.refunded })
}

async function act(clinic: Clinic, fbid: number, pid: number, biids: number[], list: number[], m: Model, s: Step): Promise<void> {
  const till = clinic.as('cashier')
  const open = m.due - m.paid
  if (s.kind === 'pay' || s.kind === 'rest') {
    const amount = s.kind === 'rest' ? open : Math.max(1, Math.floor(open * s.part))
    const input = { fbid, part: s.kind === 'pay', payStyleList: [{ payWay: s.way, amount: amount / 100 }] }
    if (open === 0) return void (await till.refusal('feebill.confirm', input))
    const { money, moneyGift, points } = await till.call('loyalty.wallet', { pid })
    if ((s.way === 5 && fen(money) + fen(moneyGift) < amount) || (s.way === 6 && points < amount))
      return void (await till.refusal('feebill.confirm', input))
    await till.call('feebill.confirm', input)
    m.paid += amount
  } else if (s.kind === 'refund') {
    const line = s.line % list.length
    const left = list[line]! - m.refunded[line]!
    const amount = Math.round(left * s.part)
    const input = { fbid, consent: true, reason: '不要了', items: [{ biid: biids[line]!, refundAmount: amount / 100 }] }
    if (m.paid < m.due || amount === 0 || statusOf(m) === 3) return void (await till.refusal('fee-bills.refund', input))
    const forecast = await till.call('fee-bills.refund', { ...input, dryRun: true })
    expect({ ...(await till.call('fee-bills.refund', input)), refundId: null }).toEqual(forecast)
    expect(fen(forecast.returned) + fen(forecast.deducted)).toBe(amount)
    m.refunded[line]! += amount
    m.undoable.push({ line, amount })
  } else if (s.kind === 'undo') {
    const last = m.undoable.at(-1)
    const answer = (await (await till.raw('fee-bills.cancellation-refund', { fbid })).json()) as { code: number }
    // Spent since: what was given back is not there to be taken again. Then nothing moves.
    if (answer.code !== 200) return
    expect(last).toBeDefined()
    m.refunded[last!.line]! -= last!.amount
    m.undoable.pop()
  } else {
    const { points } = await till.call('loyalty.wallet', { pid })
    if (points > 0) await clinic.as('manager').call('patients.points.adjust', { pid, points: -Math.min(points, s.points), reason: '兑换' })
  }
}

describe('money of a bill', () => {
  it('agrees with the ledger and a small model after any sequence of steps', async () => {
    const clinic = await freshClinic()
    let seq = 0
    await fc.assert(
      fc.asyncProperty(prices, fc.array(step, { minLength: 2, maxLength: 9 }), async (list, steps) => {
        await play(clinic, list, steps, ++seq)
        await expectReconciled(clinic)
      }),
      { numRuns: rounds(40, 8), endOnFailure: true },
    )
  })
})
