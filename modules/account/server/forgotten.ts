/**
 * Forgotten passwords: a proven SMS code becomes a ticket that sets a new password. Neither the response nor its timing reveals whether a
 * number belongs to an account: every number has the same limits, and a job sends the SMS.
 */
import { randomInt } from 'node:crypto'
import { sql, hashToken, newToken, type Cx, type Db, type Open, type Who, type ShapedRow } from '#kernel/server/index.ts'
import { sendSms } from '#modules/messages/server/door.ts'
import { captchaRead } from './captcha.ts'
import { logLogin, networkOf } from './login.ts'
import { setPassword } from './password.ts'
import { systemOf } from './setup.ts'

const Target = {
  oid: 'number',
  uid: 'number',
  hid: 'number',
  account: 'string',
  name: 'string',
  company: 'string',
} as const
type Target = ShapedRow<typeof Target>
const CODE_MINUTES = 5
/** Minimum duration of a code request in milliseconds: longer than the work for a known number. */
const EVEN_TIME = 250

/** Whose login a code opens: one that was sent for an account opens no member's phone, and the other way round. */
export type CodePurpose = 'account' | 'member' | 'signUp'
const codeHash = (purpose: CodePurpose, mobile: string, code: string): string =>
  hashToken(purpose === 'account' ? `${mobile} ${code}` : `${purpose} ${mobile} ${code}`)
const accountsOf = (cx: Open<never>, mobile: string): Promise<Target[]> =>
  cx.db.rows(Target, sql`select * from accounts_of_mobile(${mobile})`)
const systemFor = ({ oid, hid }: Target): Who => systemOf(oid, [hid])

interface CodeRequest {
  readonly mobile: string
  readonly ticket?: string | undefined
  readonly captcha?: string | undefined
}
/**
 * Requests a code for a number. Limits, answer and its time are the same for every number; `send` is told the code and sends it where
 * somebody has that number.
 */
export async function requestCode(
  cx: Open<'captcha_wrong' | 'code_soon' | 'code_limit'>,
  purpose: CodePurpose,
  input: CodeRequest,
  send: (mobile: string, params: { code: string; minutes: string }) => Promise<void>,
): Promise<{ seconds: number }> {
  const started = performance.now()
  if (!(await captchaRead(cx.db, input.ticket, input.captcha))) return cx.refuse('captcha_wrong', { field: 'captcha' })
  const mobile = input.mobile.replace(/\D/g, '')
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const { asked: outcome } = await cx.db.the(
    { asked: 'string' },
    sql`select code_ask(${mobile}, ${codeHash(purpose, mobile, code)}, ${cx.address}) asked`,
  )
  if (outcome !== 'ok') return cx.refuse(outcome === 'soon' ? 'code_soon' : 'code_limit')
  await send(mobile, { code, minutes: String(CODE_MINUTES) })
  await new Promise((resolve) => setTimeout(resolve, EVEN_TIME - (performance.now() - started)))
  return { seconds: 60 }
}

/** Requests a code for the account of a number. */
export const askCode = (cx: Open<'captcha_wrong' | 'code_soon' | 'code_limit'>, input: CodeRequest): Promise<{ seconds: number }> =>
  requestCode(cx, 'account', input, async (mobile, params) => {
    const [target] = await accountsOf(cx, mobile)
    if (target) await cx.as(systemFor(target), (tx) => sendSms(tx, { hid: target.hid, mobile, template: 'code', params }))
  })

/** Whether a code is the one sent to the number for this purpose; it is used up, and `ticket` stands for it from then on. */
export async function codeProves(db: Db, purpose: CodePurpose, input: { mobile: string; code: string }, ticket: string): Promise<boolean> {
  const mobile = input.mobile.replace(/\D/g, '')
  return (await db.the({ ok: 'boolean' }, sql`select code_check(${mobile}, ${codeHash(purpose, mobile, input.code)}, ${ticket}) ok`)).ok
}

/** Exchanges a correct code for a ticket and the accounts it can be used for. */
export async function proveCode(
  cx: Open<'code_wrong'>,
  input: { mobile: string; code: string },
): Promise<{ ticket: string; accounts: Array<{ account: string; name: string; company: string }> }> {
  const mobile = input.mobile.replace(/\D/g, '')
  const { token, hash } = newToken()
  const ok = await codeProves(cx.db, 'account', input, hash)
  const accounts = ok ? await accountsOf(cx, mobile) : []
  if (!accounts.length) return cx.refuse('code_wrong', { field: 'code' })
  return { ticket: token, accounts: accounts.map(({ account, name, company }) => ({ account, name, company })) }
}

/** Sets a new password with a ticket. Uses up the ticket, ends all sessions and notifies the number. */
export async function retrieve(
  cx: Open<'ticket_gone' | 'password_used' | 'password_weak'>,
  input: { ticket: string; account: string; newPassword: string },
): Promise<null> {
  const hash = hashToken(input.ticket)
  const owner = await cx.db.one({ mobile: 'string | null' }, sql`select mobile_of_ticket(${hash}) mobile`)
  const target = owner?.mobile ? (await accountsOf(cx, owner.mobile)).find((a) => a.account === input.account) : undefined
  if (!target) return cx.refuse('ticket_gone')
  const as = {
    tx: <T>(work: (tx: Cx<'ticket_gone' | 'password_used' | 'password_weak'>) => Promise<T>) => cx.as(systemFor(target), work),
    refuse: cx.refuse,
  }
  await setPassword(as, target.uid, input.newPassword, {
    also: async (tx) => {
      const { ok } = (await tx.db.one({ ok: 'boolean' }, sql`select ticket_spend(${hash}) ok`))!
      if (!ok) return cx.refuse('ticket_gone')
      await sendSms(tx, {
        hid: target.hid,
        mobile: owner!.mobile!,
        template: 'password-changed',
        params: { account: target.account, time: tx.now.slice(0, 16) },
      })
    },
  })
  await cx.db.run(sql`select login_forgiven(${target.account}, ${networkOf(cx.address)})`)
  await logLogin(cx, target.account, { how: 'retrieve', source: 'web' })
  return null
}
