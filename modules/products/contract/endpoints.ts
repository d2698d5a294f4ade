import { binary, del, done, get, importEndpoints, ImportResult, outside, page, post, put, z } from '#kernel/contract/index.ts'
import { productId } from './fields.ts'
import {
  BrandQuery,
  Changed,
  Deleted,
  DeleteMany,
  ExportProducts,
  FrameQuery,
  ImportProducts,
  PriceSetting,
  Product,
  ProductPage,
  ProductQuery,
  ProductSetting,
  SaveProduct,
  Series,
  SeriesProducts,
} from './shapes.ts'

const view = { can: 'product:view', timeout: 30 } as const
const saveFails = ['bar_code_taken', 'range_order', 'stock_limits', 'price_no_right'] as const

export const products = {
  'product.save': post('/product/addOrupdate', {
    changes: 'productId',
    can: 'product:edit',
    summary: 'Creates or changes a product',
    input: SaveProduct,
    output: Product,
    fails: saveFails,
  }),
  'products.list': get('/products', {
    ...view,
    summary: 'Products by category, words, or a power they are made in',
    input: ProductQuery,
    output: ProductPage,
  }),
  'product.info': get('/product/info/{id}', { ...view, summary: 'Ours: one product', input: z.object({ id: productId }), output: Product }),
  'products.delete': del('/products/{id}', {
    can: 'product:edit',
    summary: 'Deletes a product that was never stocked nor sold',
    input: z.object({ id: productId }),
    output: done(),
  }),
  'product.delete-all': del('/product/all', {
    can: 'product:edit',
    summary: 'Deletes the named products that are not in use',
    input: DeleteMany,
    output: Deleted,
  }),
  'products.skeleton': get('/product/list/skeleton', { ...view, summary: 'Frames', input: FrameQuery, output: ProductPage }),
  'product.others.list': get('/product/others/list', {
    ...view,
    summary: 'Goods that are neither frames nor lenses',
    input: FrameQuery,
    output: ProductPage,
  }),
  'products.series-by-brand': get('/products/brand/{code}', {
    ...view,
    summary: 'Series of a brand',
    input: BrandQuery,
    output: z.array(Series),
  }),
  'products.by-series': get('/products/series/{id}', {
    ...view,
    summary: 'Products of a series',
    input: SeriesProducts,
    output: page(Product),
  }),
  'product.price-setting': put('/product/price-setting', {
    can: 'product:price',
    summary: 'New prices for many products',
    input: PriceSetting,
    output: Changed,
  }),
  'product.product-setting': put('/product/product-setting', {
    can: 'product:edit',
    summary: 'Stock limits, state and stores of many products',
    input: ProductSetting,
    output: Changed,
    fails: ['stock_limits'],
  }),
  'product.bulk-export': outside.get('/product/bulk-export', {
    can: 'product:export',
    summary: 'Products as an Excel file',
    input: ExportProducts,
    reads: 'nobody',
    output: binary(),
    binary: true,
    timeout: 60,
  }),
  ...importEndpoints('product', '/product/import', 'product:import'),
  'product.import': outside.post('/product/import', {
    can: 'product:import',
    summary: "Imports goods or a supplier's lens catalogue; with dryRun only checks it",
    input: ImportProducts,
    output: ImportResult,
    multipart: true,
    timeout: 120,
  }),
}
export default products
