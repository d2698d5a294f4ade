/** Calls of a member's session: the token of its own, the sentence of a refusal, the way back to the login. */
import { freshKey, requestOf, type Callable } from '#kernel/web/calls/api.ts'
import { t, trSentence } from '#kernel/web/i18n.ts'

const TOKEN = 'mingmou.member'
/** As the server names it (`MEMBER_TOKEN`); the page loads no contract. */
const HEADER = 'member-token'
export const memberToken = (): string | null => localStorage.getItem(TOKEN)
export const keepMemberToken = (token: string): void => localStorage.setItem(TOKEN, token)
export const dropMemberToken = (): void => localStorage.removeItem(TOKEN)

/** Why a call did not answer, in the words of the page. */
class PhoneRefused extends Error {
  override name = 'PhoneRefused'
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message)
  }
}
const sentenceOf = (error: unknown): string => (error instanceof PhoneRefused ? error.message : t`网络不通，请稍后再试`)
export { sentenceOf }

const TIMEOUT_MS = 15_000
interface Enveloped<T> {
  code: number
  message: string
  data: T
  field?: string
}
/** Asks a call; a session that is over leads to the login, which comes back to this page. */
export async function ask<T>(endpoint: Callable, input: object = {}): Promise<T> {
  const { url, init } = requestOf(endpoint, { ...input })
  // The account of somebody of the house, who may be logged in in the same browser, has no part in it.
  init.headers.delete('token')
  init.headers.delete('hid')
  const own = memberToken()
  if (own) init.headers.set(HEADER, own)
  if (endpoint.method !== 'GET') init.headers.set('Idempotency-Key', freshKey())
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const envelope: Enveloped<T> = await response.json()
  if (response.status === 401 && own) {
    dropMemberToken()
    location.assign(`/h5/login?to=${encodeURIComponent(location.pathname + location.search)}`)
  }
  if (envelope.code !== 200) throw new PhoneRefused(trSentence(envelope.message), envelope.field)
  return envelope.data
}

const get = (path: string) => ({ method: 'GET', path: `/v1/h5/${path}` }) as const
const post = (path: string) => ({ method: 'POST', path: `/v1/h5/${path}` }) as const
/** The calls of the pages. */
export const calls = {
  captcha: { method: 'GET', path: '/account/getCodeNew' },
  code: post('code'),
  prove: post('prove'),
  wechatAddress: get('wechat'),
  wechat: post('wechat'),
  login: post('login'),
  me: get('me'),
  sessions: get('sessions'),
  endSession: { method: 'DELETE', path: '/v1/h5/sessions/{id}' },
  logout: post('logout'),
  home: get('home'),
  visits: get('visits'),
  slots: get('slots'),
  book: post('visits'),
  move: { method: 'PUT', path: '/v1/h5/visits/{resid}' },
  cancel: post('visits/{resid}/cancel'),
  line: get('line'),
  orders: get('orders'),
  report: get('report'),
  prescriptions: get('prescriptions'),
  wallet: get('wallet'),
  contacts: get('stores/{hid}/contacts'),
  consents: get('consents'),
  giveConsent: post('consents'),
  withdrawConsent: post('consents/withdraw'),
  unsubscribe: post('unsubscribe'),
  held: get('held'),
  campaign: get('campaigns/{campaignId}'),
  signUp: post('campaigns/{campaignId}/sign-ups'),
  claim: post('campaigns/{campaignId}/claim'),
  ownCode: post('campaigns/{campaignId}/code'),
  takePlace: post('sign-ups/{applyId}/take'),
  cancelSignUp: post('sign-ups/{applyId}/cancel'),
  article: { method: 'GET', path: '/v1/{product}/content/{id}' },
  message: post('m/open'),
  leave: post('m/leave'),
  extension: post('c/open'),
  extensionCode: post('c/code'),
  extensionSignUp: post('c/sign-ups'),
  request: post('requests'),
  takeBack: post('requests/{id}/take-back'),
} as const satisfies Readonly<Record<string, Callable>>
