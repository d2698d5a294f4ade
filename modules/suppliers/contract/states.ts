import { states } from '#kernel/contract/index.ts'

/** Derived from the licence's expiry: an expired supplier is locked, whatever its status. */
export const supplierLicence = states({
  0: { name: 'valid', label: '有效', tone: 'ok' },
  1: { name: 'ending', label: '30 天内到期', tone: 'warn' },
  2: { name: 'expired', label: '已过期，锁定', tone: 'bad' },
  3: { name: 'none', label: '未登记', tone: 'neutral' },
})
