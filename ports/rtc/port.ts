/** Sound and picture between people: what a browser needs to reach the others of a room. */
export interface Relay {
  readonly urls: string[]
  readonly username?: string
  readonly credential?: string
}
export interface RtcSignature {
  /** `trtc`: the vendor's service carries it; `local`: the browsers talk to each other, by a relay where there is one. */
  readonly mode: 'trtc' | 'local'
  readonly sdkAppId: number | null
  /** Where the vendor's program is loaded from. */
  readonly sdk: string | null
  readonly userId: string
  readonly userSig: string
  /** Seconds it holds. */
  readonly expire: number
  readonly iceServers: Relay[]
}
export interface RtcPort {
  readonly label: string
  /** Signs a user id (≤ 32 letters, digits, `_` and `-`). The key it signs with never leaves the server. */
  signatureFor(userId: string): RtcSignature
  /** The key with which this user enters this room and no other; null where nobody beside us carries the room. */
  roomKeyFor(userId: string, room: string): string | null
}
