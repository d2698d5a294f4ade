/** A stock order out of a file: a row is what is wanted of one product, in one power where it has powers. */
import { importEndpoints, ImportResult, ImportUpload, note, outside, text, z } from '#kernel/contract/index.ts'
import { saveFails } from '../calls.ts'
import { cost, lineParameters, pieces } from '../fields.ts'

const { sph, cyl, axis } = lineParameters
/** Goods by bar code or GTIN, else by name; of several of a name the one of that brand and model, or made in that power. */
export const ImportStockOrder = z.object({
  barCode: text('条码').nullable().optional(),
  productName: text('商品', { max: 200 }).nullable().optional(),
  brand: text('品牌').nullable().optional(),
  version: text('型号').nullable().optional(),
  sph: sph.optional(),
  cyl: cyl.optional(),
  axis: axis.optional(),
  number: pieces,
  /** Left out, it is the product's own. */
  supplierName: text('供应商', { max: 100 }).nullable().optional(),
  /** Not read of who may not set costs. */
  cost: cost.nullable().optional(),
  costReason: text('改价原因', { max: 200 }).nullable().optional(),
  note: note('备注', 200).nullable().optional(),
})
export type ImportStockOrder = z.output<typeof ImportStockOrder>

export const stockOrderImport = {
  ...importEndpoints('purchase', '/purchase/import', 'order:stock'),
  'purchase.import': outside.post('/purchase/import', {
    can: 'order:stock',
    summary: 'Ours: reads a file into stock orders, a draft a supplier and kind with all of its rows or none; with dryRun only checks it',
    input: ImportUpload,
    output: ImportResult,
    multipart: true,
    timeout: 120,
    fails: saveFails,
  }),
}
