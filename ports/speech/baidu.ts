/**
 * Baidu AI speech synthesis: an access token by client credentials, valid for 30 days
 * (ai.baidu.com, «鉴权认证机制», OAuth 2.0 client_credentials; `expires_in` 2592000 seconds; read in 2024).
 */
import { clinicNow, z } from '#kernel/contract/index.ts'
import type { SpeechPort, SpeechToken } from './port.ts'

export interface BaiduOptions {
  readonly apiKey: string
  readonly secret: string
  readonly fetch?: typeof fetch
  readonly now?: () => number
}
const Answer = z.object({
  access_token: z.string().optional(),
  expires_in: z.number().default(0),
  error_description: z.string().default(''),
})
const DAY = 86_400_000

export function baiduSpeech({ apiKey, secret, fetch: send = fetch, now = Date.now }: BaiduOptions): SpeechPort {
  let kept: { token: string; until: number } | undefined
  let asking: Promise<{ token: string; until: number }> | undefined
  const ask = async () => {
    const query = new URLSearchParams({ grant_type: 'client_credentials', client_id: apiKey, client_secret: secret })
    const response = await send(`https://aip.baidubce.com/oauth/2.0/token?${query}`, { method: 'POST', signal: AbortSignal.timeout(8000) })
    const answer = Answer.parse(await response.json())
    if (!answer.access_token) throw new Error(`Baidu answered ${response.status} ${answer.error_description}`)
    return { token: answer.access_token, until: now() + answer.expires_in * 1000 }
  }
  return {
    label: '百度语音',
    async token(): Promise<SpeechToken> {
      // A day early, so that no screen is left with a token that ends while it speaks; screens that ask together wait for one answer.
      if (!kept || kept.until - DAY <= now()) {
        asking ??= ask().finally(() => (asking = undefined))
        kept = await asking
      }
      return { local: false, token: kept.token, expiresAt: clinicNow(new Date(kept.until)) }
    },
  }
}
