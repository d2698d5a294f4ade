import { insertMany, sql, type Cx } from '#kernel/server/index.ts'
import { inUse, z } from '#kernel/contract/index.ts'
import { forgetSession } from '#modules/account/server/door.ts'
import { openStores, ownStore } from '#modules/institution/server/door.ts'
import { kinds, ties, type MasterKind } from '../contract/kinds.ts'
import type { NewStore } from '../contract/shapes.ts'

interface Copied {
  copied: number
  kept: number
}
const Stored = z.object({
  id: z.int(),
  name: z.string(),
  sort: z.int(),
  status: z.literal([inUse.is.on, inUse.is.off]),
  body: z.record(z.string(), z.unknown()),
})
type Stored = z.output<typeof Stored>

/** Copies lists between stores of an organisation. Existing names stay. Referenced items are copied first, so that references hold. */
export async function copyItems(
  cx: Cx,
  { hid, to, kinds: requested }: { hid: number; to: number; kinds: ReadonlyArray<MasterKind | 'level'> },
): Promise<Copied> {
  ownStore(cx, to)
  return hid === to ? { copied: 0, kept: 0 } : copyLists(cx, ownStore(cx, hid), to, requested)
}
/** Opens a store with the lists and options of the creator's store. Accounts for all stores can work in it at once. */
export async function openStore(
  cx: Cx,
  { copyFrom, ...store }: z.output<typeof NewStore>,
): Promise<{ hid: number; name: string; shortName: string }> {
  const [hid] = await openStores(cx, [store])
  if (copyFrom) {
    // Object.keys loses the literal key type.
    await copyLists(cx, ownStore(cx, copyFrom), hid!, ['level', ...(Object.keys(kinds) as MasterKind[])])
    await cx.db.run(sql`
      insert into store_option (hid, key, value)
      select ${hid!}, key, value
      from store_option
      where hid = ${copyFrom}
    `)
  }
  if (cx.who.session) forgetSession(cx.who.session)
  return { hid: hid!, name: store.name, shortName: store.shortName }
}
async function copyLists(cx: Cx, hid: number, to: number, requested: ReadonlyArray<MasterKind | 'level'>): Promise<Copied> {
  const result: Copied = { copied: 0, kept: 0 }
  if (requested.includes('level')) add(result, await copyLevels(cx, hid, to))
  const ordered = new Set<MasterKind>(requested.filter((k): k is MasterKind => k !== 'level'))
  for (const kind of ordered) ties.filter((t) => t.from === kind).forEach((t) => ordered.add(t.to))
  const twins = new Map<number, number>()
  // Object.keys loses the literal key type.
  for (const kind of (Object.keys(kinds) as MasterKind[]).filter((k) => ordered.has(k)))
    add(result, await copyKind(cx, kind, hid, to, twins))
  return result
}
const add = (sum: Copied, more: Copied) => Object.assign(sum, { copied: sum.copied + more.copied, kept: sum.kept + more.kept })

/** `twins` maps source ids to target ids. Every kind follows the ones it references in `kinds`. */
async function copyKind(cx: Cx, kind: MasterKind, hid: number, to: number, twins: Map<number, number>): Promise<Copied> {
  const own = ties.filter((t) => t.from === kind)
  const rows = (store: number) =>
    cx.db.rows(
      Stored,
      sql`
        select id, name, sort, status, body
        from master_item
        where hid = ${store} and kind = ${kind}
        order by sort, id
      `,
    )
  const [source, target] = [await rows(hid), await rows(to)]
  const key = (r: { name: string; body: Record<string, unknown> }) => `${String(r.body.use ?? r.body.type ?? '')}/${r.name}`
  const existing = new Map(target.map((r) => [key(r), r.id]))
  const translated = source.map((r) => ({
    ...r,
    body: { ...r.body, ...Object.fromEntries(own.map((t) => [t.field, twinOf(r.body[t.field], twins)])) },
  }))
  const fresh = translated.filter((r) => !existing.has(key(r)))
  const created = await insertMany(
    cx,
    'master_item',
    fresh.map(({ name, sort, status, body }) => ({ hid: to, kind, name, sort, status, body })),
  )
  // Inserted above from stored items, so name and body are valid.
  for (const r of created) existing.set(key(r as unknown as Stored), r.id)
  translated.forEach((r) => twins.set(r.id, existing.get(key(r))!))
  return { copied: fresh.length, kept: source.length - fresh.length }
}
const twinOf = (value: unknown, twins: ReadonlyMap<number, number>): unknown =>
  Array.isArray(value) ? value.map((v: number) => twins.get(v) ?? v) : typeof value === 'number' ? (twins.get(value) ?? value) : value

async function copyLevels(cx: Cx, hid: number, to: number): Promise<Copied> {
  const count = await cx.db.the({ n: 'number' }, sql`select count(*) n from level where hid = ${hid}`)
  const copied = await cx.db.run(
    sql`
      insert into level (hid, name, discount, point_multiple, sort, upgrade_spend)
      select ${to}, name, discount, point_multiple, sort, upgrade_spend
      from level
      where hid = ${hid}
      on conflict (oid, hid, name) do nothing
    `,
  )
  return { copied, kept: count.n - copied }
}
