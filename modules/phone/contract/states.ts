import { states } from '#kernel/contract/index.ts'

/** What a member asked of the house about their data. */
export const requestStates = states({
  0: { name: 'open', label: '等门店答复', tone: 'warn' },
  1: { name: 'answered', label: '门店已答复', tone: 'ok' },
  2: { name: 'takenBack', label: '会员已撤回', tone: 'neutral' },
})
