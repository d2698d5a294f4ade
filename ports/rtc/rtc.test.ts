/**
 * Signatures of rooms. Vectors were made by the vendor's own TLSSigAPIv2.js and TLSSigAPIv2.py (tls-sig-api-v2) with their clocks held at
 * 1,763,800,000.
 */
import { createHmac } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { directRtc } from './direct.ts'
import { trtc } from './trtc.ts'

const key = '5bd2850fff3ecb11d7c805251c51ee463a25727bddc2385f3fa8bfee1bb93b5e'
const clock = () => 1_763_800_000_000
const unpacked = (sig: string): unknown =>
  JSON.parse(inflateSync(Buffer.from(sig.replaceAll('*', '+').replaceAll('-', '/').replaceAll('_', '='), 'base64')).toString('utf8'))

describe('TRTC', () => {
  it('signs as the vendor’s own program does', () => {
    const signed = trtc({ sdkAppId: 1_400_000_000, key, sdk: 'https://sdk.example/trtc.js' }, clock).signatureFor('u12')
    expect(signed).toMatchObject({ mode: 'trtc', sdkAppId: 1_400_000_000, userId: 'u12', expire: 7200, iceServers: [] })
    expect(unpacked(signed.userSig)).toEqual({
      'TLS.ver': '2.0',
      'TLS.identifier': 'u12',
      'TLS.sdkappid': 1_400_000_000,
      'TLS.time': 1_763_800_000,
      'TLS.expire': 7200,
      'TLS.sig': '7Mj3M8JEFN6SD8ZYxcjU5Uy2Uws81fM8+Z/KXMm2eaE=',
    })
    expect(signed.userSig).toMatch(/^[A-Za-z0-9*_-]+$/)
    expect(JSON.stringify(signed)).not.toContain(key)
  })
  it('a key opens one room for one user, signed as the vendor’s own program does', () => {
    const service = trtc({ sdkAppId: 1_400_000_000, key, sdk: 'https://sdk.example/trtc.js' }, clock)
    expect(unpacked(service.roomKeyFor('u12', '10024-6') ?? '')).toEqual({
      'TLS.ver': '2.0',
      'TLS.identifier': 'u12',
      'TLS.sdkappid': 1_400_000_000,
      'TLS.time': 1_763_800_000,
      'TLS.expire': 7200,
      'TLS.userbuf': 'AQADdTEyU3JOAAAAAABpIY/gAAAA/wAAAAAABzEwMDI0LTY=',
      'TLS.sig': '+lATdqKHKhTHkVTSQmVVqjr9lHYgcubpgUlGSwEA8EA=',
    })
    expect(service.roomKeyFor('u12', '10024-7')).not.toBe(service.roomKeyFor('u12', '10024-6'))
    expect(directRtc({}, clock).roomKeyFor('u12', '10024-6')).toBeNull()
  })
})

describe('a relay', () => {
  it('is given a name and a password that run out, which the relay computes from its secret', () => {
    const { iceServers } = directRtc({ url: 'turn:turn.example:3478, turns:turn.example:5349', secret: 'geheim' }, clock).signatureFor(
      'u12',
    )
    expect(iceServers).toEqual([
      {
        urls: ['turn:turn.example:3478', 'turns:turn.example:5349'],
        username: '1763807200:u12',
        credential: createHmac('sha1', 'geheim').update('1763807200:u12').digest('base64'),
      },
    ])
  })
  it('is none where none is configured', () => {
    expect(directRtc({}, clock).signatureFor('u12').iceServers).toEqual([])
  })
})
