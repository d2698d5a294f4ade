/**
 * A paper is declared in its module's `contract/papers.ts`: which calls it is made of, on which sizes it is printed and, as a pure function
 * of their answers, its blocks, which the browser prints.
 */
import { z } from 'zod'
import { ageIn } from './age.ts'
import type { LineChart } from './chart.ts'
import type { Stroke } from './drawing.ts'
import type { Endpoint } from './endpoint.ts'
import { showGender } from './format.ts'

/** A size of paper, mm. */
export interface PaperSize {
  readonly kind: 'sheet' | 'roll' | 'label'
  readonly width: number
  /** None on a roll: it is as long as what is printed. */
  readonly height?: number
  /** Top, sides, bottom. */
  readonly margin: readonly [number, number, number]
}
/** Names of the sizes clinics print on. */
export const paperLabels = {
  A4: 'A4',
  A5: 'A5',
  'A5 landscape': 'A5 横向',
  continuous: '241×140 连续纸',
  receipt: '80 mm 小票',
  'receipt 58': '58 mm 小票',
  label: '60×40 标签',
  'label 40×30': '40×30 标签',
  'label 30×20': '30×20 标签',
  tag: '70×12 眼镜吊牌',
} as const
export type PaperSizeName = keyof typeof paperLabels
/** Sizes clinics print on: sheets of ISO 216, continuous forms of 9.5 × 5.5 inches, rolls by their width, labels. */
export const paperSizes: Readonly<Record<PaperSizeName, PaperSize>> = {
  A4: { kind: 'sheet', width: 210, height: 297, margin: [12, 14, 14] },
  A5: { kind: 'sheet', width: 148, height: 210, margin: [9, 10, 11] },
  'A5 landscape': { kind: 'sheet', width: 210, height: 148, margin: [9, 10, 11] },
  continuous: { kind: 'sheet', width: 241, height: 140, margin: [7, 16, 9] },
  receipt: { kind: 'roll', width: 80, margin: [3, 4, 3] },
  'receipt 58': { kind: 'roll', width: 58, margin: [3, 5, 3] },
  label: { kind: 'label', width: 60, height: 40, margin: [2, 2.5, 2] },
  'label 40×30': { kind: 'label', width: 40, height: 30, margin: [1.5, 2, 1.5] },
  'label 30×20': { kind: 'label', width: 30, height: 20, margin: [1, 1.5, 1] },
  tag: { kind: 'label', width: 70, height: 12, margin: [0.5, 1.5, 0.5] },
}
export const isPaperSize = (name: unknown): name is PaperSizeName => typeof name === 'string' && Object.hasOwn(paperSizes, name)

export type PaperCell = string | number
/** A column of a table on paper. */
export interface PaperColumn {
  readonly title: string
  /** Numbers stand at the right. */
  readonly right?: true
  /** Powers and dates are not broken over two lines. */
  readonly whole?: true
  /** Left out where a store prints no prices on this paper. */
  readonly price?: true
  /** Left out on a roll. */
  readonly wide?: true
}
export interface PaperSum {
  readonly label: string
  readonly value: PaperCell
  /** The figure that is the point of the paper. */
  readonly total?: boolean
}
type Unsaid = false | '' | null | undefined
type Named<B> = B & {
  /** Name among the paper's `optional` blocks: a store may leave it out. */
  readonly name?: string
  /** Left out where a store prints no prices on this paper. */
  readonly price?: true
}
/** Where the bytes of a picture are: the call that answers them, or what it answered, a data address; null where it did not. */
export type PictureFile = { readonly of: Endpoint; readonly input: Readonly<Record<string, unknown>> } | { readonly data: string | null }
export const fileOf = <Sent extends Record<string, unknown>>(
  endpoint: Endpoint<unknown, unknown, string, Sent>,
  input: Sent,
): PictureFile => ({
  of: endpoint,
  input,
})
/** Labels, titles and columns are translated by who prints; values stand as they are. */
export type Block = Named<
  | { readonly is: 'facts'; readonly items: ReadonlyArray<readonly [label: string, value: PaperCell | Unsaid]> }
  | {
      readonly is: 'eyes'
      readonly columns: ReadonlyArray<readonly [key: string, title: string]>
      readonly od: Readonly<Record<string, PaperCell>>
      readonly os: Readonly<Record<string, PaperCell>>
      /** Of both eyes together. */
      readonly ou?: Readonly<Record<string, PaperCell>>
    }
  | {
      readonly is: 'table'
      readonly columns: ReadonlyArray<string | PaperColumn>
      readonly rows: ReadonlyArray<readonly PaperCell[]>
      readonly foot?: readonly PaperCell[]
    }
  /** Above a part of the paper; `low` above a part of that. */
  | { readonly is: 'heading'; readonly text: string; /** Beside it, in small. */ readonly note?: string; readonly low?: true }
  | { readonly is: 'chart'; readonly chart: LineChart }
  /** With what is drawn on it, and that in words below it. */
  | {
      readonly is: 'picture'
      readonly title: string
      readonly file: PictureFile
      readonly strokes: readonly Stroke[]
      readonly lines: readonly string[]
    }
  | { readonly is: 'sums'; readonly items: ReadonlyArray<PaperSum | Unsaid> }
  | { readonly is: 'text'; readonly title?: string; readonly text: string; readonly weight?: 'strong' | 'huge' | 'small' }
  | { readonly is: 'code'; readonly of: string; readonly as: 'bar' | 'qr'; /** mm, of bars. */ readonly high?: number }
  | { readonly is: 'signature'; readonly label: string; readonly path: string }
  /** What stays empty, struck through so that nothing is written into it later: all there is of the page. */
  | { readonly is: 'blank'; readonly text: string }
>
export type BlockOf<K extends Block['is']> = Extract<Block, { is: K }>

/** What stands on one paper. */
export interface PaperSheet {
  /** What it is: 收费单. The declared title where left out. */
  readonly title?: string
  /** The store whose paper it is; the one worked in where left out. */
  readonly clinic?: string
  /** Right of the head. */
  readonly codes?: ReadonlyArray<BlockOf<'code'>>
  readonly blocks: ReadonlyArray<Block | Unsaid>
  /** The mark of the head, a picture as a data address, whatever the store chose: the law's own papers. */
  readonly logo?: string | null
  /** Colour of the paper, where the law has one. */
  readonly tint?: 'green'
  /** Lines to sign on. */
  readonly signatures?: readonly string[]
  readonly foot?: string
}

/** Translates: `t` a sentence with its values, `tr` a key that comes as data. */
export interface PaperWords {
  readonly t: (parts: TemplateStringsArray, ...values: ReadonlyArray<string | number>) => string
  readonly tr: (key: string) => string
  readonly english: boolean
}
/** Where a paper was asked for: the placeholders of its path, the query behind it, the store worked in. */
export interface PaperPlace {
  readonly params: Readonly<Record<string, string>>
  readonly search: Readonly<Record<string, string>>
  readonly hid: number
  /** Address of the application, for codes that lead into it. */
  readonly origin: string
}
/** A call a paper is made of. `_` carries its answer's type. */
export interface PaperCall<Out = unknown> {
  readonly of: Endpoint
  /**
   * What is sent; undefined: it is not asked here. `before` is the answer of the call it comes after. A method, so that calls after
   * different ones stand in one table.
   */
  input(at: PaperPlace, before?: unknown): Record<string, unknown> | undefined
  /** The paper is printed without it where it fails (R079). */
  readonly dispensable: boolean
  readonly after?: PaperCall
  readonly _?: readonly [Out]
}
/** A call that goes by nothing but its place: others may go by its answer. */
export interface FirstAsk<Out = unknown> extends PaperCall<Out> {
  readonly after?: never
}
export const ask = <In, Out, Sent extends Record<string, unknown>>(
  endpoint: Endpoint<In, Out, string, Sent>,
  input: (at: PaperPlace) => Sent,
): FirstAsk<Out> => ({
  of: endpoint,
  input,
  dispensable: false,
})
/** A call whose failure leaves its part of the paper out. */
export const askSoftly = <In, Out, Sent extends Record<string, unknown>>(
  endpoint: Endpoint<In, Out, string, Sent>,
  input: (at: PaperPlace) => Sent,
): PaperCall<Out | undefined> => ({
  of: endpoint,
  input,
  dispensable: true,
})
/** A call of one of several faces of a paper. */
export const askWhen = <In, Out, Sent extends Record<string, unknown>>(
  when: (at: PaperPlace) => boolean,
  endpoint: Endpoint<In, Out, string, Sent>,
  input: (at: PaperPlace) => Sent,
): PaperCall<Out | undefined> => ({ of: endpoint, input: (at) => (when(at) ? input(at) : undefined), dispensable: false })
/** A call that goes by what another call of the paper answered; not asked where that says nothing to ask. */
export const askAfter = <Before, In, Out, Sent extends Record<string, unknown>>(
  after: FirstAsk<Before>,
  endpoint: Endpoint<In, Out, string, Sent>,
  input: (before: Before, at: PaperPlace) => Sent | undefined,
): PaperCall<Out | undefined> => ({
  of: endpoint,
  input: (at, before?: Before) => (before === undefined ? undefined : input(before, at)),
  dispensable: false,
  after,
})
/** The calls of a paper in the order they are asked in: those that go by another's answer come after all others. */
export const inTurn = (calls: Readonly<Record<string, PaperCall>>) => {
  const all = Object.entries(calls)
  return [all.filter(([, call]) => !call.after), all.filter(([, call]) => call.after)] as const
}
/** Whose a paper is: the facts every paper of a member begins with. The age is that of a day. */
export const personFacts = (
  { name, gender, birth, memberNo }: { name: string; gender: number | null; birth: string | null; memberNo: string | null },
  on: string,
  words: PaperWords,
) =>
  [
    ['姓名', name],
    ['性别', words.tr(showGender(gender))],
    ['年龄', ageIn(words, birth, on)],
    ['会员号', memberNo],
  ] as const
/** A number among the placeholders of a paper's path; 0 where it is none. */
export const idAt = (at: PaperPlace, name: string): number => Number(at.params[name]) || 0

type Answered<C> = { readonly [K in keyof C]: C[K] extends PaperCall<infer Out> ? Out : never }
export interface Paper<C extends Record<string, PaperCall> = Record<string, PaperCall>> {
  readonly title: string
  /** Sizes it may be printed on, the usual one first. */
  readonly sizes: readonly [PaperSizeName, ...PaperSizeName[]]
  /** Blocks a store may leave out: their labels by their names. */
  readonly optional?: Readonly<Record<string, string>>
  /** True where it follows a deed at the counter, and a store may have it printed by itself then. */
  readonly automatic?: true
  /** True where a store may print it without prices. */
  readonly prices?: true
  /** Papers printed one after the other: the place of each. */
  readonly each?: (at: PaperPlace) => readonly PaperPlace[]
  /** Shapes of the placeholders of its path that are no ids. */
  readonly params?: Readonly<Record<string, z.ZodType<string>>>
  readonly calls: C
  // A method, so that papers of different calls stand in one table.
  sheet(got: Answered<C>, words: PaperWords, at: SizedPlace): PaperSheet | readonly PaperSheet[]
}
export interface SizedPlace extends PaperPlace {
  readonly size: PaperSizeName
}
/** A paper under its path: `paper({ calls: { bill: ask(billing['feebill.print'], …) }, sheet: ({ bill }, { t }) => … })`. */
export const paper = <const C extends Record<string, PaperCall>>(declared: Paper<C>): Paper<C> => declared
const paramId = z.string().regex(/^\d{1,15}$/)
/** The placeholder whose value is none the paper takes; undefined where all are right. One without a shape of its own is an id. */
export const wrongParam = ({ params: shapes = {} }: Pick<Paper, 'params'>, values: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(values).find(([name, value]) => !(shapes[name] ?? paramId).safeParse(value).success)?.[0]
export type Papers = Readonly<Record<string, Paper>>
export const papers = <const P extends Papers>(table: P): P => table

/** How a store prints a paper. */
export interface PaperSetting {
  readonly size: PaperSizeName | null
  readonly copies: number
  readonly logo: boolean
  readonly prices: boolean
  readonly automatic: boolean
  /** Every printing is counted, and copies after the first say which they are. */
  readonly reprint: boolean
  /** In which it is printed; that of the screens where left open. */
  readonly language: 'zh' | 'en' | null
  readonly hidden: readonly string[]
}
export const usualSetting: PaperSetting = {
  size: null,
  copies: 1,
  logo: false,
  prices: true,
  automatic: false,
  reprint: false,
  language: null,
  hidden: [],
}

export const columnOf = (column: string | PaperColumn): PaperColumn => (typeof column === 'string' ? { title: column } : column)
/** What is printed of a sheet: what the store leaves out is gone, tables have the columns the size has room for. */
export function printedOf(
  sheet: PaperSheet,
  size: PaperSizeName,
  setting: PaperSetting,
): Omit<PaperSheet, 'blocks'> & { readonly blocks: readonly Block[] } {
  const roll = paperSizes[size].kind === 'roll'
  const stays = (part: { readonly price?: true; readonly wide?: true }) => (setting.prices || !part.price) && !(roll && part.wide)
  const blocks = sheet.blocks.flatMap((block): Block[] => {
    if (!block || (block.name !== undefined && setting.hidden.includes(block.name)) || !stays(block)) return []
    if (block.is !== 'table') return [block]
    const kept = block.columns.flatMap((column, i) => (stays(columnOf(column)) ? [i] : []))
    const only = <T>(list: readonly T[]): T[] => list.filter((_, i) => kept.includes(i))
    return [{ ...block, columns: only(block.columns), rows: block.rows.map(only), ...(block.foot ? { foot: only(block.foot) } : {}) }]
  })
  return { ...sheet, blocks }
}

/** A sheet with its labels, titles and columns in the reader's words. */
export function saidIn<S extends Omit<PaperSheet, 'blocks'> & { readonly blocks: readonly Block[] }>(sheet: S, tr: PaperWords['tr']): S {
  return {
    ...sheet,
    ...(sheet.title ? { title: tr(sheet.title) } : {}),
    blocks: sheet.blocks.map((block) => saidBlock(block, tr)),
    ...(sheet.signatures ? { signatures: sheet.signatures.map(tr) } : {}),
  }
}
function saidBlock(block: Block, tr: PaperWords['tr']): Block {
  switch (block.is) {
    case 'facts':
      return { ...block, items: block.items.map(([label, value]) => [tr(label), value] as const) }
    case 'eyes':
      return { ...block, columns: block.columns.map(([key, title]) => [key, tr(title)] as const) }
    case 'table':
      return { ...block, columns: block.columns.map((column) => saidColumn(columnOf(column), tr)) }
    case 'sums':
      return { ...block, items: block.items.map((sum) => (sum ? { ...sum, label: tr(sum.label) } : sum)) }
    case 'heading':
      return { ...block, text: tr(block.text) }
    case 'chart':
      return { ...block, chart: { ...block.chart, title: tr(block.chart.title) } }
    case 'text':
      return block.title ? { ...block, title: tr(block.title) } : block
    case 'signature':
      return { ...block, label: tr(block.label) }
    case 'blank':
      return { ...block, text: tr(block.text) }
    case 'code':
    case 'picture':
      return block
  }
}
/** Numbers stand at the right; a title that ends with `>` says so too. */
export const saidColumn = (column: PaperColumn, tr: PaperWords['tr']): PaperColumn =>
  column.title.endsWith('>')
    ? { ...column, title: tr(column.title).replace(/>$/, ''), right: true }
    : { ...column, title: tr(column.title) }

/** What a store prints at the head of its papers. */
export interface PaperHead {
  readonly company: string
  readonly includeOrgName: boolean
  readonly printHead: string | null
  readonly hospitalName: string
}
/** Heading of a sheet: another store's paper carries that store's name, its own what it has chosen. */
export const headingOf = (store: PaperHead, clinic: string | undefined): string =>
  clinic === undefined || clinic === store.hospitalName
    ? [store.includeOrgName ? store.company : '', store.printHead || store.hospitalName].filter(Boolean).join(' ')
    : clinic
