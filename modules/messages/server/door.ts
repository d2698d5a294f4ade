export { sendSms } from './sms.ts'
export { markRead, messagesOf, postMessage, receiveMessage, unreadOf } from './chat.ts'
