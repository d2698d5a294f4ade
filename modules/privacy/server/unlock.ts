/** Opening members' records where a view password guards them. */
import { find, insert, sql, type Cx, type Database, type Out, type Who } from '#kernel/server/index.ts'
import { tryViewPassword } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'

/** Minutes a record stays open. */
const OPEN = { password: 30, break_glass: 60 } as const

async function open(cx: Cx, hid: number, how: keyof typeof OPEN, of: { pid?: number; reason?: string } = {}): Promise<{ until: string }> {
  const { until } = await cx.db.the({ until: 'string' }, sql`select app_now() + make_interval(mins => ${OPEN[how]}) until`)
  await insert(cx, 'record_unlock', { ctid: cx.who.ctid, hid, how, until, ...of })
  return { until }
}

/** The password of a store; a wrong one is counted although it is refused. */
export async function checkViewPassword(
  out: Out<'view_password_wrong' | 'view_password_locked' | 'view_password_off'>,
  { hid = out.who.hid, password }: { hid?: number | undefined; password: string },
): Promise<{ until: string }> {
  const tried = await tryViewPassword(out, ownStore(out, hid), password)
  if (!tried) return out.refuse('view_password_off')
  if (tried.ok) return out.tx((cx) => open(cx, hid, 'password'))
  return tried.left > 0 ? out.refuse('view_password_wrong', { left: tried.left, field: 'password' }) : out.refuse('view_password_locked')
}

/** One member, without the password, for a reason. */
export async function breakGlass(cx: Cx, { pid, reason }: { pid: number; reason: string }): Promise<{ until: string }> {
  await patientOf(cx, pid)
  return open(cx, cx.who.hid, 'break_glass', { pid, reason })
}

/** Ends unlocks before their time: the own ones, or everybody's of a store whose password changed. */
export const lockAgain = (cx: Cx, which: { ctid: number } | { hid: number }): Promise<number> =>
  cx.db.run(
    sql`update record_unlock set until = app_now() where until > app_now() and ${'ctid' in which ? sql`ctid_ = ${which.ctid}` : sql`hid = ${which.hid}`}`,
  )

/** For the kernel: may this person see this member's record here, where the store has a view password? */
export const unlocked = (database: Database, who: Who, pid: number, requestId: string): Promise<boolean> =>
  database.inTenant(who, { requestId, readOnly: true }, async (cx) => {
    const row = await cx.db.one(
      sql`select 1 from record_unlock where ctid_ = ${who.ctid} and hid = ${who.hid} and until > app_now() and (pid is null or pid = ${pid}) limit 1`,
    )
    // Whose record it is matters only to those of another organisation: they are told that it is not there, not that it is locked.
    return row !== undefined || (await find(cx, 'patient', { pid })) === undefined
  })
