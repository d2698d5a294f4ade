/**
 * Alipay open platform, alipay.trade.precreate, alipay.trade.pay and alipay.trade.query with RSA2 (opendocs.alipay.com, 2024): requests
 * signed, answers verified.
 */
import { createSign, createVerify } from 'node:crypto'
import { GOOD_FOR, type MemberCode, type PaymentOrder, type PaymentPort, type PaymentState } from './port.ts'

export interface AlipayOptions {
  readonly appId: string
  /** The application's private key and Alipay's public key, PEM. */
  readonly privateKey: string
  readonly publicKey: string
  /** Address Alipay tells of payments; nothing depends on it, as the till asks by itself. */
  readonly notifyUrl?: string | undefined
  readonly fetch?: typeof fetch
  readonly now?: () => number
}
const GATEWAY = 'https://openapi.alipay.com/gateway.do'

/** RSA2 over the parameters in order of their names, `a=1&b=2`, empty ones and the signature left out. */
export const signed = (parameters: Readonly<Record<string, string>>, privateKey: string): string =>
  createSign('RSA-SHA256').update(textOf(parameters), 'utf8').sign(privateKey, 'base64')
export const textOf = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .filter((k) => k !== 'sign' && parameters[k] !== '')
    .sort()
    .map((k) => `${k}=${parameters[k]}`)
    .join('&')

/** True when Alipay signed a notice: RSA2 over its parameters, sign and sign_type left out (opendocs.alipay.com, 异步通知验签, 2024). */
function noticeSigned(parameters: Readonly<Record<string, string>>, publicKey: string): boolean {
  const { sign_type: _, ...rest } = parameters
  return createVerify('RSA-SHA256')
    .update(textOf(rest), 'utf8')
    .verify(publicKey, parameters.sign ?? '', 'base64')
}

/** The part of an answer that is signed, as it was sent: re-made JSON would not verify. */
export function signedPart(text: string, name: string): string | undefined {
  const start = text.indexOf(`"${name}":`)
  const end = text.lastIndexOf(',"sign":"')
  return start < 0 || end < 0 ? undefined : text.slice(start + name.length + 3, end)
}

interface Answer {
  code?: string
  sub_code?: string
  sub_msg?: string
  qr_code?: string
  trade_status?: string
  trade_no?: string
  total_amount?: string
}
const states: Readonly<Record<string, PaymentState['status']>> = {
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  WAIT_BUYER_PAY: 'waiting',
  TRADE_CLOSED: 'closed',
}

function stateOf(answer: Answer): PaymentState {
  const state = states[answer.trade_status ?? '']
  if (!state) throw new Error(`Alipay answered ${answer.sub_code ?? answer.code ?? ''}`)
  return {
    status: state,
    ...(state === 'paid' ? { tradeNo: answer.trade_no ?? '', amount: Math.round(Number(answer.total_amount) * 100) } : {}),
  }
}

const payOf = ({ orderNo, amount, subject }: PaymentOrder, { authCode, store }: MemberCode) => ({
  out_trade_no: orderNo,
  scene: 'bar_code',
  auth_code: authCode,
  total_amount: (amount / 100).toFixed(2),
  subject: subject.slice(0, 256),
  store_id: store,
})
/**
 * What alipay.trade.pay says: 10000 is paid; 10003 asks the member for the password and 20000 is unknown, so both are asked about; every
 * other word is a no.
 */
function takenBy(answer: Answer): PaymentState & { reason?: string } {
  if (answer.code === '10000')
    return { status: 'paid', tradeNo: answer.trade_no ?? '', amount: Math.round(Number(answer.total_amount) * 100) }
  if (answer.code === '10003' || answer.code === '20000') return { status: 'waiting' }
  return { status: 'closed', reason: answer.sub_msg ?? answer.sub_code ?? '' }
}

export function alipayPayment(options: AlipayOptions): PaymentPort {
  const { fetch: send = fetch, now = Date.now } = options
  const ask = async (method: string, content: object, more: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const stamp = new Date(now() + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ')
    const parameters = {
      app_id: options.appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: stamp,
      version: '1.0',
      biz_content: JSON.stringify(content),
      ...more,
    }
    const body = new URLSearchParams({ ...parameters, sign: signed(parameters, options.privateKey) })
    const response = await send(`${GATEWAY}?charset=utf-8`, { method: 'POST', body, signal: AbortSignal.timeout(8000) })
    const text = await response.text()
    const name = `${method.replaceAll('.', '_')}_response`
    const answer = JSON.parse(text) as Record<string, unknown> & { sign?: string }
    const part = signedPart(text, name)
    if (!part || !answer.sign || !createVerify('RSA-SHA256').update(part, 'utf8').verify(options.publicKey, answer.sign, 'base64'))
      throw new Error('answer of Alipay is not signed by Alipay')
    return answer[name] as Answer
  }
  return {
    channel: 'alipay',
    label: '支付宝',
    simulated: false,
    open: async ({ orderNo, amount, subject }) => {
      const answer = await ask(
        'alipay.trade.precreate',
        { out_trade_no: orderNo, total_amount: (amount / 100).toFixed(2), subject: subject.slice(0, 256), timeout_express: `${GOOD_FOR}m` },
        options.notifyUrl ? { notify_url: options.notifyUrl } : {},
      )
      if (!answer.qr_code) throw new Error(`Alipay answered ${answer.sub_code ?? answer.code ?? ''} ${answer.sub_msg ?? ''}`)
      return { codeUrl: answer.qr_code }
    },
    scan: async (order, code) => takenBy(await ask('alipay.trade.pay', payOf(order, code))),
    query: async (orderNo) => {
      const answer = await ask('alipay.trade.query', { out_trade_no: orderNo })
      // The trade exists only once the member scanned the code.
      if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return { status: 'waiting' }
      return stateOf(answer)
    },
    notified: ({ body }) => {
      const notice = Object.fromEntries(new URLSearchParams(body))
      if (notice.app_id !== options.appId || !noticeSigned(notice, options.publicKey)) return 'forged'
      return notice.trade_status ? { orderNo: notice.out_trade_no ?? '', ...stateOf(notice) } : undefined
    },
  }
}
