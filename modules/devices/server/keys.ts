/** Keys with which a computer of a store sends files without anybody logged in: shown once, kept as a hash, ended at any time. */
import { createHash, randomBytes } from 'node:crypto'
import type { z } from '#kernel/contract/index.ts'
import { insert, locked, pageOf, sql, update, type Cx, type Open, type Who } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { DeviceKey, type DeviceKeyQuery, type MadeDeviceKey, type NewDeviceKey } from '../contract/shapes.ts'

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')
const select = sql`k.key_id, k.hid, k.name, k.created_at, k.last_used_at, k.revoked_at, c.name person_name`
const from = sql`device_key k left join contact c on c.oid = k.oid and c.ctid_ = k.ctid_`

/** Keys of a store, newest first. */
export const keysOf = (cx: Cx, query: z.output<typeof DeviceKeyQuery>) =>
  pageOf(
    cx,
    { of: DeviceKey, select, from, where: [sql`k.hid = ${ownStore(cx, query.hid)}`], order: sql`k.key_id desc`, key: sql`k.key_id` },
    query,
  )

/** Makes a key. Whoever holds it may add files to the store's inbox, and nothing else. */
export async function makeKey(cx: Cx, { hid, name }: z.output<typeof NewDeviceKey>): Promise<z.output<typeof MadeDeviceKey>> {
  const key = `mmd_${randomBytes(24).toString('base64url')}`
  const { keyId } = await insert(cx, 'device_key', { hid: ownStore(cx, hid), name, hash: hashOf(key) })
  const made = await cx.db.the(DeviceKey, sql`select ${select} from ${from} where k.key_id = ${keyId}`)
  return { ...made, key }
}

/** Ends a key; one that is ended stays so. */
export async function revokeKey(cx: Cx, keyId: number): Promise<void> {
  const { revokedAt } = await locked(cx, 'device_key', { keyId })
  if (!revokedAt) await update(cx, 'device_key', { keyId }, { revokedAt: cx.now })
}

/** The store a key is of, before anybody is logged in; acts in the name of whoever made the key, and may nothing. */
export async function holderOf(open: Open<'device_key_invalid'>, key: string): Promise<{ who: Who; keyId: number }> {
  const { keyId, ...found } =
    (await open.db.one(
      { oid: 'number', hid: 'number', ctid: 'number', name: 'string', keyId: 'number' },
      sql`select * from device_key_tenant(${hashOf(key)})`,
    )) ?? open.refuse('device_key_invalid', { field: 'key' })
  return { keyId, who: { ...found, hids: [found.hid], uid: 0, account: '', role: 'system', roles: [], can: new Set() } }
}
export const used = (cx: Cx, keyId: number): Promise<unknown> => update(cx, 'device_key', { keyId }, { lastUsedAt: cx.now })
