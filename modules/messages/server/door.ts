export { sendSms, smsRows } from './sms.ts'
export { markRead, messagesOf, postMessage, receiveMessage, repliesLeft, unreadOf } from './chat.ts'
