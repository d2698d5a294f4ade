/**
 * What the values of a binocular examination are set beside, and what follows from them: norms, criteria of comfort, a pattern as a
 * suggestion. Horizontal phorias in Δ, eso +, exo −; vergence ranges in Δ, base in (BI) as negative, base out (BO) as positive fusional
 * vergence; D and cpm as named.
 */
import { numberOf, type AidValues } from './values.ts'
import { acaCalculated, acaGradient, hofstetter, round, sheard } from '../formulas/refraction.ts'

/** Expected value and one standard deviation. */
export interface Norm {
  readonly mean: number
  readonly sd: number
  readonly source: string
}
const morgan = (mean: number, sd: number): Norm => ({ mean, sd, source: 'Morgan 1944' })
/**
 * Morgan MW. Analysis of clinical data. Am J Optom Arch Am Acad Optom 1944;21:477–491; deviations as tabled by Scheiman M, Wick B, Clinical
 * Management of Binocular Vision (2.2). Base in at far has no blur. Morgan's amplitude is left to Hofstetter's, which is by age.
 */
export const MORGAN = {
  farPhoria: morgan(-1, 2),
  nearPhoria: morgan(-3, 3),
  aca: morgan(4, 2),
  farBoBlur: morgan(9, 4),
  farBoBreak: morgan(19, 8),
  farBoRecovery: morgan(10, 4),
  farBiBreak: morgan(7, 3),
  farBiRecovery: morgan(4, 2),
  nearBoBlur: morgan(17, 5),
  nearBoBreak: morgan(21, 6),
  nearBoRecovery: morgan(11, 7),
  nearBiBlur: morgan(13, 4),
  nearBiBreak: morgan(21, 4),
  nearBiRecovery: morgan(13, 5),
  bcc: morgan(0.5, 0.5),
  nra: morgan(2, 0.5),
  pra: morgan(-2.37, 1),
} as const satisfies Record<string, Norm>

const NORMS: ReadonlyMap<string, Norm> = new Map(Object.entries(MORGAN))

/** Limits of the trade where no distribution stands behind them: from–to, either open. */
export interface Limits {
  readonly from?: number
  readonly to?: number
  readonly source: string
}
/**
 * Facility of accommodation of children of 8 to 12 (Zellers JA, Alpert TL, Rouse MW, J Am Optom Assoc 1984;55:31: binocular 7.7, monocular
 * 11.6 cpm); vergence facility 15 ± 3 cpm (Gall R, Wick B, Bedell H, Optom Vis Sci 1998;75:727); the near point in cm (Hayes GJ et al.,
 * Optom Vis Sci 1998;75:506).
 */
const OTHERS: Readonly<Record<string, Limits>> = {
  npcBreak: { to: 6, source: 'Hayes 1998' },
  vergenceFacility: { from: 12, source: 'Gall 1998' },
  flipOu: { from: 7, source: 'Zellers 1984' },
  flipOd: { from: 11, source: 'Zellers 1984' },
  flipOs: { from: 11, source: 'Zellers 1984' },
  stereo: { to: 60, source: 'trade limit' },
}
export type NormPlace = 'low' | 'within' | 'high'
/** A value beside what is expected of it: the words of the norm, its source, and where the value lies; one deviation is within. */
export interface NormComparison {
  readonly expected: string
  readonly source: string
  readonly place: NormPlace
}
const placeOf = (value: number, from: number, to: number): NormPlace => {
  if (value < from - 1e-9) return 'low'
  return value > to + 1e-9 ? 'high' : 'within'
}
const signed = (n: number): string => `${n < 0 ? '−' : ''}${Math.abs(round(n, 2))}`

/** What is expected of a field's value at an age in years; undefined where nothing is known of it. */
export function besideNorm(field: string, value: number, age: number | null): NormComparison | undefined {
  if (/^amp(Od|Os|Ou)$/.test(field)) {
    // Hofstetter's lines meet nothing real beyond 60.
    if (age === null || age < 5 || age > 60) return undefined
    const { min, mean, max } = hofstetter(age)
    return { expected: `≥ ${signed(min)}（${signed(mean)}）`, source: 'Hofstetter 1950', place: placeOf(value, min, max) }
  }
  const norm = NORMS.get(field)
  if (norm)
    return {
      expected: `${signed(norm.mean)} ± ${norm.sd}`,
      source: norm.source,
      place: placeOf(value, norm.mean - norm.sd, norm.mean + norm.sd),
    }
  const limits = OTHERS[field]
  if (!limits || (field.startsWith('flip') && age !== null && age < 8)) return undefined
  const { from = -Infinity, to = Infinity, source } = limits
  return { expected: limits.from === undefined ? `≤ ${to}` : `≥ ${from}`, source, place: placeOf(value, from, to) }
}

/** Percival's prism, Δ: ⅓ of the greater range − ⅔ of the lesser, never below 0; both are the blur points, or the breaks without a blur. */
export const percival = (a: number, b: number): number => Math.max(0, (Math.max(a, b) - 2 * Math.min(a, b)) / 3)

/** A criterion of comfort: what was compared, the prism that would meet it, and where its base would lie. */
export interface Criterion {
  readonly name: 'Sheard' | 'Percival'
  readonly at: 'far' | 'near'
  readonly met: boolean
  /** Δ; 0 when it is met. */
  readonly prism: number
  readonly base: 'IN' | 'OUT' | null
  /** The formula with its numbers. */
  readonly formula: string
}
/** The range at which comfort ends: blur, or the break where nothing blurred. */
const rangeOf = (values: AidValues, base: string): number | null => numberOf(values, `${base}Blur`) ?? numberOf(values, `${base}Break`)
/**
 * Sheard's criterion (Sheard C, Am J Optom 1930;7:9): the opposing reserve is twice the phoria. Percival's (Percival AS, The prescribing of
 * spectacles, 1928): the demand lies in the middle third of both ranges. Of each distance at which the values are there.
 */
export function criteriaOf(values: AidValues): Criterion[] {
  return (['far', 'near'] as const).flatMap((distance): Criterion[] => {
    const [phoria, bi, bo] = [numberOf(values, `${distance}Phoria`), rangeOf(values, `${distance}Bi`), rangeOf(values, `${distance}Bo`)]
    return [...sheardOf(distance, phoria, bi, bo), ...percivalOf(distance, bi, bo)]
  })
}
function sheardOf(distance: 'far' | 'near', phoria: number | null, bi: number | null, bo: number | null): Criterion[] {
  // Exo is held by converging, base out; eso by diverging, base in.
  const reserve = phoria !== null && phoria > 0 ? bi : bo
  if (phoria === null || reserve === null) return []
  const prism = sheard(phoria, reserve)
  const relief = phoria < 0 ? 'IN' : 'OUT'
  const formula = `⅔ × ${Math.abs(phoria)} − ⅓ × ${reserve} = ${signed((2 / 3) * Math.abs(phoria) - reserve / 3)}`
  return [{ name: 'Sheard', at: distance, met: prism === 0, prism, base: prism ? relief : null, formula }]
}
function percivalOf(distance: 'far' | 'near', bi: number | null, bo: number | null): Criterion[] {
  if (bi === null || bo === null) return []
  const [greater, lesser] = [Math.max(bi, bo), Math.min(bi, bo)]
  const prism = percival(bi, bo)
  const wider = bi > bo ? 'IN' : 'OUT'
  const formula = `⅓ × ${greater} − ⅔ × ${lesser} = ${signed(greater / 3 - (2 / 3) * lesser)}`
  return [{ name: 'Percival', at: distance, met: prism === 0, prism, base: prism ? wider : null, formula }]
}

export const acaMethods = { 1: '梯度法', 2: '隐斜法' } as const
/** AC/A with its formula, by the method that was chosen; null while a value of it is missing. Distances in m, PD in mm. */
export function acaOf(values: AidValues, pdMm: number | null): { aca: number; formula: string } | null {
  const [near, far] = [numberOf(values, 'nearPhoria'), numberOf(values, 'farPhoria')]
  if (values.acaMethod === 1) {
    const [lens, withLens] = [numberOf(values, 'gradientLens'), numberOf(values, 'gradientPhoria')]
    if (near === null || withLens === null || !lens) return null
    return { aca: round(acaGradient(near, withLens, lens), 2), formula: `(${withLens} − ${near}) / −(${lens})` }
  }
  const distance = (numberOf(values, 'workingDistance') ?? 400) / 1000
  if (values.acaMethod !== 2 || near === null || far === null || pdMm === null) return null
  return { aca: round(acaCalculated(pdMm, distance, near, far), 2), formula: `${pdMm / 10} + ${distance} × (${near} − ${far})` }
}

/** A pattern that the values would fit, with the values that speak for it. A suggestion to look at, never a diagnosis. */
export interface Pattern {
  readonly name: string
  readonly because: readonly string[]
}
interface Sign {
  readonly words: string
  readonly of: (n: (key: string) => number | null, low: (key: string) => boolean, high: (key: string) => boolean) => boolean
}
const sign = (words: string, of: Sign['of']): Sign => ({ words, of })
/** How much more eso (+) the eyes stand near than far; NaN, which is neither more nor less than anything, while one of them is missing. */
const nearOverFar = (n: (key: string) => number | null): number => (n('nearPhoria') ?? Number.NaN) - (n('farPhoria') ?? Number.NaN)
const EXO_AT_NEAR = sign('近距外隐斜大于远距', (n) => (n('nearPhoria') ?? 0) < -6 && nearOverFar(n) <= -4)
const ESO_AT_NEAR = sign('近距内隐斜', (n) => (n('nearPhoria') ?? 0) > 2 && nearOverFar(n) > 0)
/**
 * Signs by which the patterns are told apart (Scheiman & Wick, Clinical Management of Binocular Vision, ch. 2): the first is needed, and
 * one of the others.
 */
const PATTERNS: ReadonlyArray<{ name: string; needs: Sign; others: readonly Sign[] }> = [
  {
    name: '集合不足',
    needs: EXO_AT_NEAR,
    others: [
      sign('集合近点远', (n) => (n('npcBreak') ?? 0) > 6),
      sign('近距基底向外储备低', (_, low) => low('nearBoBlur') || low('nearBoBreak')),
      sign('负相对调节低', (_, low) => low('nra')),
    ],
  },
  {
    name: '集合过度',
    needs: ESO_AT_NEAR,
    others: [
      sign('AC/A 高', (_, __, high) => high('aca')),
      sign('近距基底向内储备低', (_, low) => low('nearBiBlur') || low('nearBiBreak')),
      sign('正相对调节低', (_, __, high) => high('pra')),
    ],
  },
  {
    name: '散开不足',
    needs: sign('远距内隐斜大于近距', (n) => (n('farPhoria') ?? 0) > 1 && nearOverFar(n) < 0),
    others: [sign('AC/A 低', (_, low) => low('aca')), sign('远距基底向内储备低', (_, low) => low('farBiBreak'))],
  },
  {
    name: '散开过度',
    needs: sign('远距外隐斜大于近距', (n) => (n('farPhoria') ?? 0) < -3 && nearOverFar(n) > 0),
    others: [sign('AC/A 高', (_, __, high) => high('aca')), sign('远距基底向外储备低', (_, low) => low('farBoBreak'))],
  },
  {
    name: '调节不足',
    needs: sign('调节幅度低', (_, low) => low('ampOd') || low('ampOs') || low('ampOu')),
    others: [
      sign('正相对调节低', (_, __, high) => high('pra')),
      sign('调节滞后', (_, __, high) => high('bcc')),
      sign('调节灵活度低', (_, low) => low('flipOd') || low('flipOs')),
    ],
  },
  {
    name: '调节过度',
    needs: sign('调节超前', (n) => (n('bcc') ?? 0) < 0),
    others: [sign('负相对调节低', (_, low) => low('nra')), sign('调节灵活度低', (_, low) => low('flipOd') || low('flipOs'))],
  },
]
/** The patterns whose leading sign and at least one other are there, with all the signs that are. */
export function patternsOf(values: AidValues, age: number | null): Pattern[] {
  const n = (key: string) => numberOf(values, key)
  const criterionAt = (key: string, place: NormPlace) => {
    const value = n(key)
    return value !== null && besideNorm(key, value, age)?.place === place
  }
  const there = (s: Sign) =>
    s.of(
      n,
      (key) => criterionAt(key, 'low'),
      (key) => criterionAt(key, 'high'),
    )
  return PATTERNS.flatMap(({ name, needs, others }): Pattern[] => {
    const because = others.filter(there).map((s) => s.words)
    return there(needs) && because.length ? [{ name, because: [needs.words, ...because] }] : []
  })
}
