/** The store a call acts in. Permission, lock, wall and effect speak of the same one (decision 0097). */
import { fieldsOf, storeField, type Endpoint } from '#kernel/contract/internal.ts'
import type { Cx, Who } from './cx.ts'
import type { TableName } from './database/shaped.ts'
import { sql } from './database/sql.ts'

/** Whether the account holds a permission in a store: the one a row belongs to, where that need not be the one worked in. */
export const may = (cx: { readonly who: Who }, code: string, hid: number = cx.who.hid): boolean => heldIn(cx.who, hid).has(code)
const heldIn = (who: Who, hid: number): ReadonlySet<string> => (hid === who.hid ? who.can : (who.canIn?.(hid) ?? who.can))

/** Whether an account may use a channel in a store: it holds the permission there, and nothing has to be done first. */
export const isEntitled = (who: Who, { id, can }: { readonly id: string; readonly can: string }, hid: number): boolean =>
  (can === 'session' || may({ who }, can, hid)) && (who.barred?.allows({ id, can }) ?? true)

/** Reads the store from an input as it came; undefined where the call names none. What is no id is left for the shape to refuse. */
export function namedStore(endpoint: Endpoint): (raw: Record<string, unknown>) => number | undefined {
  const name = storeField(endpoint)
  const field = name === undefined ? undefined : fieldsOf(endpoint.input)[name]
  if (name === undefined || !field) return () => undefined
  return (raw) => {
    const { data } = field.safeParse(raw[name])
    // 0 is the whole chain where a call offers it, and so no store.
    return typeof data === 'number' && data !== 0 ? data : undefined
  }
}

/** Names the store the account works in to a list that wants one and was told none, as the legacy client leaves it out. */
export function storeByDefault(endpoint: Endpoint): (raw: Record<string, unknown>, who: Who) => Record<string, unknown> {
  const { hid } = fieldsOf(endpoint.input)
  const isWanted = endpoint.method === 'GET' && hid && !endpoint.path.includes('{hid}') && !hid.safeParse(undefined).success
  if (!isWanted) return (raw) => raw
  return (raw, who) => (raw.hid === undefined || raw.hid === null || raw.hid === '' ? { ...raw, hid: who.hid } : raw)
}

/** The account as it works in one of its stores; where none, or none of its own, is named: where it works now. */
export const acting = (who: Who, hid: number | undefined): Who =>
  hid === undefined || hid === who.hid || !who.hids.includes(hid) ? who : { ...who, hid, can: heldIn(who, hid) }

/** Lets this transaction change records of stores the caller does not work in; the reason is kept with what stood before. Empty ends it. */
export const acrossStores = async (cx: Pick<Cx, 'db'>, reason: string): Promise<void> =>
  void (await cx.db.run(sql`select set_config('app.chain', ${reason}, true)`))

/**
 * Lets this transaction write what happened elsewhere: neither the opening of the store nor its limit for late entries holds for it, and
 * the reason is kept.
 */
export const happenedElsewhere = async (cx: Pick<Cx, 'db'>, reason: string): Promise<void> =>
  void (await cx.db.run(sql`select set_config('app.elsewhere', ${reason}, true)`))

/** Stores by permission, for each set of grants: the same list as long as the grants stand, so that a reading connection keeps its wall. */
const walls = new WeakMap<NonNullable<Who['canIn']>, Map<string, readonly number[]>>()
/** The account with a wall around the stores where it holds the permission of the call: rows of the others are not found. */
export function behind(who: Who, can: string): Who {
  if (!who.canIn || can === 'session' || can === 'public' || can === 'member') return who
  let stores = walls.get(who.canIn)
  if (!stores) walls.set(who.canIn, (stores = new Map()))
  let hids = stores.get(can)
  if (!hids) {
    const granted = who.hids.filter((hid) => heldIn(who, hid).has(can))
    stores.set(can, (hids = granted.length === who.hids.length ? who.hids : granted))
  }
  return hids === who.hids ? who : { ...who, hids }
}

/** Whether the present person set a frozen value of a paper. The database refuses the approval; this is for the sentence before it. */
export const isAuthor = async (cx: Pick<Cx, 'db' | 'who'>, table: TableName, id: number): Promise<boolean> =>
  (await cx.db.the({ author: 'boolean' }, sql`select is_paper_author(${table}, ${id}, ${cx.who.ctid}) author`)).author
