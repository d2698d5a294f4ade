/**
 * Class III devices come in and go out under a registration number, from a supplier whose licence is on record (issue 10.9): at every door,
 * and by the database whichever door somebody builds next.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { post, sql } from '#kernel/server/index.ts'
import { bagsOf, CHECKS } from '#modules/frame-orders/server/make.ts'
import { freshClinic, type Clinic, type Sent } from '../../../../tests/harness.ts'
import { pair } from './batches.ts'

let clinic: Clinic
let pid: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const supplier = (name: string, licenceExpires: string | null) =>
  as('manager')
    .call('supplier.save', { name, ...(licenceExpires ? { licenceNo: 'X', licenceExpires } : {}) })
    .then((s) => s.supplierId)
let good: number
let bare: number
const bottle = (name: string, over: Partial<Sent<'product.save'>>) =>
  as('manager')
    .call('product.save', { category: 5, name, unit: '瓶', price: 88, deviceClass: 3, ...over })
    .then((p) => ({ ...p, id: p.productId }))
const N = { registrationNo: '国械注准20193160001' }

beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '1999-07-01', gender: 1 })).pid
  good = await supplier('有证械商', later(400))
  bare = await supplier('无证械商', null)
})
const lot = (productId: number) => ({ productId, quantity: 4, batchNo: 'L1', expiry: later(300) })
/** A receipt written and handed in; what posting it says. */
const received = async (productId: number, supplierId?: number) => {
  const { stockinId } = await as('warehouse').call('stockin.create', {
    hid: clinic.hid,
    status: 1,
    items: [lot(productId)],
    ...(supplierId ? { supplierId } : {}),
  })
  return { stockinId, status: 2 as const }
}
/** Goods that came in by law, and whose registration number somebody then takes out of the catalogue. */
async function stripped(name: string): Promise<{ id: number; name: string; batchId: number }> {
  const made = await bottle(name, { ...N, supplierId: good })
  const paper = await as('warehouse').call('stockin.status', await received(made.id))
  await as('manager').call('product.save', {
    productId: made.id,
    versionNo: made.versionNo,
    category: 5,
    name,
    unit: '瓶',
    price: 88,
    deviceClass: 3,
    registrationNo: null,
  })
  return { id: made.id, name, batchId: paper.items[0]!.batchId! }
}
const unregistered = (name: string) => ({ code: 1, message: expect.stringContaining(`${name}是三类医疗器械，没有登记注册证号`) })

describe('class III devices', () => {
  it('come in with a registration number and from a licensed supplier only; the sentence names the goods and what is missing', async () => {
    const numberless = await bottle('无号护理液', { supplierId: good })
    expect(await as('warehouse').refusal('stockin.status', await received(numberless.id))).toMatchObject({
      ...unregistered('无号护理液'),
      field: 'registrationNo',
    })
    const loose = await bottle('无商护理液', N)
    expect(await as('warehouse').refusal('stockin.status', await received(loose.id))).toMatchObject({
      code: 1,
      field: 'supplierId',
      message: expect.stringContaining('无商护理液是三类医疗器械，请填写供应商'),
    })
    expect(await as('warehouse').refusal('stockin.status', await received(loose.id, bare))).toMatchObject({
      code: 1,
      field: 'supplierId',
      message: expect.stringContaining('供应商“无证械商”没有登记许可证'),
    })
    expect((await as('warehouse').call('stockin.status', await received(loose.id, good))).status).toBe(2)
  })

  it('without a number are not sold over the counter, and come back when they were sold before', async () => {
    const sold = await bottle('先售护理液', { ...N, supplierId: good })
    await as('warehouse').call('stockin.status', await received(sold.id))
    const pay = async (productId: number) => {
      const { feebill } = await as('cashier').call('feebill.save', { pid, items: [{ productId, quantity: 1 }] })
      return { fbid: feebill.fbid, payStyleList: [{ payWay: 1 as const, amount: feebill.billPrice }] }
    }
    const paid = await as('cashier').call('feebill.confirm', await pay(sold.id))
    await as('manager').call('product.save', {
      productId: sold.id,
      versionNo: sold.versionNo,
      category: 5,
      name: sold.name,
      unit: '瓶',
      price: 88,
      deviceClass: 3,
      registrationNo: null,
    })
    expect(await as('cashier').refusal('feebill.confirm', await pay(sold.id))).toMatchObject(unregistered('先售护理液'))
    const refund = { fbid: paid.feebill.fbid, items: [{ biid: paid.BillItemList[0]!.biid }], reason: '退货' }
    await as('cashier').call('fee-bills.refund', refund)
    expect(await as('cashier').refusal('fee-bills.cancellation-refund', { fbid: paid.feebill.fbid })).toMatchObject(
      unregistered('先售护理液'),
    )
  })

  it('leave the warehouse as scrap or back to the supplier, not as a sale; counting finds no more of them', async () => {
    const { id, name, batchId } = await stripped('积压护理液')
    const out = async (stockoutType: 1 | 5) => {
      const paper = await as('warehouse').call('stockout.create', {
        hid: clinic.hid,
        stockoutType,
        items: [{ productId: id, batchId, quantity: 1 }],
      })
      await as('warehouse').call('stockout.status', { stockoutId: paper.stockoutId, status: 1 })
      return { stockoutId: paper.stockoutId }
    }
    expect(await as('warehouse').refusal('stockout.confirm', await out(1))).toMatchObject(unregistered(name))
    const scrapped = await out(5)
    expect((await as('manager').call('stockout.confirm', scrapped)).status).toBe(2)
    const counted = { hid: clinic.hid, productId: id, batchId, note: '盘点' }
    expect(await as('manager').refusal('stock.adjust', { ...counted, stockNumber: 9 })).toMatchObject(unregistered(name))
    expect(await as('manager').call('stock.adjust', { ...counted, stockNumber: 2 })).toMatchObject({ difference: -1 })
  })

  it('of a frame order are not received, and not issued to it', async () => {
    const made = {
      category: 3,
      name: '三类镜片',
      unit: '片',
      price: 900,
      deviceClass: 3,
      lensType: 1,
      classifyStatus: 2,
      sphMin: -8,
      sphMax: 0,
      cylMin: -2,
      cylMax: 0,
      supplierId: good,
    } as const
    const { productId: lens, versionNo } = await as('manager').call('product.save', made)
    const order = await as('optometrist').call('frame.create', {
      hid: clinic.hid,
      pid,
      dsOd: -3,
      dsOs: -3,
      pdOd: 31,
      pdOs: 31,
    })
    const chosen = await as('optometrist').call('frame.product', {
      id: order.recordFrameId,
      ownFrame: true,
      lensProductOd: lens,
      lensProductOs: lens,
    })
    await as('cashier').call('feebill.confirm', { fbid: chosen.fbid!, payStyleList: [{ payWay: 1, amount: chosen.total }] })
    const goods = { id: order.recordFrameId, batchNo: 'L1', measured: bagsOf(order) }
    expect(await as('warehouse').refusal('frame.goods', goods)).toMatchObject(unregistered('三类镜片'))
    await as('manager').call('product.save', { ...made, productId: lens, versionNo, registrationNo: '国械注准2' })
    expect((await as('warehouse').call('frame.goods', goods)).status).toBe(40)
    expect((await as('workshop').call('frame.processing', { id: order.recordFrameId, checks: CHECKS })).status).toBe(50)
  })

  it('the database keeps it, whichever door forgets: unregistered, unlicensed and expired goods neither come in nor go out', async () => {
    const { batchId } = await stripped('库外护理液')
    const move = (n: number, ref: string) => clinic.tx((cx) => post(cx, { reason: '试', ref, lines: pair(batchId, n) }))
    await expect(move(3, 'other:1')).rejects.toThrow(/no registration number/)
    await expect(move(-1, 'other:1')).rejects.toThrow(/no registration number/)
    await clinic.tx((cx) =>
      cx.db.run(
        sql`
          update product
          set registration_no = ${N.registrationNo}
          where product_id = (select product_id from batch where batch_id = ${batchId})
        `,
      ),
    )
    await clinic.tx((cx) => cx.db.run(sql`update batch set supplier_id = ${bare} where batch_id = ${batchId}`))
    await expect(move(3, 'other:1')).rejects.toThrow(/licence/)
    await expect(move(-1, 'other:1')).rejects.toThrow(/licence/)
    await clinic.tx((cx) => cx.db.run(sql`update batch set supplier_id = ${good}, expiry = '2024-06-30' where batch_id = ${batchId}`))
    await expect(move(3, 'other:1')).rejects.toThrow(/expired/)
    await expect(move(-1, 'other:1')).rejects.toThrow(/expired/)
    await clinic.tx((cx) => cx.db.run(sql`update batch set expiry = null where batch_id = ${batchId}`))
    await move(3, 'other:1')
    await move(-1, 'other:2')
  })
})
