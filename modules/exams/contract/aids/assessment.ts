/** The score of an assessment: weighted parts of a template, never anything else. Facts of risk stand beside it and are not folded in. */

/** One section of a template: what it is worth at most, and how much it weighs. */
export interface AssessmentSection {
  readonly code: string
  readonly label: string
  /** The best value it can have; the worst is 0. */
  readonly max: number
  readonly weight: number
}
/** From which score on a band is called so; the highest that is reached counts. */
export interface Band {
  readonly from: number
  readonly label: string
}
export interface Scored {
  /** 0–100, to a tenth. */
  readonly score: number
  readonly formula: string
}
const tenth = (n: number): number => Math.round(n * 10 + 1e-9) / 10
/** 100 · Σ weight·(value/max) / Σ weight. Null while a section has no value: a part left out would be a silent zero. */
export function scoreOf(sections: readonly AssessmentSection[], values: Readonly<Record<string, unknown>>): Scored | null {
  const weights = sections.reduce((sum, s) => sum + s.weight, 0)
  const parts = sections.map(({ code, max, weight }) => {
    const value = values[code]
    return typeof value === 'number' && max > 0 ? { value, max, weight } : undefined
  })
  if (!(weights > 0) || !parts.every((p) => p !== undefined)) return null
  const sum = parts.reduce((total, { value, max, weight }) => total + (weight * value) / max, 0)
  const terms = parts.map(({ value, max, weight }) => `${weight} × ${value}/${max}`).join(' + ')
  return { score: tenth((100 * sum) / weights), formula: `100 × (${terms}) / ${weights}` }
}
/** The band a score lies in; null where the template has none that low. */
export const bandOf = (bands: readonly Band[], score: number): string | null =>
  bands.filter((b) => score >= b.from).toSorted((a, b) => b.from - a.from)[0]?.label ?? null
