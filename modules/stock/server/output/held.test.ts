import { describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { makeSolution } from '#modules/products/server/make.ts'
import { freshClinic } from '../../../../tests/harness.ts'
import { available, freeHeld, heldPieces, issue, onHand, receivePaper, stillOut, takeBack } from '../door.ts'
import { makeStock } from '../make.ts'

const DAY = '2030-01-31'
async function ground(quantity = 3) {
  const clinic = await freshClinic()
  const { call } = clinic.as('warehouse')
  const { productId, supplierId } = await makeSolution(call)
  const lines = [{ productId, batchNo: 'A', expiry: DAY, cost: 1000, quantity }]
  const paper = await clinic.tx((cx) => receivePaper(cx, { hid: clinic.hid, supplierId, heldFor: 'order:1', lines }))
  const goods = { ref: 'order:1', hid: clinic.hid, reason: '取镜', lines: [{ productId, quantity: 2 }] }
  const availableNow = (ref?: string) => clinic.tx((cx) => available(cx, { hid: clinic.hid, productId, ...(ref ? { ref } : {}) }))
  return { clinic, call, productId, paper, goods, there: availableNow }
}

describe('held goods', () => {
  it('come in on a posted paper and are there for their order only', async () => {
    const { clinic, call, productId, paper, there: availableNow } = await ground()
    expect(await call('stockin.info', { id: paper.stockinId })).toMatchObject({ status: 2, quantity: 3 })
    expect(await availableNow()).toBe(0)
    expect(await availableNow('order:1')).toBe(3)
    expect((await clinic.tx((cx) => onHand(cx, clinic.hid, [productId]))).get(productId)).toBeUndefined()
    const [row] = (await call('stock.list', { hid: clinic.hid })).list
    expect(row).toMatchObject({ quantity: 3, available: 0, heldFor: 'order:1' })
  })

  it('are issued to nobody else, by batch or by kind, also past the handler', async () => {
    const { clinic, goods, paper, productId } = await ground()
    const other = { ...goods, ref: 'order:2' }
    await expect(clinic.tx((cx) => issue(cx, other))).rejects.toThrow('stock_short')
    const byBatch = { ...other, lines: [{ productId, quantity: 1, batchId: paper.batchIds[0]! }] }
    await expect(clinic.tx((cx) => issue(cx, byBatch))).rejects.toThrow('batch_held')
    await expect(clinic.tx((cx) => issue(cx, { ...byBatch, evenHeld: true }))).rejects.toThrow('held')
  })

  it('go first to their own order, and come back held', async () => {
    const { clinic, call, productId, goods, paper } = await ground(1)
    await makeStock(call, clinic.hid, [{ productId, quantity: 5, batchNo: 'SOON', expiry: '2029-01-31' }])
    const { lines } = await clinic.tx((cx) => issue(cx, goods))
    expect(lines[0]).toMatchObject({ batchId: paper.batchIds[0], quantity: 1 })
    await clinic.tx((cx) => takeBack(cx, { ref: 'order:1', reason: '退回' }))
    expect((await clinic.tx((cx) => heldPieces(cx, 'order:1'))).map((h) => h.quantity)).toEqual([1])
  })

  it('are freed whole when the order is given up, once, and are then anybody’s', async () => {
    const { clinic, there: availableNow, goods } = await ground()
    expect(await clinic.tx((cx) => freeHeld(cx, 'order:1', '订单取消'))).toBe(3)
    expect(await clinic.tx((cx) => freeHeld(cx, 'order:1', '订单取消'))).toBe(0)
    expect(await availableNow()).toBe(3)
    expect(await clinic.tx((cx) => stillOut(cx, 'order:1'))).toEqual([])
    await clinic.tx((cx) => issue(cx, { ...goods, ref: 'frame:7' }))
    expect(await availableNow()).toBe(1)
  })

  it('stay apart from pieces of the same lot that are free', async () => {
    const { clinic, call, productId, there: availableNow } = await ground()
    await makeStock(call, clinic.hid, [{ productId, quantity: 4, batchNo: 'A', expiry: DAY, cost: 1000 }])
    expect(await availableNow()).toBe(4)
    const batches = await clinic.tx((cx) =>
      cx.db.rows(
        { heldFor: 'string | null' },
        sql`select held_for from batch where product_id = ${productId} order by held_for nulls first`,
      ),
    )
    expect(batches.map((b) => b.heldFor)).toEqual([null, 'order:1'])
  })
})
