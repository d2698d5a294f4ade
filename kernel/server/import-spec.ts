/** What an import declares: its rows, the layouts it knows, and how a row is written. */
import type { ImportUpload, z } from '#kernel/contract/index.ts'
import type { Cx } from './cx.ts'

/** Where a row stands in its import, and the pen for what it made. */
export interface RowOfImport {
  readonly importId: number
  /** Number of the row as the spreadsheet counts it. */
  readonly rowNo: number
  /** Store the import is for. */
  readonly hid: number
  /** True for a dry run, whose writes are rolled back. */
  readonly dryRun: boolean
  /** What happens with rows that exist already. */
  readonly existing: ImportUpload['existing']
  /** Notes a row made of this one, so that it can be taken back. */
  made(table: string, id: number): Promise<void>
  /** Notes what was changed in a row that was here before, column by column, so that it can be put back. */
  changed(table: string, id: number, before: object, after: object): Promise<void>
}
/** What came of a row: made anew (also when nothing is said), filled into one that is here, nothing new in it, or against what is here. */
export type ImportOutcome = 'new' | 'changed' | 'same' | { readonly conflict: string; readonly field: string }
/** A foreign file whose layout is known: it needs no mapping. */
export interface Layout {
  readonly name: string
  /** True for the heads of this layout. */
  matches(head: readonly string[]): boolean
  /** A row (head → cell) as fields of the shape, or what is wrong with it by the file's own columns; `warnings` tell what was put right. */
  read(cells: Readonly<Record<string, string>>): {
    value: object | undefined
    errors: ReadonlyArray<{ column: string; given: string; sentence: string }>
    warnings?: readonly string[]
  }
}
/** `Fail`: what `prepare` may refuse; the call that imports declares it. */
export interface ImportSpec<S extends z.ZodObject, P = void, Fail extends string = never> {
  /** What a row is called: 会员. */
  readonly label: string
  /** What a row must be; money arrives in fen. */
  readonly shape: S
  /** Other heads a field is known by. */
  readonly aliases?: { readonly [K in keyof z.output<S>]?: readonly string[] }
  readonly layouts?: readonly Layout[]
  /** Whose files these are, where each has heads of its own (a supplier): what was chosen for one is not taken for another. */
  readonly remembers?: string
  /**
   * Reads what all rows need, once; `write` gets it. `broken` are the cells of rows that cannot be read, by field: rows they belong with
   * may not go without them.
   */
  readonly prepare: (
    cx: Cx<Fail>,
    rows: ReadonlyArray<z.output<S>>,
    hid: number,
    broken: ReadonlyArray<Readonly<Record<string, string>>>,
  ) => Promise<P>
  readonly write: (cx: Cx<string>, row: z.output<S>, at: RowOfImport, prepared: P) => Promise<ImportOutcome | void>
  /** True when `write` knows rows that are here already. */
  readonly knows?: boolean
  readonly root: {
    readonly table: string
    /** How rows are called when they cannot be taken back: id → 林子涵 M26000001. */
    readonly names: (cx: Cx, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
    /** Uses that no foreign key knows of: id → why. */
    readonly used?: (cx: Cx, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  }
}
