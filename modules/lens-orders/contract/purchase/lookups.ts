/** What a form of an order asks: what its kind may order, and what the store may still order. */
import { count, get, id, money, page, perPage, text, z } from '#kernel/contract/index.ts'
import { productFields } from '#modules/products/contract/fields.ts'
import { kindWord } from '../fields.ts'

const f = productFields
export const PlaceQuery = z.object({
  hid: id('门店').optional(),
  /** Kind of order; all that is ordered of suppliers without it. */
  kind: kindWord.optional(),
  text: text('名称、品牌、型号、条码或拼音首字母').optional(),
  brandId: id('品牌').optional(),
  supplierId: id('供应商').optional(),
  /** Those an order holds already, by their numbers. */
  productIds: z.array(id('商品')).max(500).optional().meta({ label: '商品' }),
  ...perPage,
})
export type PlaceQuery = z.output<typeof PlaceQuery>
export const PlaceRow = z.object({
  productId: id('商品'),
  category: f.category,
  name: f.name,
  brand: f.brand,
  version: f.version,
  unit: f.unit,
  classifyStatus: f.classifyStatus,
  sphMin: f.sphMin,
  sphMax: f.sphMax,
  cylMin: f.cylMin,
  cylMax: f.cylMax,
  combinedMax: f.combinedMax,
  price: money('零售价', { adds: false }),
  /** Null without the right to see costs. */
  cost: money('进价', { adds: false }).nullable(),
  supplierId: f.supplierId,
  supplierName: text('供应商').nullable(),
  /** Days to the delivery, of stock or to order as the product is. */
  leadDays: count('到货天数', { unit: '天' }).nullable(),
  onHand: count('现有'),
  onOrder: count('在途'),
})
export type PlaceRow = z.output<typeof PlaceRow>
export const CreditValue = z.object({
  limit: money('采购额度').nullable(),
  used: money('已占用'),
  free: money('可用额度').nullable(),
})
export const lookups = {
  'product.place-orders': get('/product/place-orders', {
    can: 'order:view',
    summary: 'What a kind of orders may order: range, cost, lead days, pieces on hand and on order',
    input: PlaceQuery,
    output: page(PlaceRow),
  }),
  'hospital.credit-value': get('/{product}/hospital/credit-value', {
    can: 'order:view',
    summary: 'What a store may still order before it is paid for: limit, used, free; null where head office set no limit',
    input: z.object({ hid: id('门店').optional() }),
    output: CreditValue,
  }),
}
