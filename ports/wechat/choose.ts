/** WeChat as the environment says (WECHAT). Without it there is none in production; elsewhere a page of this server plays the phone. */
import { fromOutside } from '#kernel/server/outside.ts'
import { environment, type Environment } from '#kernel/server/environment.ts'
import { localWechat } from './local.ts'
import { officialWechat } from './official.ts'
import type { WechatPort } from './port.ts'

let port: WechatPort | undefined

/** No WeChat is connected: nobody can scan, no text leaves. */
const none: WechatPort = {
  label: '未接入微信',
  simulated: false,
  authorizeUrl: () => '',
  personOf: () => Promise.resolve(undefined),
  sendText: () => Promise.resolve({ taken: false, reason: '未接入微信' }),
}

/** The WeChat of this server; its failure is an outside failure. */
export const wechatPort = (): WechatPort => (port ??= named(wechatOf(environment())))

/** The WeChat an environment asks for. */
export function wechatOf(env: Environment): WechatPort {
  if (env.WECHAT === 'wechat') return officialWechat({ appId: env.WECHAT_APP_ID!, secret: env.WECHAT_APP_SECRET! })
  return env.production ? none : localWechat()
}
const named = (of: WechatPort): WechatPort => ({
  ...of,
  personOf: (code) => fromOutside(of.label, () => of.personOf(code)),
  sendText: (openId, text) => fromOutside(of.label, () => of.sendText(openId, text)),
})
