import { describe, expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'
import { sql } from '#kernel/server/index.ts'

const band = (over: object = {}) => ({ sphFrom: -4, sphTo: 0, cylFrom: -2, cylTo: 0, price: 300, cost: 90, ...over })
const lens = (over: object = {}) => ({
  name: '1.60 非球面',
  brand: '明月',
  diameter: '70',
  sphMin: -8,
  sphMax: 2,
  cylMin: -2,
  cylMax: 0,
  ...over,
})
const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10)

describe('lenses with prices by power', () => {
  it('a lens is made with its bands and priced in either notation with its trace; a gap is refused', async () => {
    const clinic = await freshClinic()
    const manager = clinic.as('manager')
    const made = await manager.call('product.lens.create', {
      ...lens(),
      prismPrice: 50,
      bands: [band(), band({ sphFrom: -8, sphTo: -4.25, price: 380 })],
    })
    expect(made).toMatchObject({ category: 3, unit: '片', prismPrice: 50, tintPrice: null })
    const cashier = clinic.as('cashier')
    const price = (request: object) => cashier.call('product.lens-price', { productId: made.productId, sph: -3, ...request })
    expect(await price({ cyl: -0.75, axis: 180 })).toMatchObject({ price: 300, cost: null, trace: [{ step: 'band' }] })
    expect(await price({ sph: -3.75, cyl: 0.75, axis: 90, prism: 1.5 })).toMatchObject({
      price: 375,
      trace: [{ price: 300 }, { step: 'prism', price: 75 }],
    })
    expect(await cashier.refusal('product.lens-price', { productId: made.productId, sph: 1 })).toMatchObject({
      code: 1,
      message: '“1.60 非球面”的价格表没有 +1.00 的价格',
    })
    expect(await cashier.refusal('product.lens-price', { productId: made.productId, sph: -1, tint: true })).toMatchObject({
      message: expect.stringContaining('染色'),
    })
    const matrix = await cashier.call('product.lens.prices', { productId: made.productId })
    expect(matrix.cells).toHaveLength(9 * (17 + 16))
    expect(matrix.cells.find((c) => c.sph === -6 && c.cyl === -1.25)).toMatchObject({ price: 380 })
  })

  it('bands that hold for one lens are refused by number, also by the database; crossed ones at their row', async () => {
    const clinic = await freshClinic()
    const manager = clinic.as('manager')
    expect(await manager.refusal('product.lens.create', { ...lens(), bands: [band(), band({ sphFrom: -0.25, sphTo: 3 })] })).toMatchObject({
      message: '第 2 行与第 1 行的光度范围有重叠',
      field: 'bands.1.sphFrom',
    })
    expect(await manager.refusal('product.lens.create', { ...lens(), bands: [band({ sphFrom: 1 })] })).toMatchObject({
      field: 'bands.0.sphTo',
    })
    const { productId, fromDay } = await manager.call('product.lens.create', { ...lens(), bands: [band()] })
    const twice = clinic.tx((cx) =>
      cx.db.run(
        sql`
          insert into lens_price_band (product_id, from_day, sph_from, sph_to, cyl_from, cyl_to, price)
          values (${productId}, ${fromDay}, -0.25, 3, 0, 0, 1)
        `,
      ),
    )
    await expect(twice).rejects.toThrow(/lens_bands_overlap/)
  })

  it('prices change from a day on: what was in force stays, a past day is refused, the right to prices is needed', async () => {
    const clinic = await freshClinic()
    const manager = clinic.as('manager')
    const made = await manager.call('product.lens.create', { ...lens(), film: '防蓝光', tintPrice: 80, bands: [band()] })
    const { productId } = made
    const later = await manager.call('product.lens.update', {
      productId,
      versionNo: made.versionNo,
      fromDay: day(3),
      bands: [band({ price: 333 })],
    })
    expect(later).toMatchObject({ fromDay: day(3), tintPrice: 80, film: '防蓝光', name: made.name, unit: '片' })
    const price = async (on?: string) =>
      (await manager.call('product.lens-price', { productId, sph: -1, ...(on ? { day: on } : {}) })).price
    expect(await price()).toBe(300)
    expect(await price(day(4))).toBe(333)
    const edit = { productId, versionNo: later.versionNo }
    expect(await manager.refusal('product.lens.update', { ...edit, fromDay: day(-2), bands: [band()] })).toMatchObject({ field: 'fromDay' })
    expect(await clinic.as('warehouse').refusal('product.lens.update', { ...edit, bands: [band()] })).toMatchObject({ code: 20405 })
    const kept = await clinic.as('warehouse').call('product.lens.update', { ...edit, film: '变色' })
    expect(kept).toMatchObject({ film: '变色', name: made.name, bands: [{ price: 300 }] })
    expect(await manager.refusal('product.lens.update', { ...edit, film: '旧' })).toMatchObject({
      message: expect.stringContaining('已被他人修改'),
    })
    await manager.call('product.lens.update', { productId, versionNo: kept.versionNo, fromDay: day(3), bands: [] })
    expect(await price(day(4))).toBe(300)
    await manager.call('products.delete', { id: productId })
    expect(await manager.refusal('product.lens.prices', { productId })).toMatchObject({ message: expect.stringContaining('商品') })
  })

  it('who is not told what lenses cost sets their prices, and each power costs what it did', async () => {
    const clinic = await freshClinic()
    const made = await clinic.as('manager').call('product.lens.create', {
      ...lens(),
      prismPrice: 50,
      prismCost: 20,
      bands: [band(), band({ sphFrom: -8, sphTo: -4.25, cost: 120 })],
    })
    await clinic.tx(async (cx) => {
      await cx.db.run(sql`update role set custom = true where code = 'warehouse'`)
      await cx.db.run(
        sql`
          insert into role_permission (role_id, code)
          select role_id, unnest(array['product:view', 'product:edit', 'product:price'])
          from role
          where code = 'warehouse'
        `,
      )
    })
    const bands = [band({ price: 350, cost: 0 }), band({ sphFrom: -8, sphTo: -4.25, price: 400, cost: 0 })]
    const base = { productId: made.productId, versionNo: made.versionNo, prismPrice: 60, prismCost: 0, bands }
    expect(await clinic.as('warehouse').call('product.lens.update', base)).toMatchObject({
      cost: null,
      prismCost: null,
      bands: [{ cost: null }, { cost: null }],
    })
    const price = (sph: number) => clinic.as('manager').call('product.lens-price', { productId: made.productId, sph, prism: 1 })
    expect(await price(-1)).toMatchObject({ price: 410, cost: 110 })
    expect(await price(-6)).toMatchObject({ price: 460, cost: 140 })

    // Bands by blank diameter keep their cost too.
    const wide = { sphFrom: -2, sphTo: 0, diameterFrom: 70, diameterTo: 75 }
    const again = await clinic
      .as('manager')
      .call('product.lens.create', { ...lens({ name: '1.67 大直径', diameter: '70' }), bands: [band({ ...wide, cost: 150 })] })
    const resent = { productId: again.productId, versionNo: again.versionNo, bands: [band({ ...wide, price: 500, cost: 0 })] }
    await clinic.as('warehouse').call('product.lens.update', resent)
    const one = { productId: again.productId, sph: -1, diameter: 70 }
    expect(await clinic.as('manager').call('product.lens-price', one)).toMatchObject({ price: 500, cost: 150 })
  })

  it('a matrix goes out as a file and comes back as the bands it was; what is no price is refused by its cell', async () => {
    const clinic = await freshClinic()
    const manager = clinic.as('manager')
    const { productId } = await manager.call('product.lens.create', {
      ...lens({ sphMin: -1, sphMax: 0, cylMin: -0.5 }),
      bands: [band({ sphFrom: -1, cylFrom: -0.5 }), band({ sphFrom: -2, sphTo: -1.25, cylFrom: -0.25, price: 355.5, cost: 91 })],
    })
    const raw = await manager.raw('product.lens.grid', { id: productId })
    const upload = (bytes: Uint8Array, filename: string) => ({
      productId,
      file: { filename, mimetype: 'application/octet-stream', bytes: new Uint8Array(bytes) },
    })
    const read = await manager.call('product.lens.grid-read', upload(new Uint8Array(await raw.arrayBuffer()), '价格.xlsx'))
    expect(read.cells).toBe(5 * 3 + 4 * 2)
    expect(read.bands).toMatchObject([
      { sphFrom: -2, sphTo: -1.25, cylFrom: -0.25, cylTo: 0, price: 355.5, cost: 91 },
      { sphFrom: -1, sphTo: 0, cylFrom: -0.5, cylTo: 0, price: 300, cost: 90 },
    ])
    const csv = (text: string) => manager.refusal('product.lens.grid-read', upload(new TextEncoder().encode(text), '价格.csv'))
    expect(await csv('球镜,0.00,-0.25\n-1.00,300,免费')).toMatchObject({ message: '第 2 行“-0.25”列：“免费” 不是价格' })
    expect(await csv('球镜,+0.25\n-1.00,300')).toMatchObject({ message: '第 1 行“+0.25”列：“+0.25” 不是负柱镜度数' })
    expect(await csv('球镜,0.00\n-1.10,300')).toMatchObject({ message: '第 2 行“球镜”列：“-1.10” 不是球镜度数' })
  })
})
