import { describe, expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'
import { makeContactLens, makeFrame, makeLens } from './make.ts'

describe('brands', () => {
  it('a product names its brand, and the brand of that name is linked, made where there is none', async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const [one, two] = [await makeFrame(call, { brand: '精工' }), await makeFrame(call, { brand: '精工' })]
    await makeLens(call, { brand: '明月' })
    const { list } = await call('brand.list', { text: '精工' })
    expect(list).toMatchObject([{ brandCode: '精工', name: '精工', categories: [1], products: 2, suppliers: [] }])
    const found = await call('products.by-brand-id', { id: list[0]!.brandId })
    expect(found.list.map((p) => p.productId).sort()).toEqual([one.productId, two.productId].sort())
    await call('product.save', { ...one, cost: one.cost!, brand: '明月' })
    expect((await call('products.by-brand-id', { id: list[0]!.brandId })).total).toBe(1)
  })

  it('rules of a brand are saved, found by code, by name and by id, and what is left out of a change stays', async () => {
    const clinic = await freshClinic()
    const { call, refusal } = clinic.as('warehouse')
    const { supplierId } = await call('supplier.save', { name: '欧普康视科技' })
    const rules = {
      categories: [10 as const],
      supplierIds: [supplierId],
      customDays: 12,
      bcMin: 7.5,
      bcMax: 9.2,
      targetMin: -6,
      targetMax: -0.75,
      jessenFactor: 0.75,
      lifeMonths: 18,
    }
    const made = await call('brand.save', { name: '梦戴维', brandCode: 'MDW', ...rules })
    const { supplierIds: _, ...kept } = rules
    expect(made).toMatchObject({ ...kept, brandCode: 'MDW', suppliers: [{ supplierId, name: '欧普康视科技' }] })
    expect(await call('orders.lookup.brand-code', { brandCode: 'MDW' })).toEqual(made)
    expect(await call('orders.lookup.brand-code', { brandCode: '梦戴维' })).toEqual(made)
    const changed = await call('brand.save', { brandId: made.brandId, versionNo: made.versionNo, name: '梦戴维', customDays: 9 })
    expect(changed).toMatchObject({ ...kept, customDays: 9, brandCode: 'MDW', suppliers: made.suppliers })
    expect(await call('orders.lookup.brand-id', { id: made.brandId })).toEqual(changed)
    expect(await refusal('brand.save', { brandId: made.brandId, versionNo: made.versionNo, name: '梦戴维' })).toMatchObject({
      message: '品牌已被他人修改，请刷新后重试',
    })
    expect(await refusal('brand.save', { name: '另一', bcMin: 9, bcMax: 8 })).toMatchObject({ field: 'bcMax' })
    expect(await refusal('brand.save', { name: '另一', brandCode: 'MDW' })).toMatchObject({ message: '品牌编码已被其他品牌使用' })
    expect(await refusal('brand.save', { name: '梦戴维' })).toMatchObject({ message: '品牌已存在' })
  })

  it('a new name of a brand is the name on its products, and they are found by it', async () => {
    const clinic = await freshClinic()
    const { call, refusal } = clinic.as('warehouse')
    const frame = await makeFrame(call, { brand: '旧名' })
    const [brand] = (await call('brand.list', { text: '旧名' })).list
    await call('brand.save', { brandId: brand!.brandId, versionNo: brand!.versionNo, name: '新名' })
    expect((await call('products.list', { text: '新名' })).list.map((p) => [p.productId, p.brand])).toEqual([[frame.productId, '新名']])
    expect((await call('products.list', { text: '旧名' })).total).toBe(0)
    expect(await refusal('brand.delete', { id: brand!.brandId })).toMatchObject({ message: '品牌“新名”正在使用，不能删除' })
  })

  it('who delivers a brand is told of brands and suppliers in use', async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const [a, b] = [await call('supplier.save', { name: '甲供应商' }), await call('supplier.save', { name: '乙供应商' })]
    const lens = await makeContactLens(call, { brand: '海昌' })
    const [brand] = (await call('brand.list', { text: '海昌' })).list
    const supplierIds = [a.supplierId, b.supplierId]
    await call('brand.save', {
      brandId: brand!.brandId,
      versionNo: brand!.versionNo,
      name: '海昌',
      categories: [lens.category],
      supplierIds,
      stockDays: 3,
    })
    const names = async (query: object) => (await call('brand.supplier', query)).map((r) => [r.name, r.supplierName, r.stockDays])
    expect(await names({ category: 4 })).toEqual([
      ['海昌', '乙供应商', 3],
      ['海昌', '甲供应商', 3],
    ])
    expect(await names({ category: 3 })).toEqual([])
    await call('supplier.status', { id: a.supplierId, status: 1 })
    expect(await names({ brandId: brand!.brandId })).toEqual([['海昌', '乙供应商', 3]])
  })

  it('a brand of another organisation is not there', async () => {
    const [mine, other] = [await freshClinic(), await freshClinic()]
    const brand = await mine.as('warehouse').call('brand.save', { name: '本家' })
    for (const call of ['orders.lookup.brand-id', 'products.by-brand-id'] as const)
      expect(await other.as('warehouse').refusal(call, { id: brand.brandId })).toMatchObject({ message: '品牌不存在或已被删除' })
    await mine.as('warehouse').call('brand.delete', { id: brand.brandId })
    expect((await mine.as('warehouse').call('brand.list', {})).total).toBe(0)
  })
})
