/**
 * The sums of sums a cube keeps in `stat_sum`: parts of its dimensions, by month or by day. What a figure counts by (`where`) is in all of them, so each
 * answers every figure of its cube; a part more for each dimension answers the splits by it. A part is a number: a bit for each column kept apart.
 */
import { dimColumn, NUMBERS, WORDS, type Cube } from './cube.ts'
import { cubeNames, cubeOf, type CubeName } from './cubes.ts'
import { isSummed } from './view.ts'
import { views } from './views.ts'

/** The bit of a part that is kept by day; the others are by month. */
export const DAILY = 64
const COLUMNS = [...NUMBERS, ...WORDS] as const
const bit = (column: string): number => 1 << COLUMNS.findIndex((c) => c === column)
export const maskOf = (columns: Iterable<string>): number => [...columns].reduce((mask, column) => mask | bit(column), 0)
/** The columns of a cube that its figures count by. */
export function countedBy(name: CubeName): ReadonlySet<string> {
  const figures = Object.values(views)
    .flatMap((view) => Object.values(view.figures))
    .filter((f) => isSummed(f) && f.cube === name)
  return new Set(figures.flatMap((f) => (isSummed(f) ? Object.keys(f.where ?? {}) : [])).map((dim) => dimColumn(cubeOf(name), dim)))
}
const together = (of: Cube): ReadonlyArray<readonly string[]> => [...Object.keys(of.dims).map((dim) => [dim]), ...(of.together ?? [])]
/** The parts of a cube, in order. */
export function partsIn(name: CubeName): number[] {
  const of = cubeOf(name)
  const base = maskOf(countedBy(name))
  const mask = (dims: readonly string[]) => base | maskOf(dims.map((dim) => dimColumn(of, dim)))
  const monthly = [base, ...together(of).map(mask)]
  const daily = [base, ...(of.daily ?? []).map((dim) => mask([dim]))].map((m) => m | DAILY)
  return [...new Set([...monthly, ...daily])].sort((a, b) => a - b)
}
const kept = new Map(cubeNames.map((name) => [name, partsIn(name)]))
const size = (part: number): number => [...part.toString(2)].filter((d) => d === '1').length
/** The smallest part that tells these columns apart, by day where that is asked for; nothing where none does. */
export const partFor = (name: CubeName, columns: Iterable<string>, daily: boolean): number | undefined => {
  const mask = maskOf(columns) | (daily ? DAILY : 0)
  return (kept.get(name) ?? []).filter((part) => (part & mask) === mask && (daily || !(part & DAILY))).sort((a, b) => size(a) - size(b))[0]
}
