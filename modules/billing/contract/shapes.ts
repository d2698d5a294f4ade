import { count, date, id, page, pageSize, page_size, perPage, text, statusIn, z, personal } from '#kernel/contract/index.ts'
import { power } from '#modules/stock/contract/fields.ts'
import * as f from './fields.ts'
import { feeBill } from './states.ts'

// ── Fee items ────────────────────────────────────────────────────────────────
export const FeeItem = z.object({
  fiid: f.fiid,
  hid: f.hid,
  type: f.itemType,
  fcid: z.int().min(0).max(2_147_483_647).nullable().meta({ label: '分类', format: 'id' }),
  name: f.itemName,
  price: f.price,
  unit: text('单位', { max: 10 }).nullable(),
  brand: text('品牌', { max: 50 }).nullable(),
  version: text('型号', { max: 50 }).nullable(),
  pinyin: text('拼音', { max: 200 }),
  barCode: text('条码', { max: 50 }).nullable(),
  associatedProjects: z.array(f.fiid).meta({ label: '关联项目' }),
  erpCode: text('ERP 编码', { max: 50 }).nullable(),
  discountable: f.yes('参与折扣'),
  status: f.active,
})
export type FeeItem = z.output<typeof FeeItem>
const { fiid, fcid, name, price, type } = FeeItem.shape
export const EditFeeItem = z.object({
  fiid: fiid.optional(),
  hid: f.hid.optional(),
  fcid: fcid.optional(),
  name,
  price,
  type,
  unit: FeeItem.shape.unit.optional(),
  brand: FeeItem.shape.brand.optional(),
  version: FeeItem.shape.version.optional(),
  pinyin: FeeItem.shape.pinyin.optional(),
  barCode: FeeItem.shape.barCode.optional(),
  associatedProjects: FeeItem.shape.associatedProjects.default([]),
  erpCode: FeeItem.shape.erpCode.optional(),
  discountable: FeeItem.shape.discountable.default(true),
})
export const FeeItemPage = page(FeeItem)
const search = text('名称、拼音或条码', { max: 50 }).optional()
export const FeeItemList = z.object({
  hid: f.hid,
  type: z.array(z.int().min(0).max(999)).optional().meta({ label: '类型' }),
  status: f.active.optional(),
  search,
  ...pageSize,
})
export const FeeItemQuery = z.object({
  hid: f.hid,
  type: z.array(z.int().min(0).max(999)).optional().meta({ label: '类型' }),
  status: f.active.optional(),
  search,
  ...page_size,
})
export const FeeItemTree = z.array(
  z.object({ fcid: z.int().meta({ label: '分类', format: 'id' }), name: text('分类名称'), children: z.array(FeeItem) }),
)
/** Usual combinations: an active fee item with the active items that go with it. */
export const FeeItemProjects = z.object({ fiid: f.fiid, name: f.itemName, projects: z.array(FeeItem) })
export const FeeItemStatus = z.object({ id: f.fiid, status: f.active })
export const DeleteFeeItem = z.object({ fiid: f.fiid, hid: f.hid })
export const ById = z.object({ id: id('编号') })
export const ByHid = z.object({ hid: f.hid })

// ── Bills ────────────────────────────────────────────────────────────────────
/** A line of a bill being written: a fee item, goods, or free text with a price. */
export const NewBillItem = z.object({
  biid: f.biid.optional(),
  fiid: f.fiid.optional(),
  productId: id('商品').optional(),
  fgid: id('套餐').optional(),
  name: f.itemName.optional(),
  price: f.price.optional(),
  /** Required for a price other than the catalogue's, and for free text, where the note of the bill also counts. */
  priceReason: f.priceReason.nullish(),
  quantity: f.quantity.default(1),
  sph: power.sph.nullish(),
  cyl: power.cyl.nullish(),
  discountable: f.yes('参与折扣').optional(),
  /** The promotion the till showed; refused when it holds no more, so that nobody pays another price than the one shown. */
  promotionId: id('促销').optional(),
})
export const OffersQuery = z.object({ hid: f.hid, pid: f.pid, fbid: f.fbid.optional() })
export const Offers = z.array(
  z.object({
    promotionId: id('促销'),
    name: text('促销名称'),
    productId: id('商品').nullable(),
    fiid: f.fiid.nullable(),
    price: f.amount('促销价'),
    left: f.pieces('还可买').nullable(),
  }),
)
export type Offers = z.output<typeof Offers>
export const SaveFeeBill = z.object({
  fbid: f.fbid.optional(),
  hid: f.hid.optional(),
  pid: f.pid,
  billDate: f.billDate.optional(),
  /** Required when the date is further back than the store allows. */
  backdateReason: text('补录原因', { max: 500 }).optional(),
  discount: f.billDiscount.default(10),
  rounding: f.rounding.default(0),
  discountCouponId: id('优惠券').nullish(),
  docid: f.staff('医生').nullish(),
  salerId: f.staff('销售').nullish(),
  processerId: f.staff('加工师').nullish(),
  operatorId: f.staff('收费员').nullish(),
  note: f.remark.nullish(),
  flowFeBillType: z.int().nullish().meta({ label: '单据类型', format: 'id' }),
  items: z.array(NewBillItem).min(1).max(200).meta({ label: '收费明细' }),
  version: z.int().optional().meta({ label: '版本', format: 'id' }),
})
export const Trace = z.object({ step: text('步骤'), label: text('说明'), off: f.signed('优惠'), total: f.amount('金额') })
export const FeeBill = z.object({
  fbid: f.fbid,
  billNo: f.billNo,
  hid: f.hid,
  storeName: text('门店'),
  pid: f.pid,
  patientName: personal(f.person('会员'), 'name'),
  memberNo: text('会员号', { width: 118 }).nullable(),
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  status: f.status,
  billDate: f.billDate,
  originalPrice: f.amount('原价'),
  totalDiscount: f.signed('优惠'),
  billPrice: f.amount('应收'),
  paid: f.amount('已收'),
  refunded: f.amount('已退'),
  due: f.amount('待收'),
  discount: f.billDiscount,
  discountCouponId: id('优惠券').nullable(),
  memberDiscount: f.billDiscount,
  memberLevel: text('会员等级').nullable(),
  rounding: f.rounding,
  docid: f.staff('医生').nullable(),
  salerId: f.staff('销售').nullable(),
  processerId: f.staff('加工师').nullable(),
  operatorId: f.staff('收费员').nullable(),
  doctorName: f.person('医生').nullable(),
  salerName: f.person('销售').nullable(),
  processerName: f.person('加工师').nullable(),
  operatorName: f.person('收费员').nullable(),
  pointsEarned: f.points('获得积分'),
  ref: text('来源单据').nullable(),
  note: f.remark.nullable(),
  oweReason: f.remark.nullable(),
  createdAt: f.happenedAt,
  paidAt: f.happenedAt.nullable(),
  version: count('版本'),
})
export type FeeBill = z.output<typeof FeeBill>
export const FeeBillRow = z.object({
  fbid: f.fbid,
  billNo: f.billNo,
  pid: f.pid,
  patientName: personal(f.person('会员'), 'name'),
  memberNo: FeeBill.shape.memberNo,
  status: f.status,
  billDate: f.billDate,
  itemNames: text('项目', { width: 220 }),
  originalPrice: FeeBill.shape.originalPrice,
  billPrice: FeeBill.shape.billPrice,
  paid: FeeBill.shape.paid,
  refunded: FeeBill.shape.refunded,
  due: FeeBill.shape.due,
  payWayNames: text('支付方式', { width: 120 }),
  doctorName: FeeBill.shape.doctorName,
  operatorName: FeeBill.shape.operatorName,
  createdAt: f.happenedAt,
  paidAt: f.happenedAt.nullable(),
  ref: FeeBill.shape.ref,
})
export type FeeBillRow = z.output<typeof FeeBillRow>
export const FeeBillPage = page(FeeBillRow)
const filters = {
  status: z.array(z.int().min(0).max(999)).optional().meta({ label: '状态', options: f.status.meta()!.options! }),
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  payWay: f.payWay.optional(),
  operatorId: f.staff('收费员').optional(),
  kind: f.kind.optional(),
  search: text('会员姓名、手机尾号或单号', { max: 30 }).optional(),
}
export const StoreBills = z.object({ hid: f.hid, ...filters, ...pageSize })
export const MyBills = z.object({ ...filters, ...perPage })
export const MemberBills = z.object({ pid: f.pid, ...pageSize })

export const BillItem = z.object({
  biid: f.biid,
  lineNo: count('行'),
  name: f.itemName,
  kind: f.kind,
  fiid: f.fiid.nullable(),
  productId: id('商品').nullable(),
  fgid: id('套餐').nullable(),
  sph: power.sph.nullable(),
  cyl: power.cyl.nullable(),
  price: f.price,
  listPrice: f.amount('原价'),
  priceBy: id('改价人').nullable(),
  priceReason: f.priceReason.nullable(),
  quantity: f.quantity,
  amount: f.amount('实收'),
  discountable: f.yes('参与折扣'),
  issued: f.issued,
  ref: text('来源单据').nullable(),
  refundedAmount: f.amount('已退金额'),
  refundedQuantity: f.pieces('已退数量'),
})
export type BillItem = z.output<typeof BillItem>
/** A money movement of a bill. */
export const FeeRecord = z.object({
  id: id('流水'),
  type: text('类型'),
  at: f.happenedAt,
  payWay: f.payWay,
  amount: f.signed('金额'),
  stored: f.signed('其中储值本金'),
  gift: f.signed('其中赠金'),
  points: f.points(),
  tendered: f.amount('收现').nullable(),
  orderNo: text('支付单号').nullable(),
  operatorName: f.person('操作人').nullable(),
  refundId: id('退费').nullable(),
})
export type FeeRecord = z.output<typeof FeeRecord>
export const RefundInfo = z.object({
  refundId: id('退费'),
  refundNo: text('退费单号'),
  at: f.happenedAt,
  amount: f.amount('退费金额'),
  deducted: f.amount('积分扣款'),
  returned: f.amount('实退'),
  pointsBack: f.points('退回积分'),
  pointsTaken: f.points('收回积分'),
  reason: f.remark.nullable(),
  operatorName: f.person('操作人').nullable(),
  cancelled: f.yes('已撤销'),
  cancellable: f.yes('可撤销'),
  items: z.array(z.object({ biid: f.biid, name: f.itemName, amount: f.amount(), quantity: f.pieces() })),
  ways: z.array(z.object({ payWay: f.payWay, amount: f.amount() })),
})
export type RefundInfo = z.output<typeof RefundInfo>
const Member = z.object({
  pid: f.pid,
  name: personal(text('姓名'), 'name'),
  memberNo: text('会员号').nullable(),
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  gender: z
    .int()
    .nullable()
    .meta({ label: '性别', format: 'choice', options: { 0: '男', 1: '女' } }),
  birth: personal(date('出生日期')).nullable(),
  levelName: text('会员等级').nullable(),
})
/** Keys are spelled as in the legacy contract (R121). */
export const FeeBillInfo = z.object({
  feebill: FeeBill,
  BillItemList: z.array(BillItem),
  FeeRecordlist: z.array(FeeRecord),
  patient: Member,
  trace: z.array(Trace),
  refunds: z.array(RefundInfo),
  pid: f.pid,
})
export type FeeBillInfo = z.output<typeof FeeBillInfo>

// ── Payment ──────────────────────────────────────────────────────────────────
export const PayStyle = z.object({
  payWay: f.payWay,
  amount: f.amount('金额').min(0.01),
  tendered: f.amount('收现').optional(),
  orderNo: text('支付单号', { max: 64 }).optional(),
  couponId: id('卡券').optional(),
})
export const ConfirmFeeBill = z.object({
  fbid: f.fbid,
  payStyleList: z.array(PayStyle).max(20).default([]).meta({ label: '收款方式' }),
  otherPayStylesList: z.array(PayStyle).max(20).default([]).meta({ label: '其他收款方式' }),
  otherPayPrice: f.amount('其他收款').optional(),
  part: f.yes('收定金').default(false),
  point: z.int().min(0).max(100_000_000).optional().meta({ label: '抵扣积分', format: 'count' }),
  pointMultiple: z.number().min(0).max(10).optional().meta({ label: '积分倍数', format: 'measure' }),
  voucherId: id('卡券').optional(),
  giftCardId: id('礼品卡').optional(),
  createType: z.int().optional().meta({ label: '创建方式', format: 'id' }),
  sheetLensType: z.int().optional().meta({ label: '片型', format: 'id' }),
})
export type ConfirmFeeBill = z.output<typeof ConfirmFeeBill>
export const SetStatus = z.object({
  fbid: f.fbid,
  status: statusIn('状态', feeBill, feeBill.in.setAside),
  reason: f.remark.optional(),
  approver: id('批准人').optional(),
})
export const ByFbid = z.object({ fbid: f.fbid })
const Channel = z.object({ payWay: f.payWay, channel: text('扫码通道'), label: text('名称'), simulated: f.yes('模拟') })
export const PayConfig = z.object({ channels: z.array(Channel), ways: z.array(z.object({ payWay: f.payWay, label: text('名称') })) })
export const OrderNumber = z.object({ orderNo: text('支付单号'), amount: f.amount('待收') })

// ── Refund ───────────────────────────────────────────────────────────────────
export const RefundItem = z.object({
  biid: f.biid,
  refundAmount: f.amount('退费金额').optional(),
  quantity: f.pieces('退回数量').optional(),
})
export const RefundFeeBill = z.object({
  fbid: f.fbid,
  items: z.array(RefundItem).min(1).max(200).meta({ label: '退费明细' }),
  reason: text('退费原因', { max: 200 }).optional(),
  goodsBack: f.yes('商品退回库存').default(true),
  consent: f.yes('同意扣除已用积分').default(false),
  approver: id('批准人').optional(),
  dryRun: f.yes('试算').default(false),
})
export type RefundFeeBill = z.output<typeof RefundFeeBill>
/** Result of a refund. `refundId` is null in a dry run. */
export const RefundAnswer = z.object({
  fbid: f.fbid,
  refundId: id('退费').nullable(),
  amount: f.amount('退费金额'),
  deducted: f.amount('积分扣款'),
  returned: f.amount('实退'),
  status: f.status,
  ways: z.array(z.object({ payWay: f.payWay, amount: f.amount('实退'), stored: f.amount('其中本金'), gift: f.amount('其中赠金') })),
  pointsBack: f.points('退回抵扣积分'),
  pointsTaken: f.points('收回获得积分'),
  pointsShort: f.points('已用掉的积分'),
  needsConsent: f.yes('需要同意'),
  items: z.array(z.object({ biid: f.biid, name: f.itemName, amount: f.amount(), quantity: f.pieces(), stockBack: f.yes('退回库存') })),
  coupons: z.array(z.object({ id: id('卡券'), name: text('卡券'), amount: f.amount('退回金额'), back: f.yes('退回会员') })),
  sessions: z.array(z.object({ biid: f.biid, name: text('项目'), quantity: f.pieces('收回次数') })),
  rewardTaken: f.points('收回推荐奖励'),
})
export type RefundAnswer = z.output<typeof RefundAnswer>

// ── Revenue of a day ─────────────────────────────────────────────────────────
const Slice = z.object({
  key: text('键'),
  label: text('名称'),
  received: f.signed('收款'),
  refunded: f.signed('退款'),
  net: f.signed('净额'),
  bills: count('单数'),
})
export type Slice = z.output<typeof Slice>
export const Revenue = z.object({
  date: date('日期'),
  hid: f.hid,
  storeName: text('门店'),
  received: f.signed('收款'),
  refunded: f.signed('退款'),
  net: f.signed('净额'),
  money: f.signed('现金及在线净额'),
  bills: count('收费单数'),
  topUps: f.signed('储值收款'),
  principal: f.signed('储值本金支付'),
  ways: z.array(Slice),
  /** What came into and left the tills by way, with stored value, as the shifts count it. */
  tills: z.array(Slice),
  staff: z.array(Slice),
  kinds: z.array(Slice),
  hours: z.array(z.object({ hour: z.int(), net: f.signed('净额') })),
})
export type Revenue = z.output<typeof Revenue>
export const RevenueQuery = z.object({ hid: f.hid, date: date('日期') })
