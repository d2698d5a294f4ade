/**
 * Somebody agrees on another person's screen and proves it with their own password: counted and kept, whether it was right or not. Five wrong
 * ones within fifteen minutes, and none is taken.
 */
import { insert, lit, sql, type Out } from '#kernel/server/index.ts'
import { accountStates } from '../contract/states.ts'
import { passwordMatches } from './password.ts'

const TRIES = 5

/** What a password proved: right, or how many attempts are left (0: none for fifteen minutes). */
export interface Presence {
  readonly isProven: boolean
  readonly left: number
}
/**
 * Checks the password of a staff member who is asked to agree to something on the present screen. `purpose` is kept with the proof. Somebody
 * without an account in use proves nothing.
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
  if (failures > TRIES) return { isProven: false, left: 0 }
  const isProven = await passwordMatches(stored, password)
  if (isProven) await tx((cx) => insert(cx, 'presence_proof', { hid: cx.who.hid, ctid, purpose, isProven: true }))
  return { isProven, left: TRIES - failures }
}
