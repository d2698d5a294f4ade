import { date, flag, page, perPage, text, z } from '#kernel/contract/index.ts'
import { balance, messageFields, mobile, noticeTemplate, purpose, smsFields, smsId, smsPackage, smsStatus } from './fields.ts'

export const Sms = z.object(smsFields)
export type Sms = z.output<typeof Sms>
export const SmsQuery = z.object({
  hid: smsFields.hid,
  mobile: text('手机号').optional(),
  status: smsStatus.optional(),
  purpose: purpose.optional(),
  startDate: date('开始日期').optional(),
  endDate: date('结束日期').optional(),
  ...perPage,
})
export const SmsPage = page(Sms)
export const BySms = z.object({ id: smsId })
/** POST /sms/notice: one registered template, filled in, to one number. */
export const Notice = z.object({
  hid: smsFields.hid,
  mobile,
  template: noticeTemplate,
  params: z.record(z.string().max(40), z.string().trim().max(200)).default({}).meta({ label: '模板参数' }),
})
/** Remaining pieces of a store, this month's use, and the SMS service. */
export const SmsBalance = z.object({
  hid: smsFields.hid,
  balance,
  sentThisMonth: z.int().meta({ label: '本月发送（条）', format: 'count' }),
  failedThisMonth: z.int().meta({ label: '本月失败（条）', format: 'count' }),
  service: text('短信服务'),
  simulated: flag('本地模拟'),
})
export type SmsBalance = z.output<typeof SmsBalance>
export const SmsCharge = z.object({ hid: smsFields.hid, number: smsPackage })
export const StoreOnly = z.object({ hid: smsFields.hid })

export const ChatMessage = z.object(messageFields)
export type ChatMessage = z.output<typeof ChatMessage>
export const MessageQuery = z.object({ hid: smsFields.hid, ...perPage })
export const MessagePage = page(ChatMessage)
