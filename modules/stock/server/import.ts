import type { ImportResult, z } from '#kernel/contract/index.ts'
import { begin, importRows, insert, number, sql, type Cx, type ImportSpec, type Out, lit, type ShapedRow } from '#kernel/server/index.ts'
import { usableSupplier } from '#modules/suppliers/server/door.ts'
import { onSale } from '#modules/products/contract/states.ts'
import { ImportStockIn, type ImportStockInUpload } from '../contract/shapes.papers.ts'
import { stockIn } from '../contract/states.ts'
import { STOCKIN_NO } from './papers.ts'
import { differStatusOf, writeItems } from './papers/stock-in.ts'
import { usableWarehouse } from './warehouses.ts'
import { StockInType } from '../contract/fields.ts'

type Row = z.output<typeof ImportStockIn>
const Goods = {
  productId: 'number',
  name: 'string',
  brand: 'string | null',
  version: 'string | null',
  barCode: 'string | null',
  cost: 'number',
} as const
type Goods = ShapedRow<typeof Goods>
interface Prepared {
  stockinId: number
  byCode: ReadonlyMap<string, Goods>
  byName: ReadonlyMap<string, Goods[]>
}

const lower = (text: string | null | undefined): string => (text ?? '').trim().toLowerCase()

/** Goods of a row: by bar code, else the only product with that name, brand and model. */
function goodsOf(cx: Cx<string>, row: Row, { byCode, byName }: Prepared): Goods {
  const code = row.barCode?.trim()
  if (code) return byCode.get(code) ?? cx.refuse('import_goods', { goods: code, field: 'barCode' })
  const matching = (byName.get(lower(row.productName)) ?? []).filter(
    (p) => (!row.brand || lower(p.brand) === lower(row.brand)) && (!row.version || lower(p.version) === lower(row.version)),
  )
  if (matching.length > 1) return cx.refuse('import_goods_many', { goods: row.productName ?? '', field: 'productName' })
  return matching[0] ?? cx.refuse('import_goods', { goods: row.productName ?? '', field: row.productName ? 'productName' : 'barCode' })
}

/** Imported lines, as undoing the import lists and finds them. */
const root: ImportSpec<typeof ImportStockIn>['root'] = {
  table: 'stock_in_item',
  names: async (cx, ids) =>
    new Map(
      (
        await cx.db.rows(
          { itemId: 'number', what: 'string' },
          sql`
            select i.item_id, d.stockin_no || ' ' || p.name what
            from stock_in_item i
            join stock_in d on d.oid = i.oid and d.stockin_id = i.stockin_id
            join product p on p.oid = i.oid and p.product_id = i.product_id
            where i.item_id = any(${ids})
          `,
        )
      ).map((r) => [r.itemId, r.what]),
    ),
  used: async (cx, ids) =>
    new Map(
      (
        await cx.db.rows(
          { itemId: 'number' },
          sql`
            select i.item_id
            from stock_in_item i
            join stock_in d on d.oid = i.oid and d.stockin_id = i.stockin_id
            where i.item_id = any(${ids}) and d.status <> ${lit(stockIn.is.draft)}
          `,
        )
      ).map((r) => [r.itemId, '入库单已提交']),
    ),
}

/** Imports a delivery: the rows become the lines of one draft, which is submitted and posted as usual. */
const specOf = (upload: Partial<ImportStockInUpload>): ImportSpec<typeof ImportStockIn, Prepared, 'warehouse_off'> => ({
  label: '入库明细',
  shape: ImportStockIn,
  aliases: {
    barCode: ['商品条码', '条形码'],
    productName: ['商品名称', '品名', '名称'],
    version: ['型号'],
    batchNo: ['批号', '生产批号'],
    expiry: ['有效期', '失效期', '效期'],
    expected: ['应收数量'],
    quantity: ['数量', '实收数量', '入库数量'],
    cost: ['含税单价', '单价', '进货价'],
  },
  prepare: async (cx, rows, hid) => {
    const goods = await cx.db.rows(
      Goods,
      sql`
        select product_id, name, brand, version, bar_code, cost
        from product
        where status = ${lit(onSale.is.on)}
          and (
            bar_code = any(${rows.flatMap((r) => (r.barCode ? [r.barCode.trim()] : []))})
            or lower(name) = any(${rows.map((r) => lower(r.productName))})
          )
      `,
    )
    const byName = new Map<string, Goods[]>()
    for (const p of goods) byName.set(lower(p.name), [...(byName.get(lower(p.name)) ?? []), p])
    const head = {
      hid,
      warehouseId: await usableWarehouse(cx, hid, upload.warehouseId),
      stockinType: upload.stockinType ?? StockInType.purchase,
      supplierId: upload.supplierId ?? null,
      productCategory: upload.productCategory ?? null,
      differStatus: differStatusOf(rows),
    }
    const { stockinId } = await insert(cx, 'stock_in', {
      ...head,
      stockinNo: await number(cx, STOCKIN_NO),
      ctid: cx.who.ctid || null,
    })
    await begin(cx, stockIn, stockinId, stockIn.is.draft)
    return { stockinId, byName, byCode: new Map(goods.flatMap((p) => (p.barCode ? [[p.barCode, p] as const] : []))) }
  },
  write: async (cx, row, rowImport, prepared) => {
    const { barCode: _code, productName: _name, brand: _brand, version: _version, ...line } = row
    const { productId, cost } = goodsOf(cx, row, prepared)
    const [itemId] = await writeItems(cx, rowImport.hid, prepared.stockinId, [{ ...line, productId, cost: line.cost || cost }])
    await rowImport.made('stock_in_item', itemId!)
    // Undoing the import deletes the draft too, unless lines were added or it was submitted.
    await rowImport.made('stock_in', prepared.stockinId)
  },
  root,
})
export const stockInImport = specOf({})
export async function importStockIn(
  out: Out<'warehouse_off' | 'supplier_expired' | 'supplier_off' | 'transfer_unknown'>,
  { warehouseId, stockinType, supplierId, productCategory, ...upload }: ImportStockInUpload,
): Promise<ImportResult> {
  if (stockinType === StockInType.transfer) return out.refuse('transfer_unknown', { field: 'stockinType' })
  if (supplierId) await out.tx((cx) => usableSupplier(cx, supplierId))
  return importRows(out, 'stockin', specOf({ warehouseId, stockinType, supplierId, productCategory }), upload)
}
