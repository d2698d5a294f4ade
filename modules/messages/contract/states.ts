import { states } from '#kernel/contract/index.ts'

/** A text message. Accepted by the provider is not delivered yet; without remaining pieces it is stored unsent. */
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
/** A picture or voice of a member: WeChat provides it for three days. */
export const mediaStates = states({
  0: { name: 'waiting', label: '获取中', tone: 'neutral' },
  1: { name: 'kept', label: '已保存', tone: 'ok' },
  2: { name: 'lost', label: '无法获取', tone: 'bad' },
})
