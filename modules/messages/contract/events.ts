import { event } from '#kernel/contract/index.ts'

/** WeChat refuses further messages to a member. The module that knows permitted times sends the message by SMS. */
export interface ChatClosed {
  messageId: number
  pid: number
  hid: number
}
export const chatClosed = event<ChatClosed>('messages.chat-closed')
