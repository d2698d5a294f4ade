/**
 * What a cube is. A cube keeps sums of something that happens, per store, day and dimensions, and is declared once (`cubes.ts`): the
 * triggers that keep it, its building from nothing, `npm run verify` and the lines behind a figure are written from the declaration.
 */

/** A table a source reads, with the alias its expressions use and how it is joined; without a condition it is laid beside each row. */
export type Joined = readonly [table: string, alias: string, on?: string]
/** A change of a table that moves figures. */
export interface Watched {
  /** Column that, with `oid`, names a row. */
  readonly key: string
  /** Columns a figure depends on; none where rows are only added. */
  readonly on?: readonly string[]
  /** Only rows that fulfil this are looked at: plain columns, no alias. */
  readonly only?: string
  /** Rows the source hangs on: when one is written or deleted nothing hangs on it yet or any more, so only its changes are looked at. */
  readonly hung?: true
}
/** One kind of rows a cube is made of, in SQL over the aliases. The sign of what is taken away stands in its measures. */
export interface Source<Dims extends string, Measures extends string> {
  readonly from: readonly Joined[]
  readonly watch: Readonly<Record<string, Watched>>
  readonly where?: string
  readonly oid: string
  readonly hid: string
  /** The moment or day it happened: it counts on that day of the store. */
  readonly at: string
  /** An expression per dimension; one that is left out is 0, or empty. */
  readonly dims: Readonly<Partial<Record<Dims, string>>>
  /** An expression per measure; one that is left out is 0. */
  readonly measures: Readonly<Partial<Record<Measures, string>>>
  /** The paper behind a row, `bill:12`. */
  readonly ref: string
  /** The same in words people know: a number of the paper. */
  readonly what: string
}
export interface Cube<Dims extends string = string, Measures extends string = string> {
  /** What a row of it is, in words. */
  readonly label: string
  /** Dimensions: ids and states are numbers, words are texts; at most four and two. */
  readonly dims: Readonly<Record<Dims, 'number' | 'text'>>
  /** Whole numbers: fen, pieces, cases, minutes. At most six. */
  readonly measures: readonly Measures[]
  /** Dimensions that are asked for side by side, and those that are asked for by day: their sums are kept too (`parts.ts`). */
  readonly together?: ReadonlyArray<ReadonlyArray<NoInfer<Dims>>>
  readonly daily?: ReadonlyArray<NoInfer<Dims>>
  readonly of: ReadonlyArray<Source<NoInfer<Dims>, NoInfer<Measures>>>
}
/** Checks a declaration against itself. */
export const cube = <const Dims extends string, const Measures extends string>(declared: Cube<Dims, Measures>): Cube<Dims, Measures> =>
  declared

export const NUMBERS = ['d1', 'd2', 'd3', 'd4'] as const
export const WORDS = ['w1', 'w2'] as const
export const MEASURES = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'] as const

/** The column of `stat_day` that holds a dimension. */
export function dimColumn(of: Cube, dim: string): string {
  const kind = of.dims[dim]
  const at = Object.keys(of.dims)
    .filter((name) => of.dims[name] === kind)
    .indexOf(dim)
  const column = kind && (kind === 'number' ? NUMBERS : WORDS)[at]
  if (!column) throw new Error(`${of.label} has no dimension ${dim}`)
  return column
}
/** The column of `stat_day` that holds a measure. */
export function measureColumn(of: Cube, measure: string): string {
  const column = MEASURES[of.measures.indexOf(measure)]
  if (!column) throw new Error(`${of.label} has no measure ${measure}`)
  return column
}
