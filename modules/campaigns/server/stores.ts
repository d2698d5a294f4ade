/** Stores a promotion, an article or a campaign is for. */
import { may, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'

/** True of a row that is for a store. `alias` is the row's table. */
export const isFor = (alias: Sql, hid: number): Sql => sql`${hid}::bigint = any(coalesce(${alias}.stores, array[${alias}.hid]))`

/** Refuses stores the account may not set for; null is the own store alone. */
export function checkStores(cx: Cx<'other_stores'>, hid: number, stores: number[] | null, permission: string): number[] | null {
  if (!stores) return null
  const all = [...new Set(stores)].sort((a, b) => a - b)
  if (!all.every((store) => cx.who.hids.includes(store) && may(cx, permission, store))) cx.refuse('other_stores', { field: 'stores' })
  return all.length === 1 && all[0] === hid ? null : all
}
/** The store a list or a new row is of. */
export const storeIn = (cx: Cx, hid: number | undefined): number => ownStore(cx, hid ?? cx.who.hid)
