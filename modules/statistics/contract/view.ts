/** What a statistic is made of: figures over cubes, and the ways they are split. One shape answers all of them, one page shows them. */
import type { CubeName } from './cubes.ts'

export type Unit = 'money' | 'count' | 'rate' | 'minutes' | 'days'
/** Values of dimensions a figure counts. */
export type Where = Readonly<Record<string, ReadonlyArray<number | string>>>
interface Said {
  readonly label: string
  readonly unit: Unit
  /** Formula and source, as they stand behind the ⓘ. */
  readonly means: string
  /** A rise is bad. */
  readonly bad?: true
  /** Permission without which it is left out. */
  readonly can?: 'stat:cost'
  /** Stands in the table and in nothing else. */
  readonly aside?: true
  /** Stands in the bridge and in nothing else. */
  readonly apart?: true
  /** The book that says the same. */
  readonly ledger?: LedgerName
}
/** A sum of measures of a cube. */
export interface Summed extends Said {
  readonly cube: CubeName
  readonly sum: Readonly<Record<string, number>>
  readonly where?: Where
  /** Everything up to the end of the range, not only what happened in it. */
  readonly held?: true
}
/** A sum of other figures, one per the other, how many of a size, or how it grew. */
export interface Derived extends Said {
  readonly total?: Readonly<Record<string, number>>
  readonly per?: readonly [part: string, whole: string]
  /** Of `per`: times the days of the range, what is held per what goes out a day. */
  readonly days?: true
  /** How many of a size a figure makes: minutes in working days. */
  readonly sized?: readonly [figure: string, size: number]
  /** By how much a figure grew against the former period: only in splits. */
  readonly growth?: string
}
/** A value of a histogram's dimension below which a share of its cases lies. */
export interface Quantile extends Said {
  readonly cube: CubeName
  readonly dim: string
  readonly cases: string
  readonly share: number
}
export type Figure = Summed | Derived | Quantile
export const isSummed = (f: Figure): f is Summed => 'sum' in f
export const isQuantile = (f: Figure): f is Quantile => 'share' in f

export type LedgerName = 'revenue' | 'prepaid' | 'stockPieces' | 'stockHeld' | 'hospital' | 'bills' | 'off' | 'paid' | 'promised'

export interface Split {
  readonly label: string
  /** A dimension of the cubes of its figures, or one derived from it (`derived` of server/names.ts). */
  readonly dim: string
  readonly figures: readonly string[]
  /** Permission without which it is left out. */
  readonly can?: 'stat:staff' | 'stat:cost'
}
/** A line of a bridge: a figure that is added or taken away, one that everything above it must come to, or one that is only said. */
export interface Step {
  readonly figure: string
  readonly is: 'plus' | 'minus' | 'total' | 'note'
}
export interface View {
  readonly title: string
  /** The figure of the main chart and of what is out of the ordinary. */
  readonly main: string
  readonly figures: Readonly<Record<string, Figure>>
  readonly splits: Readonly<Record<string, Split>>
  /** Figures that follow one from the other, shown as bars: who came, who was prescribed something, ordered, paid. */
  readonly steps?: readonly string[]
  /** How one base becomes another, from the first line on; each total is a figure of its own. */
  readonly bridge?: readonly Step[]
}
/** A figure by its key. */
export function figureIn(of: View, key: string): Figure {
  const figure = of.figures[key]
  if (!figure) throw new Error(`${of.title} has no figure ${key}`)
  return figure
}
export const view = (declared: View): View => declared
