import {
  code,
  ConfirmedFinding,
  count,
  date,
  flag,
  id,
  moment,
  money,
  name,
  note,
  pageSize,
  personal,
  phone,
  scannedCode,
  text,
  word,
  z,
  happened,
  expires,
  span,
} from '#kernel/contract/index.ts'
import {
  field,
  cause,
  cost,
  eyeOfLine,
  headFields,
  kindWord,
  lineParameters,
  mode,
  orderId,
  orderNo,
  orderType,
  pairParameters,
  person,
  pieces,
  price,
  collectorFields,
  proofFields,
  status,
  unit,
} from './fields.ts'
import { overrides, some, version } from './shapes.save.ts'

export * from './shapes.save.ts'

/** All of the seeds' list filters. */
export const OrderListFilters = z.object({
  hid: id('门店').optional(),
  /** One state or several, joined by commas. */
  status: z.array(z.int().min(0).max(99)).optional().meta({ label: '状态' }),
  type: kindWord.optional(),
  order_type: kindWord.optional(),
  order_mode_type: mode.optional(),
  /** Name, end of a mobile number, member number or order number. */
  customer: text('会员或单号').optional(),
  ctid: id('接待人').optional(),
  optristId: id('验光师').optional(),
  startTime: span(date('开始日期')).optional(),
  endTime: span(date('结束日期')).optional(),
  brand: text('品牌').optional(),
  version: text('型号').optional(),
  standard: lineParameters.sph.unwrap().optional(),
  late: flag('逾期').optional(),
  pid: id('会员').optional(),
  supplierId: id('供应商').optional(),
  ...pageSize,
})
export type OrderListFilters = z.output<typeof OrderListFilters>

const P = pairParameters
/** The number of an order under the names by which the seeds' calls ask for it. */
const orderIdNames = { id: orderId, oid: orderId, apparatusOrderId: orderId }
/** A line of any kind's list. Costs are null without the right to see them. */
export const OrderRow = z.object({
  orderId,
  ...orderIdNames,
  kind: kindWord,
  orderNo,
  status,
  statusName: text('状态'),
  version,
  hid: id('门店'),
  mode,
  creatorType: z.int().meta({ label: '创建方式' }),
  orderDate: date('下单日期'),
  pid: headFields.pid,
  patientName: personal(name('会员'), 'name').nullable(),
  birth: personal(date('出生日期')).nullable(),
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  memberNo: text('会员号').nullable(),
  supplierId: headFields.supplierId,
  supplierName: text('供应商').nullable(),
  brand: text('品牌').nullable(),
  productName: text('商品', { max: 400 }),
  pieces: count('数量', { adds: true }),
  received: count('已收', { adds: true }),
  rejected: count('已拒', { adds: true }),
  dsOd: P.dsOd,
  dcOd: P.dcOd,
  axOd: P.axOd,
  bcOd: P.bcOd,
  targetOd: P.targetOd,
  dsOs: P.dsOs,
  dcOs: P.dcOs,
  axOs: P.axOs,
  bcOs: P.bcOs,
  targetOs: P.targetOs,
  total: money('金额'),
  costTotal: money('进价合计').nullable(),
  fbid: id('收费单').nullable(),
  billPrice: money('应收').nullable(),
  paid: money('已收款').nullable(),
  promisedOn: headFields.promisedOn,
  late: flag('逾期'),
  lateDays: count('逾期天数', { unit: '天' }),
  /** Days it has been in its state. */
  stateDays: count('停留天数', { unit: '天' }),
  lastEmsNumber: headFields.lastEmsNumber,
  recordFrameId: headFields.recordFrameId,
  originalId: id('原订单').nullable(),
  cause: cause.nullable(),
  warranty: flag('保修'),
  bundleId: id('合并订单').nullable(),
  ctid: headFields.ctid,
  optristId: headFields.optristId,
  optristName: person('验光师').nullable(),
  reviewedBy: id('审核人').nullable(),
  notifiedAt: moment('通知时间').nullable(),
  handedAt: moment('交付时间').nullable(),
  orderNote: headFields.orderNote,
  /** What the order stands on has fallen: why nothing goes on, and who decides. */
  stopReason: text('停止原因', { max: 600 }).nullable(),
})
export type OrderRow = z.output<typeof OrderRow>

/** A line of an order as it stands. */
export const OrderLine = z.object({
  lineId: id('明细'),
  lineNo: z.int().meta({ label: '行号' }),
  eye: eyeOfLine.nullable(),
  productId: id('商品'),
  name: text('商品', { max: 200 }),
  unit: unit.nullable(),
  ...lineParameters,
  note: text('备注', { max: 200 }).nullable(),
  price,
  cost: cost.nullable(),
  costReason: text('改价原因', { max: 200 }).nullable(),
  costGiven: flag('单独议价'),
  ordered: count('订购'),
  received: count('已收', { adds: true }),
  rejected: count('已拒', { adds: true }),
})
export type OrderLine = z.output<typeof OrderLine>
const Step = z.object({
  at: field,
  person: person('人员').nullable(),
  move: text('动作'),
  label: text('动作'),
  fromStatus: z.int(),
  toStatus: z.int(),
  statusName: text('状态'),
  note: text('备注', { max: 2000 }).nullable(),
})
/** What came of an order. */
export const Receipt = z.object({
  receiptId: id('收货单'),
  receiptNo: text('收货单号'),
  at: field,
  person: person('收货人').nullable(),
  deliveryNo: text('送货单号', { max: 60 }).nullable(),
  stockinId: id('入库单').nullable(),
  note: note('备注', 500).nullable(),
  lines: z.array(
    z.object({
      receiptLineId: id('收货明细'),
      lineId: id('明细'),
      quantity: count('数量'),
      code: scannedCode('条码').nullable(),
      gtin: text('产品标识').nullable(),
      serial: text('序列号').nullable(),
      batchNo: text('批号').nullable(),
      producedOn: date('生产日期').nullable(),
      expiry: date('有效期').nullable(),
      verdict: word('结论', { pass: '相符', mismatch: '不符', accepted: '让步接收', rejected: '拒收' }),
      reason: text('理由', { max: 300 }).nullable(),
      batchId: id('批次').nullable(),
    }),
  ),
})
export type Receipt = z.output<typeof Receipt>
const Linked = z.object({ orderId, orderNo, status, statusName: text('状态'), cause: cause.nullable(), orderDate: date('下单日期') })

/** An order whole: the seeds' flat fields (a pair of eyes, one product) beside its lines. */
export const OrderInfo = OrderRow.extend({
  ...P,
  addR: P.addOd,
  addL: P.addOs,
  eyeGlassOd: count('右眼片数'),
  eyeGlassOs: count('左眼片数'),
  productId: id('商品').nullable(),
  productOd: id('右眼镜片').nullable(),
  productOs: id('左眼镜片').nullable(),
  number: count('数量'),
  unit: unit.nullable(),
  totalMoney: money('金额'),
  orderType: orderType.nullable(),
  brandId: id('品牌').nullable(),
  brandCode: text('品牌编码').nullable(),
  contractId: id('合同').nullable(),
  prescriptionId: headFields.prescriptionId,
  rxNo: text('处方号').nullable(),
  rxLineId: headFields.rxLineId,
  fittingId: headFields.fittingId,
  operatorId: headFields.operatorId,
  orderOptions: text('加工要求').nullable(),
  optometryUrl: headFields.optometryUrl,
  mirrorUrl: headFields.mirrorUrl,
  lensType: headFields.lensType,
  classifyStatus: headFields.classifyStatus,
  stockInType: headFields.stockInType,
  inWareHouseId: headFields.inWareHouseId,
  paymentOrderType: headFields.paymentOrderType,
  cancelReason: text('原因', { max: 500 }).nullable(),
  gender: z.number().nullable().meta({ label: '性别' }),
  storeName: text('门店'),
  writer: person('开单人').nullable(),
  reviewer: person('审核人').nullable(),
  reviewedAt: field.nullable(),
  needsReview: flag('需审核'),
  unpaidReason: text('未收清下单理由', { max: 300 }).nullable(),
  billStatus: z.number().nullable().meta({ label: '收费单状态' }),
  receiver: collectorFields.receiver.nullable(),
  receiverRelation: text('与会员关系', { max: 20 }).nullable(),
  receiverPhone: personal(phone('取镜人手机号')).nullable(),
  signature: text('签名', { max: 20_000 }).nullable(),
  /** The code the member received was shown. */
  byCode: flag('凭取镜码'),
  items: z.array(OrderLine),
  /** Parameters that are not those of the prescription or fitting the order follows: `dsOd`. */
  differs: z.array(text('字段')),
  findings: z.array(ConfirmedFinding),
  history: z.array(Step),
  receipts: z.array(Receipt),
  original: Linked.nullable(),
  supplements: z.array(Linked),
})
export type OrderInfo = z.output<typeof OrderInfo>
const Held = z.record(z.string(), z.unknown())
/** The same as hard and soft lens orders are answered: under `oid`, with the three parts as they were sent, brought up to date. */
export const WrappedOrder = OrderInfo.extend({ order: Held, orderOpt: Held, orderLen: Held })
export type WrappedOrder = z.output<typeof WrappedOrder>

export const ById = z.object({ id: orderId })
/** R106: `oid` is the order, the target names the move, `uid` must be the caller. */
export const ChangeStatus = z.object({
  oid: orderId,
  uid: id('账号').optional(),
  status: z.int().min(0).max(99).meta({ label: '目标状态', format: 'count' }),
  reason: note('原因', 500).nullish(),
  version: version.optional(),
  promisedOn: headFields.promisedOn.optional(),
  supplierId: headFields.supplierId.optional(),
  lastEmsNumber: headFields.lastEmsNumber.optional(),
})
export type ChangeStatus = z.output<typeof ChangeStatus>
/** R107. */
export const CancelOrder = z.object({ id: orderId, cancelReason: note('取消原因', 500), version: version.optional() })
/** An order on another prescription, or another fitting, of its member. */
export const RebaseOrder = z.object({
  id: orderId,
  prescriptionId: headFields.prescriptionId.optional(),
  rxLineId: headFields.rxLineId.optional(),
  fittingId: headFields.fittingId.optional(),
  version: version.optional(),
})
export type RebaseOrder = z.output<typeof RebaseOrder>
export const ReviewOrder = z.object({ id: orderId, version: version.optional(), overrides })
/** Parameters somebody stated of a piece. */
export const Stated = z.object(some(lineParameters))
/** One scanned or counted thing of a delivery. `code` is the raw text of a scanner; what it says need not be typed. */
const ReceivedLine = z.object({
  lineId: id('明细').optional(),
  eye: eyeOfLine.nullish(),
  code: scannedCode('条码').nullish(),
  quantity: pieces.default(1),
  gtin: text('产品标识', { max: 20 }).nullish(),
  serial: text('序列号', { max: 60 }).nullish(),
  batchNo: code('批号', { max: 40 }).nullish(),
  producedOn: happened(date('生产日期')).nullish(),
  expiry: expires(date('有效期')).nullish(),
  /** What the label or the lensmeter says. */
  measured: Stated.optional(),
  /** Read off the label, or with an instrument: that is judged by the tolerance in force. */
  by: word('读取方式', { label: '盒上标签', meter: '仪器' }).optional(),
  /** Refused, set aside for a supervisor, or accepted in spite of a difference: with the reason. */
  verdict: word('结论', { mismatch: '待处理', accepted: '让步接收', rejected: '拒收' }).optional(),
  reason: text('理由', { max: 300 }).nullish(),
})
/** What `receives` of every kind takes: each line that came, and how much of it. */
export const ReceiveOrder = z.object({
  id: orderId,
  deliveryNo: text('送货单号', { max: 60 }).nullish(),
  inWareHouseId: headFields.inWareHouseId.optional(),
  note: note('备注', 500).nullish(),
  lines: z.array(ReceivedLine).max(500).default([]),
  version: version.optional(),
})
export type ReceiveOrder = z.output<typeof ReceiveOrder>
/** Handing over to the member. */
export const HandOver = z.object({
  id: orderId,
  ...collectorFields,
  ...proofFields,
  /** The code of each eye's lens; more, or those of boxes, in `codes`: each piece that has a number, a lot or a product code is scanned. */
  od: scannedCode('右眼条码').nullish(),
  os: scannedCode('左眼条码').nullish(),
  codes: z.array(scannedCode('条码')).max(20).default([]),
  version: version.optional(),
})
export type HandOver = z.output<typeof HandOver>

export const CountsQuery = z.object({ hid: id('门店').optional(), kind: kindWord.optional(), pid: id('会员').optional() })
/** How many orders of a kind stand in each state. */
export const OrderCounts = z.array(
  z.object({ kind: kindWord, label: text('订单种类'), status, statusName: text('状态'), count: count('数量'), late: count('逾期') }),
)
/** Limit, use and rest of a store's credit; null where head office set none. */
const creditFields = { limit: money('采购额度').nullable(), used: money('已用额度'), free: money('可用额度').nullable() }
export const Credit = z.object({ hid: id('门店'), ...creditFields })
export type Credit = z.output<typeof Credit>
export const SetCredit = z.object({ hid: id('门店'), limit: money('采购额度'), reason: note('原因', 300) })
