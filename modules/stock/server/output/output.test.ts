/** Outgoing goods: picked by one person, checked by another, handed out of the scanned batches. */
import { beforeAll, describe, expect, it } from 'vitest'
import { makeFrame, makeSolution } from '#modules/products/server/make.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { makeStock } from '../make.ts'

const CODE = '6901234567892'
let clinic: Clinic
let care = 0
let frame = 0
let late = 0
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
/** Picked by the workshop, checked and handed out by the warehouse. */
const pick = (stockoutId: number, scan: object) => as('workshop').call('output.pick', { stockoutId, ...scan })
const check = (stockoutId: number, scan: object) => as('warehouse').call('output.check', { stockoutId, ...scan })
async function paper(items: object[], head: object = {}): Promise<number> {
  const { stockoutId } = await as('manager').call('stockout.create', {
    hid: clinic.hid,
    stockoutType: 8,
    receiver: '验光室',
    items,
    ...head,
  } as never)
  await as('manager').call('stockout.status', { stockoutId, status: 1 })
  return stockoutId
}
const onHandOf = async (productId: number) => {
  const { list } = await as('warehouse').call('stock.view', { hid: clinic.hid, query_type: 2, type: 0, product_id: productId })
  return Object.fromEntries(list.map((b) => [b.batchNo ?? '', b.quantity]))
}
beforeAll(async () => {
  clinic = await freshClinic({ stores: 2 })
  const { call } = as('warehouse')
  const made = await makeSolution(call)
  care = made.productId
  const info = await call('product.info', { id: care })
  await call('product.save', { ...info, supplierName: undefined, productId: care, versionNo: undefined, barCode: CODE } as never)
  frame = (await makeFrame(call)).productId
  await makeStock(call, clinic.hid, [
    { productId: care, quantity: 40, batchNo: 'SOON', expiry: '2031-05-31', cost: 10 },
    { productId: care, quantity: 40, batchNo: 'LATE', expiry: '2033-05-31', cost: 10 },
    { productId: frame, quantity: 40, cost: 80 },
  ])
  const { list } = await call('stock.view', { hid: clinic.hid, query_type: 2, type: 0, product_id: care })
  late = list.find((b) => b.batchNo === 'LATE')?.batchId ?? 0
})

describe('a paper on its way out', () => {
  it('is picked, checked by another person and handed out of the batches that were scanned', async () => {
    const stockoutId = await paper([
      { productId: care, quantity: 2 },
      { productId: frame, quantity: 1 },
    ])
    const row = async () => (await as('warehouse').call('output.list', { way: 'paper' })).list.find((p) => p.stockoutId === stockoutId)
    expect(await row()).toMatchObject({ stage: 0, picked: 0, quantity: 3 })
    const shelfBefore = await onHandOf(care)
    // The bar code takes what expires first; a code that names its lot takes that one, and tells what should have left before it.
    expect(await pick(stockoutId, { code: CODE })).toMatchObject({ stage: 1, batch: { batchNo: 'SOON' }, earlier: null, complete: false })
    const second = await pick(stockoutId, { code: `(01)0${CODE}(10)LATE` })
    expect(second).toMatchObject({ batch: { batchNo: 'LATE' }, earlier: '2031-05-31', item: { picked: 2 } })
    expect(await as('workshop').refusal('output.pick', { stockoutId, code: CODE })).toMatchObject({
      code: 1,
      message: expect.stringContaining('只要 2，已经齐了'),
      field: 'code',
    })
    const info = await as('workshop').call('output.info', { id: stockoutId })
    const next = info.items.find((i) => i.productId === frame)?.next
    expect(next?.free).toBe(40)
    expect(await pick(stockoutId, { batchId: next?.batchId })).toMatchObject({ stage: 2, complete: true })
    // What lies there did not move yet, and no call moves it before the second check.
    expect(await onHandOf(care)).toEqual(shelfBefore)
    const unchecked = { code: 1, message: '这张单还没有拣齐并由第二人复核，不能出库' }
    expect(await as('warehouse').refusal('output.hand-out', { stockoutId })).toMatchObject(unchecked)
    expect(await as('warehouse').refusal('stockout.confirm', { stockoutId })).toMatchObject(unchecked)
    expect(await as('warehouse').refusal('stockout.status', { stockoutId, status: 2 })).toMatchObject(unchecked)
    expect(await as('warehouse').refusal('stockout.bulk-delivery', { stock_out_ids: [stockoutId] })).toMatchObject(unchecked)
    await check(stockoutId, { code: CODE })
    await check(stockoutId, { code: CODE })
    expect(await as('warehouse').refusal('output.check', { stockoutId, code: CODE })).toMatchObject({
      message: expect.stringContaining('已经齐了'),
    })
    expect(await check(stockoutId, { batchId: next?.batchId })).toMatchObject({ stage: 4, complete: true })
    expect((await row())?.pickers).not.toBe((await row())?.checkers)
    const handedOut = await as('warehouse').call('output.hand-out', { stockoutId })
    expect(handedOut).toMatchObject({ status: 2, receiver: '验光室' })
    expect(await onHandOf(care)).toEqual({ SOON: (shelfBefore.SOON ?? 0) - 1, LATE: (shelfBefore.LATE ?? 0) - 1 })
    expect(await row()).toBeUndefined()
  })
  it('is not checked by who picked it, nor picked by who checks it; the database keeps it', async () => {
    const stockoutId = await paper([{ productId: frame, quantity: 2 }])
    const batchId = (await as('warehouse').call('output.info', { id: stockoutId })).items[0]?.next?.batchId ?? 0
    await as('warehouse').call('output.pick', { stockoutId, batchId })
    const samePerson = { code: 1, message: '拣货和复核不能是同一个人，请换一位' }
    expect(await as('warehouse').refusal('output.check', { stockoutId, batchId })).toMatchObject(samePerson)
    await as('manager').call('output.check', { stockoutId, batchId })
    expect(await as('manager').refusal('output.pick', { stockoutId, batchId })).toMatchObject(samePerson)
    const scan = (round: number, quantity: number, ctid: number | null = null) =>
      clinic.tx((cx) =>
        cx.db.run(
          sql`
            insert into stock_out_scan (oid, hid, stockout_id, item_id, batch_id, round, quantity, ctid_)
            select i.oid, i.hid, i.stockout_id, i.item_id, ${batchId}, ${round}, ${quantity},
              coalesce(
                ${ctid}::bigint, (select s.ctid_ from stock_out_scan s where s.stockout_id = ${stockoutId} and s.round = 1 limit 1)
              )
            from stock_out_item i
            where i.stockout_id = ${stockoutId}
          `,
        ),
      )
    await expect(scan(2, 1)).rejects.toThrow(/does not check/)
    await expect(scan(1, 2)).rejects.toThrow(/does not ask/)
    await expect(scan(1, -1)).rejects.toThrow(/was not picked/)
    await expect(clinic.tx((cx) => cx.db.run(sql`update stock_out set status = 2 where stockout_id = ${stockoutId}`))).rejects.toThrow(
      /not checked/,
    )
  })
  it('refuses by name what it does not ask for, an unknown code, and what may not leave', async () => {
    const stockoutId = await paper([{ productId: care, quantity: 3 }])
    const refusal = (scan: object) => as('workshop').refusal('output.pick', { stockoutId, ...scan })
    expect(await refusal({ code: 'NOBODY-1' })).toMatchObject({ code: 1, field: 'code', message: '不认识的码 NOBODY-1' })
    const other = (await as('warehouse').call('stock.view', { hid: clinic.hid, query_type: 2, product_id: frame })).list[0]
    expect(await refusal({ batchId: other?.batchId })).toMatchObject({ message: expect.stringContaining('请放回') })
    expect(await refusal({})).toMatchObject({ field: 'code' })
    expect(await refusal({ code: CODE, quantity: 0 })).toMatchObject({ field: 'quantity' })
    expect(await refusal({ code: CODE, quantity: 4 })).toMatchObject({ message: expect.stringContaining('只要 3') })
    expect(await as('warehouse').refusal('output.check', { stockoutId, code: CODE })).toMatchObject({
      message: expect.stringContaining('没有拣过'),
    })
    await as('warehouse').call('batch.create', {
      batchId: late,
      productId: care,
      locked: true,
      lockReason: '待查',
    } as never)
    expect(await refusal({ batchId: late })).toMatchObject({ message: expect.stringContaining('待查') })
    await as('warehouse').call('batch.create', { batchId: late, productId: care, locked: false } as never)
    // Taking a scan back leaves the line as it was.
    expect(await pick(stockoutId, { code: CODE })).toMatchObject({ item: { picked: 1 } })
    expect(await pick(stockoutId, { code: CODE, quantity: -1 })).toMatchObject({ stage: 0, item: { picked: 0 } })
    expect(await refusal({ code: CODE, quantity: -1 })).toMatchObject({ message: expect.stringContaining('没有拣过') })
    // Nobody picks it any more: it leaves by the rule, first expired first.
    expect(await as('warehouse').call('stockout.confirm', { stockoutId })).toMatchObject({ status: 2 })
    expect(await refusal({ code: CODE })).toMatchObject({ message: '这张单不在待出库，不能拣货或复核' })
  })
  it('twice at once is one: twenty scan the last piece', async () => {
    const stockoutId = await paper([{ productId: care, quantity: 5 }])
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        pick(stockoutId, { code: CODE }).then(
          () => true,
          () => false,
        ),
      ),
    )
    expect(all.filter(Boolean)).toHaveLength(5)
    expect(await as('warehouse').call('output.info', { id: stockoutId })).toMatchObject({ picked: 5, stage: 2 })
  })
  it('sent back and written anew forgets what was picked of the lines before', async () => {
    const stockoutId = await paper([{ productId: care, quantity: 1 }])
    await pick(stockoutId, { code: CODE })
    const { version } = await as('warehouse').call('stockout.status', { stockoutId, status: 0 })
    expect(await as('workshop').refusal('output.pick', { stockoutId, code: CODE })).toMatchObject({
      message: expect.stringContaining('不在待出库'),
    })
    await as('manager').call('stockout.before-out', {
      stockoutId,
      version,
      hid: clinic.hid,
      receiver: '前台',
      items: [{ productId: care, quantity: 2 }],
    } as never)
    expect(await as('warehouse').call('output.info', { id: stockoutId })).toMatchObject({ picked: 0, quantity: 2, stage: 0 })
  })
  it('names who receives it; a transfer stands apart, scrap is not picked, and another store sees none of it', async () => {
    const nobody = await paper([{ productId: frame, quantity: 1 }], { stockoutType: 3, toHid: clinic.hids[1]!, receiver: null })
    const batchId = (await as('warehouse').call('output.info', { id: nobody })).items[0]?.next?.batchId
    await pick(nobody, { batchId })
    await check(nobody, { batchId })
    const ids = async (way: 'paper' | 'transfer') => (await as('warehouse').call('output.list', { way })).list.map((p) => p.stockoutId)
    expect(await ids('transfer')).toEqual([nobody])
    expect(await ids('paper')).not.toContain(nobody)
    expect(await as('warehouse').call('output.hand-out', { stockoutId: nobody, receiver: '海淀店' })).toMatchObject({
      status: 2,
      receiver: '海淀店',
    })
    const scrap = await paper([{ productId: frame, quantity: 1 }], { stockoutType: 5 })
    expect(await ids('paper')).not.toContain(scrap)
    expect(await as('workshop').refusal('output.pick', { stockoutId: scrap, batchId: batchId ?? 0 })).toMatchObject({
      message: expect.stringContaining('不在待出库'),
    })
    expect((await as('chain').call('output.list', { hid: clinic.hids[1]! })).list).toEqual([])
    const other = await freshClinic()
    expect(await other.as('warehouse').refusal('output.info', { id: scrap })).toMatchObject({ code: 1 })
    expect(await as('cashier').refusal('output.list', {})).toMatchObject({ code: 20405 })
    expect(await as('workshop').refusal('output.check', { stockoutId: scrap, batchId: batchId ?? 0 })).toMatchObject({ code: 20405 })
  })
})
