import { binary, callsOf, del, done, get, importEndpoints, ImportResult, outside, page, post, put, z } from '#kernel/contract/index.ts'
import {
  Brand,
  BrandCode,
  BrandId,
  BrandListQuery,
  BrandPage,
  BrandProducts,
  BrandSupplier,
  BrandSupplierQuery,
  SaveBrand,
} from './brand.ts'
import { lenses } from './endpoints.lens.ts'
import { productId } from './fields.ts'
import productTags from './families.ts'
import { tags } from './tags.ts'
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
  ...lenses,
  ...callsOf(productTags),
  ...tags,
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
  'products.by-brand-id': get('/products/brand-id/{id}', {
    ...view,
    summary: 'Products of a brand that are sold',
    input: BrandProducts,
    output: ProductPage,
  }),
  'orders.lookup.brand-code': get('/{product}/orders/brand-code/{brandCode}', {
    ...view,
    summary: 'A brand with its rules, by its code or name',
    input: BrandCode,
    output: Brand,
  }),
  'orders.lookup.brand-id': get('/{product}/orders/brand-id/{id}', {
    ...view,
    summary: 'A brand with its rules',
    input: BrandId,
    output: Brand,
  }),
  'brand.supplier': get('/brand/supplier', {
    ...view,
    summary: 'Which supplier delivers which brand, of both those in use',
    input: BrandSupplierQuery,
    output: z.array(BrandSupplier),
  }),
  'brand.list': get('/brand/list', { ...view, summary: 'Ours: brands of the chain', input: BrandListQuery, output: BrandPage }),
  'brand.save': post('/brand/addOrupdate', {
    changes: 'brandId',
    can: 'product:edit',
    summary: 'Ours: creates or changes a brand; a new name goes to its products',
    input: SaveBrand,
    output: Brand,
    fails: ['brand_exists', 'brand_code_taken', 'limits_order'],
  }),
  'brand.delete': del('/brand/{id}', {
    can: 'product:edit',
    summary: 'Ours: deletes a brand without products',
    input: BrandId,
    output: done(),
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
