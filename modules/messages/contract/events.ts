import { event } from '#kernel/contract/index.ts'

/** WeChat takes no more messages to a member who has it: whoever knows when they may be written to sends it by SMS. */
export interface ChatClosed {
  messageId: number
  pid: number
  hid: number
}
export const chatClosed = event<ChatClosed>('messages.chat-closed')
