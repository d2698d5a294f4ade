/** The server's half of families (kernel/contract/family.ts): list, one, save, delete over the table, with three hooks and no fourth. */
import {
  bareOf,
  fieldsOf,
  metaOf,
  z,
  type CallsOf,
  type Families,
  type Family,
  type FileAnswer,
  type Page,
} from '#kernel/contract/internal.ts'
import type { Cx, Out } from './cx.ts'
import { Whole } from './database/shaped.ts'
import { ident, join, snake, sql, type Condition, type Sql } from './database/sql.ts'
import { change, completed, everyRow, insert, locked, pageOf, remove, update, type Listing, type Seen } from './database/write.ts'
import type { Handlers } from './implement.ts'
import type { ImportSpec } from './import-spec.ts'
import { excel, sheet } from './sheets.ts'
import { importHandlers } from './undo.ts'

type RowOf<T extends Family> = z.output<T['row']>
type Saved<T extends Family> = Omit<z.output<T['save']>, 'id' | 'version'>
interface Id {
  id: number
}

/** Who asks, and when: what a list and a file of it have in common. */
type Asking = Pick<Cx, 'who' | 'today' | 'now' | 'refuse'>
/** What a family does beside its declaration. `t` is the alias of its table in SQL. */
export interface Hooks<T extends Family> {
  /** More conditions of a list: what its rows must be, whatever is asked. */
  where?: (cx: Asking, query: z.output<T['query']>) => readonly Condition[]
  /** Checks what is saved and may answer it completed. `was` is the row as it stands, locked; absent for a new one. */
  beforeSave?: (cx: Cx<T['fails'][number]>, values: Saved<T>, was: RowOf<T> | undefined) => Promise<Saved<T> | void>
  /** Refuses what must stay; clears away what goes with the row. */
  mayDelete?: (cx: Cx<T['keeps'][number]>, row: RowOf<T>) => Promise<void>
}
/** The four verbs that every call of a family is one of. */
interface VerbsOf<T extends Family> {
  list(cx: Cx, query: z.output<T['query']>): Promise<Page<RowOf<T>>>
  /** One row; another store's that may not be seen is not found. */
  get(cx: Cx, input: Id): Promise<RowOf<T>>
  save(cx: Cx<T['fails'][number]>, input: z.output<T['save']>): Promise<RowOf<T>>
  delete(cx: Cx<T['keeps'][number]>, input: Id): Promise<null>
}

/** A family without its own types: its columns are those of the declaration, which tests/census/families proves. */
interface Values {
  [column: string]: unknown
}
interface Row extends Values, Id {
  hid: number
}
interface Query extends Values {
  hid: number
}
interface Saving extends Values {
  id?: number
  hid: number
  version?: number
}
interface PlainHooks {
  where?(cx: Asking, query: Query): readonly Condition[]
  beforeSave?(cx: Cx, values: Values, was: Row | undefined): Promise<Values | void>
  mayDelete?(cx: Cx, row: Row): Promise<void>
}
/** The verbs without the types of one family. */
export interface Verbs {
  list(cx: Cx, query: Query): Promise<Page<Row>>
  get(cx: Cx, input: Id): Promise<Row>
  save(cx: Cx, input: Saving): Promise<Row>
  delete(cx: Cx, input: Id): Promise<null>
}
/** Rows of a table that is only known at run time. */
interface Rows {
  insert(cx: Cx, table: string, values: Values): Promise<Values>
  update(cx: Cx, table: string, key: Values, set: Values): Promise<Values | undefined>
  change(cx: Cx, table: string, key: Values, seen: Seen, set: Values): Promise<Values>
  locked(cx: Cx, table: string, key: Values, seen: Seen): Promise<Values>
  remove(cx: Cx, table: string, key: Values): Promise<number>
}
const rows: Rows = { insert, update, change, locked, remove }

interface Plain {
  readonly of: Family
  readonly hooks: PlainHooks
  /** Its rows as `select` and `from` make them. */
  readonly rows: Whole<Row>
  readonly select: Sql
  readonly from: Sql
}

/** The verbs of a family over its table. */
export function verbsOf<T extends Family>(of: T, hooks?: Hooks<T>): VerbsOf<T>
export function verbsOf(family: Family, hooks: PlainHooks = {}): Verbs {
  return plainVerbs(plain(family, hooks))
}
function plainVerbs(family: Plain): Verbs {
  return {
    list: (cx, query) => list(cx, family, query),
    get: (cx, { id }) => one(cx, family, id),
    save: (cx, input) => save(cx, family, input),
    delete: (cx, { id }) => drop(cx, family, id),
  }
}
function plain(family: Family, hooks: PlainHooks): Plain {
  const joins = Object.entries(family.shown).map(([name, n], i) => {
    const a = ident(`n${i}`)
    const value = sql`${a}.${ident(snake(n.column))}`
    return {
      column: sql`${n.otherwise === undefined ? value : sql`coalesce(${value}, ${n.otherwise})`} as ${ident(snake(name))}`,
      from: sql`left join ${ident(n.from)} ${a} on ${a}.oid = t.oid and ${a}.${ident(snake(n.key))} = t.${ident(snake(n.by))}`,
    }
  })
  return {
    of: family,
    hooks,
    rows: new Whole(family.table, Object.fromEntries(Object.keys(family.shown).map((name) => [name, 'unknown' as const]))),
    select: join([sql`t.*`, ...joins.map((j) => j.column)]),
    from: join([sql`${ident(family.table)} t`, ...joins.map((j) => j.from)], ' '),
  }
}

/** The store named, when the account may work in it. */
const storeIn = (cx: Asking, hid: number): number => (cx.who.hids.includes(hid) ? hid : cx.refuse('not_found', { what: '门店' }))

/** Texts are found by a part of them, whatever the case; other values are the same or not. */
function filterOf(field: z.ZodType | undefined, name: string, value: unknown): Condition {
  if (value === undefined || value === '' || !field) return undefined
  const column = sql`t.${ident(snake(name))}`
  return bareOf(field) instanceof z.ZodString && ['text', 'long', 'phone'].includes(metaOf(field).format ?? '')
    ? sql`strpos(lower(${column}), lower(${value})) > 0`
    : sql`${column} = ${value}`
}
const listing = (cx: Asking, { of: family, hooks, select, from }: Plain, query: Query): Listing => ({
  select,
  from,
  where: [
    sql`t.hid = ${storeIn(cx, query.hid)}`,
    ...family.filters.map((name) => filterOf(family.fields[name], name, query[name])),
    ...(hooks.where?.(cx, query) ?? []),
  ],
  order: join(
    [...(typeof query.sort === 'string' ? [query.sort] : family.order), 'id'].map((name) =>
      name.startsWith('-') ? sql`t.${ident(snake(name.slice(1)))} desc nulls last` : sql`t.${ident(snake(name))}`,
    ),
  ),
  key: sql`t.id`,
})

/** Names of a free-form row that are no fields: kept together in one column; what was kept before stays. */
function together(family: Family, values: Values, before: Row | undefined): Values {
  if (!family.free) return values
  const columns = fieldsOf(family.row)
  const [fields, more] = split(values, (name) => name in family.fields)
  return { ...fields, more: { ...(before ? split(before, (name) => name in columns)[1] : {}), ...more } }
}
/** A row as it is answered: of a free-form one, what is kept together stands apart again, behind what its table calls by name. */
function apart(family: Family, { more, ...row }: Row): Row {
  if (!family.free) return row
  const columns = fieldsOf(family.row)
  return { ...(isValues(more) ? more : {}), ...split(row, (name) => name in columns)[0], id: row.id, hid: row.hid }
}
const isValues = (v: unknown): v is Values => v !== null && typeof v === 'object'
const split = (values: Values, by: (name: string) => boolean): [Values, Values] => {
  const entries = Object.entries(values)
  return [Object.fromEntries(entries.filter(([name]) => by(name))), Object.fromEntries(entries.filter(([name]) => !by(name)))]
}

async function list(cx: Cx, family: Plain, query: Query): Promise<Page<Row>> {
  const found = await pageOf(cx, { of: family.rows, ...listing(cx, family, query) }, query)
  return { ...found, list: (await counted(cx, family, found.list)).map((row) => apart(family.of, row)) }
}
/** Rows with how often each is pointed to, where the family shows it. */
async function counted(cx: Cx, { of: family }: Plain, found: Row[]): Promise<Row[]> {
  if (!family.has.includes('uses') || !found.length) return found
  const uses = await cx.db.rows(
    { id: 'number', n: 'number' },
    sql`
      select id, sum(n) n
      from row_uses(${family.table}::regclass, ${found.map((r) => r.id)}::bigint[])
      group by id
    `,
  )
  const by = new Map(uses.map((u) => [u.id, u.n]))
  return found.map((r) => ({ ...r, uses: by.get(r.id) ?? 0 }))
}
async function one(cx: Cx, family: Plain, id: number): Promise<Row> {
  const row = await cx.db.one(family.rows, sql`select ${family.select} from ${family.from} where t.id = ${id}`)
  const [counting] = row ? await counted(cx, family, [row]) : []
  return counting ? apart(family.of, counting) : cx.refuse('not_found', { what: family.of.label })
}

/** Lists of objects are kept as JSON; lists of numbers and texts as arrays. */
const kept = (family: Family, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isJson(family.fields[name]) ? JSON.stringify(value) : value]))
function isJson(field: z.ZodType | undefined): boolean {
  const bare = field && bareOf(field)
  return bare instanceof z.ZodArray && bare.element instanceof z.ZodObject
}

async function save(cx: Cx, family: Plain, { id, version, ...fields }: Saving): Promise<Row> {
  const { of: declared, hooks } = family
  const hid = storeIn(cx, fields.hid)
  const seen = declared.has.includes('version') ? { what: declared.label, version: version ?? null } : { what: declared.label }
  // Without a version, the fields that were sent are merged where they are written.
  if (id !== undefined) await rows.locked(cx, declared.table, { id }, version === undefined ? { what: declared.label } : seen)
  const before = id === undefined ? undefined : await one(cx, family, id)
  if (before && before.hid !== hid) return cx.refuse('not_found', { what: declared.label })
  const { hid: _, ...saved } = kept(
    declared,
    (await hooks.beforeSave?.(cx, completed(z.object(declared.fields), before, fields), before)) ?? fields,
  )
  const values = together(declared, saved, before)
  if (before) {
    const { id: key } = before
    await (declared.has.includes('version')
      ? rows.change(cx, declared.table, { id: key }, seen, values)
      : rows.update(cx, declared.table, { id: key }, values))
    return one(cx, family, key)
  }
  const place = declared.has.includes('sort') ? { sort: await nextPlace(cx, declared.table, hid) } : {}
  const made = await rows.insert(cx, declared.table, { ...values, hid, ...place })
  return one(cx, family, Number(made.id))
}
const nextPlace = async (cx: Cx, table: string, hid: number): Promise<number> =>
  (await cx.db.the({ sort: 'number' }, sql`select coalesce(max(sort), 0) + 1 sort from ${ident(table)} where hid = ${hid}`)).sort

async function drop(cx: Cx, family: Plain, id: number): Promise<null> {
  const { of: declared, hooks } = family
  const row = await one(cx, family, id)
  storeIn(cx, row.hid)
  if (row.uses) return cx.refuse('in_use', { what: `${declared.label}“${String(row.name ?? id)}”（${String(row.uses)} 处）` })
  await hooks.mayDelete?.(cx, row)
  await rows.remove(cx, declared.table, { id })
  return null
}

/** Fields a spreadsheet can hold: not those that point to other rows, whose ids nobody knows by heart. */
const written = (family: Family): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(family.fields).filter(([, field]) => {
      const bare = bareOf(field)
      return !['id', 'file'].includes(metaOf(field).format ?? '') && !(bare instanceof z.ZodArray) && !(bare instanceof z.ZodObject)
    }),
  )
/** A field that points to another row, told in a spreadsheet by that row's name: `sourceName` for `sourceId`. */
interface Pointer {
  readonly column: string
  readonly field: string
  readonly named: Family['shown'][string]
}
/** Pointers of a family that its rows must have, or may. */
const pointersOf = (declared: Family): Pointer[] =>
  Object.entries(declared.shown).flatMap(([column, named]) => {
    const pointing = declared.fields[named.by]
    return pointing && metaOf(bareOf(pointing)).format === 'id' && named.column === 'name' ? [{ column, field: named.by, named }] : []
  })
/** The id of the row a cell names; refuses a name nobody has, or several. */
async function pointed(cx: Cx, { column, named }: Pointer, value: unknown): Promise<number | null> {
  if (typeof value !== 'string' || !value.trim()) return null
  const found = await cx.db.rows(
    { id: 'number' },
    sql`
      select ${ident(snake(named.key))} id
      from ${ident(named.from)}
      where ${ident(named.column)} = ${value.trim()}
      limit 2
    `,
  )
  const [row, another] = found
  return row && !another ? row.id : cx.refuse('not_found', { what: `${metaOf(named.field).label ?? ''}“${value.trim()}”`, field: column })
}
function sheetsOf(name: string, family: Plain): Record<string, unknown> {
  const { of: declared } = family
  const columns = written(declared)
  const pointers = pointersOf(declared)
  const naming = Object.fromEntries(
    pointers.map(({ column, field, named }) => {
      const words = z
        .string()
        .trim()
        .max(200)
        .meta({ label: metaOf(named.field).label ?? '' })
      return [column, declared.fields[field]?.safeParse(undefined).success ? words.nullable().optional() : words.min(1)]
    }),
  )
  const shown = Object.fromEntries(Object.entries(declared.shown).map(([key, n]) => [key, n.field]))
  const spec: ImportSpec<z.ZodObject> = {
    label: declared.label,
    shape: z.object({ ...naming, ...columns }),
    prepare: async () => undefined,
    write: async (cx, { ...row }, place) => {
      for (const pointer of pointers) {
        const id = await pointed(cx, pointer, row[pointer.column])
        delete row[pointer.column]
        if (id !== null) row[pointer.field] = id
      }
      return place.made(declared.table, (await save(cx, family, { ...row, hid: place.hid })).id)
    },
    root: {
      table: declared.table,
      names: async (cx, ids) => {
        const named = await cx.db.rows(
          new Whole<Row>(declared.table, {}),
          sql`select * from ${ident(declared.table)} where id = any(${[...ids]}::bigint[])`,
        )
        return new Map(named.map((r) => [r.id, String(r.name ?? r.id)]))
      },
    },
  }
  return {
    ...(declared.calls.style === 'log' ? {} : importHandlers(name, spec)),
    [`${name}.export`]: async (out: Out, query: Query): Promise<FileAnswer> => {
      const rows = out.stream(family.rows, everyRow(listing(out, family, query)))
      return excel(sheet(declared.label, z.object({ ...columns, ...shown })), rows, `${declared.label}-${out.today}.xlsx`)
    },
  }
}

/** Which verb each call is. */
const callsIn = {
  legacy: { list: 'list', save: 'save', delete: 'delete' },
  crud: { list: 'list', get: 'get', create: 'save', update: 'save', delete: 'delete' },
  log: { list: 'list', get: 'get', create: 'save' },
} as const

/**
 * Handlers of families, for a module to spread into its own: over their tables, with the hooks of those that have some; or with the verbs
 * themselves, where the rows are no table's own.
 */
export function familyHandlers<const T extends Families>(
  families: T,
  hooks?: { readonly [K in keyof T]?: Hooks<T[K]> | Verbs },
): Handlers<CallsOf<T>>
export function familyHandlers(
  families: Families,
  hooks: Readonly<Record<string, PlainHooks | Verbs | undefined>> = {},
): Record<string, unknown> {
  return Object.assign({}, ...Object.entries(families).map(([name, family]) => handlersOf(name, family, hooks[name] ?? {})))
}
function handlersOf(name: string, declared: Family, hooks: PlainHooks | Verbs): Record<string, unknown> {
  if ('list' in hooks) return named(name, declared, hooks)
  const family = plain(declared, hooks)
  return { ...named(name, declared, plainVerbs(family)), ...(declared.excel ? sheetsOf(name, family) : {}) }
}
const named = (name: string, family: Family, verbs: Verbs): Record<string, unknown> =>
  Object.fromEntries(Object.entries(callsIn[family.calls.style]).map(([call, verb]) => [`${name}.${call}`, verbs[verb]]))
