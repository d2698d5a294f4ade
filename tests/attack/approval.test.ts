/**
 * An approval is given by somebody who set no frozen value of the paper: not who touched it last, whichever call and in whichever order;
 * and what was approved is what is paid and posted.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { makeDelivery, makeSupplier } from '#modules/purchasing/server/make.ts'
import { makeStock } from '#modules/stock/server/make.ts'
import { makeFrame } from '#modules/products/server/make.ts'
import { freshClinic, type Clinic } from '../harness.ts'

let clinic: Clinic
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
beforeAll(async () => void (clinic = await freshClinic()))
/** The database refuses an approval by this person, whatever a handler asked before. */
const refusedBy = (person: number, statement: ReturnType<typeof sql>) =>
  expect(
    clinic.tx(async (cx) => {
      await cx.db.run(sql`select set_config('app.ctid', ${String(person)}, true)`)
      return cx.db.run(statement)
    }),
  ).rejects.toMatchObject({ code: '23514' })

describe('a payment order', () => {
  const written = async () => {
    const { supplierId, lens } = await makeSupplier(as('manager').call, `供应商${Date.now() % 1e6}${Math.floor(Math.random() * 1e6)}`)
    await makeDelivery(as('warehouse').call, clinic.hid, supplierId, [{ productId: lens, sph: -2, cyl: 0, quantity: 10, cost: 80 }])
    const { list } = await as('finance').call('payment-order.supplier', { id: supplierId })
    const made = await as('finance').call('payment-order.create', { supplierId, payableIds: list.map((p) => p.payableId) })
    return { supplierId, made, step: (status: number, more: object = {}) => ({ id: made.id, status, ...more }) as never }
  }
  it('is not approved by who chose its lines, though another person touched its note since; that person may', async () => {
    const { made, step } = await written()
    await as('chain').call('payment-order.update', { id: made.id, version: made.version, note: '月底前付' })
    expect(await as('finance').refusal('payment-order.status', step(1))).toMatchObject({ message: '付款单由您填写，请由他人审核' })
    await refusedBy(
      clinic.ctid('finance'),
      sql`
        update supplier_payment
        set status = 1, approved_by = ${clinic.ctid('finance')}
        where payment_id = ${made.id}
      `,
    )
    expect(await as('chain').call('payment-order.status', step(1))).toMatchObject({ status: 1 })
  })
  it('pays the account that was approved; who changes it before is an author, afterwards it stays', async () => {
    const { supplierId, made, step } = await written()
    const supplier = await as('manager').call('supplier.info', { id: supplierId })
    const account = (role: 'manager' | 'chain', bankAccount: string) =>
      as(role).call('supplier.save', { supplierId, name: supplier.name, bank: '工商银行', bankAccount } as never)
    await account('chain', '6222-1')
    expect(await as('chain').refusal('payment-order.status', step(1))).toMatchObject({ message: '付款单由您填写，请由他人审核' })
    expect(await as('manager').call('payment-order.status', step(1))).toMatchObject({ payeeAccount: '6222-1' })
    await account('chain', '6222-2')
    expect(await as('finance').call('payment-order.get', { id: made.id })).toMatchObject({ payeeAccount: '6222-1' })
    const [kept] = await clinic.tx((cx) =>
      cx.db.rows(
        { account: 'string' },
        sql`
          select frozen ->> 'payee_account' account
          from paper_approval
          where tbl = 'supplier_payment' and row_id = ${made.id}
        `,
      ),
    )
    expect(kept).toEqual({ account: '6222-1' })
    await as('chain').call('payment-order.status', step(4, { reason: '账号变更' }))
    expect(await as('finance').call('payment-order.get', { id: made.id })).toMatchObject({ payeeAccount: '6222-2' })
  })
})

describe('goods written off', () => {
  const stocked = async () => {
    const { productId } = await makeFrame(as('warehouse').call)
    const [item] = (await makeStock(as('warehouse').call, clinic.hid, [{ productId, quantity: 100, cost: 10 }])).items
    return { productId, batchId: item!.batchId! }
  }
  it('a loss is not confirmed by who wrote or changed its lines, in the same call or later', async () => {
    const { batchId } = await stocked()
    const items = (quantity: number) => [{ batchId, quantity, cause: 1 as const }]
    const loss = await as('warehouse').call('profitloss.create', { hid: clinic.hid, items: items(-1) })
    const own = { profitLossId: loss.profitLossId, version: loss.version }
    expect(await as('manager').refusal('profitloss.update', { ...own, items: items(-60), status: 1 })).toMatchObject({ code: 1 })
    const { version } = await as('manager').call('profitloss.update', { ...own, items: items(-60) })
    expect(await as('manager').refusal('profitloss.update', { ...own, version, status: 1 })).toMatchObject({ code: 1 })
    await refusedBy(
      clinic.ctid('manager'),
      sql`
        update profit_loss
        set status = 1, confirmed_by = ${clinic.ctid('manager')}, first_by = ${clinic.ctid('manager')}, confirmed_at = app_now()
        where profit_loss_id = ${own.profitLossId}
      `,
    )
    expect(await as('chain').call('profitloss.update', { ...own, version, status: 1 })).toMatchObject({ status: 1 })
  })
  it('scrap and losses by stock-out are not posted by who changed a line', async () => {
    for (const stockoutType of [5, 6] as const) {
      const goods = await stocked()
      const items = (quantity: number) => [{ ...goods, quantity }]
      const paper = await as('warehouse').call('stockout.create', { hid: clinic.hid, stockoutType, items: items(1) })
      const { stockoutId } = paper
      await as('manager').call('stockout.before-out', {
        hid: clinic.hid,
        stockoutId,
        version: paper.version,
        stockoutType,
        items: items(60),
      } as never)
      expect(await as('manager').refusal('stockout.status', { stockoutId, status: 2 })).toMatchObject({ code: 1 })
      await refusedBy(clinic.ctid('manager'), sql`update stock_out set status = 2 where stockout_id = ${stockoutId}`)
      expect(await as('chain').call('stockout.status', { stockoutId, status: 2 })).toMatchObject({ status: 2 })
    }
  })
  it('a class III batch, or one worth more, is not adjusted by one person: a paper waits for others', async () => {
    const goods = await stocked()
    const adjust = (role: 'manager', stockNumber: number) =>
      as(role).call('stock.adjust', { hid: clinic.hid, ...goods, stockNumber, note: '盘点' })
    expect(await adjust('manager', 99)).toMatchObject({ difference: -1, entryId: expect.any(Number) as number, profitLossId: null })
    const { productId } = await makeFrame(as('warehouse').call)
    const [dear] = (await makeStock(as('warehouse').call, clinic.hid, [{ productId, quantity: 27, cost: 500 }])).items
    const paper = await as('manager').call('stock.adjust', {
      hid: clinic.hid,
      productId,
      batchId: dear!.batchId!,
      stockNumber: 0,
      note: '盘点',
    })
    expect(paper).toMatchObject({ before: 27, difference: -27, entryId: null, profitLossNo: expect.stringMatching(/^BS/) as string })
    const confirm = { profitLossId: paper.profitLossId!, status: 1 as const }
    expect(await as('manager').refusal('profitloss.update', confirm)).toMatchObject({ code: 1 })
    expect(await as('chain').call('profitloss.update', confirm)).toMatchObject({ status: 1, lost: 27 })
  })
  it('a dear batch adjusted piece by piece counts together: the piece that passes the bound waits for others', async () => {
    const { productId } = await makeFrame(as('warehouse').call)
    const [dear] = (await makeStock(as('warehouse').call, clinic.hid, [{ productId, quantity: 10, cost: 400 }])).items
    const adjust = (stockNumber: number) =>
      as('manager').call('stock.adjust', { hid: clinic.hid, productId, batchId: dear!.batchId!, stockNumber, note: '盘点' })
    expect(await adjust(9)).toMatchObject({ difference: -1, profitLossId: null })
    expect(await adjust(10)).toMatchObject({ difference: 1, profitLossId: null })
    expect(await adjust(9)).toMatchObject({ before: 10, entryId: null, profitLossNo: expect.stringMatching(/^BS/) as string })
  })
})
