import { choice, count, date, flag, id, name, page, perPage, status as stateField, text, z, personal } from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { approver } from './grants/shapes.ts'
import { giftOrder, onOffer } from './states.ts'

const quantity = (label: string) => z.int().min(1).max(100_000_000).meta({ label, format: 'count' })
const active = stateField('状态', onOffer)
const days = { startTime: date('开始日期').optional(), endTime: date('结束日期').optional() }

export const AdjustMany = z.object({
  pids: z.array(f.pid).min(1).max(500).meta({ label: '会员' }),
  points: f.adjustment,
  reason: f.reason,
  approver,
})
export const Adjusted = z.object({ adjusted: count('已调整人数') })
export const TransferPoints = z.object({
  pid: f.pid,
  transferId: id('接收会员'),
  pointsNumber: quantity('转赠积分'),
  transferRemark: f.remark.optional(),
})

// ── Gifts ────────────────────────────────────────────────────────────────────
export const Gift = z.object({
  giftId: id('礼品'),
  productId: id('商品').nullable(),
  productName: text('对应商品', { width: 200 }).nullable(),
  giftName: name('礼品名称', { max: 60 }),
  points: quantity('所需积分'),
  remark: f.remark.nullable(),
  status: active,
  stock: z.int().meta({ label: '本店库存', format: 'count' }),
  exchanged: count('已兑换'),
})
export type Gift = z.output<typeof Gift>
export const GiftPage = page(Gift)
export const GiftQuery = z.object({ status: active.optional(), search: text('礼品名称', { max: 40 }).optional(), ...perPage })
const editGift = {
  productId: id('商品').nullish(),
  giftName: Gift.shape.giftName,
  points: Gift.shape.points,
  remark: f.remark.nullish(),
  status: active.default(onOffer.is.on),
}
export const NewGift = z.object({ ...editGift, stock: count('首次入库数量').optional() })
export const EditGift = z.object({ id: id('礼品'), ...editGift })
export const ById = z.object({ id: id('编号') })
export const StockGift = z.object({
  id: id('礼品'),
  quantity: z
    .int()
    .min(-100_000)
    .max(100_000)
    .refine((n) => n !== 0, '不能为 0')
    .meta({ label: '增减数量', format: 'count' }),
  reason: f.reason,
})
/** Exchanges points for a gift, handed over at once by default. */
export const ExchangeGift = z.object({
  pid: f.pid,
  giftId: id('礼品'),
  handOver: flag('当场领取').default(true),
  note: f.remark.optional(),
})
export const GiftOrder = z.object({
  giftOrderId: id('兑换单'),
  orderNo: text('兑换单号', { width: 140 }),
  pid: f.pid,
  patientName: personal(text('会员'), 'name'),
  memberNo: text('会员号', { width: 118 }).nullable(),
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  hid: f.hid,
  giftId: id('礼品'),
  giftName: text('礼品', { width: 160 }),
  points: count('积分'),
  status: stateField('状态', giftOrder),
  createdAt: f.happenedAt,
  operatorName: f.staffName.nullable(),
  takenAt: f.happenedAt.nullable(),
  takenByName: text('发放人').nullable(),
  note: f.remark.nullable(),
  version: count('版本'),
})
export type GiftOrder = z.output<typeof GiftOrder>
export const GiftOrderPage = page(GiftOrder)
export const GiftOrderQuery = z.object({
  pid: f.pid.optional(),
  status: GiftOrder.shape.status.optional(),
  search: text('会员、单号或礼品', { max: 40 }).optional(),
  ...days,
  ...perPage,
})
export const HandOver = z.object({ giftOrderId: id('兑换单') })
export const CancelGiftOrder = z.object({ giftOrderId: id('兑换单'), reason: f.reason })

// ── Records over members ─────────────────────────────────────────────────────
export const PointRecord = z.object({
  lineId: id('流水'),
  at: f.happenedAt,
  pid: f.pid,
  patientName: personal(text('会员'), 'name'),
  memberNo: text('会员号', { width: 118 }).nullable(),
  reason: text('事由', { width: 120 }),
  ref: text('单据').nullable(),
  amount: f.points('变动'),
  balance: f.points('余额'),
  operatorName: f.staffName.nullable(),
  note: f.remark.nullable(),
})
export type PointRecord = z.output<typeof PointRecord>
export const PointRecordPage = page(PointRecord)
export const PointRecordQuery = z.object({
  pid: f.pid.optional(),
  reason: text('事由', { max: 30 }).optional(),
  search: text('会员姓名或会员号', { max: 30 }).optional(),
  ...days,
  ...perPage,
})
export const PointAccount = z.object({
  pid: f.pid,
  patientName: personal(text('会员'), 'name'),
  memberNo: text('会员号', { width: 118 }).nullable(),
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  levelName: text('会员等级').nullable(),
  points: f.points('积分余额'),
  earned: f.points('累计获得'),
  spent: f.points('累计使用'),
  expiring: f.points('30 天内到期'),
  lastAt: f.happenedAt.nullable(),
})
export type PointAccount = z.output<typeof PointAccount>
export const PointAccountPage = page(PointAccount)
export const PointAccountQuery = z.object({
  search: text('会员姓名或会员号', { max: 30 }).optional(),
  least: count('积分不少于', { max: 100_000_000 }).optional(),
  sort: z.enum(['-points', 'points', '-lastAt']).default('-points').meta({ label: '排序' }),
  ...perPage,
})
export const PointFigures = z.object({
  held: f.points('会员持有'),
  worth: f.gift('折合金额'),
  members: count('有积分的会员'),
  earned: f.points('本月获得'),
  spent: f.points('本月使用'),
  lapsed: f.points('本月过期'),
  expiring: f.points('30 天内到期'),
})
export const MemberPointFigures = z.object({
  pid: f.pid,
  points: f.points('积分余额'),
  earned: f.points('累计获得'),
  spent: f.points('累计使用'),
  expiring: f.points('30 天内到期'),
  worth: f.gift('折合金额'),
})
export const ByPid = z.object({ pid: f.pid })

// ── Lottery ──────────────────────────────────────────────────────────────────
const prizeKind = choice('奖品类型', { 0: '未中奖', 1: '积分', 2: '礼品', 3: '卡券' })
export const Prize = z.object({
  prizeId: id('奖项'),
  name: name('奖项名称', { max: 40 }),
  kind: prizeKind,
  points: quantity('积分').nullable(),
  giftId: id('礼品').nullable(),
  couponKindId: id('卡券').nullable(),
  weight: count('权重', { max: 1_000_000 }),
  quantity: count('总数量').nullable(),
  sort: z.int().min(0).max(1000).meta({ label: '排序', format: 'count' }),
  status: active,
  drawn: count('已中出'),
  chance: z.number().meta({ label: '当前概率', unit: '%', decimals: 3, format: 'measure' }),
})
export type Prize = z.output<typeof Prize>
const p = Prize.shape
export const EditPrize = z.object({
  prizeId: id('奖项').optional(),
  name: p.name,
  kind: p.kind,
  points: quantity('积分').nullish(),
  giftId: id('礼品').nullish(),
  couponKindId: id('卡券').nullish(),
  weight: p.weight,
  quantity: count('总数量').nullish(),
  sort: p.sort.default(0),
  status: active.default(onOffer.is.on),
})
export const Prizes = z.object({ list: z.array(Prize), cost: count('每次消耗积分'), daily: count('每天次数') })
export const Draw = z.object({
  drawId: id('抽奖'),
  at: f.happenedAt,
  pid: f.pid,
  patientName: personal(text('会员'), 'name'),
  memberNo: text('会员号', { width: 118 }).nullable(),
  prizeName: text('结果', { width: 140 }),
  kind: prizeKind,
  cost: count('消耗积分'),
  chance: Prize.shape.chance,
  operatorName: f.staffName.nullable(),
})
export type Draw = z.output<typeof Draw>
export const DrawPage = page(Draw)
export const DrawQuery = z.object({ pid: f.pid.optional(), kind: prizeKind.optional(), ...days, ...perPage })

// ── Recommendation ───────────────────────────────────────────────────────────
export const Recommended = z.object({
  pid: f.pid,
  patientName: personal(text('被推荐会员'), 'name'),
  memberNo: text('会员号', { width: 118 }).nullable(),
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  inviterPid: id('推荐人'),
  inviterName: personal(text('推荐人'), 'name', 'inviterPid'),
  registeredAt: f.happenedAt,
  rewardedAt: f.happenedAt.nullable(),
  points: f.points('推荐人所得积分').nullable(),
  ownPoints: f.points('本人所得积分').nullable(),
})
export type Recommended = z.output<typeof Recommended>
export const RecommendedPage = page(Recommended)
export const MemberRecommended = z.object({ pid: f.pid, ...perPage })
export const RecommendedQuery = z.object({
  search: text('会员姓名或会员号', { max: 30 }).optional(),
  rewarded: flag('已奖励').optional(),
  ...perPage,
})
