/** A cost somebody agreed for one order stays with its goods, whoever else writes on; only who may set costs takes it away. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic, type Sent } from '../../../../tests/harness.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { linkFor, makeGoods, makeSupplier, orderOf } from '../make.ts'

let clinic: Clinic
let supplierId: number
let pid: number
let lens: number
let [bottle, other]: [number, number] = [0, 0]
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const costs = ({ items }: OrderInfo) => items.map((i) => i.cost)
const info = (id: number) => as('manager').call('orders.info', { id })
const bottles = (line: object, number = 4) => as('manager').call('care-orders.create', { items: [{ productId: bottle, number, ...line }] })
const edit = (role: 'warehouse' | 'manager', { orderId, version }: OrderInfo, of: Partial<Sent<'care-orders.update'>>) =>
  as(role).call('care-orders.update', { id: orderId, version, ...of })

beforeAll(async () => {
  clinic = await freshClinic()
  supplierId = await makeSupplier(as('manager'))
  bottle = await makeGoods(as('manager'), 5, supplierId, { cost: 105 })
  other = await makeGoods(as('manager'), 5, supplierId, { cost: 60 })
  lens = await makeGoods(as('manager'), 10, supplierId, { cost: 110 })
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '2012-07-01', gender: 1 })).pid
})

describe('a cost agreed for one order', () => {
  it('stays where somebody edits who is not told it: pieces, note and lines beside it are theirs to write', async () => {
    const made = await bottles({ cost: 80 })
    expect(costs(made)).toEqual([80])
    await edit('warehouse', made, {
      items: [
        { productId: bottle, number: 6 },
        { productId: other, number: 1 },
      ],
      orderNote: '多要两瓶',
    })
    const after = await info(made.orderId)
    expect(costs(after)).toEqual([80, 60])
    expect(after.costTotal).toBe(80 * 6 + 60)
  })
  it('stays with the eye it is of when powers are changed', async () => {
    const { input } = orderOf('okjing', { productId: lens, pid, ...(await linkFor(as, pid, 'okjing')) })
    const { orderLen, ...rest } = input as { orderLen: object }
    const made = await as('manager').call('orders.create', { ...rest, orderLen: { ...orderLen, costOd: 90 }, overrides: [] } as never)
    expect(costs(made)).toEqual([90, 110])
    const changed = { order: { orderId: made.orderId }, version: made.version, orderLen: { diaOd: 10.8 } }
    await as('optometrist').call('orders.update', changed as never)
    expect(costs(await info(made.orderId))).toEqual([90, 110])
  })
  it('goes with its goods and its supplier: another product and another supplier cost what they usually do', async () => {
    const made = await bottles({ cost: 80 })
    const swapped = await edit('warehouse', made, { items: [{ productId: other, number: 4 }] })
    expect(costs(await info(made.orderId))).toEqual([60])
    const back = await edit('warehouse', swapped, { items: [{ productId: bottle, number: 4 }] })
    expect(costs(await info(made.orderId))).toEqual([105])
    const special = await edit('manager', back, { items: [{ productId: bottle, number: 4, cost: 70 }] })
    await edit('warehouse', special, { supplierId: await makeSupplier(as('manager')), items: [{ productId: bottle, number: 4 }] })
    expect(costs(await info(made.orderId))).toEqual([105])
  })
  it('is taken away by who may set costs, by sending none; the usual cost follows the product', async () => {
    const made = await bottles({ cost: 80 })
    const line = { productId: bottle, number: 4 }
    expect((await edit('manager', made, { items: [line] })).items).toMatchObject([{ cost: 80, costGiven: true }])
    const refused = { id: made.orderId, items: [{ ...line, cost: 105 }] }
    expect(await as('warehouse').refusal('care-orders.update', refused)).toMatchObject({ code: 20405 })
    // Who is told no cost sends back what was told: it is nothing said.
    await edit('warehouse', await info(made.orderId), { items: [{ ...line, cost: null, costReason: null }] })
    expect(costs(await info(made.orderId))).toEqual([80])
    const usual = await edit('manager', await info(made.orderId), { items: [{ ...line, cost: null }] })
    expect(usual.items).toMatchObject([{ cost: 105, costGiven: false }])
    await as('manager').call('product.save', { ...(await as('manager').call('product.info', { id: bottle })), cost: 120 } as never)
    await edit('warehouse', usual, { items: [line] })
    expect(costs(await info(made.orderId))).toEqual([120])
  })
  it('against a contract it stays with its reason, and the contract holds for one that has none', async () => {
    const plain = await bottles({ cost: 70 })
    const today = await clinic.tx((cx) => Promise.resolve(cx.today))
    const lines = [{ productId: bottle, cost: 90 }]
    const { contractId } = await as('finance').call('contracts.create', {
      name: '协议',
      supplierId,
      startsOn: today,
      endsOn: '2099-12-31',
      lines,
    })
    await as('manager').call('contracts.status', { id: contractId, status: 1 })
    const made = await bottles({ cost: 75, costReason: '临期折让' })
    await edit('warehouse', made, { items: [{ productId: bottle, number: 9 }] })
    expect((await info(made.orderId)).items).toMatchObject([{ cost: 75, costReason: '临期折让', ordered: 9 }])
    const same = { items: [{ productId: bottle, number: 2, cost: 75 }] }
    expect((await edit('manager', await info(made.orderId), same)).items).toMatchObject([{ cost: 75, costReason: '临期折让' }])
    await edit('warehouse', plain, { items: [{ productId: bottle, number: 5 }] })
    expect((await info(plain.orderId)).items).toMatchObject([{ cost: 90, costGiven: false }])
  })
})
