/** 本地模拟: a page of this server plays the phone, and messages stay here. */
import { keepLocally } from '../inbox.ts'
import { sampleOf } from './samples.ts'
import type { WechatPort } from './port.ts'

/** Where the page that plays the phone is served. */
export const PHONE = '/local/wechat'
/** Where the messages of a phone are read. */
export const INBOX = '/local/phone'

/** Phones to choose from on that page: each one person with a WeChat of its own. */
export const phones: Readonly<Record<string, string>> = {
  'phone-1': '手机一（王小明）',
  'phone-2': '手机二（李小红）',
  'phone-3': '手机三（张大山）',
}

const UNBOUND = { taken: false, reason: '会员未绑定微信' } as const
export const localWechat = (): WechatPort => {
  const used = new Set<string>()
  const deliver = (openId: string | null, text: string, url?: string) => {
    if (!openId) return Promise.resolve(UNBOUND)
    keepLocally(openId, { channel: '微信', text, url })
    return Promise.resolve({ taken: true } as const)
  }
  return {
    label: '本地模拟',
    simulated: true,
    authorizeUrl: (state, redirect) => `${PHONE}?${new URLSearchParams({ state, redirect })}`,
    // A code is `phone-1.<once>`, as a real one works once only.
    personOf: (code) => {
      const openId = code.split('.')[0]!
      if (!phones[openId] || used.has(code)) return Promise.resolve(undefined)
      if (used.size > 1000) used.clear()
      used.add(code)
      return Promise.resolve({ openId: `local-${openId}`, name: phones[openId] })
    },
    sceneUrl: (scene) => Promise.resolve(scene),
    mediaOf: (mediaId) => Promise.resolve(sampleOf(mediaId) ?? { found: false, reason: '微信已不保留（本地模拟）' }),
    sendNotice: (openId, _, params) => deliver(openId, Object.values(params).join(' · ')),
    sendText: (openId, text) => deliver(openId, text),
    sendTemplate: (openId, { data, url }) => deliver(openId, Object.values(data).join('\n'), url),
  }
}
