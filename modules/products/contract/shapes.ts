import { choice, clinical, id, ImportUpload, page, perPage, text, z } from '#kernel/contract/index.ts'
import { approved } from '#modules/suppliers/contract/fields.ts'
import { bought, categories, productFields, productId } from './fields.ts'
import { onSale, making } from './states.ts'

const f = productFields

/** A product as it is shown and edited. */
export const Product = z.object({
  productId,
  ...f,
  cost: bought(f.cost),
  ...approved,
  supplierName: text('供应商').nullable(),
  versionNo: z.int().meta({ label: '版本' }),
})
export type Product = z.output<typeof Product>
export const ProductPage = page(Product)

/** Input of creating or changing a product; only category and name are required. */
export const SaveProduct = z.object({
  productId: productId.optional(),
  versionNo: z.int().optional().meta({ label: '版本' }),
  category: f.category,
  name: f.name,
  unit: f.unit.default('件'),
  price: f.price.default(0),
  cost: f.cost.default(0),
  classifyStatus: f.classifyStatus.default(making.is.stocked),
  deviceClass: f.deviceClass.default(0),
  chargeType: f.chargeType.default(0),
  status: f.status.default(onSale.is.on),
  productCategoryChild: f.productCategoryChild.optional(),
  brand: f.brand.optional(),
  series: f.series.optional(),
  version: f.version.optional(),
  spec: f.spec.optional(),
  colour: f.colour.optional(),
  barCode: f.barCode.optional(),
  prefixLength: f.prefixLength.optional(),
  lensType: f.lensType.optional(),
  film: f.film.optional(),
  index: f.index.optional(),
  diameter: f.diameter.optional(),
  baseCurve: f.baseCurve.optional(),
  sphMin: f.sphMin.optional(),
  sphMax: f.sphMax.optional(),
  cylMin: f.cylMin.optional(),
  cylMax: f.cylMax.optional(),
  combinedMax: f.combinedMax.optional(),
  registrationNo: f.registrationNo.optional(),
  registrationExpires: f.registrationExpires.optional(),
  maker: f.maker.optional(),
  supplierId: f.supplierId.optional(),
  applyStores: f.applyStores.optional(),
  minStock: f.minStock.optional(),
  maxStock: f.maxStock.optional(),
  note: f.note.optional(),
})
export type SaveProduct = z.output<typeof SaveProduct>

/** Filters of GET /products. `standard` and `cyl` are a power the product must be made in; charge type 0 means any. */
export const ProductQuery = z.object({
  hid: id('门店').optional(),
  category: choice('商品类别', categories).optional(),
  text: text('名称、品牌、型号、条码或拼音首字母').optional(),
  brand: text('品牌').optional(),
  version: text('型号').optional(),
  series: text('系列').optional(),
  film: text('膜层').optional(),
  standard: clinical('sphere').optional(),
  cyl: clinical('cylinder').optional(),
  supplier: id('供应商').optional(),
  lensType: f.lensType.unwrap().optional(),
  classifyStatus: f.classifyStatus.optional(),
  chargeType: f.chargeType.default(0),
  status: f.status.optional(),
  tag: id('标签').optional(),
  ...perPage,
})
export type ProductQuery = z.output<typeof ProductQuery>

/** GET /product/list/skeleton: frames only. */
export const FrameQuery = z.object({
  hid: id('门店').optional(),
  text: text('名称、品牌、型号或条码').optional(),
  brand: text('品牌').optional(),
  ...perPage,
})

/** A brand with its models, for list filters. */
export const BrandQuery = z.object({ code: text('品牌') })
export const Series = z.object({ series: text('系列').nullable(), products: z.int().meta({ label: '商品数', format: 'count' }) })
export const SeriesProducts = z.object({ id: text('系列'), ...perPage })

/** PUT /product/price-setting: new prices for many products, in one go. */
export const PriceSetting = z.object({
  list: z
    .array(z.object({ productId, price: f.price.optional(), cost: f.cost.optional() }))
    .min(1)
    .max(2000)
    .meta({ label: '价格' }),
})
/** PUT /product/product-setting: stock limits, state and stores of many products. */
export const ProductSetting = z.object({
  productIds: z.array(productId).min(1).max(2000).meta({ label: '商品' }),
  minStock: f.minStock.optional(),
  maxStock: f.maxStock.optional(),
  status: f.status.optional(),
  applyStores: f.applyStores.optional(),
})
export const Changed = z.object({ changed: z.int().meta({ label: '已修改', format: 'count' }) })
export const DeleteMany = z.object({ productIds: z.array(productId).min(1).max(2000).meta({ label: '商品' }) })
export const Deleted = z.object({
  deleted: z.int().meta({ label: '已删除', format: 'count' }),
  kept: z.int().meta({ label: '保留（已有库存或单据）', format: 'count' }),
})

/** A row of an imported goods file. The category can come from the upload instead. */
export const ImportProduct = SaveProduct.omit({
  productId: true,
  versionNo: true,
  applyStores: true,
  supplierId: true,
  status: true,
}).extend({ category: f.category.optional(), status: f.status.default(onSale.is.on) })
/** POST /product/import: values for all rows of the file. `importType` 1 only adds missing products. */
export const ImportProducts = ImportUpload.extend({
  category: f.category.optional(),
  productCategoryChild: text('小类').optional(),
  supplierId: id('供应商').optional(),
  importType: choice('导入方式', { 1: '只新增' }).default(1),
  applyStores: z.array(id('门店')).max(500).optional().meta({ label: '适用门店' }),
})
export type ImportProducts = z.output<typeof ImportProducts>
/** GET /product/bulk-export: filters of the list, without paging. */
export const ExportProducts = ProductQuery.omit({ per_page: true, page: true })
