/** Values of figures in words: money, pieces, shares, minutes and days, and how they changed. */
import { showMoney } from '#kernel/contract/index.ts'
import { t } from '#kernel/web/index.ts'
import type { StatFigure, StatValue } from '../contract/shapes.ts'
import type { Unit } from '../contract/view.ts'

export const numberOf = (v: StatValue | undefined): number | null => v?.amount ?? v?.count ?? null
export function shown(unit: Unit, v: StatValue | undefined): string {
  const n = numberOf(v)
  if (n === null) return '—'
  if (unit === 'money') return showMoney(n)
  if (unit === 'rate') return `${n.toFixed(1)}%`
  if (unit === 'minutes') return t`${n} 分钟`
  return unit === 'days' ? t`${n} 天` : n.toLocaleString('en-US')
}
const MOST = 10
/** Change against another value, as a share of it; undefined where there is nothing to compare with. */
export function changeOf(now: StatValue, then: StatValue): number | undefined {
  const [a, b] = [numberOf(now), numberOf(then)]
  // Against next to nothing every change is a thousandfold: that says nothing.
  return a === null || b === null || b <= 0 || Math.abs(a) > MOST * b ? undefined : Math.round(((a - b) / b) * 1000) / 10
}
/** Whether a change is good news, by what the figure is about. */
export const toneOf = (f: StatFigure, change: number): string => (change === 0 ? '' : change > 0 === f.bad ? 'worse' : 'better')
export const percent = (n: number): string => `${n > 0 ? '+' : ''}${n.toFixed(1)}%`
