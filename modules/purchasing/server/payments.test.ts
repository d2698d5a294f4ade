import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { balance, sql } from '#kernel/server/index.ts'
import { freshClinic, server, type Caller, type Clinic } from '../../../tests/harness.ts'
import { stockIn } from '#modules/stock/contract/states.ts'
import { supplierPayment } from '../contract/states.ts'
import { makeDelivery, makeReturn, makeSupplier } from './make.ts'
import { payables } from './verify.ts'

const { is } = supplierPayment
const today = clinicNow().slice(0, 10)
let clinic: Clinic
let keeper: Caller
let finance: Caller
let suppliers = 0
beforeAll(async () => {
  clinic = await freshClinic()
  keeper = clinic.as('manager')
  finance = clinic.as('finance')
})
/** A supplier that delivered two powers: 10 at 80 yuan and 5 at 90. */
async function delivered() {
  const { supplierId, lens } = await makeSupplier(keeper.call, `供应商${++suppliers}`)
  const items = [
    { productId: lens, sph: -2, cyl: 0, quantity: 10, cost: 80 },
    { productId: lens, sph: -3, cyl: 0, quantity: 5, cost: 90 },
  ]
  const paper = await makeDelivery(keeper.call, clinic.hid, supplierId, items, `SH${suppliers}`)
  return { supplierId, lens, paper }
}
const owed = (supplierId: number) => finance.call('payment-order.supplier', { id: supplierId })
const ledger = (supplierId: number) => clinic.tx((cx) => balance(cx, 'payable', `supplier:${supplierId}`))
const written = async (supplierId: number) => {
  const { list } = await owed(supplierId)
  return finance.call('payment-order.create', { supplierId, payableIds: list.map((p) => p.payableId) })
}
const step = (id: number, status: 0 | 1 | 2 | 3 | 4, more = {}) => ({ id, status, ...more })
const proof = { paidOn: today, bank: '招商银行', voucher: 'PZ-1' }

describe('what is owed to suppliers', () => {
  it('a posted purchase is owed line by line, due after the days of payment; a gift is not', async () => {
    const { supplierId, lens, paper } = await delivered()
    const { balance: sum, list, overdue } = await owed(supplierId)
    expect({ sum, overdue }).toEqual({ sum: 1250, overdue: 0 })
    expect(list.map(({ kind, docNo, quantity, price, amount, dueOn }) => ({ kind, docNo, quantity, price, amount, dueOn }))).toEqual([
      { kind: 1, docNo: paper.stockinNo, quantity: 10, price: 80, amount: 800, dueOn: addDays(today, 30) },
      { kind: 1, docNo: paper.stockinNo, quantity: 5, price: 90, amount: 450, dueOn: addDays(today, 30) },
    ])
    expect(await ledger(supplierId)).toBe(125_000)
    const items = [{ productId: lens, sph: -2, cyl: 0, quantity: 1, cost: 80 }]
    const { stockinId } = await keeper.call('stockin.create', { hid: clinic.hid, stockinType: 6, status: 1, supplierId, items })
    await keeper.call('stockin.status', { stockinId, status: stockIn.is.posted })
    expect((await owed(supplierId)).balance).toBe(1250)
  })

  it('goods sent back, another price and a revoked paper change it, each as a line of its own', async () => {
    const { supplierId, lens, paper } = await delivered()
    const back = await makeReturn(keeper.call, clinic.hid, supplierId, [{ productId: lens, sph: -2, cyl: 0, quantity: 2 }])
    expect(await owed(supplierId)).toMatchObject({ balance: 1090, list: [{ kind: 2, quantity: -2, amount: -160 }, {}, {}] })
    const [line] = paper.items
    await keeper.call('stockin.prices.create', { stockinId: paper.stockinId, priceRecords: [{ itemId: line!.itemId, price: 75 }] })
    expect((await owed(supplierId)).balance).toBe(1040)
    const [agreed] = await keeper.call('stockin.prices.get', { id: paper.stockinId })
    await keeper.call('stockin.prices.update', { id: agreed!.id!, price: 78 })
    expect((await owed(supplierId)).list.filter((p) => p.kind === 3).map((p) => p.amount)).toEqual([-50, 30])
    await keeper.call('stockout.revocation', { id: back.stockoutId, reason: '没有退' })
    await keeper.call('stockin.return-revocation', { id: paper.stockinId, reason: '录错' })
    expect((await owed(supplierId)).balance).toBe(0)
    expect(await ledger(supplierId)).toBe(0)
  })

  it('R132 is paid by an order that another person approves, with day, bank and voucher; deleted is 3, from 0 and 4 only', async () => {
    const { supplierId } = await delivered()
    const made = await written(supplierId)
    expect(made).toMatchObject({ status: is.submitted, total: 1250, papers: 1, lines: [{}, {}] })
    expect(await owed(supplierId)).toMatchObject({ balance: 1250, underWay: 1250, list: [] })
    expect(await finance.refusal('payment-order.status', step(made.id, 1))).toMatchObject({
      message: expect.stringContaining('请由他人审核'),
    })
    expect(await finance.refusal('payment-order.status', step(made.id, 2, proof))).toMatchObject({
      message: expect.stringContaining('待审核'),
    })
    await keeper.call('payment-order.status', step(made.id, 4, { reason: '少一张单' }))
    expect(await finance.refusal('payment-order.status', step(made.id, 1))).toMatchObject({ code: 1 })
    const again = await finance.call('payment-order.update', { id: made.id, version: 1, note: '补齐' })
    expect(again).toMatchObject({ status: is.submitted, note: '补齐', total: 1250 })
    await keeper.call('payment-order.status', step(made.id, 1))
    expect(await keeper.refusal('payment-order.status', step(made.id, 3))).toMatchObject({ code: 1 })
    expect(await finance.refusal('payment-order.update', { id: made.id, note: '晚了' })).toMatchObject({
      message: expect.stringContaining('待付款'),
    })
    expect(await finance.refusal('payment-order.status', step(made.id, 2, { ...proof, bank: undefined }))).toMatchObject({ field: 'bank' })
    expect(await finance.refusal('payment-order.status', step(made.id, 2, { ...proof, paidOn: addDays(today, 2) }))).toMatchObject({
      field: 'paidOn',
    })
    const paid = await finance.call('payment-order.status', step(made.id, 2, proof))
    expect(paid).toMatchObject({ status: is.paid, bank: '招商银行', voucher: 'PZ-1', history: [{}, {}, {}, {}, {}] })
    expect(await ledger(supplierId)).toBe(0)
    expect((await owed(supplierId)).balance).toBe(0)
  })

  it('R132 a deleted order gives its lines back; a line is in one order alone', async () => {
    const { supplierId } = await delivered()
    const { list } = await owed(supplierId)
    const ids = list.map((p) => p.payableId)
    const made = await finance.call('payment-order.create', { supplierId, payableIds: ids.slice(0, 1) })
    expect(await finance.refusal('payment-order.create', { supplierId, payableIds: ids })).toMatchObject({ field: 'payableIds' })
    expect(await finance.call('payment-order.update', { id: made.id, version: made.version, payableIds: ids.slice(1) })).toMatchObject({
      total: 450,
    })
    await finance.call('payment-order.status', step(made.id, 3))
    expect((await owed(supplierId)).list).toHaveLength(2)
    expect((await finance.call('payment-order.list', { supplierId })).list).toEqual([])
    expect((await finance.call('payment-order.list', { supplierId, status: 3 })).list).toHaveLength(1)
  })

  it('what an order is about to pay is not revoked behind its back; what was paid becomes a credit', async () => {
    const { supplierId, paper } = await delivered()
    const made = await written(supplierId)
    const revoke = { id: paper.stockinId, reason: '录错' }
    expect(await keeper.refusal('stockin.return-revocation', revoke)).toMatchObject({ message: expect.stringContaining(made.paymentNo) })
    await keeper.call('payment-order.status', step(made.id, 1))
    await finance.call('payment-order.status', step(made.id, 2, proof))
    await keeper.call('stockin.return-revocation', revoke)
    const { balance: credit, list } = await owed(supplierId)
    expect(credit).toBe(-1250)
    expect(await finance.refusal('payment-order.create', { supplierId, payableIds: list.map((p) => p.payableId) })).toMatchObject({
      message: expect.stringContaining('大于 0'),
    })
  })

  it('fifty at once: one order takes the lines, one approves it, one pays it or deletes it', async () => {
    const { supplierId } = await delivered()
    const ids = (await owed(supplierId)).list.map((p) => p.payableId)
    const each = (work: (n: number) => Promise<unknown>) => Promise.allSettled(Array.from({ length: 50 }, (_, n) => work(n)))
    const won = (all: Array<PromiseSettledResult<unknown>>) => all.filter((r) => r.status === 'fulfilled')
    expect(won(await each(() => finance.call('payment-order.create', { supplierId, payableIds: ids })))).toHaveLength(1)
    const { id } = (await finance.call('payment-order.list', { supplierId })).list[0]!
    expect(won(await each(() => keeper.call('payment-order.status', step(id, 1))))).toHaveLength(1)
    const last = await each((n) =>
      n % 2
        ? keeper.call('payment-order.status', step(id, 2, proof))
        : keeper.call('payment-order.status', step(id, 4, { reason: '缓付' })),
    )
    expect(won(last)).toHaveLength(1)
    expect(await ledger(supplierId)).toBe((await finance.call('payment-order.get', { id })).status === is.paid ? 0 : 125_000)
  })

  it('another store and another organisation find none of it', async () => {
    const { supplierId } = await delivered()
    const made = await written(supplierId)
    const chain = clinic.as('chain')
    expect(await chain.call('payment-order.supplier', { id: supplierId, hid: clinic.hids[1]! })).toMatchObject({ balance: 0, list: [] })
    expect((await chain.call('payment-order.list', { hid: clinic.hids[1]! })).list).toEqual([])
    const other = await freshClinic()
    expect(await other.as('finance').refusal('payment-order.get', { id: made.id })).toMatchObject({ code: 1 })
    expect(await clinic.as('warehouse').refusal('payment-order.get', { id: made.id })).toMatchObject({ code: 20405 })
    const second = clinic.tx((cx) =>
      cx.db.run(sql`update payable set amount = amount + 1, price = price + 1 where payment_id = ${made.id}`),
    )
    await expect(second).rejects.toThrow(/stays as it was posted/)
  })

  it('agrees with the papers and the ledger; papers of before there was a book are posted once', async () => {
    const old = await freshClinic()
    const { supplierId, lens } = await makeSupplier(old.as('manager').call, '老供应商')
    const items = [{ productId: lens, sph: -2, cyl: 0, quantity: 10, cost: 80 }]
    const paper = await makeDelivery(old.as('manager').call, old.hid, supplierId, items)
    await makeReturn(old.as('manager').call, old.hid, supplierId, [{ productId: lens, sph: -2, cyl: 0, quantity: 2 }])
    const priceRecords = [{ itemId: paper.items[0]!.itemId, price: 70 }]
    await old.as('manager').call('stockin.prices.create', { stockinId: paper.stockinId, priceRecords })
    await onClient((await server()).ownerUrl, async (client) => {
      const db = dbOn(client)
      const differences = async () =>
        (await payables.run(db)).differences.filter((d) => [clinic.oid, old.oid].some((oid) => d.startsWith(`organisation ${oid},`)))
      expect(await differences()).toEqual([])
      await client.query('begin')
      await db.run(sql`alter table payable disable trigger payable_fixed`)
      await db.run(sql`delete from payable where oid = ${old.oid}`)
      await db.run(sql`delete from ledger_line where oid = ${old.oid} and book = 'payable'`)
      await db.run(sql`update ledger_account set balance = 0 where oid = ${old.oid} and book = 'payable'`)
      expect((await differences()).join()).toMatch(/stock-in RK\S+ line \d+ is owed 0, its paper says 70000/)
      const posted = () => db.the({ n: 'number' }, sql`select payable_catch_up() n`)
      expect([await posted(), await posted(), await differences()]).toEqual([{ n: 2 }, { n: 0 }, []])
      const account = await db.the(
        { balance: 'number' },
        sql`
          select balance
          from ledger_account
          where oid = ${old.oid} and key = ${`supplier:${supplierId}`}
        `,
      )
      expect(account.balance).toBe(54_000)
      await client.query('rollback')
    })
  })
})
