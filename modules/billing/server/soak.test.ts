/**
 * Money that cannot be wrong: random sequences of charging, spending, earning, redeeming, transferring, expiring and refunding, many at once
 * on the same members and in two stores. Nothing falls below zero, every book sums to zero, every paper agrees with its entry, every refund
 * does what its dry run said, and refunding everything returns every account to its start.
 *
 * 500 sequences in every test run; `npm run soak` plays 10,000 (SOAK says how many).
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onClient } from '#kernel/server/database/once.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { ledgers } from '#kernel/server/verify/ledger.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, server, type Clinic, type Sent } from '../../../tests/harness.ts'
import { moneyPapers } from './verify.ts'

type Move =
  | { kind: 'topup'; who: number; money: number; gift: number }
  | { kind: 'bill'; who: number; price: number; way: 1 | 2 | 5 | 6; store: 0 | 1 }
  | { kind: 'points'; why: '兑换' | '过期'; who: number; points: number }
  | { kind: 'transfer'; who: number; to: number; money: number }
  | { kind: 'refund'; who: number; part: number }
const who = fc.nat(3)
const amount = fc.integer({ min: 1, max: 40_000 })
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('topup' as const), who, money: amount, gift: fc.nat(5000) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('bill' as const), who, price: amount, way: fc.constantFrom(1 as const, 2 as const, 5 as const, 5 as const, 6 as const), store: fc.constantFrom(0 as const, 1 as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('points' as const), why: fc.constantFrom('兑换' as const, '过期' as const), who, points: fc.integer({ min: 1, max: 300 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('transfer' as const), who, to: who, money: amount }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), who, part: fc.double({ min: 0.1, max: 0.9, noNaN: true }) }) },
)
const SEQUENCES = Number(process.env.SOAK ?? 500)
const AT_ONCE = 10

interface Held { money: number; moneyGift: number; points: number }
/** Four members on whom several sequences play at once, and what has to be undone in the end. */
interface World {
  clinic: Clinic
  pids: number[]
  start: Held[]
  /** Paid bills with what of them was not given back yet, in fen. */
  bills: Map<number, { pid: number; biid: number; left: number }>
  points: Array<() => Promise<unknown>>
  transfers: Array<() => Promise<unknown>>
}
const counts = { moves: 0, refused: 0, refunds: 0, members: 0 }
const fen = (yuan: number) => Math.round(yuan * 100)
const held = async ({ clinic }: World, pid: number): Promise<Held> => {
  const { money, moneyGift, points } = await clinic.as('cashier').call('loyalty.wallet', { pid })
  return { money: fen(money), moneyGift: fen(moneyGift), points }
}
/** True when the call was answered; a refusal in words moves nothing and is as good. Anything else fails the test. */
async function tried(clinic: Clinic, id: 'feebill.confirm' | 'chargebill.transfer' | 'patients.points.adjust' | 'fee-bills.refund', input: Sent<typeof id>, hid?: number): Promise<boolean> {
  const answer = (await (await clinic.as('chain').raw(id, input as Record<string, unknown>, hid ? { hid } : {})).json()) as { code: number; message: string }
  counts.moves++
  if (answer.code !== 200) {
    expect([answer.code, answer.message]).toEqual([1, expect.any(String)])
    counts.refused++
  }
  return answer.code === 200
}

async function world(clinic: Clinic, seq: number): Promise<World> {
  const w: World = { clinic, pids: [], start: [], bills: new Map(), points: [], transfers: [] }
  for (let i = 0; i < 4; i++) {
    const { pid } = await clinic.as('reception').call('patients.save', { name: `长跑${seq}${'甲乙丙丁'[i]!}`, gender: 0, birth: '1990-01-01' } as never)
    await clinic.as('cashier').call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money: 500, moneyGift: 120, payWay: 2 })
    await clinic.as('manager').call('patients.points.adjust', { pid, points: 2000, reason: '期初' })
    w.pids.push(pid)
    w.start.push(await held(w, pid))
  }
  counts.members += 4
  return w
}

async function play(w: World, m: Move): Promise<void> {
  const { clinic } = w
  const chain = clinic.as('chain')
  const pid = w.pids[m.who]!
  if (m.kind === 'topup') {
    await chain.call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money: m.money / 100, moneyGift: m.gift / 100, payWay: 1 })
    w.start[m.who]!.money += m.money
    w.start[m.who]!.moneyGift += m.gift
    counts.moves++
  } else if (m.kind === 'bill') {
    const hid = clinic.hids[m.store]!
    const { feebill, BillItemList } = await chain.call('feebill.save', { pid, items: [{ name: '检查', price: m.price / 100, quantity: 1 }] }, { hid })
    if (await tried(clinic, 'feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: m.way, amount: m.price / 100 }] }, hid)) w.bills.set(feebill.fbid, { pid, biid: BillItemList[0]!.biid, left: m.price })
  } else if (m.kind === 'points') {
    const input = { pid, points: -m.points, reason: m.why }
    if (await tried(clinic, 'patients.points.adjust', input)) w.points.push(() => chain.call('patients.points.adjust', { ...input, points: m.points, reason: '退回' }))
  } else if (m.kind === 'transfer') {
    const to = w.pids[m.to]!
    const input = { pid, transferPid: to, transferAmount: m.money / 100, confirmMoney: m.money / 100 }
    if (await tried(clinic, 'chargebill.transfer', input)) w.transfers.push(() => chain.call('chargebill.transfer', { ...input, pid: to, transferPid: pid }))
  } else {
    const [fbid, bill] = [...w.bills].find(([, b]) => b.pid === pid) ?? []
    if (!fbid || !bill) return
    const part = Math.floor(bill.left * m.part)
    // Without consent: where earned points are gone it is refused, and nothing is kept from the member.
    if (part === 0 || !(await tried(clinic, 'fee-bills.refund', { fbid, items: [{ biid: bill.biid, refundAmount: part / 100 }] }))) return
    bill.left -= part
    counts.refunds++
  }
}

/** Points that were redeemed come back first, so that what refunds take back is there; then the bills, last paid first; then the transfers, last first. */
async function unwind(w: World): Promise<void> {
  const chain = w.clinic.as('chain')
  const ids = [...w.bills.keys()]
  const order = ids.length
    ? await w.clinic.tx((cx) => cx.db.rows<{ fbid: number }>(sql`select p.fbid from bill_payment p join ledger_line l using (oid, entry_id) where p.fbid = any(${ids}) group by p.fbid order by max(l.line_id) desc`))
    : []
  for (const undo of w.points) await undo()
  for (const { fbid } of order) {
    const { biid, left } = w.bills.get(fbid)!
    if (left === 0) continue
    const input = { fbid, items: [{ biid }], consent: true }
    const said = await chain.call('fee-bills.refund', { ...input, dryRun: true })
    expect({ ...(await chain.call('fee-bills.refund', input)), refundId: null }).toEqual(said)
    expect(said).toMatchObject({ deducted: 0, pointsShort: 0, status: 3 })
    counts.refunds++
  }
  for (const undo of w.transfers.reverse()) await undo()
  for (const [i, pid] of w.pids.entries()) expect(await held(w, pid), `member ${pid} is back at the start`).toEqual(w.start[i])
}

describe('money that cannot be wrong', () => {
  it(`${SEQUENCES} random sequences, ${AT_ONCE} at once on the same members: nothing negative, every book zero, everything refunded is the start`, async () => {
    const clinic = await freshClinic()
    await clinic.as('manager').call('points.rules.save-all', { list: [{ pointsRuleId: 6, pointsNumber: 0 }] })
    const sequences = fc.sample(fc.array(move, { minLength: 2, maxLength: 7 }), { numRuns: SEQUENCES, ...(process.env.SOAK ? {} : { seed: Date.now() & 0xffff }) })
    const one = async (from: number) => {
      const w = await world(clinic, from)
      await Promise.all(sequences.slice(from, from + AT_ONCE).map(async (moves) => {
        for (const m of moves) await play(w, m)
      }))
      await unwind(w)
    }
    const starts = Array.from({ length: Math.ceil(SEQUENCES / AT_ONCE) }, (_, i) => i * AT_ONCE)
    const lane = async () => {
      for (let from = starts.shift(); from !== undefined; from = starts.shift()) await one(from)
    }
    await Promise.all([lane(), lane(), lane()])
    const found = await onClient((await server()).ownerUrl, async (client) => {
      const all = []
      for (const check of [ledgers, ...moneyPapers]) all.push(...(await check.run(dbOn(client))).differences)
      return all
    })
    expect(found.filter((d) => d.startsWith(`organisation ${clinic.oid},`))).toEqual([])
    // oxlint-disable-next-line no-console -- a proof prints its counts
    console.log(`${SEQUENCES} sequences, ${counts.moves} moves (${counts.refused} refused), ${counts.refunds} refunds as forecast, ${counts.members} members back at their start`)
  }, 3_600_000)
})
