/** How a frame and a lens go together: the frame's size as its product states it, decentration, smallest blank, thickness at the edge. */
import type { EyePower } from '#kernel/contract/index.ts'
import { minimumBlank } from '#modules/exams/contract/formulas/formulas.ts'

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
/**
 * How far the lens is moved from the middle of its opening before one eye, mm: half the boxed centre distance less the monocular distance;
 * + is inward.
 */
export const decentration = (frame: { a: number; dbl: number }, pd: number): number => (frame.a + frame.dbl) / 2 - pd
/** Diameter a lens must have for a frame before one eye, mm; undefined while the frame or the distance is unknown. */
export const blankFor = ({ a, dbl, ed }: FrameSize, pd: number | null): number | undefined =>
  a && dbl && pd ? minimumBlank(ed ?? a, a, dbl, pd * 2) : undefined

/**
 * How far a frame's boxed centre distance is from the pupils', mm, and what that means: asked above 10 mm, stopped above 16 (trade limits).
 */
export function apartOf(frame: { a: number; dbl: number }, pd: number): { apart: number; level: 'ok' | 'warn' | 'block' } {
  const apart = Math.abs(frame.a + frame.dbl - pd)
  if (apart > 16) return { apart, level: 'block' }
  return { apart, level: apart > 10 ? 'warn' : 'ok' }
}

/** Centre of a minus lens and rim of a plus lens as they are usually ground, mm. */
const THIN = 1.1
/** Indices lenses are usually made in (clinical reference 6.2), to compare how thick one and the next would be. */
export const INDICES = [1.5, 1.56, 1.6, 1.67, 1.74] as const
const tenth = (mm: number): number => Math.round(mm * 10) / 10
/**
 * Thickness in the centre and at the thickest place of the rim, mm: the sagitta y²F / 2000(n − 1) of either meridian over the edge farthest
 * from the optical centre, with nothing thinner than 1.1 mm. An estimate, to compare one index with the next.
 */
export function thicknesses(
  frame: FrameSize,
  eye: Pick<EyePower, 'sph' | 'cyl' | 'pd'>,
  index: number | null,
): { centre: number; edge: number } | undefined {
  if (!frame.a || !frame.dbl || !eye.pd || !index) return undefined
  const y = (frame.ed ?? frame.a) / 2 + Math.abs(decentration({ a: frame.a, dbl: frame.dbl }, eye.pd))
  const bulge = (power: number) => (y * y * power) / (2000 * (index - 1))
  const [one, other] = [eye.sph, eye.sph + eye.cyl]
  const centre = THIN + Math.max(0, bulge(Math.max(one, other)))
  return { centre: tenth(centre), edge: tenth(centre - bulge(Math.min(one, other))) }
}
/** The thickest place of a lens in a frame, mm: the rim of a minus lens, the middle of a plus one. */
export function thickness(frame: FrameSize, eye: Pick<EyePower, 'sph' | 'cyl' | 'pd'>, index: number | null): number | undefined {
  const found = thicknesses(frame, eye, index)
  return found && Math.max(found.centre, found.edge)
}
