/** Whom an account may change, reset or stand in for. Every such call uses this one rule. */
import { find, may, sql, type Cx, type Row, type Who } from '#kernel/server/index.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { staffOf } from './door.ts'
import { clinical, codesHeld, labelOf, roleOf } from './roles.ts'

/** Permissions of an account, and the stores it can enter. */
export interface SessionReach {
  readonly codes: readonly string[]
  readonly hids: readonly number[]
}

/**
 * What the account exceeds: a permission held in none of the caller's stores, else a store the caller cannot enter; undefined if nothing.
 */
export function beyond(who: Who, { codes, hids }: SessionReach): { code: string } | { hid: number } | undefined {
  // A permission withheld from a store counts as held by nobody there; held in one store, it is held wherever the account has it.
  const code = codes.find((c) => !hids.some((hid) => may({ who }, c, hid)))
  if (code !== undefined) return { code }
  const hid = hids.find((h) => !who.hids.includes(h))
  return hid === undefined ? undefined : { hid }
}

export interface StaffReach {
  readonly person: Row<'contact'>
  readonly account: Row<'account'> | undefined
  readonly reach: SessionReach
}
/**
 * A staff member with the reach of their account. Without an account, its future stores count. Staff of another home store are not found.
 */
export async function reachOf(cx: Cx, ctid: number): Promise<StaffReach> {
  const person = await staffOf(cx, ctid)
  ownStore(cx, person.hid)
  const account = await find(cx, 'account', { ctid })
  const stores = await cx.db.rows(
    { hid: 'number' },
    sql`
      select s.hid
      from store s
      where ${account?.allStores ?? false}
        or s.hid = any(${[person.hid, account?.hid ?? person.hid]})
        or exists (
          select 1
          from contact_store cs
          where cs.oid = s.oid and cs.ctid_ = ${ctid} and cs.hid = s.hid
        )
      order by s.hid
    `,
  )
  const codes = account ? [...(await codesHeld(cx, await roleOf(cx, account.roleId)))] : []
  return { person, account, reach: { codes, hids: stores.map((s) => s.hid) } }
}

type Refusing = Cx<'beyond_own' | 'beyond_stores'>
async function refuseBeyond(cx: Refusing, reach: SessionReach): Promise<void> {
  // Chain administrators may grant every role, including acts of clinicians that they cannot perform.
  const codes = cx.who.role === 'chain' ? [] : reach.codes.filter((code) => !clinical(code))
  const over = beyond(cx.who, { ...reach, codes })
  if (!over) return
  if ('code' in over) cx.refuse('beyond_own', { what: labelOf(over.code), code: over.code })
  else cx.refuse('beyond_stores', { what: (await storeOf(cx, over.hid)).shortName })
}

/** A staff member the caller may change: in one of the caller's stores, with a subset of the caller's permissions and stores. */
export async function mayTouch(cx: Refusing, ctid: number): Promise<StaffReach> {
  const touched = await reachOf(cx, ctid)
  await refuseBeyond(cx, touched.reach)
  return touched
}
/** Refuses a role that would give a person more than the caller holds in the same stores. */
export async function mayGive(cx: Refusing, role: Row<'role'>, hids: readonly number[]): Promise<void> {
  await refuseBeyond(cx, { codes: [...(await codesHeld(cx, role))], hids })
}
