import type { FileAnswer, z } from '#kernel/contract/index.ts'
import { excel, sheet, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { StockInItem, StockInRow, StockOutItem, StockOutRow, type ExportPapers } from '../contract/papers.ts'
import { StockRow, type ExportStock } from '../contract/shapes.ts'
import { batchRows, stockWhere } from './queries.ts'
import { stockInItems, stockInPage } from './stock-in.ts'
import { stockOutItems, stockOutPage } from './stock-out.ts'

const stockSheet = sheet('库存', StockRow, [
  'category',
  'productName',
  'brand',
  'version',
  'spec',
  'barCode',
  'sph',
  'cyl',
  'axis',
  'batchNo',
  'expiry',
  'expiryState',
  'warehouseName',
  'supplierName',
  'unit',
  'quantity',
  'available',
  'cost',
  'amount',
  'price',
  'locked',
])
/** Stock by batch as a file, with the filters of the list. */
export async function exportStock(cx: Cx, query: z.output<typeof ExportStock>): Promise<FileAnswer> {
  const { list } = await batchRows(
    cx,
    stockWhere(ownStore(cx, query.hid), query),
    { per_page: 0 },
    sql`p.category, p.brand, p.name, b.sph desc, b.cyl desc, b.batch_id`,
  )
  return excel(stockSheet, list, `库存-${cx.today}.xlsx`)
}

const inSheet = sheet(
  '入库明细',
  StockInRow.pick({
    stockinNo: true,
    stockinDate: true,
    stockinType: true,
    warehouseName: true,
    supplierName: true,
    deliveryNo: true,
    status: true,
    staffName: true,
  }).extend(StockInItem.omit({ itemId: true, productId: true, batchId: true }).shape),
)
const outSheet = sheet(
  '出库明细',
  StockOutRow.pick({
    stockoutNo: true,
    stockoutDate: true,
    stockoutType: true,
    warehouseName: true,
    receiver: true,
    status: true,
    staffName: true,
  }).extend(StockOutItem.omit({ itemId: true, productId: true, batchId: true }).shape),
)
type Period = z.output<typeof ExportPapers>
const inOrder = (cx: Cx<'range_dates'>, { start_date, end_data }: Period): void =>
  void (start_date > end_data && cx.refuse('range_dates', { field: 'end_data' }))

/** Lines of the papers of a period that were posted, papers revoked since among them with their state. */
export async function exportStockIn(cx: Cx<'range_dates'>, query: Period): Promise<FileAnswer> {
  inOrder(cx, query)
  const papers = (await stockInPage(cx, { ...query, per_page: 0, page: 1 })).list.filter((p) => p.status === 2 || p.status === 4)
  const items = await stockInItems(
    cx,
    papers.map((p) => p.stockinId),
  )
  const heads = new Map(papers.map((p) => [p.stockinId, p]))
  return excel(
    inSheet,
    items.map((i) => ({ ...heads.get(i.stockinId), ...i })),
    `入库明细-${query.start_date}-${query.end_data}.xlsx`,
  )
}
export async function exportStockOut(cx: Cx<'range_dates'>, query: Period): Promise<FileAnswer> {
  inOrder(cx, query)
  const papers = (await stockOutPage(cx, { ...query, per_page: 0, page: 1 })).list.filter((p) => p.status === 2 || p.status === 4)
  const items = await stockOutItems(
    cx,
    papers.map((p) => p.stockoutId),
  )
  const heads = new Map(papers.map((p) => [p.stockoutId, p]))
  return excel(
    outSheet,
    items.map((i) => ({ ...heads.get(i.stockoutId), ...i })),
    `出库明细-${query.start_date}-${query.end_data}.xlsx`,
  )
}
