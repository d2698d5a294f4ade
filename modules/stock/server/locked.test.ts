/** Locked goods (recall, quarantine) are not sold, whether the sale picked them a moment before or bypasses the handlers. */
import { beforeAll, describe, expect, it } from 'vitest'
import { onClient } from '#kernel/server/database/once.ts'
import { post, sql } from '#kernel/server/index.ts'
import { makeGoods, makeSupplier } from '#modules/lens-orders/server/make.ts'
import { freshClinic, server, type Clinic } from '../../../tests/harness.ts'
import { pair } from './batch/batches.ts'
import { makeStock } from './make.ts'

let clinic: Clinic
let pid: number
let productId: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000002', birth: '1999-07-01', gender: 1 })).pid
  productId = await makeGoods(as('manager'), 5, await makeSupplier(as('manager')))
})
const batchOf = async (batchNo: string): Promise<number> => {
  await makeStock(as('warehouse').call, clinic.hid, [{ productId, quantity: 5, batchNo, expiry: '2031-01-01' }])
  return clinic.tx(
    async (cx) =>
      (await cx.db.the({ id: 'number' }, sql`select batch_id id from batch where product_id = ${productId} and batch_no = ${batchNo}`)).id,
  )
}
const bill = async () => {
  const { feebill } = await as('cashier').call('feebill.save', { pid, items: [{ productId, quantity: 1 }] })
  return { fbid: feebill.fbid, payStyleList: [{ payWay: 1 as const, amount: feebill.billPrice }] }
}

describe('a locked batch', () => {
  it('is not sold by a sale that picked it the moment before it was locked: the lock is waited for, and the sale told', async () => {
    const batchId = await batchOf('RACE')
    const payment = await bill()
    const { ownerUrl } = await server()
    const sold = await onClient(ownerUrl, async (client) => {
      await client.query('begin')
      await client.query(`update batch set locked = true, lock_reason = '召回' where oid = $1 and batch_id = $2`, [clinic.oid, batchId])
      const answer = as('cashier').raw('feebill.confirm', payment)
      const waits = async () =>
        (
          await client.query<{ n: number }>(
            `select count(*)::int n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).rows[0]!.n
      await expect.poll(waits).toBeGreaterThan(0)
      await client.query('commit')
      return answer
    })
    expect(await sold.json()).toMatchObject({ code: 1, message: expect.stringContaining('锁定') })
    const remaining = (await as('warehouse').call('stock.view', { hid: clinic.hid, query_type: 2, type: 0 })).list.find(
      (b) => b.batchId === batchId,
    )
    expect(remaining).toMatchObject({ quantity: 5, locked: true })
  })

  it('does not leave past the handlers; as scrap it does', async () => {
    const batchId = await batchOf('KEPT')
    await as('warehouse').call('batch.create', { batchId, productId, locked: true, lockReason: '待检' })
    const past = clinic.tx((cx) => post(cx, { reason: '试', ref: 'bill:1', lines: pair(batchId, -1) }))
    await expect(past).rejects.toThrow(/locked/)
    const paper = await as('warehouse').call('stockout.create', {
      hid: clinic.hid,
      stockoutType: 5,
      items: [{ productId, batchId, quantity: 1 }],
    })
    await as('warehouse').call('stockout.status', { stockoutId: paper.stockoutId, status: 1 })
    expect((await as('manager').call('stockout.confirm', { stockoutId: paper.stockoutId })).status).toBe(2)
  })
})
