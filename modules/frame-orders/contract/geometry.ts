/** How a frame and a lens go together: the frame's size as its product states it, decentration, smallest blank, thickness at the edge. */
import type { EyePower } from '#kernel/contract/index.ts'
import { minimumBlank } from '#modules/exams/contract/formulas.ts'

export interface FrameSize {
  /** Width of a lens opening, distance between them, effective diameter; mm. */
  readonly a: number | null
  readonly dbl: number | null
  readonly ed: number | null
}
const within = (n: number, [from, to]: readonly [number, number]): boolean => n >= from && n <= to
/** `52□18-145`, `52口18` or `52-18-145` of a specification or a name; undefined when neither states a size. */
export function statedSize(product: { spec: string | null; name: string }): { a: number; dbl: number } | undefined {
  for (const text of [product.spec, product.name]) {
    const found = /(?<!\d)(\d{2}(?:\.\d)?)\s*(?:[□口▢]\s*(\d{2})|-(\d{2})-1\d{2})(?!\d)/.exec(text ?? '')
    const [a, dbl] = [Number(found?.[1]), Number(found?.[2] ?? found?.[3])]
    if (within(a, [30, 70]) && within(dbl, [8, 30])) return { a, dbl }
  }
  return undefined
}
/** How far the lens is moved from the middle of its opening before one eye, mm: half the boxed centre distance less the monocular distance; + is inward. */
export const decentration = (frame: { a: number; dbl: number }, pd: number): number => (frame.a + frame.dbl) / 2 - pd
/** Diameter a lens must have for a frame before one eye, mm; undefined while the frame or the distance is unknown. */
export const blankFor = ({ a, dbl, ed }: FrameSize, pd: number | null): number | undefined =>
  a && dbl && pd ? minimumBlank(ed ?? a, a, dbl, pd * 2) : undefined

/** Centre of a minus lens and rim of a plus lens as they are usually ground, mm. */
const THIN = 1.1
/**
 * Thickness of a lens in a frame where it is thickest, mm: at the rim of a minus lens, in the middle of a plus one. Sagitta of the stronger
 * meridian, y² |F| / 2000(n − 1), over the edge farthest from the optical centre: an estimate, to compare one index with the next.
 */
export function thickness(frame: FrameSize, eye: Pick<EyePower, 'sph' | 'cyl' | 'pd'>, index: number | null): number | undefined {
  if (!frame.a || !frame.dbl || !eye.pd || !index) return undefined
  const y = (frame.ed ?? frame.a) / 2 + Math.abs(decentration({ a: frame.a, dbl: frame.dbl }, eye.pd))
  const power = Math.max(Math.abs(eye.sph), Math.abs(eye.sph + eye.cyl))
  return Math.round((THIN + (y * y * power) / (2000 * (index - 1))) * 10) / 10
}
