/**
 * WeChat of this server (WECHAT). Where none is connected nobody can scan and no text leaves; outside production a page of this server
 * plays the phone.
 */
import { fromOutside } from '#kernel/server/outside.ts'
import { environment } from '#kernel/server/environment.ts'
import { chosen, notConnected, type PortChoice } from '../choose.ts'
import { localWechat } from './local.ts'
import { officialWechat } from './official.ts'
import type { WechatPort } from './port.ts'

export const wechat: PortChoice<WechatPort> = {
  by: 'WECHAT',
  word: '微信',
  real: (env) =>
    officialWechat({
      appId: env.WECHAT_APP_ID!,
      secret: env.WECHAT_APP_SECRET!,
      notices: { appointment: env.WECHAT_TEMPLATE_APPOINTMENT, balance: env.WECHAT_TEMPLATE_BALANCE },
    }),
  local: () => localWechat(),
  // Without an address there is no code to scan: whoever asked for one says so.
  off: (word) => ({
    label: `未接入${word}`,
    simulated: false,
    authorizeUrl: () => '',
    personOf: () => Promise.resolve(undefined),
    sceneUrl: () => notConnected(word),
    mediaOf: () => notConnected(word),
    sendNotice: () => Promise.resolve({ taken: false, reason: `未接入${word}` }),
    sendTemplate: () => Promise.resolve({ taken: false, reason: `未接入${word}` }),
    sendText: () => Promise.resolve({ taken: false, reason: `未接入${word}` }),
  }),
}

let port: WechatPort | undefined
/** The WeChat of this server; its failure is an outside failure. */
export const wechatPort = (): WechatPort => (port ??= named(chosen(wechat, environment())))

const named = (service: WechatPort): WechatPort => ({
  ...service,
  personOf: (code) => fromOutside(service.label, () => service.personOf(code)),
  sceneUrl: (scene, seconds) => fromOutside(service.label, () => service.sceneUrl(scene, seconds)),
  mediaOf: (mediaId) => fromOutside(service.label, () => service.mediaOf(mediaId)),
  sendNotice: (openId, notice, params) => fromOutside(service.label, () => service.sendNotice(openId, notice, params)),
  sendTemplate: (openId, template) => fromOutside(service.label, () => service.sendTemplate(openId, template)),
  sendText: (openId, text) => fromOutside(service.label, () => service.sendText(openId, text)),
})
