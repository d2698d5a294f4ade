/**
 * The power of a lens before one eye: what prescriptions, orders, stock, the workshop and their papers compute with. On the wire a pair of
 * eyes is spelled `dsOd, dcOd, axOd, …` and a piece of stock `sph, cyl, axis`: views of this one thing, read by `eyeOf` and `powerOf`.
 * Glasses with several lines (far, near) have an `EyePower` a line; a contact or ortho-k lens adds its curve and diameter to a `Power`.
 */
import type { Base } from './eye.ts'

export interface Power {
  /** Sphere, D. */
  readonly sph: number
  /** Cylinder in either notation, D; 0 for none. */
  readonly cyl: number
  /** Axis, 1–180; null without a cylinder. */
  readonly axis: number | null
}
/** All that is ordered for one eye. */
export interface EyePower extends Power {
  /** Near addition, D. */
  readonly add: number | null
  /** Amount, Δ, and where its base lies; `prismParts` gives it as horizontal and vertical. */
  readonly prism: number | null
  readonly base: Base | null
  /** Monocular pupillary distance, mm. */
  readonly pd: number | null
  /** Fitting height, mm. */
  readonly ph: number | null
}
export type Eye = 'od' | 'os'
type Side = 'Od' | 'Os'

type Wire = Readonly<Record<string, unknown>>
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const axisFor = (cyl: number, axis: unknown): number | null => (cyl === 0 ? null : number(axis))

/** One eye of a row that spells a pair (`dsOd`, `axOs`); null when the row has no lens for it. */
export function eyeOf(row: object, side: Side): EyePower | null {
  const valueOf = (base: string): unknown => (row as Wire)[`${base}${side}`]
  const sph = number(valueOf('ds'))
  if (sph === null) return null
  const cyl = number(valueOf('dc')) ?? 0
  return {
    sph,
    cyl,
    axis: axisFor(cyl, valueOf('ax')),
    add: number(valueOf('add')),
    prism: number(valueOf('prism')),
    base: (valueOf('base') as Base | null | undefined) ?? null,
    pd: number(valueOf('pd')),
    ph: number(valueOf('ph')),
  }
}
/** Both eyes, each null where it has no lens. */
export type Eyes<P extends Power = EyePower> = Readonly<Record<Eye, P | null>>
export const eyesOf = (row: object): Eyes => ({ od: eyeOf(row, 'Od'), os: eyeOf(row, 'Os') })
/** A piece as stock spells it; null for goods without a power. */
export function powerOf(piece: {
  sph?: number | null | undefined
  cyl?: number | null | undefined
  axis?: number | null | undefined
}): Power | null {
  if (piece.sph === null || piece.sph === undefined) return null
  const cyl = piece.cyl ?? 0
  return { sph: piece.sph, cyl, axis: axisFor(cyl, piece.axis) }
}

/**
 * The same lens written with the other cylinder sign: S′ = S + C, C′ = −C, axis turned by 90° (ISO 13666:2019). An axis nobody wrote down
 * stays unknown; a lens without a cylinder has none. What else is said of the eye stays.
 */
export function transpose<P extends Power>(p: P): P {
  if (p.cyl === 0) return { ...p, axis: null }
  const axis = p.axis === null ? null : p.axis <= 90 ? p.axis + 90 : p.axis - 90
  return { ...p, sph: p.sph + p.cyl, cyl: -p.cyl, axis }
}
/** A lens in minus-cylinder form. */
export const minusForm = <P extends Power>(p: P): P => (p.cyl > 0 ? transpose(p) : { ...p, axis: p.cyl === 0 ? null : p.axis })
const cents = (d: number): number => Math.round(d * 100) / 100 + 0
/** As stock keeps a lens: minus cylinder, hundredths of a dioptre. */
export function stocked<P extends Power>(p: P): P {
  const minus = minusForm(p)
  return { ...minus, sph: cents(minus.sph), cyl: cents(minus.cyl) }
}
/** Spherical equivalent S + C/2, D. */
export const sphericalEquivalent = (p: Pick<Power, 'sph' | 'cyl'>): number => p.sph + p.cyl / 2

/** Prism of an eye by its parts, Δ: base in and base up are positive. */
export interface PrismParts {
  readonly horizontal: number
  readonly vertical: number
}
const DIRECTIONS: Readonly<Record<Base, PrismParts>> = {
  IN: { horizontal: 1, vertical: 0 },
  OUT: { horizontal: -1, vertical: 0 },
  UP: { horizontal: 0, vertical: 1 },
  DOWN: { horizontal: 0, vertical: -1 },
}
/** Amount and base as parts, so that prisms can be added and compared; none is zero in both. */
export function prismParts({ prism, base }: Pick<EyePower, 'prism' | 'base'>): PrismParts {
  if (!prism || !base) return { horizontal: 0, vertical: 0 }
  const { horizontal, vertical } = DIRECTIONS[base]
  return { horizontal: prism * horizontal || 0, vertical: prism * vertical || 0 }
}
