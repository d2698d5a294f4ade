/**
 * The line of the spherical equivalent: like is drawn with like. One refraction a day, the most comparable of it, and either those under
 * cycloplegia or those without: the accommodation that cycloplegia takes away is no change of the eye.
 */
import { inLife } from '#kernel/contract/index.ts'

export interface RefractionAt {
  at: string
  kind: number
  cycloplegia: number | null
}
/** Subjective refraction first: lines that mix methods show steps no eye has made. */
const COMPARABLE = [4, 6, 5, 3, 2]
const CYCLOPLEGIC = 5
export const isCycloplegic = ({ kind, cycloplegia }: RefractionAt): boolean =>
  kind === CYCLOPLEGIC || (cycloplegia !== null && cycloplegia > 0)

/**
 * `line`: on the line. `apart`: the day's best of the other state, drawn without a line. `sameDay`: another one of that day compares
 * better. `date`: a wrong date.
 */
export type EquivalentStanding = 'line' | 'apart' | 'sameDay' | 'date'
export interface Comparable {
  /** Whether the line is of refractions under cycloplegia. */
  cycloplegic: boolean
  /** One for each point, in their order. */
  standing: readonly EquivalentStanding[]
}
/**
 * How each of a member's refractions stands to the line: of the state that was measured on more days, under cycloplegia where both were on
 * as many.
 */
export function comparable(points: readonly RefractionAt[], birth: string | null = null): Comparable {
  const best = { under: bestOfDays(points, birth, true), without: bestOfDays(points, birth, false) }
  const cycloplegic = best.under.size > 0 && best.under.size >= best.without.size
  const [line, other] = cycloplegic ? [best.under, best.without] : [best.without, best.under]
  const standing = points.map((p, i): EquivalentStanding => {
    const day = p.at.slice(0, 10)
    if (!inLife(birth, p.at)) return 'date'
    if (line.get(day) === i) return 'line'
    return !line.has(day) && other.get(day) === i ? 'apart' : 'sameDay'
  })
  return { cycloplegic, standing }
}
/** Of each day the place of the most comparable refraction of a state, the later of two alike. */
function bestOfDays(points: readonly RefractionAt[], birth: string | null, cycloplegic: boolean): ReadonlyMap<string, number> {
  const best = new Map<string, { place: number; rank: number }>()
  for (const [place, p] of points.entries()) {
    if (isCycloplegic(p) !== cycloplegic || !inLife(birth, p.at)) continue
    const [day, rank] = [p.at.slice(0, 10), COMPARABLE.indexOf(p.kind)]
    const kept = best.get(day)
    if (!kept || rank <= kept.rank) best.set(day, { place, rank })
  }
  return new Map([...best].map(([day, { place }]) => [day, place]))
}
