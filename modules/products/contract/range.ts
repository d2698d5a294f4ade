/** Power ranges: powers a lens is made in, and the grid in stock. Runs in browser and server. */

import { clinicalRanges, showDioptre, stocked, type Power } from '#kernel/contract/index.ts'

/** Range columns of a product, each possibly unknown, D. */
export interface PowerRange {
  readonly sphMin: number | null
  readonly sphMax: number | null
  readonly cylMin: number | null
  readonly cylMax: number | null
  /** Maximum |sphere| + |cylinder| (联合光度). */
  readonly combinedMax: number | null
}
type Lens = Pick<Power, 'sph' | 'cyl'>
const round = (d: number): number => Math.round(d * 100) / 100 + 0
const within = (n: number, min: number | null, max: number | null): boolean => (min === null || n >= min) && (max === null || n <= max)
const fits = (range: PowerRange, { sph, cyl }: Lens): boolean =>
  within(sph, range.sphMin, range.sphMax) &&
  within(cyl, range.cylMin, range.cylMax) &&
  (range.combinedMax === null || Math.abs(sph) + Math.abs(cyl) <= range.combinedMax)

/** True when a power is in the range, in either notation. Unknown limits do not restrict. */
export function madeIn(range: PowerRange, power: Power): boolean {
  const minus = stocked(power)
  if (fits(range, minus)) return true
  // The plus notation applies only to makers that list plus cylinders; otherwise an unknown upper limit would cancel the lower one.
  return minus.cyl !== 0 && (range.cylMax ?? 0) > 0 && fits(range, { sph: round(minus.sph + minus.cyl), cyl: -minus.cyl })
}

/** Sphere and cylinder steps of a stock grid in minus-cylinder notation, spheres ascending, cylinders away from 0. */
export interface GridAxes {
  readonly sph: readonly number[]
  readonly cyl: readonly number[]
}
const STEP = clinicalRanges.sphere.step
const ladder = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, Math.round((to - from) / STEP)) + 1 }, (_, i) => round(from + i * STEP))

/** Powers in stock by a range, in quarter dioptres; null when the sphere range is unknown. A plus-only cylinder range is transposed. */
export function gridAxes(range: PowerRange): GridAxes | null {
  if (range.sphMin === null || range.sphMax === null) return null
  const steepest = Math.max(Math.abs(Math.min(range.cylMin ?? 0, 0)), Math.abs(Math.max(range.cylMax ?? 0, 0)))
  const plusOnly = (range.cylMin ?? 0) >= 0 && (range.cylMax ?? 0) > 0
  return {
    sph: ladder(range.sphMin, plusOnly ? round(range.sphMax + steepest) : range.sphMax),
    cyl: ladder(0, steepest).map((c) => round(-c)),
  }
}

/** Formats a range: `−8.00 … +6.00 / −2.00 … 0.00`. */
export function showRange(range: PowerRange): string {
  const d = (n: number | null) => (n === null ? '不限' : showDioptre(n))
  return `球镜 ${d(range.sphMin)} … ${d(range.sphMax)}，柱镜 ${d(range.cylMin)} … ${d(range.cylMax)}`
}
/** Name of goods on documents: brand, name and model, each once although catalogues repeat them in the name. */
export const goodsName = ({
  productName,
  brand,
  version,
  spec,
}: {
  productName: string
  brand: string | null
  version: string | null
  spec?: string | null
}): string => [brand, productName, version, spec].filter((part) => part && (part === productName || !productName.includes(part))).join(' ')
