/** A stock order out of a file: drafts, one a supplier and kind, each whole or not at all; taken back until it is submitted. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { makeGoods, makeSupplier } from '../make.ts'

let clinic: Clinic
let [supplierId, lens, soft, care] = [0, 0, 0, 0]
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const CARE = '6901234567892'
const HEADS = '商品条码,品名,球镜,柱镜,轴位,数量,供应商,单价,改价原因,备注'
let nth = 0
/** A file of these rows; another one each time. */
const fileOf = (rows: readonly string[]) => ({
  filename: '备货.csv',
  mimetype: 'text/csv',
  bytes: new Uint8Array(Buffer.from([HEADS, ...rows.map((r) => `${r},${++nth}`)].join('\n'))),
})
type Role = 'warehouse' | 'manager'
const run = (file: ReturnType<typeof fileOf>, { dryRun = false, role = 'warehouse' }: { dryRun?: boolean; role?: Role } = {}) =>
  as(role).call('purchase.import', { hid: clinic.hid, dryRun, file: file as never })
const taken = (rows: readonly string[], role: Role = 'warehouse') => run(fileOf(rows), { role })
type Listed = 'lens-orders.list' | 'care-orders.list'
const drafts = async (call: Listed) => (await as('manager').call(call, { hid: clinic.hid, status: [1] })).list
const count = async () => (await drafts('lens-orders.list')).length + (await drafts('care-orders.list')).length
const errorsOf = (errors: ReadonlyArray<{ row: number; field: string | null; sentence: string }>) =>
  errors.map((e) => [e.row, e.field, e.sentence])
const WITH = '同一张订单的其他行有错误，整张订单没有导入'

beforeAll(async () => {
  clinic = await freshClinic()
  supplierId = await makeSupplier(as('manager'), { name: '文件供货商' })
  lens = await makeGoods(as('manager'), 3, supplierId, { name: '现片 1.60' })
  soft = await makeGoods(as('manager'), 4, supplierId, { name: '日抛 30' })
  care = await makeGoods(as('manager'), 5, supplierId, { name: '护理液 360', barCode: CARE })
  const today = await clinic.tx((cx) => Promise.resolve(cx.today))
  const terms = { name: '年度价格', supplierId, startsOn: today, endsOn: '2099-12-31' }
  const { contractId } = await as('finance').call('contracts.create', { ...terms, lines: [{ productId: lens, cost: 80 }] })
  await as('manager').call('contracts.status', { id: contractId, status: 1 })
})

describe('a stock order out of a file', () => {
  it('is tried without a trace, then a draft a supplier and kind: goods by GTIN or name, minus cylinder, cost by contract', async () => {
    const file = fileOf([
      ',现片 1.60,-3.25,-0.75,,4,,,',
      `0${CARE},,,,,6,,,`,
      ',现片 1.60,-4.00,0.75,90,2,文件供货商,,',
      ',日抛 30,-2.5,,,8,,,',
    ])
    const before = await count()
    expect(await run(file, { dryRun: true })).toMatchObject({ rows: 4, good: 4, bad: 0, errors: [] })
    expect(await count()).toBe(before)
    expect(await run(file)).toMatchObject({ good: 4, bad: 0 })
    const [order] = await drafts('lens-orders.list')
    const { items, costTotal } = await as('manager').call('lens-orders.details', { id: order!.orderId })
    expect(items.map((i) => [i.productId, i.sph, i.cyl, i.axis, i.ordered, i.cost])).toEqual([
      [lens, -3.25, -0.75, null, 4, 80],
      [lens, -3.25, -0.75, null, 2, 80],
    ])
    expect([order!.supplierId, costTotal]).toEqual([supplierId, 480])
    const [bottle] = await drafts('care-orders.list')
    expect((await as('manager').call('care-orders.details', { id: bottle!.orderId })).items).toMatchObject([
      { productId: care, ordered: 6 },
    ])
    const counts = await as('warehouse').call('orders.counts', { hid: clinic.hid, kind: 'batch' })
    expect(counts.map((c) => c.count)).toEqual([1])
    // The same file is not ordered twice.
    const again = await run(file)
    expect([again.good, again.warning]).toEqual([0, expect.stringContaining('没有重复导入')])
    expect(soft).toBeGreaterThan(0)
  })
  it('goes with all of its rows or none; what is wrong is told by row and another order is not touched', async () => {
    const stranger = await freshClinic()
    await makeSupplier(stranger.as('manager'), { name: '别家供货商' })
    const before = await count()
    const { good, errors } = await taken([
      ',现片 1.60,-3.00,,,4,,,',
      ',现片 1.60,-20.00,,,4,,,',
      `${CARE},,,,,3,,,`,
      ',没有这个商品,,,,1,,,',
      ',现片 1.60,-1.00,,,2,别家供货商,,',
      ',现片 1.60,,,,2,,,',
    ])
    expect(good).toBe(1)
    expect(errorsOf(errors)).toEqual([
      [2, null, WITH],
      [3, 'sph', expect.stringContaining('球镜 −10.00')],
      [5, 'productName', '找不到商品“没有这个商品”'],
      [6, 'supplierName', '找不到供应商“别家供货商”'],
      [7, 'sph', '“现片 1.60”按光度订购，请填写球镜'],
    ])
    expect(await count()).toBe(before + 1)
    // A row nobody can read holds its order back too.
    const unread = await taken([',现片 1.60,-3.00,,,4,,,', ',现片 1.60,-3.50,,,x,,,'])
    expect([unread.good, errorsOf(unread.errors)]).toEqual([
      0,
      [
        [2, null, WITH],
        [3, 'number', expect.any(String)],
      ],
    ])
    expect(await count()).toBe(before + 1)
  })
  it('reads costs of those alone who may set them, and against a contract with the reason', async () => {
    const row = (reason: string) => `,现片 1.60,-5.00,,,1,,66,${reason}`
    const newest = async () => (await drafts('lens-orders.list')).toSorted((a, b) => b.orderId - a.orderId)[0]!
    expect(await taken([row('')])).toMatchObject({ good: 1 })
    expect((await as('manager').call('lens-orders.details', { id: (await newest()).orderId })).items).toMatchObject([{ cost: 80 }])
    const without = await taken([row('')], 'manager')
    expect([without.good, errorsOf(without.errors)]).toEqual([0, [[2, 'costReason', expect.stringContaining('80.00')]]])
    expect(await taken([row('促销')], 'manager')).toMatchObject({ good: 1 })
    const { items } = await as('manager').call('lens-orders.details', { id: (await newest()).orderId })
    expect(items).toMatchObject([{ cost: 66, costReason: '促销' }])
  })
  it('is taken back with its drafts; one that was submitted stays', async () => {
    const rows = [',现片 1.60,-6.00,,,2,,,', ',现片 1.60,-6.25,,,2,,,', `${CARE},,,,,2,,,`]
    const undo = (importId: number | null) => as('warehouse').call('purchase.import-undo', { importId: importId ?? 0 })
    const before = await count()
    const first = await taken(rows)
    expect(await count()).toBe(before + 2)
    expect(await undo(first.importId)).toMatchObject({ removed: 3, kept: [] })
    expect(await count()).toBe(before)
    const second = await taken(rows)
    const order = (await drafts('lens-orders.list')).toSorted((a, b) => b.orderId - a.orderId)[0]!
    await as('warehouse').call('orders.status', { oid: order.orderId, status: 2 })
    const kept = { what: order.orderNo, why: '订单已提交' }
    expect(await undo(second.importId)).toMatchObject({ removed: 1, kept: [kept, kept] })
    expect((await as('manager').call('lens-orders.details', { id: order.orderId })).items).toHaveLength(2)
  })
  it('is of the store and of those who order for it', async () => {
    const input = { hid: clinic.hid, file: fileOf([`${CARE},,,,,1,,,`]) as never }
    expect(await as('cashier').refusal('purchase.import', input)).toMatchObject({ code: 20405 })
    expect(await (await freshClinic()).as('warehouse').refusal('purchase.import', input)).toMatchObject({ code: 1 })
  })
})
