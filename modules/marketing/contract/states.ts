import { states } from '#kernel/contract/index.ts'

/** A task of messages. */
export const taskStates = states(
  {
    0: { name: 'waiting', label: '待发送', tone: 'neutral' },
    1: { name: 'sending', label: '发送中', tone: 'info' },
    2: { name: 'sent', label: '已发送', tone: 'ok' },
    3: { name: 'failed', label: '失败', tone: 'bad' },
  },
  { open: [0, 1], over: [2, 3] },
)
/** One number of a task. */
export const recipientStates = states(
  {
    0: { name: 'waiting', label: '排队', tone: 'neutral' },
    1: { name: 'handed', label: '已发出', tone: 'ok' },
    2: { name: 'failed', label: '失败', tone: 'bad' },
    3: { name: 'takenBack', label: '已撤回', tone: 'warn' },
    4: { name: 'control', label: '对照，不发', tone: 'neutral' },
  },
  { written: [0, 1, 2, 3], inPeace: [4] },
)
/** A segment, and a tag with a rule. */
export const ruleStates = states({
  0: { name: 'active', label: '使用中', tone: 'ok' },
  1: { name: 'stopped', label: '已停用', tone: 'neutral' },
})
/** A wording on its way through the operators. */
export const templateStates = states({
  0: { name: 'pending', label: '待报备', tone: 'warn' },
  1: { name: 'passed', label: '已通过', tone: 'ok' },
  2: { name: 'rejected', label: '已驳回', tone: 'bad' },
})
