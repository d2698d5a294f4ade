/** A supplier's price list becomes the prices of a draft: dry run first, wrong rows named, undone until the contract is in force. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Caller, type Clinic } from '../../../tests/harness.ts'
import { makeSupplier } from './make.ts'

let clinic: Clinic
let finance: Caller
let [supplierId, lens]: [number, number] = [0, 0]
beforeAll(async () => {
  clinic = await freshClinic()
  finance = clinic.as('finance')
  ;({ supplierId, lens } = await makeSupplier(clinic.as('manager').call, '明月'))
})
const draft = async () => {
  const today = await clinic.tx((cx) => Promise.resolve(cx.today))
  return finance.call('contracts.create', { name: '年度价格', supplierId, startsOn: today, endsOn: '2099-12-31' })
}
let nth = 0
/** Rows of a list, each in its own file. */
const listOf = (rows: readonly string[], heads = '品名,品牌,球镜起,球镜止,起订量,供货价,备注') => ({
  filename: '价格表.csv',
  mimetype: 'text/csv',
  bytes: new Uint8Array(Buffer.from([heads, ...rows.map((r) => `${r},${++nth}`)].join('\n'))),
})
const run = (contractId: number, rows: readonly string[], dryRun = false) =>
  finance.call('contract-prices.import', { hid: clinic.hid, contractId, dryRun, file: listOf(rows) as never })
const GOOD = ['明月 1.60,,-0.25,-6.00,,80', '明月 1.60,,-6.25,-10.00,,95.5', ',明月,,,10,60']
const lines = async (id: number) =>
  (await finance.call('contracts.get', { id })).lines.map((l) => [l.productId ?? l.brand, l.sphFrom, l.sphTo, l.quantityFrom, l.cost])

describe('a price list', () => {
  it('is tried without a trace, then becomes prices: of a product or a brand, ranges written from either end', async () => {
    const { contractId, version } = await draft()
    expect(await run(contractId, GOOD, true)).toMatchObject({ rows: 3, good: 3, bad: 0 })
    expect(await lines(contractId)).toEqual([])
    expect(await run(contractId, GOOD)).toMatchObject({ good: 3, bad: 0 })
    expect(await lines(contractId)).toEqual([
      [lens, -6, -0.25, 1, 80],
      [lens, -10, -6.25, 1, 95.5],
      ['明月', null, null, 10, 60],
    ])
    // An older open draft does not silently overwrite it.
    const stale = { contractId, version, supplierId, name: '年度价格', startsOn: '2026-01-01', endsOn: '2099-12-31', lines: [] }
    expect((await finance.refusal('contracts.update', stale)).message).toContain('已被他人修改')
  })
  it('names what is wrong row by row and takes the others', async () => {
    const { contractId } = await draft()
    const wrong = ['无此商品,,,,,80', ',,,,,70', '明月 1.60,,-3,,,60', '明月 1.60,,-1,-5,,50', '明月 1.60,,-2,-4,,55', '明月 1.60,,0,6,,x']
    const { good, errors } = await run(contractId, wrong)
    expect(good).toBe(1)
    expect(errors.map((e) => [e.row, e.field, e.sentence])).toEqual([
      [2, 'productName', expect.stringContaining('没有名称或条码为“无此商品”的商品')],
      [3, 'productName', expect.stringContaining('两者只填一个')],
      [4, null, expect.stringContaining('成对填写')],
      [6, null, expect.stringContaining('有重叠')],
      [7, 'cost', expect.any(String)],
    ])
    expect(await lines(contractId)).toEqual([[lens, -5, -1, 1, 50]])
  })
  it('is taken back; of a contract that is in force nothing is read or taken back', async () => {
    const { contractId } = await draft()
    const { importId } = await run(contractId, GOOD)
    expect(await finance.call('contract-prices.import-undo', { importId: importId! })).toMatchObject({ removed: 3, kept: [] })
    expect(await lines(contractId)).toEqual([])
    const again = await run(contractId, GOOD)
    await clinic.as('manager').call('contracts.status', { id: contractId, status: 1 })
    const undone = await finance.call('contract-prices.import-undo', { importId: again.importId! })
    expect(undone).toMatchObject({ removed: 0, kept: [{ why: '合同已生效' }, { why: '合同已生效' }, { why: '合同已生效' }] })
    const late = { hid: clinic.hid, contractId, file: listOf(GOOD) }
    expect(await finance.refusal('contract-prices.import', late)).toMatchObject({ field: 'contractId' })
    expect(await clinic.as('warehouse').refusal('contract-prices.import', late)).toMatchObject({ code: 20405 })
    const other = (await freshClinic()).as('finance')
    expect(await other.refusal('contract-prices.import', late)).toMatchObject({ code: 1 })
  })
})
