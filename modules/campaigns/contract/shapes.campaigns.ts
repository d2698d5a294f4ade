import {
  birthday,
  count,
  date,
  id,
  money,
  moment,
  page,
  page_size,
  personal,
  phone,
  planned,
  status,
  statusIn,
  text,
  z,
} from '#kernel/contract/index.ts'
import * as f from './fields.ts'
import { campaign, signUp } from './states.ts'

const c = f.campaignFields
export const Session = z.object({
  sessionId: id('场次'),
  startsAt: moment('开始'),
  endsAt: moment('结束'),
  quota: count('名额', { min: 1, max: 10_000 }),
  taken: count('已报'),
  came: count('已到'),
  waiting: count('候补'),
})
export type CampaignSession = z.output<typeof Session>
const Figures = {
  quota: count('名额'),
  taken: count('已报'),
  waiting: count('候补'),
  came: count('已到'),
  views: count('浏览'),
  rewards: count('发奖'),
  spent: money('已花'),
}
export const CampaignRow = z.object({
  campaignId: c.campaignId,
  hid: c.hid,
  storeName: text('门店'),
  title: c.title,
  kind: c.kind,
  fromAt: moment('开始时间').nullable(),
  toAt: moment('结束时间').nullable(),
  status: status('状态', campaign),
  ceiling: c.ceiling,
  ...Figures,
  version: f.version,
})
export type CampaignRow = z.output<typeof CampaignRow>
export const CampaignPage = page(CampaignRow)
export const Campaign = z.object({
  ...c,
  fromAt: moment('开始时间').nullable(),
  toAt: moment('结束时间').nullable(),
  storeName: text('门店'),
  status: status('状态', campaign),
  couponName: text('卡券').nullable(),
  sessions: z.array(Session),
  ...Figures,
  version: f.version,
})
export type Campaign = z.output<typeof Campaign>
export const CampaignQuery = z.object({
  hid: f.hid.optional(),
  status: status('状态', campaign).optional(),
  kind: c.kind.optional(),
  title: text('活动名称', { max: 40 }).optional(),
  ...page_size,
})
const NewSession = z.object({
  sessionId: id('场次').optional(),
  startsAt: planned(moment('开始')),
  endsAt: planned(moment('结束')),
  quota: Session.shape.quota,
})
const written = {
  stores: c.stores.default(null),
  title: c.title,
  kind: c.kind,
  medical: c.medical.default(false),
  fromAt: c.fromAt.default(null),
  toAt: c.toAt.default(null),
  audience: c.audience.default(0),
  ageFrom: c.ageFrom.default(null),
  ageTo: c.ageTo.default(null),
  perPerson: c.perPerson.default(1),
  ceiling: c.ceiling.default(null),
  fields: c.fields.default([]),
  content: c.content.default(''),
  poster: c.poster.default(null),
  shareText: c.shareText.default(null),
  rewardKind: c.rewardKind.default(0),
  couponKindId: c.couponKindId.default(null),
  rewardPoints: c.rewardPoints.default(null),
  promoterPoints: c.promoterPoints.default(null),
  attributionDays: c.attributionDays.default(7),
  holdMinutes: c.holdMinutes.default(30),
  presetId: c.presetId.default(null),
  adNo: c.adNo.default(null),
  adUntil: c.adUntil.default(null),
  wordingReason: c.wordingReason.default(null),
  sessions: z.array(NewSession).max(60).default([]).meta({ label: '场次' }),
}
export const NewCampaign = z.object({ hid: f.hid.optional(), ...written })
export const EditCampaign = z.object({ id: c.campaignId, ...written, version: f.version.optional() })
export type WrittenCampaign = Omit<z.output<typeof EditCampaign>, 'id' | 'version'>
export const CampaignById = z.object({ id: c.campaignId })
/** 1 publishes a draft, 4 ends a campaign for everybody new. */
export const CampaignStatus = z.object({
  id: c.campaignId,
  status: statusIn('状态', campaign, [campaign.is.waiting, campaign.is.withdrawn]),
  reason: text('原因', { max: 200 }).optional(),
})

// ── Sign-ups ─────────────────────────────────────────────────────────────────
export const ApplyRow = z.object({
  applyId: id('报名'),
  campaignId: c.campaignId,
  campaignTitle: text('活动'),
  sessionId: id('场次').nullable(),
  startsAt: moment('场次').nullable(),
  pid: id('会员').nullable(),
  name: personal(text('姓名'), 'name'),
  mobile: personal(text('手机号', { format: 'phone' })),
  age: count('年龄', { max: 150, unit: '岁' }).nullable(),
  status: status('状态', signUp),
  heldUntil: moment('保留到').nullable(),
  source: z.int().meta({ label: '来源', format: 'choice', options: f.sources }),
  place: text('渠道').nullable(),
  promoterName: text('推广人').nullable(),
  wasMember: z.boolean().meta({ label: '原是会员', format: 'flag' }),
  appliedAt: moment('报名时间'),
  cameAt: moment('到店时间').nullable(),
  answers: personal(text('报名表', { max: 2000 }).nullable()),
  cancelReason: text('取消原因').nullable(),
  version: f.version,
})
export type ApplyRow = z.output<typeof ApplyRow>
export const ApplyPage = page(ApplyRow)
const applyFilters = {
  hid: f.hid.optional(),
  campaignId: c.campaignId.optional(),
  sessionId: id('场次').optional(),
  status: status('状态', signUp).optional(),
  key_word: text('姓名或手机号', { max: 30 }).optional(),
}
export const ApplyQuery = z.object({ ...applyFilters, ...page_size })
export const ApplyExport = z.object(applyFilters)
export const NewApply = z.object({
  campaignId: c.campaignId,
  sessionId: id('场次').nullish(),
  pid: id('会员').nullish(),
  name: text('姓名', { max: 30 }).min(1),
  mobile: phone(),
  birth: birthday(date('出生日期')).nullish(),
  answers: z
    .partialRecord(z.enum(f.formFieldKeys), text('回答', { max: 200 }))
    .default({})
    .meta({ label: '报名表' }),
  /** Code the person came with. */
  code: text('推广码', { max: 20 }).nullish(),
  /** Signs up for the waiting list where the session is full. */
  waits: z.boolean().default(false).meta({ label: '满了就候补', format: 'flag' }),
})
export type NewApply = z.output<typeof NewApply>
export const ApplyAction = z.object({ applyId: id('报名'), reason: text('原因', { max: 200 }).optional() })
/** Coupons a campaign gave, and what the bills they were used on brought. */
export const CouponOrigin = z.object({
  campaignId: c.campaignId,
  title: c.title,
  kindName: text('卡券'),
  given: count('已发'),
  used: count('已用'),
  spent: money('用掉面值'),
  brought: money('带来净额', { min: -10_000_000 }),
})
export type CouponOrigin = z.output<typeof CouponOrigin>
export const CouponOrigins = z.object({ list: z.array(CouponOrigin) })
export const CouponOriginQuery = z.object({ hid: f.hid.optional(), kindId: id('卡券').optional() })
export const CampaignClaim = z.object({ campaignId: c.campaignId, pid: id('会员') })
export const Claimed = z.object({
  campaignId: c.campaignId,
  pid: id('会员'),
  couponId: id('卡券').nullable(),
  points: count('积分').nullable(),
})

// ── Promoters and codes ──────────────────────────────────────────────────────
export const PromoterRow = z.object({
  codeId: id('推广码'),
  promoterName: text('推广人'),
  kind: text('身份'),
  place: text('渠道').nullable(),
  code: text('推广码'),
  scans: count('看'),
  signUps: count('报名'),
  came: count('到店'),
  firstVisits: count('新客到店'),
  money: money('净额', { min: -10_000_000 }),
  points: count('奖励积分'),
  refused: count('不算'),
})
export type PromoterRow = z.output<typeof PromoterRow>
export const PromoterQuery = z.object({ campaignId: c.campaignId })
export const PromoterList = z.object({
  list: z.array(PromoterRow),
  total: count('总数'),
  /** What came without a code, so that the columns add up to the funnel. */
  without: z.object({ scans: count('看'), signUps: count('报名'), came: count('到店'), money: money('净额', { min: -10_000_000 }) }),
  funnel: z.object({
    views: count('看'),
    signUps: count('报名'),
    came: count('到店'),
    possible: count('应到'),
    buyers: count('消费'),
    money: money('净额', { min: -10_000_000 }),
  }),
  before: z.object({ signUps: z.number().nullable(), came: z.number().nullable(), buyers: z.number().nullable() }),
})
export type PromoterList = z.output<typeof PromoterList>
export const CodeQuery = z.object({
  campaignId: c.campaignId,
  promoterId: id('员工').optional(),
  pid: id('会员').optional(),
  place: text('渠道', { max: 30 }).optional(),
})
export const ExtensionCode = z.object({
  codeId: id('推广码'),
  code: text('推广码'),
  url: text('链接'),
  title: text('活动'),
  promoterName: text('推广人').nullable(),
  place: text('渠道').nullable(),
  posterUrl: text('海报').nullable(),
  shareText: text('分享语').nullable(),
})
export type ExtensionCode = z.output<typeof ExtensionCode>
