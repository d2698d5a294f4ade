/** One sentence a family understands: how long the eye is among others of its age, and whether it grew as they do. */
import { daysBetween, inLife, showNumber, type PaperWords } from '#kernel/contract/index.ts'
import { growthOf, paceOf, usualGrowth } from './growth.ts'
import type { Curve } from '../shapes.ts'

/** Undefined where the age, the sex or a year of growth is not known, or where the last length is doubted. The faster eye is told. */
export function plainWords(curve: Pick<Curve, 'al' | 'birth' | 'gender'>, { t }: Pick<PaperWords, 't'>): string | undefined {
  const { gender } = curve
  const points = curve.al.filter((p) => inLife(curve.birth, p.at))
  const age = points.at(-1)?.age
  const eyes = (['od', 'os'] as const).flatMap((eye) => growthOf(points, eye, gender, curve.birth) ?? [])
  const [fastest] = eyes.filter((e) => e.perYear !== null).sort((a, b) => (b.perYear ?? 0) - (a.perYear ?? 0))
  const usual = gender === null || age === null || age === undefined ? undefined : usualGrowth(gender, age)
  if (!fastest || fastest.perYear === null || fastest.since === null || usual === undefined || eyes.some((e) => e.doubted)) return undefined
  const side = fastest.eye === 'od' ? t`右眼` : t`左眼`
  const peers = gender === 0 ? t`同龄男孩` : t`同龄女孩`
  const [perYear, typical] = [showNumber(fastest.perYear, 2), showNumber(usual, 2)]
  const days = daysBetween(fastest.since, fastest.at)
  const grown =
    days >= NEARLY_A_YEAR
      ? t`${side}眼轴这一年长了约 ${perYear} 毫米`
      : t`${side}眼轴近 ${Math.round(days / 30.4375)} 个月的增长合每年约 ${perYear} 毫米`
  const pace = paceOf(fastest.perYear, usual, days)
  if (pace === 'faster') return t`${grown}，${peers}一般长 ${typical} 毫米：长得偏快。`
  if (pace === 'slower') return t`${grown}，${peers}一般长 ${typical} 毫米：长得偏慢。`
  return t`${grown}，和${peers}差不多（一般 ${typical} 毫米）。`
}
/** A growth of fewer days is not called a year's. */
const NEARLY_A_YEAR = 300
