/**
 * Defines a cube: sums of events per store, day and dimensions. A cube is declared once (`cubes.ts`); its triggers, its rebuild, `npm run
 * verify` and the lines behind a figure are generated from the declaration.
 */

/** A table that a source reads, with its alias and join condition; without a condition it is cross-joined. */
export type Joined = readonly [table: string, alias: string, on?: string]
/** A table whose changes move figures. */
export interface Watched {
  /** Column that identifies a row together with `oid`. */
  readonly key: string
  /** Columns a figure depends on; empty for append-only tables. */
  readonly on?: readonly string[]
  /** Only matching rows are watched; plain columns without an alias. */
  readonly only?: string
  /**
   * Parent rows. Inserting or deleting a parent cannot change any sum, because it has no children at that moment; only updates are
   * watched.
   */
  readonly hung?: true
}
/** One kind of rows of a cube, in SQL over the aliases. Measures of subtracted rows are negative. */
export interface CubeSource<Dims extends string, Measures extends string> {
  readonly from: readonly Joined[]
  readonly watch: Readonly<Record<string, Watched>>
  readonly where?: string
  readonly oid: string
  readonly hid: string
  /** Time or day of the event; it counts on that day of the store. */
  readonly at: string
  /** SQL expression per dimension; omitted ones are 0 or empty. */
  readonly dims: Readonly<Partial<Record<Dims, string>>>
  /** SQL expression per measure; omitted ones are 0. */
  readonly measures: Readonly<Partial<Record<Measures, string>>>
  /** Reference of the document behind a row, `bill:12`. */
  readonly ref: string
  /** Its readable number. */
  readonly what: string
}
export interface Cube<Dims extends string = string, Measures extends string = string> {
  /** Label of a row. */
  readonly label: string
  /** Dimensions: ids and statuses are numbers, words are texts; at most four numbers and two texts. */
  readonly dims: Readonly<Record<Dims, 'number' | 'text'>>
  /** Integer measures: fen, pieces, cases, minutes. At most six. */
  readonly measures: readonly Measures[]
  /** Dimensions queried together, and those queried by day; their sums are kept too (`parts.ts`). */
  readonly together?: ReadonlyArray<ReadonlyArray<NoInfer<Dims>>>
  readonly daily?: ReadonlyArray<NoInfer<Dims>>
  readonly of: ReadonlyArray<CubeSource<NoInfer<Dims>, NoInfer<Measures>>>
}
/** Checks a declaration for consistency. */
export const cube = <const Dims extends string, const Measures extends string>(declared: Cube<Dims, Measures>): Cube<Dims, Measures> =>
  declared

export const NUMBERS = ['d1', 'd2', 'd3', 'd4'] as const
export const WORDS = ['w1', 'w2'] as const
export const MEASURES = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'] as const

/** Column of `stat_day` that stores a dimension. */
export function dimColumn(cube: Cube, dim: string): string {
  const kind = cube.dims[dim]
  const names = Object.keys(cube.dims)
    .filter((name) => cube.dims[name] === kind)
    .indexOf(dim)
  const column = kind && (kind === 'number' ? NUMBERS : WORDS)[names]
  if (!column) throw new Error(`${cube.label} has no dimension ${dim}`)
  return column
}
/** Column of `stat_day` that stores a measure. */
export function measureColumn(cube: Cube, measure: string): string {
  const column = MEASURES[cube.measures.indexOf(measure)]
  if (!column) throw new Error(`${cube.label} has no measure ${measure}`)
  return column
}
