/** Writing one row, reading one page: what every module does, once. Table and column names are checked by the compiler. */
import type { Page } from '#kernel/contract/index.ts'
import { fieldsOf, MOST_LISTED, sizeOf, windowOf, type z } from '#kernel/contract/internal.ts'
import type { Cx } from '../cx.ts'
import { wordOf } from '../declared.ts'
import { Whole, wholeRow, type Row, type ShapedRow, type QueryShape, type TableName } from './shaped.ts'
import { all, ident, join, lit, snake, sql, type Condition, type Sql } from './sql.ts'

const entriesOf = (values: object): Array<[string, unknown]> => Object.entries(values).filter(([, v]) => v !== undefined)
const parameter = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date) ? JSON.stringify(value) : value

/** Inserts a row and answers it whole. A constraint `table__code` that says no becomes that refusal. */
export async function insert<T extends TableName>(cx: Cx, table: T, values: Partial<Row<T>>): Promise<Row<T>> {
  return cx.db.the(wholeRow(table), sql`${inserting(table, values)} returning *`)
}
/**
 * The statement that inserts a row, for callers that want other than whole rows back: ``sql`${inserting('patient', values, 'p')} returning
 * p.pid` ``.
 */
export function inserting<T extends TableName>(table: T, values: Partial<Row<T>>, alias: string = table): Sql {
  const entries = entriesOf(values)
  return sql`
    insert into ${ident(table)} as ${ident(alias)} (${join(entries.map(([k]) => ident(snake(k))))})
    values (${join(entries.map(([, v]) => parameter(v)))})
  `
}

/** Inserts many rows of the same columns in one statement. */
export async function insertMany<T extends TableName>(cx: Cx, table: T, rows: ReadonlyArray<Partial<Row<T>>>): Promise<Array<Row<T>>> {
  if (!rows.length) return []
  const keys = [...new Set(rows.flatMap((r) => entriesOf(r).map(([k]) => k)))]
  const lines = rows.map(
    (r) =>
      sql`(${join(
        keys.map((k) => {
          const v = (r as Record<string, unknown>)[k]
          return v === undefined ? sql`default` : parameter(v)
        }),
      )})`,
  )
  return cx.db.rows(
    wholeRow(table),
    sql`
      insert into ${ident(table)} (${join(keys.map((k) => ident(snake(k))))})
      values ${join(lines)}
      returning *
    `,
  )
}

/**
 * What a change comes to: what was given and, of a field of the shape that was left out, what stands in the row; for a new row (none
 * stands) what was given. Null empties.
 */
export function completed<I extends object>(shape: z.ZodType, was: object | undefined, given: I): I
export function completed(shape: z.ZodType, before: object | undefined, values: object): object {
  const row: Readonly<Record<string, unknown>> = { ...before }
  const held = Object.keys(fieldsOf(shape)).flatMap((name) => (name in row ? [[name, row[name]] as const] : []))
  return { ...Object.fromEntries(held), ...Object.fromEntries(entriesOf(values)) }
}

const matching = (where: object): Sql =>
  all(entriesOf(where).map(([k, v]) => (v === null ? sql`${ident(snake(k))} is null` : sql`${ident(snake(k))} = ${v}`)))

/** Changes the rows that match and answers the first; undefined when there was none. */
export async function update<T extends TableName>(
  cx: Cx,
  table: T,
  where: Partial<Row<T>>,
  set: Partial<Row<T>>,
): Promise<Row<T> | undefined> {
  const entries = entriesOf(set)
  if (!entries.length) return find(cx, table, where)
  return cx.db.one(
    wholeRow(table),
    sql`
      update ${ident(table)}
      set ${join(entries.map(([k, v]) => sql`${ident(snake(k))} = ${parameter(v)}`))}
      where ${matching(where)}
      returning *
    `,
  )
}

/**
 * The version of a row that its writer saw (optimistic lock), by the name of its column. Left out: not compared. `null`: the writer may say
 * which one was seen and does not; then what was sent is merged with what others changed since the row was last answered. `what` is the
 * row's name in a refusal where it is not its table's word.
 */
export type Seen = { readonly what?: string } & (
  | { readonly version?: number | null | undefined; readonly versionNo?: undefined }
  | { readonly version?: undefined; readonly versionNo?: number | null | undefined }
)
/** How long a value that stood before is taken for one that the writer read and left alone, where nothing else is known. */
const KNOWN_FOR = '12 hours'
/** Stands for the lines of a row: a change of them alone raises its version. */
const LINES = ''
const counted = (seen: Seen) => ('versionNo' in seen ? 'versionNo' : 'version')

/** What others changed of a row since its writer was last answered it: column (`LINES` for its lines) → what stood before, as JSON. */
async function changedByOthers<T extends TableName>(
  cx: Cx,
  table: T,
  key: Partial<Row<T>>,
  seen: Seen,
  since: number | undefined,
): Promise<Map<string, Set<string>>> {
  const version = snake(counted(seen))
  const changes = await cx.db.rows(
    { name: 'string | null', before: 'unknown' },
    sql`
      select c.name, c.before
      from audit a
      left join lateral jsonb_each(coalesce(a.before, '{}')) c (name, before) on c.name <> ${version}
      where a.tbl = ${table}
        and a.row_id = ${Object.values(key)[0]}
        and a.action = 'update'
        and a.ctid_ is distinct from ${cx.who.ctid}
        and a.after ? ${version}
        and case when ${since ?? null}::int is null then a.at > app_now() - ${KNOWN_FOR}::interval
          else (a.after ->> ${version})::int > ${since ?? null}::int
        end
    `,
  )
  const columns = new Map<string, Set<string>>()
  for (const { name, before } of changes) columns.set(name ?? LINES, (columns.get(name ?? LINES) ?? new Set()).add(asJson(before)))
  return columns
}
/** The version of a row that its writer, who knows no versions, was last answered. */
function answeredOf(cx: Cx, key: object): number | undefined {
  const [name, id] = Object.entries(key)[0] ?? []
  return name === undefined ? undefined : cx.answered(name, id)
}
const asJson = (value: unknown): string => JSON.stringify(value ?? null)

/**
 * Refuses a row that is no longer at the version its writer saw (`stale`), and to a writer who knows no versions one that somebody else
 * changed since it was last answered (`version_needed`). For checks that come between locking it and this one.
 */
export async function sameVersion<T extends TableName>(cx: Cx, table: T, key: Partial<Row<T>>, row: object, seen: Seen): Promise<void> {
  const version = seen[counted(seen)]
  const what = seen.what ?? wordOf(table)
  const stands = (row as Record<string, unknown>)[counted(seen)]
  if (version === undefined) return
  if (version === stands) return
  if (version !== null) return cx.refuse('stale', { what })
  const answered = answeredOf(cx, key)
  if (answered === undefined) return
  if (answered === stands) return
  if ((await changedByOthers(cx, table, key, seen, answered)).size) cx.refuse('version_needed', { what })
}

/**
 * Fields that a writer who knows no versions left alone: a value that stood before somebody else changed it was not touched by this
 * writer, and the newer one stays; another value for what others changed since the row was last answered is refused with its field
 * (`version_needed`).
 */
async function untouched<T extends TableName>(
  cx: Cx,
  table: T,
  key: Partial<Row<T>>,
  seen: Seen,
  set: Partial<Row<T>>,
): Promise<ReadonlySet<string>> {
  const row: Record<string, unknown> = await locked(cx, table, key, { ...seen, [counted(seen)]: undefined })
  const what = seen.what ?? wordOf(table)
  const answered = answeredOf(cx, key)
  const left = new Set<string>()
  if (answered === row[counted(seen)]) return left
  const changed = await changedByOthers(cx, table, key, seen, answered)
  if (changed.has(LINES) && answered !== undefined) cx.refuse('version_needed', { what })
  for (const [field, value] of entriesOf(set)) {
    const before = changed.get(snake(field))
    const [sent, stands] = [asJson(value), asJson(row[field])]
    if (!before || sent === stands) continue
    if (before.has(sent)) left.add(field)
    else if (answered !== undefined) cx.refuse('version_needed', { what, field })
  }
  return left
}

/**
 * The row of a key (its id first), kept from other writers until the transaction ends: what is checked of it still holds when it is
 * changed. Refuses one that is not there (`not_found`) and one that is no longer at the version its writer saw (`sameVersion`).
 */
export async function locked<T extends TableName>(cx: Cx, table: T, key: Partial<Row<T>>, seen: Seen = {}): Promise<Row<T>> {
  // Not `for update`: that one also waits for, and holds up, whoever only points to the row.
  const row = await cx.db.one(wholeRow(table), sql`select * from ${ident(table)} where ${matching(key)} for no key update`)
  if (!row) return cx.refuse('not_found', { what: seen.what ?? wordOf(table) })
  await sameVersion(cx, table, key, row, seen)
  return row
}

/**
 * Changes the row of a key, raises its version by one and answers it whole. With the version its writer saw, the statement itself compares:
 * of two writers who saw the same one, the later is refused (`stale`).
 */
export async function change<T extends TableName>(
  cx: Cx,
  table: T,
  key: Partial<Row<T>>,
  seen: Seen,
  set: Partial<Row<T>>,
): Promise<Row<T>> {
  const left = seen[counted(seen)] === null ? await untouched(cx, table, key, seen, set) : undefined
  const version = seen[counted(seen)] ?? undefined
  const column = ident(snake(counted(seen)))
  const meant = entriesOf(set).filter(([field]) => !left?.has(field))
  const sets = [...meant.map(([k, v]) => sql`${ident(snake(k))} = ${parameter(v)}`), sql`${column} = ${column} + 1`]
  const row = await cx.db.one(
    wholeRow(table),
    sql`
      update ${ident(table)}
      set ${join(sets)}
      where ${all([matching(key), version !== undefined && sql`${column} = ${version}`])}
      returning *
    `,
  )
  if (row) return row
  await locked(cx, table, key, seen)
  return cx.refuse('stale', { what: seen.what ?? wordOf(table) })
}

/** Deletes the rows that match; answers how many. */
export const remove = <T extends TableName>(cx: Cx, table: T, where: Partial<Row<T>>): Promise<number> =>
  cx.db.run(sql`delete from ${ident(table)} where ${matching(where)}`)

/** The first row that matches, or undefined. Another organisation's row is simply not there. */
export const find = <T extends TableName>(cx: Cx, table: T, where: Partial<Row<T>>): Promise<Row<T> | undefined> =>
  cx.db.one(wholeRow(table), sql`select * from ${ident(table)} where ${matching(where)} limit 1`)

/** A list: its parts, of which a page or the whole is read. `key` is the id of a row. */
export interface Listing {
  readonly select: Sql
  readonly from: Sql
  readonly where: readonly Condition[]
  readonly order: Sql
  readonly key?: Sql
}

/** Sizes of a page that screens ask for. */
const USUAL = new Set([10, 20, 50, 100, 200, MOST_LISTED + 1])
/**
 * The rows of the asked page. A usual size stands in the text: as a parameter it would hide how few rows are meant, and PostgreSQL would
 * plan the list anew at every call (measured: 40 % of a page of members).
 */
export function pageWindow(query: object): Sql {
  const { limit, offset } = windowOf(query)
  const most = limit || MOST_LISTED + 1
  return sql`limit ${USUAL.has(most) ? lit(most) : most} offset ${offset}`
}

/**
 * A list as the legacy calls answer it: `select … from … where … order by …`, one page, and the exact total; `of` is the shape of a row.
 * With `key` the page is cut by ids first: rows that are skipped or sorted away are not joined (of left joins nobody filters by, PostgreSQL
 * leaves the inner query none). All means all: a size of 0 answers every row, or refuses with `too_many`.
 */
export async function pageOf<R>(cx: Cx, parts: Listing & { readonly of: Whole<R> }, query: object): Promise<Page<R>>
export async function pageOf<const S extends QueryShape>(
  cx: Cx,
  parts: Listing & { readonly of: S },
  query: object,
): Promise<Page<ShapedRow<S>>>
export async function pageOf(cx: Cx, parts: Listing & { readonly of: QueryShape | Whole<unknown> }, query: object): Promise<Page<unknown>> {
  const { select, from, order, key } = parts
  const where = all(parts.where)
  const window = pageWindow(query)
  const listed = key
    ? sql`
      select ${select}
      from ${from}
      where ${key} = any (array(select ${key} from ${from} where ${where} order by ${order} ${window}))
      order by ${order}
    `
    : sql`select ${select} from ${from} where ${where} order by ${order} ${window}`
  const rows: Promise<unknown[]> = parts.of instanceof Whole ? cx.db.rows(parts.of, listed) : cx.db.rows(parts.of, listed)
  const total = cx.db.the({ n: 'number' }, sql`select count(*) n from ${from} where ${where}`)
  const [list, counted] = await Promise.all([rows, total])
  return whole(cx, { list, total: counted.n }, query)
}

/** The page, unless all rows were asked for and there are more than a list answers. */
export function whole<R>(cx: Pick<Cx, 'refuse'>, page: Page<R>, query: object): Page<R> {
  return windowOf(query).limit === 0 && page.list.length > MOST_LISTED
    ? cx.refuse('too_many', { total: page.total, most: MOST_LISTED, field: sizeOf(query) })
    : page
}

/** A page of rows that had to be known before they were ordered; they are few. */
export function pageIn<R>(rows: R[], query: object): Page<R> {
  const { limit, offset } = windowOf(query)
  return { list: limit ? rows.slice(offset, offset + limit) : rows, total: rows.length }
}

/** All rows of a query that is shown without pages; above what a list answers it is refused instead of cut. */
export async function allOf<S extends QueryShape>(cx: Pick<Cx, 'db' | 'refuse'>, shape: S, query: Sql): Promise<Array<ShapedRow<S>>> {
  const list = await cx.db.rows(shape, sql`${query} limit ${MOST_LISTED + 1}`)
  return list.length > MOST_LISTED ? cx.refuse('too_many', { total: `${MOST_LISTED}+`, most: MOST_LISTED }) : list
}

/** The same list to its last row, for `out.stream`. */
export const everyRow = ({ select, from, where, order }: Listing): Sql =>
  sql`select ${select} from ${from} where ${all(where)} order by ${order}`
