/**
 * What is undone is undone in the money, the credit and the stock alike: a supplier that is paid, goods that go back, money that is given
 * back.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { clinicNow } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { available, heldPieces } from '#modules/stock/server/door.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { creditOf } from '../door.ts'
import { makeHandedOver, makeGoods, makeSupplier, orderOf } from '../make.ts'

let clinic: Clinic
let pid: number
let supplierId: number
let shelved: number
let care: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const used = async () => (await clinic.tx((cx) => creditOf(cx, clinic.hid))).used
const shelf = (productId: number, power: object = {}) => clinic.tx((cx) => available(cx, { hid: clinic.hid, productId, ...power }))
const held = (ref: string) => clinic.tx(async (cx) => (await heldPieces(cx, ref)).reduce((n, h) => n + h.quantity, 0))
const status = (oid: number, to: number, more: object = {}) => as('warehouse').call('orders.status', { oid, status: to, ...more })
/** An order for the shelf on its way from its supplier: so many pieces at 107 yuan. */
async function sent(number: number) {
  const made = await as('warehouse').call('other-orders.create', { items: [{ productId: shelved, number }] })
  for (const to of [2, 3, 4]) await status(made.orderId, to)
  return { id: made.orderId, lineId: made.items[0]!.lineId }
}
const receive = (id: number, lines: object[]) => as('warehouse').call('orders.receive', { id, lines: lines as never })
/** Care goods for a member, paid for, in the house and held. */
async function here(): Promise<{ id: number; fbid: number }> {
  const { input } = orderOf('care', { productId: care, pid })
  const { orderId } = await as('reception').call('care-orders.create', input as never)
  const { fbid, billPrice } = await as('reception').call('orders.status', { oid: orderId, status: 2 })
  await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: billPrice! }] })
  for (const to of [3, 4]) await status(orderId, to)
  const { items } = await as('manager').call('orders.info', { id: orderId })
  await receive(orderId, [{ lineId: items[0]!.lineId, quantity: 4, batchNo: `K${orderId}`, expiry: '2031-01-01' }])
  return { id: orderId, fbid: fbid! }
}
const refund = async (fbid: number) => {
  const { BillItemList } = await as('cashier').call('feebill.info', { id: fbid })
  const items = BillItemList.map((i) => ({ biid: i.biid, quantity: i.quantity }))
  return as('manager').call('fee-bills.refund', { fbid, items, reason: '不要了' })
}

beforeAll(async () => {
  clinic = await freshClinic()
  supplierId = await makeSupplier(as('manager'))
  shelved = await makeGoods(as('manager'), 7, supplierId)
  care = await makeGoods(as('manager'), 5, supplierId)
  pid = (await as('reception').call('patients.save', { name: '退货人', mobile: '13900000044', birth: '1990-07-01', gender: 1 })).pid
  await as('chain').call('orders.credit-limit', { hid: clinic.hid, limit: 100_000, reason: '年度额度' })
})

describe('credit of a store', () => {
  it('is free again when the supplier is paid, by what is paid; what is refused takes none', async () => {
    const { id, lineId } = await sent(5)
    expect(await used()).toBe(5 * 10_700)
    await receive(id, [{ lineId, quantity: 2 }])
    await receive(id, [{ lineId, quantity: 1, verdict: 'rejected', reason: '破损' }])
    expect(await used()).toBe(4 * 10_700)
    const pay = async () => {
      const { list } = await as('finance').call('payment-order.supplier', { id: supplierId })
      const { id: payment } = await as('finance').call('payment-order.create', { supplierId, payableIds: list.map((p) => p.payableId) })
      await as('manager').call('payment-order.status', { id: payment, status: 1 })
      await as('finance').call('payment-order.status', {
        id: payment,
        status: 2,
        paidOn: clinicNow().slice(0, 10),
        bank: '工行',
        voucher: 'P1',
      })
    }
    await pay()
    expect(await used()).toBe(2 * 10_700)
    await receive(id, [{ lineId, quantity: 2 }])
    await pay()
    expect(await used()).toBe(0)
  })
})
describe('goods that go back to their supplier', () => {
  it('leave the shelf they came to, also when they were held for nobody', async () => {
    const { id, lineId } = await sent(5)
    const before = await shelf(shelved)
    await receive(id, [{ lineId, quantity: 2 }])
    expect(await shelf(shelved)).toBe(before + 2)
    expect(await as('warehouse').call('orders.return', { id, reason: '型号错误' })).toMatchObject({ status: 8, received: 0 })
    expect(await shelf(shelved)).toBe(before)
    expect(await used()).toBe(0)
  })
})
describe('money of a member’s goods that are in the house', () => {
  it('is given back by a supervisor: the goods are anybody’s, and are not handed over any more', async () => {
    const { id, fbid } = await here()
    const before = await shelf(care)
    expect(await held(`order:${id}`)).toBe(4)
    await refund(fbid)
    expect([await held(`order:${id}`), await shelf(care)]).toEqual([0, before + 4])
    const signed = { receiver: '本人', signature: 'M20 60 L60 30 L100 70 L140 40' }
    expect(await as('optometrist').refusal('orders.hand-over', { id, ...signed })).toMatchObject({
      message: expect.stringContaining('已退费'),
    })
  })
  it('after the hand-over locks what comes back', async () => {
    const { id, fbid } = await here()
    await makeHandedOver(as('optometrist'), id)
    const before = await shelf(care)
    await refund(fbid)
    expect(await shelf(care)).toBe(before)
    const back = await clinic.tx((cx) =>
      cx.db.rows(
        { locked: 'boolean', balance: 'number' },
        sql`
          select b.locked, a.balance
          from batch b
          join ledger_account a on a.oid = b.oid and a.key = 'batch:' || b.batch_id
          where b.batch_no = ${`K${id}`} and a.balance > 0
        `,
      ),
    )
    expect(back).toEqual([{ locked: true, balance: 4 }])
  })
})
describe('the contract of an order', () => {
  it('is one of its own chain: another number is refused by the database', async () => {
    const { id } = await sent(1)
    const wrong = clinic.tx((cx) => cx.db.run(sql`update supply_order set contract_id = 99999999 where order_id = ${id}`))
    await expect(wrong).rejects.toMatchObject({ constraint: 'supply_order__contract' })
  })
})
