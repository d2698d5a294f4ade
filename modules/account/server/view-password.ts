/** The view password of a store: kept like a login's, tries limited per person. */
import { find, remove, sql, type Cx } from '#kernel/server/index.ts'
import { hashPassword, passwordMatches } from './password.ts'
import { forgetAccounts } from './roles.ts'

const TRIES = 5

/** Whether a store has one, and since when. */
export async function viewPasswordOf(cx: Cx, hid: number): Promise<{ hid: number; on: boolean; changedAt: string | null }> {
  const row = await find(cx, 'view_password', { hid })
  return { hid, on: row !== undefined, changedAt: row?.changedAt ?? null }
}
/** Sets it, or removes it with null; sessions learn of it at their next call. */
export async function setViewPassword(cx: Cx, hid: number, password: string | null): Promise<void> {
  if (password === null) await remove(cx, 'view_password', { hid })
  else
    await cx.db.run(
      sql`insert into view_password (hid, password_hash) values (${hid}, ${await hashPassword(password)}) on conflict (oid, hid) do update set password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
    )
  await forgetAccounts(cx, sql`true`)
}
/** Tries a password: right, or how many tries are left (0: locked for 15 minutes). Undefined where the store has none. */
export async function tryViewPassword(cx: Cx, hid: number, password: string): Promise<{ ok: boolean; left: number } | undefined> {
  const kept = await find(cx, 'view_password', { hid })
  if (!kept) return undefined
  // Locks the row: tries at the same time are counted one after the other.
  const tries = await cx.db.one<{
    failures: number
    locked: boolean
  }>(sql`insert into view_password_try (ctid_) values (${cx.who.ctid}) on conflict (oid, ctid_) do update
    set failures = case when view_password_try.last_at < now() - interval '15 minutes' then 0 else view_password_try.failures end returning failures, coalesce(locked_until > now(), false) locked`)
  if (tries!.locked) return { ok: false, left: 0 }
  const ok = await passwordMatches(kept.passwordHash, password)
  const failures = ok ? 0 : tries!.failures + 1
  await cx.db.run(
    sql`update view_password_try set failures = ${failures % TRIES}, last_at = now(), locked_until = ${failures >= TRIES ? sql`now() + interval '15 minutes'` : sql`null`} where ctid_ = ${cx.who.ctid}`,
  )
  return { ok, left: TRIES - failures }
}
