/** A lot is followed to whoever has it, to its shelf, and to what left: as a plain count of the whole ledger says. */
import { beforeAll, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { makeHandedOver, makeGoods, makeSupplier, orderOf } from '../make.ts'

const LOT = 'LOT-7'
let clinic: Clinic
let care: number
let pids: number[]
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
beforeAll(async () => {
  clinic = await freshClinic()
  care = await makeGoods(as('manager'), 5, await makeSupplier(as('manager')), { barCode: '6901234567892' })
  pids = []
  for (const name of ['甲', '乙', '丙', '丁', '戊']) {
    const { pid } = await as('reception').call('patients.save', { name: `批号${name}`, birth: '1990-07-01', gender: 1 })
    pids.push(pid)
  }
})
/** Four pieces of the lot for a member, in the house and held. */
async function here(pid: number, batchNo = LOT): Promise<{ id: number; fbid: number }> {
  const { input } = orderOf('care', { productId: care, pid })
  const { orderId } = await as('reception').call('care-orders.create', input as never)
  const { fbid, billPrice } = await as('reception').call('orders.status', { oid: orderId, status: 2 })
  await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: billPrice! }] })
  for (const to of [3, 4]) await as('warehouse').call('orders.status', { oid: orderId, status: to })
  const { items } = await as('manager').call('orders.info', { id: orderId })
  await as('warehouse').call('orders.receive', {
    id: orderId,
    lines: [
      { lineId: items[0]!.lineId, quantity: 3, batchNo, expiry: '2031-01-01' },
      { lineId: items[0]!.lineId, quantity: 1, batchNo, expiry: '2031-01-01', verdict: 'mismatch', reason: '盒子压坏' },
    ],
  } as never)
  return { id: orderId, fbid: fbid! }
}
async function decided(id: number): Promise<void> {
  const { receipts } = await as('manager').call('orders.info', { id })
  const aside = receipts.flatMap((r) => r.lines).find((l) => l.verdict === 'mismatch')!
  await as('manager').call('orders.judge', { id: aside.receiptLineId, verdict: 'accepted', reason: '内物完好' })
}
const handOver = (id: number) => makeHandedOver(as('optometrist'), id)
const trace = (lot: string) => as('warehouse').call('lots.trace', { lot })

/** All of the ledger, counted by hand: what each ref took of the lot, and what lies in its batches. */
const counted = () =>
  clinic.tx(async (cx) => {
    const lines = await cx.db.rows(
      { ref: 'string | null', key: 'string', amount: 'number' },
      sql`
        select e.ref, a.key, l.amount
        from ledger_entry e
        join ledger_line l using (oid, entry_id)
        join ledger_account a using (oid, account_id)
        where a.book = 'stock'
      `,
    )
    const batches = await cx.db.rows({ batchId: 'number' }, sql`select batch_id from batch where batch_no = ${LOT}`)
    const keys = new Set(batches.map((b) => `batch:${b.batchId}`))
    const byRef = new Map<string, number>()
    for (const { ref, key, amount } of lines) if (keys.has(key)) byRef.set(ref ?? '', (byRef.get(ref ?? '') ?? 0) + amount)
    const out = [...byRef].filter(([, n]) => n < 0).map(([ref, n]) => [ref, -n] as const)
    const lies = lines.filter((l) => keys.has(l.key)).reduce((n, l) => n + l.amount, 0)
    return { out: new Map(out), lies }
  })

it('who has it, where it lies, what waits at the door and what left agree with the whole ledger', async () => {
  const [worn, held, back, refunded, aside] = [
    await here(pids[0]!),
    await here(pids[1]!),
    await here(pids[2]!),
    await here(pids[3]!),
    await here(pids[4]!),
  ]
  for (const { id } of [worn, refunded]) {
    await decided(id)
    await handOver(id)
  }
  await decided(held.id)
  await as('manager').call('orders.return', { id: back.id, reason: '退换' })
  const { BillItemList } = await as('cashier').call('feebill.info', { id: refunded.fbid })
  const items = BillItemList.map((i) => ({ biid: i.biid, quantity: i.quantity }))
  await as('manager').call('fee-bills.refund', { fbid: refunded.fbid, items, reason: '不要了' })
  await here(pids[0]!, 'LOT-8')

  const traced = await trace(LOT)
  const { out, lies } = await counted()
  expect(traced.holders.map((h) => [h.by, h.docId, h.pid, h.quantity])).toEqual([['order', worn.id, pids[0], 4]])
  expect(traced.gone.map((g) => [g.by, g.quantity])).toEqual([['paper', 3]])
  expect(
    new Map([...traced.holders, ...traced.gone].map((h) => [h.by === 'paper' ? `stockout:${h.docId}` : `${h.by}:${h.docId}`, h.quantity])),
  ).toEqual(out)
  expect(traced.shelf.map((s) => [s.quantity, s.locked, s.heldFor !== null]).sort()).toEqual(
    [
      [4, true, false],
      [4, false, true],
      [3, false, true],
    ].sort(),
  )
  expect(traced.onShelf).toBe(lies)
  expect(traced.came).toBe(lies + [...out.values()].reduce((n, q) => n + q, 0))
  // What was sent back is decided; the other waits.
  expect(traced.transit.map((t) => [t.orderId, t.quantity])).toEqual([[aside.id, 1]])
  // The code of the box names the same; another store's lot is its own.
  expect(await trace(`01069012345678921731010110${LOT}`)).toEqual(traced)
  expect(await (await freshClinic()).as('warehouse').call('lots.trace', { lot: LOT })).toMatchObject({ came: 0, holders: [], shelf: [] })
})
