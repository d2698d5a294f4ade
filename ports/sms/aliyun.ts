/**
 * Alibaba Cloud SMS (Dysmsapi 2017-05-25): SendSms and QuerySendDetails, signed with ACS3-HMAC-SHA256 (V3 request structure and signature,
 * help.aliyun.com, 2023-10).
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { SmsPort } from './port.ts'

export interface AliyunSmsOptions {
  readonly accessKey: string
  readonly secret: string
  readonly signName: string
  readonly fetch?: typeof fetch
  readonly now?: () => number
}
const HOST = 'dysmsapi.aliyuncs.com'
const VERSION = '2017-05-25'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** RFC 3986: what encodeURIComponent leaves alone beside the unreserved characters is encoded too. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

export interface AliyunRequest {
  readonly host: string
  readonly action: string
  readonly version: string
  readonly date: string
  readonly nonce: string
  readonly query: Readonly<Record<string, string>>
}
/** Address and signed headers of an RPC call whose parameters all travel in the address. */
export function signedRequest(
  { host, action, version, date, nonce, query }: AliyunRequest,
  { accessKey, secret }: Pick<AliyunSmsOptions, 'accessKey' | 'secret'>,
): { url: string; headers: Record<string, string> } {
  const canonicalQuery = Object.keys(query)
    .sort()
    .map((name) => `${encode(name)}=${encode(query[name]!)}`)
    .join('&')
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const names = Object.keys(headers).sort()
  const canonical = ['POST', '/', canonicalQuery, ...names.map((name) => `${name}:${headers[name]}`), '', names.join(';'), sha256('')].join(
    '\n',
  )
  const signature = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  return {
    url: `https://${host}/?${canonicalQuery}`,
    headers: {
      ...headers,
      authorization: `ACS3-HMAC-SHA256 Credential=${accessKey},SignedHeaders=${names.join(';')},Signature=${signature}`,
    },
  }
}

interface Answer {
  Code?: string
  Message?: string
  BizId?: string
  SmsSendDetailDTOs?: { SmsSendDetailDTO?: ReadonlyArray<{ SendStatus: number; ErrCode?: string; ReceiveDate?: string }> }
}
/** Refusals that come from a limit or a fault of the service: the same message may pass later. */
const PASSING = /^(isp\.|Throttling|ServiceUnavailable|InternalError|SignatureNonceUsed)/

export function aliyunSms(options: AliyunSmsOptions): SmsPort {
  const { fetch: send = fetch, now = Date.now, signName } = options
  const ask = async (action: string, query: Record<string, string>): Promise<Answer> => {
    const date = new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z')
    const { url, headers } = signedRequest({ host: HOST, action, version: VERSION, date, nonce: randomUUID(), query }, options)
    const response = await send(url, { method: 'POST', headers, signal: AbortSignal.timeout(8000) })
    const answer = (await response.json()) as Answer
    if (PASSING.test(answer.Code ?? '') || (!response.ok && !answer.Code))
      throw new Error(`Alibaba Cloud SMS answered ${response.status} ${answer.Code ?? ''} ${answer.Message ?? ''}`)
    return answer
  }
  return {
    label: '阿里云短信',
    simulated: false,
    send: async ({ mobile, code, params, no }) => {
      const answer = await ask('SendSms', {
        PhoneNumbers: mobile,
        SignName: signName,
        TemplateCode: code,
        TemplateParam: JSON.stringify(params),
        OutId: no,
      })
      return answer.Code === 'OK'
        ? { taken: true, receipt: answer.BizId ?? '' }
        : { taken: false, reason: `${answer.Message ?? ''}（${answer.Code ?? ''}）` }
    },
    // Alibaba Cloud pushes answers (SmsUp) and has no call that lists them.
    replies: () => Promise.resolve([]),
    stateOf: async ({ receipt, mobile, day }) => {
      const answer = await ask('QuerySendDetails', {
        PhoneNumber: mobile,
        BizId: receipt,
        SendDate: day.replaceAll('-', ''),
        PageSize: '1',
        CurrentPage: '1',
      })
      const [detail] = answer.SmsSendDetailDTOs?.SmsSendDetailDTO ?? []
      // 1 waiting for the operator's receipt, 2 failed, 3 delivered.
      if (detail?.SendStatus === 3) return { status: 'delivered', at: detail.ReceiveDate ?? '' }
      return detail?.SendStatus === 2 ? { status: 'failed', reason: detail.ErrCode ?? '' } : { status: 'waiting' }
    },
  }
}
