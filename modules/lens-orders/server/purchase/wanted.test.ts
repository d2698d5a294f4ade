/** Done when 2 of the orders: glasses wait for lenses, their receipt sends the glasses on, and nothing was typed twice. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { oma } from '#modules/devices/server/make.ts'
import { CHECKS, makeOrder, makeGoodsCome } from '#modules/frame-orders/server/make.ts'
import { available, receive } from '#modules/stock/server/door.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { makeGoods, makeSupplier, statedOf } from '../make.ts'

let clinic: Clinic
let pid: number
let custom: number
let shelved: number
let supplierId: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const glasses = async (id: number) => (await as('workshop').call('frame.info', { id })).status
const POWERS = { dsOd: -3.25, dcOd: -0.5, axOd: 175, dsOs: -2.75, dcOs: -1, axOs: 5 }
/** A pair that is paid for and waits for its lenses. */
async function paid(lens: number, over: object = {}): Promise<{ id: number; fbid: number }> {
  const { recordFrameId: id } = await makeOrder(as('optometrist'), { hid: clinic.hid, pid, ...over })
  const chosen = await as('optometrist').call('frame.product', { id, ownFrame: true, lensProductOd: lens, lensProductOs: lens })
  const { feebill } = await as('cashier').call('feebill.info', { id: chosen.fbid! })
  await as('cashier').call('feebill.confirm', { fbid: chosen.fbid!, payStyleList: [{ payWay: 1, amount: feebill.billPrice }] })
  return { id, fbid: chosen.fbid! }
}
const ordersOf = async (id: number) =>
  (await as('warehouse').call('lens-orders.list', { pid, pageSize: 100 })).list.filter((o) => o.recordFrameId === id)
const only = async (id: number) => {
  const [order, another] = await ordersOf(id)
  expect([order?.recordFrameId, another]).toEqual([id, undefined])
  return order!
}
const lot = { batchNo: 'HX2611', expiry: '2031-01-01' }
/** Its lens order, sent to the maker: from here on the warehouse only scans. */
async function placed(id: number): Promise<number> {
  const { orderId } = await only(id)
  await as('warehouse').call('orders.status', { oid: orderId, status: 2 })
  await as('doctor').call('orders.review', { id: orderId })
  await as('warehouse').call('orders.status', { oid: orderId, status: 3 })
  return orderId
}
/** Lenses come, each label as its line was ordered. */
async function came(id: number, ...eyes: Array<'od' | 'os'>) {
  const { items } = await as('warehouse').call('lens-orders.details', { id })
  const line = (eye: 'od' | 'os') => items.find((i) => i.eye === eye)!
  const lines = eyes.map((eye) => ({ eye, ...lot, measured: statedOf('glasses', line(eye)) }))
  return as('warehouse').call('lens-orders.receive', { id, lines })
}
const free = (productId: number, power: object) => clinic.tx((cx) => available(cx, { hid: clinic.hid, productId, ...power }))
const refund = async (fbid: number) => {
  const { BillItemList } = await as('cashier').call('feebill.info', { id: fbid })
  return as('manager').call('fee-bills.refund', { fbid, items: BillItemList.map((i) => ({ biid: i.biid })), reason: '不要了' })
}

beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  supplierId = await makeSupplier(as('manager'))
  custom = await makeGoods(as('manager'), 3, supplierId, { classifyStatus: 2 })
  shelved = await makeGoods(as('manager'), 3, supplierId, { classifyStatus: 1 })
  pid = (await as('reception').call('patients.save', { name: '待来料', mobile: '13900000031', birth: '1996-07-01', gender: 1 })).pid
})

describe('lenses glasses wait for', () => {
  it('are drafted of their maker with the powers of the glasses; their receipt sends the glasses to inspection', async () => {
    const { id } = await paid(custom)
    expect(await glasses(id)).toBe(30)
    const draft = await only(id)
    expect(draft).toMatchObject({ ...POWERS, kind: 'glasses', status: 1, mode: 2, pid, supplierId, pieces: 2 })
    const awaited = async () => (await as('workshop').call('frame.awaited', { hid: clinic.hid })).filter((a) => a.recordFrameId === id)
    expect(await awaited()).toMatchObject([{ orderNo: draft.orderNo, stateName: '待提交', late: false }])
    const orderId = await placed(id)
    const { promisedOn } = await only(id)
    expect(promisedOn).not.toBeNull()
    expect(await awaited()).toMatchObject([{ stateName: '生产中', supplierName: draft.supplierName, promisedOn, late: false }])
    expect((await came(orderId, 'od', 'os')).status).toBe(6)
    expect(await awaited()).toEqual([])
    const info = await as('workshop').call('frame.info', { id })
    expect(info).toMatchObject({ status: 40, onOrder: false })
    expect(info.items.every((i) => i.issued)).toBe(true)
    const batches = await clinic.tx((cx) =>
      cx.db.rows(
        { batchNo: 'string | null', heldFor: 'string | null', balance: 'number' },
        sql`
          select b.batch_no, b.held_for, a.balance
          from batch b
          join ledger_account a on a.oid = b.oid and a.key = 'batch:' || b.batch_id
          where b.product_id = ${custom}
          order by 1
        `,
      ),
    )
    expect(batches).toEqual(batches.map(() => ({ batchNo: lot.batchNo, heldFor: `frame:${id}`, balance: 0 })))
    expect((await as('workshop').call('frame.processing', { id, checks: CHECKS })).status).toBe(50)
  })
  it('are told their maker with the rims the tracer drew, and without them once the frame is another one', async () => {
    const { id } = await paid(custom)
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(oma(52, 40, 18))]), 'frame.oma')
    await fetch(`${clinic.base}/api/frame/trace/${id}`, { method: 'POST', headers: { token: await clinic.token('workshop') }, body })
    const orderId = await placed(id)
    const written = async () => {
      const { sentId } = await as('warehouse').call('orders.file.make', { id: orderId, format: 'dcs' })
      return Buffer.from(await (await as('warehouse').raw('orders.file', { sentId })).arrayBuffer()).toString('utf8')
    }
    const sent = await written()
    expect(sent).toContain('HBOX=52.00;52.00\r\nVBOX=40.00;40.00\r\nDBL=18.00\r\n')
    expect(sent).toContain('TRCFMT=1;360;U;R;F\r\nR=')
    await clinic.tx((cx) => cx.db.run(sql`update record_frame set frame_a = 50 where record_frame_id = ${id}`))
    expect((await as('warehouse').call('orders.files', { id: orderId })).map((f) => f.old)).toEqual([true])
    expect(await written()).not.toContain('TRCFMT')
  })
  it('are all waited for: the right lens alone sends nothing on', async () => {
    const { id } = await paid(custom)
    const orderId = await placed(id)
    await came(orderId, 'od')
    expect(await glasses(id)).toBe(30)
    await came(orderId, 'os')
    expect(await glasses(id)).toBe(40)
  })
  it('are two where two are alike: with one on the shelf the other is ordered, and the bill is paid', async () => {
    // Of somebody whose last glasses were not other ones.
    const before = pid
    pid = (await as('reception').call('patients.save', { name: '两片相同', mobile: '13900000032', birth: '1996-07-01', gender: 1 })).pid
    const power = { sph: -3, cyl: 0 }
    await clinic.tx((cx) =>
      receive(cx, { ref: 'one', hid: clinic.hid, reason: '期初', lines: [{ productId: shelved, ...power, quantity: 1 }] }),
    )
    const same = { dsOd: -3, dcOd: 0, axOd: null, dsOs: -3, dcOs: 0, axOs: null }
    const { id } = await paid(shelved, same)
    expect(await glasses(id)).toBe(30)
    expect(await only(id)).toMatchObject({ pieces: 1, dsOs: -3, dsOd: null })
    await came(await placed(id), 'os')
    expect(await glasses(id)).toBe(40)
    expect(await free(shelved, power)).toBe(0)
    pid = before
  })
  it('are wanted again when a lens was spoilt', async () => {
    const { id } = await paid(custom)
    await came(await placed(id), 'od', 'os')
    await as('workshop').call('frame.unqualified', { id, cause: 'process', side: 'ou', cost: 0, reason: '崩边' })
    await as('workshop').call('frame.status', { id, status: 30 })
    expect((await ordersOf(id)).map((o) => o.status).sort()).toEqual([1, 6])
  })
})
describe('glasses that are given up', () => {
  it('take with them what nobody ordered yet', async () => {
    const { id, fbid } = await paid(custom)
    await only(id)
    await refund(fbid)
    expect(await glasses(id)).toBe(90)
    expect(await ordersOf(id)).toEqual([])
  })
  it('leave what the maker has to come to the shelf, for anybody', async () => {
    const { id, fbid } = await paid(custom)
    const orderId = await placed(id)
    await came(orderId, 'od')
    await refund(fbid)
    expect(await free(custom, { sph: -3.25, cyl: -0.5 })).toBe(1)
    expect((await came(orderId, 'os')).status).toBe(6)
    expect(await free(custom, { sph: -2.75, cyl: -1 })).toBe(1)
  })
  it('while their lenses come: both are done, one after the other, and nothing stays held', async () => {
    const { id, fbid } = await paid(custom)
    const orderId = await placed(id)
    const before = await free(custom, { sph: -3.25, cyl: -0.5 })
    const both = await Promise.allSettled([came(orderId, 'od', 'os'), refund(fbid)])
    expect(both.map((b) => b.status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await glasses(id)).toBe(90)
    expect(await free(custom, { sph: -3.25, cyl: -0.5 })).toBe(before + 1)
  })
})
describe('goods received by hand', () => {
  it('have the lot that is on the bag, and nothing more is ordered', async () => {
    const { id } = await paid(custom)
    await only(id)
    expect(await as('warehouse').refusal('frame.goods', { id })).toMatchObject({ code: 1, field: 'batchNo' })
    const bag = { id, batchNo: 'HX9' }
    expect(await as('warehouse').refusal('frame.goods', bag)).toMatchObject({ field: 'measured.dsOd' })
    const turned = await as('warehouse').refusal('frame.goods', { ...bag, measured: { ...POWERS, dsOd: 3.25 } })
    expect(turned).toMatchObject({ field: 'measured.dsOd', message: expect.stringContaining('订 -3.25，到 3.25') })
    expect(await makeGoodsCome(as('warehouse'), id, 'HX9')).toMatchObject({ status: 40 })
    expect(await ordersOf(id)).toEqual([])
  })
})
