import { insertMany, sql, type Cx } from '#kernel/server/index.ts'
import { inUse, z } from '#kernel/contract/index.ts'
import { forgetSession } from '#modules/account/server/door.ts'
import { openStores, ownStore } from '#modules/institution/server/door.ts'
import { kinds, ties, type Kind } from '../contract/kinds.ts'
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

/** Copies lists from one store to another of the same account. A name already there stays; what an item names is copied before it, so that ties stay ties. */
export async function copyItems(
  cx: Cx,
  { hid, to, kinds: wanted }: { hid: number; to: number; kinds: ReadonlyArray<Kind | 'level'> },
): Promise<Copied> {
  ownStore(cx, to)
  return hid === to ? { copied: 0, kept: 0 } : copyLists(cx, ownStore(cx, hid), to, wanted)
}
/** A new store of the chain, with the lists and choices of the store its founder works in. Who may work in every store may work in it at once. */
export async function openStore(
  cx: Cx,
  { copyFrom, ...store }: z.output<typeof NewStore>,
): Promise<{ hid: number; name: string; shortName: string }> {
  const [hid] = await openStores(cx, [store])
  if (copyFrom) {
    // Object.keys forgets the names of a literal.
    await copyLists(cx, ownStore(cx, copyFrom), hid!, ['level', ...(Object.keys(kinds) as Kind[])])
    await cx.db.run(sql`insert into store_option (hid, key, value) select ${hid!}, key, value from store_option where hid = ${copyFrom}`)
  }
  if (cx.who.session) forgetSession(cx.who.session)
  return { hid: hid!, name: store.name, shortName: store.shortName }
}
async function copyLists(cx: Cx, hid: number, to: number, wanted: ReadonlyArray<Kind | 'level'>): Promise<Copied> {
  const result: Copied = { copied: 0, kept: 0 }
  if (wanted.includes('level')) add(result, await copyLevels(cx, hid, to))
  const named = new Set<Kind>(wanted.filter((k): k is Kind => k !== 'level'))
  for (const kind of named) ties.filter((t) => t.from === kind).forEach((t) => named.add(t.to))
  const twins = new Map<number, number>()
  // Object.keys forgets the names of a literal.
  for (const kind of (Object.keys(kinds) as Kind[]).filter((k) => named.has(k))) add(result, await copyKind(cx, kind, hid, to, twins))
  return result
}
const add = (sum: Copied, more: Copied) => Object.assign(sum, { copied: sum.copied + more.copied, kept: sum.kept + more.kept })

/** `twins`: id here → id there; every kind stands behind those it names in `kinds`. */
async function copyKind(cx: Cx, kind: Kind, hid: number, to: number, twins: Map<number, number>): Promise<Copied> {
  const own = ties.filter((t) => t.from === kind)
  const rows = (store: number) =>
    cx.db.rows(Stored, sql`select id, name, sort, status, body from master_item where hid = ${store} and kind = ${kind} order by sort, id`)
  const [here, there] = [await rows(hid), await rows(to)]
  const key = (r: { name: string; body: Record<string, unknown> }) => `${String(r.body.use ?? r.body.type ?? '')}/${r.name}`
  const known = new Map(there.map((r) => [key(r), r.id]))
  const translated = here.map((r) => ({
    ...r,
    body: { ...r.body, ...Object.fromEntries(own.map((t) => [t.field, twinOf(r.body[t.field], twins)])) },
  }))
  const fresh = translated.filter((r) => !known.has(key(r)))
  const made = await insertMany(
    cx,
    'master_item',
    fresh.map(({ name, sort, status, body }) => ({ hid: to, kind, name, sort, status, body })),
  )
  // Inserted above from stored ones: name and body are theirs.
  for (const r of made) known.set(key(r as unknown as Stored), r.id)
  translated.forEach((r) => twins.set(r.id, known.get(key(r))!))
  return { copied: fresh.length, kept: here.length - fresh.length }
}
const twinOf = (value: unknown, twins: ReadonlyMap<number, number>): unknown =>
  Array.isArray(value) ? value.map((v: number) => twins.get(v) ?? v) : typeof value === 'number' ? (twins.get(value) ?? value) : value

async function copyLevels(cx: Cx, hid: number, to: number): Promise<Copied> {
  const here = await cx.db.the({ n: 'number' }, sql`select count(*) n from level where hid = ${hid}`)
  const copied = await cx.db.run(
    sql`insert into level (hid, name, discount, point_multiple, sort, upgrade_spend) select ${to}, name, discount, point_multiple, sort, upgrade_spend from level where hid = ${hid} on conflict (oid, hid, name) do nothing`,
  )
  return { copied, kept: here.n - copied }
}
