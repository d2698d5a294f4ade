/** After-sales cases of glasses that were handed over. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql, wholeRow } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { frameOrder } from '../contract/states.ts'
import { CHECKS, SIGNATURE, MOTHER, makeOrder, readingsOf, makeGoodsCome } from './make.ts'

let clinic: Clinic
let pid: number
let goods: { frameProductId: number; lensProductOd: number; lensProductOs: number }
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const { is } = frameOrder

beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '2015-07-01', gender: 1 })).pid
  const { productId: frame } = await as('manager').call('product.save', { category: 1, name: '钛架 52□18', unit: '副', price: 380 })
  const power = {
    category: 3 as const,
    unit: '片',
    index: 1.6,
    diameter: '70',
    sphMin: -8,
    sphMax: 0,
    cylMin: -2,
    cylMax: 0,
    lensType: 1 as const,
  }
  const { productId: lens } = await as('manager').call('product.save', { ...power, name: '1.60 单光', price: 260 })
  goods = { frameProductId: frame, lensProductOd: lens, lensProductOs: lens }
})
/** Glasses in the member's hand. */
async function collected(whose = pid) {
  const made = await makeOrder(as('optometrist'), { hid: clinic.hid, pid: whose })
  const id = made.recordFrameId
  const { fbid } = await as('optometrist').call('frame.product', { id, ...goods })
  const { feebill } = await as('cashier').call('feebill.info', { id: fbid! })
  await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: feebill.billPrice }] })
  await makeGoodsCome(as('workshop'), id, 'A1')
  await as('workshop').call('frame.processing', { id, checks: CHECKS })
  await as('workshop').call('frame.status', { id, status: is.finalInspection })
  const order = await as('workshop').call('frame.info', { id })
  await as('workshop').call('frame.status', { id, status: is.ready, measured: readingsOf(order) })
  await as('reception').call('frame.mirrors', { id, receiver: '林母', ...MOTHER, signature: SIGNATURE })
  return { id, fbid: fbid! }
}

describe('after-sales', () => {
  it('glasses that come back open a case with what is wrong; inside the warranty the store pays; back needs the outcome', async () => {
    const { id } = await collected()
    expect(await as('reception').refusal('frame.customer-service.get', { id })).toMatchObject({ message: '售后单不存在或已被删除' })
    const opened = await as('reception').call('frame.customer-service', { id, kind: 'relens', complaint: '左片脱膜' })
    expect(opened.status).toBe(is.afterSales)
    const found = await as('reception').call('frame.customer-service.get', { id })
    expect(found).toMatchObject({
      kind: 'relens',
      complaint: '左片脱膜',
      payer: 'store',
      inWarranty: true,
      outcome: null,
      closedAt: null,
      patientName: '林子涵',
    })
    expect(await as('reception').refusal('frame.customer-service', { id })).toMatchObject({ field: 'outcome' })
    const linked = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
    const edited = await as('reception').call('frame.customer-service.edit', {
      id,
      linkedId: linked.recordFrameId,
      payer: 'supplier',
      cost: 130.5,
      version: found.version,
    })
    expect(edited).toMatchObject({ linkedNo: linked.orderNo, payer: 'supplier', cost: 130.5, kind: 'relens', complaint: '左片脱膜' })
    expect(await as('reception').refusal('frame.customer-service.edit', { id, payer: 'member', version: found.version })).toMatchObject({
      message: '售后单已被他人修改，请刷新后重试',
    })
    const closed = await as('reception').call('frame.customer-service', { id, outcome: '供应商换新左片' })
    expect(closed.status).toBe(is.collected)
    expect(await as('reception').call('frame.customer-service.get', { id })).toMatchObject({
      outcome: '供应商换新左片',
      payer: 'supplier',
      linkedNo: linked.orderNo,
    })
    expect(await as('reception').refusal('frame.customer-service.edit', { id, payer: 'store' })).toMatchObject({
      message: '处理中的售后单不存在或已被删除',
    })
  })

  it('after the warranty of the store the member pays, unless somebody says otherwise', async () => {
    const { id } = await collected()
    await as('manager').call('settings.save', { hid: clinic.hid, frameWarrantyDays: 1 })
    await clinic.tx((cx) =>
      cx.db.run(sql`
        update record_frame
        set picked_at = picked_at - interval '3 days'
        where record_frame_id = ${id}
      `),
    )
    await as('reception').call('frame.customer-service', { id, note: '镜腿松动' })
    expect(await as('reception').call('frame.customer-service.get', { id })).toMatchObject({
      kind: 'adjust',
      complaint: '镜腿松动',
      payer: 'member',
      inWarranty: false,
    })
  })

  it("the order that replaces it is the same member's and another one", async () => {
    const { id } = await collected()
    const { pid: other } = await as('reception').call('patients.save', {
      name: '陈乐',
      mobile: '13900000002',
      birth: '2012-07-01',
      gender: 0,
    })
    const { recordFrameId } = await makeOrder(as('optometrist'), { hid: clinic.hid, pid: other })
    for (const linkedId of [recordFrameId, id])
      expect(await as('reception').refusal('frame.customer-service', { id, kind: 'remake', linkedId })).toMatchObject({ field: 'linkedId' })
  })

  it('a refund that takes the glasses back ends the case with it', async () => {
    const { id, fbid } = await collected()
    await as('reception').call('frame.customer-service', { id, kind: 'return', complaint: '不适应' })
    const { BillItemList } = await as('cashier').call('feebill.info', { id: fbid })
    await as('manager').call('fee-bills.refund', { fbid, reason: '不适应', items: BillItemList.map((i) => ({ biid: i.biid })) })
    expect(await as('reception').call('frame.info', { id })).toMatchObject({ status: is.returned })
    expect((await as('reception').call('frame.customer-service.get', { id })).outcome).toMatch(/^退费单/)
  })

  it('the database lets nothing stand in after-sales without an open case, nor leave it with one', async () => {
    const { id } = await collected()
    const to = (status: number) =>
      clinic.tx((cx) => cx.db.run(sql`update record_frame set status = ${status} where record_frame_id = ${id}`))
    await expect(to(is.afterSales)).rejects.toThrow()
    await as('reception').call('frame.customer-service', { id })
    await expect(to(is.collected)).rejects.toThrow()
  })
})

describe('glasses of a member who is erased', () => {
  it('stay under the number, without who signed for them; when they were handed over is still known', async () => {
    const birth = '2012-07-01'
    const own = await as('reception').call('patients.save', { name: '要注销', mobile: '13900007777', birth, gender: 1 })
    const { id } = await collected(own.pid)
    const { version } = await as('manager').call('patients.erase-preview', { pid: own.pid })
    await as('manager').call('patients.erase', { pid: own.pid, version, name: '要注销' })
    const [row] = await clinic.tx((cx) =>
      cx.db.rows(wholeRow('record_frame'), sql`select * from record_frame where record_frame_id = ${id}`),
    )
    expect(row).toMatchObject({ pid: own.pid, receiver: '已注销', signature: '', pickedAt: expect.any(String) })
  })
})
