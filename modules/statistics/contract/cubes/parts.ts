/**
 * Aggregates of a cube in `stat_sum`: subsets of its dimensions, by month or by day. Every subset includes the dimensions that figures
 * filter by (`where`), so each answers every figure of the cube; one more subset per dimension answers its split. A subset is a number
 * with one bit per column.
 */
import { dimColumn, NUMBERS, WORDS, type Cube } from './cube.ts'
import { cubeNames, cubeOf, type CubeName } from './cubes.ts'
import { isSummed } from '../views/view.ts'
import { views } from '../views/views.ts'

/** Bit of a subset kept by day; the others are by month. */
export const DAILY = 64
const COLUMNS = [...NUMBERS, ...WORDS] as const
const bit = (column: string): number => 1 << COLUMNS.findIndex((c) => c === column)
export const maskOf = (columns: Iterable<string>): number => [...columns].reduce((mask, column) => mask | bit(column), 0)
/** Columns that figures of the cube filter by. */
export function countedBy(name: CubeName): ReadonlySet<string> {
  const figures = Object.values(views)
    .flatMap((view) => Object.values(view.figures))
    .filter((f) => isSummed(f) && f.cube === name)
  return new Set(figures.flatMap((f) => (isSummed(f) ? Object.keys(f.where ?? {}) : [])).map((dim) => dimColumn(cubeOf(name), dim)))
}
const together = (cube: Cube): ReadonlyArray<readonly string[]> => [...Object.keys(cube.dims).map((dim) => [dim]), ...(cube.together ?? [])]
/** Subsets of a cube, in order. */
export function partsIn(name: CubeName): number[] {
  const cube = cubeOf(name)
  const base = maskOf(countedBy(name))
  const mask = (dims: readonly string[]) => base | maskOf(dims.map((dim) => dimColumn(cube, dim)))
  const monthly = [base, ...together(cube).map(mask)]
  const daily = [base, ...(cube.daily ?? []).map((dim) => mask([dim]))].map((m) => m | DAILY)
  return [...new Set([...monthly, ...daily])].sort((a, b) => a - b)
}
const partsOf = new Map(cubeNames.map((name) => [name, partsIn(name)]))
const size = (part: number): number => [...part.toString(2)].filter((d) => d === '1').length
/** The smallest subset that distinguishes these columns, by day if required; undefined if none does. */
export const partFor = (name: CubeName, columns: Iterable<string>, daily: boolean): number | undefined => {
  const mask = maskOf(columns) | (daily ? DAILY : 0)
  return (partsOf.get(name) ?? [])
    .filter((part) => (part & mask) === mask && (daily || !(part & DAILY)))
    .sort((a, b) => size(a) - size(b))[0]
}
