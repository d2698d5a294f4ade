/** Facts that change care today, most urgent first, at most three. Pure. */
import { ageOn, daysBetween, showDioptre, sphericalEquivalent, eyeOf, type Tone } from '#kernel/contract/index.ts'
import { t } from '#kernel/web/i18n.ts'
import { FAST_GROWTH } from '#modules/exams/contract/formulas/formulas.ts'
import { paceOf, usualGrowth } from '#modules/exams/contract/growth/growth.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import type { MemberFile } from '../contract/shapes.ts'
import { pairOf, speed } from './words.ts'

export interface Alert {
  readonly tone: Tone
  readonly word: string
  readonly text: string
}
const MOST = 3
/** Growth in mm per year that counts as fast, as in the examination form. */
const FAST = FAST_GROWTH.mmPerYear
/** Deviation of the current glasses from the last refraction that is reported, D. */
const MISSES = 0.5

export function alertsOf(file: MemberFile, today: string): readonly Alert[] {
  return [fastOf(file), lateOf(file), missingOf(file), paperOf(file, today), overdueOf(file, today), owedOf(file)]
    .filter((alert) => alert !== undefined)
    .slice(0, MOST)
}

/** Growth above the fast threshold, or above the norm for the age by more than the instrument's error. */
function fastOf({ now: { growth }, member }: MemberFile): Alert | undefined {
  const rates = [growth?.od, growth?.os].flatMap((g) =>
    g && g.perYear !== null && g.since !== null ? [{ ...g, perYear: g.perYear, since: g.since }] : [],
  )
  const [fastest] = rates.sort((a, b) => b.perYear - a.perYear)
  if (!fastest || Math.round(fastest.perYear * 100) / 100 <= FAST) return undefined
  const age = member.birth ? ageOn(member.birth, fastest.at) : null
  const usual = age && member.gender !== null ? usualGrowth(member.gender, age.decimal) : undefined
  if (paceOf(fastest.perYear, usual ?? FAST, daysBetween(fastest.since, fastest.at)) !== 'faster') return undefined
  const own = t`${fastest.since.slice(0, 10)} 至今每年 ${pairOf(growth?.od?.perYear, growth?.os?.perYear, speed)} mm`
  return { tone: 'warn', word: t`眼轴偏快`, text: usual === undefined ? own : `${own}${t`，同龄 ${speed(usual)}`}` }
}

/** Current glasses against the last refraction. */
function missingOf({ now: { se, wearing } }: MemberFile): Alert | undefined {
  if (!se || !wearing) return undefined
  const miss = (side: 'Od' | 'Os', refracted: number | null) => {
    const worn = eyeOf(wearing, side)
    return worn && refracted !== null ? refracted - sphericalEquivalent(worn) : null
  }
  const [od, os] = [miss('Od', se.od), miss('Os', se.os)]
  if (Math.max(Math.abs(od ?? 0), Math.abs(os ?? 0)) < MISSES) return undefined
  return { tone: 'warn', word: t`度数不符`, text: t`现镜差 ${pairOf(od, os, showDioptre)} D` }
}

function paperOf({ rx }: MemberFile, today: string): Alert | undefined {
  if (!rx) return undefined
  if (rx.status === prescriptionMachine.is.draft) return { tone: 'warn', word: t`处方待签字`, text: rx.rxNo }
  return rx.validUntil < today ? { tone: 'neutral', word: t`处方已过有效期`, text: rx.validUntil } : undefined
}
const lateOf = ({ orders }: MemberFile): Alert | undefined => {
  const late = orders?.find((order) => order.late)
  return late && { tone: 'bad', word: t`订单逾期`, text: `${late.orderNo} ${(late.promisedAt ?? '').slice(0, 10)}` }
}
const overdueOf = ({ next }: MemberFile, today: string): Alert | undefined =>
  next.due && next.due < today && !next.booked ? { tone: 'warn', word: t`复查已过期`, text: t`应于 ${next.due} 前复查` } : undefined
const owedOf = ({ owed }: MemberFile): Alert | undefined =>
  owed?.bills ? { tone: 'warn', word: t`待收费`, text: t`${owed.bills} 张收费单` } : undefined
