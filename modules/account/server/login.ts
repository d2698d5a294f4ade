/** Logging in: one sentence for a wrong account and a wrong password alike, and the same time for both. */
import { sql, type Open, type Who } from '#kernel/server/index.ts'
import { newToken, passwordMatches } from './password.ts'

interface LoginRow { oid: number | null; uid: number; ctid: number; passwordHash: string | null; status: number; staffStatus: number; mustChange: boolean; failures: number; locked: boolean }
type Fails = 'wrong_login' | 'login_locked' | 'account_off' | 'first_login'

export async function login(cx: Open<Fails>, input: { account: string; password: string; source: string }): Promise<{ token: string; role: string; name: string }> {
  const log = (ok: boolean, refused: string | null) => cx.db.run(sql`select login_logged(${input.account}, ${cx.address}, ${cx.agent}, ${ok}, ${refused})`)
  const row = await cx.db.one<LoginRow>(sql`select * from login_account(${input.account})`)
  if (row?.locked) {
    await log(false, 'locked')
    return cx.refuse('login_locked')
  }
  if (!(await passwordMatches(row?.passwordHash ?? null, input.password))) {
    const tried = await cx.db.one<{ n: number }>(sql`select login_tried(${input.account}, false) n`)
    await log(false, 'password')
    return cx.refuse((tried?.n ?? 0) >= 5 ? 'login_locked' : 'wrong_login')
  }
  if (row!.status !== 0 || row!.staffStatus !== 0) {
    await log(false, 'stopped')
    return cx.refuse('account_off')
  }
  await cx.db.run(sql`select login_tried(${input.account}, true)`)
  return openSession(cx, { oid: row!.oid!, uid: row!.uid }, input.source)
}

/** Opens a session for an account whose identity is proven; its other session of the same source ends. */
export async function openSession(cx: Open<never>, { oid, uid }: Pick<Who, 'oid' | 'uid'>, source: string): Promise<{ token: string; role: string; name: string }> {
  const { token, hash } = newToken()
  await cx.db.run(sql`select session_open(${uid}, ${oid}, ${hash}, ${source.slice(0, 30)}, ${cx.address}, ${cx.agent})`)
  const who = await cx.db.one<{ role: string; name: string; account: string }>(sql`select role, name, account from session_of(${hash})`)
  await cx.db.run(sql`select login_logged(${who!.account}, ${cx.address}, ${cx.agent}, true, null)`)
  return { token, role: who!.role, name: who!.name }
}
