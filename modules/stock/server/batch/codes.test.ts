import { describe, expect, it } from 'vitest'
import { makeSolution } from '#modules/products/server/make.ts'
import { freshClinic, type Caller } from '../../../../tests/harness.ts'
import { makeStock } from '../make.ts'

const GTIN = '06901234567892'
async function shelf() {
  const clinic = await freshClinic({ stores: 2 })
  const warehouse = clinic.as('warehouse')
  const { productId, supplierId } = await makeSolution(warehouse.call)
  const info = await warehouse.call('product.info', { id: productId })
  const save = (more: object) =>
    warehouse.call('product.save', { ...info, supplierName: undefined, productId, versionNo: undefined, ...more } as never)
  const lots = [
    { productId, quantity: 3, batchNo: 'L7', expiry: '2031-05-31', cost: 10 },
    { productId, quantity: 2, batchNo: 'L8', expiry: '2032-05-31', cost: 10 },
  ]
  const paper = await makeStock(warehouse.call as never, clinic.hid, lots, supplierId === null ? {} : { supplierId })
  return { clinic, warehouse, productId, paper, save }
}

describe('a scanned code', () => {
  it('is a UDI, a bar code, a lot or the clinic’s own label, and says what can be done with each batch', async () => {
    const { warehouse, productId, save } = await shelf()
    await save({ barCode: '6901234567892' })
    const read = (code: string) => warehouse.call('product.batch-code', { code })
    const udi = await read(`]d201${GTIN}17310531${'10'}L7`)
    expect(udi).toMatchObject({ kind: 'udi', gtin: GTIN, batchNo: 'L7', expiry: '2031-05-31', fault: null })
    expect(udi.list.map((b) => [b.productId, b.batchNo, b.quantity, b.act])).toEqual([[productId, 'L7', 3, 'take']])
    // FNC1 between elements, as scanners send it.
    expect(await read(`01${GTIN}10L7\u001d21S-1`)).toMatchObject({ kind: 'udi', batchNo: 'L7', serial: 'S-1', list: [{ batchNo: 'L7' }] })
    const goods = await read('6901234567892')
    expect([goods.kind, goods.list.map((b) => b.batchNo)]).toEqual(['goods', ['L7', 'L8']])
    expect((await read('l8')).kind).toBe('lot')
    // What somebody typed in small letters is the lot a box says in capitals.
    expect((await read(`01${GTIN}17310531${'10'}l7`)).list.map((b) => b.batchNo)).toEqual(['L7'])
    const { label, elements } = udi.list[0]!
    expect(elements).toBe(`(01)${GTIN}(17)310531(10)L7`)
    expect(await read(label!)).toMatchObject({ kind: 'label', list: [{ batchNo: 'L7' }] })
    // What a label prints reads back as itself.
    expect((await read(elements!)).list.map((b) => b.batchNo)).toEqual(['L7'])
  })
  it('is the same GTIN however many zeros stand before it, on the box and on the goods', async () => {
    const { warehouse, productId, save } = await shelf()
    const read = (code: string) => warehouse.call('product.batch-code', { code })
    for (const barCode of ['036000291452', '0036000291452', '00036000291452']) {
      await save({ barCode })
      for (const code of ['036000291452', '0036000291452', '00036000291452', '(01)00036000291452'])
        expect([barCode, code, (await read(code)).list.map((b) => b.productId)]).toEqual([barCode, code, [productId, productId]])
      expect((await read('036000291452')).kind).toBe('goods')
    }
  })
  it('of a paper names the paper and where it stands; an unknown one is told as such; a broken UDI says what is wrong', async () => {
    const { warehouse, paper } = await shelf()
    const { stockinNo } = await warehouse.call('stockin.info', { id: paper.stockinId })
    expect(await warehouse.call('product.batch-code', { code: stockinNo.toLowerCase() })).toMatchObject({
      kind: 'paper',
      list: [],
      papers: [{ what: '入库单', number: stockinNo, stateName: '已入库' }],
    })
    expect(await warehouse.call('product.batch-code', { code: 'NOBODY-1' })).toMatchObject({ kind: 'none', list: [], papers: [] })
    expect((await warehouse.call('product.batch-code', { code: '(01)06901234567890' })).fault).toBe('标识符 01 校验位错误')
    expect(await warehouse.refusal('product.batch-code', {})).toMatchObject({ field: 'code' })
  })
  it('tells the label codes of a product’s batches, and nothing of another store', async () => {
    const { clinic, warehouse, productId } = await shelf()
    const { list } = await warehouse.call('product.batch-code', { productId })
    expect(list.map((b) => [b.batchNo, /^B\d{8}$/.test(b.label ?? ''), b.elements])).toEqual([
      ['L7', true, null],
      ['L8', true, null],
    ])
    expect((await clinic.as('chain').call('product.batch-code', { productId, hid: clinic.hids[1]! })).list).toEqual([])
  })
})

const tagsOf = async (by: Caller, id: number): Promise<string> => (await by.raw('product.export-epc', { id })).text()

describe('RFID tags', () => {
  it('a piece is given one serial and keeps it; a new piece gets a new one', async () => {
    const { clinic, warehouse, productId, save } = await shelf()
    await save({ barCode: '6901234567892', prefixLength: 7 })
    const file = async () => {
      const [head = '', ...lines] = (await tagsOf(warehouse, productId)).trim().split(/\r?\n/)
      expect(head).toContain('EPC')
      return lines.map((line) => line.split(','))
    }
    const first = await file()
    expect(first).toHaveLength(5)
    expect(new Set(first.map(([epc]) => epc)).size).toBe(5)
    for (const [epc = '', uri = '', gtin] of first) {
      expect(epc).toMatch(/^30[0-9A-F]{22}$/)
      expect(uri).toMatch(/^urn:epc:tag:sgtin-96:1\.6901234\.056789\.\d+$/)
      expect(gtin).toBe(GTIN)
    }
    expect(await file()).toEqual(first)
    await makeStock(warehouse.call as never, clinic.hid, [{ productId, quantity: 1, batchNo: 'L9', expiry: '2033-01-31', cost: 10 }])
    const more = await file()
    expect(more.slice(0, 5)).toEqual(first)
    expect(more).toHaveLength(6)
  })
  it('fifty at once give no piece two', async () => {
    const { warehouse, productId, save } = await shelf()
    await save({ barCode: '6901234567892', prefixLength: 7 })
    const files = await Promise.all(Array.from({ length: 50 }, () => tagsOf(warehouse, productId)))
    expect(new Set(files).size).toBe(1)
    expect(files[0]!.trim().split(/\r?\n/)).toHaveLength(6)
  })
  it('are refused without a GTIN, without the length of its company prefix, and without stock', async () => {
    const { clinic, warehouse, productId, save } = await shelf()
    const refused = () => warehouse.refusal('product.export-epc', { id: productId })
    await save({ barCode: 'A-17' })
    expect((await refused()).message).toContain('不是 GTIN')
    await save({ barCode: '6901234567892' })
    expect((await refused()).message).toContain('没有填写厂商识别代码位数')
    await save({ barCode: '6901234567892', prefixLength: 7 })
    expect((await clinic.as('chain').refusal('product.export-epc', { id: productId, hid: clinic.hids[1]! })).message).toContain('没有库存')
  })
})
