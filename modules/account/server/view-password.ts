/** View password of a store: hashed like a login password, with limited attempts per person. */
import { find, remove, sql, type Cx, type Out } from '#kernel/server/index.ts'
import { passwordMatches } from './password.ts'
import { forgetAccounts } from './roles.ts'

const TRIES = 5

/** Whether a store has a view password, and since when. */
export async function viewPasswordOf(cx: Cx, hid: number): Promise<{ hid: number; on: boolean; changedAt: string | null }> {
  const row = await find(cx, 'view_password', { hid })
  return { hid, on: row !== undefined, changedAt: row?.changedAt ?? null }
}
/** Sets the view password by its hash (`hashPassword`), or removes it with null. Sessions see the change with their next call. */
export async function setViewPassword(cx: Cx, hid: number, hashed: string | null): Promise<void> {
  if (hashed === null) await remove(cx, 'view_password', { hid })
  else
    await cx.db.run(
      sql`
        insert into view_password (hid, password_hash)
        values (${hid}, ${hashed})
        on conflict (oid, hid) do update
        set password_hash = excluded.password_hash, changed_at = excluded.changed_at
      `,
    )
  await forgetAccounts(cx, sql`true`)
}

/**
 * Counts an attempt before it is made, so that concurrent attempts all count. Returns the hash to compare, or that no attempt is left.
 */
async function counted(cx: Cx, hid: number): Promise<{ hash: string; left: number } | 'locked' | undefined> {
  const stored = await find(cx, 'view_password', { hid })
  if (!stored) return undefined
  // Locks the row, so that attempts are counted one after another.
  const tries = await cx.db.one(
    { failures: 'number', locked: 'boolean' },
    sql`
      insert into view_password_try (ctid_)
      values (${cx.who.ctid})
      on conflict (oid, ctid_) do update
      set failures = case when view_password_try.last_at < now() - interval '15 minutes' then 0 else view_password_try.failures end
      returning failures, coalesce(locked_until > now(), false) locked
    `,
  )
  if (tries!.locked) return 'locked'
  const failures = tries!.failures + 1
  await cx.db.run(
    sql`
      update view_password_try
      set failures = ${failures % TRIES}, last_at = now(),
        locked_until = ${failures >= TRIES ? sql`now() + interval '15 minutes'` : sql`null`}
      where ctid_ = ${cx.who.ctid}
    `,
  )
  return { hash: stored.passwordHash, left: TRIES - failures }
}
/** Checks a password: correct, or the remaining attempts (0 = locked for 15 minutes). Undefined where the store has none. */
export async function tryViewPassword(
  { tx, who }: Pick<Out, 'tx' | 'who'>,
  hid: number,
  password: string,
): Promise<{ ok: boolean; left: number } | undefined> {
  const attempt = await tx((cx) => counted(cx, hid))
  if (!attempt) return undefined
  if (attempt === 'locked') return { ok: false, left: 0 }
  const ok = await passwordMatches(attempt.hash, password)
  if (ok) await tx((cx) => cx.db.run(sql`update view_password_try set failures = 0, locked_until = null where ctid_ = ${who.ctid}`))
  return { ok, left: attempt.left }
}
