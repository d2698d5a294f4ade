import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { hasShared, sharedBytes } from '../../../tests/shared.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeStock } from '#modules/stock/server/make.ts'

const file = (text: string | Uint8Array, filename = 'catalogue.csv') => ({
  filename,
  mimetype: 'text/csv',
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
})
const HEAD = 'brand,line,type,index,dia_mm,sph_min,sph_max,cyl_min,cyl_max,available'
const CATALOGUE = [
  HEAD,
  'Crizal,Easy Pro,FSV_STOCK_LENS,1.50,65,0.25,4,2,-2,true',
  'Crizal,Easy Pro,FSV_STOCK_LENS,1.50,70,0,-5,0,-2,true',
  'Crizal,Easy Pro,FSV_STOCK_LENS,1.5,70,0,-5,0,-2,true',
  'Crizal,Easy Pro,FSV_MYSTERY,9.9,70,0,-5,0,-2,true',
  'Crizal,Rock,RX_SINGLE_VISION,1.67,75/80,9,−14,4,-6,false',
].join('\n')
const run = (clinic: Clinic, dryRun: boolean, text: string | Uint8Array = CATALOGUE) =>
  clinic.as('warehouse').call('product.import', { file: file(text), hid: clinic.hid, dryRun })

describe('importing products', () => {
  it("a supplier's lens catalogue: tried without writing, cleanings and errors row by row, then written, then taken back", async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const tried = await run(clinic, true)
    expect(tried).toMatchObject({ dryRun: true, rows: 5, good: 3, bad: 2, importId: null, layout: expect.stringContaining('镜片目录') })
    expect(tried.errors.map((e) => [e.row, e.column])).toEqual([
      [4, '商品名称'],
      [5, 'type'],
      [5, 'index'],
    ])
    expect(tried.errors[0]!.sentence).toContain('已存在')
    expect(tried.notes.filter((n) => n.row === 2).map((n) => n.sentence)).toEqual([expect.stringMatching(/柱镜.*整理/)])
    expect(tried.notes.some((n) => n.row === 3 && n.sentence.includes('已按从小到大整理'))).toBe(true)
    expect((await call('products.list', {})).total).toBe(0)
    const done = await run(clinic, false)
    expect(done).toMatchObject({ good: 3, bad: 2, importId: expect.any(Number) })
    const list = (await call('products.list', { category: 3 })).list
    expect(list.map((p) => [p.sphMin, p.sphMax, p.cylMin, p.cylMax, p.classifyStatus, p.status, p.diameter]).sort()).toEqual(
      [
        [-14, 9, -6, 0, 2, 1, '75/80'],
        [-5, 0, -2, 0, 1, 0, '70'],
        [0.25, 4, -2, 0, 1, 0, '65'],
      ].sort(),
    )
    expect((await call('product.imports', { hid: clinic.hid })).list).toMatchObject([
      { filename: 'catalogue.csv', rows: 3, undoneAt: null },
    ])
    const kept = list.find((p) => p.sphMax === 0)!
    await makeStock(call, clinic.hid, [{ productId: kept.productId, sph: -2, quantity: 1 }])
    const undone = await call('product.import-undo', { importId: done.importId! })
    expect(undone).toMatchObject({ removed: 2, total: 3, kept: [{ what: kept.name, why: expect.stringMatching(/批次|入库明细/) }] })
    expect((await call('products.list', {})).list.map((p) => p.productId)).toEqual([kept.productId])
  })

  it("a goods list of the shop's own columns; the category may be said once for the whole file", async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const text = '\uFEFF商品名称,品牌,型号,条形码,零售价,进价\n板材镜架,暴龙,BL1,690001,698,210.5\n钛架,精工,J2,690002,贵,1\n'
    const upload = { file: file(text, '镜架.csv'), hid: clinic.hid, dryRun: true }
    expect((await call('product.import', upload)).errors.map((e) => [e.row, e.sentence])).toEqual(
      expect.arrayContaining([[2, '类别：必填，或在上传时选择商品类别']]),
    )
    const done = await call('product.import', { ...upload, dryRun: false, category: 1 })
    expect(done).toMatchObject({ good: 1, bad: 1 })
    expect(done.errors).toMatchObject([{ row: 3, column: '零售价', given: '贵' }])
    expect((await call('products.skeleton', {})).list).toMatchObject([{ name: '板材镜架', price: 698, cost: 210.5, barCode: '690001' }])
  })

  it('the list leaves as an Excel file that says what the screen says', async () => {
    const clinic = await freshClinic()
    await run(clinic, false)
    const response = await clinic.as('warehouse').raw('product.bulk-export', { category: 3 })
    const {
      sheets: [sheet],
    } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
    expect(sheet!.rows[0]!.slice(0, 3)).toEqual(['商品类别', '商品名称', '品牌'])
    expect(sheet!.rows).toHaveLength(4)
    expect(sheet!.rows[1]![0]).toBe('镜片')
  })

  it.runIf(hasShared)('the real catalogues come in whole, but for their twins', async () => {
    const clinic = await freshClinic()
    const lenses = await run(clinic, false, sharedBytes('domain/data/catalog/stock_lenses_essilor_crizal_in.csv'))
    expect(lenses.rows).toBe(230)
    expect(lenses.errors.every((e) => e.sentence.includes('已存在'))).toBe(true)
    expect(lenses.good + lenses.bad).toBe(230)
    const soft = await run(clinic, false, sharedBytes('domain/data/catalog/soft_contact_lenses_us.csv'))
    expect(soft).toMatchObject({ rows: 79, bad: 3, good: 76 })
    expect(soft.errors.map((e) => [e.row, e.column])).toEqual([
      [12, 'sph_max_d'],
      [32, 'sph_max_d'],
      [70, 'sph_max_d'],
    ])
  })
})
