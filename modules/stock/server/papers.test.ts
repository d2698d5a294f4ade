import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { makeContactLens, makeFrame, makeLens, makeSolution } from '#modules/products/server/make.ts'
import { freshClinic } from '../../../tests/harness.ts'
import { makeStock } from './make.ts'

const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('stock views', () => {
  it('the grid of a lens has the axes of its range and the pieces by power', async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const lens = await makeLens(call, { sphMin: -1, sphMax: 0, cylMin: -0.5, cylMax: 0 })
    await makeStock(call, clinic.hid, [
      { productId: lens.productId, sph: -0.5, cyl: -0.25, quantity: 3 },
      { productId: lens.productId, sph: -0.75, cyl: 0.25, quantity: 2 },
      { productId: lens.productId, sph: -1, quantity: 1 },
    ])
    const grid = await call('stock.inventorys', { product_id: lens.productId })
    expect(grid).toMatchObject({ sph: [0, -0.25, -0.5, -0.75, -1], cyl: [0, -0.25, -0.5], total: 6 })
    expect(grid.cells.find((c) => c.sph === -0.5 && c.cyl === -0.25)).toMatchObject({ quantity: 5, available: 5 })
    const byPower = await call('stock.view', { hid: clinic.hid, query_type: 1 })
    expect(byPower.list.map((r) => [r.sph, r.cyl, r.quantity])).toEqual([
      [-0.5, -0.25, 5],
      [-1, 0, 1],
    ])
    expect((await call('stock.view', { hid: clinic.hid, query_type: 3 })).list).toMatchObject([{ quantity: 6, batches: 2, batchId: null }])
    expect(await call('products.cyl-and-standard', { hid: clinic.hid, brand: '明月' })).toEqual({ standard: [-0.5, -1], cyl: [0, -0.25] })
    expect((await call('stock.inventorys.get', { id: lens.productId })).list[0]).toMatchObject({
      reason: '入库',
      name: expect.stringContaining('库管'),
    })
  })

  it('low, high and the shelf of one product are told per store', async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const [low, high] = [await makeFrame(call, { minStock: 3 }), await makeFrame(call, { minStock: 0, maxStock: 4 })]
    await makeStock(call, clinic.hid, [
      { productId: low.productId, quantity: 1 },
      { productId: high.productId, quantity: 6 },
    ])
    expect((await call('stock.low', {})).list).toMatchObject([{ productId: low.productId, available: 1, difference: 2 }])
    expect((await call('stock.high', {})).list).toMatchObject([{ productId: high.productId, quantity: 6, difference: 2 }])
    expect((await call('stock.view-sku', { code: low.barCode! })).list).toMatchObject([{ productId: low.productId, quantity: 1 }])
    expect((await clinic.as('chain').call('stock.low', { hid: clinic.hids[1]! })).list.map((r) => r.productId).sort()).toEqual([
      low.productId,
    ])
    expect(await clinic.as('warehouse').refusal('stock.low', { hid: clinic.hids[1]! })).toMatchObject({ message: '门店不存在或已被删除' })
    expect((await call('product.list.stock', { text: low.barCode! })).list).toMatchObject([{ quantity: 1, available: 1 }])
  })

  it('counting posts the difference with its reason, and only the right to adjust may', async () => {
    const clinic = await freshClinic()
    const { call, refusal } = clinic.as('warehouse')
    const frame = await makeFrame(call)
    const { batchId } = (await makeStock(call, clinic.hid, [{ productId: frame.productId, quantity: 5 }])).items[0]!
    const counted = { hid: clinic.hid, productId: frame.productId, batchId: batchId!, stockNumber: 3, note: '盘亏 2' }
    expect(await refusal('stock.adjust', counted)).toMatchObject({ code: 20405 })
    expect(await clinic.as('manager').call('stock.adjust', counted)).toMatchObject({ before: 5, quantity: 3, difference: -2 })
    expect(await clinic.as('manager').call('stock.adjust', counted)).toMatchObject({ difference: 0, entryId: null })
    expect((await call('stock.inventorys.get', { id: frame.productId })).list[0]).toMatchObject({
      reason: '报损',
      amount: -2,
      balance: 3,
      note: '盘亏 2',
    })
    expect(await refusal('batch.delete', { id: batchId! })).toMatchObject({ code: 1 })
  })
})

describe('stock papers', () => {
  it('R112, R113: nothing moves before posting; posting asks for lot and expiry; revoking reverses, and not what has left', async () => {
    const clinic = await freshClinic()
    const { call, refusal } = clinic.as('warehouse')
    const lens = await makeContactLens(call)
    const items = [{ productId: lens.productId, sph: -2, quantity: 4, expected: 5 }]
    const paper = await call('stockin.create', { hid: clinic.hid, status: 1, items })
    expect(paper).toMatchObject({ status: 1, differStatus: 1, quantity: 4 })
    expect((await call('stock.list', { hid: clinic.hid })).total).toBe(0)
    expect(await refusal('stockin.status', { stockinId: paper.stockinId, status: 2 })).toMatchObject({
      message: `第 1 行 ${lens.name}：请填写批号和有效期`,
    })
    await call('stockin.status', { stockinId: paper.stockinId, status: 0 })
    await call('stockin.update', {
      stockinId: paper.stockinId,
      hid: clinic.hid,
      status: 1,
      items: [{ ...items[0]!, batchNo: 'C1', expiry: later(300) }],
    })
    expect(await clinic.as('workshop').refusal('stockin.status', { stockinId: paper.stockinId, status: 2 })).toMatchObject({ code: 20405 })
    const posted = await call('stockin.status', { stockinId: paper.stockinId, status: 2, differStatus: 2, reason: '供应商补发一盒' })
    expect(posted).toMatchObject({ status: 2, differStatus: 2, differNote: '供应商补发一盒' })
    expect(posted.history.map((h) => h.move)).toEqual(['制单', '提交审核', '退回修改', '提交审核', '审核入库'])
    const out = await call('stockout.create', {
      hid: clinic.hid,
      stockoutType: 8,
      items: [{ productId: lens.productId, sph: -2, quantity: 3 }],
    })
    await call('stockout.bulk-delivery', { stock_out_ids: [out.stockoutId] })
    expect((await call('stockout.info', { id: out.stockoutId })).items).toMatchObject([{ batchNo: 'C1', quantity: 3 }])
    expect(await clinic.as('manager').refusal('stockin.return-revocation', { id: paper.stockinId, reason: '退货' })).toMatchObject({
      message: expect.stringContaining('已出库一部分'),
    })
    expect(await clinic.as('manager').refusal('stockout.revocation', { id: out.stockoutId })).toMatchObject({ field: 'reason' })
    await clinic.as('manager').call('stockout.revocation', { id: out.stockoutId, reason: '领错' })
    expect(await clinic.as('manager').call('stockin.return-revocation', { id: paper.stockinId, reason: '退货' })).toMatchObject({
      status: 4,
    })
    expect((await call('stock.list', { hid: clinic.hid, type: 0 })).list.map((r) => r.quantity)).toEqual([0])
    expect(await refusal('stockin.status', { stockinId: paper.stockinId, status: 2 })).toMatchObject({
      message: expect.stringContaining('已撤销'),
    })
  })

  it('expired goods may be scrapped from their batch but not sold from it', async () => {
    const clinic = await freshClinic()
    const { call, refusal } = clinic.as('warehouse')
    const bottle = await makeSolution(call)
    const { batchId } = (
      await makeStock(call, clinic.hid, [{ productId: bottle.productId, quantity: 2, batchNo: 'OLD', expiry: later(1) }])
    ).items[0]!
    await call('batch.create', { batchId: batchId!, productId: bottle.productId, expiry: '2024-06-30' })
    const sale = await call('stockout.create', {
      hid: clinic.hid,
      stockoutType: 1,
      items: [{ productId: bottle.productId, batchId: batchId!, quantity: 1 }],
    })
    await call('stockout.status', { stockoutId: sale.stockoutId, status: 1 })
    expect(await refusal('stockout.confirm', { stockoutId: sale.stockoutId })).toMatchObject({
      message: '批次 OLD 已于 2024-06-30 过期，不能出库',
    })
    expect(await refusal('stockout.invalidate', { id: sale.stockoutId })).toMatchObject({ field: 'reason' })
    expect(await call('stockout.invalidate', { id: sale.stockoutId, reason: '过期' })).toMatchObject({ status: 3 })
    const scrap = await call('stockout.create', {
      hid: clinic.hid,
      stockoutType: 5,
      items: [{ productId: bottle.productId, batchId: batchId!, quantity: 2 }],
    })
    await clinic.as('manager').call('stockout.bulk-delivery', { stock_out_ids: [scrap.stockoutId] })
    expect((await call('stock.list', { hid: clinic.hid })).total).toBe(0)
  })

  it('a repeated submit with the same key writes one paper', async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const frame = await makeFrame(call)
    const input = { hid: clinic.hid, items: [{ productId: frame.productId, quantity: 1 }] }
    const [a, b] = await Promise.all([call('stockin.create', input, { key: 'once-1' }), call('stockin.create', input, { key: 'once-1' })])
    expect(a.stockinId).toBe(b.stockinId)
    expect((await call('stockin.list', {})).total).toBe(1)
  })

  it('every store has its warehouse; another is opened, used, and closed while empty', async () => {
    const clinic = await freshClinic()
    const manager = clinic.as('manager')
    const [first] = await manager.call('warehouses.their', { id: clinic.hid })
    expect(first).toMatchObject({ name: '主仓库', first: true })
    expect(await manager.refusal('warehouses.delete', { id: first!.warehouseId })).toMatchObject({
      message: '“主仓库”是门店的默认仓库，不能停用或删除',
    })
    const second = await manager.call('warehouses.create', { hid: clinic.hid, name: '二楼库' })
    expect(await manager.refusal('warehouses.create', { hid: clinic.hid, name: '二楼库' })).toMatchObject({ message: '仓库名称已存在' })
    const frame = await makeFrame(manager.call)
    await manager.call('stockin.create', {
      hid: clinic.hid,
      warehouseId: second.warehouseId,
      items: [{ productId: frame.productId, quantity: 1 }],
    })
    expect(await manager.refusal('warehouses.delete', { id: second.warehouseId })).toMatchObject({
      message: '仓库“二楼库”还有库存或单据，不能删除',
    })
    await manager.call('warehouses.update', { id: second.warehouseId, name: '二楼库', status: 1 })
    expect(
      await manager.refusal('stockin.create', {
        hid: clinic.hid,
        warehouseId: second.warehouseId,
        items: [{ productId: frame.productId, quantity: 1 }],
      }),
    ).toMatchObject({ field: 'warehouseId' })
  })

  it('a supplier whose licence has expired is locked: nothing is received from it, and one with products is not deleted', async () => {
    const clinic = await freshClinic()
    const { call, refusal } = clinic.as('warehouse')
    const frame = await makeFrame(call)
    const expired = await call('supplier.save', { name: '过期商贸', licenceExpires: '2020-05-01' })
    expect(expired.licenceState).toBe(2)
    const used = await call('supplier.save', { name: '在用' })
    await makeFrame(call, { supplierId: used.supplierId })
    expect(await refusal('supplier.delete', { id: used.supplierId })).toMatchObject({ code: 1 })
    expect(
      await refusal('stockin.create', {
        hid: clinic.hid,
        supplierId: expired.supplierId,
        items: [{ productId: frame.productId, quantity: 1 }],
      }),
    ).toMatchObject({ message: '供应商“过期商贸”的许可证已于 2020-05-01 到期，已锁定，不能收货', field: 'supplierId' })
  })

  it('a delivery list becomes one draft; rows that fit no goods are named; taken back, the draft goes too', async () => {
    const clinic = await freshClinic()
    const { call } = clinic.as('warehouse')
    const frame = await makeFrame(call, { barCode: '6900000000017' })
    const lens = await makeLens(call, { name: '1.60 单光' })
    const text =
      '条码,商品名称,球镜,柱镜,应收,数量,进价\n6900000000017,,,,5,4,200\n,1.60 单光,-3,0.5,,2,\n,没有这个,,,,1,\n,1.60 单光,,,,1,\n'
    const upload = { file: { filename: '送货单.csv', mimetype: 'text/csv', bytes: new TextEncoder().encode(text) }, hid: clinic.hid }
    const tried = await call('stockin.import', { ...upload, dryRun: true })
    expect(tried).toMatchObject({ rows: 4, good: 2, bad: 2 })
    expect(tried.errors.map((e) => [e.row, e.sentence])).toEqual([
      [4, '找不到商品“没有这个”'],
      [5, '1.60 单光按光度存放，请填写球镜'],
    ])
    expect((await call('stockin.list', {})).total).toBe(0)
    const imported = await call('stockin.import', { ...upload, stockinType: 5 })
    const [paper] = (await call('stockin.list', {})).list
    expect(paper).toMatchObject({ status: 0, stockinType: 5, differStatus: 1, lines: 2, quantity: 6 })
    expect((await call('stockin.info', { id: paper!.stockinId })).items).toMatchObject([
      { productId: frame.productId, cost: 200 },
      { productId: lens.productId, sph: -2.5, cyl: -0.5, cost: lens.cost },
    ])
    expect(await call('stockin.import-undo', { importId: imported.importId! })).toMatchObject({ removed: 2, kept: [] })
    expect((await call('stockin.list', {})).total).toBe(0)
    const second = await call('stockin.import', { ...upload })
    const { stockinId } = (await call('stockin.list', {})).list[0]!
    await call('stockin.status', { stockinId, status: 1 })
    expect(await call('stockin.import-undo', { importId: second.importId! })).toMatchObject({ removed: 0, total: 2 })
  })

  it('purchases are summed per supplier, and lines leave as Excel', async () => {
    const clinic = await freshClinic()
    const { call, raw } = clinic.as('warehouse')
    const frame = await makeFrame(call)
    const supplier = await call('supplier.save', { name: '明月' })
    await makeStock(call, clinic.hid, [{ productId: frame.productId, quantity: 3, cost: 210.5 }], { supplierId: supplier.supplierId })
    expect((await call('supplier.purchase', {})).list).toEqual([
      { supplierId: supplier.supplierId, supplierName: '明月', papers: 1, quantity: 3, amount: 631.5, open: 0 },
    ])
    expect((await call('stock.procurements-batch', { product_id: frame.productId })).list).toMatchObject([
      { supplierName: '明月', quantity: 3, cost: 210.5, amount: 631.5 },
    ])
    const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10)
    for (const [id, input, rows] of [
      ['stock.export', { hid: clinic.hid }, 2],
      ['stockin.exports', { start_date: today, end_data: today }, 2],
      ['stockout.exports', { start_date: today, end_data: today }, 1],
    ] as const) {
      const {
        sheets: [sheet],
      } = await readXlsx(new Uint8Array(await (await raw(id, input)).arrayBuffer()))
      expect(sheet!.rows, id).toHaveLength(rows)
    }
    expect(await clinic.as('warehouse').refusal('stockin.exports', { start_date: '2026-02-01', end_data: '2026-01-01' })).toMatchObject({
      field: 'end_data',
    })
  })

  it('prices are agreed after posting, beside the posted cost, and not before', async () => {
    const clinic = await freshClinic()
    const { call, refusal } = clinic.as('manager')
    const frame = await makeFrame(call)
    const draft = await call('stockin.create', {
      hid: clinic.hid,
      status: 1,
      items: [{ productId: frame.productId, quantity: 4, cost: 210 }],
    })
    const priceRecords = [{ itemId: draft.items[0]!.itemId, price: 205.5, note: '发票 8841' }]
    expect(await refusal('stockin.prices.create', { stockinId: draft.stockinId, priceRecords })).toMatchObject({
      message: `${draft.stockinNo}还没有过账，过账后才能核定价格`,
    })
    await call('stockin.status', { stockinId: draft.stockinId, status: 2 })
    const [record] = await call('stockin.prices.create', { stockinId: draft.stockinId, priceRecords })
    expect(record).toMatchObject({ posted: 210, price: 205.5, difference: -18, note: '发票 8841' })
    expect(await call('stockin.prices.update', { id: record!.id!, price: 211 })).toMatchObject([
      { price: 211, difference: 4, note: '发票 8841' },
    ])
    expect((await call('stockin.info', { id: draft.stockinId })).items[0]!.cost).toBe(210)
    const out = await call('stockout.create', { hid: clinic.hid, items: [{ productId: frame.productId, quantity: 1, price: 698 }] })
    await call('stockout.bulk-delivery', { stock_out_ids: [out.stockoutId] })
    const [item] = await call('stockout.prices.get', { id: out.stockoutId })
    expect(item).toMatchObject({ id: null, price: null, posted: 698, difference: 0 })
    expect(
      await call('stockout.prices.create', { stockoutId: out.stockoutId, priceRecords: [{ itemId: item!.itemId, price: 600 }] }),
    ).toMatchObject([{ price: 600, difference: -98 }])
    expect(
      await refusal('stockout.prices.create', {
        stockoutId: out.stockoutId,
        priceRecords: [{ itemId: draft.items[0]!.itemId + 9999, price: 1 }],
      }),
    ).toMatchObject({ message: '明细不存在或已被删除' })
  })
})
