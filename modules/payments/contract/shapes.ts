import { count, date, id, page, pageSize, perPage, text, word, z, expires } from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { MAX_YEARS } from './prices.ts'
import { moneyWays } from './ways.ts'

/** Recharges the balance of a store. Returns the code to scan. A coupon pays part of it. */
export const NewRecharge = z.object({ hid: f.hid, money: f.amount('充值金额').max(100_000), couponId: id('优惠券').optional() })
/** A code to scan. */
export const PayCode = z.object({
  orderNo: f.orderNo,
  payWay: f.payWay,
  amount: f.amount('应付'),
  codeUrl: text('二维码', { max: 500 }),
  label: text('通道'),
  simulated: f.simulated,
})
export type PayCode = z.output<typeof PayCode>
export const OrderQuery = z.object({ orderNo: f.orderNo })
export const OrderState = z.object({ orderNo: f.orderNo, status: f.orderStatus })
export const Notice = z.object({
  channel: word('通道', { wechat: '微信支付', alipay: '支付宝' }),
  headers: z.record(z.string(), z.unknown()).meta({ label: '通知头' }),
  body: z.string().meta({ label: '通知' }),
})

/** Screen of the member's phone (本地模拟). */
export const PhoneOrder = z.object({
  orderNo: f.orderNo,
  storeName: f.storeName,
  subject: text('项目', { max: 200 }),
  amount: f.amount('金额'),
  payWay: f.payWay,
  status: f.orderStatus,
})
export const PhoneAnswer = z.object({ orderNo: f.orderNo, act: word('选择', { pay: '支付', refuse: '取消' }) })

/** A payment order, for reconciliation. */
export const CodePaymentOrder = z.object({
  orderNo: f.orderNo,
  createdAt: f.happenedAt,
  purpose: f.purpose,
  subject: text('项目', { max: 200 }),
  payWay: f.payWay,
  amount: f.amount('金额'),
  status: f.orderStatus,
  paidAt: f.happenedAt.nullable(),
  tradeNo: text('交易号').nullable(),
  booked: f.booked,
  operatorName: f.staffName.nullable(),
})
export type CodePaymentOrder = z.output<typeof CodePaymentOrder>
export const OrdersQuery = z.object({
  hid: f.hid,
  startDate: date('开始日期').optional(),
  endDate: date('结束日期').optional(),
  status: f.orderStatus.optional(),
  purpose: f.purpose.optional(),
  ...pageSize,
})
export const OrderPage = page(CodePaymentOrder)

/** Data of the recharge dialog. */
export const RechargeOffer = z.object({
  hid: f.hid,
  balance: f.signed('账户余额'),
  amounts: z.array(f.amount('充值金额')),
  channels: z.array(z.object({ payWay: f.payWay, label: text('通道'), simulated: f.simulated })),
})
export const StoreQuery = z.object({ hid: f.hid })
export const StoreAsk = z.object({ hid: f.hid.optional() })
/** Checks that a store holds an amount; refuses with code 405 otherwise. */
export const BalanceQuery = z.object({ hid: f.hid, money: f.amount('所需金额', 0).optional() })
export const Balance = z.object({ hid: f.hid, balance: f.signed('账户余额') })
export const StoreBalance = z.object({
  hid: f.hid,
  name: f.storeName,
  balance: f.signed('账户余额'),
  recharged: f.signed('累计充值'),
  spent: f.signed('累计消费'),
  expireDate: date('到期日').nullable(),
})
export type StoreBalance = z.output<typeof StoreBalance>
export const StoreBalances = page(StoreBalance)

export const MoneyRecord = z.object({
  balanceRecordId: id('编号'),
  at: f.happenedAt,
  kind: f.kind,
  amount: f.signed('金额'),
  balance: f.signed('余额'),
  reason: f.reason,
  payWay: z
    .literal(moneyWays)
    .nullable()
    .meta({ label: '支付方式', format: 'choice', options: { 1: '现金', 2: '微信', 3: '支付宝', 4: '银行卡', 8: '医保', 9: '其他' } }),
  otherStore: f.storeName.nullable(),
  ref: text('关联').nullable(),
  operatorName: f.staffName.nullable(),
})
export type MoneyRecord = z.output<typeof MoneyRecord>
/** K056: category 1 (money) is the only one. */
export const MoneyRecordQuery = z.object({
  category: z.literal(1).default(1).meta({ label: '类别' }),
  hid: f.hid,
  kind: f.kind.optional(),
  startDate: date('开始日期').optional(),
  endDate: date('结束日期').optional(),
  ...perPage,
})
export const MoneyRecords = page(MoneyRecord)

/** Price of a service, in yuan. */
export const Service = z.object({
  servicePriceId: id('服务'),
  code: text('代码'),
  name: text('服务名称'),
  unit: text('单位'),
  price: f.amount('单价', 0),
})
export type Service = z.output<typeof Service>
export const Services = page(Service)
export const EditService = z.object({ servicePriceId: Service.shape.servicePriceId, price: Service.shape.price })

/** Money of a store received outside the product: bank transfer, cash. */
export const Receive = z.object({ hid: f.hid, money: f.amount('充值金额').max(1_000_000), payWay: f.receivedBy, note: f.remark.optional() })
/** Transfers balance to another store; `confirmMoney` is the amount typed again. */
export const TransferBalance = z.object({
  hid: f.hid,
  toHid: id('转入门店'),
  transferAmount: f.amount('转账金额'),
  confirmMoney: f.amount('再次输入金额'),
  note: f.remark.optional(),
})
/** Head office rewards the store `inviterHid` for inviting `hid`. */
export const InviterRecharge = z.object({ hid: id('被推荐门店'), inviterHid: id('推荐门店'), money: f.amount('奖励金额').max(100_000) })
export const Inviter = z.object({
  hid: f.hid,
  name: f.storeName,
  shortName: f.storeName,
  invited: count('已推荐门店'),
  rewarded: f.signed('累计奖励'),
})
export type Inviter = z.output<typeof Inviter>
export const Inviters = page(Inviter)

/** Renews a store's subscription from its balance. */
export const Renew = z.object({ hid: f.hid, years: count('续费年数', { min: 1, max: MAX_YEARS }), couponId: id('优惠券').optional() })
export const Renewed = z.object({ hid: f.hid, expireDate: date('到期日'), paid: f.amount('实付', 0), balance: f.signed('账户余额') })

export const AccountCoupon = z.object({
  couponId: id('优惠券'),
  uid: id('账号'),
  name: text('优惠券名称', { max: 50 }),
  money: f.amount('面额'),
  minMoney: f.amount('最低使用金额', 0),
  validTo: expires(date('有效期至')),
  status: f.couponStatus,
  usedAt: f.happenedAt.nullable(),
  usedRef: text('使用记录').nullable(),
  note: f.remark.nullable(),
})
export type AccountCoupon = z.output<typeof AccountCoupon>
export const AccountCoupons = page(AccountCoupon)
export const CouponsOf = z.object({ uid: id('账号'), status: f.couponStatus.optional(), ...pageSize })
export const ById = z.object({ id: id('优惠券') })
export const GiveCoupon = z.object({
  uid: id('账号'),
  name: text('优惠券名称', { max: 50 }).min(1),
  money: f.amount('面额').max(100_000),
  minMoney: f.amount('最低使用金额', 0).default(0),
  validTo: expires(date('有效期至')),
  note: f.remark.optional(),
})
