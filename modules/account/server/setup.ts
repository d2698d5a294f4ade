/** Creates an organisation with default roles, first store and first administrator, and staff with accounts. */
import { roles, type Role } from '#kernel/contract/index.ts'
import type { z } from '#kernel/contract/index.ts'
import {
  insert,
  insertMany,
  sql,
  hashToken,
  newToken,
  type Cx,
  type Database,
  type Db,
  type Open,
  type Who,
  type Row,
} from '#kernel/server/index.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { environment } from '#kernel/server/environment.ts'
import { openStores } from '#modules/institution/server/door.ts'
import type { Setup } from '../contract/shapes.ts'
import type { LoggedIn } from '../contract/shapes.sessions.ts'
import { openSession } from './login.ts'
import { hashPassword } from './password.ts'
import { refuseWeak } from './weak.ts'

/** The system user inside an organisation, without a login. */
export const systemOf = (oid: number, hids: readonly number[]): Who => ({
  oid,
  hid: hids[0] ?? 0,
  hids,
  uid: 0,
  ctid: 0,
  name: '系统',
  account: '',
  role: 'system',
  roles: [],
  can: new Set(),
})

export interface NewOrganisation {
  name: string
  kind?: 'chain' | 'joint' | 'single'
  stores: ReadonlyArray<{ name: string; shortName: string } & Record<string, unknown>>
}

/** Creates the organisation with the transaction's number, its stores and default roles. Returns the stores. */
async function openOrganisation(cx: Cx, org: NewOrganisation): Promise<number[]> {
  await cx.db.run(sql`select organisation_open(${org.name}, ${org.kind ?? 'chain'})`)
  const stores = await openStores(cx, org.stores)
  await insertMany(
    cx,
    'role',
    Object.entries(roles).map(([code, name]) => ({ code, name })),
  )
  return stores
}
const numberOf = async (db: Db): Promise<number> => (await db.the({ oid: 'number' }, sql`select organisation_number() oid`)).oid

/** Creates the organisation, its roles and stores. Returns a transaction runner as its system user. */
export async function createOrganisation(
  database: Database,
  org: NewOrganisation,
  clock?: string,
): Promise<{ oid: number; hids: number[]; tx: <T>(work: (cx: Cx<string>) => Promise<T>) => Promise<T> }> {
  const oid = await numberOf(database.bare)
  const options = { requestId: 'setup', ...(clock ? { clock } : {}) }
  const hids = await database.inTenant(systemOf(oid, []), options, (cx) => openOrganisation(cx, org))
  return { oid, hids, tx: (work) => database.inTenant(systemOf(oid, hids), options, work) }
}

/**
 * Creates the first administrator through the one-time link. Link, organisation, store, roles and account are one transaction, so that
 * the link is used up only by success.
 */
export async function setUp(
  cx: Open<'setup_link' | 'taken' | 'password_weak'>,
  input: z.output<typeof Setup>,
): Promise<z.output<typeof LoggedIn>> {
  const oid = await numberOf(cx.db)
  const passwordHash = await hashPassword(input.password)
  const uid = await cx.as(systemOf(oid, []), async (tx) => {
    const { ok } = await tx.db.the({ ok: 'boolean' }, sql`select setup_link_take(${hashToken(input.token)}) ok`)
    if (!ok) return tx.refuse('setup_link')
    await refuseWeak(tx, input.password, { known: [input.account] }, 'password')
    const [hid] = await openOrganisation(tx, {
      name: input.company,
      stores: [{ name: input.store, shortName: input.store.slice(0, 12) }],
    })
    const { uid } = await addStaff(tx, {
      hid: hid!,
      name: input.name,
      type: 5,
      account: input.account,
      passwordHash,
      role: 'chain',
      allStores: true,
    })
    return uid!
  })
  return openSession(cx, { oid, uid }, { how: 'setup', source: environment().PRODUCT })
}

export interface NewStaff {
  hid: number
  name: string
  mobile?: string
  type: Row<'contact'>['type']
  title?: string
  licenceNo?: string
  licenceExpires?: string
  account?: string
  /** Hashed before the transaction (`hashPassword`); stored with the account. */
  passwordHash?: string
  role?: Role
  allStores?: boolean
  /** Last day the account is valid. */
  validUntil?: string
}

/** Creates a staff member, with an account when one is given. */
export async function addStaff(cx: Cx, staff: NewStaff): Promise<{ ctid: number; uid: number | undefined }> {
  const { account, passwordHash, role = 'manager', allStores, validUntil, ...person } = staff
  // `insert` returns every column; the generic of a union of tables is lost.
  const { ctid } = (await insert(cx, 'contact', person)) as { ctid: number }
  if (!account) return { ctid, uid: undefined }
  const found = await cx.db.the({ roleId: 'number' }, sql`select role_id from role where code = ${role}`)
  const row = await insert(cx, 'account', {
    ctid,
    hid: staff.hid,
    account,
    passwordHash: passwordHash!,
    roleId: found!.roleId,
    allStores: allStores ?? false,
    validUntil: validUntil ?? null,
  })
  return { ctid, uid: row.uid }
}

/**
 * Creates a one-time link for the first administrator of a production system. It is valid for 24 hours and voids the previous one. Run as
 * owner.
 */
export async function newSetupLink(ownerUrl: string): Promise<string> {
  const { token, hash } = newToken()
  await onClient(ownerUrl, (client) => client.query('select setup_link_make($1)', [hash]))
  return token
}
