/** One sentence a family understands: how long the eye is among others of its age, and whether it grew as they do. */
import { showNumber } from '#kernel/contract/index.ts'
import { t } from '#kernel/web/i18n.ts'
import { percentilesAt } from '../../contract/formulas.ts'
import type { Curve } from '../../contract/shapes.ts'
import { drawable, growthOf } from '../measures/axial.ts'

const MEDIAN = 4
/** mm a year that children of the age and sex grow in the middle of the table. */
const usualGrowth = (gender: number, age: number): number | undefined => {
  const [now, before] = [percentilesAt(gender, age)?.[MEDIAN], percentilesAt(gender, age - 1)?.[MEDIAN]]
  return now === undefined || before === undefined ? undefined : now - before
}
/** Nearer to the usual than this is as usual: what an optical biometer repeats within, mm. */
const ABOUT = 0.05

/** Undefined where the age, the sex or a year of growth is not known, or where the last length is doubted. The faster eye is told. */
export function plainWords(curve: Pick<Curve, 'al' | 'birth' | 'gender'>): string | undefined {
  const { gender } = curve
  const points = drawable(curve.al, curve.birth)
  const age = points.at(-1)?.age
  const eyes = (['od', 'os'] as const).flatMap((eye) => growthOf(points, eye, gender, curve.birth) ?? [])
  const [fastest] = eyes.filter((e) => e.perYear !== null).sort((a, b) => (b.perYear ?? 0) - (a.perYear ?? 0))
  const usual = gender === null || age === null || age === undefined ? undefined : usualGrowth(gender, age)
  if (!fastest || fastest.perYear === null || usual === undefined || gender === null || eyes.some((e) => e.doubted)) return undefined
  const side = fastest.eye === 'od' ? t`右眼` : t`左眼`
  const peers = gender === 0 ? t`同龄男孩` : t`同龄女孩`
  const [grown, typical] = [showNumber(fastest.perYear, 2), showNumber(usual, 2)]
  if (fastest.perYear > usual + ABOUT) return t`${side}眼轴这一年长了约 ${grown} 毫米，${peers}一般长 ${typical} 毫米：长得偏快。`
  if (fastest.perYear < usual - ABOUT) return t`${side}眼轴这一年长了约 ${grown} 毫米，${peers}一般长 ${typical} 毫米：长得偏慢。`
  return t`${side}眼轴这一年长了约 ${grown} 毫米，和${peers}差不多（一般 ${typical} 毫米）。`
}
