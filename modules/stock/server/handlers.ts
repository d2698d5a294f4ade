import { columnsOf, all, implement, importHandlers, move, pageOf, sql, type Cx, lit } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { productOf, wordsIn } from '#modules/products/server/door.ts'
import { stock } from '../contract/endpoints.ts'
import { ProductStock, type StockRow } from '../contract/shapes.ts'
import { inUse } from '#kernel/contract/index.ts'
import { onSale } from '#modules/products/contract/states.ts'
import { Purchase, SupplierPurchase } from '../contract/shapes.ts'
import { stockIn, stockOut, differences } from '../contract/states.ts'
import { adjust } from './papers/adjust.ts'
import { codeCondition, readCode } from './batch/codes.ts'
import { exportTags } from './batch/epc.ts'
import { deleteBatch, saveBatch } from './batch/batch.ts'
import { normal } from './batch/batches.ts'
import { beginCount, countSheet, deleteCount, simpleInfo, stocktakingOf, stocktakingPage, updateCount } from './count/count.ts'
import { exportStock, exportStockIn, exportStockOut } from './export.ts'
import { importStockIn, stockInImport } from './import.ts'
import { movements, powerGrid } from './grid.ts'
import { createLoss, lossOf, lossPage, updateLoss } from './papers/loss.ts'
import { byProduct, issuableNow } from './batch/levels.ts'
import { agreeIn, agreeOut, agreedIn, agreedOut, changeAgreed } from './prices.ts'
import { batchesToTake, batchRows, invalidWhere, limitRows, stockWhere, summedRows } from './queries.ts'
import { revokeStockIn, setStockInStatus, stockInOf, stockInPage, updateStockIn, writeStockIn } from './papers/stock-in.ts'
import {
  beforeOut,
  bulkDelivery,
  confirmStockOut,
  revokeStockOut,
  setStockOutStatus,
  stockOutOf,
  stockOutPage,
  writeStockOut,
} from './papers/stock-out.ts'
import { handOut, outputOf, outputOrders, outputPage } from './output/output.ts'
import { recordScan } from './output/scan.ts'
import { approveScrap, createScrap, destroyScrap, scrapOf, scrapPage } from './papers/scrap.ts'
import { transferPage, transferStores } from './papers/transfer.ts'
import { closeWarehouse, editWarehouse, openWarehouse, warehousePage, warehouses } from './warehouses.ts'

const storeOf = (cx: Cx, hid: number | undefined): number => ownStore(cx, hid ?? cx.who.hid)
const listed = (list: StockRow[]) => ({ list, total: list.length })

/** Columns that other tables bring. */
const JOINED = [
  'amount',
  'stockinNo',
  'stockinDate',
  'supplierName',
  'productName',
  'category',
  'brand',
  'series',
  'version',
  'spec',
  'unit',
  'barCode',
] as const
export default implement(stock, {
  'product.batch-code': readCode,
  'output.list': outputPage,
  'output.orders': outputOrders,
  'output.info': (cx, { id }) => outputOf(cx, id),
  'output.pick': (cx, scan) => recordScan(cx, 'pick', scan),
  'output.check': (cx, scan) => recordScan(cx, 'check', scan),
  'output.hand-out': handOut,
  'scrap.list': scrapPage,
  'scrap.create': createScrap,
  'scrap.info': (cx, { id }) => scrapOf(cx, id),
  'scrap.approve': approveScrap,
  'scrap.destroy': destroyScrap,
  'product.export-epc': exportTags,
  'stock.list': (cx, query) => batchRows(cx, stockWhere(ownStore(cx, query.hid), query), query),
  'stock.view': (cx, query) => {
    const hid = ownStore(cx, query.hid)
    if (query.query_type === 2) return batchRows(cx, stockWhere(hid, query), query)
    return summedRows(cx, hid, query, query.query_type === 1)
  },
  'stock.products': async (cx, { id, hid }) => {
    await productOf(cx, id)
    return listed(await batchesToTake(cx, stockWhere(storeOf(cx, hid), { product_id: id, type: 1 })))
  },
  'stock.batch-inventory': async (cx, query) => {
    await productOf(cx, query.product_id)
    const { sph, cyl, axis } = normal({
      productId: query.product_id,
      sph: query.sph ?? null,
      cyl: query.cyl ?? null,
      axis: query.axis ?? null,
    })
    const filters = {
      product_id: query.product_id,
      warehouse_id: query.warehouse_id,
      type: 1 as const,
      ...(sph === null ? {} : { sph, cyl: cyl ?? 0 }),
    }
    return listed(
      await batchesToTake(cx, [
        ...stockWhere(storeOf(cx, query.hid), filters),
        issuableNow(cx),
        axis !== null && sql`(v.axis is null or v.axis = ${axis})`,
      ]),
    )
  },
  'stock.inventorys': (cx, query) => powerGrid(cx, storeOf(cx, query.hid), query),
  'stock.inventorys.get': (cx, query) => movements(cx, storeOf(cx, query.hid), query),
  'stock.low': (cx, query) => limitRows(cx, 'low', storeOf(cx, query.hid), query),
  'stock.high': (cx, query) => limitRows(cx, 'high', storeOf(cx, query.hid), query),
  'stock.invalid': (cx, query) =>
    batchRows(
      cx,
      [...stockWhere(storeOf(cx, query.hid), { category: query.category, text: query.text }), invalidWhere(cx, query.days)],
      query,
      sql`v.expiry nulls last, v.batch_id`,
    ),
  'stock.export': exportStock,
  'stock.view-sku': async (cx, { code, hid }) =>
    listed(await batchesToTake(cx, [...stockWhere(storeOf(cx, hid), { type: 1 }), codeCondition(code)])),
  'stock.adjust': adjust,
  'stock.procurements-batch': (cx, query) => {
    if (query.start_date && query.end_data && query.start_date > query.end_data) return cx.refuse('range_dates', { field: 'end_data' })
    return pageOf(
      cx,
      {
        of: Purchase,
        select: sql`
          ${columnsOf(Purchase, 'i', ...JOINED)}, i.quantity * i.cost amount, d.stockin_no, d.stockin_date, s.name supplier_name,
          p.name product_name, p.category, p.brand, p.series, p.version, p.spec, p.unit, p.bar_code
        `,
        from: sql`
          stock_in_item i
          join stock_in d on d.oid = i.oid and d.stockin_id = i.stockin_id
          join product p on p.oid = i.oid and p.product_id = i.product_id
          left join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id
        `,
        where: [
          sql`d.hid = ${storeOf(cx, query.hid)}`,
          sql`d.status = ${lit(stockIn.is.posted)}`,
          query.product_id !== undefined && sql`i.product_id = ${query.product_id}`,
          query.supplier_id !== undefined && sql`d.supplier_id = ${query.supplier_id}`,
          query.start_date !== undefined && sql`d.stockin_date >= ${query.start_date}::date`,
          query.end_data !== undefined && sql`d.stockin_date <= ${query.end_data}::date`,
        ],
        order: sql`d.stockin_date desc, i.item_id desc`,
      },
      query,
    )
  },
  'supplier.purchase': (cx, query) => {
    if (query.start_date && query.end_data && query.start_date > query.end_data) return cx.refuse('range_dates', { field: 'end_data' })
    const period = [
      sql`d.hid = ${storeOf(cx, query.hid)}`,
      sql`d.status = ${lit(stockIn.is.posted)}`,
      query.start_date !== undefined && sql`d.stockin_date >= ${query.start_date}::date`,
      query.end_data !== undefined && sql`d.stockin_date <= ${query.end_data}::date`,
    ]
    return pageOf(
      cx,
      {
        of: SupplierPurchase,
        select: sql`g.*`,
        from: sql`
          (
            select
              s.supplier_id, s.name supplier_name, count(distinct d.stockin_id)::int papers, coalesce(sum(i.quantity), 0)::int quantity,
              coalesce(sum(i.quantity * i.cost), 0)::bigint amount,
              count(distinct d.stockin_id) filter (where d.differ_status = ${lit(differences.is.open)})::int open
            from stock_in d
            join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id
            left join stock_in_item i on i.oid = d.oid and i.stockin_id = d.stockin_id
            where ${all(period)}
            group by s.supplier_id, s.name
          ) g
        `,
        where: [query.supplier_id !== undefined && sql`g.supplier_id = ${query.supplier_id}`],
        order: sql`g.amount desc, g.supplier_id`,
      },
      query,
    )
  },
  'product.list.stock': (cx, query) => {
    const hid = storeOf(cx, query.hid)
    const pieces = byProduct(cx, hid, sql`k.product_id = p.product_id`)
    return pageOf(
      cx,
      {
        of: ProductStock,
        select: sql`
          ${columnsOf(ProductStock, 'p', 'supplierName', 'quantity', 'available')}, s.name supplier_name,
          coalesce((select q.quantity from ${pieces} q), 0)::int quantity, coalesce((select q.available from ${pieces} q), 0)::int available
        `,
        from: sql`product p left join supplier s on s.oid = p.oid and s.supplier_id = p.supplier_id`,
        where: [
          sql`p.status = ${lit(onSale.is.on)}`,
          sql`(p.apply_stores is null or ${hid}::bigint = any(p.apply_stores))`,
          query.category !== undefined && sql`p.category = ${query.category}`,
          Boolean(query.brand) && sql`p.brand = ${query.brand}`,
          Boolean(query.version) && sql`p.version = ${query.version}`,
          Boolean(query.text?.trim()) && wordsIn(query.text, sql`p.search`),
        ],
        order: sql`p.category, p.brand, p.version, p.name, p.product_id`,
        key: sql`p.product_id`,
      },
      query,
    )
  },
  'products.cyl-and-standard': async (cx, query) => {
    const rows = await cx.db.rows(
      { sph: 'number', cyl: 'number' },
      sql`
        select distinct k.sph, coalesce(k.cyl, 0) cyl
        from sku_level k
        join product p on p.oid = k.oid and p.product_id = k.product_id
        where k.hid = ${ownStore(cx, query.hid)}
          and k.sph is not null
          and k.on_hand > 0
          and (${query.brand ?? null}::text is null or p.brand = ${query.brand ?? null}::text)
          and (${query.version ?? null}::text is null or p.version = ${query.version ?? null}::text)
      `,
    )
    const sorted = (all: number[]) => [...new Set(all)].sort((x, y) => y - x)
    return { standard: sorted(rows.map((r) => r.sph)), cyl: sorted(rows.map((r) => r.cyl)) }
  },
  'batch.list': (cx, query) =>
    batchRows(
      cx,
      [
        ...stockWhere(storeOf(cx, query.hid), { product_id: query.product_id, text: query.text, type: 0 }),
        query.locked !== undefined && sql`v.locked = ${query.locked}`,
      ],
      query,
      sql`v.batch_id desc`,
    ),
  'batch.create': saveBatch,
  'batch.delete': (cx, { id }) => deleteBatch(cx, id),
  'warehouses.list': warehousePage,
  'warehouses.their': (cx, { id }) => warehouses(cx, [sql`w.hid = ${ownStore(cx, id)}`]),
  'warehouses.affiliated': (cx, { id }) =>
    warehouses(cx, [sql`w.hid = any(${[ownStore(cx, id), ...cx.who.hids]})`, sql`w.status = ${lit(inUse.is.on)}`]),
  'warehouses.create': openWarehouse,
  'warehouses.update': editWarehouse,
  'warehouses.delete': (cx, { id }) => closeWarehouse(cx, id),

  'stocktaking.list': stocktakingPage,
  'stocktaking.create': beginCount,
  'stocktaking.update': updateCount,
  'stocktaking.info': (cx, { id }) => stocktakingOf(cx, id),
  'stocktaking.sheet': (cx, { id }) => countSheet(cx, id),
  'stocktaking.delete': (cx, { id }) => deleteCount(cx, id),
  'stocktaking.simple-info': simpleInfo,
  'profitloss.create': createLoss,
  'profitloss.list': lossPage,
  'profitloss.info': (cx, { id }) => lossOf(cx, id),
  'profitloss.update': updateLoss,

  'transfers.list': transferPage,
  'transfers.stores': transferStores,
  'stockin.list': stockInPage,
  'stockin.info': (cx, { id }) => stockInOf(cx, id),
  'stockin.create': writeStockIn,
  'stockin.update': updateStockIn,
  'stockin.invalidate': async (cx, { id, reason }) => {
    await move(cx, stockIn, id, 'invalidate', { note: reason ?? null })
    return stockInOf(cx, id)
  },
  'stockin.status': setStockInStatus,
  'stockin.return-revocation': (cx, { id, reason }) => revokeStockIn(cx, id, reason),
  'stockin.prices.create': agreeIn,
  'stockin.prices.update': changeAgreed,
  'stockin.prices.get': (cx, { id }) => agreedIn(cx, id),
  ...importHandlers('stockin', stockInImport),
  'stockin.import': importStockIn,
  'stockin.exports': exportStockIn,
  'stockout.prices.create': agreeOut,
  'stockout.prices.update': changeAgreed,
  'stockout.prices.get': (cx, { id }) => agreedOut(cx, id),
  'stockout.exports': exportStockOut,
  'stockout.list': stockOutPage,
  'stockout.info': (cx, { id }) => stockOutOf(cx, id),
  'stockout.create': writeStockOut,
  'stockout.before-out': beforeOut,
  'stockout.confirm': (cx, { stockoutId, ...rest }) => confirmStockOut(cx, stockoutId, rest),
  'stockout.invalidate': async (cx, { id, reason }) => {
    await move(cx, stockOut, id, 'invalidate', { note: reason ?? null })
    return stockOutOf(cx, id)
  },
  'stockout.status': setStockOutStatus,
  'stockout.bulk-delivery': bulkDelivery,
  'stockout.revocation': (cx, { id, reason }) => revokeStockOut(cx, id, reason),
})
