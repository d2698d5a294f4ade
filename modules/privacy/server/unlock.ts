/** Opens members' records where a view password guards them. */
import { insert, sql, type Cx, type Database, type Out, type Who } from '#kernel/server/index.ts'
import { tryViewPassword } from '#modules/account/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { casesOpen } from '#modules/remote/server/door.ts'

/** Minutes a record stays open. */
const OPEN = { password: 30, break_glass: 60 } as const

async function open(
  cx: Cx,
  hid: number,
  how: keyof typeof OPEN,
  subject: { pid?: number; reason?: string } = {},
): Promise<{ until: string }> {
  const { until } = await cx.db.the({ until: 'string' }, sql`select app_now() + make_interval(mins => ${OPEN[how]}) until`)
  await insert(cx, 'record_unlock', { ctid: cx.who.ctid, hid, how, until, ...subject })
  return { until }
}

/** Checks the password of a store; a wrong attempt counts although the call is refused. */
export async function checkViewPassword(
  out: Out<'view_password_wrong' | 'view_password_locked' | 'view_password_off'>,
  { hid = out.who.hid, password }: { hid?: number | undefined; password: string },
): Promise<{ until: string }> {
  const tried = await tryViewPassword(out, hid, password)
  if (!tried) return out.refuse('view_password_off')
  if (tried.ok) return out.tx((cx) => open(cx, hid, 'password'))
  return tried.left > 0 ? out.refuse('view_password_wrong', { left: tried.left, field: 'password' }) : out.refuse('view_password_locked')
}

/** Opens one member without the password, for a reason (break-glass). */
export async function breakGlass(cx: Cx, { pid, reason }: { pid: number; reason: string }): Promise<{ until: string }> {
  const { hid } = await patientOf(cx, pid)
  return open(cx, hid, 'break_glass', { pid, reason })
}

/** Ends unlocks early: the account's own, or all of a store whose password changed. */
export const lockAgain = (cx: Cx, which: { ctid: number } | { hid: number }): Promise<number> =>
  cx.db.run(
    sql`
      update record_unlock
      set until = app_now()
      where until > app_now() and ${'ctid' in which ? sql`ctid_ = ${which.ctid}` : sql`hid = ${which.hid}`}
    `,
  )

/**
 * Hook for the kernel: the members among these whose record the account may not see, with their store. For staff: those of a store whose
 * view password they neither entered nor bypassed by break-glass. For experts: those whose file no open case of theirs covers, because a
 * store's password concerns its own staff.
 */
export const lockedAmong = (
  database: Database,
  who: Who,
  pids: readonly number[],
  requestId: string,
): Promise<ReadonlyMap<number, number>> =>
  database.inTenant(who, { requestId, readOnly: true }, async (cx) => {
    if (who.casesOnly) {
      const open = await casesOpen(cx, who.ctid, pids)
      return new Map(pids.filter((pid) => !open.has(pid)).map((pid) => [pid, who.hid]))
    }
    const rows = await cx.db.rows(
      { pid: 'number', hid: 'number' },
      sql`
        select p.pid, p.hid
        from patient p
        where p.pid = any(${[...pids]})
          and p.hid = any(${[...(who.lockedIn ?? [])]})
          and not exists (
            select
            from record_unlock u
            where u.ctid_ = ${who.ctid} and u.hid = p.hid and u.until > app_now() and (u.pid is null or u.pid = p.pid)
          )
      `,
    )
    return new Map(rows.map(({ pid, hid }) => [pid, hid]))
  })
