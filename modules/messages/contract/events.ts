import { event } from '#kernel/contract/index.ts'

/** WeChat refuses further messages to a member. The module that knows permitted times sends the message by SMS. */
export interface ChatClosed {
  messageId: number
  pid: number
  hid: number
}
export const chatClosed = event<ChatClosed>('messages.chat-closed')

/** The provider refused a message; its pieces are back. */
export interface SmsFailed {
  smsId: number
  reason: string
}
export const smsFailed = event<SmsFailed>('messages.sms-failed')
/** Somebody answered a message of a store. */
export interface SmsReplied {
  hid: number
  mobile: string
  text: string
}
export const smsReplied = event<SmsReplied>('messages.sms-replied')

/** WeChat did not take a template message: the member follows no more, or refuses such messages. */
export interface TemplateRefused {
  messageId: number
  reason: string
}
export const templateRefused = event<TemplateRefused>('messages.template-refused')
