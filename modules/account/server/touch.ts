/** Whom somebody may change, reset or stand in for: one predicate, asked by every call that does. */
import { find, may, sql, type Cx, type Row, type Who } from '#kernel/server/index.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { staffOf } from './door.ts'
import { clinical, codesHeld, labelOf, roleOf } from './roles.ts'

/** What an account may do, and the stores it enters. */
export interface Reach {
  readonly codes: readonly string[]
  readonly hids: readonly number[]
}

/** What of an account is beyond somebody: a permission they hold in none of its stores, else a store they do not enter; undefined where nothing is. */
export function beyond(who: Who, { codes, hids }: Reach): { code: string } | { hid: number } | undefined {
  // Withheld from a store a permission is nobody's there; held in one of its stores it is held wherever the account has it.
  const code = codes.find((c) => !hids.some((hid) => may({ who }, c, hid)))
  if (code !== undefined) return { code }
  const hid = hids.find((h) => !who.hids.includes(h))
  return hid === undefined ? undefined : { hid }
}

export interface Touched {
  readonly person: Row<'contact'>
  readonly account: Row<'account'> | undefined
  readonly reach: Reach
}
/** A staff member with what their account reaches; one without an account already has the stores it would reach. Of another home store: not found. */
export async function reachOf(cx: Cx, ctid: number): Promise<Touched> {
  const person = await staffOf(cx, ctid)
  ownStore(cx, person.hid)
  const account = await find(cx, 'account', { ctid })
  const stores = await cx.db.rows(
    { hid: 'number' },
    sql`select s.hid from store s where ${account?.allStores ?? false} or s.hid = any(${[person.hid, account?.hid ?? person.hid]})
      or exists (select 1 from contact_store cs where cs.oid = s.oid and cs.ctid_ = ${ctid} and cs.hid = s.hid) order by s.hid`,
  )
  const codes = account ? [...(await codesHeld(cx, await roleOf(cx, account.roleId)))] : []
  return { person, account, reach: { codes, hids: stores.map((s) => s.hid) } }
}

type Refusing = Cx<'beyond_own' | 'beyond_stores'>
async function refuseBeyond(cx: Refusing, reach: Reach): Promise<void> {
  // The chain administrator answers for every role; a clinician's acts are handed out by administrators who cannot do them.
  const codes = cx.who.role === 'chain' ? [] : reach.codes.filter((code) => !clinical(code))
  const over = beyond(cx.who, { ...reach, codes })
  if (!over) return
  if ('code' in over) cx.refuse('beyond_own', { what: labelOf(over.code), code: over.code })
  else cx.refuse('beyond_stores', { what: (await storeOf(cx, over.hid)).shortName })
}

/** A staff member the caller may change: of a store of theirs, with permissions ⊆ theirs and stores ⊆ theirs. */
export async function mayTouch(cx: Refusing, ctid: number): Promise<Touched> {
  const touched = await reachOf(cx, ctid)
  await refuseBeyond(cx, touched.reach)
  return touched
}
/** Refuses a role that would give somebody more than the caller holds in the same stores. */
export async function mayGive(cx: Refusing, role: Row<'role'>, hids: readonly number[]): Promise<void> {
  await refuseBeyond(cx, { codes: [...(await codesHeld(cx, role))], hids })
}
