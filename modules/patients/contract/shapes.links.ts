/** Members elsewhere: the parents' app (Eye-book), eye-guardian devices, WeChat. */
import {
  count,
  date,
  flag,
  id,
  measure,
  moment,
  name,
  page,
  pageSize,
  phone,
  text,
  z,
  status,
  personal,
  word,
} from '#kernel/contract/index.ts'
import { ChatMessage } from '#modules/messages/contract/shapes.ts'
import { chatText } from '#modules/messages/contract/fields.ts'
import { gender, patientFields, pid } from './fields.ts'
import { SavePatient } from './shapes.ts'
import { egStates } from './states.ts'

const eyeBookId = text('护眼本编号', { max: 60 }).min(1)
/** A member as another system sends it; with `eyeBookId` its user is linked at once. */
export const CreatePatient = SavePatient.omit({ pid: true, version: true }).extend({
  eyeBookId: eyeBookId.optional(),
  phone: phone('护眼本手机号').optional(),
})
export type CreatePatient = z.output<typeof CreatePatient>
/** Links a user of the Eye-book to a member; without `pid` the user is known and not linked yet. */
export const Relevance = z.object({ pid: pid.nullish(), eyeBookId, phone: phone('护眼本手机号').optional(), name: name('称呼').optional() })
export type Relevance = z.output<typeof Relevance>
export const EyeBookUser = z.object({
  id: id('护眼本用户'),
  eyeBookId,
  phone: personal(text('手机号', { format: 'phone', width: 124 })).nullable(),
  name: personal(text('称呼'), 'name').nullable(),
  pid: pid.nullable(),
  patientName: personal(text('会员', { width: 90 }), 'name').nullable(),
  memberNo: patientFields.memberNo.nullable(),
  at: moment('首次出现'),
  boundAt: moment('绑定时间').nullable(),
})
export type EyeBookUser = z.output<typeof EyeBookUser>
export const EyeBookQuery = z.object({ name: text('称呼、手机号或会员').optional(), bound: flag('已绑定').optional(), ...pageSize })
export const EyeBookPage = page(EyeBookUser)
/** New users and links of the last twelve months. */
export const EyeBookChart = z.object({
  total: count('用户'),
  bound: count('已绑定'),
  months: z.array(z.object({ month: text('月份'), users: count('新用户'), bound: count('新绑定') })),
})
export type EyeBookChart = z.output<typeof EyeBookChart>

const egStatus = status('状态', egStates)
const minutes = (label: string) => count(label, { max: 1440 }).meta({ label, format: 'count', unit: 'min' })
const historyFields = {
  name: personal(name('姓名', { width: 90 }), 'name'),
  gender: gender.nullable(),
  birth: patientFields.birth,
  mobile: patientFields.mobile,
  school: patientFields.school,
  className: patientFields.className,
  deviceNo: text('设备号', { max: 40 }).nullable(),
  outdoorMinutes: minutes('每日户外').nullable(),
  nearMinutes: minutes('每日近距离用眼').nullable(),
  nearDistance: measure('近距离用眼距离', { block: [1, 200], unit: 'cm', step: 0.5, decimals: 1 }).nullable(),
  measuredOn: date('数据日期').nullable(),
}
/** A user of an eye-guardian device with the averages of the last upload. */
export const EgPatient = z.object({
  id: id('护眼用户'),
  hid: id('门店'),
  ...historyFields,
  pid: pid.nullable(),
  patientName: personal(text('会员', { width: 90 }), 'name').nullable(),
  memberNo: patientFields.memberNo.nullable(),
  status: egStatus,
  at: moment('导入时间'),
})
export type EgPatient = z.output<typeof EgPatient>
export const ImportEgPatient = z.object({
  name: historyFields.name,
  gender: historyFields.gender.optional(),
  birth: historyFields.birth.optional(),
  mobile: historyFields.mobile.optional(),
  school: historyFields.school.optional(),
  className: historyFields.className.optional(),
  deviceNo: historyFields.deviceNo.optional(),
  outdoorMinutes: historyFields.outdoorMinutes.optional(),
  nearMinutes: historyFields.nearMinutes.optional(),
  nearDistance: historyFields.nearDistance.optional(),
  measuredOn: historyFields.measuredOn.optional(),
})
export type ImportEgPatient = z.output<typeof ImportEgPatient>
export const EgQuery = z.object({
  hid: id('门店'),
  name: text('姓名、手机号或设备号').optional(),
  status: egStatus.optional(),
  matched: flag('已关联会员').optional(),
  ...pageSize,
})
export type EgQuery = z.output<typeof EgQuery>
export const EgPage = page(EgPatient)
export const EgTotal = z.object({
  total: count('护眼用户'),
  normal: count('正常'),
  stopped: count('停止服务'),
  matched: count('已关联会员'),
  outdoorShort: count('户外不足'),
})
export type EgTotal = z.output<typeof EgTotal>
export const EgLink = z.object({ id: id('护眼用户'), pid: pid.nullable() })
export const EgStatus = z.object({ id: id('护眼用户'), status: egStatus })

/** A member with WeChat. */
export const WechatMember = z.object({
  pid,
  memberNo: patientFields.memberNo,
  name: patientFields.name,
  gender: patientFields.gender,
  birth: patientFields.birth,
  mobile: patientFields.mobile,
  wechatName: personal(text('微信昵称', { width: 110 }), 'name').nullable(),
  wechatAt: moment('绑定时间').nullable(),
  lastVisitAt: patientFields.lastVisitAt.nullable(),
  marketing: flag('同意营销'),
  unread: count('未读'),
})
export type WechatMember = z.output<typeof WechatMember>
export const WechatQuery = z.object({
  hid: id('门店'),
  name: text('姓名/拼音/手机尾号/会员号').optional(),
  bound: flag('已绑定').optional(),
  ...pageSize,
})
export type WechatQuery = z.output<typeof WechatQuery>
export const WechatPage = page(WechatMember)
export const BindWechat = z.object({
  pid,
  wechatOpenId: text('微信标识', { max: 64 }).min(4),
  wechatName: text('微信昵称', { max: 50 }).nullish(),
})

/** The conversation with a member, oldest first; `simulated`: no WeChat is connected, and a page here can answer for the member. */
export const Chat = z.object({
  pid,
  wechatName: personal(text('微信昵称'), 'name').nullable(),
  bound: flag('已绑定'),
  simulated: flag('本地模拟'),
  list: z.array(ChatMessage),
  /** Messages WeChat still lets the clinic write: five in the 48 hours after the member's last (rule of 2023-06); without one, none. */
  replies: count('还可回复'),
  repliesUntil: moment('回复截止').nullable(),
})
export type Chat = z.output<typeof Chat>
export const SendChat = z.object({ pid, text: chatText })

/** A code the member scans to bind the own WeChat; `seconds` it is good for. */
export const WechatCode = z.object({
  pid,
  url: text('二维码内容'),
  scene: text('绑定码'),
  seconds: count('有效秒数'),
  simulated: flag('本地模拟'),
})
/** What WeChat sends with every call: who signed it when. In safe mode `msg_signature` signs the sealed body. */
const signing = {
  signature: text('签名').optional(),
  msg_signature: text('消息签名').optional(),
  timestamp: text('时间戳').optional(),
  nonce: text('随机数').optional(),
  encrypt_type: text('加密方式').optional(),
  openid: text('微信标识').optional(),
}
export const PushCheck = z.object({
  ...signing,
  echostr: text('回显', { max: 2000 }).optional(),
  headers: z.record(z.string(), z.unknown()).meta({ label: '通知头' }),
  body: z.string().meta({ label: '通知' }),
})
export const Push = PushCheck.omit({ echostr: true })
export type Push = z.output<typeof PushCheck>
/** What the simulated phone of a member does. */
export const PlayPhone = z.object({
  pid,
  act: word('动作', {
    text: '写消息',
    menu: '点菜单',
    follow: '关注',
    leave: '取消关注',
    scan: '扫绑定码',
    picture: '发图片',
    voice: '发语音',
    checkIn: '扫签到码',
  }),
  text: chatText.optional(),
})
