/** A drawing in words: a line for each shape, for whoever hears it and for the report, and the sentences it suggests. */
import type { PaperWords } from '#kernel/contract/index.ts'
import {
  clockOf,
  frameOf,
  isRound,
  lengthOf,
  stamps,
  templates,
  zoneOf,
  type Frame,
  type ImagePoint,
  type MarkShape,
  type Zone,
} from './marks.ts'

export type SpokenEye = 'OD' | 'OS' | 'OU'
const zones: Readonly<Record<Zone, string>> = {
  central: '中央',
  superior: '上方',
  inferior: '下方',
  nasal: '鼻侧',
  temporal: '颞侧',
  outside: '范围外',
}
/** Of both eyes together there is no side of the nose: only the clock is said. */
const sided = (zone: Zone) => zone === 'nasal' || zone === 'temporal'

function quarterOf(point: ImagePoint, { t }: PaperWords): string {
  if (point.y < 500) return point.x < 500 ? t`左上` : t`右上`
  return point.x < 500 ? t`左下` : t`右下`
}
/** Where a place is: 角膜 4 点 下方. */
function placeOf(point: ImagePoint, frame: Frame | undefined, eye: SpokenEye, words: PaperWords): string {
  const { t, tr } = words
  if (!frame || !isRound(frame)) return `${frame ? tr(templates[frame.template]) : t`图像`} ${quarterOf(point, words)}`
  const zone = zoneOf(point, frame, eye)
  const name = tr(templates[frame.template])
  if (zone === 'central') return `${name} ${tr(zones.central)}`
  const hour = t`${name} ${clockOf(point, frame)} 点`
  return eye === 'OU' && sided(zone) ? hour : `${hour} ${tr(zones[zone])}`
}
const gradeOf = (grade: number, { t }: PaperWords) => t`${grade} 级`

/** One shape among those it was drawn with: `角膜 4 点 下方：着染 2 级`. */
export function spoken(shape: MarkShape, shapes: readonly MarkShape[], eye: SpokenEye, words: PaperWords): string {
  const { t, tr } = words
  const frame = frameOf(shapes)
  if (shape.tool === 'frame') return t`${tr(templates[shape.template])}模板，直径 ${shape.mm.toFixed(1)} mm`
  if (shape.tool === 'measure') {
    const mm = lengthOf(shape.from, shape.to, frame)
    return mm === undefined ? t`测量线（放上模板后显示毫米）` : t`测量 ${mm.toFixed(2)} mm`
  }
  if (shape.tool === 'pen') return `${placeOf(middleOf(shape.points), frame, eye, words)}: ${t`手绘线`}`
  if (shape.tool === 'text') return `${placeOf(shape.at, frame, eye, words)}: “${shape.text}”`
  const grade = shape.grade === undefined ? '' : ` ${gradeOf(shape.grade, words)}`
  return `${placeOf(shape.at, frame, eye, words)}: ${tr(stamps[shape.stamp])}${grade}`
}
const middleOf = (points: readonly ImagePoint[]): ImagePoint => ({
  x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
  y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
})

/** What drawings suggest to write, the worst grade of each zone: somebody reads it and writes it, or does not. */
export function suggested(shapes: readonly MarkShape[], eye: SpokenEye, words: PaperWords): string[] {
  const { tr } = words
  const frame = frameOf(shapes)
  const worst = new Map<string, number>()
  for (const s of shapes) {
    if (s.tool !== 'stamp' || s.grade === undefined || !frame) continue
    const where = isRound(frame) ? tr(zones[zoneOf(s.at, frame, eye)]) : tr(templates[frame.template])
    const what = `${where} ${tr(stamps[s.stamp])}`
    worst.set(what, Math.max(worst.get(what) ?? 0, s.grade))
  }
  return [...worst].map(([what, grade]) => `${what} ${gradeOf(grade, words)}`)
}
