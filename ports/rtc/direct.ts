/**
 * Browsers that talk to each other. A relay (TURN) gets a name and a password that run out (draft-uberti-behave-turn-rest): `expiry:user`
 * and its HMAC-SHA1 under the secret it shares with us.
 */
import { createHmac } from 'node:crypto'
import type { Relay, RtcPort } from './port.ts'

/** Seconds a password of the relay holds. */
const EXPIRE = 7200
interface Turn {
  readonly url?: string | undefined
  readonly secret?: string | undefined
}
/** The relay as a browser is told of it; none where none is configured. Without a secret it asks for no password. */
function relayOf({ url, secret }: Turn, userId: string, until: number): Relay[] {
  if (!url) return []
  const urls = url.split(',').map((each) => each.trim())
  if (!secret) return [{ urls }]
  const username = `${until}:${userId}`
  return [{ urls, username, credential: createHmac('sha1', secret).update(username).digest('base64') }]
}

export const directRtc = (turn: Turn, now: () => number = Date.now): RtcPort => ({
  label: '直连',
  signatureFor: (userId) => ({
    mode: 'local',
    sdkAppId: null,
    sdk: null,
    userId,
    userSig: '',
    expire: EXPIRE,
    iceServers: relayOf(turn, userId, Math.floor(now() / 1000) + EXPIRE),
  }),
  // Who is in a room is asked on our own channel, over which browsers find each other.
  roomKeyFor: () => null,
})
