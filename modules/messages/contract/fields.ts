import { choice, count, flag, id, moment, money, phone, text, word, z, status, personal } from '#kernel/contract/index.ts'
import { smsPackages, templates, type SmsTemplate } from './templates.ts'
import { mediaStates, messageStates, smsStates } from './states.ts'

export const smsId = id('短信')
const messageId = id('消息')
export const smsStatus = status('状态', smsStates)
export const purpose = word('用途', { code: '验证码', notice: '通知', marketing: '营销' })
const messageStatus = status('状态', messageStates)
export const mobile = phone('手机号')
export const chatText = text('消息', { max: 600, format: 'long' }).min(1)
/** Templates that staff may send; only the server sends codes. */
const byHand = Object.fromEntries(
  Object.entries(templates)
    .filter(([, t]) => t.purpose !== 'code')
    .map(([key, t]) => [key, t.label]),
) as Record<Exclude<SmsTemplate, 'code' | 'password-changed' | 'wechat-bound'>, string>
export const noticeTemplate = word('模板', byHand)
export const smsPackage = choice(
  '条数',
  Object.fromEntries(Object.entries(smsPackages).map(([pieces, fen]) => [pieces, `${pieces} 条 · ¥${(fen / 100).toFixed(0)}`])) as Record<
    keyof typeof smsPackages,
    string
  >,
)
export const smsFields = {
  smsId,
  hid: id('门店'),
  pid: id('会员').nullable(),
  mobile: personal(mobile),
  template: text('模板'),
  text: personal(text('内容', { max: 1000 })),
  purpose,
  status: smsStatus,
  pieces: count('条数', { adds: true }),
  cost: money('费用'),
  reason: text('原因', { max: 500 }).nullable(),
  createdAt: moment('时间'),
  sentAt: moment('提交时间').nullable(),
  deliveredAt: moment('送达时间').nullable(),
}
export const messageFields = {
  messageId,
  pid: id('会员'),
  inbound: flag('会员发来'),
  text: personal(chatText),
  status: messageStatus,
  reason: text('原因', { max: 500 }).nullable(),
  readAt: moment('已读时间').nullable(),
  createdAt: moment('时间'),
  /** Of a picture or voice message; null for text. */
  mediaKind: word('附件', { picture: '图片', voice: '语音' }).nullable(),
  mediaStatus: status('附件状态', mediaStates).nullable(),
  mediaMime: text('附件类型').nullable(),
  /** Number of download attempts. */
  mediaTries: count('获取次数').nullable(),
  mediaReason: text('附件原因', { max: 500 }).nullable(),
  /** Of a message sent by SMS instead. */
  smsStatus: status('短信状态', smsStates).nullable(),
}
export const balance = z.int().meta({ label: '短信余额（条）', format: 'count' })
