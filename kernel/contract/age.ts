/** The age of a person at a day: the one place that counts it, for papers, lists, curves and rules. */
import { daysBetween } from './days.ts'
import { clinicNow } from './format.ts'
import type { PaperWords } from './paper.ts'
import { wordsIn } from './words.ts'

export interface Age {
  /** Whole years by the calendar: a birthday not reached does not count. */
  years: number
  /** Whole months since birth. */
  months: number
  /** Years with .5 from the sixth month on. */
  halfYear: string
  /** Years with decimals, days over 365.25. */
  decimal: number
}

export { daysBetween }
/** Longer than anybody has lived (122 years). */
const LONGEST_LIFE = 130
/** The age at a day; null at a day outside of a life: before birth, or when nobody born then is alive. */
export function ageOn(birth: string, on: string): Age | null {
  // A day has three parts.
  const [by, bm, bd] = birth.slice(0, 10).split('-').map(Number) as [number, number, number]
  const [y, m, d] = on.slice(0, 10).split('-').map(Number) as [number, number, number]
  const months = (y - by) * 12 + (m - bm) - (d < bd ? 1 : 0)
  const years = Math.floor(months / 12)
  if (!(months >= 0 && years <= LONGEST_LIFE)) return null
  return { years, months, halfYear: `${years}.${months % 12 >= 6 ? 5 : 0}`, decimal: daysBetween(birth, on) / 365.25 }
}

/** True when something can have been measured at a moment: not after today, and in the life of the person where the birth is known. */
export const inLife = (birth: string | null | undefined, moment: string, today = clinicNow()): boolean =>
  moment.slice(0, 10) <= today.slice(0, 10) && (!birth || ageOn(birth, moment) !== null)

/** What stands in place of an age that cannot be: the day of birth or the other one is wrong. */
export const WRONG_DATE = '日期有误'
/** 11 岁 4 月; whole years from 18 on. */
export const showAge = (birth: string | null | undefined, on: string): string => ageIn(IN_CHINESE, birth, on)
/** The same in the words of a paper or a page. */
export function ageIn({ t, tr }: Pick<PaperWords, 't' | 'tr'>, birth: string | null | undefined, on: string): string {
  if (!birth || !on) return '—'
  const age = inLife(birth, on) ? ageOn(birth, on) : null
  if (!age) return tr(WRONG_DATE)
  return age.years >= 18 ? t`${age.years} 岁` : t`${age.years} 岁 ${age.months % 12} 月`
}
const IN_CHINESE = wordsIn({}, false)
