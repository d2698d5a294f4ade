/** Orders written together: several lens orders to one supplier, or soft lenses for the shelf, an order a supplier. All or none. */
import { count, date, id, money, note, page, pageSize, text, z } from '#kernel/contract/index.ts'
import { field, headFields, person } from './fields.ts'
import { OrderInfo } from './shapes.ts'
import { SaveLens, SaveLine } from './shapes.save.ts'

const bundleId = id('合并订单')
const version = count('版本')
/** What the header says holds for each order that does not say it itself; without `orders` it is the one order. */
export const SaveLensAll = SaveLens.extend({ orders: z.array(SaveLens).min(1).max(100).optional().meta({ label: '订单' }) })
export type SaveLensAll = z.output<typeof SaveLensAll>
export const EditLensAll = SaveLensAll.extend({ id: bundleId, version: version.optional() })
const lines = z.array(SaveLine).min(1).max(500).meta({ label: '订购明细' })
/** Product by power by boxes. A product's supplier is its own unless one is named for all. */
export const SaveBatch = z.object({
  hid: id('门店').optional(),
  supplierId: headFields.supplierId.optional(),
  promisedOn: headFields.promisedOn.optional(),
  inWareHouseId: headFields.inWareHouseId.optional(),
  orderNote: headFields.orderNote.optional(),
  items: lines,
})
export type SaveBatch = z.output<typeof SaveBatch>
export const EditBatch = SaveBatch.extend({ oid: bundleId, version: version.optional() })
export const BatchQuery = z.object({
  hid: id('门店').optional(),
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  ...pageSize,
})
export type BatchQuery = z.output<typeof BatchQuery>
export const BundleRow = z.object({
  bundleId,
  bundleNo: text('合并单号'),
  version,
  hid: id('门店'),
  createdAt: field,
  writer: person('开单人').nullable(),
  note: note('订单备注', 500).nullable(),
  orderCount: count('订单数'),
  pieces: count('数量'),
  received: count('已收'),
  total: money('金额'),
  costTotal: money('进价合计').nullable(),
})
export const BundlePage = page(BundleRow)
export const Bundle = BundleRow.extend({ orders: z.array(OrderInfo) })
export type Bundle = z.output<typeof Bundle>
export const BundleId = z.object({ id: bundleId })
