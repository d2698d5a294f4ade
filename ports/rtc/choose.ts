/** What carries sound and picture (RTC). Nothing is simulated where no service is connected: browsers talk to each other. */
import { environment } from '#kernel/server/environment.ts'
import { directRtc } from './direct.ts'
import type { RtcPort } from './port.ts'
import { trtc } from './trtc.ts'

let port: RtcPort | undefined
export function rtcPort(): RtcPort {
  if (port) return port
  const env = environment()
  const { RTC, TRTC_SDK_APP_ID: sdkAppId, TRTC_SECRET_KEY: key, TRTC_SDK_URL: sdk } = env
  // The start refuses RTC=trtc without them.
  const real = RTC === 'trtc' && sdkAppId !== undefined && key !== undefined && sdk !== undefined
  return (port = real ? trtc({ sdkAppId, key, sdk }) : directRtc({ url: env.TURN_URL, secret: env.TURN_SECRET }))
}
