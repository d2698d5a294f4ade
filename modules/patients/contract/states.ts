import { states } from '#kernel/contract/index.ts'

/** A member's record. One that was deleted or merged stays, out of every list: what was written of a person is never lost. */
export const patientStates = states({
  0: { name: 'present', label: '会员' },
  9: { name: 'deleted', label: '已删除' },
})
export const cardStates = states({
  0: { name: 'tied', label: '使用中', tone: 'ok' },
  1: { name: 'untied', label: '已解绑', tone: 'neutral' },
})
/** A user of the eye-care service. */
export const egStates = states({
  0: { name: 'served', label: '正常', tone: 'ok' },
  1: { name: 'stopped', label: '停止服务', tone: 'neutral' },
})
/** Where a member stands with one kind of consent: one given to a former text counts no more. */
export const consenting = states({
  0: { name: 'none', label: '未取得', tone: 'neutral' },
  1: { name: 'given', label: '已同意', tone: 'ok' },
  2: { name: 'outdated', label: '需重新确认', tone: 'warn' },
  3: { name: 'withdrawn', label: '已撤回', tone: 'bad' },
})
