/** The speech service of this server (SPEECH). Where none is connected a screen speaks with its browser's own voice, in production too. */
import { environment } from '#kernel/server/environment.ts'
import { fromOutside } from '#kernel/server/outside.ts'
import { baiduSpeech } from './baidu.ts'
import type { SpeechPort } from './port.ts'

const browser: SpeechPort = { label: '本机播报', token: () => Promise.resolve({ local: true }) }

let port: SpeechPort | undefined
/** The speech service; its failure is an outside failure. */
export function speechPort(): SpeechPort {
  if (port) return port
  const { SPEECH, BAIDU_API_KEY: apiKey = '', BAIDU_SECRET_KEY: secret = '' } = environment()
  const chosen = SPEECH === 'local' ? browser : baiduSpeech({ apiKey, secret })
  return (port = { ...chosen, token: () => fromOutside(chosen.label, () => chosen.token()) })
}
