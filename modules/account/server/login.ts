/** Logging in: one sentence for a wrong account and a wrong password alike, and the same time for both. */
import { environment } from '#kernel/server/environment.ts'
import { sql, type Open, type Who } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { kindOf, landingOf } from '../contract/kinds.ts'
import type { LoggedIn, Login } from '../contract/shapes.sessions.ts'
import { captchaRead } from './captcha.ts'
import { newToken, passwordMatches } from './password.ts'

interface LoginRow {
  oid: number | null
  uid: number
  ctid: number
  passwordHash: string | null
  status: number
  staffStatus: number
  mustChange: boolean
  failures: number
  locked: boolean
}
type Fails = 'wrong_login' | 'login_locked' | 'account_off' | 'captcha_wrong' | 'first_over'
type Answer = z.output<typeof LoggedIn>
export type How = 'password' | 'wechat' | 'setup' | 'token' | 'retrieve'

/** Failures of one account name before a captcha is asked for; the fifth locks (database, login_tried). */
const CAPTCHA_AFTER = 3

/** The kind of a session: the product's or the eye guardian's. One word more in a request makes no session more. */
export const sourceOf = (asked: string): string => (asked === 'eg' ? 'eg' : environment().PRODUCT)

/** Writes a line of the login log; a name without an account leaves none. */
export const logLogin = (
  cx: Pick<Open, 'db' | 'address' | 'agent'>,
  account: string,
  line: { refused?: string; how: How; source: string; openedBy?: number },
): Promise<number> =>
  cx.db.run(
    sql`select login_logged(${account}, ${cx.address}, ${cx.agent}, ${!line.refused}, ${line.refused ?? null}, ${line.how}, ${line.source.slice(0, 30)}, ${line.openedBy ?? null})`,
  )

export async function login(cx: Open<Fails>, input: z.output<typeof Login>): Promise<Answer> {
  // One query for every name typed, found or not: the time tells nothing.
  const { account } = await cx.db.the<{ account: string }>(sql`select login_name(${input.account}) account`)
  const refused = (why: string) => logLogin(cx, account, { refused: why, how: 'password', source: input.source })
  const row = await cx.db.one<LoginRow>(sql`select * from login_account(${account})`)
  if (row?.locked) {
    await refused('locked')
    return cx.refuse('login_locked')
  }
  if ((row?.failures ?? 0) >= CAPTCHA_AFTER && !(await captchaRead(cx.db, input.ticket, input.captcha))) {
    await refused('captcha')
    return cx.refuse('captcha_wrong', { field: 'captcha' })
  }
  if (!(await passwordMatches(row?.passwordHash ?? null, input.password))) {
    const tried = await cx.db.one<{ n: number }>(sql`select login_tried(${account}, false) n`)
    await refused('password')
    return cx.refuse((tried?.n ?? 0) >= 5 ? 'login_locked' : 'wrong_login')
  }
  if (row!.status !== 0 || row!.staffStatus !== 0) {
    await refused('stopped')
    return cx.refuse('account_off')
  }
  if (row!.mustChange && (await cx.db.the<{ late: boolean }>(sql`select first_password_over(${row!.uid}) late`)).late) {
    await refused('first_over')
    return cx.refuse('first_over')
  }
  await cx.db.run(sql`select login_tried(${account}, true)`)
  return openSession(
    cx,
    { oid: row!.oid!, uid: row!.uid },
    { how: 'password', source: sourceOf(input.source), loginSource: input.loginSource },
  )
}

interface Opened {
  role: string
  name: string
  account: string
  edition: string
  organisation: string
  mustChange: boolean
}
/** Opens a session for an account whose identity is proven; its other session of the same kind ends. */
export async function openSession(
  cx: Pick<Open, 'db' | 'address' | 'agent'>,
  { oid, uid }: Pick<Who, 'oid' | 'uid'>,
  { how, source, loginSource = 'web', openedBy }: { how: How; source: string; loginSource?: string; openedBy?: number },
): Promise<Answer> {
  const { token, hash } = newToken()
  await cx.db.run(
    sql`select session_open(${uid}, ${oid}, ${hash}, ${source.slice(0, 30)}, ${loginSource.slice(0, 30)}, ${cx.address}, ${cx.agent}, ${openedBy ?? null})`,
  )
  const who = await cx.db.the<Opened>(sql`select role, name, account, edition, organisation, must_change from session_of(${hash})`)
  await logLogin(cx, who.account, { how, source, ...(openedBy ? { openedBy } : {}) })
  const kind = kindOf(who)
  return { token, uid, role: who.role, kind, landing: landingOf(kind, source === 'eg'), name: who.name, mustChange: who.mustChange }
}
