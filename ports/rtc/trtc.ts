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
/** Signed facts as JSON, deflated, in base64 with `*-_` in place of `+/=`: a UserSig, or with `userbuf` a PrivateMapKey. */
function signatureOf(userId: string, { sdkAppId, key, time, expire }: Signing, userbuf?: Buffer): string {
  const packed = userbuf?.toString('base64')
  const facts = `TLS.identifier:${userId}\nTLS.sdkappid:${sdkAppId}\nTLS.time:${time}\nTLS.expire:${expire}\n`
  const signed = packed === undefined ? facts : `${facts}TLS.userbuf:${packed}\n`
  const document = {
    'TLS.ver': '2.0',
    'TLS.identifier': userId,
    'TLS.sdkappid': sdkAppId,
    'TLS.time': time,
    'TLS.expire': expire,
    ...(packed === undefined ? {} : { 'TLS.userbuf': packed }),
    'TLS.sig': createHmac('sha256', key).update(signed).digest('base64'),
  }
  return deflateSync(JSON.stringify(document)).toString('base64').replaceAll('+', '*').replaceAll('/', '-').replaceAll('=', '_')
}

/** Every right in a room: enter, send and receive sound, picture and the second picture (the vendor's bit map). */
const ALL_RIGHTS = 255
/** Which room a key opens (TLSSigAPIv2, genPrivateMapKeyWithStringRoomID): lengths before texts, numbers of four bytes, high byte first. */
function userbufOf(userId: string, room: string, { sdkAppId, time, expire }: Signing): Buffer {
  const text = (value: string): Buffer => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(value.length)
    return Buffer.concat([length, Buffer.from(value, 'latin1')])
  }
  const numbers = Buffer.alloc(20)
  // The second is the number of a room that is named by a number, the last the type of an account.
  for (const [n, value] of [sdkAppId, 0, time + expire, ALL_RIGHTS, 0].entries()) numbers.writeUInt32BE(value, n * 4)
  return Buffer.concat([Buffer.from([1]), text(userId), numbers, text(room)])
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
    userSig: signatureOf(userId, { sdkAppId, key, time: Math.floor(now() / 1000), expire: EXPIRE }),
    expire: EXPIRE,
    iceServers: [],
  }),
  roomKeyFor(userId, room) {
    const signing = { sdkAppId, key, time: Math.floor(now() / 1000), expire: EXPIRE }
    return signatureOf(userId, signing, userbufOf(userId, room, signing))
  },
})
