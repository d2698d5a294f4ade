/** Formats pairs, growth and time. Pure. */
import { ageOn } from '#kernel/contract/age.ts'
import { showNumber } from '#kernel/contract/format.ts'
import { t } from '#kernel/web/i18n.ts'

/** Right before left: `−3.00 / −2.625`; a dash for an eye without a value. */
export const pairOf = (od: number | null | undefined, os: number | null | undefined, show: (n: number) => string): string =>
  [od, os].map((n) => (n === null || n === undefined ? '—' : show(n))).join(' / ')
/** +0.35: growth always has a sign. */
export const speed = (n: number): string => `${n < 0 ? '−' : '+'}${showNumber(Math.round(Math.abs(n) * 100) / 100, 2)}`
/** P65, P<3. */
export const percentileWord = (p: number | '<3' | '>95' | null | undefined): string =>
  p === null || p === undefined ? '' : `P${typeof p === 'number' ? Math.round(p) : p}`
/** Whole months between two days. */
export function monthsBetween(from: string, to: string): number {
  const passed = ageOn(from.slice(0, 10), to.slice(0, 10))
  return passed?.months ?? 0
}
export const monthsWord = (months: number): string => (months < 1 ? t`不到 1 个月` : t`${months} 个月`)
