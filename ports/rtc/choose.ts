/** What carries sound and picture (RTC). Nothing is simulated where no service is connected: browsers talk to each other. */
import { environment } from '#kernel/server/environment.ts'
import { localRtc } from './local.ts'
import type { RtcPort } from './port.ts'
import { trtc } from './trtc.ts'

let port: RtcPort | undefined
export function rtcPort(): RtcPort {
  if (port) return port
  const env = environment()
  const { RTC, TRTC_SDK_APP_ID: sdkAppId, TRTC_SECRET_KEY: key } = env
  // The start refuses RTC=trtc without both.
  const real = RTC === 'trtc' && sdkAppId !== undefined && key !== undefined
  return (port = real ? trtc({ sdkAppId, key }) : localRtc({ url: env.TURN_URL, secret: env.TURN_SECRET }))
}
