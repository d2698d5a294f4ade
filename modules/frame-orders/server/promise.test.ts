/** A job begins after a deposit or on account where its store says so, and what must not be is refused (issue 10.3, point 24). */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { CHECKS, SIGNATURE, makeOrder, readingsOf, makeGoodsCome } from './make.ts'

let clinic: Clinic
let frame: number
let lens: number
let n = 0
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const allow = (more: object) => as('manager').call('settings.save', { hid: clinic.hid, ...more } as never)
beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  frame = (await as('manager').call('product.save', { category: 1, name: '钛架 48□17', unit: '副', price: 380 })).productId
  lens = (
    await as('manager').call('product.save', { category: 3, name: '1.60 单光', unit: '片', price: 260, lensType: 1, classifyStatus: 2 })
  ).productId
})
/** An order of ¥960 waiting for payment. */
async function billed() {
  const { pid } = await as('reception').call('patients.save', { name: '定金', mobile: `138000${10_000 + n++}`, birth: '1996-05-06' })
  const { recordFrameId: id } = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
  const goods = { frameProductId: frame, lensProductOd: lens, lensProductOs: lens, processingFee: 60 }
  return { id, fbid: (await as('optometrist').call('frame.product', { id, ...goods })).fbid! }
}
const take = (fbid: number, amount: number, part = true) =>
  as('cashier').call('feebill.confirm', { fbid, part, payStyleList: [{ payWay: 1, amount }] })
const owe = (fbid: number) => as('cashier').call('fee-bills.status', { fbid, status: 6, reason: '单位结算' })
const statusOf = async (id: number) => (await as('workshop').call('frame.info', { id })).status
async function finish(id: number) {
  await makeGoodsCome(as('warehouse'), id, 'LOT-1')
  await as('workshop').call('frame.processing', { id, checks: CHECKS })
  await as('workshop').call('frame.status', { id, status: 60 })
  await as('workshop').call('frame.status', { id, status: 70, measured: readingsOf(await as('workshop').call('frame.info', { id })) })
}
const pickUp = { receiver: '本人', signature: SIGNATURE }

describe('an order on paper', () => {
  it('has the size its frame states, also one that was chosen before sizes were kept', async () => {
    const { id } = await billed()
    await clinic.tx((cx) => cx.db.run(sql`update record_frame set frame_a = null, frame_dbl = null where record_frame_id = ${id}`))
    expect(await as('workshop').call('frame.print', { id })).toMatchObject({ frameA: 48, frameDbl: 17 })
  })
})
describe('a job before its bill is paid', () => {
  it('waits for the last fen where the store chose nothing', async () => {
    const { id, fbid } = await billed()
    await take(fbid, 900)
    expect(await statusOf(id)).toBe(20)
    const other = await billed()
    await owe(other.fbid)
    expect(await statusOf(other.id)).toBe(20)
    await take(fbid, 60, false)
    expect(await statusOf(id)).toBe(30)
  })
  it('begins after a deposit of the share the store set, and is handed over once the rest is paid', async () => {
    await allow({ frameStartDeposit: 30 })
    const { id, fbid } = await billed()
    await take(fbid, 287.99)
    expect(await statusOf(id)).toBe(20)
    await take(fbid, 0.01)
    expect(await statusOf(id)).toBe(30)
    await finish(id)
    expect(await as('reception').refusal('frame.mirrors', { id, ...pickUp })).toMatchObject({
      message: '尾款 672.00 元未收，收清或挂账后再交镜',
    })
    expect(await as('reception').refusal('frame.delivery', { id, trackingNumber: 'SF1' })).toMatchObject({ code: 1 })
    await expect(clinic.tx((cx) => cx.db.run(sql`update record_frame set status = 80 where record_frame_id = ${id}`))).rejects.toThrow(
      'rest of order',
    )
    await take(fbid, 672, false)
    expect(await statusOf(id)).toBe(70)
    await as('reception').call('frame.mirrors', { id, ...pickUp })
    await allow({ frameStartDeposit: null })
  })
  it('begins on account where the store allows it, may be picked up, and stands with what is owed', async () => {
    await allow({ frameStartOnAccount: true })
    const { id, fbid } = await billed()
    await owe(fbid)
    expect(await statusOf(id)).toBe(30)
    await finish(id)
    await as('reception').call('frame.mirrors', { id, ...pickUp })
    expect((await as('cashier').call('receivables.list', { hid: clinic.hid, kind: 'account' })).list.map((r) => r.fbid)).toContain(fbid)
    await take(fbid, 960, false)
    expect(await statusOf(id)).toBe(80)
    await allow({ frameStartOnAccount: false })
  })
  it('keeps its bill: the till cannot cancel it, the order takes it along, deposit and debt with it', async () => {
    await allow({ frameStartDeposit: 10, frameStartOnAccount: true })
    const [paid, owed] = [await billed(), await billed()]
    await take(paid.fbid, 100)
    await owe(owed.fbid)
    expect(await as('cashier').refusal('feebill.cancel', { id: paid.fbid, reason: '不要了' })).toMatchObject({
      message: '订单仍在进行，请先取消订单再退费',
    })
    await expect(clinic.tx((cx) => cx.db.run(sql`update fee_bill set status = 4 where fbid = ${owed.fbid}`))).rejects.toThrow('is running')
    expect(await as('optometrist').refusal('frame.cancel', { id: paid.id, reason: '不要了' })).toMatchObject({ code: 20405 })
    for (const { id, fbid } of [paid, owed]) {
      await as('manager').call('frame.cancel', { id, reason: '不要了' })
      expect(await statusOf(id)).toBe(90)
      expect((await as('cashier').call('feebill.info', { id: fbid })).feebill).toMatchObject({ status: 4, paid: 0 })
    }
    await allow({ frameStartDeposit: null, frameStartOnAccount: false })
  })
  it('is begun by nobody without money, deposit or account: the database refuses it', async () => {
    const { id, fbid } = await billed()
    const begin = () => clinic.tx((cx) => cx.db.run(sql`update record_frame set status = 30 where record_frame_id = ${id}`))
    await expect(begin()).rejects.toThrow('without its money')
    await take(fbid, 500)
    await expect(begin()).rejects.toThrow('without its money')
    await owe(fbid)
    await expect(begin()).rejects.toThrow('without its money')
  })
})
