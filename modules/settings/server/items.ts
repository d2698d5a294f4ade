/** Master data of every kind: one list, one save, one deletion, one order. What a kind has beside that stands in contract/kinds.ts. */
import { change, completed, insert, join, remove, sql, type Cx, type Sql, type TableName, lit } from '#kernel/server/index.ts'
import { fieldsOf, inUse, z, type Page } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { kinds, ties, type Item, type Kind } from '../contract/kinds.ts'

const Stored = z.object({
  id: z.int(),
  hid: z.int(),
  kind: z.string(),
  name: z.string(),
  sort: z.int(),
  status: z.literal([inUse.is.on, inUse.is.off]),
  version: z.int(),
  body: z.record(z.string(), z.unknown()),
  uses: z.int(),
})
type Stored = z.output<typeof Stored>
type ListQuery = {
  hid: number
  status?: number | undefined
  name?: string | undefined
  type?: number
  pageSize?: number
  pageNum?: number
}

/** How often an item is named by another item, as SQL over `m`. A number holds itself, so one operator serves single ids and lists. */
const tiedUses = (kind: Kind): Sql => {
  const into = ties.filter((t) => t.to === kind)
  if (!into.length) return sql`0`
  return sql`(select count(*) from master_item c where ${join(
    into.map((t) => sql`(c.kind = ${t.from} and c.body -> ${t.field}::text @> to_jsonb(m.id))`),
    ' or ',
  )})`
}
/** How often rows are pointed to by foreign keys, whichever module has them. */
export async function usesOf(cx: Cx, table: TableName, ids: readonly number[]): Promise<Map<number, number>> {
  if (!ids.length) return new Map()
  const rows = await cx.db.rows(
    { id: 'number', n: 'number' },
    sql`select id, sum(n) n from row_uses(${table}::regclass, ${ids}::bigint[]) group by id`,
  )
  return new Map(rows.map((r) => [r.id, r.n]))
}
const shown = <K extends Kind>({ body, kind: _, ...row }: Stored, pointed: ReadonlyMap<number, number> = new Map()): Item<K> =>
  // The body is what the shape of its kind parsed when it was saved; which kind is known at run time only.
  ({ ...body, ...row, uses: row.uses + (pointed.get(row.id) ?? 0) }) as never
const rowsOf = (cx: Cx, kind: Kind, where: Sql): Promise<Stored[]> =>
  cx.db.rows(
    Stored,
    sql`select m.id, m.hid, m.kind, m.name, m.sort, m.status, m.version, m.body, ${tiedUses(kind)} uses from master_item m where m.kind = ${kind} and ${where} order by m.sort, m.id`,
  )

/** Items of a kind in a store, in their order; size 0 = all. */
export async function listItems<K extends Kind>(
  cx: Cx,
  kind: K,
  { hid, status, name, type, pageSize = 0, pageNum = 1 }: ListQuery,
): Promise<Page<Item<K>>> {
  const conditions = [
    sql`m.hid = ${ownStore(cx, hid)}`,
    ...(status === undefined ? [] : [sql`m.status = ${status}`]),
    ...(name ? [sql`strpos(lower(m.name), lower(${name})) > 0`] : []),
    ...(type === undefined ? [] : [sql`m.body -> 'type' = to_jsonb(${type}::int)`]),
  ]
  const rows = await rowsOf(cx, kind, join(conditions, ' and '))
  const page = pageSize ? rows.slice((pageNum - 1) * pageSize, pageNum * pageSize) : rows
  const pointed = await usesOf(
    cx,
    'master_item',
    page.map((r) => r.id),
  )
  return { list: page.map((r) => shown<K>(r, pointed)), total: rows.length }
}
/** Active items of a kind in a store, in their order, for work that does not ask how often they are used. */
export const inForce = async <K extends Kind>(cx: Cx, kind: K, hid: number): Promise<Array<Omit<Item<K>, 'uses'>>> =>
  (await rowsOf(cx, kind, sql`m.hid = ${ownStore(cx, hid)} and m.status = ${lit(inUse.is.on)}`)).map(
    // The body is what the shape of its kind parsed when it was saved; which kind is known at run time only.
    ({ body, uses: _, ...row }) => ({ ...body, ...row }) as never,
  )
/** One item of a kind in the organisation. */
export async function itemOf<K extends Kind>(cx: Cx, kind: K, id: number): Promise<Item<K>> {
  const row = (await rowsOf(cx, kind, sql`m.id = ${id}`))[0]
  return row ? shown<K>(row, await usesOf(cx, 'master_item', [id])) : cx.refuse('not_found', { what: kinds[kind].label })
}
/** Items named by a save must be of this store and of the kind asked for. */
async function checkTies(cx: Cx, kind: Kind, hid: number, body: Readonly<Record<string, unknown>>): Promise<void> {
  for (const tie of ties.filter((t) => t.from === kind)) {
    // A tie is a field of ids, one or several, by its declaration.
    const wanted = [body[tie.field] ?? []].flat() as number[]
    if (!wanted.length) continue
    const known = await cx.db.rows(
      { id: 'number' },
      sql`select id from master_item where kind = ${tie.to} and hid = ${hid} and id = any(${wanted}::bigint[]) and ${tie.use === undefined ? sql`true` : sql`body -> 'use' = to_jsonb(${tie.use}::int)`}`,
    )
    if (new Set(wanted).size !== known.length) cx.refuse('not_found', { what: kinds[tie.to].label, field: tie.field })
  }
}
/** The fields of a kind that stand in the body. */
const bodyOf = (kind: Kind): z.ZodType => {
  const { name: _, status: __, ...fields }: Readonly<Record<string, z.ZodType>> = kinds[kind].fields
  return z.object(fields)
}
/** What a free-form item keeps beside the fields of its kind. */
const strange = (kind: Kind, was: object): object =>
  Object.fromEntries(Object.entries(was).filter(([name]) => !(name in fieldsOf(kinds[kind].row))))
type Saving = {
  id?: number | undefined
  hid: number
  name: string
  status: Stored['status']
  version?: number | undefined
}
/** Creates an item, or changes the one with this id; a new one stands last. */
async function saveItem<K extends Kind>(cx: Cx, kind: K, { id, hid, name, status, version, ...body }: Saving): Promise<Item<K>> {
  ownStore(cx, hid)
  if (id !== undefined) {
    const was = await itemOf(cx, kind, id)
    if (was.hid !== hid) return cx.refuse('not_found', { what: kinds[kind].label })
    const whole = { ...(kinds[kind].free ? strange(kind, was) : {}), ...completed(bodyOf(kind), was, body) }
    await checkTies(cx, kind, hid, whole)
    await change(cx, 'master_item', { id }, { what: kinds[kind].label, version: version ?? null }, { name, status, body: whole })
    return itemOf(cx, kind, id)
  }
  await checkTies(cx, kind, hid, body)
  const last = await cx.db.the(
    { sort: 'number' },
    sql`select coalesce(max(sort), 0) + 1 sort from master_item where hid = ${hid} and kind = ${kind}`,
  )
  return itemOf(cx, kind, (await insert(cx, 'master_item', { hid, kind, name, status, body, sort: last.sort })).id)
}
/** Deletes an item nobody uses; one in use is refused with its name and how often. */
async function deleteItem(cx: Cx, kind: Kind, id: number): Promise<null> {
  const item = await itemOf(cx, kind, id)
  ownStore(cx, item.hid)
  if (item.uses) return cx.refuse('in_use', { what: `${kinds[kind].label}“${item.name}”（${item.uses} 处）` })
  await remove(cx, 'master_item', { id, kind })
  return null
}
/** What every call of a kind is one of. */
export const verbsOfKind = <K extends Kind>(kind: K) => ({
  list: (cx: Cx, query: ListQuery) => listItems(cx, kind, query),
  get: (cx: Cx, { id }: { id: number }) => itemOf(cx, kind, id),
  save: (cx: Cx, input: Saving) => saveItem(cx, kind, input),
  delete: (cx: Cx, { id }: { id: number }) => deleteItem(cx, kind, id),
})
/** Puts a list into the order of these ids; what is not named keeps its place behind them. */
export async function orderItems(cx: Cx, { hid, kind, ids }: { hid: number; kind: Kind | 'level'; ids: number[] }): Promise<null> {
  ownStore(cx, hid)
  const place = sql`array_position(${ids}::bigint[], id)`
  await (kind === 'level'
    ? cx.db.run(sql`update level set sort = ${place} where hid = ${hid} and id = any(${ids}::bigint[])`)
    : cx.db.run(sql`update master_item set sort = ${place} where hid = ${hid} and kind = ${kind} and id = any(${ids}::bigint[])`))
  return null
}
