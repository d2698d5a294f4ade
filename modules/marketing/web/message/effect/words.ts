import { t } from '#kernel/web/index.ts'

/** Number of the groups that were written to, added up. */
export const TOTAL = 9
export const armWord = (arm: number): string => (arm === 0 ? t`不发` : arm === TOTAL ? t`发了的合计` : t`写法 ${'ABC'[arm - 1] ?? ''}`)
export const points = (share: number): string => `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(1)}`
