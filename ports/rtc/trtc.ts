/** 腾讯实时音视频 (TRTC): TLSSigAPIv2, the vendor's signature of a user id with an HMAC key. Vectors: the vendor's own tls-sig-api-v2-node. */
import { createHmac } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { RtcPort } from './port.ts'

/** Seconds a signature holds. */
const EXPIRE = 7200

interface Signing {
  readonly sdkAppId: number
  readonly key: string
  /** Seconds since 1970. */
  readonly time: number
  readonly expire: number
}
/** A UserSig: the signed facts as JSON, deflated, in base64 with `*-_` in place of `+/=`. */
function userSigOf(userId: string, { sdkAppId, key, time, expire }: Signing): string {
  const signed = `TLS.identifier:${userId}\nTLS.sdkappid:${sdkAppId}\nTLS.time:${time}\nTLS.expire:${expire}\n`
  const document = {
    'TLS.ver': '2.0',
    'TLS.identifier': userId,
    'TLS.sdkappid': sdkAppId,
    'TLS.time': time,
    'TLS.expire': expire,
    'TLS.sig': createHmac('sha256', key).update(signed).digest('base64'),
  }
  return deflateSync(JSON.stringify(document)).toString('base64').replaceAll('+', '*').replaceAll('/', '-').replaceAll('=', '_')
}

export const trtc = (
  { sdkAppId, key, sdk }: Pick<Signing, 'sdkAppId' | 'key'> & { readonly sdk: string },
  now: () => number = Date.now,
): RtcPort => ({
  label: '腾讯实时音视频',
  signatureFor: (userId) => ({
    mode: 'trtc',
    sdkAppId,
    sdk,
    userId,
    userSig: userSigOf(userId, { sdkAppId, key, time: Math.floor(now() / 1000), expire: EXPIRE }),
    expire: EXPIRE,
    iceServers: [],
  }),
})
