/** Formats figures: money, pieces, shares, minutes, days, and changes. */
import { showMoney } from '#kernel/contract/index.ts'
import { t } from '#kernel/web/index.ts'
import type { StatFigure, StatValue } from '../contract/shapes.ts'
import type { Unit } from '../contract/views/view.ts'

export const numberOf = (v: StatValue | undefined): number | null => v?.amount ?? v?.count ?? null
export function formatValue(unit: Unit, v: StatValue | undefined): string {
  const n = numberOf(v)
  if (n === null) return '—'
  if (unit === 'money') return showMoney(n)
  if (unit === 'rate') return `${n.toFixed(1)}%`
  if (unit === 'minutes') return t`${n} 分钟`
  return unit === 'days' ? t`${n} 天` : n.toLocaleString('en-US')
}
const MOST = 10
/** Relative change; undefined without a base. */
export function changeOf(now: StatValue, then: StatValue): number | undefined {
  const [a, b] = [numberOf(now), numberOf(then)]
  // Against a negligible base every change is huge, so none is shown.
  return a === null || b === null || b <= 0 || Math.abs(a) > MOST * b ? undefined : Math.round(((a - b) / b) * 1000) / 10
}
/** True when a change is good, depending on the figure. */
export const toneOf = (f: StatFigure, change: number): string => (change === 0 ? '' : change > 0 === f.bad ? 'worse' : 'better')
export const percent = (n: number): string => `${n > 0 ? '+' : ''}${n.toFixed(1)}%`
