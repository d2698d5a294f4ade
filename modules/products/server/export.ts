import type { FileAnswer, z } from '#kernel/contract/index.ts'
import { excel, sheet, type Cx } from '#kernel/server/index.ts'
import { Product, type ExportProducts } from '../contract/shapes.ts'
import { productList } from './queries.ts'

const columns = sheet('商品', Product, [
  'category',
  'name',
  'brand',
  'series',
  'version',
  'spec',
  'colour',
  'barCode',
  'unit',
  'price',
  'cost',
  'lensType',
  'film',
  'classifyStatus',
  'index',
  'diameter',
  'baseCurve',
  'sphMin',
  'sphMax',
  'cylMin',
  'cylMax',
  'combinedMax',
  'deviceClass',
  'registrationNo',
  'registrationExpires',
  'maker',
  'supplierName',
  'minStock',
  'maxStock',
  'status',
  'note',
])
/** The list as a file, with the same filters; a pageful is 5,000 rows. */
export async function exportProducts(cx: Cx, query: z.output<typeof ExportProducts>): Promise<FileAnswer> {
  const { list } = await productList(cx, { ...query, per_page: 0, page: 1 })
  return excel(columns, list, `商品-${cx.today}.xlsx`)
}
