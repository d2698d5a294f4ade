/** Login. A wrong account and a wrong password get the same sentence after the same time. */
import { environment } from '#kernel/server/environment.ts'
import { raw, sql, hashToken, newToken, type Open, type Who, type ShapedRow } from '#kernel/server/index.ts'
import { z } from '#kernel/contract/index.ts'
import { kindOf, landingOf } from '../contract/kinds.ts'
import type { LoggedIn, Login } from '../contract/shapes.sessions.ts'
import { captchaRead } from './captcha.ts'
import { passwordMatches } from './password.ts'
import { accountStates, staffStates } from '../contract/states.ts'

const Candidate = {
  oid: 'number',
  uid: 'number',
  account: 'string',
  passwordHash: 'string',
  status: 'number',
  staffStatus: 'number',
  mustChange: 'boolean',
  overOn: 'string | null',
} as const
type Candidate = ShapedRow<typeof Candidate>
type Fails = 'wrong_login' | 'login_locked' | 'account_off' | 'account_over' | 'captcha_wrong' | 'first_over'
type Answer = z.output<typeof LoggedIn>
export type How = 'password' | 'wechat' | 'setup' | 'token' | 'retrieve'

/** Session kind: the product's or the eye guardian's. Other values in the request do not create more kinds. */
export const sourceOf = (requested: string): string => (requested === 'eg' ? 'eg' : environment().PRODUCT)

/** Origin of a login. `walled` means a transaction behind the wall, which reaches its own organisation only. */
type Entrance = Pick<Open, 'db' | 'address' | 'agent'> & { readonly walled?: true }

/** Writes a line of the login log, unless the name belongs to no account. */
export const logLogin = (
  cx: Entrance,
  account: string,
  line: { refused?: string; how: How; source: string; openedBy?: number },
): Promise<number> =>
  cx.db.run(
    sql`
      select ${raw(cx.walled ? 'login_noted' : 'login_logged')}(
        ${account}, ${cx.address}, ${cx.agent}, ${!line.refused}, ${line.refused ?? null}, ${line.how}, ${line.source.slice(0, 30)},
        ${line.openedBy ?? null}
      )
    `,
  )

/** Network of an address for counting. An IPv6 connection owns 2^64 addresses, so its /64 counts. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.replace(/%.*/, '').split('::')
  const groupsOf = (part: string) => (part ? part.split(':') : [])
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')]
  const groups = tail === undefined ? first : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}

/** The candidate that has this password. Takes as long when there is no candidate. */
async function withPassword(candidates: readonly Candidate[], password: string): Promise<Candidate | undefined> {
  const right = await Promise.all(
    (candidates.length ? candidates : [undefined]).map((c) => passwordMatches(c?.passwordHash ?? null, password)),
  )
  const matching = candidates.filter((_, i) => right[i])
  return matching.find((c) => c.status === accountStates.is.on && c.staffStatus === staffStates.is.working) ?? matching[0]
}

const Verdict = z.object({ verdict: z.enum(['ok', 'captcha', 'paused']), minutes: z.int() })
export async function login(cx: Open<Fails>, input: z.output<typeof Login>): Promise<Answer> {
  const [name, network, sent] = [input.account, networkOf(cx.address), input.device ? hashToken(input.device) : null]
  const read = await captchaRead(cx.db, input.ticket, input.captcha)
  const attempt = await cx.db.the(Verdict, sql`select * from login_begin(${name}, ${network}, ${sent}, ${read})`)
  // One query for every typed name, known or not, so that timing reveals nothing.
  const candidates = await cx.db.rows(Candidate, sql`select * from login_candidates(${name})`)
  const refused = async (why: string, accounts: readonly Candidate[] = candidates) => {
    for (const { account } of accounts) await logLogin(cx, account, { refused: why, how: 'password', source: input.source })
  }
  if (attempt.verdict === 'paused') {
    await refused('locked')
    return cx.refuse('login_locked', { minutes: attempt.minutes })
  }
  if (attempt.verdict === 'captcha') {
    await refused('captcha')
    return cx.refuse('captcha_wrong', { field: 'captcha' })
  }
  const account = await withPassword(candidates, input.password)
  if (!account) {
    await refused('password')
    return attempt.minutes ? cx.refuse('login_locked', { minutes: attempt.minutes }) : cx.refuse('wrong_login')
  }
  if (account.status !== accountStates.is.on || account.staffStatus !== staffStates.is.working) {
    await refused('stopped', [account])
    return cx.refuse('account_off')
  }
  if (account.overOn) {
    await refused('over', [account])
    return cx.refuse('account_over', { day: account.overOn })
  }
  if (account.mustChange && (await cx.db.the({ late: 'boolean' }, sql`select first_password_over(${account.uid}) late`)).late) {
    await refused('first_over', [account])
    return cx.refuse('first_over')
  }
  const { oid, uid } = account
  const fresh = newToken()
  const { kept: device } = await cx.db.the(
    { kept: 'string' },
    sql`select login_passed(${oid}, ${uid}, ${name}, ${network}, ${sent}, ${fresh.hash}) kept`,
  )
  const opened = await openSession(cx, { oid, uid }, { how: 'password', source: sourceOf(input.source), loginSource: input.loginSource })
  return { ...opened, device: device === fresh.hash ? fresh.token : input.device }
}

const Opened = {
  role: 'string',
  name: 'string',
  account: 'string',
  edition: 'string',
  organisation: 'string',
  mustChange: 'boolean',
} as const
type Opened = ShapedRow<typeof Opened>
/** Opens a session for an account with proven identity and ends its other session of the same kind. */
export async function openSession(
  cx: Entrance,
  { oid, uid }: Pick<Who, 'oid' | 'uid'>,
  { how, source, loginSource = 'web', openedBy }: { how: How; source: string; loginSource?: string; openedBy?: number },
): Promise<Answer> {
  const { token, hash } = newToken()
  const open = raw(cx.walled ? 'session_begin' : 'session_open')
  const from = sql`${source.slice(0, 30)}, ${loginSource.slice(0, 30)}, ${cx.address}, ${cx.agent}`
  await cx.db.run(sql`select ${open}(${uid}, ${oid}, ${hash}, ${from}, ${openedBy ?? null})`)
  const who = await cx.db.the(Opened, sql`select role, name, account, edition, organisation, must_change from session_of(${hash})`)
  await logLogin(cx, who.account, { how, source, ...(openedBy ? { openedBy } : {}) })
  const kind = kindOf(who)
  return { token, uid, role: kind, kind, landing: landingOf(kind, source === 'eg'), name: who.name, mustChange: who.mustChange }
}
