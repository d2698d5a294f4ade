import {
  choice,
  count,
  date,
  id,
  measure,
  money,
  name,
  note,
  clinical,
  reserved,
  text,
  z,
  type ClinicalName,
  status,
  expires,
} from '#kernel/contract/index.ts'
import { categories } from '#modules/suppliers/contract/fields.ts'
import { onSale, making } from './states.ts'

export { categories }
export const productCategory = choice('商品类别', categories)
/** Categories with powers: stock is kept per sphere and cylinder. */
export const POWERED: ReadonlySet<number> = new Set([3, 4, 8])
/** Categories received with lot and expiry (class II or III devices of eye care, GSP). */
export const DATED: ReadonlySet<number> = new Set([4, 5, 10])
/** Services are sold, never stocked. */
export const SERVICE = 9

const lensTypes = {
  1: '单光',
  2: '双光',
  3: '渐进',
  4: '近视管理',
  5: '抗疲劳',
  6: '单光变色',
  7: '双光变色',
  8: '散光',
  9: '多焦点',
  10: '球面',
} as const
/** Digits of a GS1 company prefix. */
const prefixLengths = { 6: '6 位', 7: '7 位', 8: '8 位', 9: '9 位', 10: '10 位', 11: '11 位', 12: '12 位' } as const
const chargeTypes = { 0: '常规', 1: '套餐专用', 2: '赠品' } as const
export const deviceClasses = { 0: '非医疗器械', 1: '一类', 2: '二类', 3: '三类' } as const

/** Manufacturing limits; strong lenses in a catalogue need no confirmation. */
const limited = (name: ClinicalName, label: string) =>
  clinical(name, { label, warn: null, reason: 'the end of a range is no power of an eye' })
/** Diameters in mm, several separated by a slash (`55/60/65`). */
const diameter = z
  .string()
  .trim()
  .regex(/^\d{1,2}(\.\d{1,2})?(\/\d{1,2}(\.\d{1,2})?)*$/, '直径应为毫米数，多个用 / 分开，如 65/70')
  .meta({ label: '直径', unit: 'mm', format: 'text' })

export const productId = id('商品')
/** Cost of goods and figures derived from it, for holders of `product:cost` only. */
export const bought = <T extends z.ZodType>(cost: T): z.ZodNullable<T> => reserved(cost, 'product:cost')
export const productFields = {
  category: productCategory,
  productCategoryChild: text('小类', { max: 30 }).nullable(),
  brand: text('品牌', { max: 60 }).nullable(),
  series: text('系列', { max: 60 }).nullable(),
  version: text('型号', { max: 60 }).nullable(),
  name: name('商品名称', { max: 120, width: 220 }),
  spec: text('规格', { max: 60 }).nullable(),
  colour: text('色号', { max: 40 }).nullable(),
  barCode: z
    .string()
    .trim()
    .max(40)
    .regex(/^[\x21-\x7E]+$/, '条码只能是字母、数字和符号')
    .meta({ label: '条码', format: 'text' })
    .nullable(),
  prefixLength: choice('厂商识别代码位数', prefixLengths).nullable(),
  unit: name('单位', { max: 8 }),
  price: money('零售价', { adds: false }),
  cost: money('进价', { adds: false }),
  lensType: choice('镜片类型', lensTypes).nullable(),
  film: text('膜层', { max: 40 }).nullable(),
  classifyStatus: status('现片/订制', making),
  index: measure('折射率', { block: [1.4, 2], step: 0.01, decimals: 2 }).nullable(),
  diameter: diameter.nullable(),
  baseCurve: text('基弧', { max: 40, unit: 'mm' }).nullable(),
  sphMin: limited('sphere', '球镜下限').nullable(),
  sphMax: limited('sphere', '球镜上限').nullable(),
  cylMin: limited('cylinder', '柱镜下限').nullable(),
  cylMax: limited('cylinder', '柱镜上限').nullable(),
  combinedMax: clinical('combined', { label: '联合光度上限' }).nullable(),
  deviceClass: choice('器械类别', deviceClasses),
  registrationNo: text('注册证号', { max: 60 }).nullable(),
  registrationExpires: expires(date('注册证到期')).nullable(),
  maker: text('生产企业', { max: 100 }).nullable(),
  chargeType: choice('收费类型', chargeTypes),
  supplierId: id('供应商').nullable(),
  applyStores: z.array(id('门店')).max(500).nullable().meta({ label: '适用门店' }),
  minStock: count('库存下限').nullable(),
  maxStock: count('库存上限').nullable(),
  status: status('状态', onSale),
  note: note().nullable(),
}
