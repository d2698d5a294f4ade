import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { freeHanded, insert, lit, sql, wholeRow, type Cx, type Out } from '#kernel/server/index.ts'
import { sendSms } from '#modules/messages/server/door.ts'
import { accountStates } from '../contract/states.ts'
import { codesHeld, labelOf } from './roles.ts'
import { refuseWeak } from './weak.ts'

// 2 = Argon2id in the library's enum, which isolated modules cannot import.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** argon2id, 19 MiB, t = 2 (OWASP Password Storage Cheat Sheet, 2023). Slow by design, so never run while holding a connection. */
export async function hashPassword(password: string): Promise<string> {
  freeHanded('a password hash')
  return hash(password, options)
}

// A hash that matches no password: an unknown account costs as much time as a wrong password.
let nobody: Promise<string> | undefined
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  freeHanded('a password check')
  nobody ??= hashPassword(randomBytes(16).toString('hex'))
  const isEqual = await verify(stored ?? (await nobody), password)
  return stored !== null && isEqual
}

/** Number of remembered passwords, including the current one. */
const REMEMBERED = 5

/** Validity of a password that somebody else chose. */
export const FIRST_LASTS = sql`now() + interval '7 days'`

interface Changing<Fails extends string> {
  /** The password must be changed at the first login. */
  mustChange?: boolean
  /** Input field named in a refusal of the password. */
  field?: string
  /** Further work in the transaction of the new password. */
  also?: (cx: Cx<Fails | 'password_used' | 'password_weak'>) => Promise<unknown>
}
/**
 * Sets the password of an account and ends its sessions. Refuses the last five passwords and easily guessed ones. Comparison and hashing
 * run between two transactions.
 */
export async function setPassword<Fails extends string = never>(
  { tx, refuse }: Pick<Out<Fails | 'password_used' | 'password_weak'>, 'tx' | 'refuse'>,
  uid: number,
  password: string,
  { mustChange = false, field = 'newPassword', also }: Changing<Fails> = {},
): Promise<void> {
  const used = await tx((cx) =>
    cx.db.rows(
      { passwordHash: 'string' },
      sql`
        select password_hash
        from account
        where uid = ${uid}
        union all
        (
          select password_hash
          from password_history
          where uid = ${uid}
          order by password_history_id desc
          limit ${REMEMBERED - 1}
        )
      `,
    ),
  )
  if (!used.length) return refuse('not_found', { what: '账号' })
  for (const { passwordHash } of used) if (await passwordMatches(passwordHash, password)) return refuse('password_used', { field })
  const hashed = await hashPassword(password)
  await tx(async (cx) => {
    await also?.(cx)
    await refuseWeak(cx, password, { uid }, field)
    const changed = await cx.db.run(
      sql`
        update account
        set password_hash = ${hashed}, must_change = ${mustChange}, must_change_by = ${mustChange ? FIRST_LASTS : sql`null`}
        where uid = ${uid} and password_hash = ${used[0]!.passwordHash}
      `,
    )
    // The password changed concurrently, so the comparison no longer applies.
    if (!changed) return cx.refuse('stale', { what: '密码' })
    await cx.db.run(sql`
      insert into password_history (uid, password_hash)
      values (${uid}, ${used[0]!.passwordHash})
    `)
    await endSessions(cx, uid, 'password')
  })
}

/** Ends all sessions of an account. Its browsers learn with their next call. */
export async function endSessions(cx: Cx, uid: number, why: 'password' | 'stopped' | 'logout'): Promise<void> {
  const live = await cx.db.rows({ tokenHash: 'string' }, sql`select token_hash from session where uid = ${uid} and ended is null`)
  for (const { tokenHash } of live) await cx.db.run(sql`select session_end(${tokenHash}, ${why})`)
}

/** Notifies the account owner by SMS that the credentials changed, if a number is known. */
export async function tellOwner(cx: Cx, uid: number, template: 'password-changed' | 'wechat-bound'): Promise<void> {
  const owner = await cx.db.one(
    { hid: 'number', account: 'string', mobile: 'string' },
    sql`
      select a.hid, a.account, c.mobile
      from account a
      join contact c using (oid, ctid_)
      where a.uid = ${uid} and c.mobile <> ''
    `,
  )
  if (owner)
    await sendSms(cx, { hid: owner.hid, mobile: owner.mobile, template, params: { account: owner.account, time: cx.now.slice(0, 16) } })
}

/** Wrong passwords of one person within fifteen minutes, after which none is taken on somebody else's screen. */
const PROOF_TRIES = 5

/** What a password proved: right, or how many attempts are left (0: none for fifteen minutes). */
export interface Presence {
  readonly isProven: boolean
  readonly left: number
}
/**
 * Checks the password of a staff member who is asked to agree to something on the present screen. `purpose` is kept with the proof.
 * Somebody without an account in use proves nothing.
 */
export async function provePresence({ tx }: Pick<Out, 'tx'>, ctid: number, password: string, purpose: string): Promise<Presence> {
  const { stored, failures } = await tx(async (cx) => {
    // One after the other: attempts at the same time all count.
    await cx.db.run(sql`select 1 from contact where ctid_ = ${ctid} for no key update`)
    await insert(cx, 'presence_proof', { hid: cx.who.hid, ctid, purpose, isProven: false })
    return cx.db.the(
      { stored: 'string | null', failures: 'number' },
      sql`
        select (
          select a.password_hash
          from account a
          where a.ctid_ = ${ctid} and a.status = ${lit(accountStates.is.on)} and coalesce(a.valid_until, 'infinity') >= ${cx.today}::date
          order by a.uid
          limit 1
        ) stored,
          (
            select (count(*) filter (where not p.is_proven) - count(*) filter (where p.is_proven))::int
            from presence_proof p
            where p.ctid_ = ${ctid} and p.at > app_now() - interval '15 minutes'
          ) failures
      `,
    )
  })
  if (failures > PROOF_TRIES) return { isProven: false, left: 0 }
  const isProven = await passwordMatches(stored, password)
  if (isProven) await tx((cx) => insert(cx, 'presence_proof', { hid: cx.who.hid, ctid, purpose, isProven: true }))
  return { isProven, left: PROOF_TRIES - failures }
}

/** Proves who agrees on this screen, by account and password. */
export async function proveHere(
  out: Out<'presence_password' | 'presence_locked'>,
  { account, password, purpose }: { account: string; password: string; purpose: string },
): Promise<{ approver: number; name: string }> {
  const person = await out.tx((cx) =>
    cx.db.one(
      { ctid: 'number', name: 'string' },
      sql`
        select a.ctid_, c.name
        from account a
        join contact c using (oid, ctid_)
        where a.account = ${account} and a.status = ${lit(accountStates.is.on)}
      `,
    ),
  )
  if (!person) {
    // An unknown account costs as much time as a wrong password.
    await passwordMatches(null, password)
    return out.refuse('presence_password', { left: PROOF_TRIES - 1, field: 'password' })
  }
  const { isProven, left } = await provePresence(out, person.ctid, password, purpose)
  if (!isProven && left === 0) out.refuse('presence_locked', { field: 'password' })
  if (!isProven) out.refuse('presence_password', { left, field: 'password' })
  return { approver: person.ctid, name: person.name }
}

/**
 * The newest proof that somebody else than the caller, holding a permission, agreed on this screen to such a thing within five minutes.
 * Whoever uses it keeps its id, which the database takes once.
 */
export async function proofOf(
  cx: Cx<'approval_self' | 'approval_needed' | 'approver_may_not'>,
  { approver, purpose, can }: { approver: number; purpose: string; can: string },
): Promise<number> {
  if (approver === cx.who.ctid) cx.refuse('approval_self', { field: 'approver' })
  const accounts = await cx.db.rows(
    wholeRow('role'),
    sql`
      select r.*
      from role r
      join account a using (oid, role_id)
      where a.ctid_ = ${approver} and a.status = ${lit(accountStates.is.on)}
    `,
  )
  const held = await Promise.all(accounts.map((role) => codesHeld(cx, role)))
  if (!held.some((codes) => codes.has(can))) cx.refuse('approver_may_not', { what: labelOf(can), field: 'approver' })
  const { proofId } = await cx.db.the(
    { proofId: 'number | null' },
    sql`select presence_proof_of(${cx.who.oid}, ${approver}, ${cx.who.ctid}, ${purpose}) proof_id`,
  )
  return proofId ?? cx.refuse('approval_needed', { field: 'approver' })
}
