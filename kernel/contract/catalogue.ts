/**
 * The error catalogue (seed 1 §8, seed 2 §8; rules R062–R080, R092): what the browser does with an answer, as data.
 * `kernel/web/catalogue.ts` is the one handler that obeys it. Texts are the specification's, letter for letter; they are keys of the
 * dictionary like any other.
 */
import { NO_ACCESS, RECORD_LOCKED, successCodes, tokenCodes, warningCodes } from './refusal.ts'

/** Where a dialog of the catalogue leads. */
export type CatalogueStep = 'logout' | 'dashboard' | 'top-up'

/** What happens on an answer. Everything but `data` rejects the call as well. */
export type Act =
  | { readonly does: 'data' | 'warn' | 'nothing' | 'change-password' }
  /** A dialog; without a `message` it shows the server's. `cancel: null` leaves one button. `onlyYes`: the second button just closes. */
  | {
      readonly does: 'ask'
      readonly title?: string
      readonly message?: string
      readonly ok?: string
      readonly cancel?: string | null
      readonly leads: CatalogueStep
      readonly onlyYes?: true
    }

export interface CatalogueRow {
  /** Rule of the specification, or the name of a code whose handling the seeds leave open. */
  readonly rule: string
  readonly codes: ReadonlySet<number>
  /** Holds only when the HTTP status is an error. */
  readonly httpError?: true
  readonly act: Act
}

/** Answers with a numeric code, first match wins. */
export const catalogue: readonly CatalogueRow[] = [
  { rule: 'R062', codes: successCodes, act: { does: 'data' } },
  { rule: 'R063', codes: warningCodes, act: { does: 'warn' } },
  { rule: 'R064', codes: new Set([NO_ACCESS]), act: { does: 'nothing' } },
  // The page that shows the record opens the dialog itself.
  { rule: 'record locked', codes: new Set([RECORD_LOCKED]), act: { does: 'nothing' } },
  {
    rule: 'R068',
    codes: tokenCodes,
    httpError: true,
    act: {
      does: 'ask',
      title: '确定登出',
      message: '您可能已经在其它页面退出，如需继续访问当前页面，请重新登录',
      ok: '重新登录',
      leads: 'logout',
    },
  },
  { rule: 'R072', codes: new Set([20406]), act: { does: 'ask', leads: 'logout' } },
  { rule: 'paused', codes: new Set([20403]), act: { does: 'ask', cancel: null, leads: 'logout' } },
  { rule: 'expired', codes: new Set([20402]), act: { does: 'ask', cancel: null, leads: 'dashboard' } },
  {
    rule: 'R092',
    codes: new Set([405]),
    act: { does: 'ask', message: '账户余额不足，请先充值', ok: '账户充值', cancel: '取消', leads: 'top-up', onlyYes: true },
  },
  { rule: 'first login', codes: new Set([20001]), act: { does: 'change-password' } },
]
/** R065: a code of no row is told like a warning. */
export const otherCode: Act = { does: 'warn' }

/** Calls without any answer: what is said, `null` = the error's own message (R070, R071). */
export const unansweredTexts = { timeout: '请求超时，请刷新页面后重试', network: null } as const

/** The dialog when a row or a screen says no more than its question (R075). */
export const plainDialog = { title: '提示', ok: '确定', cancel: '取消' } as const

/**
 * How long a call waits (seconds) and how often a pure read is tried again after network errors (R073); a call with another time says so
 * itself (R074).
 */
export const patience = { timeout: 10, retries: 3, delayMs: 500 } as const

const nothing: { list: never[]; total: number } = { list: [], total: 0 }
const noTree: never[] = []
/** What a screen goes on with when a load failed and the failure is only logged. */
export const emptyDefaults = {
  /** R076: a member without a level has no discount; in 折, 10 = the full price. */
  level: { discount: 10 },
  /** R077 */
  home: {},
  /** R078 */
  list: nothing,
  /** R078 */
  tree: noTree,
}
