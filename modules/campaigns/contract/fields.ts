import { choice, count, date, expires, id, money, moment, name, note, term, text, z } from '#kernel/contract/index.ts'

/** Categories of what is promoted. 3 is shown to the public only with a valid 医疗广告审查证明 (医疗广告管理办法 2006, articles 3 and 13). */
export const promoted = { 1: '商品', 2: '收费项目', 3: '医疗服务' } as const
export const MEDICAL_PROMOTION = 3
export const contentCategories = { 1: '科普', 2: '护理', 3: '问答', 4: '配镜', 5: '医疗服务' } as const
export const MEDICAL_CONTENT = 5
export const campaignKinds = { 1: '报名', 2: '领券', 3: '老带新', 4: '签到' } as const
export const Kind = { signUp: 1, coupon: 2, referral: 3, daily: 4 } as const
export const rewardKinds = { 0: '没有', 1: '卡券', 2: '积分' } as const
export const Reward = { none: 0, coupon: 1, points: 2 } as const
export const audiences = { 0: '所有人', 1: '新客', 2: '会员' } as const
/** How a sign-up came. */
export const sources = { 1: '手机页', 2: '前台', 3: '推广码' } as const

/** What a sign-up form may ask beside name, number and age: never an identity number or a diagnosis (PIPL article 6). */
export const formFieldKeys = ['school', 'grade', 'guardian', 'wearing', 'concern', 'remark'] as const
export type FormField = (typeof formFieldKeys)[number]
export const formFields = {
  school: { label: '学校', max: 60 },
  grade: { label: '年级', max: 20 },
  guardian: { label: '家长称呼', max: 20 },
  wearing: { label: '现在戴镜', max: 20 },
  concern: { label: '想了解的问题', max: 200 },
  remark: { label: '备注', max: 200 },
} as const

export const hid = id('门店')
export const stores = z.array(id('门店')).min(1).max(50).nullable().meta({ label: '适用门店' })
/** Address of a picture that was uploaded here. Empty ones are dropped (R123); one of somebody else's is refused by the handler. */
export const imageUrl = (label: string) => text(label, { max: 300 })
export const adNo = text('医疗广告审查证明文号', { max: 60 }).nullable()
export const adUntil = expires(date('审查证明有效期至')).nullable()
export const wordingReason = text('用词说明', { max: 200 }).nullable()
export const version = count('版本')
export const fromDate = term(date('开始日期'))
export const toDate = term(date('结束日期'))
export const pieces = (label: string) => count(label, { max: 1_000_000 })

export const promotionFields = {
  promotionId: id('促销'),
  hid,
  stores,
  name: name('促销名称', { max: 50 }),
  category: choice('类型', promoted),
  productId: id('商品').nullable(),
  fiid: id('收费项目').nullable(),
  price: money('划线价', { adds: false }).nullable(),
  promotionPrice: money('促销价', { adds: false }),
  description: note('促销说明', 1000).nullable(),
  logo: imageUrl('主图').nullable(),
  imageUrls: z.array(imageUrl('图片')).max(20).meta({ label: '图片' }),
  fromDate,
  toDate,
  levels: z.array(id('会员等级')).max(50).nullable().meta({ label: '限会员等级' }),
  limitMember: count('每人限购', { min: 1, max: 10_000 }).nullable(),
  limitTotal: count('总限量', { min: 1 }).nullable(),
  soldout: choice('售罄', { 0: '在售', 1: '已售罄' }, { tones: { 0: 'ok', 1: 'warn' } }),
  adNo,
  adUntil,
  wordingReason,
}
export const contentFields = {
  contentId: id('内容'),
  hid,
  stores,
  title: name('标题', { max: 60 }),
  cover: imageUrl('封面').nullable(),
  summary: text('摘要', { max: 200 }).nullable(),
  body: note('正文', 60_000),
  category: choice('分类', contentCategories),
  fromDate: fromDate.nullable(),
  toDate: toDate.nullable(),
  adNo,
  adUntil,
  wordingReason,
}
export const campaignFields = {
  campaignId: id('活动'),
  hid,
  stores,
  title: name('活动名称', { max: 40 }),
  kind: choice('活动类型', campaignKinds),
  medical: z.boolean().meta({ label: '医疗服务', format: 'flag' }),
  fromAt: term(moment('开始时间')).nullable(),
  toAt: term(moment('结束时间')).nullable(),
  audience: choice('对象', audiences),
  ageFrom: count('年龄从', { max: 120, unit: '岁' }).nullable(),
  ageTo: count('年龄到', { max: 120, unit: '岁' }).nullable(),
  perPerson: count('每户名额', { min: 1, max: 100 }),
  ceiling: money('封顶金额', { min: 0.01 }).nullable(),
  fields: z.array(z.enum(formFieldKeys)).max(10).meta({ label: '报名表' }),
  content: note('活动说明', 60_000),
  poster: imageUrl('海报').nullable(),
  shareText: text('分享语', { max: 100 }).nullable(),
  rewardKind: choice('奖励', rewardKinds),
  couponKindId: id('卡券').nullable(),
  rewardPoints: count('奖励积分', { min: 1, max: 100_000 }).nullable(),
  promoterPoints: count('推广人积分', { min: 1, max: 100_000 }).nullable(),
  attributionDays: count('归因天数', { min: 1, max: 90, unit: '天' }),
  holdMinutes: count('候补保留', { min: 5, max: 1440, unit: '分钟' }),
  presetId: id('活动模板').nullable(),
  adNo,
  adUntil,
  wordingReason,
}
