/** 验收: devices are accepted on receipt, where the store requires it by another person; rejected pieces stay out. */
import { beforeEach, describe, expect, it } from 'vitest'
import { post, sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { pair } from '../batch/batches.ts'

let clinic: Clinic
let productId: number
let supplierId: number
const as = (role: Parameters<Clinic['as']>[0] = 'manager') => clinic.as(role)
beforeEach(async () => {
  clinic = await freshClinic()
  supplierId = (
    await as().call('supplier.save', { name: '器械供应商', licenceNo: '沪食药监械经营许 20260001', licenceExpires: '2099-12-31' })
  ).supplierId
  const made = {
    category: 5,
    name: '硬镜护理液',
    unit: '瓶',
    price: 98,
    deviceClass: 3,
    registrationNo: '国械注准20263160001',
    registrationExpires: '2099-12-31',
  } as const
  productId = (await as().call('product.save', { ...made, maker: '护理液厂', supplierId })).productId
})
const line = { batchNo: 'L1', expiry: '2099-01-31', quantity: 8, cost: 40 }
const draft = (more: object = {}) =>
  as('warehouse').call('stockin.create', { hid: clinic.hid, supplierId, status: 1, items: [{ productId, ...line, ...more }] })
const byAnother = () => as().call('settings.save', { hid: clinic.hid, acceptByAnother: true })
const register = async (name: 'accepted' | 'rejected') => (await as().call('gsp.register', { register: name })).list
const onHand = async () =>
  (await as('warehouse').call('stock.view', { hid: clinic.hid, product_id: productId })).list.reduce((n, b) => n + b.quantity, 0)

describe('acceptance of devices', () => {
  it('who posts accepts: name, moment, temperature and certificates stand on the paper and in the register', async () => {
    const { stockinId } = await draft()
    const posted = await as().call('stockin.status', { stockinId, status: 2, arrivalCelsius: 6.5, certificates: true })
    const { acceptedAt } = posted
    expect(posted).toMatchObject({ status: 2, acceptedName: expect.any(String), arrivalCelsius: 6.5, certificates: true })
    expect(acceptedAt).toBe(posted.postedAt)
    expect(await register('accepted')).toMatchObject([
      { lot: 'L1', gap: null, checkedName: posted.acceptedName, note: expect.stringContaining('6.5 ℃') },
    ])
  })
  it('a client that knows only the seeds posts as before; the register says that nobody looked at the certificates', async () => {
    const { stockinId } = await draft()
    expect(await as().call('stockin.status', { stockinId, status: 2 })).toMatchObject({
      status: 2,
      certificates: null,
      arrivalCelsius: null,
    })
    expect(await register('accepted')).toMatchObject([{ gap: 'certificates_unseen' }])
  })
  it('certificates that are not complete, and a temperature no room has, are refused at their field; nothing comes in', async () => {
    const { stockinId } = await draft()
    expect(await as().refusal('stockin.status', { stockinId, status: 2, certificates: false })).toMatchObject({ field: 'certificates' })
    expect(await as().refusal('stockin.status', { stockinId, status: 2, arrivalCelsius: 200 })).toMatchObject({ field: 'arrivalCelsius' })
    expect(await onHand()).toBe(0)
    expect((await as().call('stockin.info', { id: stockinId })).status).toBe(1)
  })
  it('where the store asks for two, who wrote the paper does not accept it, another does; goods that are no devices need one', async () => {
    await byAnother()
    const ownPaper = await as().call('stockin.create', { hid: clinic.hid, supplierId, status: 1, items: [{ productId, ...line }] })
    expect(await as().refusal('stockin.status', { stockinId: ownPaper.stockinId, status: 2, certificates: true })).toMatchObject({
      field: 'status',
      message: expect.stringContaining('另一人'),
    })
    const { stockinId } = await draft()
    expect((await as().call('stockin.status', { stockinId, status: 2, certificates: true })).status).toBe(2)
    const frame = await as().call('product.save', { category: 1, name: '钛架', unit: '副', price: 380 })
    const plain = await as().call('stockin.create', {
      hid: clinic.hid,
      status: 1,
      items: [{ productId: frame.productId, quantity: 1, cost: 90 }],
    })
    expect((await as().call('stockin.status', { stockinId: plain.stockinId, status: 2 })).status).toBe(2)
  })
  it('the database keeps it: a posting past the handler of a paper nobody accepted, or its own writer did, is refused', async () => {
    const { stockinId } = await draft()
    const batch = sql`
      insert into batch (hid, warehouse_id, product_id, batch_no, expiry, supplier_id)
      select hid, warehouse_id, ${productId}, 'L9', '2099-01-01', ${supplierId}
      from warehouse
      where hid = ${clinic.hid} and first
      returning batch_id
    `
    const bring = (accepted: 'nobody' | 'writer' | 'another') =>
      clinic.tx(async (cx) => {
        if (accepted !== 'nobody')
          await cx.db.run(
            sql`
              update stock_in
              set accepted_at = now(), accepted_by = ${accepted === 'writer' ? clinic.ctid('warehouse') : clinic.ctid('manager')}
              where stockin_id = ${stockinId}
            `,
          )
        const { batchId } = await cx.db.the({ batchId: 'number' }, batch)
        await post(cx, { reason: '入库', ref: `stockin:${stockinId}`, lines: pair(batchId, 1) })
      })
    await byAnother()
    for (const accepted of ['nobody', 'writer'] as const) await expect(bring(accepted), accepted).rejects.toThrow(/accepted/)
  })
  it('what is rejected never enters the stock, wants a reason, and stands in the register of what was refused', async () => {
    expect(
      await as('warehouse').refusal('stockin.create', { hid: clinic.hid, supplierId, items: [{ productId, ...line, rejected: 2 }] }),
    ).toMatchObject({
      field: 'items.0.rejectReason',
    })
    const { stockinId } = await draft({ expected: 10, rejected: 2, rejectReason: '外包装破损' })
    await as().call('stockin.status', { stockinId, status: 2, certificates: true })
    expect(await onHand()).toBe(8)
    expect(await register('rejected')).toMatchObject([{ quantity: 2, lot: 'L1', note: '外包装破损', gap: null }])
    expect(await register('accepted')).toMatchObject([{ quantity: 8 }])
  })
  it('fifty who accept one paper at once: one does', async () => {
    const { stockinId, version } = await draft()
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => as().call('stockin.status', { stockinId, status: 2, certificates: true, version })),
    )
    expect(answers.some((a) => a.status === 'fulfilled')).toBe(true)
    const { history } = await as().call('stockin.info', { id: stockinId })
    expect(history.filter((step) => step.toStatus === 2)).toHaveLength(1)
    expect(await onHand()).toBe(8)
  })
})
