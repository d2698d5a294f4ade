import { count, date, id, page, pageSize, perPage, text, z, personal, happened } from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { approver } from './grants/shapes.ts'

/** A member's wallet. The displayed balance is money + moneyGift. */
export const MemberWallet = z.object({
  pid: f.pid,
  money: f.principal('储值余额'),
  moneyGift: f.gift('赠金余额'),
  points: f.points('积分余额'),
})
export type MemberWallet = z.output<typeof MemberWallet>

/** Tops up a wallet: principal paid, gift money on top. */
export const TopUp = z.object({
  hid: f.hid,
  pid: f.pid,
  money: f.principal().min(0.01),
  moneyGift: f.gift().default(0),
  payWay: f.payWay,
  payTime: happened(f.happenedAt).optional(),
  referrer: text('推荐人', { max: 50 }).optional(),
  chargeConsultantId: id('储值顾问').optional(),
  fgid: id('套餐').optional(),
  level: id('会员等级').optional(),
  storageSchemeId: id('储值方案').optional(),
  note: f.remark.optional(),
  approver,
})
export type TopUp = z.output<typeof TopUp>
/** Refusals of a top-up before money is taken. */
export const topUpFails = [
  'pay_time',
  'gift_over',
  'topup_limit',
  'topup_least',
  'topup_most',
  'scheme_differs',
  'coupon_stopped',
  'coupon_total',
  'coupon_per_member',
  'grant_over',
  'grant_reason',
  'approval_needed',
  'approval_self',
  'approver_may_not',
] as const
export type TopUpFails = (typeof topUpFails)[number]
/** Pays principal back. Gift money is never paid out; the gift money that came with the principal is forfeited in proportion. */
export const Withdraw = z.object({
  pid: f.pid,
  money: f.principal('退还金额').min(0.01),
  payWay: f.payWay,
  refundName: text('收款人姓名', { max: 50 }).optional(),
  refundAccount: text('收款账号', { max: 100 }).optional(),
  note: f.reason,
})
/** Transfers stored value to another member. `confirmMoney` is the amount typed again. */
export const TransferStored = z.object({
  pid: f.pid,
  transferPid: id('转入会员'),
  transferAmount: f.principal('转账金额').min(0.01),
  confirmMoney: f.principal('再次输入金额').min(0.01),
  note: f.remark.optional(),
})

export const ChargeBill = z.object({
  cbid: f.cbid,
  billNo: text('储值单号'),
  hid: f.hid,
  storeName: text('门店'),
  pid: f.pid,
  patientName: personal(text('会员'), 'name'),
  memberNo: text('会员号').nullable(),
  kind: f.kind,
  money: f.signed('本金'),
  moneyGift: f.signed('赠金'),
  payWay: f.payWay.nullable(),
  payTime: f.happenedAt,
  otherPid: id('对方会员').nullable(),
  otherName: personal(text('对方会员'), 'name', 'otherPid').nullable(),
  fgid: id('套餐').nullable(),
  level: id('会员等级').nullable(),
  storageSchemeId: id('储值方案').nullable(),
  chargeConsultantId: id('储值顾问').nullable(),
  schemeName: text('储值方案').nullable(),
  referrer: personal(text('推荐人'), 'name').nullable(),
  consultantName: text('储值顾问').nullable(),
  operatorName: f.staffName.nullable(),
  note: f.remark.nullable(),
})
export type ChargeBill = z.output<typeof ChargeBill>
/** A bill with the balances after it, for printing. */
export const ChargeBillInfo = ChargeBill.extend({
  moneyAfter: f.principal('储值余额'),
  moneyGiftAfter: f.gift('赠金余额'),
  amendsNo: text('更正的储值单').nullable(),
  refundName: personal(text('收款人姓名'), 'name').nullable(),
  refundAccount: personal(text('收款账号')).nullable(),
  orderNo: text('支付单号').nullable(),
  /** Benefits that came with the top-up. */
  coupons: z.array(z.object({ name: text('卡券'), quantity: count('张数') })).meta({ label: '赠送卡券' }),
})
export type ChargeBillInfo = z.output<typeof ChargeBillInfo>
export const ChargeBillPage = page(ChargeBill)
const filters = {
  startTime: date('开始日期').optional(),
  endTime: date('结束日期').optional(),
  kind: f.kind.optional(),
  payWay: f.payWay.optional(),
  search: text('会员姓名或单号', { max: 30 }).optional(),
}
export const StoreCharges = z.object({ hid: f.hid, ...filters, ...pageSize })
export const MyCharges = z.object({ ...filters, ...perPage })
export const MemberCharges = z.object({ pid: f.pid, ...pageSize })
export const Statistical = z.object({ hid: f.hid, startTime: date('开始日期').optional(), endTime: date('结束日期').optional() })
export const ChargeFigures = z.object({
  money: f.principal('充值本金'),
  moneyGift: f.gift('赠送金额'),
  times: z.int().meta({ label: '充值次数', format: 'count' }),
  withdrawn: f.principal('退还本金'),
  held: f.signed('会员储值余额'),
  heldGift: f.signed('会员赠金余额'),
  ways: z.array(z.object({ payWay: f.payWay, money: f.signed('金额'), times: z.int().meta({ label: '次数', format: 'count' }) })),
})
export type ChargeFigures = z.output<typeof ChargeFigures>
export const ByCbid = z.object({ cbid: f.cbid })
export const ByPid = z.object({ pid: f.pid })

/** A line of the points account. */
export const PointRow = z.object({
  entryId: id('流水'),
  at: f.happenedAt,
  reason: text('事由'),
  ref: text('单据').nullable(),
  amount: f.points('变动'),
  balance: f.points('余额'),
  operatorName: f.staffName.nullable(),
  note: f.remark.nullable(),
})
export type PointRow = z.output<typeof PointRow>
export const PointPage = page(PointRow)
export const MemberPoints = z.object({ id: id('会员'), ...perPage })
export const AdjustPoints = z.object({ pid: f.pid, points: f.adjustment, reason: f.reason, approver })

export const PointsRule = z.object({
  pointsRuleId: id('规则'),
  pointsRule: text('规则代码'),
  label: text('规则'),
  pointsNumber: z.int().min(0).max(10_000_000).meta({ label: '数值', format: 'count' }),
})
export type PointsRule = z.output<typeof PointsRule>
export const EditPointsRule = z.object({
  id: id('规则'),
  pointsRule: text('规则代码').optional(),
  pointsNumber: PointsRule.shape.pointsNumber,
})
const { pointsRuleId, pointsRule, pointsNumber } = PointsRule.shape
/** Rules to change: a single one in the legacy form (`pointsRule` identifies it, like its id), or our list. */
export const EditPointsRules = z
  .object({
    list: z.array(z.object({ pointsRuleId, pointsNumber })).min(1).max(60).optional(),
    pointsRuleId: pointsRuleId.optional(),
    pointsRule: pointsRule.optional(),
    pointsNumber: pointsNumber.optional(),
  })
  .refine(({ list, pointsRuleId: id, pointsNumber: n }) => list || (id !== undefined && n !== undefined), {
    path: ['pointsNumber'],
    message: '请填写规则和数值',
  })
/** What a till needs to value points: points per yuan, and the maximum share of a bill they can pay. */
export const PointsValue = z.object({
  pointsPerYuan: z.int().meta({ label: '多少积分抵 1 元', format: 'count' }),
  earnPerYuan: z.int().meta({ label: '每元积分', format: 'count' }),
  maxShare: z.int().meta({ label: '最多抵扣', unit: '%', format: 'count' }),
  storedOrder: z.int().meta({ label: '储值扣款方式', format: 'count' }),
})
