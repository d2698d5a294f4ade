/**
 * What suppliers make good: credit notes, returns and other prices stand on the line of the remake ledger they are for, and its sums are
 * those of the papers.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { clinicNow } from '#kernel/contract/index.ts'
import { dbOn, type Db } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { balance, sql } from '#kernel/server/index.ts'
import { payables } from '#modules/purchasing/server/verify.ts'
import { freshClinic, server, type Clinic } from '../../../../tests/harness.ts'
import { linkFor, makeGoods, makeSupplier, orderOf } from '../make.ts'
import { orderChecks } from '../receive/verify.ts'

const today = clinicNow().slice(0, 10)
let clinic: Clinic
let supplierId: number
let other: number
let shelved: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const ledger = async (query: object = {}) => (await as('manager').call('remakes.list', query)).list
const owed = async () => (await as('finance').call('payment-order.supplier', { id: supplierId })).balance
const inLedger = async () => (await clinic.tx((cx) => balance(cx, 'payable', `supplier:${supplierId}`))) / 100
/** What the ledger shows made good, by its lines and by its sums. */
async function madeGood(): Promise<number> {
  const lines = (await ledger()).reduce((n, { credited }) => n + (credited ?? 0), 0)
  const sums = (await as('manager').call('remakes.sums', {})).reduce((n, { credited }) => n + credited, 0)
  expect(sums).toBe(lines)
  return lines
}
const found = async (spoil: (db: Db) => Promise<unknown> = async () => undefined): Promise<string[]> =>
  onClient((await server()).ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const db = dbOn(client)
    await spoil(db)
    const all: string[] = []
    for (const check of [payables, ...orderChecks]) all.push(...(await check.run(db)).differences)
    await client.query('rollback')
    return all.filter((d) => d.startsWith(`organisation ${clinic.oid},`))
  })
/** Goods for the shelf of which so many came, so many were refused at the door, and so many are still to come. */
async function delivered(came: number, refused: number, due = 0) {
  const made = await as('warehouse').call('other-orders.create', { items: [{ productId: shelved, number: came + refused + due }] })
  for (const status of [2, 3, 4]) await as('warehouse').call('orders.status', { oid: made.orderId, status })
  const { lineId } = made.items[0]!
  const lines = [
    ...(came ? [{ lineId, quantity: came }] : []),
    ...(refused ? [{ lineId, quantity: refused, verdict: 'rejected' as const, reason: '破损' }] : []),
  ]
  await as('warehouse').call('orders.receive', { id: made.orderId, lines })
  const [line] = (await ledger()).filter((r) => r.orderId === made.orderId)
  return { orderId: made.orderId, orderNo: made.orderNo, key: line?.key ?? '' }
}
const credit = (key: string, docNo: string, amount: number, more: object = {}) => ({ key, docNo, amount, day: today, ...more })

beforeAll(async () => {
  clinic = await freshClinic()
  supplierId = await makeSupplier(as('manager'))
  other = await makeSupplier(as('manager'))
  shelved = await makeGoods(as('manager'), 7, supplierId)
})

describe('a credit note of a supplier', () => {
  it('stands on the line it makes good; what is owed, the ledger and its sums are less by it alone', async () => {
    const { key, orderNo } = await delivered(2, 1)
    const before = await owed()
    expect((await ledger()).find((r) => r.key === key)).toMatchObject({ cost: 107, credited: null, creditNos: null })
    expect(await as('manager').call('remakes.credit', credit(key, 'PF-1', 60.5))).toEqual({ key, credited: 60.5, creditNos: 'PF-1' })
    await as('finance').call('remakes.credit', credit(key, 'PF-2', 40, { supplierId }))
    expect((await ledger()).find((r) => r.key === key)).toMatchObject({ cost: 107, credited: 100.5, creditNos: 'PF-1、PF-2' })
    expect(await owed()).toBe(before - 100.5)
    expect(await inLedger()).toBe(before - 100.5)
    expect(await madeGood()).toBe(100.5)
    const { list } = await as('finance').call('payment-order.supplier', { id: supplierId })
    expect(list.filter((p) => p.kind === 5).map((p) => [p.docNo, p.amount, p.note])).toEqual([
      ['PF-1', -60.5, expect.stringContaining(orderNo)],
      ['PF-2', -40, expect.stringContaining(orderNo)],
    ])
  })
  it('stands there once, is taken back whole, and may be written again then', async () => {
    const { key } = await delivered(1, 2)
    const before = await owed()
    const write = (amount: number) => as('finance').call('remakes.credit', credit(key, 'CN-7', amount))
    await write(200)
    expect(await as('finance').refusal('remakes.credit', credit(key, 'cn-7', 10))).toMatchObject({
      message: expect.stringContaining('已登记'),
    })
    const back = { key, docNo: 'cn-7', reason: '金额录错' }
    expect(await as('finance').call('remakes.uncredit', back)).toEqual({ key, credited: null, creditNos: null })
    expect(await as('finance').refusal('remakes.uncredit', back)).toMatchObject({ field: 'docNo' })
    expect(await owed()).toBe(before)
    await write(20)
    expect((await ledger()).find((r) => r.key === key)?.credited).toBe(20)
    const each = (work: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: 20 }, work))
    const won = (all: Array<PromiseSettledResult<unknown>>) => all.filter((r) => r.status === 'fulfilled').length
    expect(won(await each(() => as('finance').call('remakes.uncredit', back)))).toBe(1)
    expect(won(await each(() => write(30)))).toBe(1)
    expect(await owed()).toBe(before - 30)
  })
  it('is of the supplier who bears the line, of a day that has come, and of a line of the own store', async () => {
    const { key } = await delivered(0, 1)
    const refused = (more: object) => as('finance').refusal('remakes.credit', credit(key, 'X', 10, more))
    expect(await refused({ supplierId: other })).toMatchObject({ field: 'supplierId' })
    expect(await refused({ day: '2099-01-01' })).toMatchObject({ field: 'day' })
    expect(await refused({ key: 'refused-999999' })).toMatchObject({ message: expect.stringContaining('返工记录') })
    expect(await refused({ key: 'elsewhere' })).toMatchObject({ message: expect.stringContaining('返工记录') })
    expect(await as('warehouse').refusal('remakes.credit', credit(key, 'X', 10))).toMatchObject({ code: 20405 })
    const sister = await freshClinic()
    expect(await sister.as('finance').refusal('remakes.credit', credit(key, 'X', 10))).toMatchObject({ code: 1 })
  })
  it('that names nothing, or owes more, is written by nobody: the database refuses it', async () => {
    const row = (kind: number, remake: string | null, price: number) =>
      clinic.tx((cx) =>
        cx.db.run(
          sql`
            insert into payable (oid, hid, supplier_id, kind, doc_no, day, due_on, quantity, price, amount, entry_id, remake)
            select ${clinic.oid}, ${clinic.hid}, ${supplierId}, ${kind}, 'Z', ${today}, ${today}, 1, ${price}::bigint, ${price}::bigint,
              max(entry_id), ${remake}::text
            from payable
          `,
        ),
      )
    await expect(row(5, null, -5)).rejects.toMatchObject({ constraint: 'payable__made_good' })
    await expect(row(5, 'refused-1', 5)).rejects.toMatchObject({ constraint: 'payable__made_good' })
    await expect(row(1, 'refused-1', 5)).rejects.toMatchObject({ constraint: 'payable__made_good' })
    await expect(row(4, 'refused-1', 5)).rejects.toMatchObject({ constraint: 'payable__credit_gone' })
  })
})
describe('papers of the stock', () => {
  it('a return of an order is credited on the lines of the pieces that went back', async () => {
    const { orderId } = await delivered(3, 1, 1)
    const before = await madeGood()
    await as('warehouse').call('orders.return', { id: orderId, reason: '型号错误' })
    const rows = (await ledger()).filter((r) => r.orderId === orderId)
    expect(rows.map((r) => [r.pieces, r.cost, r.credited]).sort()).toEqual([
      [1, 107, null],
      [3, 321, 321],
    ])
    const paper = rows.find((r) => r.credited)!.creditNos!
    const { list } = await as('finance').call('payment-order.supplier', { id: supplierId })
    expect(list.filter((p) => p.docNo === paper).map((p) => p.amount)).toEqual([-321])
    expect(await madeGood()).toBe(before + 321)
  })
  it('another price for lenses that replace others is credited on the remake; one given up keeps what was made good', async () => {
    const lens = await makeGoods(as('manager'), 10, supplierId)
    const { pid } = await as('reception').call('patients.save', { name: '重做人', mobile: '13900000091', birth: '2010-07-01', gender: 1 })
    const wrapped = orderOf('okjing', { productId: lens, pid, ...(await linkFor(as, pid, 'okjing')) }).input as { order: object }
    const placed = async (order: object, more: object = {}) => {
      const made = await as('optometrist').call('orders.create', { ...wrapped, ...more, order: { ...wrapped.order, ...order } } as never)
      const sent = await as('optometrist').call('orders.status', { oid: made.orderId, status: 2 })
      if (sent.fbid && (sent.billPrice ?? 0) > (sent.paid ?? 0))
        await as('cashier').call('feebill.confirm', { fbid: sent.fbid, payStyleList: [{ payWay: 1, amount: sent.billPrice! }] })
      return as('doctor').call('orders.review', { id: made.orderId })
    }
    const first = await placed({})
    const remake = () => placed({ originalId: first.orderId, cause: 'quality', warranty: true }, { overrides: [] })
    const again = await remake()
    for (const status of [4, 5]) await as('warehouse').call('orders.status', { oid: again.orderId, status })
    const lot = { batchNo: 'R1', expiry: '2031-01-01' }
    const came = await as('warehouse').call('orders.receive', {
      id: again.orderId,
      lines: [
        { eye: 'od', serial: 'RM1', ...lot, measured: { bc: 8.3, target: -3.25, dia: 10.6 } },
        { eye: 'os', serial: 'RM2', ...lot, measured: { bc: 8.2, target: -2.5, dia: 10.6 } },
      ],
    })
    const { stockinId } = came.receipts[0]!
    const paper = await as('manager').call('stockin.info', { id: stockinId! })
    const remade = async () => (await ledger()).find((r) => r.key === `supplement-${again.orderId}`)
    expect(await remade()).toMatchObject({ payer: 'supplier', credited: null })
    const priceRecords = paper.items.map(({ itemId }) => ({ itemId, price: 0 }))
    await as('manager').call('stockin.prices.create', { stockinId: stockinId!, priceRecords })
    expect(await remade()).toMatchObject({ credited: 220, creditNos: paper.stockinNo })
    const third = await remake()
    await as('finance').call('remakes.credit', credit(`supplement-${third.orderId}`, 'PF-9', 15))
    await as('optometrist').call('orders.status', { oid: third.orderId, status: 9, reason: '不做了' })
    expect((await ledger()).find((r) => r.orderId === third.orderId)).toMatchObject({ cost: 0, credited: 15 })
  })
})
describe('goods scrapped of an order', () => {
  it('are made good by the supplier who is named; the paper revoked, the line costs nothing and keeps what was made good', async () => {
    const { orderNo } = await delivered(2, 0)
    const paper = await as('warehouse').call('scrap.create', {
      hid: clinic.hid,
      cause: 1,
      jobNo: orderNo,
      items: [{ productId: shelved, quantity: 1 }],
    })
    await as('manager').call('scrap.approve', { stockoutId: paper.stockoutId })
    const key = `scrap-${paper.stockoutId}`
    expect(await as('finance').refusal('remakes.credit', credit(key, 'PF-11', 50))).toMatchObject({ field: 'supplierId' })
    await as('finance').call('remakes.credit', credit(key, 'PF-11', 50, { supplierId }))
    const line = async () => (await ledger()).find((r) => r.key === key)
    expect(await line()).toMatchObject({ pieces: 1, cost: 107, credited: 50, payer: 'store' })
    await as('manager').call('stockout.revocation', { id: paper.stockoutId, reason: '没有报废' })
    expect(await line()).toMatchObject({ pieces: 0, cost: 0, credited: 50 })
  })
})
describe('verify', () => {
  it('agrees, and names what was changed behind the papers', async () => {
    const { orderNo } = await delivered(1, 0)
    const paper = await as('warehouse').call('scrap.create', {
      hid: clinic.hid,
      cause: 1,
      jobNo: orderNo,
      items: [{ productId: shelved, quantity: 1 }],
    })
    await as('manager').call('scrap.approve', { stockoutId: paper.stockoutId })
    expect(await found()).toEqual([])
    const own = sql`oid = ${clinic.oid}`
    expect(await found((db) => db.run(sql`update payable set remake = 'refused-999999' where ${own} and doc_no = 'PF-9'`))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/PF-9 makes refused-999999 good by 1500, which the remake ledger does not have/),
        expect.stringMatching(/the remake ledger shows \d+ made good by suppliers, their papers say \d+/),
      ]),
    )
    expect(
      await found((db) =>
        db.run(sql`
          update supply_receipt_line
          set quantity = quantity + 1
          where ${own} and returned_by is not null
        `),
      ),
    ).toEqual(expect.arrayContaining([expect.stringMatching(/return CK\S+ took 3 pieces of batch \d+, receipts name 4 of them/)]))
    expect(
      await found((db) => db.run(sql`update stock_out_item set quantity = 2 where ${own} and stockout_id = ${paper.stockoutId}`)),
    ).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(`scrap of ${orderNo} counts 2 pieces .* the stock lost 1$`))]))
  })
})
