/** What is to come of orders, piece by piece, as whoever unpacks a box compares it. */
import { count, id, text, z } from '#kernel/contract/index.ts'
import { kindWord, orderId } from './fields.ts'
import { OrderInfo, OrderLine, OrderRow } from './shapes.ts'

/** Orders of a kind in a store that goods are still due of; those named, or all. */
export const ExpectedQuery = z.object({
  hid: id('门店').optional(),
  kind: kindWord.optional(),
  orders: z.array(orderId).max(200).optional(),
})
export type ExpectedQuery = z.output<typeof ExpectedQuery>

const ExpectedLine = OrderLine.omit({ price: true, cost: true, costReason: true, costGiven: true, note: true }).extend({
  /** 14 digits; null where the bar code of the goods is no trade number. */
  gtin: text('产品标识', { max: 20 }).nullable(),
  /** Set aside until somebody decides: not due, and not here. */
  aside: count('待判定'),
})
export const Expected = z.object({
  ...OrderRow.pick({
    orderId: true,
    orderNo: true,
    kind: true,
    status: true,
    statusName: true,
    version: true,
    hid: true,
    pid: true,
    patientName: true,
    supplierName: true,
    promisedOn: true,
    lateDays: true,
  }).shape,
  birth: OrderInfo.shape.birth,
  /** Where the order says its goods lie; the store's own where it says nothing. */
  inWareHouseId: OrderInfo.shape.inWareHouseId,
  lines: z.array(ExpectedLine),
})
export type Expected = z.output<typeof Expected>
export type ExpectedLine = z.output<typeof ExpectedLine>
export const ExpectedList = z.array(Expected)
