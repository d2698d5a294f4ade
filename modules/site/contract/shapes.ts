import { choice, flag, id, money, page, perPage, text, z } from '#kernel/contract/index.ts'
import { categories, deviceClasses } from '#modules/products/contract/fields.ts'

export const MallQuery = z.object({
  hid: id('门店').optional(),
  category: z.int().min(1).max(11).optional().meta({ label: '商品类别' }),
  text: text('名称、品牌或拼音', { max: 40 }).optional(),
  ...perPage,
})
export type MallQuery = z.output<typeof MallQuery>
export const MallProduct = z.object({
  productId: id('商品'),
  category: choice('商品类别', categories),
  brand: text('品牌').nullable(),
  name: text('商品名称'),
  spec: text('规格').nullable(),
  colour: text('色号').nullable(),
  unit: text('单位'),
  price: money('零售价', { adds: false }),
  deviceClass: choice('器械类别', deviceClasses),
})
export type MallProduct = z.output<typeof MallProduct>
export const MallStore = z.object({ hid: id('门店'), name: text('门店'), address: text('地址').nullable(), phone: text('电话').nullable() })
export const Mall = page(MallProduct).extend({ hid: id('门店').nullable(), stores: z.array(MallStore) })
export type Mall = z.output<typeof Mall>
export const MallState = z.object({ open: flag('在商城展示') })
