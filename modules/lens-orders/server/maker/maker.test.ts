/** Files for makers and the look-ups of an order's form, through the calls. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { linkFor, makeGoods, makeSupplier, orderOf } from '../make.ts'

let clinic: Clinic
let supplierId: number
let lens: number
let pid: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
beforeAll(async () => {
  clinic = await freshClinic()
  supplierId = await makeSupplier(as('manager'))
  lens = await makeGoods(as('manager'), 3, supplierId, { brand: '明月', version: 'PMC160', index: 1.6, diameter: '70' })
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '2000-07-01', gender: 1 })).pid
})
async function order() {
  const { input } = orderOf('glasses', { productId: lens, pid })
  return as('optometrist').call('lens-orders.create', { ...input, supplierId } as never)
}
const fileOf = async (sentId: number) => Buffer.from(await (await as('warehouse').raw('orders.file', { sentId })).arrayBuffer())

describe('a file for the maker', () => {
  it('is made as the maker wants it, kept with hash and person, and answered byte for byte', async () => {
    const saved = await as('warehouse').call('maker.profile.save', {
      id: supplierId,
      format: 'dcs',
      account: '588',
      names: [{ ours: 'PMC160', theirs: 'PM-16' }],
    })
    expect(saved).toMatchObject({ format: 'dcs', account: '588', height: 'box', columns: [] })
    expect(await as('warehouse').call('maker.profile.save', { id: supplierId, extra: 'VEN=明月' })).toMatchObject({
      account: '588',
      extra: 'VEN=明月',
    })
    const { orderId, orderNo } = await order()
    const sent = await as('warehouse').call('orders.file.make', { id: orderId })
    expect(sent).toMatchObject({ orderId, format: 'dcs', filename: `${orderNo}.oma`, old: false })
    expect(sent.sha256).toMatch(/^[0-9a-f]{64}$/)
    const text = (await fileOf(sent.sentId)).toString('utf8')
    expect(text).toContain(
      `JOB=${orderNo}\r\nACCN=588\r\nDO=B\r\nSPH=-3.25;-2.50\r\nCYL=-0.75;-1.00\r\nAX=175;10\r\nIPD=31.00;31.00\r\nLNAM=PM-16;PM-16\r\n`,
    )
    expect(text).toContain('VEN=明月\r\n')
    expect(text).not.toContain('林子涵')
  })
  it('says that it is out of date once the order was changed', async () => {
    const made = await order()
    await as('warehouse').call('orders.file.make', { id: made.orderId })
    await as('optometrist').call('lens-orders.update', { id: made.orderId, version: made.version, dsOd: -3.5 } as never)
    expect((await as('warehouse').call('orders.files', { id: made.orderId })).map((f) => f.old)).toEqual([true])
    await as('warehouse').call('orders.file.make', { id: made.orderId, format: 'csv' })
    const files = await as('warehouse').call('orders.files', { id: made.orderId })
    expect(files.map((f) => [f.format, f.old])).toEqual([
      ['csv', false],
      ['dcs', true],
    ])
    expect((await fileOf(files[0]!.sentId)).toString('utf8')).toContain('-3.5')
  })
  it('is made and sent in one step: the order is at its maker’s with it, or neither', async () => {
    const productId = await makeGoods(as('manager'), 10, supplierId)
    const { orderId, version } = await as('optometrist').call(
      'orders.create',
      orderOf('okjing', { productId, pid, ...(await linkFor(as, pid, 'okjing')) }).input as never,
    )
    const send = (seen: number) => as('warehouse').refusal('orders.file.make', { id: orderId, sends: true, version: seen })
    expect((await send(version)).message).toContain('当前状态为')
    expect(await as('warehouse').call('orders.files', { id: orderId })).toEqual([])
    const { fbid, billPrice } = await as('optometrist').call('orders.status', { oid: orderId, status: 2 })
    await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: billPrice! }] })
    const placed = await as('doctor').call('orders.review', { id: orderId })
    expect((await send(version)).message).toContain('已被他人修改')
    const file = await as('warehouse').call('orders.file.make', { id: orderId, sends: true, version: placed.version })
    expect(await as('manager').call('orders.info', { id: orderId })).toMatchObject({ status: 4 })
    expect(await as('warehouse').call('orders.files', { id: orderId })).toMatchObject([{ sentId: file.sentId, old: false }])
  })
  it('as Excel is a workbook; without the right and from another chain there is none', async () => {
    const { orderId } = await order()
    const sent = await as('warehouse').call('orders.file.make', { id: orderId, format: 'excel' })
    expect((await fileOf(sent.sentId)).subarray(0, 2).toString()).toBe('PK')
    expect(await as('reception').refusal('orders.file.make', { id: orderId })).toMatchObject({ code: 20405 })
    const other = await freshClinic()
    expect(await other.as('manager').refusal('orders.files', { id: orderId })).toMatchObject({ code: 1 })
    expect(await other.as('manager').refusal('orders.file', { sentId: sent.sentId })).toMatchObject({ code: 1 })
  })
})

describe('the look-ups of an order', () => {
  it('what a kind may order has range, lead days, pieces on order, and its cost for those who may see it', async () => {
    const { list } = await as('warehouse').call('brand.list', { text: '明月' })
    const { brandId, versionNo, name } = list[0]!
    await as('warehouse').call('brand.save', { brandId, versionNo, name, stockDays: 3, customDays: 7 })
    const seen = await as('optometrist').call('product.place-orders', { kind: 'glasses', brandId })
    expect(seen.list).toMatchObject([
      { productId: lens, sphMin: -10, cylMin: -4, leadDays: 3, onHand: 0, onOrder: 0, cost: null, supplierId },
    ])
    expect((await as('manager').call('product.place-orders', { kind: 'glasses' })).list[0]!.cost).toBe(103)
    expect((await as('optometrist').call('product.place-orders', { kind: 'care' })).total).toBe(0)
    expect(await as('optometrist').refusal('product.place-orders', { kind: 'nothing' })).toMatchObject({ field: 'kind' })
  })
  it('credit is told as limit, used and free; without a limit both are open', async () => {
    expect(await as('warehouse').call('hospital.credit-value', {})).toEqual({ limit: null, used: 0, free: null })
    await as('chain').call('orders.credit-limit', { hid: clinic.hid, limit: 5000, reason: '开业' })
    expect(await as('warehouse').call('hospital.credit-value', { hid: clinic.hid })).toEqual({ limit: 5000, used: 0, free: 5000 })
  })
})
