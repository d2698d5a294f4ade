/** Scrap: another person approves, the goods leave once, the job bears the cost, destruction is recorded once. */
import { beforeAll, describe, expect, it } from 'vitest'
import { makeOrder } from '#modules/frame-orders/server/make.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { makeStock } from '../make.ts'

let clinic: Clinic
let frame = { productId: 0, batchId: 0 }
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const onHand = async () =>
  (await as('warehouse').call('stock.view', { hid: clinic.hid, query_type: 2, type: 0 })).list.find((b) => b.batchId === frame.batchId)
    ?.quantity
const write = (set: object = {}) =>
  as('warehouse').call('scrap.create', {
    hid: clinic.hid,
    cause: 1,
    items: [{ productId: frame.productId, batchId: frame.batchId, quantity: 1 }],
    ...set,
  })
beforeAll(async () => {
  clinic = await freshClinic()
  const { productId } = await makeFrame(as('warehouse').call)
  const [item] = (await makeStock(as('warehouse').call, clinic.hid, [{ productId, quantity: 20, cost: 80 }])).items
  frame = { productId, batchId: item?.batchId ?? 0 }
})

describe('scrap', () => {
  it('waits for another person, then its goods leave; destruction is written once and not before', async () => {
    const { stockoutId, status } = await write({ note: '镜腿断' })
    expect(status).toBe(1)
    expect(await onHand()).toBe(20)
    const record = { stockoutId, destroyedOn: await clinic.tx(async (cx) => cx.today), destroyedWay: '剪断', witness: '周店长' }
    expect(await as('warehouse').refusal('scrap.destroy', record)).toMatchObject({ code: 1, message: '报废审批以后才能登记销毁' })
    expect(await as('warehouse').refusal('scrap.approve', { stockoutId })).toMatchObject({ code: 20405 })
    const agreed = await as('manager').call('scrap.approve', { stockoutId })
    expect(agreed).toMatchObject({ status: 2, cause: 1, value: 80, destroyedOn: null })
    expect(agreed.approverName).not.toBeNull()
    expect(await onHand()).toBe(19)
    expect(await as('warehouse').refusal('scrap.destroy', { ...record, destroyedOn: '2020-01-01' })).toMatchObject({ field: 'destroyedOn' })
    expect(await as('warehouse').refusal('scrap.destroy', { ...record, witness: ' ' })).toMatchObject({ field: 'witness' })
    expect(await as('warehouse').call('scrap.destroy', record)).toMatchObject({ destroyedWay: '剪断', witness: '周店长' })
    expect(await as('warehouse').refusal('scrap.destroy', { ...record, witness: '别人' })).toMatchObject({
      message: '已登记销毁，不能改写',
    })
  })
  it('that was destroyed does not come back into stock, whoever revokes its paper', async () => {
    const { stockoutId } = await write()
    await as('manager').call('scrap.approve', { stockoutId })
    const shelfAfter = await onHand()
    const today = await clinic.tx(async (cx) => cx.today)
    await as('warehouse').call('scrap.destroy', { stockoutId, destroyedOn: today, destroyedWay: '剪断', witness: '周店长' })
    const sentence = { code: 1, message: '已登记销毁的货不能撤销出库' }
    expect(await as('manager').refusal('stockout.revocation', { id: stockoutId, reason: '误操作' })).toMatchObject(sentence)
    expect(await as('manager').refusal('stockout.status', { stockoutId, status: 4, reason: '误操作' })).toMatchObject(sentence)
    await expect(clinic.tx((cx) => cx.db.run(sql`update stock_out set status = 4 where stockout_id = ${stockoutId}`))).rejects.toThrow(
      /destroyed/,
    )
    expect(await onHand()).toBe(shelfAfter)
  })
  it('is agreed by nobody who wrote it, through no call: the database keeps it', async () => {
    const ownPaper = await as('manager').call('stockout.create', {
      hid: clinic.hid,
      stockoutType: 5,
      items: [{ productId: frame.productId, batchId: frame.batchId, quantity: 1 }],
    })
    const { stockoutId } = ownPaper
    const shelfBefore = await onHand()
    await as('manager').call('stockout.status', { stockoutId, status: 1 })
    const sentence = { code: 1, message: '报废要由制单人以外的人审批，请换一位' }
    expect(await as('manager').refusal('scrap.approve', { stockoutId })).toMatchObject(sentence)
    expect(await as('manager').refusal('stockout.confirm', { stockoutId })).toMatchObject(sentence)
    expect(await as('manager').refusal('stockout.status', { stockoutId, status: 2 })).toMatchObject(sentence)
    expect(await as('manager').refusal('stockout.bulk-delivery', { stock_out_ids: [stockoutId] })).toMatchObject(sentence)
    expect(await as('warehouse').refusal('stockout.confirm', { stockoutId })).toMatchObject({ code: 20405 })
    await expect(clinic.tx((cx) => cx.db.run(sql`update stock_out set status = 2 where stockout_id = ${stockoutId}`))).rejects.toThrow(
      /agreed by nobody else/,
    )
    expect(await onHand()).toBe(shelfBefore)
  })
  it('written off as lost on a stock-out paper leaves by another person who may confirm losses, through no other call', async () => {
    const items = [{ productId: frame.productId, batchId: frame.batchId, quantity: 1 }]
    const { stockoutId } = await as('manager').call('stockout.create', { hid: clinic.hid, stockoutType: 6, items })
    const shelfBefore = await onHand()
    await as('manager').call('stockout.status', { stockoutId, status: 1 })
    const sentence = { code: 1, message: '填单的人和盘点的人不能自己确认，请换一位' }
    expect(await as('manager').refusal('stockout.confirm', { stockoutId })).toMatchObject(sentence)
    expect(await as('manager').refusal('stockout.status', { stockoutId, status: 2 })).toMatchObject(sentence)
    expect(await as('manager').refusal('stockout.bulk-delivery', { stock_out_ids: [stockoutId] })).toMatchObject(sentence)
    expect(await as('warehouse').refusal('stockout.confirm', { stockoutId })).toMatchObject({ code: 20405 })
    await expect(clinic.tx((cx) => cx.db.run(sql`update stock_out set status = 2 where stockout_id = ${stockoutId}`))).rejects.toThrow(
      /agreed by nobody else/,
    )
    expect(await onHand()).toBe(shelfBefore)
    await as('chain').call('stockout.confirm', { stockoutId })
    expect(await onHand()).toBe((shelfBefore ?? 0) - 1)
  })
  it('of a job stands in the remake ledger with what it cost; a job nobody knows is refused by its field', async () => {
    const { pid } = await as('reception').call('patients.save', { name: '报废', mobile: '13900008001', birth: '2000-01-01', gender: 1 })
    const { recordFrameId, orderNo } = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
    expect(
      await as('warehouse').refusal('scrap.create', {
        hid: clinic.hid,
        cause: 5,
        jobNo: 'PJ0',
        items: [{ productId: frame.productId, quantity: 1 }],
      }),
    ).toMatchObject({
      code: 1,
      field: 'jobNo',
    })
    const { stockoutId } = await write({
      cause: 5,
      jobNo: orderNo,
      items: [{ productId: frame.productId, batchId: frame.batchId, quantity: 2 }],
    })
    const ledger = async () => (await as('manager').call('remakes.list', { what: 'scrap' })).list
    expect(await ledger()).toEqual([])
    await as('manager').call('scrap.approve', { stockoutId })
    expect(await ledger()).toMatchObject([{ cause: 'scrapped', cost: 160, pieces: 2, orderNo, recordFrameId, payer: 'store' }])
  })
  it('is told to its store, without what it cost to who is not told costs', async () => {
    const rows = (await as('workshop').call('scrap.list', { hid: clinic.hid, cause: 1 })).list
    expect(rows.map((r) => r.value)).toEqual(rows.map(() => 80))
    const other = await freshClinic()
    expect((await other.as('warehouse').call('scrap.list', {})).list).toEqual([])
    const [scrapRow] = rows
    expect(await other.as('warehouse').refusal('scrap.info', { id: scrapRow?.stockoutId ?? 0 })).toMatchObject({ code: 1 })
    expect(await as('cashier').refusal('scrap.list', {})).toMatchObject({ code: 20405 })
  })
  it('names batches of the warehouse it is of', async () => {
    const other = await makeFrame(as('warehouse').call)
    expect(
      await as('warehouse').refusal('scrap.create', {
        hid: clinic.hid,
        cause: 1,
        items: [{ productId: other.productId, batchId: frame.batchId, quantity: 1 }],
      }),
    ).toMatchObject({ code: 1, field: 'items.0.batchId' })
  })
})
