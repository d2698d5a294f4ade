/**
 * Kinds of orders. A kind is only declared: what it orders, for whom, by which machine it moves, what is reviewed, billed, scanned and
 * compared. Calls, handlers, list, form, receipt, papers, demo and tests follow the declaration (decision 0161).
 */
import type { BasisName } from '../check/basis.ts'
import type { LineParameter } from '../fields.ts'
import type { OrderCheck } from '../check/check.ts'
import type { Flow } from '../states.ts'

/** The legacy wrapper `order`, `orderOpt`, `orderLen`, told apart by `orderType`; flat fields of a pair of eyes; or a list of goods. */
export type OrderCallStyle =
  | { readonly style: 'order'; readonly orderType: 1 | 2 }
  | { readonly style: 'lens'; readonly name: string; readonly path: string }
  | { readonly style: 'goods'; readonly name: string; readonly path: string }
  /** Written in bundles, one order a supplier. */
  | { readonly style: 'batch' }
/** What a box says that is read from its code. */
export type ScannedElement = 'gtin' | 'serial' | 'lot' | 'expiry'
/** Papers of an order, with the path its number follows. */
export const paperPaths = {
  'print-glasses': '/print-glasses',
  'okjing-order': '/print/okjing-order',
  'contact-lens-order': '/print/contact-lens-order',
} as const
export type OrderPaper = keyof typeof paperPaths
/** A column of the kind's list beside those every list has: a field of `OrderRow`. */
export type ListColumn =
  | 'patientName'
  | 'productName'
  | 'powers'
  | 'parameters'
  | 'pieces'
  | 'brand'
  | 'recordFrameId'
  | 'paid'
  | 'cause'
  | 'mode'
/** A filter its list offers beside state, store and days: a field of `OrderListFilters`. */
export type ListFilter = 'customer' | 'brand' | 'version' | 'standard' | 'optristId' | 'ctid' | 'order_mode_type'

export interface OrderKind {
  /** The word its rows are kept under. */
  readonly kind: string
  readonly label: string
  /** What its calls say of it in English. */
  readonly noun: string
  readonly calls: OrderCallStyle
  readonly flow: Flow
  /** Categories of products it may order. */
  readonly categories: readonly number[]
  readonly member: 'required' | 'optional' | 'none'
  /** What its orders stand on, the nearest first: asked when one is written and at every step (decision 1020). */
  readonly basis: readonly [BasisName, ...BasisName[]]
  /** What a piece is told by: nothing more than its product, or the parameters of a lens. */
  readonly parameters: readonly LineParameter[]
  /** Parameters a line of an eye must have before it is submitted. */
  readonly needed: readonly LineParameter[]
  readonly checks: readonly OrderCheck[]
  /** Another person reviews it: always, where something of it is made to order, or never. */
  readonly reviewed: 'always' | 'custom' | 'never'
  /** Who is billed: the member it is for (where no other order bills the goods), or nobody. */
  readonly bill: 'member' | 'none'
  /** Goods the law watches (GSP): supplier and goods need valid papers before it is submitted. */
  readonly papersChecked?: true
  readonly receipt: {
    readonly scan: readonly ScannedElement[]
    /** Parameters that must be stated of each piece where its line orders them: its label prints them, or whoever unpacks types them. */
    readonly told: readonly LineParameter[]
    /** Parameters no label prints, each with the reason: compared where somebody states them, asked of nobody. */
    readonly untold: Readonly<Partial<Record<LineParameter, string>>>
    /** Where the goods go: held for the member, to the frame order they were wanted for, or on the shelf. */
    readonly to: 'member' | 'workshop' | 'shelf'
  }
  /** Files sent to the maker. */
  readonly file: ReadonlyArray<'dcs' | 'excel' | 'csv' | 'pdf'>
  readonly papers: readonly OrderPaper[]
  readonly columns: readonly ListColumn[]
  readonly filters: readonly ListFilter[]
}
/** Declares a kind of orders. */
export const orderKind = <const K extends OrderKind>(declared: K): K => declared
