/** Days, money and powers as families read them. */
import { daysBetween } from '#kernel/contract/days.ts'
import { language, t } from '#kernel/web/i18n.ts'

const MINUS = '−'
export const yuan = (value: number): string =>
  `${value < 0 ? MINUS : ''}¥${Math.abs(value)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`
export const signed = (value: number, decimals = 2): string =>
  `${value < 0 ? MINUS : value > 0 ? '+' : ''}${Math.abs(value).toFixed(decimals)}`
/** 325 of −3.25 D, as opticians say it to families; an eye that is far-sighted says so. */
export const degrees = (value: number): string => {
  const hundred = Math.abs(Math.round(value * 100))
  if (hundred === 0) return t`0 度`
  return value < 0 ? t`近视 ${hundred} 度` : t`远视 ${hundred} 度`
}

const dateOf = (moment: string): Date => new Date(`${moment.slice(0, 10)}T00:00:00Z`)
export const weekday = (day: string): string =>
  dateOf(day).toLocaleDateString(language() === 'en' ? 'en-GB' : 'zh-CN', { weekday: 'short', timeZone: 'UTC' })
/** 11-28 周六. */
export const dayWords = (day: string): string => `${day.slice(5, 10)} ${weekday(day)}`
/** 11-28 周六 10:00. */
export const momentWords = (moment: string): string => `${dayWords(moment)} ${moment.slice(11, 16)}`
/** Today on the clinic's clock. The kernel's own clock brings zod along, which is a third of what these pages weigh. */
export const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
export const daysTo = (day: string): number => daysBetween(today(), day)

interface Growth {
  readonly eye: 'od' | 'os'
  readonly perYear: number
  readonly usual: number
  readonly days: number
  readonly pace: 'faster' | 'slower' | 'usual'
}
const NEARLY_A_YEAR = 300
/** The headline of a report, and the reason under it. */
export function growthWords({ eye, perYear, usual, days, pace }: Growth): { headline: string; reason: string } {
  const side = eye === 'od' ? t`右眼` : t`左眼`
  const [own, others] = [perYear.toFixed(2), usual.toFixed(2)]
  const grown =
    days >= NEARLY_A_YEAR
      ? t`${side}眼轴这一年长了约 ${own} 毫米，同龄孩子一般长 ${others} 毫米。`
      : t`${side}眼轴近 ${Math.round(days / 30.4375)} 个月的增长合每年约 ${own} 毫米，同龄孩子一般长 ${others} 毫米。`
  const headline = {
    slower: t`眼睛长得比同龄孩子慢`,
    usual: t`眼睛长得和同龄孩子差不多`,
    faster: t`眼睛长得比同龄孩子快`,
  }[pace]
  return { headline, reason: grown }
}
