/**
 * Price of a spectacle lens by its power: the band of the list in force, plus prism, tint, thinning and rush. Pure: till, frame orders
 * and price matrix share this function. Prices use the minus-cylinder form, so both notations of a lens have one price. Amounts in fen.
 */
import { showPower, stocked, type Power } from '#kernel/contract/index.ts'

type End = number | null
/** Ranges include both ends; null leaves a side open. Powers in D, blank diameter in mm. */
export interface PriceBand {
  readonly sphFrom: number
  readonly sphTo: number
  readonly cylFrom: number
  readonly cylTo: number
  readonly combinedFrom: End
  readonly combinedTo: End
  readonly addFrom: End
  readonly addTo: End
  readonly diameterFrom: End
  readonly diameterTo: End
  readonly price: number
  readonly cost: number
}
/** Surcharges of the maker; null where not offered. Prism is per Δ. */
const adders = { prism: '棱镜', tint: '染色', thinning: '美薄', rush: '加急' } as const
type Adder = keyof typeof adders
type Adders = { readonly [A in Adder as `${A}Price` | `${A}Cost`]: number | null }
export interface PriceList<B extends PriceBand = PriceBand> extends Adders {
  /** First day in force, until the next list of the lens. */
  readonly fromDay: string
  readonly bands: readonly B[]
}

/** A lens as ordered. Without a diameter the maker's smallest blank is assumed. */
export interface LensWanted extends Power {
  readonly add?: number | null | undefined
  readonly diameter?: number | null | undefined
  /** Total prism of the lens, Δ. */
  readonly prism?: number | null | undefined
  readonly tint?: boolean | undefined
  readonly thinning?: boolean | undefined
  readonly rush?: boolean | undefined
}
export interface PriceStep {
  readonly step: 'list' | 'band' | Adder
  readonly label: string
  readonly price: number
  readonly cost: number
}
export interface LensPriced {
  readonly price: number
  readonly cost: number
  readonly trace: readonly PriceStep[]
  readonly gap?: undefined
}
/** Why a lens has no price, in words. */
export interface LensGap {
  readonly gap: string
  readonly price?: undefined
}
/** Product values used in pricing: its single price and the diameters of its blanks (`65/70`). */
export interface PricedLens {
  readonly price: number
  /** Null for accounts that may not see costs; the total cost is then null too. */
  readonly cost: number | null
  readonly diameter: string | null
}

const hundredths = (n: number): number => Math.round(n * 100)
/** Compared in hundredths, as the database separates the ranges, to avoid binary rounding errors. */
const within = (n: number, from: End, to: End): boolean =>
  (from === null || hundredths(n) >= hundredths(from)) && (to === null || hundredths(n) <= hundredths(to))
/** Without a known diameter, bands for specific diameters do not apply. */
const ofDiameter = (mm: number | undefined, from: End, to: End): boolean =>
  mm === undefined ? from === null && to === null : within(mm, from, to)
const smallest = (diameters: string | null): number | undefined => (diameters ? Math.min(...diameters.split('/').map(Number)) : undefined)

/** The band of a lens; undefined in a gap. */
export function bandOf<B extends PriceBand>(bands: readonly B[], lens: LensWanted, blanks: string | null): B | undefined {
  const { sph, cyl } = stocked(lens)
  const mm = lens.diameter ?? smallest(blanks)
  return bands.find(
    (b) =>
      within(sph, b.sphFrom, b.sphTo) &&
      within(cyl, b.cylFrom, b.cylTo) &&
      within(Math.abs(sph) + Math.abs(cyl), b.combinedFrom, b.combinedTo) &&
      within(lens.add ?? 0, b.addFrom, b.addTo) &&
      ofDiameter(mm, b.diameterFrom, b.diameterTo),
  )
}

/** Multiplicity of each surcharge: Δ of prism, once for the others. */
const surcharges = (lens: LensWanted): ReadonlyArray<readonly [Adder, number]> =>
  (['prism', 'tint', 'thinning', 'rush'] as const).map((a) => [a, a === 'prism' ? (lens.prism ?? 0) : Number(lens[a] ?? false)])

/**
 * Price of a lens with its trace, or the reason a power has no price. Without a list the product's single price applies to every power.
 */
export function lensPrice(product: PricedLens, list: PriceList | undefined, lens: LensWanted): LensPriced | LensGap {
  const trace: PriceStep[] = []
  if (!list) trace.push({ step: 'list', label: '统一价', price: product.price, cost: product.cost ?? 0 })
  else {
    const band = bandOf(list.bands, lens, product.diameter)
    if (!band) return { gap: `${showPower({ ...stocked(lens), axis: null })}${lens.add ? ` ADD ${lens.add.toFixed(2)}` : ''}` }
    trace.push({ step: 'band', label: bandLabel(band), price: band.price, cost: band.cost })
    for (const [adder, times] of surcharges(lens)) {
      if (!times) continue
      const price = list[`${adder}Price`]
      if (price === null) return { gap: adders[adder] }
      const label = adder === 'prism' ? `${adders.prism} ${times.toFixed(2)} Δ` : adders[adder]
      trace.push({ step: adder, label, price: Math.round(price * times), cost: Math.round((list[`${adder}Cost`] ?? 0) * times) })
    }
  }
  const sum = (key: 'price' | 'cost') => trace.reduce((total, s) => total + s[key], 0)
  return { price: sum('price'), cost: sum('cost'), trace }
}

const signed = (d: number): string => (d > 0 ? '+' : d < 0 ? '−' : '') + Math.abs(d).toFixed(2)
/** `球镜 −4.00 … 0.00 柱镜 −2.00 … 0.00` with further limits of the band. */
function bandLabel(b: PriceBand): string {
  const range = (label: string, from: End, to: End, show: (n: number) => string) =>
    from === null && to === null ? [] : [`${label} ${from === null ? '' : show(from)} … ${to === null ? '' : show(to)}`.trim()]
  return [
    ...range('球镜', b.sphFrom, b.sphTo, signed),
    ...range('柱镜', b.cylFrom, b.cylTo, signed),
    ...range('联合', b.combinedFrom, b.combinedTo, (n) => n.toFixed(2)),
    ...range('ADD', b.addFrom, b.addTo, (n) => n.toFixed(2)),
    ...range('直径', b.diameterFrom, b.diameterTo, String),
  ].join(' ')
}

const meet = (a: End, b: End, c: End, d: End): boolean =>
  (a === null || d === null || hundredths(a) <= hundredths(d)) && (c === null || b === null || hundredths(c) <= hundredths(b))
/** The first two bands that apply to the same lens, by index, the later one first; undefined if there are none. */
export function bandsOverlap(bands: readonly PriceBand[]): { row: number; other: number } | undefined {
  for (const [row, a] of bands.entries())
    for (const [other, b] of bands.slice(0, row).entries())
      if (
        meet(a.sphFrom, a.sphTo, b.sphFrom, b.sphTo) &&
        meet(a.cylFrom, a.cylTo, b.cylFrom, b.cylTo) &&
        meet(a.combinedFrom, a.combinedTo, b.combinedFrom, b.combinedTo) &&
        meet(a.addFrom, a.addTo, b.addFrom, b.addTo) &&
        meet(a.diameterFrom, a.diameterTo, b.diameterFrom, b.diameterTo)
      )
        return { row, other }
  return undefined
}
