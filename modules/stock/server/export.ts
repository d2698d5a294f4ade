import type { FileAnswer, z } from '#kernel/contract/index.ts'
import { everyRow, excel, sheet, sql, type Out, type Sheet } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { StockInItem, StockInRow, StockOutItem, StockOutRow, type ExportPapers } from '../contract/shapes.papers.ts'
import { StockRow, type ExportStock } from '../contract/shapes.ts'
import { batchListing, stockWhere } from './queries.ts'
import { StockInLine, stockInLines } from './papers/stock-in.ts'
import { StockOutLine, stockOutLines } from './papers/stock-out.ts'

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
/** Exports stock by batch with the filters of the list. */
export async function exportStock(out: Out, query: z.output<typeof ExportStock>): Promise<FileAnswer> {
  const listing = batchListing(out, stockWhere(ownStore(out, query.hid), query))
  const order = sql`p.category, p.brand, p.name, v.sph desc, v.cyl desc, v.batch_id`
  return excel(stockSheet, out.stream(StockRow, everyRow({ ...listing, order })), `库存-${out.today}.xlsx`)
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
/** Lines of posted documents of a period. */
function linesOf(
  out: Out<'range_dates'>,
  name: string,
  file: Sheet,
  line: z.ZodObject,
  lines: typeof stockInLines,
  period: Period,
): FileAnswer {
  const { start_date, end_data } = period
  if (start_date > end_data) out.refuse('range_dates', { field: 'end_data' })
  return excel(file, out.stream(line, everyRow(lines(out, period))), `${name}-${start_date}-${end_data}.xlsx`)
}
export const exportStockIn = async (out: Out<'range_dates'>, query: Period): Promise<FileAnswer> =>
  linesOf(out, '入库明细', inSheet, StockInLine, stockInLines, query)
export const exportStockOut = async (out: Out<'range_dates'>, query: Period): Promise<FileAnswer> =>
  linesOf(out, '出库明细', outSheet, StockOutLine, stockOutLines, query)
