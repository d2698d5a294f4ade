/** Drawings on a picture: shapes in thousandths of its width, and where on the eye a place of them is. They never write a finding. */
import { measure, text, word, z } from '#kernel/contract/index.ts'

/** Thousandths of the picture's width from its upper left corner; a picture is at most four times as high as it is wide. */
const x = z.number().min(0).max(1000).meta({ label: '横' })
const y = z.number().min(0).max(4000).meta({ label: '纵' })
const point = z.object({ x, y })
export type ImagePoint = z.output<typeof point>

/** What a stamp means. `graded` ones carry 0–4 of the examination's scale. */
export const stamps = {
  stain: '着染',
  infiltrate: '浸润',
  vessel: '新生血管',
  foreign: '异物',
  scar: '瘢痕',
  lens: '镜片边缘',
  arrow: '箭头',
} as const
const graded: ReadonlySet<string> = new Set(['stain', 'infiltrate', 'vessel'])

/** What the picture shows: it says how places on it are called. */
export const templates = {
  cornea: '角膜',
  front: '眼前节',
  lids: '眼睑',
  lens: '晶状体',
  fundus: '眼底',
  tear: '泪膜',
  fluorescein: '荧光图',
} as const
/** Named by the clock and by zones within the circle of the cornea; elsewhere by the quarters of the picture. */
const round: ReadonlySet<string> = new Set(['cornea', 'front', 'lens', 'fluorescein'])

const grade = z.literal([0, 1, 2, 3, 4]).meta({ label: '分级' })
export const MarkShape = z.discriminatedUnion('tool', [
  /**
   * The template laid on the picture: the circle of the cornea, `mm` its diameter (white to white). It is the scale of everything measured.
   */
  z.object({
    tool: z.literal('frame'),
    template: word('模板', templates),
    at: point,
    r: z.number().min(10).max(2000).meta({ label: '半径' }),
    mm: measure('角膜直径', { block: [8, 15], unit: 'mm', step: 0.1, decimals: 1 }),
  }),
  z.object({ tool: z.literal('stamp'), stamp: word('标记', stamps), at: point, grade: grade.optional() }),
  z.object({ tool: z.literal('pen'), points: z.array(point).min(2).max(400) }),
  z.object({ tool: z.literal('text'), at: point, text: text('文字', { max: 60 }).min(1) }),
  z.object({ tool: z.literal('measure'), from: point, to: point }),
])
export type MarkShape = z.output<typeof MarkShape>
export type Frame = Extract<MarkShape, { tool: 'frame' }>
export const Shapes = z.array(MarkShape).max(200).meta({ label: '标注' })

/** A shape in one word, whatever the order of its keys: the database keeps them in its own. */
const wordFor = (shape: MarkShape): string =>
  JSON.stringify(shape, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  )
/** Of two drawings that began as `base`, both: what either added stands, what either took away is gone. */
export function merged(base: readonly MarkShape[], mine: readonly MarkShape[], theirs: readonly MarkShape[]): MarkShape[] {
  const words = (shapes: readonly MarkShape[]) => new Set(shapes.map(wordFor))
  const [before, here, there] = [words(base), words(mine), words(theirs)]
  const kept = (word: string) => !before.has(word) || here.has(word)
  const added = (word: string) => !before.has(word) && !there.has(word)
  return [...theirs.filter((shape) => kept(wordFor(shape))), ...mine.filter((shape) => added(wordFor(shape)))]
}

export const frameOf = (shapes: readonly MarkShape[]): Frame | undefined => shapes.find((s): s is Frame => s.tool === 'frame')
const distance = (a: ImagePoint, b: ImagePoint) => Math.hypot(a.x - b.x, a.y - b.y)
/** Length between two points, mm; undefined without a frame to measure by. */
export const lengthOf = (from: ImagePoint, to: ImagePoint, frame: Frame | undefined): number | undefined =>
  frame && Math.round(((distance(from, to) * frame.mm) / (2 * frame.r)) * 100) / 100

/** Clock hour 1–12 of a place around the centre, as the examiner sees it. */
export function clockOf(spot: ImagePoint, { at: centre }: Pick<Frame, 'at'>): number {
  const turned = (Math.atan2(spot.x - centre.x, centre.y - spot.y) / (2 * Math.PI)) * 12
  return Math.round(turned + 12) % 12 || 12
}
/** The five zones of the cornea (central within a third of its radius, else the quadrant by its side): what staining is graded in. */
export type Zone = 'central' | 'superior' | 'inferior' | 'nasal' | 'temporal' | 'outside'
export function zoneOf(spot: ImagePoint, frame: Frame, eye: 'OD' | 'OS' | 'OU'): Zone {
  const far = distance(spot, frame.at) / frame.r
  if (far > 1) return 'outside'
  if (far <= 1 / 3) return 'central'
  const [dx, dy] = [spot.x - frame.at.x, spot.y - frame.at.y]
  if (Math.abs(dy) >= Math.abs(dx)) return dy < 0 ? 'superior' : 'inferior'
  // The examiner looks at the face: the nose stands to the right of the right eye.
  return dx > 0 === (eye !== 'OS') ? 'nasal' : 'temporal'
}
export const isGraded = (stamp: keyof typeof stamps): boolean => graded.has(stamp)
export const isRound = ({ template }: Pick<Frame, 'template'>): boolean => round.has(template)
