/** Login of members: a number and the code sent to it, or the WeChat bound at the desk; then which of its members somebody is. */
import { maskName, type z } from '#kernel/contract/index.ts'
import { environment } from '#kernel/server/environment.ts'
import { hashToken, newToken, sql, type Open, type ShapedRow } from '#kernel/server/index.ts'
import { codeProves, requestCode, systemOf } from '#modules/account/server/door.ts'
import { sendSms } from '#modules/messages/server/door.ts'
import { wechatPort } from '#ports/wechat/choose.ts'
import type { AskPhoneCode, OpenPhone, PhoneOpened, PhoneProven, ProvePhone, ProveWechat, WechatAddress } from '../contract/shapes.ts'

const Person = { oid: 'number', pid: 'number', hid: 'number', name: 'string', company: 'string', child: 'boolean' } as const
type Person = ShapedRow<typeof Person>
const peopleOf = (cx: Open<never>, ticketHash: string): Promise<Person[]> =>
  cx.db.rows(Person, sql`select * from member_people(${ticketHash})`)

/** Requests a code; a number no member has is answered the same, and sent nothing. */
export const askPhoneCode = (
  cx: Open<'captcha_wrong' | 'code_soon' | 'code_limit'>,
  input: z.output<typeof AskPhoneCode>,
): Promise<{ seconds: number }> =>
  requestCode(cx, 'member', input, async (mobile, params) => {
    const sender = await cx.db.one({ oid: 'number', hid: 'number' }, sql`select * from member_store_of(${mobile})`)
    if (sender) await cx.as(systemOf(sender.oid, [sender.hid]), (tx) => sendSms(tx, { hid: sender.hid, mobile, template: 'code', params }))
  })

/** Keeps what was proven under a ticket, and answers who it belongs to. */
async function proven(cx: Open<never>, proof: { mobile?: string; openId?: string }): Promise<PhoneProven> {
  const { token, hash } = newToken()
  await cx.db.run(sql`select member_login_keep(${hash}, ${proof.mobile ?? null}, ${proof.openId ?? null})`)
  const people = await peopleOf(cx, hash)
  return {
    ticket: token,
    people: people.map(({ name, company, child }, no) => ({ no, name: maskName(name), company, child })),
  }
}

/** Exchanges a code for a ticket. A number without members gets the sentence of a wrong code. */
export async function provePhone(cx: Open<'code_wrong'>, input: z.output<typeof ProvePhone>): Promise<PhoneProven> {
  if (!(await codeProves(cx.db, 'member', input, newToken().hash))) return cx.refuse('code_wrong', { field: 'code' })
  const answer = await proven(cx, { mobile: input.mobile.replace(/\D/g, '') })
  return answer.people.length ? answer : cx.refuse('code_wrong', { field: 'code' })
}

/** Our page that WeChat comes back to. */
const BACK = '/h5/login'
/** Where WeChat asks its owner. The page keeps the state and takes no other one back. */
export function wechatAddress(cx: Open<'wechat_off'>): Promise<z.output<typeof WechatAddress>> {
  const port = wechatPort()
  const state = newToken().token
  const url = port.authorizeUrl(state, `${environment().PUBLIC_URL ?? ''}${BACK}`)
  return Promise.resolve(url ? { url, state, simulated: port.simulated } : cx.refuse('wechat_off'))
}
/** Exchanges WeChat's code, which works once, for a ticket. */
export async function proveWechat(
  cx: Open<'wechat_code' | 'member_unknown'>,
  { code }: z.output<typeof ProveWechat>,
): Promise<PhoneProven> {
  const person = await wechatPort().personOf(code)
  if (!person) return cx.refuse('wechat_code')
  const answer = await proven(cx, { openId: person.openId })
  return answer.people.length ? answer : cx.refuse('member_unknown')
}

/** Days a phone stays logged in; the database's default says the same. */
const DAYS = 30
/** Opens the phone of one of the members of a ticket. A ticket opens one session. */
export async function openPhone(cx: Open<'login_gone'>, { ticket, no }: z.output<typeof OpenPhone>): Promise<z.output<typeof PhoneOpened>> {
  const ticketHash = hashToken(ticket)
  const person = (await peopleOf(cx, ticketHash))[no]
  if (!person) return cx.refuse('login_gone')
  const { token, hash } = newToken()
  const { ok } = await cx.db.the(
    { ok: 'boolean' },
    sql`select member_session_open(${ticketHash}, ${person.oid}, ${person.pid}, ${hash}, ${cx.address}, ${cx.agent}) ok`,
  )
  return ok ? { token, days: DAYS } : cx.refuse('login_gone')
}
