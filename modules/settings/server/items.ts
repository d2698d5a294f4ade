/** Master data of every kind: list, save, delete, order. contract/kinds.ts declares what a kind adds. */
import { change, completed, insert, join, remove, sql, type Cx, type Sql, type TableName, lit } from '#kernel/server/index.ts'
import { fieldsOf, inUse, z, type Page } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { kinds, ties, type MasterItem, type MasterKind } from '../contract/kinds.ts'

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

/** Number of references from other items, as SQL over `m`. A number contains itself, so one operator serves ids and lists. */
const tiedUses = (kind: MasterKind): Sql => {
  const into = ties.filter((t) => t.to === kind)
  if (!into.length) return sql`0`
  return sql`
    (
      select count(*)
      from master_item c
      where ${join(
        into.map((t) => sql`(c.kind = ${t.from} and c.body -> ${t.field}::text @> to_jsonb(m.id))`),
        ' or ',
      )}
    )
  `
}
/** Number of references by foreign keys of any module. */
export async function usesOf(cx: Cx, table: TableName, ids: readonly number[]): Promise<Map<number, number>> {
  if (!ids.length) return new Map()
  const rows = await cx.db.rows(
    { id: 'number', n: 'number' },
    sql`select id, sum(n) n from row_uses(${table}::regclass, ${ids}::bigint[]) group by id`,
  )
  return new Map(rows.map((r) => [r.id, r.n]))
}
const toItem = <K extends MasterKind>({ body, kind: _, ...row }: Stored, pointed: ReadonlyMap<number, number> = new Map()): MasterItem<K> =>
  // The body was parsed by its kind's shape on saving; the kind is known at run time only.
  ({ ...body, ...row, uses: row.uses + (pointed.get(row.id) ?? 0) }) as never
const rowsOf = (cx: Cx, kind: MasterKind, where: Sql): Promise<Stored[]> =>
  cx.db.rows(
    Stored,
    sql`
      select m.id, m.hid, m.kind, m.name, m.sort, m.status, m.version, m.body, ${tiedUses(kind)} uses
      from master_item m
      where m.kind = ${kind} and ${where}
      order by m.sort, m.id
    `,
  )

/** Items of a kind in a store, in order; size 0 = all. */
export async function listItems<K extends MasterKind>(
  cx: Cx,
  kind: K,
  { hid, status, name, type, pageSize = 0, pageNum = 1 }: ListQuery,
): Promise<Page<MasterItem<K>>> {
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
  return { list: page.map((r) => toItem<K>(r, pointed)), total: rows.length }
}
/** Active items of a kind in a store, in order, without usage counts. */
export const inForce = async <K extends MasterKind>(cx: Cx, kind: K, hid: number): Promise<Array<Omit<MasterItem<K>, 'uses'>>> =>
  (await rowsOf(cx, kind, sql`m.hid = ${ownStore(cx, hid)} and m.status = ${lit(inUse.is.on)}`)).map(
    // The body was parsed by its kind's shape on saving; the kind is known at run time only.
    ({ body, uses: _, ...row }) => ({ ...body, ...row }) as never,
  )
/** Loads an item of a kind. */
export async function itemOf<K extends MasterKind>(cx: Cx, kind: K, id: number): Promise<MasterItem<K>> {
  const row = (await rowsOf(cx, kind, sql`m.id = ${id}`))[0]
  return row ? toItem<K>(row, await usesOf(cx, 'master_item', [id])) : cx.refuse('not_found', { what: kinds[kind].label })
}
/** Refuses references to items of another store or kind. */
async function checkTies(cx: Cx, kind: MasterKind, hid: number, body: Readonly<Record<string, unknown>>): Promise<void> {
  for (const tie of ties.filter((t) => t.from === kind)) {
    // A reference is a field of one or several ids, by its declaration.
    const ids = [body[tie.field] ?? []].flat() as number[]
    if (!ids.length) continue
    const existing = await cx.db.rows(
      { id: 'number' },
      sql`
        select id
        from master_item
        where kind = ${tie.to}
          and hid = ${hid}
          and id = any(${ids}::bigint[])
          and ${tie.use === undefined ? sql`true` : sql`body -> 'use' = to_jsonb(${tie.use}::int)`}
      `,
    )
    if (new Set(ids).size !== existing.length) cx.refuse('not_found', { what: kinds[tie.to].label, field: tie.field })
  }
}
/** Fields of a kind that the body stores. */
const bodyOf = (kind: MasterKind): z.ZodType => {
  const { name: _, status: __, ...fields }: Readonly<Record<string, z.ZodType>> = kinds[kind].fields
  return z.object(fields)
}
/** Fields of a free-form item beyond those of its kind. */
const strange = (kind: MasterKind, before: object): object =>
  Object.fromEntries(Object.entries(before).filter(([name]) => !(name in fieldsOf(kinds[kind].row))))
type Saving = {
  id?: number | undefined
  hid: number
  name: string
  status: Stored['status']
  version?: number | undefined
}
/** Creates an item, last in order, or changes the one with this id. */
async function saveItem<K extends MasterKind>(
  cx: Cx,
  kind: K,
  { id, hid, name, status, version, ...body }: Saving,
): Promise<MasterItem<K>> {
  ownStore(cx, hid)
  if (id !== undefined) {
    const before = await itemOf(cx, kind, id)
    if (before.hid !== hid) return cx.refuse('not_found', { what: kinds[kind].label })
    const whole = { ...(kinds[kind].free ? strange(kind, before) : {}), ...completed(bodyOf(kind), before, body) }
    await checkTies(cx, kind, hid, whole)
    await change(cx, 'master_item', { id }, { what: kinds[kind].label, version: version ?? null }, { name, status, body: whole })
    return itemOf(cx, kind, id)
  }
  await checkTies(cx, kind, hid, body)
  const last = await cx.db.the(
    { sort: 'number' },
    sql`
      select coalesce(max(sort), 0) + 1 sort
      from master_item
      where hid = ${hid} and kind = ${kind}
    `,
  )
  return itemOf(cx, kind, (await insert(cx, 'master_item', { hid, kind, name, status, body, sort: last.sort })).id)
}
/** Deletes an unused item; refuses a used one with its name and number of uses. */
async function deleteItem(cx: Cx, kind: MasterKind, id: number): Promise<null> {
  const item = await itemOf(cx, kind, id)
  ownStore(cx, item.hid)
  if (item.uses) return cx.refuse('in_use', { what: `${kinds[kind].label}“${item.name}”（${item.uses} 处）` })
  await remove(cx, 'master_item', { id, kind })
  return null
}
/** Verb of a call of a kind. */
export const verbsOfKind = <K extends MasterKind>(kind: K) => ({
  list: (cx: Cx, query: ListQuery) => listItems(cx, kind, query),
  get: (cx: Cx, { id }: { id: number }) => itemOf(cx, kind, id),
  save: (cx: Cx, input: Saving) => saveItem(cx, kind, input),
  delete: (cx: Cx, { id }: { id: number }) => deleteItem(cx, kind, id),
})
/** Orders a list by these ids; unnamed items follow in their order. */
export async function orderItems(cx: Cx, { hid, kind, ids }: { hid: number; kind: MasterKind | 'level'; ids: number[] }): Promise<null> {
  ownStore(cx, hid)
  const place = sql`array_position(${ids}::bigint[], id)`
  await (kind === 'level'
    ? cx.db.run(sql`update level set sort = ${place} where hid = ${hid} and id = any(${ids}::bigint[])`)
    : cx.db.run(sql`
      update master_item
      set sort = ${place}
      where hid = ${hid} and kind = ${kind} and id = any(${ids}::bigint[])
    `))
  return null
}
