/** What stands around a member's record: family, cards, follow-ups, consultations, consents. */
import {
  choice,
  count,
  date,
  flag,
  id,
  moment,
  name,
  note,
  page,
  pageSize,
  phone,
  text,
  z,
  status,
  personal,
} from '#kernel/contract/index.ts'
import { othersInfoFields, patientFields, pid } from './fields.ts'
import { cardStates, consenting } from './states.ts'

export const relation = choice('关系', { 1: '父亲', 2: '母亲', 3: '配偶', 4: '兄弟姐妹', 5: '子女', 6: '祖辈', 7: '其他亲属' })
const myopic = choice('是否近视', { 0: '不近视', 1: '近视' }).nullable()
/** Ways people are talked to. */
const way = choice('方式', { 1: '电话', 2: '微信', 3: '短信', 4: '到店', 5: '其他' })

/** A relation as it is told: to a member (`otherPid`), or to somebody known by name only. */
export const SaveFamily = z.object({
  id: id('关系').optional(),
  pid,
  relation,
  otherPid: id('亲属会员').nullish(),
  name: name('姓名').nullish(),
  mobile: phone('电话').nullish(),
  isGuardian: flag('监护人').default(false),
  myopic: myopic.optional(),
  note: text('备注', { max: 200 }).nullish(),
})
export type SaveFamily = z.output<typeof SaveFamily>
/**
 * Somebody of the family, seen from a member. `id` is missing where the relation follows from others: children of one parent are siblings.
 */
export const Relative = z.object({
  id: id('关系').nullable(),
  relation,
  otherPid: id('亲属会员').nullable(),
  name: personal(text('姓名'), 'name', 'otherPid'),
  mobile: personal(text('电话', { format: 'phone' }), 'number', 'otherPid').nullable(),
  gender: patientFields.gender,
  birth: personal(patientFields.birth, 'day', 'otherPid'),
  memberNo: patientFields.memberNo.nullable(),
  isGuardian: flag('监护人'),
  myopic,
  note: personal(text('备注', { max: 200 })).nullable(),
  lastVisitAt: patientFields.lastVisitAt.nullable(),
  nextFollowAt: patientFields.nextFollowAt,
})
export type Relative = z.output<typeof Relative>
/** What is known of the family: parents' myopia by the parents named, else as told; and who belongs to it. */
export const FamilyInfo = z.object({
  pid,
  parentsMyopic: patientFields.parentsMyopic,
  familyHistory: patientFields.familyHistory,
  at: othersInfoFields.at.nullable(),
  persons: z.array(Relative),
})
export type FamilyInfo = z.output<typeof FamilyInfo>

const cardNo = text('卡号', { max: 40 })
  .regex(/^[0-9A-Za-z-]{3,40}$/, '卡号只能是 3 到 40 位字母、数字和横线')
  .transform((no) => no.toUpperCase())
const cardKind = choice('卡类型', { 1: '会员卡', 2: '磁条卡', 3: '芯片卡', 4: '原会员号' })
export const MemberCard = z.object({
  id: id('卡'),
  pid,
  hid: id('门店'),
  cardNo: personal(text('卡号')),
  kind: cardKind,
  status: status('状态', cardStates),
  at: moment('绑定时间'),
  staffName: text('绑定人').nullable(),
  untiedAt: moment('解绑时间').nullable(),
})
export type MemberCard = z.output<typeof MemberCard>
export const TieCard = z.object({ pid, cardNo, kind: choice('卡类型', { 1: '会员卡', 2: '磁条卡', 3: '芯片卡' }).default(1) })

const followResult = choice(
  '结果',
  { 1: '有意向', 2: '再考虑', 3: '已约到店', 4: '无意向', 5: '未接通', 6: '转为正式会员' },
  { tones: { 1: 'ok', 2: 'info', 3: 'ok', 4: 'neutral', 5: 'warn', 6: 'ok' } },
)
export const Follow = z.object({
  id: id('跟进'),
  pid,
  at: moment('跟进时间'),
  way,
  result: followResult,
  content: personal(note('内容', 500)).nullable(),
  nextFollowAt: patientFields.nextFollowAt,
  staffName: text('跟进人').nullable(),
})
export type Follow = z.output<typeof Follow>
/** Result 6 makes the potential member a member. */
export const SaveFollow = z.object({
  pid,
  way: way.default(1),
  result: followResult,
  content: note('内容', 500).nullish(),
  nextFollowAt: patientFields.nextFollowAt.optional(),
})
/** A potential member with the last word. `due` counts the days since the follow-up was due. */
export const Potential = z.object({
  pid,
  memberNo: patientFields.memberNo,
  name: patientFields.name,
  gender: patientFields.gender,
  birth: patientFields.birth,
  mobile: patientFields.mobile,
  school: patientFields.school,
  sourceName: text('来源', { width: 84 }).nullable(),
  staffName: text('跟进员工', { width: 84 }).nullable(),
  nextFollowAt: patientFields.nextFollowAt,
  follows: count('跟进次数'),
  lastFollowAt: moment('最近跟进').nullable(),
  lastResult: followResult.nullable(),
  lastContent: personal(note('最近内容', 500)).nullable(),
  createdAt: patientFields.createdAt,
})
export type Potential = z.output<typeof Potential>
export const PotentialQuery = z.object({
  hid: id('门店'),
  name: text('姓名/拼音/手机尾号/会员号').optional(),
  staffCtid: id('跟进员工').optional(),
  sourceId: id('来源').optional(),
  lastResult: followResult.optional(),
  due: choice('跟进', { 1: '今天及逾期', 2: '未来 7 天', 3: '未安排' }).optional(),
  ...pageSize,
})
export type PotentialQuery = z.output<typeof PotentialQuery>
export const PotentialPage = page(Potential)

const topic = choice('主题', { 1: '近视防控', 2: '配镜', 3: '角膜塑形', 4: '视觉训练', 5: '眼病', 6: '价格', 7: '售后', 9: '其他' })
export const Consultation = z.object({
  id: id('咨询'),
  pid,
  hid: id('门店'),
  patientName: personal(text('会员', { width: 90 }), 'name'),
  memberNo: patientFields.memberNo,
  mobile: patientFields.mobile,
  at: moment('咨询时间'),
  way,
  topic,
  question: personal(note('问题', 1000)),
  answer: personal(note('答复', 1000)).nullable(),
  staffName: text('记录人', { width: 84 }).nullable(),
  answeredAt: moment('答复时间').nullable(),
  answeredName: text('答复人', { width: 84 }).nullable(),
  version: count('版本'),
})
export type Consultation = z.output<typeof Consultation>
export const SaveConsultation = z.object({
  id: id('咨询').optional(),
  version: count('版本').optional(),
  pid,
  way: way.default(1),
  topic,
  question: note('问题', 1000).min(1),
  answer: note('答复', 1000).nullish(),
})
export type SaveConsultation = z.output<typeof SaveConsultation>
export const ConsultationQuery = z.object({
  hid: id('门店'),
  pid: pid.optional(),
  name: text('姓名/拼音/手机尾号/会员号').optional(),
  topic: topic.optional(),
  open: flag('待答复').optional(),
  startDate: date('咨询开始').optional(),
  endDate: date('咨询结束').optional(),
  ...pageSize,
})
export type ConsultationQuery = z.output<typeof ConsultationQuery>
export const ConsultationPage = page(Consultation)

const consentKind = choice('同意事项', {
  1: '诊疗与健康信息处理',
  2: '营销与短信通知',
  3: '与学校、筛查机构共享',
  4: '角膜塑形镜验配',
  5: '远程会诊',
  6: '筛查转入门诊',
  7: '光学训练器械',
  8: '健康信息营销',
})
const consentWay = choice('取得方式', { 1: '纸质签字', 2: '电子签名', 3: '微信确认', 4: '当面口头' })
/** A text as it was published; `no` is its version. */
export const ConsentText = z.object({
  id: id('同意书').nullable(),
  kind: consentKind,
  no: count('版本'),
  text: note('正文', 8000),
  sha256: text('正文指纹', { max: 64 }),
  at: moment('发布时间').nullable(),
})
export type ConsentText = z.output<typeof ConsentText>
export const PublishConsent = z.object({ kind: consentKind, text: note('正文', 8000).min(20) })
/** Where a member stands with one kind of consent: `outdated` was given to a former text, and counts no more. */
export const ConsentState = z.object({
  kind: consentKind,
  state: status('状态', consenting),
  no: count('当前版本'),
  id: id('同意记录').nullable(),
  givenNo: count('同意的版本').nullable(),
  way: consentWay.nullable(),
  at: moment('同意时间').nullable(),
  guardianName: personal(text('监护人'), 'name').nullable(),
  guardianRelation: relation.nullable(),
  staffName: text('办理人').nullable(),
  withdrawnAt: moment('撤回时间').nullable(),
  withdrawReason: text('撤回原因', { max: 200 }).nullable(),
})
export type ConsentState = z.output<typeof ConsentState>
/** `sha256`: the text that was shown, so that nobody agrees to another one than was read. */
export const GiveConsent = z.object({
  pid,
  kind: consentKind,
  sha256: text('正文指纹', { max: 64 }),
  way: consentWay,
  guardianName: name('监护人').nullish(),
  guardianRelation: relation.nullish(),
})
export type GiveConsent = z.output<typeof GiveConsent>
export const WithdrawConsent = z.object({ id: id('同意记录'), reason: text('撤回原因', { max: 200 }).nullish() })
