/** Before a delivery is posted: what is to come, and what nobody has stated yet. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { linkFor, makeGoods, makeSupplier, orderOf } from '../make.ts'

let clinic: Clinic
let pid: number
const goods = new Map<number, number>()
let nth = 0
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const status = (role: Parameters<Clinic['as']>[0], oid: number, to: number) => as(role).call('orders.status', { oid, status: to })
const udi = (serial: string) => `01069012345678921730053110K2609\u001d21${serial}`
const OD = { bc: 8.3, target: -3.25, dia: 10.6 }
const OS = { bc: 8.2, target: -2.5, dia: 10.6 }
const box = (eye: 'od' | 'os', serial: string, measured: object = eye === 'od' ? OD : OS) => ({ eye, code: udi(serial), measured })
/** An order of hard lenses on its way from the maker. */
async function shipped() {
  const { input } = orderOf('okjing', { productId: goods.get(10)!, pid, ...(await linkFor(as, pid, 'okjing')) })
  const made = await as('optometrist').call('orders.create', input as never)
  const waiting = await status('optometrist', made.orderId, 2)
  await as('cashier').call('feebill.confirm', { fbid: waiting.fbid!, payStyleList: [{ payWay: 1, amount: waiting.billPrice! }] })
  await as('doctor').call('orders.review', { id: made.orderId })
  await status('warehouse', made.orderId, 4)
  return status('warehouse', made.orderId, 5)
}
const pair = () => [`R${++nth}`, `L${nth}`] as const

beforeAll(async () => {
  clinic = await freshClinic()
  const supplierId = await makeSupplier(as('manager'))
  for (const category of [3, 10])
    goods.set(category, await makeGoods(as('manager'), category, supplierId, category === 10 ? { barCode: '6901234567892' } : {}))
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '2012-07-01', gender: 1 })).pid
})

describe('what is unknown', () => {
  /** An order for the shelf, of four powers of one product, on its way. */
  let productId: number | undefined
  async function powers() {
    const goods = (productId ??= await makeGoods(as('manager'), 4, await makeSupplier(as('manager')), { barCode: '6936983800013' }))
    const items = [-1, -2, -2.75, -6].map((sph) => ({ productId: goods, sph, cyl: 0, number: 5 }))
    const { orders } = await as('warehouse').call('batch-orders.create', { items })
    const { orderId } = orders[0]!
    for (const to of [2, 3, 4]) await status('warehouse', orderId, to)
    return orderId
  }
  const lot = { batchNo: 'P1', expiry: '2031-01-01' }
  it('is asked for: the bare code of a product ordered in four powers is no power, and nobody picks one for the warehouse', async () => {
    const id = await powers()
    const line = { code: '6936983800013', ...lot }
    const refused = await as('warehouse').refusal('orders.receive', { id, lines: [line] })
    expect(refused).toMatchObject({ field: 'lines.0.lineId', message: expect.stringContaining('−2.75') })
    const lines = Array.from({ length: 19 }, () => line)
    expect(await as('manager').refusal('orders.receive', { id, lines })).toMatchObject({ field: 'lines.0.lineId' })
    // The line alone says which line is meant, not what the label says.
    const { items } = await as('manager').call('orders.info', { id })
    const named = { ...line, lineId: items[2]!.lineId }
    expect(await as('warehouse').refusal('orders.receive', { id, lines: [named] })).toMatchObject({
      field: 'lines.0.measured.sph',
      message: expect.stringContaining('请填写标签上的球镜'),
    })
    const accepted = { ...named, verdict: 'accepted' as const, reason: '看着像' }
    expect(await as('manager').refusal('orders.receive', { id, lines: [accepted] })).toMatchObject({ field: 'lines.0.measured.sph' })
    // Nor does a receipt that names no line stand for all of them.
    expect(await as('manager').refusal('orders.receive', { id })).toMatchObject({ field: 'lines' })
    const refusal = await as('warehouse').call('orders.receive', { id, lines: [{ ...line, measured: { sph: -2.75 } }] })
    expect(refusal.items.map((i) => i.received)).toEqual([0, 0, 1, 0])
    expect((await as('warehouse').refusal('orders.receive', { id, lines: [{ ...line, measured: { sph: -5 } }] })).message).toContain(
      '请选择',
    )
  })
  it('is never accepted afterwards either: who decides of a piece set aside says what its label says', async () => {
    const id = await powers()
    const { items } = await as('manager').call('orders.info', { id })
    const aside = { lineId: items[0]!.lineId, ...lot, verdict: 'mismatch' as const, reason: '标签看不清' }
    const { receipts } = await as('warehouse').call('orders.receive', { id, lines: [aside] })
    const judge = (more: object) => ({ id: receipts[0]!.lines[0]!.receiptLineId, verdict: 'accepted' as const, reason: '可用', ...more })
    expect(await as('manager').refusal('orders.judge', judge({}))).toMatchObject({ field: 'measured.sph' })
    expect(await as('manager').refusal('orders.judge', judge({ measured: { sph: -9 } }))).toMatchObject({
      message: expect.stringContaining('到 -9'),
    })
    expect(await as('manager').call('orders.judge', judge({ measured: { sph: -1 } }))).toMatchObject({ received: 1 })
  })
  it('is a power of spectacle lenses too, and of a hard lens every power somebody states is compared', async () => {
    const { input } = orderOf('glasses', { productId: goods.get(3)!, pid })
    const { orderId: id } = await as('optometrist').call('lens-orders.create', input as never)
    const { fbid, billPrice } = await status('optometrist', id, 2)
    if (fbid) await as('cashier').call('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount: billPrice! }] })
    await as('doctor').call('orders.review', { id })
    for (const to of [3, 4]) await status('warehouse', id, to)
    const receive = (measured: object) =>
      as('warehouse').refusal('lens-orders.receive', { id, lines: [{ eye: 'od', ...lot, measured }] } as never)
    expect(await receive({})).toMatchObject({ field: 'lines.0.measured.sph' })
    expect(await receive({ sph: -3.25 })).toMatchObject({ field: 'lines.0.measured.cyl' })
    expect((await receive({ sph: 3.25, cyl: -0.75, axis: 175 })).message).toContain('订 -3.25，到 3.25')
    const { orderId } = await shipped()
    const [right] = pair()
    const wrong = { id: orderId, lines: [box('od', right, { ...OD, sph: 5 })] }
    expect(await as('manager').refusal('orders.receive', wrong)).toMatchObject({ field: 'lines.0.measured.sph' })
  })
})

describe('what is to come', () => {
  it('is told by line with the numbers of the boxes, and no more once it is here; costs and other stores stay out', async () => {
    const order = await shipped()
    const ask = () => as('warehouse').call('orders.expected', { kind: 'okjing', orders: [order.orderId] })
    const [due] = await ask()
    expect(due).toMatchObject({ orderNo: order.orderNo, patientName: '林子涵', birth: '2012-07-01' })
    expect(due!.lines.map((l) => [l.eye, l.bc, l.target, l.ordered - l.received, l.gtin])).toEqual([
      ['od', 8.3, -3.25, 1, '06901234567892'],
      ['os', 8.2, -2.5, 1, '06901234567892'],
    ])
    expect(due!.lines[0]).not.toHaveProperty('cost')
    expect((await as('warehouse').call('orders.expected', { kind: 'care' })).map((o) => o.kind)).not.toContain('okjing')
    const [right, left] = pair()
    await as('warehouse').call('orders.receive', { id: order.orderId, lines: [box('od', right), box('os', left)] })
    expect(await ask()).toEqual([])
    expect(await as('cashier').refusal('orders.expected', {})).toMatchObject({ code: 20405 })
  })
})
