import { states } from '#kernel/contract/index.ts'

/** A text message to a phone. Taken by the provider is not yet delivered; without pieces left it is kept and not sent. */
export const smsStates = states(
  {
    0: { name: 'waiting', label: '待发送', tone: 'neutral' },
    1: { name: 'taken', label: '已提交', tone: 'info' },
    2: { name: 'delivered', label: '已送达', tone: 'ok' },
    3: { name: 'failed', label: '失败', tone: 'bad' },
    4: { name: 'unpaid', label: '余额不足', tone: 'warn' },
  },
  { sent: [1, 2], again: [3, 4], alone: [0] },
)
/** A message in a member's chat. */
export const messageStates = states({
  0: { name: 'sending', label: '发送中', tone: 'neutral' },
  1: { name: 'sent', label: '已发送', tone: 'ok' },
  2: { name: 'failed', label: '失败', tone: 'bad' },
  3: { name: 'bySms', label: '已改发短信', tone: 'info' },
  4: { name: 'owed', label: '待发短信', tone: 'warn' },
})
/** A picture or voice a member sent: WeChat gives it out for three days. */
export const mediaStates = states({
  0: { name: 'waiting', label: '获取中', tone: 'neutral' },
  1: { name: 'kept', label: '已保存', tone: 'ok' },
  2: { name: 'lost', label: '无法获取', tone: 'bad' },
})
