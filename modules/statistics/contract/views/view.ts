/** Defines a statistic: figures over cubes, and splits. One shape and one page serve all statistics. */
import type { CubeName } from '../cubes/cubes.ts'

export type Unit = 'money' | 'count' | 'rate' | 'minutes' | 'days'
/** Dimension values a figure counts. */
export type Where = Readonly<Record<string, ReadonlyArray<number | string>>>
interface Said {
  readonly label: string
  readonly unit: Unit
  /** Formula and source, shown behind the ⓘ. */
  readonly means: string
  /** A rise is bad. */
  readonly bad?: true
  /** Required permission; the figure is omitted without it. */
  readonly can?: 'stat:cost'
  /** Shown in the table only. */
  readonly aside?: true
  /** Shown in the bridge only. */
  readonly apart?: true
  /** Corresponding ledger book. */
  readonly ledger?: LedgerName
}
/** A sum of measures of a cube. */
export interface Summed extends Said {
  readonly cube: CubeName
  readonly sum: Readonly<Record<string, number>>
  readonly where?: Where
  /** Cumulative up to the end of the range. */
  readonly held?: true
}
/** A figure derived from others: a sum, a ratio, a multiple or a growth. */
export interface Derived extends Said {
  readonly total?: Readonly<Record<string, number>>
  readonly per?: readonly [part: string, whole: string]
  /** For `per`: multiplied by the days of the range (stock per daily outflow). */
  readonly days?: true
  /** Divides a figure by a size: minutes into working days. */
  readonly sized?: readonly [figure: string, size: number]
  /** Growth of a figure against the former period; in splits only. */
  readonly growth?: string
}
/** Quantile of a histogram: the value below which a share of its cases lies. */
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
  /** A dimension of the figures' cubes, or one derived from it (`derived` of server/names.ts). */
  readonly dim: string
  readonly figures: readonly string[]
  /** Required permission; the split is omitted without it. */
  readonly can?: 'stat:staff' | 'stat:cost'
}
/** A line of a bridge: added, subtracted, a total of everything above, or informational. */
export interface BridgeStep {
  readonly figure: string
  readonly is: 'plus' | 'minus' | 'total' | 'note'
}
export interface StatisticView {
  readonly title: string
  /** Figure of the main chart and of the outlier detection. */
  readonly main: string
  readonly figures: Readonly<Record<string, Figure>>
  readonly splits: Readonly<Record<string, Split>>
  /** Figures of a funnel, shown as bars: visited, prescribed, ordered, paid. */
  readonly steps?: readonly string[]
  /** Bridge from one base to another; each total is a figure of its own. */
  readonly bridge?: readonly BridgeStep[]
}
/** A figure by its key. */
export function figureIn(view: StatisticView, key: string): Figure {
  const figure = view.figures[key]
  if (!figure) throw new Error(`${view.title} has no figure ${key}`)
  return figure
}
export const view = (declared: StatisticView): StatisticView => declared
