/** What a phone does, as WeChat's server tells it to ours in safe mode: sealed and signed with the secrets of the tests' environment. */
import { sealed, signed } from '#ports/wechat/push.ts'

export const TOKEN = 'tokenOfTests'
const KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
const APP = 'wx-of-tests'
/** Seconds since 1970, as WeChat says the time. */
export const unixNow = (): string => String(Math.floor(Date.now() / 1000))
let count = 0

export interface PushedMessage {
  timestamp?: string
  app?: string
  /** A signature instead of the right one. */
  broken?: string
}
/** Tells the server at `base` of an act of the phone `openId`. */
export function pushed(
  base: string,
  openId: string,
  fields: Record<string, string>,
  { timestamp = unixNow(), app = APP, broken = '' }: PushedMessage = {},
): Promise<Response> {
  const body = Object.entries({ ToUserName: 'gh', FromUserName: openId, CreateTime: unixNow(), ...fields })
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('')
  const encrypt = sealed(KEY, app, `<xml>${body}</xml>`)
  const query = new URLSearchParams({
    timestamp,
    nonce: 'n',
    encrypt_type: 'aes',
    msg_signature: broken || signed(TOKEN, timestamp, 'n', encrypt),
  })
  return fetch(`${base}/api/wechat/push?${query}`, {
    method: 'POST',
    body: `<xml><ToUserName>gh</ToUserName><Encrypt>${encrypt}</Encrypt></xml>`,
  })
}
/** Tells the server what the phone wrote. */
export const wrote = (base: string, openId: string, Content: string, MsgId = `m${process.pid}-${++count}`): Promise<Response> =>
  pushed(base, openId, { MsgType: 'text', Content, MsgId })
