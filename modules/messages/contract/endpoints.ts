import { binary, done, get, outside, post, put } from '#kernel/contract/index.ts'
import { BySms, MessagePage, MessageQuery, Notice, Sms, SmsBalance, SmsCharge, SmsPage, SmsQuery, StoreOnly } from './shapes.ts'

export const messages = {
  'sms.notice': post('/sms/notice', {
    can: 'message:send',
    summary: 'Sends one registered notice to one number',
    input: Notice,
    reads: 'written',
    output: Sms,
    fails: ['sms_params'],
    perMinute: 60,
  }),
  'sms.list': get('/sms/list/{hid}', {
    can: 'message:view',
    summary: 'Ours: SMS of a store with delivery state and cost',
    input: SmsQuery,
    reads: 'many',
    output: SmsPage,
  }),
  'sms.export': outside.get('/sms/export/{hid}', {
    can: 'message:view',
    summary: 'Ours: SMS of a store as an Excel file',
    input: SmsQuery,
    reads: 'many',
    output: binary(),
    binary: true,
    timeout: 60,
  }),
  'sms.resend': put('/sms/resend/{id}', {
    can: 'message:send',
    summary: 'Ours: sends again what failed or was kept for want of balance',
    input: BySms,
    output: done(),
    fails: ['sms_sent', 'sms_secret', 'sms_balance'],
  }),
  'sms.balance': get('/sms/balance/{hid}', {
    can: 'session',
    summary: 'Ours: pieces a store has left and used this month',
    input: StoreOnly,
    output: SmsBalance,
  }),
  'account.sms-charge': post('/{product}/hospital/sms-charge', {
    can: 'message:charge',
    summary: 'Buys SMS pieces for a store out of its balance',
    input: SmsCharge,
    output: SmsBalance,
  }),
  'messages.list': get('/messages/list/{hid}', {
    can: 'message:view',
    summary: 'Ours: WeChat messages between a store and its members, newest first',
    input: MessageQuery,
    reads: 'many',
    output: MessagePage,
  }),
}
export default messages
