export { sendSms, smsRows } from './sms.ts'
export { fetchAgain, mediaFile } from './media.ts'
export { messagesOwed, sentBySms, smsWaits, smsWithheld } from './by-sms.ts'
export { markRead, messagesOf, postMessage, receiveMessage, repliesLeft, unreadOf } from './chat.ts'
