/** Brands: suppliers, delivery days, available ranges. `brandCode` is the name by default. */
import { clinical, count, id, inUse, measure, name, note, page, perPage, status, text, z } from '#kernel/contract/index.ts'
import { productCategory, productFields } from './fields.ts'

const END = { warn: null, reason: 'the end of what is made, no power of an eye' } as const
const brandId = id('品牌')
const brandCode = text('品牌编码', { max: 60 }).min(1)
const ownFields = {
  name: name('品牌名称', { max: 60, width: 160 }),
  categories: z.array(productCategory).max(11).meta({ label: '商品类别' }),
  stockDays: count('现片到货天数', { max: 365, unit: '天' }).nullable(),
  customDays: count('订制到货天数', { max: 365, unit: '天' }).nullable(),
  sphMin: productFields.sphMin,
  sphMax: productFields.sphMax,
  cylMin: productFields.cylMin,
  bcMin: clinical('backCurve', { label: '基弧最小', ...END }).nullable(),
  bcMax: clinical('backCurve', { label: '基弧最大', ...END }).nullable(),
  diaMin: clinical('contactDiameter', { label: '直径最小', ...END }).nullable(),
  diaMax: clinical('contactDiameter', { label: '直径最大', ...END }).nullable(),
  targetMin: measure('最大降幅', { block: [-10, 0], step: 0.25, decimals: 2, unit: 'D', reason: END.reason }).nullable(),
  targetMax: measure('最小降幅', { block: [-10, 0], step: 0.25, decimals: 2, unit: 'D', reason: END.reason }).nullable(),
  jessenFactor: measure('Jessen 因子', { block: [0, 2], step: 0.05, decimals: 2, unit: 'D', reason: 'a factor of a design' }).nullable(),
  lifeMonths: count('镜片寿命', { min: 1, max: 60, unit: '月' }).nullable(),
  status: status('状态', inUse),
  note: note().nullable(),
}
export const Brand = z.object({
  brandId,
  brandCode,
  ...ownFields,
  suppliers: z.array(z.object({ supplierId: id('供应商'), name: text('供应商') })).meta({ label: '供应商' }),
  /** Number of products of the brand. */
  products: count('商品数'),
  versionNo: z.int().meta({ label: '版本' }),
})
export type Brand = z.output<typeof Brand>
export const BrandPage = page(Brand)
export const BrandListQuery = z.object({
  text: text('名称或编码').optional(),
  category: productCategory.optional(),
  supplierId: id('供应商').optional(),
  status: ownFields.status.optional(),
  ...perPage,
})
/** Creates or changes a brand; omitted fields keep their values. */
export const SaveBrand = z.object({
  brandId: brandId.optional(),
  versionNo: z.int().optional().meta({ label: '版本' }),
  brandCode: brandCode.optional(),
  name: ownFields.name,
  categories: ownFields.categories.default([]),
  supplierIds: z.array(id('供应商')).max(50).optional().meta({ label: '供应商' }),
  stockDays: ownFields.stockDays.optional(),
  customDays: ownFields.customDays.optional(),
  sphMin: ownFields.sphMin.optional(),
  sphMax: ownFields.sphMax.optional(),
  cylMin: ownFields.cylMin.optional(),
  bcMin: ownFields.bcMin.optional(),
  bcMax: ownFields.bcMax.optional(),
  diaMin: ownFields.diaMin.optional(),
  diaMax: ownFields.diaMax.optional(),
  targetMin: ownFields.targetMin.optional(),
  targetMax: ownFields.targetMax.optional(),
  jessenFactor: ownFields.jessenFactor.optional(),
  lifeMonths: ownFields.lifeMonths.optional(),
  status: ownFields.status.default(inUse.is.on),
  note: ownFields.note.optional(),
})
export type SaveBrand = z.output<typeof SaveBrand>
export const BrandId = z.object({ id: brandId })
export const BrandCode = z.object({ brandCode })
export const BrandProducts = z.object({ id: brandId, hid: id('门店').optional(), category: productCategory.optional(), ...perPage })
/** GET /brand/supplier: suppliers by brand, one row per pair. */
export const BrandSupplierQuery = z.object({
  brandId: brandId.optional(),
  supplierId: id('供应商').optional(),
  category: productCategory.optional(),
})
export const BrandSupplier = z.object({
  brandId,
  brandCode,
  name: ownFields.name,
  supplierId: id('供应商'),
  supplierName: text('供应商'),
  stockDays: ownFields.stockDays,
  customDays: ownFields.customDays,
})
