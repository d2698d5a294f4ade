import { states } from '#kernel/contract/index.ts'

export const staffStates = states({
  0: { name: 'working', label: '启用', tone: 'ok' },
  1: { name: 'stopped', label: '停用', tone: 'warn' },
  2: { name: 'left', label: '离职', tone: 'neutral' },
})
export const accountStates = states({
  0: { name: 'on', label: '启用', tone: 'ok' },
  1: { name: 'off', label: '停用', tone: 'warn' },
})
/** Derived from the expiry of a clinician's licence. */
export const staffLicence = states({
  0: { name: 'none', label: '未登记', tone: 'neutral' },
  1: { name: 'valid', label: '有效', tone: 'ok' },
  2: { name: 'ending', label: '三个月内到期', tone: 'warn' },
  3: { name: 'expired', label: '已过期', tone: 'bad' },
})
