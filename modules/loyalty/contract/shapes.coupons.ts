import {
  choice,
  count,
  date,
  discount,
  flag,
  id,
  inUse,
  name,
  page,
  page_size,
  status as stateField,
  text,
  z,
  personal,
  expires,
} from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { approver } from './grants/shapes.ts'
import { coupon, couponByHand } from './states.ts'

export const couponTypes = { 1: '代金券', 2: '折扣券', 3: '满减券', 4: '礼品卡', 5: '兑换券' } as const
export type CouponType = keyof typeof couponTypes
const couponType = choice('券类型', couponTypes)
const active = stateField('状态', inUse)
const source = choice('来源', { 1: '员工发放', 2: '抽奖', 3: '储值赠送', 4: '推荐奖励' })
const status = stateField('状态', coupon)
const validity = choice('有效期', { 0: '长期有效', 1: '领取后天数', 2: '截止日期' })

/** A kind of coupon: worth, validity, stores. */
export const CouponKind = z.object({
  id: id('卡券'),
  name: name('卡券名称', { max: 40 }),
  couponType,
  value: f.gift('面值'),
  discount: discount('折扣').nullable(),
  fromPrice: f.gift('满多少可用'),
  validityType: validity,
  validityDays: count('有效天数', { min: 1, max: 3650 }).nullable(),
  validUntil: date('截止日期').nullable(),
  scopeHid: z.array(id('门店')).nullable().meta({ label: '适用门店' }),
  total: count('发放总量', { min: 1 }).nullable(),
  perMember: count('每人限领', { min: 1, max: 1000 }).nullable(),
  note: f.remark.nullable(),
  status: active,
  issued: count('已发'),
  used: count('已核销'),
})
export type CouponKind = z.output<typeof CouponKind>
const k = CouponKind.shape
const editKind = {
  name: k.name,
  couponType,
  value: k.value.default(0),
  discount: discount('折扣').nullish(),
  fromPrice: k.fromPrice.default(0),
  validityType: validity.default(0),
  validityDays: count('有效天数', { min: 1, max: 3650 }).nullish(),
  validUntil: expires(date('截止日期')).nullish(),
  scopeHid: z.array(id('门店')).max(500).nullish().meta({ label: '适用门店' }),
  total: count('发放总量', { min: 1 }).nullish(),
  perMember: count('每人限领', { min: 1, max: 1000 }).nullish(),
  note: f.remark.nullish(),
  status: active.default(inUse.is.on),
}
export const NewCouponKind = z.object(editKind)
export const EditCouponKind = z.object({ id: id('卡券'), ...editKind })
export const CouponKindQuery = z.object({
  status: active.optional(),
  coupon_type: couponType.optional(),
  key_word: text('名称', { max: 40 }).optional(),
  ...page_size,
})
export const CouponKindPage = page(CouponKind)

/** A member's coupon. `left` is the remaining worth of a voucher or gift card. */
export const ReceiveRecord = z.object({
  id: id('领取记录'),
  code: text('券号', { width: 132 }),
  kindId: id('卡券'),
  name: text('卡券', { width: 160 }),
  couponType,
  value: f.gift('面值'),
  discount: discount('折扣').nullable(),
  fromPrice: f.gift('满多少可用'),
  left: f.gift('可抵金额'),
  pid: f.pid,
  patientName: personal(text('会员'), 'name'),
  memberNo: text('会员号', { width: 118 }).nullable(),
  hid: f.hid,
  storeName: text('门店'),
  type: source,
  status,
  usable: flag('现在可用'),
  expiresOn: date('有效期至').nullable(),
  lockedRef: text('占用单据').nullable(),
  usedRef: text('核销单据').nullable(),
  usedAt: f.happenedAt.nullable(),
  usedStore: text('核销门店').nullable(),
  usedByName: f.staffName.nullable(),
  operatorName: f.staffName.nullable(),
  createdAt: f.happenedAt,
  note: f.remark.nullable(),
  version: count('版本'),
})
export type ReceiveRecord = z.output<typeof ReceiveRecord>
export const ReceivePage = page(ReceiveRecord)
export const ReceiveQuery = z.object({
  key_word: text('会员、券号或卡券', { max: 40 }).optional(),
  coupon_type: couponType.optional(),
  status: status.optional(),
  type: source.optional(),
  ...page_size,
})
export const MemberCoupons = z.object({ pid: f.pid })
export const CouponList = z.array(ReceiveRecord)
/** Issues a coupon to one or more members. */
export const IssueCoupon = z.object({
  kindId: id('卡券'),
  pid: f.pid.optional(),
  pids: z.array(f.pid).max(500).optional().meta({ label: '会员' }),
  quantity: count('张数', { min: 1, max: 20 }).default(1),
  note: f.remark.optional().meta({ label: '赠送原因' }),
  approver,
})
export const Issued = z.object({ issued: count('已发张数'), list: CouponList })
/** 1 redeems, 0 undoes a redemption, 3 cancels, 4 takes the coupon back from the member. */
export const SetCouponStatus = z.object({
  id: id('领取记录'),
  status: z.literal(coupon.in.byHand).meta({
    label: '状态',
    format: 'choice',
    options: Object.fromEntries(coupon.in.byHand.map((n) => [n, coupon.moves[couponByHand[n]].label])),
  }),
  note: text('原因', { max: 200 }).optional(),
})
export const ById = z.object({ id: id('编号') })
