/** A recall locks its lot in every store at once and for as long as it lasts; a drill locks nothing. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { makeGoods, makeSupplier } from '#modules/lens-orders/server/make.ts'
import { makeStock } from '#modules/stock/server/make.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let productId: number
let pid: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const stocked = (hid: number, batchNo: string) =>
  makeStock(as('warehouse').call, hid, [{ productId, quantity: 5, batchNo, expiry: '2031-01-01' }])
const batches = (lot: string) =>
  clinic.tx((cx) =>
    cx.db.rows(
      { batchId: 'number', hid: 'number', locked: 'boolean', lockReason: 'string | null' },
      sql`select batch_id, hid, locked, lock_reason from batch where batch_no = ${lot} order by batch_id`,
    ),
  )
const recalled = (code: string, drill = false) => as('chain').call('recalls.create', { code, level: 1, drill, reason: '厂家通知' })
beforeAll(async () => {
  clinic = await freshClinic({ stores: 2 })
  productId = await makeGoods(as('manager'), 5, await makeSupplier(as('manager')))
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000002', birth: '1999-07-01', gender: 1 })).pid
})

describe('a recall', () => {
  it('locks the batches of all stores, also one opened while it lasts, and none of them is unlocked or given another reason before it ends', async () => {
    for (const hid of clinic.hids)
      await makeStock(as('chain').call, hid, [{ productId, quantity: 5, batchNo: 'R-1', expiry: '2031-01-01' }])
    await stocked(clinic.hid, 'R-2')
    const made = await recalled('R-1')
    expect(made).toMatchObject({ lot: 'R-1', batches: 2, drill: false, status: 0, overdue: false })
    const lay = await batches('R-1')
    expect(new Set(lay.map((b) => b.hid))).toEqual(new Set(clinic.hids))
    expect(lay.every((b) => b.locked && b.lockReason === `召回 ${made.recallNo}`)).toBe(true)
    expect((await batches('R-2')).map((b) => b.locked)).toEqual([false])
    const { batchId } = lay.find((b) => b.hid === clinic.hid)!
    for (const change of [{ locked: false }, { locked: true, lockReason: '待检' }, { batchNo: 'R-9' }])
      expect(await as('warehouse').refusal('batch.create', { batchId, productId, ...change })).toMatchObject({
        code: 1,
        message: expect.stringContaining('召回'),
      })
    const late = await as('warehouse').call('batch.create', { productId, batchNo: 'R-1', expiry: '2032-02-02' })
    expect(late).toMatchObject({ locked: true, lockReason: `召回 ${made.recallNo}` })
    expect(await as('chain').call('recalls.end', { id: made.recallId, result: '全部退回厂家' })).toMatchObject({ status: 1 })
    expect(await as('warehouse').call('batch.create', { batchId, productId, locked: false })).toMatchObject({ locked: false })
  })

  it('keeps what another recall of the lot locked, until the last of them has ended', async () => {
    await stocked(clinic.hid, 'R-5')
    const [first, second] = [await recalled('R-5'), await recalled('R-5')]
    const [lies] = await batches('R-5')
    const unlock = { batchId: lies?.batchId, productId, locked: false }
    await as('chain').call('recalls.end', { id: first.recallId, result: '第一次已收回' })
    expect(await as('warehouse').refusal('batch.create', unlock)).toMatchObject({ message: expect.stringContaining('召回') })
    await as('chain').call('recalls.end', { id: second.recallId, result: '第二次已收回' })
    expect(await as('warehouse').call('batch.create', unlock)).toMatchObject({ locked: false })
  })

  it('of a drill lists the same and locks nothing', async () => {
    await stocked(clinic.hid, 'R-3')
    expect(await recalled('R-3', true)).toMatchObject({ drill: true, batches: 1, trace: { onShelf: 5, came: 5 } })
    expect((await batches('R-3')).map((b) => b.locked)).toEqual([false])
  })

  it('names who has the goods, and counts who was told; who has none is not called, nor anybody once it has ended', async () => {
    await stocked(clinic.hid, 'R-4')
    const { feebill } = await as('cashier').call('feebill.save', { pid, items: [{ productId, quantity: 1 }] })
    await as('cashier').call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 1, amount: feebill.billPrice }] })
    const lots = (await clinic.tx((cx) =>
      cx.db.rows(
        { lot: 'string' },
        sql`select b.batch_no lot from ledger_entry e join ledger_line l using (oid, entry_id) join ledger_account a using (oid, account_id) join batch b on b.oid = a.oid and a.key = 'batch:' || b.batch_id where e.ref = ${`bill:${feebill.fbid}`} and l.amount < 0`,
      ),
    )) as Array<{ lot: string }>
    const { recallId: id, untold, trace } = await recalled(lots[0]!.lot)
    expect(trace.holders.map((h) => [h.pid, h.quantity])).toEqual([[pid, 1]])
    expect(untold).toBe(1)
    expect(await as('chain').call('recalls.call', { id, pid, outcome: 3 })).toMatchObject({ told: 0, untold: 1 })
    expect(await as('chain').call('recalls.call', { id, pid, outcome: 1 })).toMatchObject({ told: 1, untold: 0 })
    const other = (await as('reception').call('patients.save', { name: '无货', birth: '1999-07-01', gender: 1 })).pid
    expect(await as('chain').refusal('recalls.call', { id, pid: other, outcome: 1 })).toMatchObject({ field: 'pid' })
    expect(await as('chain').refusal('recalls.end', { id, result: '' })).toMatchObject({ field: 'result' })
    await as('chain').call('recalls.end', { id, result: '已收回' })
    expect(await as('chain').refusal('recalls.call', { id, pid, outcome: 1 })).toMatchObject({ message: expect.stringContaining('已结束') })
  })

  it('is of the chain alone: a store looks on', async () => {
    const given = { code: 'R-1', level: 1, drill: false, reason: '试' }
    for (const role of ['manager', 'warehouse'] as const)
      expect(await as(role).refusal('recalls.create', given)).toMatchObject({ code: 20405 })
    expect((await as('warehouse').call('recalls.list', {})).list.length).toBeGreaterThan(0)
    expect((await (await freshClinic()).as('chain').call('recalls.list', {})).list).toEqual([])
  })
})
