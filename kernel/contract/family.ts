/**
 * Families: the calls most tables want (list, get, save, delete) are declared once, over a real table, and not written.
 *
 *   export const villages = {
 *     'eyefile.villages': family({
 *       table: 'village', label: '村社区', noun: 'village', can: { view: 'screening:view', edit: 'screening:edit' },
 *       calls: crud('/v1/eyefile/villages'),
 *       fields: { name: name('名称'), street: text('街道').nullable().default(null) },
 *       filters: ['name'], has: ['version'],
 *     }),
 *   }
 *
 * The module spreads `callsOf(villages)` into its endpoints and `familyHandlers(villages)` into its handlers; `<FamilyList>` is list and
 * form. Three hooks on the server (`where`, `beforeSave`, `mayDelete`) are all a family can do beside that; a module that needs a fourth
 * writes the calls by hand.
 */
import { z } from 'zod'
import { binary, del, done, get, outside, post, put, type Endpoint, type FileAnswer } from './endpoint.ts'
import { backdateReason } from './backdate.ts'
import { anything, bareOf, count, id, metaOf } from './field.ts'
import { importEndpoints, type ImportEndpoints } from './imports.ts'
import { page, pageSize, type Page } from './paging.ts'

type Shape = Readonly<Record<string, z.ZodType>>

/**
 * What the table keeps beside the fields people write, by the name of its column; `uses` counts the rows that point here, in whatever
 * table.
 */
const kept = {
  /** Place in a list that is ordered by hand; a new row stands last. */
  sort: count('排序'),
  version: count('版本'),
  uses: count('使用'),
}
type Kept = keyof typeof kept

/** A column of the row that another column points to. */
export interface Named<S extends z.ZodType = z.ZodType> {
  readonly field: S
  /** The field that points, and the table it points to. */
  readonly by: string
  readonly from: string
  readonly key: string
  readonly column: string
  /** What is shown where nothing is pointed to; empty unless told. */
  readonly otherwise?: string | number
}
/** Shows the name (or another column) of what a field points to: `officeName: named(text('科室').nullable(), 'officeId', 'office')`. */
export const named = <S extends z.ZodType>(
  field: S,
  by: string,
  from: string,
  { key = 'id', column = 'name', ...more }: { key?: string; column?: string; otherwise?: string | number } = {},
): Named<S> => ({ field, by, from, key, column, ...more })

interface Legacy {
  readonly style: 'legacy'
  readonly path: string
  readonly save: string
  readonly remove: 'get' | 'delete'
}
interface Crud {
  readonly style: 'crud'
  readonly path: string
}
/** Rows that are only added to: what is wrong is put right by a row of its own. */
interface Log {
  readonly style: 'log'
  readonly path: string
}
type Style = Legacy | Crud | Log
/** `…/list/{hid}`, `…/updateOrinsert` (or as the seeds spell it), `…/delete/{id}`; the older ones delete by GET. */
export const legacy = (path: string, remove: 'get' | 'delete', save = 'updateOrinsert'): Legacy => ({ style: 'legacy', path, save, remove })
/** List, get, create, update and delete under one path. */
export const crud = (path: string): Crud => ({ style: 'crud', path })
/** List, get and create: a register, whose table is declared `addedOnly`. */
export const log = (path: string): Log => ({ style: 'log', path })

/** All rows unless a page is asked for: forms choose from short lists. A long one says `paging: pageSize` or as the seeds spell it. */
const whole = { ...pageSize, pageSize: pageSize.pageSize.default(0) }
const own = { id: id('编号'), hid: id('门店') }
const OfId = z.object({ id: own.id })

type Bare<S> = S extends z.ZodOptional<infer I> | z.ZodNullable<infer I> | z.ZodDefault<infer I> ? Bare<I> : S
type Stored<S> = S extends z.ZodOptional<infer I> ? I : S
type Own = typeof own
type RowShape<F, N, O extends Kept> = Own &
  Pick<typeof kept, O> & { [K in keyof F]: Stored<F[K]> } & {
    [K in keyof N]: N[K] extends Named<infer S> ? S : never
  }
/** Taken by a family one of whose fields tells of something that has happened. */
type Late = { backdateReason: typeof backdateReason }
type Seen<O extends Kept> = 'version' extends O ? { version: z.ZodOptional<typeof kept.version> } : {}
type QueryShape<F, Q extends keyof F, T extends string, P> = { hid: Own['hid'] } & P & {
    [K in Q]: z.ZodOptional<Extract<Bare<F[K]>, z.ZodType>>
  } & ([T] extends [never] ? {} : { sort: z.ZodOptional<z.ZodLiteral<T | `-${T}`>> })

interface Declared<F, N, Q, T, O, P, C, Fs, Fd, X> {
  /** The table, which is the module's own and has `id` and `hid`. */
  readonly table: string
  /** What a row is called where people read of it, and in the summaries of its calls (`village`; ours say so: `rule, ours`). */
  readonly label: string
  readonly noun: string
  /** Permission to see and to write; `session` is anybody of the organisation. */
  readonly can: { readonly view: string; readonly edit: string }
  readonly calls: C
  /** What people write, as the columns are called. One that is left out of a change stays as it is; of a new row it has its default. */
  readonly fields: F
  /** What is shown of the rows it points to. */
  readonly shown?: N
  readonly has?: readonly O[]
  /** Fields a list can be filtered by: texts by a part of them, the others by their value. */
  readonly filters?: readonly Q[]
  /** Fields a list can be sorted by, and back to front with `-`. */
  readonly sorts?: readonly T[]
  /** Fields that order a list nobody sorts; `-` back to front. Its own order, else the oldest first. */
  readonly order?: readonly string[]
  readonly paging?: P
  /**
   * The seeds call its rows free-form objects: other names than the fields are kept too, in the column `more`, and answered with the row.
   */
  readonly free?: boolean
  /** Refusals of the module that a save or a deletion may give: by a constraint of the table, or by a hook. */
  readonly fails?: readonly Fs[]
  readonly keeps?: readonly Fd[]
  /** Export, import, template and undo, as calls of ours beside the others. */
  readonly excel?: X
}

type PlainDeclared = Declared<Shape, Readonly<Record<string, Named>>, string, string, Kept, Shape, Style, string, string, boolean>
/** A family as declared, with its shapes. */
export interface Family<
  Row extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Save extends z.ZodType = z.ZodType,
  Create extends z.ZodType = z.ZodType,
  Edit extends z.ZodType = z.ZodType,
  C extends Style = Style,
  Fs extends string = string,
  Fd extends string = string,
  X extends boolean = boolean,
> extends Omit<Declared<Shape, Readonly<Record<string, Named>>, string, string, Kept, Shape, C, Fs, Fd, X>, 'paging'> {
  readonly shown: Readonly<Record<string, Named>>
  readonly has: readonly Kept[]
  readonly filters: readonly string[]
  readonly sorts: readonly string[]
  readonly order: readonly string[]
  readonly fails: readonly Fs[]
  readonly keeps: readonly Fd[]
  readonly excel: X
  readonly row: Row
  readonly query: Query
  /** With an id it changes, without it creates. */
  readonly save: Save
  readonly create: Create
  readonly edit: Edit
}
/** Families by the beginning of their calls' ids. */
export type Families = Readonly<Record<string, Family>>

/** Declares a family. */
export function family<
  const F extends Shape,
  const C extends Style,
  const N extends Readonly<Record<string, Named>> = {},
  const Q extends keyof F & string = never,
  const T extends keyof F & string = never,
  const O extends Kept = never,
  const P extends Shape = typeof whole,
  const Fs extends string = never,
  const Fd extends string = never,
  const X extends boolean = false,
>(
  declared: Declared<F, N, Q, T, O, P, C, Fs, Fd, X>,
): Family<
  z.ZodObject<RowShape<F, N, O>>,
  z.ZodObject<QueryShape<F, Q, T, P>>,
  z.ZodObject<{ id: z.ZodOptional<Own['id']>; hid: Own['hid'] } & Seen<O> & F & Late>,
  z.ZodObject<{ hid: Own['hid'] } & F & Late>,
  z.ZodObject<Own & Seen<O> & F & Late>,
  C,
  Fs,
  Fd,
  X
>
export function family({ paging = whole, ...declared }: PlainDeclared): Family {
  const { fields, shown = {}, has = [], filters = [], sorts = [] } = declared
  const counters = mapped(has, (k) => kept[k])
  const seen: Shape = has.includes('version') ? { version: kept.version.optional() } : {}
  const late: Shape = Object.values(fields).some((field) => metaOf(bareOf(field)).when === 'happened') ? { backdateReason } : {}
  const filterFields = mapped(filters, (k) => bareOf(fieldOf(fields, k)).optional())
  const open = (shape: Shape) => (declared.free ? z.object(shape).catchall(anything()) : z.object(shape))
  const stored = mapped(Object.keys(fields), (k) => storedOf(fieldOf(fields, k)))
  return {
    ...declared,
    shown,
    has,
    filters,
    sorts,
    order: declared.order ?? (has.includes('sort') ? ['sort'] : []),
    fails: declared.fails ?? [],
    keeps: declared.keeps ?? [],
    excel: declared.excel ?? false,
    row: open({ ...own, ...counters, ...stored, ...mapped(Object.keys(shown), (k) => shown[k]?.field ?? z.unknown()) }),
    query: z.object({ hid: own.hid, ...paging, ...filterFields, ...(sorts.length ? { sort: sortOf(fields, sorts) } : {}) }),
    save: open({ id: own.id.optional(), hid: own.hid, ...seen, ...fields, ...late }),
    create: open({ hid: own.hid, ...fields, ...late }),
    edit: open({ ...own, ...seen, ...fields, ...late }),
  }
}
/** A field as its row has it: what may be left out of a save is there all the same. */
function storedOf(field: z.ZodType): z.ZodType {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field
  return inner instanceof z.ZodType ? inner : field
}
const mapped = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<string, V> =>
  Object.fromEntries(keys.map((k) => [k, valueOf(k)]))
function fieldOf(fields: Shape, name: string): z.ZodType {
  const field = fields[name]
  if (!field) throw new Error(`no field ${name}`)
  return field
}
const sortOf = (fields: Shape, sorts: readonly string[]) => {
  const label = (k: string) => metaOf(fieldOf(fields, k)).label ?? k
  const options = Object.fromEntries(sorts.flatMap((k) => [[k, label(k)] as const, [`-${k}`, label(k)] as const]))
  return z.literal(Object.keys(options)).optional().meta({ label: '排序', format: 'choice', options })
}

type Call<In extends z.ZodType, Out, Fail extends string> = Endpoint<z.output<In>, Out, Fail, z.input<In>, 'tx'>
type RowOf<T extends Family> = z.output<T['row']>
type Of<T extends Families, C> = { [K in keyof T & string]: T[K]['calls'] extends C ? K : never }[keyof T & string]
type Imported<T extends Families> = { [K in WithExcel<T>]: T[K]['calls'] extends Log ? never : K }[WithExcel<T>]
type WithExcel<T extends Families> = { [K in keyof T & string]: T[K]['excel'] extends true ? K : never }[keyof T & string]
/** The calls of some families. */
export type CallsOf<T extends Families> = {
  readonly [K in keyof T & string as `${K}.list`]: Call<T[K]['query'], Page<RowOf<T[K]>>, never>
} & { readonly [K in Of<T, Legacy> as `${K}.save`]: Call<T[K]['save'], RowOf<T[K]>, T[K]['fails'][number]> } & {
  readonly [K in Of<T, Crud | Log> as `${K}.get`]: Call<typeof OfId, RowOf<T[K]>, never>
} & { readonly [K in Of<T, Crud | Log> as `${K}.create`]: Call<T[K]['create'], RowOf<T[K]>, T[K]['fails'][number]> } & {
  readonly [K in Of<T, Crud> as `${K}.update`]: Call<T[K]['edit'], RowOf<T[K]>, T[K]['fails'][number]>
} & { readonly [K in Of<T, Legacy | Crud> as `${K}.delete`]: Call<typeof OfId, null, T[K]['keeps'][number]> } & {
  readonly [K in WithExcel<T> as `${K}.export`]: Endpoint<z.output<T[K]['query']>, FileAnswer, never, z.input<T[K]['query']>, 'outside'>
} & ImportEndpoints<Imported<T>>

/** The endpoints of families, for a module to spread into its own. */
export function callsOf<const T extends Families>(families: T): CallsOf<T>
export function callsOf(families: Families): Record<string, object> {
  return Object.assign({}, ...Object.entries(families).map(([name, family]) => endpointsOf(name, family)))
}

function endpointsOf(name: string, declared: Family): Record<string, object> {
  const { calls, noun, can, row } = declared
  const reading = { can: can.view, output: row, ...ofMember(declared, 'one') }
  const writing = { can: can.edit, output: row, fails: declared.fails, ...ofMember(declared, 'written') }
  const removing = { can: can.edit, input: OfId, output: done(), fails: declared.keeps, summary: `${noun}: deletes one nothing uses` }
  const { path } = calls
  const list = {
    can: can.view,
    summary: `${noun}: those of a store`,
    input: declared.query,
    output: page(row),
    ...ofMember(declared, 'many'),
  }
  const one = {
    list: get(path, list),
    get: get(`${path}/{id}`, { ...reading, summary: `${noun}: one`, input: OfId }),
    create: post(path, { ...writing, summary: `${noun}: a new one`, input: declared.create }),
  }
  const four =
    calls.style === 'legacy'
      ? {
          list: get(`${path}/list/{hid}`, list),
          save: post(`${path}/${calls.save}`, {
            ...writing,
            changes: 'id',
            summary: `${noun}: creates or changes one`,
            input: declared.save,
          }),
          delete: calls.remove === 'get' ? get(`${path}/delete/{id}`, { ...removing, pure: false }) : del(`${path}/delete/{id}`, removing),
        }
      : calls.style === 'log'
        ? one
        : {
            ...one,
            update: put(`${path}/{id}`, { ...writing, changes: 'id', summary: `${noun}: changes one`, input: declared.edit }),
            delete: del(`${path}/{id}`, removing),
          }
  const named = Object.fromEntries(Object.entries(four).map(([verb, call]) => [`${name}.${verb}`, call]))
  return declared.excel ? { ...named, ...sheetCalls(name, declared) } : named
}
/** How its reading is kept, of a family whose rows name a member. */
const ofMember = ({ fields }: Family, reads: 'one' | 'many' | 'written') => ('pid' in fields ? { reads } : {})
function sheetCalls(name: string, declared: Family): Record<string, object> {
  const {
    calls: { path, style },
    noun,
    can,
    query,
  } = declared
  const imports: Readonly<Record<string, object>> = style === 'log' ? {} : importEndpoints(name, `${path}/import`, can.edit)
  const run = `${name}.import`
  return {
    ...imports,
    ...(imports[run] && { [run]: { ...imports[run], summary: `Ours: ${noun}: a file of them; with dryRun only checks it` } }),
    [`${name}.export`]: outside.get(`${path}/export`, {
      can: can.view,
      summary: `Ours: ${noun}: all that the filters find, as Excel`,
      input: query,
      reads: 'nobody',
      ...ofMember(declared, 'many'),
      output: binary(),
      binary: true,
      timeout: 120,
    }),
  }
}
