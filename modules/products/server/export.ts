import type { FileAnswer, z } from '#kernel/contract/index.ts'
import { everyRow, excel, sheet, type Out } from '#kernel/server/index.ts'
import { Product, type ExportProducts } from '../contract/shapes.ts'
import { madeAsAsked, productParts } from './queries.ts'

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
/** Exports the list with its filters. */
export const exportProducts = async (out: Out, query: z.output<typeof ExportProducts>): Promise<FileAnswer> =>
  excel(columns, rows(out, query), `商品-${out.today}.xlsx`)
async function* rows(out: Out, query: z.output<typeof ExportProducts>): AsyncGenerator<Product> {
  for await (const product of out.stream(Product, everyRow(productParts(query)))) if (madeAsAsked(query, product)) yield product
}
