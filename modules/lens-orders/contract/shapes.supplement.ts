/** What of an order may be supplied anew, and how an order is followed; members in fitting. */
import { count, date, flag, id, moment, money, page, page_size, text, word, z } from '#kernel/contract/index.ts'
import { OrthokCaseRow } from '#modules/records/contract/okjing/shapes.ts'
import { cause, eyeOfLine, headFields, orderNo, status } from './fields.ts'
import { OrderInfo, OrderListFilters } from './shapes.ts'

/** The original with the eyes that may be supplied anew, the causes there are, what is left of its warranty, and what each cause costs. */
export const Supplement = z.object({
  pid: OrderInfo.shape.pid,
  original: OrderInfo,
  eyes: z.array(
    z.object({
      eye: eyeOfLine.nullable(),
      lineId: id('明细'),
      productId: id('商品'),
      name: text('商品', { max: 200 }),
      ordered: count('数量'),
    }),
  ),
  warrantyUntil: date('保修至'),
  warrantyDaysLeft: count('保修剩余', { unit: '天' }),
  prices: z.array(z.object({ cause, label: text('补片原因'), free: flag('免费'), price: money('金额'), why: text('说明', { max: 200 }) })),
})
export type Supplement = z.output<typeof Supplement>
export const Tracking = z.object({
  orderId: id('订单'),
  orderNo,
  status,
  statusName: text('状态'),
  lastEmsNumber: headFields.lastEmsNumber,
  supplierName: text('供应商').nullable(),
  promisedOn: headFields.promisedOn,
  late: flag('逾期'),
  lateDays: count('逾期天数', { unit: '天' }),
  steps: OrderInfo.shape.history,
  /** Who was told that it is here. */
  told: z.array(z.object({ at: moment('时间'), person: text('人员').nullable() })),
})
export type Tracking = z.output<typeof Tracking>
/** Orders of a kind as a file, by the filters of the list. */
export const ExportOrders = OrderListFilters.omit({ pageSize: true, pageNum: true })

const fitStage = word(
  '验配阶段',
  { first: '初诊', trial: '试戴', order: '待下单', making: '生产中', take: '待取', review: '复查到期' },
  { width: 88 },
)
export type FitStage = z.output<typeof fitStage>
/** A member in fitting, and the order of the lenses where there is one. */
export const FittingRow = OrthokCaseRow.extend({
  fitStage,
  orderId: id('订单').nullable(),
  orderNo: orderNo.nullable(),
  orderStatus: status.nullable(),
  promisedOn: headFields.promisedOn,
})
export const FittingPage = page(FittingRow)
export const FittingQuery = z.object({
  hid: id('门店').optional(),
  stage: fitStage.optional(),
  customer: text('会员').optional(),
  ...page_size,
})
