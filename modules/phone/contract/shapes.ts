import {
  axis,
  choice,
  clinical,
  clock,
  count,
  date,
  flag,
  id,
  moment,
  money,
  name,
  personal,
  phone,
  planned,
  status,
  text,
  word,
  z,
  type ClinicalName,
} from '#kernel/contract/index.ts'
import { ConsentText } from '#modules/patients/contract/shapes.record.ts'
import { ErasePreview } from '#modules/patients/contract/upkeep/shapes.ts'
import { SaveReservation } from '#modules/reservations/contract/shapes.ts'
import { WechatDay } from '#modules/reservations/contract/shapes.rooms.ts'
import { PhoneShelf } from './shapes.shelf.ts'
import { requestStates } from './states.ts'

const pid = id('会员')
const hid = id('门店')
const ticket = text('登录凭据', { max: 100 })

/** What opens a phone: a number and the picture's digits, for which a code is sent. */
export const AskPhoneCode = z.object({ mobile: phone(), ticket: ticket.optional(), captcha: text('验证码', { max: 10 }).optional() })
export const PhoneCodeAsked = z.object({ seconds: count('再次获取间隔', { unit: '秒' }) })
export const ProvePhone = z.object({
  mobile: phone(),
  code: z
    .string()
    .regex(/^\d{6}$/, '验证码为 6 位数字')
    .meta({ label: '短信验证码', format: 'text' }),
})
/** Members somebody may be by what they proved; names are masked until they are logged in. */
const PhonePerson = z.object({ no: count('序号'), name: text('姓名'), company: text('机构'), child: flag('孩子') })
export const PhoneProven = z.object({ ticket, people: z.array(PhonePerson) })
export type PhoneProven = z.output<typeof PhoneProven>
export const WechatAddress = z.object({ url: text('授权地址', { max: 1000 }), state: text('状态'), simulated: flag('本地模拟') })
export const ProveWechat = z.object({ code: text('授权码', { max: 200 }).min(1) })
export const OpenPhone = z.object({ ticket, no: count('序号', { min: 0, max: 99 }) })
export const PhoneOpened = z.object({ token: text('令牌'), days: count('有效天数') })

export const PhoneStore = z.object({
  hid,
  name: text('门店'),
  phone: text('电话').nullable(),
  address: text('地址', { max: 200 }).nullable(),
  hours: z.array(z.object({ from: clock('开始'), to: clock('结束') })),
})
export type PhoneStore = z.output<typeof PhoneStore>
export const PhoneMember = z.object({
  pid,
  name: personal(name('姓名'), 'name'),
  memberNo: text('会员号'),
  birth: personal(date('出生日期')).nullable(),
  age: count('年龄').nullable(),
  isSelf: flag('本人'),
  hid,
})
export const PhoneMe = z.object({
  pid,
  mobile: personal(text('手机号', { format: 'phone' })).nullable(),
  byWechat: flag('微信登录'),
  expiresAt: moment('有效至'),
  people: z.array(PhoneMember),
  stores: z.array(PhoneStore),
})
export type PhoneMe = z.output<typeof PhoneMe>
export const ByMember = z.object({ pid })

export const PhoneVisit = z.object({
  resid: id('预约'),
  pid,
  hid,
  storeName: text('门店'),
  visitAt: moment('预约时间'),
  visitEnd: moment('结束时间'),
  type: SaveReservation.shape.type.unwrap(),
  doctorId: id('医生').nullable(),
  doctorName: text('医生').nullable(),
  state: word('状态', { booked: '已预约', here: '已到店', done: '已完成', cancelled: '已取消', missed: '未到', moved: '已改约' }),
  version: count('版本'),
  /** Until when the member changes or cancels it themself; null: no longer. */
  changeUntil: moment('可自己改到').nullable(),
})
export type PhoneVisit = z.output<typeof PhoneVisit>
export const PhoneLine = z.object({
  ticketNo: text('号码'),
  ahead: count('前面'),
  state: word('状态', { waiting: '等候', called: '叫到您了', seen: '就诊中', passed: '已过号' }),
  roomName: text('诊室').nullable(),
  storeName: text('门店'),
  takenAt: moment('取号时间'),
})
export type PhoneLine = z.output<typeof PhoneLine>

/** A stage of an order in the words of its member; `at` where it is behind. */
const PhoneStage = z.object({
  stage: word('阶段', {
    ordered: '已下单',
    paid: '付清了',
    arrived: '镜片到店',
    made: '磨边装镜',
    inspected: '质检',
    ready: '等您来取',
    collected: '已取走',
  }),
  at: moment('时间').nullable(),
  isNow: flag('现在'),
})
export const PhoneOrder = z.object({
  kind: word('种类', { frame: '眼镜', okjing: '塑形镜', soft: '隐形眼镜' }),
  id: id('订单'),
  pid,
  orderNo: text('单号'),
  what: text('商品', { max: 300 }),
  state: word('进度', {
    unpaid: '等您付款',
    making: '在做',
    ready: '等您来取',
    collected: '已取走',
    cancelled: '已取消',
    stopped: '暂停，我们会联系您',
  }),
  orderDate: date('下单日期'),
  promisedOn: date('约定取货').nullable(),
  isLate: flag('晚了'),
  total: money('金额'),
  storeName: text('门店'),
  storePhone: text('电话').nullable(),
  stages: z.array(PhoneStage),
})
export type PhoneOrder = z.output<typeof PhoneOrder>

const eye = (label: string) => z.number().nullable().meta({ label })
const PhonePoint = z.object({ at: date('日期'), age: eye('年龄'), od: eye('右眼'), os: eye('左眼') })
export type PhonePoint = z.output<typeof PhonePoint>
/** How the faster eye grew beside others of its age and sex. */
export const PhoneGrowth = z.object({
  eye: word('眼别', { od: '右眼', os: '左眼' }),
  perYear: z.number().meta({ label: '每年增长' }),
  usual: z.number().meta({ label: '同龄增长' }),
  days: count('间隔天数'),
  pace: word('快慢', { faster: '偏快', slower: '偏慢', usual: '差不多' }),
})
export const PhoneReport = z.object({
  pid,
  name: personal(name('姓名'), 'name'),
  gender: z.int().nullable().meta({ label: '性别' }),
  day: date('检查日期').nullable(),
  days: z.array(date('检查日期')),
  signedBy: text('审核医生').nullable(),
  signedAt: moment('审核时间').nullable(),
  storeName: text('门店').nullable(),
  al: z.array(PhonePoint),
  se: z.array(PhonePoint),
  vision: z.array(PhonePoint),
  corrected: z.array(PhonePoint),
  growth: PhoneGrowth.nullable(),
  /** The middle half of others of the age and sex: 25th and 75th percentile by age. */
  band: z.array(
    z.object({ age: z.number().meta({ label: '年龄' }), low: z.number().meta({ label: '低' }), high: z.number().meta({ label: '高' }) }),
  ),
  source: text('参考来源', { max: 500 }).nullable(),
  nextOn: date('下次复查').nullable(),
})
export type PhoneReport = z.output<typeof PhoneReport>
export const ReportQuery = z.object({ pid, day: date('检查日期').optional() })

/** A value of a prescription, within the limits of its clinical range. */
const rx = (range: ClinicalName, label: string) => clinical(range, { label }).nullable()
const PhoneRxLine = z.object({
  kind: z.int().meta({ label: '类型' }),
  dsOd: rx('sphere', '右球镜'),
  dcOd: rx('cylinder', '右柱镜'),
  axOd: axis('右轴位').nullable(),
  addOd: rx('addition', '右下加'),
  vaOd: eye('右矫正视力'),
  dsOs: rx('sphere', '左球镜'),
  dcOs: rx('cylinder', '左柱镜'),
  axOs: axis('左轴位').nullable(),
  addOs: rx('addition', '左下加'),
  vaOs: eye('左矫正视力'),
  pd: rx('pd', '瞳距'),
  advice: text('说明', { max: 1000 }).nullable(),
})
export const PhonePrescription = z.object({
  id: id('处方'),
  pid,
  rxNo: text('处方号'),
  orderDate: date('开具日期'),
  validUntil: date('有效至'),
  isValid: flag('有效'),
  doctorName: text('医生').nullable(),
  storeName: text('门店'),
  note: text('备注', { max: 2000 }).nullable(),
  lines: z.array(PhoneRxLine),
})
export type PhonePrescription = z.output<typeof PhonePrescription>

const PhoneCoupon = z.object({
  id: id('卡券'),
  name: text('卡券'),
  couponType: z.int().meta({ label: '类型' }),
  value: money('面值', { adds: false }),
  discount: z.number().nullable().meta({ label: '折扣' }),
  fromPrice: money('满'),
  code: text('券码'),
  expiresOn: date('有效至').nullable(),
})
const PhonePackage = z.object({
  id: id('套餐'),
  name: text('套餐'),
  expiresOn: date('有效至').nullable(),
  left: count('剩余次数'),
  total: count('总次数'),
})
export const PhoneWallet = z.object({
  pid,
  memberNo: text('会员号'),
  money: money('本金'),
  moneyGift: money('赠送'),
  points: count('积分'),
  coupons: z.array(PhoneCoupon),
  packages: z.array(PhonePackage),
  lines: z.array(
    z.object({
      entryId: id('流水'),
      at: moment('时间'),
      reason: text('事由', { max: 200 }),
      money: money('本金变动'),
      moneyGift: money('赠送变动'),
      points: count('积分变动'),
      moneyAfter: money('余额', { adds: false }),
      pointsAfter: count('积分余额'),
    }),
  ),
})
export type PhoneWallet = z.output<typeof PhoneWallet>

/** One thing to do now; the day it is due on, and what it is about. */
export const PhoneTask = z.object({
  kind: word('要做的事', { line: '排队中', collect: '去取', visit: '去就诊', pay: '去付款', recheck: '去复查', none: '没有要做的事' }),
  on: date('日期').nullable(),
  what: text('内容', { max: 300 }).nullable(),
})
export const PhoneHome = z.object({
  pid,
  store: PhoneStore,
  task: PhoneTask,
  line: PhoneLine.nullable(),
  visits: z.array(PhoneVisit),
  orders: z.array(PhoneOrder),
  report: PhoneReport.pick({ day: true, signedBy: true, growth: true, al: true, band: true }).nullable(),
  coupons: count('可用卡券'),
  couponEnds: date('最早到期').nullable(),
  shelf: PhoneShelf,
})
export type PhoneHome = z.output<typeof PhoneHome>

export const SlotsQuery = z.object({
  pid,
  hid,
  startDate: planned(date('开始日期')).optional(),
  days: count('天数', { min: 1, max: 14 }).default(7),
})
export const PhoneSlots = z.object({
  lead: count('最少提前', { unit: '分' }),
  usualDoctor: id('医生').nullable(),
  days: z.array(WechatDay),
})
export type PhoneSlots = z.output<typeof PhoneSlots>
export const BookByPhone = z.object({
  pid,
  hid,
  doctorId: id('医生'),
  visitAt: planned(moment('预约时间')),
  type: SaveReservation.shape.type,
  note: text('说明', { max: 200 }).nullable().optional(),
})
export const MoveByPhone = z.object({
  resid: id('预约'),
  hid,
  doctorId: id('医生'),
  visitAt: planned(moment('预约时间')),
  version: count('版本'),
})
export const CancelByPhone = z.object({ resid: id('预约'), version: count('版本').optional(), reason: text('原因', { max: 200 }).min(1) })

/** Where a member stands with one kind of consent, with the text in force. */
const PhoneConsent = ConsentText.pick({ kind: true, no: true, text: true, sha256: true }).extend({
  state: word('状态', { none: '没有同意过', given: '已同意', outdated: '文本更新了', withdrawn: '已撤回' }),
  givenAt: moment('同意时间').nullable(),
  guardianName: personal(text('监护人'), 'name').nullable(),
})
export const PhoneConsents = z.object({ pid, list: z.array(PhoneConsent) })
export type PhoneConsents = z.output<typeof PhoneConsents>
export const GivePhoneConsent = z.object({ pid, kind: ConsentText.shape.kind, sha256: text('正文指纹', { max: 64 }) })
export const WithdrawPhoneConsent = z.object({ pid, kind: ConsentText.shape.kind, reason: text('撤回原因', { max: 200 }).nullish() })
/** Members whose consent to marketing was taken back. */
export const PhoneUnsubscribed = z.object({ members: z.array(z.object({ pid, name: personal(name('姓名'), 'name') })) })
export type PhoneUnsubscribed = z.output<typeof PhoneUnsubscribed>

const RequestKind = choice('申请', { 1: '删除个人信息', 2: '更正个人信息' })
export const MemberRequest = z.object({
  id: id('申请'),
  pid,
  kind: RequestKind,
  words: personal(text('说明', { max: 500 })).nullable(),
  state: word('状态', { open: '待处理', answered: '已处理', takenBack: '已撤回' }),
  at: moment('申请时间'),
  doneAt: moment('处理时间').nullable(),
  answer: personal(text('答复', { max: 500 })).nullable(),
})
export type MemberRequest = z.output<typeof MemberRequest>
export const PhoneHeld = z.object({
  pid,
  held: ErasePreview.pick({ erasedFacts: true, erased: true, kept: true }),
  /** Who of the house opened the record, the latest first. */
  readers: z.array(z.object({ at: moment('时间'), staffName: text('员工').nullable() })),
  requests: z.array(MemberRequest),
})
export type PhoneHeld = z.output<typeof PhoneHeld>
export const NewMemberRequest = z.object({ pid, kind: RequestKind, words: text('说明', { max: 500 }).nullish() })
export const OneRequest = z.object({ id: id('申请') })
export const AnswerRequest = z.object({ id: id('申请'), answer: text('答复', { max: 500 }).min(1) })
export const StoreRequest = MemberRequest.omit({ state: true }).extend({
  status: status('状态', requestStates),
  name: personal(name('姓名'), 'name'),
  memberNo: text('会员号'),
  doneBy: id('处理人').nullable(),
})

export const PhoneContact = z.object({ ctid: id('员工'), name: text('姓名'), title: text('职务').nullable() })
export const PhoneContacts = z.object({ store: PhoneStore, people: z.array(PhoneContact) })
export type PhoneContacts = z.output<typeof PhoneContacts>
export const ByStore = z.object({ hid })

export const PhoneSession = z.object({
  id: id('登录'),
  createdAt: moment('登录时间'),
  seenAt: moment('最近使用'),
  expiresAt: moment('有效至'),
  byWechat: flag('微信登录'),
  agent: text('设备', { max: 300 }).nullable(),
  current: flag('这部手机'),
})
export type PhoneSession = z.output<typeof PhoneSession>
export const OneSession = z.object({ id: id('登录') })
