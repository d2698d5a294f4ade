import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { makeStock } from '#modules/stock/server/make.ts'
import { freshClinic, type Caller, type Clinic } from '../../../tests/harness.ts'
import { findings, lineStates, supplierPayment } from '../contract/states.ts'
import { makeDelivery, makeReturn, makeSupplier } from './make.ts'

const today = clinicNow().slice(0, 10)
const from = `${today.slice(0, 8)}01`
let clinic: Clinic
let keeper: Caller
let finance: Caller
let suppliers = 0
beforeAll(async () => {
  clinic = await freshClinic()
  keeper = clinic.as('manager')
  finance = clinic.as('finance')
})
const { is } = lineStates

/** Deterministic random numbers below a limit (Park and Miller). */
function dice(seed: number) {
  let state = seed
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
}
/** A supplier with received deliveries. Returns the rows of its file. */
async function received(count: number) {
  const { supplierId, lens } = await makeSupplier(keeper.call, `对账厂${++suppliers}`)
  const items = Array.from({ length: count }, (_, n) => ({
    productId: lens,
    sph: -0.25 * (n + 1),
    cyl: 0,
    quantity: 2 + (n % 3),
    cost: 50 + n,
  }))
  for (let offset = 0; offset < count; offset += 5)
    await makeDelivery(keeper.call, clinic.hid, supplierId, items.slice(offset, offset + 5), `SH${suppliers}-${offset}`)
  const rows = items.map((i, n) => ({
    no: `SH${suppliers}-${n - (n % 5)}`,
    name: `对账厂${suppliers} 1.60`,
    sph: i.sph,
    quantity: i.quantity,
    price: i.cost,
  }))
  return { supplierId, lens, rows }
}
type Listed = Awaited<ReturnType<typeof received>>['rows'][number]
const fileOf = (rows: readonly Listed[], heads = '送货单号,品名,球镜,数量,单价') => ({
  filename: '对账单.csv',
  mimetype: 'text/csv',
  bytes: new Uint8Array(Buffer.from([heads, ...rows.map((r) => [r.no, r.name, r.sph, r.quantity, r.price].join())].join('\n'))),
})
const imported = async (supplierId: number, rows: readonly Listed[]) => {
  const answer = await finance.call('supplier-statement.import', {
    hid: clinic.hid,
    supplierId,
    from_on: from,
    to_on: today,
    file: fileOf(rows) as never,
  })
  expect(answer).toMatchObject({ bad: 0, errors: [] })
  return { answer, seen: await finance.call('supplier.reconciliation', { supplierId }) }
}

describe('a supplier’s statement', () => {
  it('every planted difference is found and none else, and the sums lead from their total to ours', async () => {
    const { supplierId, lens, rows } = await received(20)
    await makeReturn(keeper.call, clinic.hid, supplierId, [{ productId: lens, sph: -5, cyl: 0, quantity: 1 }])
    const [a, b, c, d, e] = rows as [Listed, Listed, Listed, Listed, Listed]
    const wrong = [
      { ...a, quantity: a.quantity + 1 },
      { ...b, price: b.price + 1.5 },
      c,
      c,
      { ...d, no: 'SH-X', name: '别的镜片' },
      ...rows.slice(5),
    ]
    const { seen } = await imported(supplierId, wrong)
    const different = seen.list.filter((l) => l.finding !== findings.is.same).map((l) => [l.finding, l.difference])
    const { is } = findings
    expect(different.sort()).toEqual(
      [
        [is.quantity, a.price],
        [is.price, 1.5 * b.quantity],
        [is.twice, c.price * c.quantity],
        [is.unordered, d.price * d.quantity],
        [is.unlisted, -d.price * d.quantity],
        [is.unlisted, -e.price * e.quantity],
        [is.unreturned, 69],
      ].sort(),
    )
    expect(seen.theirs - seen.accepted.amount - seen.disputed.amount - seen.open.amount).toBeCloseTo(seen.ours, 2)
    expect(seen.opening + seen.movements - seen.paid).toBe(seen.closing)
    expect(seen.closing).toBe((await finance.call('payment-order.supplier', { id: supplierId })).balance)
  })

  it('a disputed line blocks itself alone; what agrees or is accepted is paid, and stays settled', async () => {
    const { supplierId, rows } = await received(4)
    const [a, b, ...rest] = rows as [Listed, Listed, ...Listed[]]
    const { seen } = await imported(supplierId, [{ ...a, price: a.price + 2 }, { ...b, quantity: b.quantity + 1 }, ...rest])
    const id = seen.statement!.statementId
    const lineOf = (finding: number) => seen.list.find((l) => l.finding === finding)!
    const [price, quantity] = [lineOf(findings.is.price), lineOf(findings.is.quantity)]
    const accept = { id, line: price.line, difference: price.difference, state: is.accepted }
    expect(await finance.refusal('supplier-statement.decide', { ...accept, difference: 99 })).toMatchObject({ field: 'line' })
    await finance.call('supplier-statement.decide', accept)
    const decided = await finance.call('supplier-statement.decide', {
      id,
      line: quantity.line,
      difference: quantity.difference,
      state: is.disputed,
      note: '少一片',
    })
    const worth = rest.reduce((n, r) => n + r.price * r.quantity, (a.price + 2) * a.quantity)
    expect(decided).toMatchObject({ payableNow: worth, disputed: { rows: 1 }, accepted: { rows: 1 }, open: { rows: 0 } })
    const { list } = await finance.call('payment-order.supplier', { id: supplierId })
    const all = { supplierId, payableIds: list.map((p) => p.payableId) }
    expect(await finance.refusal('payment-order.create', all)).toMatchObject({ message: expect.stringContaining('争议') })
    const payment = await finance.call('supplier-statement.settle', { id })
    expect(payment).toMatchObject({ total: worth, status: 0 })
    const after = await finance.call('supplier.reconciliation', { statementId: id })
    expect(after.payableNow).toBe(0)
    expect(after.list.map((l) => l.state)).toEqual([is.disputed, is.settled, is.settled, is.settled])
    expect(await finance.refusal('supplier-statement.settle', { id })).toMatchObject({ code: 1 })
    expect(await finance.refusal('supplier-statement.decide', accept)).toMatchObject({ field: 'line' })
    expect((await finance.call('payment-order.supplier', { id: supplierId })).list).toHaveLength(1)
  })

  it('an order merely written accepts no difference: it can be disputed, and a disputed line is neither approved nor paid', async () => {
    const { supplierId, rows } = await received(2)
    const [a, ...rest] = rows as [Listed, ...Listed[]]
    const { seen } = await imported(supplierId, [{ ...a, price: a.price + 2 }, ...rest])
    const id = seen.statement!.statementId
    const line = seen.list.find((l) => l.finding === findings.is.price)!
    const { list } = await finance.call('payment-order.supplier', { id: supplierId })
    const order = await finance.call('payment-order.create', { supplierId, payableIds: list.map((p) => p.payableId) })
    const written = await finance.call('supplier.reconciliation', { statementId: id })
    expect(written).toMatchObject({ accepted: { rows: 0 }, open: { rows: 1 } })
    const dispute = { id, line: line.line, difference: line.difference, state: is.disputed, note: '价格不对' }
    expect(await finance.call('supplier-statement.decide', dispute)).toMatchObject({ disputed: { rows: 1 }, open: { rows: 0 } })
    const approve = { id: order.id, status: 1 } as never
    expect(await keeper.refusal('payment-order.status', approve)).toMatchObject({ message: expect.stringContaining('争议') })
    await finance.call('supplier-statement.decide', { ...dispute, state: is.accepted })
    expect(await keeper.call('payment-order.status', approve)).toMatchObject({ status: 1 })
    await finance.call('supplier-statement.decide', dispute)
    const paying = { id: order.id, status: 2, paidOn: order.createdAt.slice(0, 10), bank: '招商银行', voucher: 'PZ-9' } as never
    expect(await finance.refusal('payment-order.status', paying)).toMatchObject({ message: expect.stringContaining('争议') })
  })

  it('goods that did not come are told from goods nobody ordered; accepting them needs a reason', async () => {
    const { supplierId, lens, rows } = await received(2)
    const { stockinId } = await keeper.call('stockin.create', {
      hid: clinic.hid,
      supplierId,
      items: [{ productId: lens, sph: -9, cyl: 0, quantity: 3, cost: 40 }],
    })
    const { seen } = await imported(supplierId, [...rows, { ...rows[0]!, no: 'SH-Y', sph: -9, quantity: 3, price: 40 }])
    const [line] = seen.list
    expect(line).toMatchObject({ finding: findings.is.missing, difference: 120, basis: expect.stringMatching(/^RK.*还没有入库/) })
    const accept = { id: seen.statement!.statementId, line: line!.line, difference: 120, state: is.accepted }
    expect(await finance.refusal('supplier-statement.decide', accept)).toMatchObject({ field: 'note' })
    await keeper.call('stockin.status', { stockinId, status: 1 })
    await keeper.call('stockin.status', { stockinId, status: 2 })
    const after = await finance.call('supplier.reconciliation', { supplierId })
    expect(after.list.every((l) => l.finding === findings.is.same)).toBe(true)
  })

  it('columns are mapped once for each supplier, errors are told by row, and an import is taken back', async () => {
    const [one, two] = [await received(1), await received(1)]
    const heads = '凭据,货品,度数,件,价'
    const send = (supplierId: number, rows: readonly Listed[], more: object = {}) =>
      finance.call('supplier-statement.import', {
        hid: clinic.hid,
        supplierId,
        from_on: from,
        to_on: today,
        file: fileOf(rows, heads) as never,
        ...more,
      })
    expect((await send(one.supplierId, one.rows, { dryRun: true })).errors.length).toBeGreaterThan(0)
    const mapping = { 0: 'deliveryNo', 1: 'productName', 2: 'sph', 3: 'quantity', 4: 'price' }
    const done = await send(one.supplierId, one.rows, { mapping })
    expect(done).toMatchObject({ good: 1, bad: 0 })
    expect(await send(one.supplierId, [...one.rows, { ...one.rows[0]!, quantity: 0 }], { dryRun: true })).toMatchObject({
      good: 1,
      bad: 1,
      remembered: 5,
    })
    expect((await send(two.supplierId, two.rows, { dryRun: true })).remembered).toBe(0)
    expect(await finance.call('supplier-statement.import-undo', { importId: done.importId! })).toMatchObject({ removed: 1, kept: [] })
    expect((await finance.call('supplier-statement.list', { supplierId: one.supplierId })).list).toEqual([])
    expect(await send(two.supplierId, two.rows, { from_on: today, to_on: from, mapping }).catch((e: Error) => e.message)).toContain(
      '结束日期',
    )
  })

  it('opens with what the days before closed with, whatever came, went and was paid; at last it is what is owed', async () => {
    const { supplierId, lens } = await makeSupplier(keeper.call, '账期厂')
    const ago = (days: number) => addDays(today, -days)
    const chance = dice(20_261_125)
    for (let n = 0; n < 12; n++) {
      const items = [{ productId: lens, sph: -0.25 * (n + 1), cyl: 0, quantity: 2 + chance(9), cost: 30 + chance(60) }]
      const paper = await makeStock(keeper.call, clinic.hid, items, { supplierId, day: ago(chance(90)) })
      const priceRecords = [{ itemId: paper.items[0]!.itemId, price: 20 + chance(60) }]
      if (n % 4 === 0) await keeper.call('stockin.prices.create', { stockinId: paper.stockinId, priceRecords })
      if (n % 3 === 0)
        await makeReturn(keeper.call, clinic.hid, supplierId, [{ productId: lens, sph: -0.25 * (n + 1), cyl: 0, quantity: 1 }])
    }
    const due = (await finance.call('payment-order.supplier', { id: supplierId })).list.filter((p) => p.amount > 0)
    for (const offset of [0, 5]) {
      const payableIds = due.slice(offset, offset + 5).map((p) => p.payableId)
      const { id } = await finance.call('payment-order.create', { supplierId, payableIds })
      await keeper.call('payment-order.status', { id, status: supplierPayment.is.approved })
      const proof = { paidOn: ago(chance(60)), bank: '招商银行', voucher: `PZ-${offset}`, backdateReason: '补登以前的付款' }
      await keeper.call('payment-order.status', { id, status: supplierPayment.is.paid, ...proof })
    }
    const seen = (start: number, end: number) =>
      finance.call('supplier.reconciliation', { supplierId, start_date: ago(start), end_data: ago(end) })
    for (let n = 0; n < 20; n++) {
      const [early, middle, late] = [chance(100), chance(100), chance(100)].sort((a, b) => b - a) as [number, number, number]
      if (early === middle) continue
      const [before, after, whole] = [await seen(early, middle + 1), await seen(middle, late), await seen(early, late)]
      expect(after.opening).toBe(before.closing)
      for (const reconciliation of [before, after, whole])
        expect(reconciliation.opening + reconciliation.movements - reconciliation.paid).toBe(reconciliation.closing)
      expect([whole.closing, whole.movements]).toEqual([after.closing, before.movements + after.movements])
    }
    expect((await seen(200, 0)).opening).toBe(0)
    expect((await seen(200, 0)).closing).toBe((await finance.call('payment-order.supplier', { id: supplierId })).balance)
  })

  it('without a statement compares nothing: no line agrees, none is taken for paid', async () => {
    const { supplierId } = await received(3)
    const seen = await finance.call('supplier.reconciliation', { supplierId })
    expect(seen).toMatchObject({ statement: null, same: { rows: 0 }, payableNow: 0 })
    expect(seen.list.map((l) => [l.finding, l.difference])).toEqual([
      [findings.is.unknown, 0],
      [findings.is.unknown, 0],
      [findings.is.unknown, 0],
    ])
  })

  it('another store sees none of it', async () => {
    const { supplierId, rows } = await received(1)
    const { seen } = await imported(supplierId, rows)
    const other = { statementId: seen.statement!.statementId, hid: clinic.hids[1]! }
    const sister = await clinic.as('chain').call('supplier.reconciliation', { supplierId, hid: clinic.hids[1]! })
    expect(sister).toMatchObject({ statement: null, opening: 0, closing: 0, list: [] })
    expect(await (await freshClinic()).as('finance').refusal('supplier.reconciliation', { statementId: other.statementId })).toMatchObject({
      code: 1,
    })
  })
})
