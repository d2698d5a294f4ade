/** What is on its way to the shelf, and what should be ordered for it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { post, sql, type Sql } from '#kernel/server/index.ts'
import { demandOf } from '#modules/stock/server/door.ts'
import { makeStock } from '#modules/stock/server/make.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { makeGoods, makeSupplier, orderOf } from '../make.ts'

let clinic: Clinic
let supplierId = 0
let frame = 0
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
beforeAll(async () => {
  clinic = await freshClinic()
  supplierId = await makeSupplier(as('manager'))
  frame = await makeGoods(as('manager'), 1, supplierId, { minStock: 4, maxStock: 10 })
})
const proposals = async (query: object = {}) => (await as('warehouse').call('purchase.proposal', { hid: clinic.hid, ...query })).list

describe('orders for the shelf', () => {
  it('are proposed by limits and by what was taken, and one call makes them, a draft a supplier', async () => {
    expect((await proposals()).filter((p) => p.productId === frame)).toMatchObject([
      { quantity: 10, why: 'min', onHand: 0, onOrder: 0, supplierId },
    ])
    await makeStock(as('warehouse').call, clinic.hid, [{ productId: frame, quantity: 9, cost: 50 }])
    expect((await proposals()).filter((p) => p.productId === frame)).toEqual([])
    // Eight are sold: one is left, below the lower limit and below a week's demand.
    const sold = await as('warehouse').call('stockout.create', {
      hid: clinic.hid,
      stockoutType: 1,
      items: [{ productId: frame, quantity: 8 }],
    })
    await as('warehouse').call('stockout.status', { stockoutId: sold.stockoutId, status: 1 })
    await as('warehouse').call('stockout.confirm', { stockoutId: sold.stockoutId })
    const [now] = (await proposals({ supplierId })).filter((p) => p.productId === frame)
    expect(now).toMatchObject({ onHand: 1, demand: 8, why: 'demand', quantity: 9, maxStock: 10 })
    // What was scrapped or sent back is nobody's demand.
    const other = await makeSupplier(as('manager'))
    const care = await makeGoods(as('manager'), 8, other, { minStock: 2, maxStock: 3 })
    const made = await as('warehouse').call('purchase.propose', {
      hid: clinic.hid,
      items: [
        { productId: frame, number: now?.quantity ?? 0 },
        { productId: care, number: 3 },
      ],
    })
    expect(made.map((m) => [m.kind, m.pieces])).toEqual([
      ['frame', 9],
      ['other', 3],
    ])
    // On its way, it is proposed no more.
    expect((await proposals()).filter((p) => [frame, care].includes(p.productId))).toEqual([])
  })
  it('a lens is proposed in the power that was taken', async () => {
    const lens = await makeGoods(as('manager'), 3, supplierId)
    // Of two axes: a lens of the shelf is turned in its frame.
    const power = { sph: -3.25, cyl: -0.75, axis: null }
    await makeStock(as('warehouse').call, clinic.hid, [{ productId: lens, quantity: 4, cost: 50, ...power }])
    const out = await as('warehouse').call('stockout.create', {
      hid: clinic.hid,
      stockoutType: 2,
      items: [{ productId: lens, quantity: 4, ...power }],
    })
    await as('warehouse').call('stockout.bulk-delivery', { stock_out_ids: [out.stockoutId] })
    const [row] = (await proposals()).filter((p) => p.productId === lens)
    expect(row).toMatchObject({ sph: -3.25, cyl: -0.75, onHand: 0, demand: 4, why: 'out' })
    const [made] = await as('warehouse').call('purchase.propose', {
      hid: clinic.hid,
      items: [{ productId: lens, sph: -3.25, cyl: -0.75, number: 2 }],
    })
    expect(made).toMatchObject({ kind: 'glasses', pieces: 2 })
  })
  it('a lens is told by the powers it is made in: what lies here, is on its way and went; one without a range is refused', async () => {
    const ranged = { lensType: 1, sphMin: -2, sphMax: 0, cylMin: -0.5, cylMax: 0, combinedMax: 2.25 } as const
    const lens = await makeGoods(as('manager'), 3, supplierId, ranged)
    const power = { sph: -1.25, cyl: -0.5, axis: null }
    await makeStock(as('warehouse').call, clinic.hid, [{ productId: lens, quantity: 4, cost: 50, ...power }])
    const out = await as('warehouse').call('stockout.create', {
      hid: clinic.hid,
      stockoutType: 2,
      items: [{ productId: lens, quantity: 3, ...power }],
    })
    await as('warehouse').call('stockout.bulk-delivery', { stock_out_ids: [out.stockoutId] })
    const items = [{ productId: lens, sph: -1.25, cyl: -0.5, number: 2 }]
    await as('warehouse').call('purchase.propose', { hid: clinic.hid, items })
    const { list, total } = await as('warehouse').call('purchase.powers', { hid: clinic.hid, productId: lens })
    // Nine spheres by three cylinders without −2.00 and −1.75 at −0.50, and −2.00 at −0.25 is made.
    expect([total, list.some((c) => c.sph === -2 && c.cyl === -0.5), list.some((c) => c.sph === -2 && c.cyl === -0.25)]).toEqual([
      26,
      false,
      true,
    ])
    expect(list.find((c) => c.sph === -1.25 && c.cyl === -0.5)).toEqual({ sph: -1.25, cyl: -0.5, onHand: 1, onOrder: 2, demand: 3 })
    expect(list.filter((c) => c.onHand || c.onOrder || c.demand)).toHaveLength(1)
    expect(await as('warehouse').refusal('purchase.powers', { productId: frame })).toMatchObject({ code: 1, field: 'productId' })
    expect(await as('cashier').refusal('purchase.powers', { productId: lens })).toMatchObject({ code: 20405 })
  })
  it('are proposed whatever plan the database takes: a ref that names no paper ends no statement', async () => {
    const taken = (how: Sql) =>
      clinic.tx(async (cx) => {
        await cx.db.run(how)
        return new Set(await demandOf(cx, clinic.hid))
      })
    await clinic.tx(async (cx) => {
      const [batch] = await cx.db.rows({ batchId: 'number' }, sql`select batch_id from batch where product_id = ${frame}`)
      const [key, outside] = [`batch:${batch!.batchId}`, `outside:${batch!.batchId}`]
      const lines = [
        { book: 'stock', key, amount: 1 },
        { book: 'stock', key: outside, amount: -1 },
      ] as const
      await post(cx, { reason: '盘点', ref: 'sms-charge:CZ-7', lines })
    })
    const usual = await taken(sql`select 1`)
    expect(usual.size).toBeGreaterThan(0)
    expect(await taken(sql`set local enable_nestloop = off`)).toEqual(usual)
  })
  it('are listed while something of them is to come: late first, by state, with their lines', async () => {
    const { call, input } = orderOf('frame', { productId: frame, hid: clinic.hid })
    const { orderId } = await as('warehouse').call(call as 'frame-supplier-orders.create', input as never)
    const list = async (query: object = {}) =>
      (await as('warehouse').call('purchase.order', { hid: clinic.hid, ...query })).list.filter((o) => o.orderId === orderId)
    // A draft is not on its way.
    expect(await list()).toEqual([])
    for (const status of [2, 3]) await as('warehouse').call('orders.status', { oid: orderId, status })
    expect(await list()).toMatchObject([{ pieces: 4, received: 0, waiting: 4, late: false, costTotal: null }])
    await as('warehouse').call('frame-supplier-orders.receive', { id: orderId, lines: [{ quantity: 1 }] })
    expect(await list({ state: 'open' })).toMatchObject([{ received: 1, waiting: 3 }])
    await clinic.tx((cx) => cx.db.run(sql`update supply_order set promised_on = ${cx.today}::date - 2 where order_id = ${orderId}`))
    expect(await list({ state: 'late' })).toMatchObject([{ lateDays: 2 }])
    expect(await list({ state: 'due' })).toEqual([])
    const lines = (await as('warehouse').call('purchase.order-detail', { hid: clinic.hid, id: orderId })).list
    expect(lines).toMatchObject([{ productId: frame, ordered: 4, received: 1, waiting: 3 }])
    expect((await as('manager').call('purchase.order', { hid: clinic.hid })).list[0]?.costTotal).not.toBeNull()
    const other = await freshClinic()
    expect((await other.as('warehouse').call('purchase.order', {})).list).toEqual([])
    expect(await as('cashier').refusal('purchase.proposal', { hid: clinic.hid })).toMatchObject({ code: 20405 })
  })
})
