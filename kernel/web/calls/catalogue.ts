/** The one handler of failed calls: it obeys the table of `kernel/contract/catalogue.ts`. */
import { catalogue, otherCode, unansweredTexts, type Act, type CatalogueStep } from '#kernel/contract/catalogue.ts'
import type { Envelope } from '#kernel/contract/refusal.ts'
import { t, tr, trSentence } from '../i18n.ts'
import { confirm, toast, type ConfirmQuestion, type NoticeTone } from '../notice.ts'
import { logout } from '../session.ts'

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
  toast(text: string, tone: NoticeTone): void
  confirm(question: ConfirmQuestion): Promise<boolean | string>
  logout(): void
  goto(path: string): void
  /** The account must change its password before anything else (20001). */
  changePassword(): void
}
/** Asks whatever is on the page to show the change-password dialog. */
export const FIRST_LOGIN = 'mingmou:first-login'
export const effects: Effects = {
  toast,
  confirm,
  logout,
  goto: (path) => location.assign(path),
  changePassword: () => void dispatchEvent(new Event(FIRST_LOGIN)),
}
/** Load failures with a default to go on with are only logged (R076–R080); a dialog about the session still opens. */
export const logged: Effects = { ...effects, toast: (text) => console.error(text) }
export const silence: Effects = {
  toast: () => undefined,
  confirm: () => Promise.resolve(false),
  logout: () => undefined,
  goto: () => undefined,
  changePassword: () => undefined,
}

let asking = false
/** One dialog at a time: ten calls that fail together ask once. */
async function askOnce(fx: Effects, question: ConfirmQuestion, then: (yes: boolean) => void): Promise<void> {
  if (asking) return
  asking = true
  try {
    then((await fx.confirm(question)) !== false)
  } finally {
    asking = false
  }
}
const steps: Readonly<Record<CatalogueStep, (fx: Effects) => void>> = {
  logout: (fx) => fx.logout(),
  dashboard: (fx) => fx.goto('/dashboard'),
  'top-up': (fx) => fx.goto('/settings/my_account'),
}

/** Does what a row says. */
function perform(act: Act, message: string, fx: Effects): void {
  switch (act.does) {
    case 'warn':
      return fx.toast(message, 'warn')
    case 'change-password':
      fx.toast(message, 'warn')
      return fx.changePassword()
    case 'ask': {
      const words = (['title', 'ok', 'cancel'] as const).flatMap((name) =>
        act[name] === undefined ? [] : [[name, act[name] === null ? null : tr(act[name])]],
      )
      return void askOnce(
        fx,
        { message: act.message ? tr(act.message) : message, ...(Object.fromEntries(words) as Partial<ConfirmQuestion>) },
        (yes) => (yes || !act.onlyYes) && steps[act.leads](fx),
      )
    }
  }
}
const actOf = (code: number, status: number): Act =>
  catalogue.find((r) => r.codes.has(code) && (!r.httpError || status >= 400))?.act ?? otherCode

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
  const act = actOf(code, status)
  if (act.does === 'data') return envelope.data
  const shown = trSentence(envelope.message ?? '')
  perform(act, envelope.requestId && code === -1 ? `${shown}（${envelope.requestId}）` : shown, fx)
  throw new CallFailed('refused', shown, envelope, status)
}

/** A file that turned out to be JSON: nothing is saved and its message is a warning (R067), unless its code has a dialog of its own. */
export function settleInsteadOfFile(body: unknown, status: number, fx: Effects = effects): never {
  const envelope = (typeof body === 'object' && body !== null ? body : {}) as Partial<Envelope>
  const act = typeof envelope.code === 'number' ? actOf(envelope.code, status) : undefined
  const shown = trSentence(envelope.message ?? '') || t`没有可以下载的文件`
  perform(act?.does === 'ask' || act?.does === 'change-password' ? act : otherCode, shown, fx)
  throw new CallFailed('refused', shown, envelope, status)
}

/**
 * Why a call did not reach the server: its own message (R071), but of a lost connection nobody learns from “Failed to fetch” what became of
 * the work.
 */
function unreached(error: unknown): string {
  if (!navigator.onLine) return t`网络已断开，没有保存：填写的内容还在，网络恢复后请再保存一次`
  return error instanceof Error ? error.message : String(error)
}

/** Tells a call that got no answer at all (R070, R071) and answers what to throw. */
export function unanswered(error: unknown, timedOut: boolean, fx: Effects = effects): CallFailed {
  const failed = timedOut ? new CallFailed('timeout', tr(unansweredTexts.timeout)) : new CallFailed('network', unreached(error))
  fx.toast(failed.message, 'bad')
  return failed
}
