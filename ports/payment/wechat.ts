/**
 * WeChat Pay API v3, Native payment and 付款码支付 (pay.weixin.qq.com, docs of 2024): requests signed with the merchant's RSA key, answers
 * verified.
 */
import { createDecipheriv, createSign, createVerify, randomBytes } from 'node:crypto'
import { GOOD_FOR, type PaymentPort, type PaymentState } from './port.ts'

export interface WechatPayOptions {
  readonly appId: string
  readonly merchant: string
  /** Serial number of the merchant's certificate and its private key, PEM. */
  readonly serial: string
  readonly privateKey: string
  /** WeChat Pay's public key, PEM; answers are verified with it. */
  readonly publicKey: string
  /** Address WeChat tells of payments; nothing depends on it, as the till asks by itself. */
  readonly notifyUrl: string
  /** APIv3 key, 32 characters: what WeChat tells is encrypted with it. */
  readonly apiKey?: string | undefined
  readonly fetch?: typeof fetch
  readonly now?: () => number
}
const HOST = 'https://api.mch.weixin.qq.com'

/** The Authorization header: SHA256-RSA2048 over method, path, time, nonce and body, each on its line. */
function authorization(
  { merchant, serial, privateKey }: Pick<WechatPayOptions, 'merchant' | 'serial' | 'privateKey'>,
  method: string,
  path: string,
  body: string,
  seconds: number,
  nonce: string,
): string {
  const signature = createSign('RSA-SHA256').update(`${method}\n${path}\n${seconds}\n${nonce}\n${body}\n`).sign(privateKey, 'base64')
  const fields = { mchid: merchant, nonce_str: nonce, signature, timestamp: seconds, serial_no: serial }
  const listed = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${listed.join(',')}`
}
/** True when an answer was signed by WeChat Pay and is not older than five minutes. */
function verified(publicKey: string, headers: Headers, body: string, seconds: number): boolean {
  const stamp = headers.get('wechatpay-timestamp') ?? ''
  if (Math.abs(seconds - Number(stamp)) > 300) return false
  return createVerify('RSA-SHA256')
    .update(`${stamp}\n${headers.get('wechatpay-nonce') ?? ''}\n${body}\n`)
    .verify(publicKey, headers.get('wechatpay-signature') ?? '', 'base64')
}

/** What a notice encrypted: AES-256-GCM, the last 16 bytes are the tag (pay.weixin.qq.com, 证书和回调报文解密, 2024). */
function decrypted(
  apiKey: string,
  { ciphertext, nonce, associated_data: extra = '' }: { ciphertext: string; nonce: string; associated_data?: string },
): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', apiKey, nonce).setAuthTag(bytes.subarray(-16)).setAAD(Buffer.from(extra))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}

interface Trade {
  out_trade_no?: string
  trade_state?: string
  transaction_id?: string
  amount?: { total?: number; payer_total?: number }
}
const states: Readonly<Record<string, PaymentState['status']>> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'waiting',
  USERPAYING: 'waiting',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'closed',
}

const UNDECIDED: ReadonlySet<string> = new Set([
  'USERPAYING',
  'USER_PAYING',
  'SYSTEM_ERROR',
  'SYSTEMERROR',
  'BANK_ERROR',
  'BANKERROR',
  'ACCEPTED',
])

function stateOf(trade: Trade, status: number): PaymentState {
  const state = states[trade.trade_state ?? '']
  if (!state) throw new Error(`WeChat Pay answered ${status} for an order`)
  return { status: state, ...(state === 'paid' ? { tradeNo: trade.transaction_id ?? '', amount: trade.amount?.total ?? 0 } : {}) }
}

/** What WeChat Pay answers: a trade, a code to show, or why not. */
type Answer = Trade & { code?: string; message?: string; code_url?: string }
type Ask = (method: 'GET' | 'POST', path: string, payload?: object) => Promise<{ status: number; body: Answer }>
/** Sends a signed request; an answer that WeChat Pay did not sign is a failure. */
const asking = (options: WechatPayOptions): Ask => {
  const { fetch: send = fetch, now = Date.now } = options
  return async (method, path, payload) => {
    const body = payload ? JSON.stringify(payload) : ''
    const seconds = Math.floor(now() / 1000)
    const response = await send(HOST + path, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: authorization(options, method, path, body, seconds, randomBytes(16).toString('hex')),
      },
      signal: AbortSignal.timeout(8000),
      ...(payload ? { body } : {}),
    })
    const text = await response.text()
    if (response.ok && !verified(options.publicKey, response.headers, text, Math.floor(now() / 1000)))
      throw new Error('answer of WeChat Pay is not signed by WeChat Pay')
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as Answer }
  }
}

interface Notice {
  event_type?: string
  resource?: Parameters<typeof decrypted>[1]
}

export function wechatPayment(options: WechatPayOptions): PaymentPort {
  const { appId, merchant, notifyUrl, publicKey, apiKey, now = Date.now } = options
  const ask = asking(options)
  return {
    channel: 'wechat',
    label: '微信支付',
    simulated: false,
    open: async ({ orderNo, amount, subject }) => {
      const expires = new Date(now() + GOOD_FOR * 60_000 + 8 * 3600_000).toISOString().slice(0, 19)
      const { status, body } = await ask('POST', '/v3/pay/transactions/native', {
        appid: appId,
        mchid: merchant,
        description: subject.slice(0, 127),
        out_trade_no: orderNo,
        time_expire: `${expires}+08:00`,
        notify_url: notifyUrl,
        amount: { total: amount, currency: 'CNY' },
      })
      const { code_url: codeUrl, message } = body
      if (!codeUrl) throw new Error(`WeChat Pay answered ${status}: ${message ?? 'no code'}`)
      return { codeUrl }
    },
    scan: async ({ orderNo, amount, subject }, { authCode, store }) => {
      const { status, body } = await ask('POST', '/v3/pay/transactions/codepay', {
        appid: appId,
        mchid: merchant,
        description: subject.slice(0, 127),
        out_trade_no: orderNo,
        payer: { auth_code: authCode },
        amount: { total: amount, currency: 'CNY' },
        scene_info: { store_info: { id: store } },
      })
      const { code, message } = body
      if (!code) return stateOf(body, status)
      // The member types the password, or WeChat does not know yet: the order is asked about. Every other word is a no.
      return UNDECIDED.has(code) ? { status: 'waiting' } : { status: 'closed', reason: message ?? code }
    },
    query: async (orderNo) => {
      const { status, body } = await ask('GET', `/v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}?mchid=${merchant}`)
      return status === 404 ? { status: 'waiting' } : stateOf(body, status)
    },
    notified: ({ headers, body }) => {
      if (!apiKey || !verified(publicKey, new Headers(headers), body, Math.floor(now() / 1000))) return 'forged'
      const { event_type: kind, resource } = JSON.parse(body) as Notice
      if (!kind?.startsWith('TRANSACTION.') || !resource) return undefined
      const trade = JSON.parse(decrypted(apiKey, resource)) as Trade
      return { orderNo: trade.out_trade_no ?? '', ...stateOf(trade, 200) }
    },
  }
}
