/** What a prescription's lines are for, and what an order of one type takes over of them: the same on the form and on the server. */
import { eyeOf, type EyePower } from '#kernel/contract/index.ts'
import { nearPdOfEye } from '#modules/exams/contract/formulas/formulas.ts'

const NAMES = ['ds', 'dc', 'ax', 'add', 'prism', 'base', 'pd', 'ph'] as const
type Name = `${(typeof NAMES)[number]}${'Od' | 'Os'}`
/** Powers of a pair of eyes, spelled as on the wire. */
type Spelled = { readonly [K in Name]?: number | string | null | undefined }
/** A line of a prescription, as far as an order reads it. */
export interface PrescriptionUseLine extends Spelled {
  readonly lineId: number
  /** 1 far, 2 near, 3 progressive, 4 contact lens, 5 intermediate, 6 ortho-k, 7 training. */
  readonly kind: number
}
/** Uses that spectacles are made for: a contact lens sits elsewhere, an ortho-k lens and a training plan are no glasses. */
const SPECTACLES: ReadonlySet<number> = new Set([1, 2, 3, 5])
/** Uses a type of glasses is made from, the fitting one first. */
const USES: Readonly<Record<number, readonly number[]>> = { 1: [1], 2: [2, 5], 3: [3], 4: [3], 5: [1], 6: [1, 3], 7: [1, 2, 5, 3] }
const WORKING_DISTANCE = 400

/**
 * The line that glasses of a type follow: the one named, else the first of a fitting use, else any for spectacles; none for contact lenses
 * only.
 */
export function lineFor<L extends PrescriptionUseLine>(lines: readonly L[], type: number, lineId?: number | null): L | undefined {
  const able = lines.filter((l) => SPECTACLES.has(l.kind))
  if (lineId) return able.find((l) => l.lineId === lineId)
  const fitting = (USES[type] ?? []).flatMap((kind) => able.find((l) => l.kind === kind) ?? [])
  return fitting[0] ?? able[0]
}
/** True when a line of this use is what the type is made from. */
export const fitsUse = (type: number, kind: number): boolean => (USES[type] ?? []).includes(kind)

/** The type of glasses a prescription asks for first: near where it has a near line only, progressive where it says so, else far. */
export function usualType(lines: readonly PrescriptionUseLine[] | undefined): number {
  const kind = lines?.find((l) => SPECTACLES.has(l.kind))?.kind
  return kind === 3 ? 3 : kind === 2 || kind === 5 ? 2 : 1
}

/**
 * The powers an order takes over of its line. Near glasses from a far or progressive line carry its addition in the sphere and the near
 * distance of the eyes (at 40 cm, to 0.5 mm); single-vision glasses leave an addition and a height behind.
 */
export function takenOver(line: PrescriptionUseLine, type: number): Readonly<Record<string, number | string | null>> {
  const taken: Record<string, number | string | null> = {}
  for (const side of ['Od', 'Os'] as const) {
    for (const name of NAMES) taken[`${name}${side}`] = line[`${name}${side}`] ?? null
    const eye = eyeOf(line, side)
    if (!eye) continue
    if (nearFrom(line, type, eye)) {
      taken[`ds${side}`] = eye.sph + (eye.add ?? 0)
      taken[`pd${side}`] = eye.pd === null ? null : nearPdOfEye(eye.pd, WORKING_DISTANCE)
    }
    if (!MULTIFOCAL.has(type) && type !== 6) Object.assign(taken, { [`add${side}`]: null, [`ph${side}`]: null })
  }
  return taken
}
/** Types with a near part of their own. */
export const MULTIFOCAL: ReadonlySet<number> = new Set([3, 4])
const nearFrom = (line: PrescriptionUseLine, type: number, { add }: EyePower): boolean =>
  type === 2 && line.kind !== 2 && line.kind !== 5 && Boolean(add)
