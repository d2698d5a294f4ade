import { states } from '#kernel/contract/index.ts'

/** What a member asked of the house about their data. */
export const requestStates = states({
  0: { name: 'open', label: '待处理', tone: 'warn' },
  1: { name: 'answered', label: '已处理', tone: 'ok' },
  2: { name: 'takenBack', label: '已撤回', tone: 'neutral' },
})
