/** 本地发件箱: nothing is sent; the message is read on the outbox screen. A number ending in 0000 fails, so that failures can be seen. */
import { clinicNow } from '#kernel/contract/index.ts'
import type { SmsPort, SmsReply } from './port.ts'

const answered: SmsReply[] = []
/** Answers a message of the outbox, as the phone would. */
export const answerLocally = (mobile: string, text: string): void =>
  void answered.push({ no: `LOCAL-R${answered.length + 1}-${process.pid}`, mobile, text })

export const localSms = (now: () => string = clinicNow): SmsPort => ({
  label: '本地发件箱',
  simulated: true,
  send: ({ mobile, no }) =>
    Promise.resolve(mobile.endsWith('0000') ? { taken: false, reason: '号码无效（本地模拟）' } : { taken: true, receipt: `LOCAL${no}` }),
  replies: () => Promise.resolve([...answered]),
  stateOf: () => Promise.resolve({ status: 'delivered', at: now() }),
})
