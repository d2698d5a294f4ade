import { choice, count, date, flag, id, inUse, name, page, status as stateField, text, z } from '#kernel/contract/index.ts'
import * as f from './fields.ts'

const paging = {
  page_num: z.int().min(1).default(1).meta({ label: '页码' }),
  page_size: z.int().min(0).max(500).default(20).meta({ label: '每页条数' }),
}
export const schemeStatus = stateField('状态', inUse)
const scheme = {
  name: name('方案名称', { max: 30 }),
  money: f.principal('储值金额').min(0.01),
  moneyGift: f.gift(),
  fgid: id('套餐').nullable(),
  level: id('会员等级').nullable(),
  levelKeep: count('保留等级的本金比例（%）', { max: 100 }),
  status: schemeStatus,
}
/** Coupons that come with a top-up. */
export const SchemeCoupon = z.object({ kindId: id('卡券'), quantity: count('张数', { min: 1, max: 20 }) })
const coupons = z
  .array(SchemeCoupon)
  .max(10)
  .refine((list) => new Set(list.map((c) => c.kindId)).size === list.length, '同一种卡券只写一行')
  .meta({ label: '赠送卡券' })
/** A named offer: amount to pay, gifts on top. */
export const StorageScheme = z.object({
  id: id('储值方案'),
  hid: f.hid,
  ...scheme,
  coupons: z.array(SchemeCoupon.extend({ name: text('卡券') })).meta({ label: '赠送卡券' }),
  levelName: text('会员等级').nullable(),
  used: z.int().meta({ label: '使用次数', format: 'count' }),
})
export type StorageScheme = z.output<typeof StorageScheme>
export const StorageSchemes = page(StorageScheme)
export const SchemesQuery = z.object({ hid: f.hid.optional(), status: schemeStatus.optional(), ...paging })
export const NewScheme = z.object({
  ...scheme,
  moneyGift: scheme.moneyGift.default(0),
  fgid: scheme.fgid.optional(),
  level: scheme.level.optional(),
  levelKeep: scheme.levelKeep.default(100),
  status: schemeStatus.default(inUse.is.on),
  coupons: coupons.default([]),
})
// Built from the bare fields: a default inside an optional field would overwrite values that were not sent.
export const EditScheme = z
  .object({ ...scheme, coupons })
  .partial()
  .extend({ id: id('储值方案') })
export const ById = z.object({ id: id('储值方案') })

/** Corrects a top-up to the intended amounts, with a reason. */
export const Amend = z.object({
  cbid: f.cbid,
  money: f.principal('正确的储值金额').min(0.01),
  moneyGift: f.gift('正确的赠送金额'),
  note: f.reason,
})
/** A top-up paid by a code the member scans. */
export const ScanTopUpWay = choice('支付方式', { 2: '微信', 3: '支付宝' })

/** Plan of a withdrawal: amount paid out, benefits taken back, the rest and the reasons. */
export const WithdrawalQuery = z.object({
  pid: f.pid,
  money: f.principal('退还金额').min(0.01).optional(),
  refundName: text('收款人姓名', { max: 50 }).optional(),
})
export const WithdrawalPlan = z.object({
  pid: f.pid,
  /** Default: the whole withdrawable amount. */
  money: f.principal('退还金额'),
  forfeited: f.gift('收回赠金'),
  moneyAfter: f.principal('储值余额'),
  moneyGiftAfter: f.gift('赠金余额'),
  cashAllowed: flag('可付现金'),
  /** Unused coupons of top-ups that are taken back. */
  coupons: z.array(z.object({ id: id('领取记录'), code: text('券号'), name: text('卡券') })).meta({ label: '收回卡券' }),
  /** Combos of top-ups whose unused part is taken back. */
  packages: z.array(z.object({ packageId: id('套餐'), name: text('套餐') })).meta({ label: '收回套餐' }),
  /** Levels of schemes that are lost. */
  levels: z.array(text('会员等级')).meta({ label: '取消等级' }),
  names: z.array(text('收款人姓名')).meta({ label: '收款人姓名' }),
  why: z.array(text('说明', { max: 200 })).meta({ label: '说明' }),
})
export type WithdrawalPlan = z.output<typeof WithdrawalPlan>

/** A ledger entry as the member's statement explains it: every movement and the balances after it. */
export const MemberStatementLine = z.object({
  entryId: id('流水'),
  at: f.happenedAt,
  reason: text('事项'),
  ref: text('单据').nullable(),
  storeName: text('门店').nullable(),
  note: text('说明', { max: 500 }).nullable(),
  operatorName: f.staffName.nullable(),
  money: f.signed('本金'),
  moneyGift: f.signed('赠金'),
  points: f.points('积分'),
  moneyAfter: f.principal('本金余额'),
  moneyGiftAfter: f.gift('赠金余额'),
  pointsAfter: f.points('积分余额'),
  reverses: id('冲正').nullable(),
})
export type MemberStatementLine = z.output<typeof MemberStatementLine>
export const MemberStatement = z.object({
  pid: f.pid,
  opening: z.object({ money: f.principal('本金'), moneyGift: f.gift('赠金'), points: f.points() }),
  closing: z.object({ money: f.principal('本金'), moneyGift: f.gift('赠金'), points: f.points() }),
  list: z.array(MemberStatementLine),
  total: z.int(),
})
export type MemberStatement = z.output<typeof MemberStatement>
export const StatementQuery = z.object({
  pid: f.pid,
  startDate: date('开始日期').optional(),
  endDate: date('结束日期').optional(),
})
