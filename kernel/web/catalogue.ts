/** The error catalogue (seed 1 §8) as a table, and the one handler that obeys it. */
import { successCodes, warningCodes, tokenCodes, NO_ACCESS, type Envelope } from '#kernel/contract/refusal.ts'
import { t, trSentence } from './i18n.ts'
import { confirm, toast, type Question, type Tone } from './notice.ts'
import { logout } from './session.ts'

/** Why a call did not answer its data. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  constructor(
    readonly kind: 'refused' | 'timeout' | 'network' | 'aborted',
    message: string,
    readonly body?: Partial<Envelope>,
    readonly status?: number,
  ) {
    super(message)
  }
  get code(): number | undefined {
    return this.body?.code
  }
  /** The field that is wrong, where one field is. */
  get field(): string | undefined {
    return this.body?.field
  }
}

/** What a row of the catalogue may do to the screen; tests give their own. */
export interface Effects {
  toast(text: string, tone: Tone): void
  confirm(question: Question): Promise<boolean | string>
  logout(): void
  goto(path: string): void
  /** The account must change its password before anything else (20001). */
  changePassword(): void
}
/** Asks whatever is on the page to show the change-password dialog. */
export const FIRST_LOGIN = 'mingmou:first-login'
export const effects: Effects = { toast, confirm, logout, goto: (path) => location.assign(path), changePassword: () => void dispatchEvent(new Event(FIRST_LOGIN)) }
export const silence: Effects = { toast: () => undefined, confirm: () => Promise.resolve(false), logout: () => undefined, goto: () => undefined, changePassword: () => undefined }

interface Row {
  /** Rule of the specification. */
  readonly rule: string
  readonly codes: ReadonlySet<number>
  /** Holds only when the HTTP status is an error. */
  readonly httpError?: true
  /** `data` answers normally; every other row rejects the call after its action. */
  readonly act: 'data' | ((message: string, fx: Effects) => void)
}

let asking = false
/** One dialog at a time: ten calls that fail together ask once. */
async function askOnce(fx: Effects, question: Question, then: (yes: boolean) => void): Promise<void> {
  if (asking) return
  asking = true
  try {
    then((await fx.confirm(question)) !== false)
  } finally {
    asking = false
  }
}
const warn = (message: string, fx: Effects) => fx.toast(message, 'warn')

/** The catalogue, first match wins. Texts are the specification's, letter for letter. */
export const catalogue: readonly Row[] = [
  { rule: 'R062', codes: successCodes, act: 'data' },
  { rule: 'R063', codes: warningCodes, act: warn },
  { rule: 'R064', codes: new Set([NO_ACCESS]), act: () => undefined },
  {
    rule: 'R068',
    codes: tokenCodes,
    httpError: true,
    act: (_, fx) => void askOnce(fx, { title: t`确定登出`, message: t`您可能已经在其它页面退出，如需继续访问当前页面，请重新登录`, ok: t`重新登录` }, () => fx.logout()),
  },
  { rule: 'R072', codes: new Set([20406]), act: (message, fx) => void askOnce(fx, { message }, () => fx.logout()) },
  // 20403 paused and 20402 expired: the seeds leave handling open; the account is told and led to what it may still open.
  { rule: 'paused', codes: new Set([20403]), act: (message, fx) => void askOnce(fx, { message, cancel: null }, () => fx.logout()) },
  { rule: 'expired', codes: new Set([20402]), act: (message, fx) => void askOnce(fx, { message, cancel: null }, () => fx.goto('/dashboard')) },
  {
    rule: 'R092',
    codes: new Set([405]),
    act: (_, fx) => void askOnce(fx, { message: t`账户余额不足，请先充值`, ok: t`账户充值`, cancel: t`取消` }, (yes) => yes && fx.goto('/settings/my_account')),
  },
  { rule: 'first login', codes: new Set([20001]), act: (message, fx) => (fx.toast(message, 'warn'), fx.changePassword()) },
]

/** Answers the data of a body, or acts as its row says and throws. Bodies without a numeric code are the answer themselves (R066). */
export function settle(body: unknown, status: number, fx: Effects = effects): unknown {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  if (typeof code !== 'number') {
    if (status < 400) return body
    const failed = new CallFailed('network', t`服务器没有正常应答（${status}），请稍后重试`, undefined, status)
    fx.toast(failed.message, 'bad')
    throw failed
  }
  const envelope = body as Envelope
  const row = catalogue.find((r) => r.codes.has(code) && (!r.httpError || status >= 400))
  if (row?.act === 'data') return envelope.data
  const said = trSentence(envelope.message ?? '')
  const message = envelope.requestId && code === -1 ? `${said}（${envelope.requestId}）` : said
  // R065: a code of no row is told like a warning.
  ;(row?.act ?? warn)(message, fx)
  throw new CallFailed('refused', said, envelope, status)
}

/** Tells a call that got no answer at all (R070, R071) and answers what to throw. */
export function unanswered(error: unknown, timedOut: boolean, fx: Effects = effects): CallFailed {
  const failed = timedOut ? new CallFailed('timeout', t`请求超时，请刷新页面后重试`) : new CallFailed('network', error instanceof Error ? error.message : String(error))
  fx.toast(failed.message, 'bad')
  return failed
}
