import {
  happened,
  choice,
  count,
  date,
  discount,
  flag,
  id,
  inUse,
  moment,
  money,
  name,
  note,
  status as stateField,
  text,
  word,
  z,
} from '#kernel/contract/index.ts'
import { chargeKinds as kinds, payWays } from '#modules/loyalty/contract/fields.ts'
import { feeBill } from './states.ts'

export { chargeKinds as kinds, payWays } from '#modules/loyalty/contract/fields.ts'
/** Kinds of fee item. The codes are those of the legacy contract; it does not document their meanings, so the labels are ours. */
export const itemTypes = { 0: '检查', 1: '治疗', 2: '药品', 3: '训练', 7: '框架镜', 12: '硬镜' } as const
/** Kinds a visit can be booked for, in the order of the reservation screen (R120). */
export const bookableTypes = [0, 1, 7, 2, 3, 12] as const satisfies ReadonlyArray<keyof typeof itemTypes>
export const hid = id('门店')
export const pid = id('会员')
export const fbid = id('收费单')
export const biid = id('明细')
export const fiid = id('收费项目')
export const status = stateField('状态', feeBill)
export const itemType = choice('类型', itemTypes)
export const kind = z
  .int()
  .min(0)
  .max(199)
  .meta({ label: '类别', format: 'choice', options: Object.fromEntries(Object.entries(kinds)) })
export const payWay = choice('支付方式', payWays)
export const itemName = name('项目', { max: 100 })
export const price = money('单价', { adds: false })
export const amount = (label = '金额') => money(label)
export const signed = (label: string) => money(label, { min: -10_000_000 })
export const quantity = count('数量', { min: 1, max: 9999 })
export const pieces = (label = '数量') => count(label, { max: 9999 })
export const billNo = text('收费单号', { width: 132 })
export const billDate = happened(date('收费日期'))
export const billDiscount = discount('整单折扣')
export const rounding = choice('抹零', { 0: '不抹零', 1: '抹零到角', 2: '抹零到元' })
export const happenedAt = moment('时间')
export const staff = (label: string) => id(label)
export const person = (label: string) => text(label, { max: 50, width: 84 })
export const points = (label = '积分') => z.int().min(-100_000_000).max(100_000_000).meta({ label, format: 'count' })
export const remark = note('备注', 500)
export const issued = word('出库', { bill: '收费时出库', order: '由订单出库', none: '不出库' })
export const active = stateField('状态', inUse)
export const yes = flag

export const priceReason = text('改价原因', { max: 100 })
