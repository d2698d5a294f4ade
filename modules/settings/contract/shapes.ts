import { count, discount, id, money, name, page, pageSize, z, text, word } from '#kernel/contract/index.ts'
import { storeFields } from '#modules/institution/contract/fields.ts'

/** A member level: discount in 折 and multiple of earned points. */
export const Level = z.object({
  id: id('等级'),
  hid: id('门店'),
  name: name('等级名称', { max: 20 }),
  discount: discount('会员折扣'),
  pointMultiple: z.number().min(0).max(10).meta({ label: '积分倍数', format: 'measure', decimals: 2 }),
  sort: z.int().min(0).max(1000).meta({ label: '排序', format: 'count' }),
  upgradeSpend: money('累计消费满').nullable().optional(),
  uses: count('会员').optional(),
})
export type Level = z.output<typeof Level>
export const EditLevel = z.object({
  id: Level.shape.id.optional(),
  hid: Level.shape.hid,
  name: Level.shape.name,
  discount: Level.shape.discount,
  pointMultiple: Level.shape.pointMultiple.default(1),
  sort: Level.shape.sort.default(0),
  upgradeSpend: Level.shape.upgradeSpend,
})
export const LevelQuery = z.object({ hid: id('门店'), ...pageSize, pageSize: pageSize.pageSize.default(0) })
export const LevelPage = page(Level)
/** A level or tag of another store: visible there and on its members, editable only in its own store. */
export const ChainItem = z.object({
  id: id('编号'),
  kind: word('种类', { level: '会员等级', tag: '标签' }),
  name: Level.shape.name,
  hospitalName: text('门店'),
  discount: Level.shape.discount.nullable(),
  pointMultiple: Level.shape.pointMultiple.nullable(),
})
export type ChainItem = z.output<typeof ChainItem>
export const ChainPage = page(ChainItem)
export const ChainQuery = z.object({ hid: id('门店'), kind: ChainItem.shape.kind })
export const ById = z.object({ id: id('编号') })
/** A further store of the organisation; `copyFrom` supplies its initial lists and options. */
export const NewStore = z.object({
  name: storeFields.name,
  shortName: storeFields.shortName,
  phone: storeFields.phone.optional(),
  address: storeFields.address.optional(),
  openedOn: storeFields.openedOn.optional(),
  timeOpen: storeFields.timeOpen.optional(),
  timeClose: storeFields.timeClose.optional(),
  copyFrom: storeFields.hid.nullable().default(null),
})
