import { describe, expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'
import { makeFrame, makeLens } from './make.ts'

describe('products', () => {
  it('a product is found by part of its name, its bar code and its pinyin initials', async () => {
    const clinic = await freshClinic()
    const warehouse = clinic.as('warehouse')
    const frame = await makeFrame(warehouse.call, { name: '钛架光学镜', brand: '精工', barCode: '6901234500017' })
    await makeLens(warehouse.call)
    for (const text of ['光学', '6901234500017', 'tjgx', '精工 光学'])
      expect(
        (await clinic.as('cashier').call('products.list', { text })).list.map((p) => p.productId),
        text,
      ).toEqual([frame.productId])
    expect((await warehouse.call('products.list', { text: '100%' })).total).toBe(0)
    expect((await warehouse.call('products.skeleton', {})).list).toHaveLength(1)
    expect((await warehouse.call('products.list', { category: 3 })).list).toHaveLength(1)
  })

  it('R117: without a charge type, and with 0, the list holds goods of all of them', async () => {
    const { call } = (await freshClinic()).as('warehouse')
    for (const chargeType of [0, 1, 2] as const) await makeFrame(call, { name: `镜架 ${chargeType}`, chargeType })
    const names = async (query: object) => (await call('products.list', query)).list.map((p) => p.name).sort()
    expect(await names({})).toEqual(['镜架 0', '镜架 1', '镜架 2'])
    expect(await names({ chargeType: 0 })).toEqual(await names({}))
    expect(await names({ chargeType: 2 })).toEqual(['镜架 2'])
  })

  it('prices travel in yuan and may be changed only with the right to set prices', async () => {
    const clinic = await freshClinic()
    const frame = await makeFrame(clinic.as('warehouse').call, { price: 698.5 })
    expect(frame.price).toBe(698.5)
    const { versionNo, productId, category, name } = frame
    expect(
      await clinic.as('warehouse').refusal('product.save', { productId, versionNo, category, name, price: 1, cost: frame.cost }),
    ).toMatchObject({ code: 20405, field: 'price' })
    expect(await clinic.as('manager').call('product.price-setting', { list: [{ productId, price: 599 }] })).toEqual({ changed: 1 })
    expect((await clinic.as('doctor').call('products.list', {})).list[0]).toMatchObject({ price: 599, cost: null })
  })

  it('a stale edit, a taken bar code, a twin and a crossed range are refused at their field', async () => {
    const clinic = await freshClinic()
    const call = clinic.as('manager').call
    const refusal = clinic.as('manager').refusal
    const one = await makeFrame(call, { name: 'A 架', barCode: 'AAA-1', version: 'A1' })
    await call('product.save', {
      productId: one.productId,
      versionNo: one.versionNo,
      category: 1,
      name: 'A 架',
      price: one.price,
      cost: one.cost!,
      minStock: 5,
    })
    expect(
      await refusal('product.save', {
        productId: one.productId,
        versionNo: one.versionNo,
        category: 1,
        name: 'A 架改',
        price: one.price,
        cost: one.cost,
      }),
    ).toMatchObject({ message: '商品已被他人修改，请刷新后重试' })
    expect(await refusal('product.save', { category: 1, name: 'B 架', barCode: 'AAA-1' })).toMatchObject({
      field: 'barCode',
      message: '条码已被其他商品使用',
    })
    const twin = { category: 1 as const, name: 'C 架', brand: '暴龙' }
    await call('product.save', twin)
    expect(await refusal('product.save', twin)).toMatchObject({ field: 'name', message: '商品“C 架”已存在' })
    expect(await refusal('product.save', { category: 3, name: '镜片', sphMin: 0, sphMax: -8 })).toMatchObject({ field: 'sphMax' })
  })

  it('stock limits that cross what stands already are refused at the field that was set', async () => {
    const clinic = await freshClinic()
    const manager = clinic.as('manager')
    const { productId } = await manager.call('product.save', {
      category: 1,
      name: '限量镜架',
      unit: '副',
      price: 1,
      minStock: 5,
      maxStock: 9,
    })
    const set = (limits: { minStock?: number; maxStock?: number }) =>
      manager.refusal('product.product-setting', { productIds: [productId], ...limits })
    expect(await set({ minStock: 10 })).toMatchObject({ code: 1, message: '库存上限不能小于下限', field: 'minStock' })
    expect(await set({ maxStock: 4 })).toMatchObject({ code: 1, message: '库存上限不能小于下限', field: 'maxStock' })
    expect(await manager.call('product.product-setting', { productIds: [productId], minStock: 10, maxStock: 20 })).toEqual({ changed: 1 })
  })
  it('the list asked for a power answers the lenses made in it, in either notation', async () => {
    const clinic = await freshClinic()
    const call = clinic.as('manager').call
    const minus = await makeLens(call, { sphMin: -6, sphMax: 0, cylMin: -2, cylMax: 0 })
    const plus = await makeLens(call, { sphMin: 0.25, sphMax: 4, cylMin: -2, cylMax: 0 })
    const made = async (standard: number, cyl?: number) =>
      (await call('products.list', { category: 3, standard, ...(cyl === undefined ? {} : { cyl }) })).list.map((p) => p.productId)
    expect(await made(-3, -0.75)).toEqual([minus.productId])
    expect(await made(-0.75, 1.5)).toEqual([plus.productId])
    expect(await made(-6.25)).toEqual([])
  })

  it('another organisation sees nothing of it, and a product in stock is not deleted', async () => {
    const [mine, other] = [await freshClinic(), await freshClinic()]
    const frame = await makeFrame(mine.as('manager').call)
    expect((await other.as('manager').call('products.list', {})).total).toBe(0)
    expect(await other.as('manager').refusal('products.delete', { id: frame.productId })).toMatchObject({ message: '商品不存在或已被删除' })
    await mine.as('warehouse').call('batch.create', { productId: frame.productId })
    expect(await mine.as('manager').refusal('products.delete', { id: frame.productId })).toMatchObject({
      message: `商品“${frame.name}”正在使用，不能删除`,
    })
    const free = await makeFrame(mine.as('manager').call)
    expect(await mine.as('manager').call('product.delete-all', { productIds: [frame.productId, free.productId] })).toEqual({
      deleted: 1,
      kept: 1,
    })
  })
})
