/**
 * The WeChat open platform: web authorisation inside WeChat (snsapi_userinfo) and customer-service texts of an official account
 * (developers.weixin.qq.com, Official Accounts: Web Authorization; Customer Service Messages; Template Messages; Parametric QR Codes; docs
 * of 2024).
 */
import type { WechatMedia, WechatNotice, WechatPort, WechatTaken, WechatTemplate } from './port.ts'

export interface OfficialAccountOptions {
  readonly appId: string
  readonly secret: string
  /** Template messages of the account: its number, then `key=word` of each field. */
  readonly notices?: Readonly<Partial<Record<WechatNotice, string | undefined>>>
  readonly fetch?: typeof fetch
  readonly now?: () => number
}
const API = 'https://api.weixin.qq.com'
interface Answer {
  errcode?: number
  errmsg?: string
  access_token?: string
  expires_in?: number
  openid?: string
  nickname?: string
  url?: string
}
/** More than WeChat takes from a phone. */
const LARGEST = 20 * 1024 * 1024
/** 40029 invalid code, 40163 code been used: the phone scans again. */
const BAD_CODE: ReadonlySet<number> = new Set([40029, 40163])
/** 45015 the member wrote more than 48 hours ago, 43004 follows no more, 45047 too many in a row: trying again does not mend it. */
const reasons: Readonly<Record<number, string>> = {
  45015: '会员 48 小时内没有来消息，微信不允许主动发送',
  43004: '会员已取消关注',
  45047: '连续发送过多，请等会员回复',
  40037: '模板消息编号无效',
  43101: '会员拒绝接收该通知',
}

const answerIn = async (response: Response): Promise<Answer> => (await response.json()) as Answer

const failed = (answer: Answer): Error => new Error(`WeChat answered ${answer.errcode ?? ''} ${answer.errmsg ?? ''}`)

interface Asked {
  readonly send: typeof fetch
  readonly token: () => Promise<string>
  /** The token ended early. */
  readonly drop: () => void
}
/** 40007: no such medium, or older than three days. */
async function mediumOf(mediaId: string, { send, token, drop }: Asked): Promise<WechatMedia> {
  const query = new URLSearchParams({ access_token: await token(), media_id: mediaId })
  const response = await send(`${API}/cgi-bin/media/get?${query}`, { signal: AbortSignal.timeout(20_000) })
  if (!response.ok) throw new Error(`WeChat answered ${response.status}`)
  if (Number(response.headers.get('content-length') ?? 0) > LARGEST) return { found: false, reason: '文件过大' }
  const bytes = new Uint8Array(await response.arrayBuffer())
  // What is wrong comes as JSON, whatever was asked for; no picture and no voice begins so.
  if (bytes[0] !== 0x7b) return { found: true, bytes }
  const answer = await answerIn(new Response(bytes))
  if (answer.errcode === 40007) return { found: false, reason: '微信已不保留' }
  if (answer.errcode === 40001 || answer.errcode === 42001) drop()
  throw failed(answer)
}

const authorizeUrl = (appId: string, state: string, redirect: string): string => {
  const query = { appid: appId, redirect_uri: redirect, response_type: 'code', scope: 'snsapi_userinfo', state }
  return `https://open.weixin.qq.com/connect/oauth2/authorize?${new URLSearchParams(query)}#wechat_redirect`
}
const TEMPLATE = '/cgi-bin/message/template/send'
const templateOf = ({ number, data, url }: WechatTemplate) => ({
  template_id: number,
  ...(url ? { url } : {}),
  data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, { value }])),
})

export function officialWechat(options: OfficialAccountOptions): WechatPort {
  const { fetch: send = fetch, now = Date.now, appId, secret, notices = {} } = options
  let own: { token: string; until: number } | undefined
  const ask = async (path: string, query: Record<string, string>, body?: object): Promise<Answer> => {
    const response = await send(`${API}${path}?${new URLSearchParams(query)}`, {
      signal: AbortSignal.timeout(8000),
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`WeChat answered ${response.status}`)
    return answerIn(response)
  }
  const ownToken = async (): Promise<string> => {
    if (own && own.until > now()) return own.token
    const answer = await ask('/cgi-bin/token', { grant_type: 'client_credential', appid: appId, secret })
    if (!answer.access_token) throw failed(answer)
    // A minute early, so that no call leaves with a token that ends on the way.
    own = { token: answer.access_token, until: now() + ((answer.expires_in ?? 7200) - 60) * 1000 }
    return own.token
  }
  const deliver = async (path: string, openId: string | null, content: object): Promise<WechatTaken> => {
    if (!openId) return { taken: false, reason: '会员未绑定微信' }
    const answer = await ask(path, { access_token: await ownToken() }, { touser: openId, ...content })
    if (!answer.errcode) return { taken: true }
    // 40001 and 42001: the token ended early; the job that sends comes again with a new one.
    if (answer.errcode === 40001 || answer.errcode === 42001) own = undefined
    const reason = reasons[answer.errcode]
    if (reason) return { taken: false, reason }
    throw failed(answer)
  }
  return {
    label: '微信',
    simulated: false,
    authorizeUrl: (state, redirect) => authorizeUrl(appId, state, redirect),
    personOf: async (code) => {
      const answer = await ask('/sns/oauth2/access_token', { appid: appId, secret, code, grant_type: 'authorization_code' })
      if (answer.errcode && BAD_CODE.has(answer.errcode)) return undefined
      if (!answer.openid || !answer.access_token) throw failed(answer)
      const person = await ask('/sns/userinfo', { access_token: answer.access_token, openid: answer.openid, lang: 'zh_CN' })
      return { openId: answer.openid, name: person.nickname ?? '' }
    },
    sceneUrl: async (scene, seconds) => {
      const code = { expire_seconds: seconds, action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str: scene } } }
      const answer = await ask('/cgi-bin/qrcode/create', { access_token: await ownToken() }, code)
      if (!answer.url) throw failed(answer)
      return answer.url
    },
    mediaOf: (mediaId) => mediumOf(mediaId, { send, token: ownToken, drop: () => (own = undefined) }),
    sendText: (openId, text) => deliver('/cgi-bin/message/custom/send', openId, { msgtype: 'text', text: { content: text } }),
    sendNotice: (openId, notice, params) => {
      const [template, ...keys] = notices[notice]?.split(',') ?? []
      if (!template) return Promise.resolve({ taken: false, reason: '没有登记模板消息' })
      const data = Object.fromEntries(
        keys.map((pair) => pair.split('=')).map(([key = '', word = '']) => [key, { value: params[word] ?? '' }]),
      )
      return deliver(TEMPLATE, openId, { template_id: template, data })
    },
    sendTemplate: (openId, template) => deliver(TEMPLATE, openId, templateOf(template)),
  }
}
