/** Stock-in and stock-out documents. */
import {
  backdateReason,
  choice,
  count,
  date,
  flag,
  id,
  ImportUpload,
  measure,
  money,
  page,
  perPage,
  text,
  z,
  happened,
} from '#kernel/contract/index.ts'
import { deviceClasses, productCategory } from '#modules/products/contract/fields.ts'
import {
  amount,
  batchId,
  batchNo,
  cost,
  createdAt,
  differStatus,
  expiry,
  goods,
  onHand,
  postedAt,
  power,
  producedOn,
  quantity,
  reason,
  remark,
  staffName,
  stockInStatus,
  stockOutStatus,
  stockinId,
  stockinType,
  stockoutId,
  stockoutType,
  typedPower,
  warehouseId,
  StockInType,
  StockOutType,
} from './fields.ts'
import { stockIn } from './states.ts'
import { transferOutcome } from './transfer.ts'

export const version = z.int().min(0).meta({ label: '版本', format: 'count' })
const itemId = id('明细')
export const History = z.object({
  at: createdAt.meta({ label: '时间', format: 'moment' }),
  name: text('经手人').nullable(),
  move: text('动作'),
  fromStatus: z.int(),
  toStatus: z.int(),
  note: text('说明', { max: 500 }).nullable(),
})

const deviceClass = choice('器械类别', deviceClasses)
const rejectReason = text('拒收原因', { max: 200 })
/** Cooled devices are measured on arrival. */
const arrivalCelsius = measure('到货温度', { block: [-40, 80], step: 0.1, decimals: 1, unit: '℃' })
const certificates = flag('合格证明齐全')
export const StockInItem = z.object({
  itemId,
  ...goods,
  deviceClass,
  ...power,
  batchNo: batchNo.nullable(),
  producedOn: producedOn.nullable(),
  expiry: expiry.nullable(),
  expected: count('应收', { adds: true }).nullable(),
  quantity: onHand.meta({ label: '实收', format: 'count' }),
  rejected: onHand.meta({ label: '拒收数量', format: 'count' }),
  rejectReason: rejectReason.nullable(),
  cost,
  amount,
  batchId: batchId.nullable(),
  /** Of a transfer: what arrived beyond the sent pieces, and what was decided on a difference. */
  surplus: onHand.meta({ label: '多出', format: 'count' }),
  outcome: transferOutcome.nullable(),
  note: text('备注').nullable(),
})
export type StockInItem = z.output<typeof StockInItem>
const inHead = {
  stockinId,
  hid: id('门店'),
  hospitalName: text('门店'),
  stockinNo: text('入库单号', { width: 140 }),
  warehouseId,
  warehouseName: text('仓库'),
  stockinType,
  supplierId: id('供应商').nullable(),
  supplierName: text('供应商', { width: 160 }).nullable(),
  productCategory: productCategory.nullable(),
  /** The transfer that this is the receipt of, and the store that sent it. */
  stockoutId: stockoutId.nullable(),
  fromHid: id('调出门店').nullable(),
  fromName: text('调出门店').nullable(),
  countedAt: postedAt.meta({ label: '清点时间', format: 'moment' }),
  deliveryNo: text('送货单号').nullable(),
  stockinDate: date('入库日期'),
  status: stockInStatus,
  differStatus,
  differNote: text('差异处理', { max: 500 }).nullable(),
  version,
  note: remark.nullable(),
  staffName,
  createdAt,
  postedAt,
  /** 验收 (acceptance): the person who inspected the delivery and posted it. */
  acceptedName: text('验收人').nullable(),
  acceptedAt: postedAt.meta({ label: '验收时间', format: 'moment' }),
  arrivalCelsius: arrivalCelsius.nullable(),
  certificates: certificates.nullable(),
  lines: count('行数'),
  quantity: onHand.meta({ label: '总数量', format: 'count' }),
  amount: amount.meta({ label: '总金额', format: 'money', unit: '元', decimals: 2 }),
}
export const StockInRow = z.object(inHead)
export type StockInRow = z.output<typeof StockInRow>
export const StockIn = z.object({
  ...inHead,
  items: z.array(StockInItem).meta({ label: '明细' }),
  history: z.array(History).meta({ label: '经过' }),
})
export type StockIn = z.output<typeof StockIn>
export const StockInPage = page(StockInRow)

const NewInItem = z.object({
  productId: goods.productId,
  ...typedPower,
  batchNo: batchNo.nullable().optional(),
  producedOn: producedOn.nullable().optional(),
  expiry: expiry.nullable().optional(),
  expected: count('应收', { max: 100_000 }).nullable().optional(),
  quantity: count('实收', { max: 100_000 }),
  /** Rejected pieces; they never enter the stock. */
  rejected: count('拒收数量', { max: 100_000 }).nullable().optional(),
  rejectReason: rejectReason.nullable().optional(),
  cost: cost.default(0),
  note: text('备注').nullable().optional(),
})
export type NewInItem = z.output<typeof NewInItem>
const inBody = {
  hid: id('门店'),
  warehouseId: warehouseId.optional(),
  stockinType: stockinType.default(StockInType.purchase),
  supplierId: id('供应商').nullable().optional(),
  productCategory: productCategory.nullable().optional(),
  deliveryNo: text('送货单号').nullable().optional(),
  stockinDate: happened(date('入库日期')).optional(),
  backdateReason,
  note: remark.nullable().optional(),
  items: z.array(NewInItem).min(1).max(2000).meta({ label: '明细' }),
}
/** Saved as a draft, or submitted at once. */
const handedIn = z
  .literal([stockIn.is.draft, stockIn.is.submitted])
  .default(stockIn.is.draft)
  .meta({ label: '状态', format: 'choice', options: { [stockIn.is.draft]: '草稿', [stockIn.is.submitted]: '提交审核' } })
export const NewStockIn = z.object({
  ...inBody,
  status: handedIn,
})
export type NewStockIn = z.output<typeof NewStockIn>
export const EditStockIn = z.object({
  stockinId,
  version: version.optional(),
  ...inBody,
  status: handedIn,
})
export type EditStockIn = z.output<typeof EditStockIn>

const listed = {
  hid: id('门店').optional(),
  supplierId: id('供应商').optional(),
  warehouseId: warehouseId.optional(),
  start_date: date('开始日期').optional(),
  end_data: date('结束日期').optional(),
  text: text('单号、供应商或备注').optional(),
  ...perPage,
}
export const StockInQuery = z.object({
  ...listed,
  status: stockInStatus.optional(),
  stockinType: stockinType.optional(),
  differStatus: differStatus.optional(),
})
export type StockInQuery = z.output<typeof StockInQuery>
export const StockInById = z.object({ id: stockinId })
export const InvalidateIn = z.object({ id: stockinId, reason: reason.optional() })
/** The target status selects the move. `differStatus` 2 settles a difference and requires a reason. */
export const StockInStatus = z.object({
  stockinId,
  status: stockInStatus.optional(),
  differStatus: differStatus.optional(),
  version: version.optional(),
  reason: reason.optional(),
  /** Entered by the person who accepts, when posting. */
  arrivalCelsius: arrivalCelsius.optional(),
  certificates: certificates.optional(),
  /** Of a transfer with `differStatus` 2: what becomes of each line that differs. */
  decisions: z
    .array(z.object({ itemId, outcome: transferOutcome }))
    .max(2000)
    .meta({ label: '差异结果' })
    .optional(),
})
export const RevokeIn = z.object({ id: stockinId, reason: reason.optional() })
export const ExportPapers = z.object({ hid: id('门店').optional(), start_date: date('开始日期'), end_data: date('结束日期') })

export const StockOutItem = z.object({
  itemId,
  ...goods,
  ...power,
  quantity: onHand.meta({ label: '数量', format: 'count' }),
  price: cost.meta({ label: '单价', format: 'money', unit: '元', decimals: 2 }),
  amount,
  batchId: batchId.nullable(),
  batchNo: batchNo.nullable(),
  expiry: expiry.nullable(),
  note: text('备注').nullable(),
})
export type StockOutItem = z.output<typeof StockOutItem>
const outHead = {
  stockoutId,
  hid: id('门店'),
  hospitalName: text('门店'),
  stockoutNo: text('出库单号', { width: 140 }),
  warehouseId,
  warehouseName: text('仓库'),
  stockoutType,
  supplierId: id('供应商').nullable(),
  supplierName: text('供应商').nullable(),
  /** Store a transfer goes to. */
  toHid: id('调入门店').nullable(),
  toName: text('调入门店').nullable(),
  receiver: text('领用人').nullable(),
  stockoutDate: date('出库日期'),
  status: stockOutStatus,
  differStatus,
  differNote: text('差异处理', { max: 500 }).nullable(),
  version,
  note: remark.nullable(),
  staffName,
  createdAt,
  postedAt,
  lines: count('行数'),
  quantity: onHand.meta({ label: '总数量', format: 'count' }),
  amount: amount.meta({ label: '总金额', format: 'money', unit: '元', decimals: 2 }),
}
export const StockOutRow = z.object(outHead)
export type StockOutRow = z.output<typeof StockOutRow>
export const StockOut = z.object({
  ...outHead,
  items: z.array(StockOutItem).meta({ label: '明细' }),
  history: z.array(History).meta({ label: '经过' }),
})
export type StockOut = z.output<typeof StockOut>
export const StockOutPage = page(StockOutRow)
const NewOutItem = z.object({
  productId: goods.productId,
  ...typedPower,
  batchId: batchId.nullable().optional(),
  quantity,
  price: cost.meta({ label: '单价', format: 'money', unit: '元', step: 0.01, decimals: 2 }).default(0),
  note: text('备注').nullable().optional(),
})
export type NewOutItem = z.output<typeof NewOutItem>
const outBody = {
  hid: id('门店'),
  warehouseId: warehouseId.optional(),
  stockoutType: stockoutType.default(StockOutType.internal),
  supplierId: id('供应商').nullable().optional(),
  receiver: text('领用人', { max: 30 }).nullable().optional(),
  toHid: id('调入门店').nullable().optional(),
  stockoutDate: happened(date('出库日期')).optional(),
  backdateReason,
  note: remark.nullable().optional(),
  items: z.array(NewOutItem).min(1).max(2000).meta({ label: '明细' }),
}
export const NewStockOut = z.object(outBody)
export type NewStockOut = z.output<typeof NewStockOut>
/** PUT /stockout/before/out: the final version of a draft; afterwards it waits for confirmation. */
export const BeforeOut = z.object({ stockoutId, version: version.optional(), ...outBody })
export type BeforeOut = z.output<typeof BeforeOut>
export const ConfirmOut = z.object({ stockoutId, version: version.optional(), note: remark.optional() })
export const StockOutQuery = z.object({
  ...listed,
  status: stockOutStatus.optional(),
  stockoutType: stockoutType.optional(),
  differStatus: differStatus.optional(),
})
export type StockOutQuery = z.output<typeof StockOutQuery>
export const StockOutById = z.object({ id: stockoutId })
export const InvalidateOut = z.object({ id: stockoutId, reason: reason.optional() })
export const StockOutStatus = z.object({
  stockoutId,
  status: stockOutStatus.optional(),
  differStatus: differStatus.optional(),
  version: version.optional(),
  reason: reason.optional(),
})
export const BulkDelivery = z.object({
  stock_out_ids: z.array(stockoutId).min(1).max(200).meta({ label: '出库单' }),
  note: remark.optional(),
})
export const Delivered = z.object({ delivered: z.int().meta({ label: '已出库', format: 'count' }) })
export const RevokeOut = z.object({ id: stockoutId, reason: reason.optional() })

/** A row of an imported delivery: goods by bar code, or by name with brand and model. */
export const ImportStockIn = z.object({
  barCode: text('条码').nullable().optional(),
  productName: text('商品', { max: 120 }).nullable().optional(),
  brand: text('品牌').nullable().optional(),
  version: text('型号').nullable().optional(),
  ...typedPower,
  batchNo: batchNo.nullable().optional(),
  producedOn: producedOn.nullable().optional(),
  expiry: expiry.nullable().optional(),
  expected: count('应收', { max: 100_000 }).nullable().optional(),
  quantity: count('实收', { min: 1, max: 100_000 }),
  cost: cost.default(0),
  note: text('备注').nullable().optional(),
})
/** POST /stockin/import: the rows become the lines of one draft. */
export const ImportStockInUpload = ImportUpload.extend({
  warehouseId: warehouseId.optional(),
  stockinType: stockinType.default(StockInType.purchase),
  supplierId: id('供应商').optional(),
  productCategory: productCategory.optional(),
})
export type ImportStockInUpload = z.output<typeof ImportStockInUpload>

/** A price agreed after posting, next to the posted one. The difference goes into the settlement with the supplier or receiver. */
export const PriceRecord = z.object({
  id: id('价格记录').nullable(),
  itemId,
  productName: goods.productName,
  ...power,
  batchNo: batchNo.nullable(),
  quantity: onHand.meta({ label: '数量', format: 'count' }),
  posted: cost.meta({ label: '过账单价', format: 'money', unit: '元', decimals: 2 }),
  price: cost.meta({ label: '核定单价', format: 'money', unit: '元', decimals: 2 }).nullable(),
  difference: money('差额', { min: -1_000_000_000, max: 1_000_000_000 }),
  note: text('备注', { max: 200 }).nullable(),
  at: createdAt.meta({ label: '登记时间', format: 'moment' }).nullable(),
  name: text('登记人').nullable(),
})
export type PriceRecord = z.output<typeof PriceRecord>
/** All lines of the document, with the agreed price where there is one. */
export const PriceRecords = z.array(PriceRecord)
const agreed = z
  .array(
    z.object({
      itemId,
      price: cost.meta({ label: '核定单价', format: 'money', unit: '元', step: 0.01, decimals: 2 }),
      note: text('备注', { max: 200 }).nullable().optional(),
    }),
  )
  .min(1)
  .max(2000)
  .meta({ label: '价格记录' })
export const NewInPrices = z.object({ stockinId, priceRecords: agreed })
export const NewOutPrices = z.object({ stockoutId, priceRecords: agreed })
/** PUT …/prices/{id}: id of the record. GET …/prices/{id}: id of the document. */
export const EditPrice = z.object({
  id: id('价格记录'),
  price: cost.meta({ label: '核定单价', format: 'money', unit: '元', step: 0.01, decimals: 2 }),
  note: text('备注', { max: 200 }).nullable().optional(),
})
