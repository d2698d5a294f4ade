/** What the house shows its members: banners, articles, offers, campaigns; and what a link or a code leads to before a login. */
import { birthday, choice, count, date, flag, id, moment, money, name, personal, phone, text, word, z } from '#kernel/contract/index.ts'
import { formFieldKeys } from '#modules/campaigns/contract/fields.ts'

const pid = id('会员')
const hid = id('门店')
const campaignId = id('活动')
const visitor = text('访客号', { max: 64 })

export const PhoneBanner = z.object({ bannerId: id('横幅'), title: text('标题'), image: text('图片'), path: text('跳转', { max: 200 }) })
export const PhoneArticle = z.object({
  contentId: id('内容'),
  title: text('标题'),
  cover: text('封面').nullable(),
  summary: text('摘要').nullable(),
})
/** A promotion as a member sees it; sold out it stays, so that nobody looks for it in vain. */
export const PhoneOffer = z.object({
  promotionId: id('促销'),
  name: text('促销名称'),
  itemName: text('商品或项目'),
  price: money('划线价', { adds: false }).nullable(),
  promotionPrice: money('促销价', { adds: false }),
  description: text('促销说明', { max: 1000 }).nullable(),
  image: text('图片').nullable(),
  toDate: date('结束日期'),
  left: count('剩余').nullable(),
  limitMember: count('每人限购').nullable(),
  soldOut: flag('已售罄'),
})
export type PhoneOffer = z.output<typeof PhoneOffer>
const campaignKind = choice('类型', { 1: '报名', 2: '领券', 3: '老带新', 4: '签到' })
export const PhoneCampaignRow = z.object({
  campaignId,
  title: text('活动'),
  kind: campaignKind,
  state: word('状态', { waiting: '未开始', running: '进行中' }),
  fromAt: moment('开始时间').nullable(),
  toAt: moment('结束时间').nullable(),
  quota: count('名额'),
  taken: count('已报'),
})
export type PhoneCampaignRow = z.output<typeof PhoneCampaignRow>
export const PhoneShelf = z.object({
  banners: z.array(PhoneBanner).meta({ label: '横幅' }),
  campaigns: z.array(PhoneCampaignRow).meta({ label: '活动' }),
  articles: z.array(PhoneArticle).meta({ label: '文章' }),
  offers: z.array(PhoneOffer).meta({ label: '促销' }),
})
export type PhoneShelf = z.output<typeof PhoneShelf>

export const PhoneSession = z.object({
  sessionId: id('场次'),
  startsAt: moment('开始'),
  endsAt: moment('结束'),
  left: count('剩余名额'),
  waiting: count('候补'),
  isOver: flag('已开始'),
})
/** A campaign as anybody reads it who was led to it. */
export const ShownCampaign = z.object({
  campaignId,
  hid,
  title: text('活动'),
  kind: campaignKind,
  state: word('状态', { draft: '草稿', waiting: '未开始', running: '进行中', ended: '已结束', withdrawn: '已停止' }),
  fromAt: moment('开始时间').nullable(),
  toAt: moment('结束时间').nullable(),
  storeName: text('门店'),
  poster: text('海报').nullable(),
  content: text('说明', { max: 60_000 }),
  reward: text('奖励').nullable(),
  promoterReward: text('推荐奖励').nullable(),
  audience: text('对象'),
  fields: z.array(z.enum(formFieldKeys)).meta({ label: '报名表' }),
  sessions: z.array(PhoneSession).meta({ label: '场次' }),
  adNo: text('医疗广告审查证明文号').nullable(),
})
export type ShownCampaign = z.output<typeof ShownCampaign>
export const PhoneSignUp = z.object({
  applyId: id('报名'),
  campaignId,
  campaignTitle: text('活动'),
  pid: pid.nullable(),
  name: personal(text('姓名'), 'name'),
  startsAt: moment('场次').nullable(),
  state: word('状态', { signed: '已报名', came: '已到店', cancelled: '已取消', waiting: '候补' }),
  heldUntil: moment('名额保留到').nullable(),
})
export type PhoneSignUp = z.output<typeof PhoneSignUp>
export const PhoneCampaign = z.object({
  campaign: ShownCampaign,
  /** Sign-ups of the family. */
  signUps: z.array(PhoneSignUp).meta({ label: '我的报名' }),
  /** The member's own code, once they asked for it. */
  code: text('推荐码').nullable(),
})
export type PhoneCampaign = z.output<typeof PhoneCampaign>
export const CampaignOfMember = z.object({ pid, campaignId })
const signingUp = {
  sessionId: id('场次').nullish(),
  answers: z
    .object(Object.fromEntries(formFieldKeys.map((key) => [key, text('回答', { max: 200 }).optional()])))
    .default({})
    .meta({ label: '报名表' }),
  waits: flag('满了就候补').default(false),
  visitor: visitor.optional(),
}
export const SignUpByPhone = z.object({ pid, campaignId, code: text('推荐码', { max: 20 }).nullish(), ...signingUp })
export const OwnSignUp = z.object({ pid, applyId: id('报名') })

/** What a message or a code leads to, for whoever holds it. */
const linkCode = text('链接码', { max: 20 }).min(1)
export const MessageLink = z.object({ code: linkCode })
export const OpenedMessage = z.object({
  store: text('门店'),
  phone: text('电话').nullable(),
  purpose: word('用途', { care: '关怀', marketing: '营销' }),
  pid,
  hid,
})
export type OpenedMessage = z.output<typeof OpenedMessage>
export const LeftAlone = z.object({ withdrawn: count('撤回同意'), cancelled: count('撤下短信') })
export const CodeLink = z.object({ code: linkCode, visitor: visitor.optional() })
export const AskSignUpCode = z.object({
  code: linkCode,
  mobile: phone(),
  ticket: text('图片凭据', { max: 100 }).optional(),
  captcha: text('验证码', { max: 10 }).optional(),
})
/** Somebody who may be no member yet: their number is proven by the code sent to it. */
export const SignUpByCode = z.object({
  ...signingUp,
  code: linkCode,
  mobile: phone(),
  smsCode: z
    .string()
    .regex(/^\d{6}$/, '验证码为 6 位数字')
    .meta({ label: '短信验证码', format: 'text' }),
  name: name('姓名', { max: 30 }),
  birth: birthday(date('出生日期')).nullish(),
})
export const SignedUp = PhoneSignUp.pick({ applyId: true, campaignTitle: true, startsAt: true, state: true })
