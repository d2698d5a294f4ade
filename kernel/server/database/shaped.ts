/** Rows compared with the shape they were asked for (decision 0094). */
import { bareOf, z } from '#kernel/contract/index.ts'
import type { Tables } from '../../../database/tables.gen.ts'
import { camel, ident, join, snake, sql, type Sql } from './sql.ts'

interface Kinds {
  number: number
  string: string
  boolean: boolean
  unknown: unknown
  'number[]': number[]
  'string[]': string[]
  bytes: Uint8Array
}
/** The kind of one column, spelled as the compiler spells it. */
export type ColumnKind = keyof Kinds | `${keyof Kinds} | null`
/** A shape written where it is used: `{ pid: 'number', note: 'string | null' }`. */
export type Columns = Readonly<Record<string, ColumnKind>>
/** What rows can be asked for as: a shape of the contract, or columns. */
export type QueryShape = z.ZodObject | Columns
type ValueOf<K> = K extends keyof Kinds ? Kinds[K] : K extends `${infer Some extends keyof Kinds} | null` ? Kinds[Some] | null : never
export type TableName = keyof Tables & string
/** A row of a table as the connection answers it; generated from the database. */
export type Row<T extends TableName> = Tables[T]
/** Whole rows of a table, `select *` and `returning *`, with what else the statement makes. `R`: the row. */
export class Whole<R> {
  declare readonly row: R
  constructor(
    readonly table: string,
    readonly more: Columns,
  ) {}
}
/** Asks for whole rows of a table: ``db.rows(wholeRow('batch', { left: 'number' }), sql`select b.*, … as "left" from batch b …` ``. */
export function wholeRow<T extends TableName>(table: T): Whole<Row<T>>
export function wholeRow<T extends TableName, const M extends Columns>(table: T, more: M): Whole<Row<T> & ShapedRow<M>>
export function wholeRow(table: string, more: Columns = {}): Whole<unknown> {
  return new Whole(table, more)
}
/** One row of a shape. */
export type ShapedRow<S extends QueryShape> = S extends z.ZodObject ? z.output<S> : { -readonly [C in keyof S]: ValueOf<S[C]> }

/** A column of an answer, as the driver tells it. */
export interface ResultColumn {
  readonly name: string
  readonly dataTypeID: number
  readonly tableID: number
  readonly columnID: number
}
type Sort = 'number' | 'string' | 'boolean' | 'list' | 'bytes' | 'any'
interface Wanted {
  readonly sort: Sort
  readonly nullable: boolean
  readonly optional: boolean
}

const SORTS: Readonly<Record<string, Sort>> = Object.fromEntries([
  ...[20, 21, 23, 26, 700, 701, 1700].map((type) => [type, 'number'] as const),
  ...[18, 19, 25, 1042, 1043, 1082, 1083, 1114, 1184, 2950].map((type) => [type, 'string'] as const),
  ...[1000, 1005, 1007, 1009, 1015, 1016, 1021, 1022, 1115, 1182, 1185, 1231].map((type) => [type, 'list'] as const),
  [16, 'boolean'] as const,
  [17, 'bytes'] as const,
])
function sortOf(bare: z.ZodType): Sort {
  const some = bare instanceof z.ZodLiteral ? typeof [...bare.values][0] : undefined
  if (bare instanceof z.ZodNumber || some === 'number') return 'number'
  if (bare instanceof z.ZodString || bare instanceof z.ZodISODate || some === 'string') return 'string'
  if (bare instanceof z.ZodBoolean) return 'boolean'
  return 'any'
}
/** Whether a shape is the contract's own: one value, whatever statement it is asked with. */
export const isNamed = (shape: QueryShape | Whole<unknown>): shape is z.ZodObject => shape instanceof z.ZodObject
const shapeCache = new WeakMap<z.ZodObject, ReadonlyMap<string, Wanted>>()
/** The columns a shape wants, by name. */
function wantedOf(shape: QueryShape): ReadonlyMap<string, Wanted> {
  if (!isNamed(shape)) return new Map(Object.entries(shape).map(([name, kind]) => [name, wantedAs(kind)]))
  let wanted = shapeCache.get(shape)
  if (!wanted) {
    wanted = new Map(
      Object.entries(shape.shape).map(([name, field]) => [
        name,
        { sort: sortOf(bareOf(field)), nullable: field.safeParse(null).success, optional: field.safeParse(undefined).success },
      ]),
    )
    shapeCache.set(shape, wanted)
  }
  return wanted
}
function wantedAs(kind: ColumnKind): Wanted {
  const some = kind.replace(' | null', '')
  const sort = some.endsWith('[]') ? 'list' : some === 'unknown' ? 'any' : (some as Sort)
  return { sort, nullable: kind !== some || some === 'unknown', optional: false }
}

/** What the catalog tells of the columns of tables: by `tableID.columnID`, and how many each table has. */
export class Catalog {
  private readonly columns: ReadonlyMap<string, CatalogColumn>
  private readonly sizes = new Map<string, number>()
  constructor(columns: readonly CatalogColumn[]) {
    this.columns = new Map(columns.map((c) => [c.at, c]))
    for (const { tbl } of columns) this.sizes.set(tbl, (this.sizes.get(tbl) ?? 0) + 1)
  }
  of = ({ tableID, columnID }: ResultColumn): CatalogColumn | undefined => this.columns.get(`${tableID}.${columnID}`)
  sizeOf = (table: string): number => this.sizes.get(table) ?? 0
}
interface CatalogColumn {
  readonly at: string
  readonly tbl: string
  readonly nullable: boolean
}

/**
 * What of a statement's columns does not fit a shape: one that is missing, one too many, another kind, one that may be null where a
 * contract's shape has no null, as far as the catalog is known.
 */
export function columnsWrong(shape: QueryShape | Whole<unknown>, columns: readonly ResultColumn[], catalog?: Catalog): string[] {
  if (shape instanceof Whole) {
    const own = new Set(columns.filter((c) => catalog?.of(c)?.tbl === shape.table && !(camel(c.name) in shape.more)))
    const missing = (catalog?.sizeOf(shape.table) ?? 0) - own.size
    return [
      ...(missing ? [`${missing} columns of ${shape.table} are missing`] : []),
      ...(catalog
        ? columnsWrong(
            shape.more,
            columns.filter((c) => !own.has(c)),
          )
        : []),
    ]
  }
  const wanted = wantedOf(shape)
  const found = new Set(columns.map((c) => camel(c.name)))
  const missing = [...wanted].filter(([name, { optional }]) => !optional && !found.has(name)).map(([name]) => `${name} is missing`)
  const wrong = columns.flatMap((column) => {
    const name = camel(column.name)
    const want = wanted.get(name)
    if (!want) return [`${name} is not in the shape`]
    const sort = SORTS[column.dataTypeID] ?? 'any'
    if (sort !== want.sort && sort !== 'any' && want.sort !== 'any') return [`${name} is a ${sort}, not a ${want.sort}`]
    // Columns written in place speak of what the statement leaves of a table: `where mobile is not null`.
    return isNamed(shape) && !want.nullable && catalog?.of(column)?.nullable ? [`${name} may be null`] : []
  })
  return [...missing, ...wrong]
}

/** Names of columns that a shape has without null: the driver's rows are watched for it. */
export function neverNull(shape: QueryShape | Whole<unknown>, columns: readonly ResultColumn[], catalog?: Catalog): ReadonlySet<string> {
  if (!(shape instanceof Whole)) return new Set([...wantedOf(shape)].filter(([, { nullable }]) => !nullable).map(([name]) => name))
  const own = columns.filter((c) => catalog?.of(c)?.nullable === false && !(camel(c.name) in shape.more))
  return new Set([...own.map((c) => camel(c.name)), ...neverNull(shape.more, columns)])
}

const listed = new WeakMap<QueryShape, Map<string, Sql>>()
/**
 * The columns of a shape, to be selected from a table by its name or alias: ``sql`select ${columnsOf(Supplier, 's', 'licenceState')}, …
 * licence_state from supplier s` ``. `made`: what of the shape the statement makes itself.
 */
export function columnsOf<S extends QueryShape>(shape: S, table: string, ...made: ReadonlyArray<keyof ShapedRow<S> & string>): Sql {
  let mine = listed.get(shape)
  if (!mine) listed.set(shape, (mine = new Map()))
  const key = `${table} ${made.join(' ')}`
  let columns = mine.get(key)
  if (!columns) {
    const names = Object.keys(isNamed(shape) ? shape.shape : shape).filter((name) => !made.some((each) => each === name))
    columns = join(names.map((name) => sql`${ident(table)}.${ident(snake(name))}`))
    mine.set(key, columns)
  }
  return columns
}
