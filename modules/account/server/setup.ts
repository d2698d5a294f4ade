/** A new organisation with its default roles, first store and first administrator; and staff with accounts. */
import { roles, type Role } from '#kernel/contract/index.ts'
import { insert, insertMany, sql, type Cx, type Database, type Who } from '#kernel/server/index.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { hashPassword, newToken } from './password.ts'

const systemOf = (oid: number, hids: number[]): Who => ({ oid, hid: hids[0] ?? 0, hids, uid: 0, ctid: 0, name: '系统', account: '', role: 'system', roles: [], can: new Set() })

export interface NewOrganisation {
  name: string
  kind?: 'chain' | 'joint' | 'single'
  stores: ReadonlyArray<{ name: string; shortName: string } & Record<string, unknown>>
}

/** Creates the organisation, its roles and stores; answers a transaction runner as its system. */
export async function createOrganisation(database: Database, org: NewOrganisation, clock?: string): Promise<{ oid: number; hids: number[]; tx: <T>(work: (cx: Cx) => Promise<T>) => Promise<T> }> {
  const { oid } = (await database.bare((db) => db.one<{ oid: number }>(sql`select organisation_create(${org.name}, ${org.kind ?? 'chain'}) oid`)))!
  const options = { requestId: 'setup', ...(clock ? { clock } : {}) }
  const hids = await database.inTenant(systemOf(oid, []), options, async (cx) => {
    const stores = await insertMany(cx as Cx, 'store', org.stores.map((s, sort) => ({ ...s, sort })))
    await insertMany(cx as Cx, 'role', Object.entries(roles).map(([code, name]) => ({ code, name })))
    return stores.map((s) => s.hid as number)
  })
  return { oid, hids, tx: (work) => database.inTenant(systemOf(oid, hids), options, work as never) }
}

export interface NewStaff {
  hid: number
  name: string
  mobile?: string
  type: number
  title?: string
  account?: string
  password?: string
  /** Already hashed: the demo gives one hash to all. */
  passwordHash?: string
  role?: Role
  allStores?: boolean
}

/** A staff member, with an account when one is named. */
export async function addStaff(cx: Cx, staff: NewStaff): Promise<{ ctid: number; uid: number | undefined }> {
  const { account, password, passwordHash, role = 'manager', allStores, ...person } = staff
  const { ctid } = (await insert(cx, 'contact', person)) as { ctid: number }
  if (!account) return { ctid, uid: undefined }
  const found = await cx.db.one<{ roleId: number }>(sql`select role_id from role where code = ${role}`)
  const row = await insert(cx, 'account', { ctid, hid: staff.hid, account, passwordHash: passwordHash ?? (await hashPassword(password!)), roleId: found!.roleId, allStores: allStores ?? false })
  return { ctid, uid: row.uid as number }
}

/** A one-time link for the first administrator of a production system: valid 24 hours, the former one is void. Run as owner. */
export async function newSetupLink(ownerUrl: string): Promise<string> {
  const { token, hash } = newToken()
  await onClient(ownerUrl, (client) => client.query('select setup_link_make($1)', [hash]))
  return token
}
