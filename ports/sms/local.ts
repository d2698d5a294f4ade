/** 本地发件箱: nothing is sent; the message is read on the outbox screen. A number ending in 0000 fails, so that failures can be seen. */
import { clinicNow } from '#kernel/contract/index.ts'
import { keepLocally, localReplies } from '../inbox.ts'
import type { SmsPort } from './port.ts'

export const localSms = (now: () => string = clinicNow): SmsPort => ({
  label: '本地发件箱',
  simulated: true,
  send: ({ mobile, no, text }) => {
    if (mobile.endsWith('0000')) return Promise.resolve({ taken: false, reason: '号码无效（本地模拟）' })
    keepLocally(mobile, { channel: '短信', text: `【明眸】${text}` })
    return Promise.resolve({ taken: true, receipt: `LOCAL${no}` })
  },
  replies: () => Promise.resolve(localReplies()),
  stateOf: () => Promise.resolve({ status: 'delivered', at: now() }),
})
