/** What the simulated phone sends: a drawn eye as a picture, one second of a tone as a voice. */
import { crc32, deflateSync } from 'node:zlib'
import type { WechatMedia } from './port.ts'

/** Numbers the simulated phone sends; any other is one WeChat keeps no more. */
export const samples = { picture: 'local-picture', voice: 'local-voice' } as const

const [WIDE, HIGH] = [240, 160]
/** Red, green, blue of a point: iris and pupil in a white eye on skin. */
function colour(x: number, y: number): readonly [number, number, number] {
  const [dx, dy] = [x - WIDE / 2, y - HIGH / 2]
  const far = Math.hypot(dx, dy)
  if (Math.hypot(dx / 1.6, dy) > 62) return [224, 190, 168]
  if (far > 44) return [246, 244, 240]
  if (far > 18) return [52, 110 + Math.round(far), 128]
  return Math.hypot(dx + 7, dy + 7) < 5 ? [255, 255, 255] : [16, 20, 26]
}
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  crc.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, crc])
}
/** A PNG of 8 bits a colour. */
function picture(): Buffer {
  const rows = Array.from({ length: HIGH }, (_, y) => [0, ...Array.from({ length: WIDE }, (_, x) => colour(x, y)).flat()])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDE, 0)
  head.writeUInt32BE(HIGH, 4)
  head.set([8, 2], 8)
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.from(rows.flat()))), chunk('IEND', new Uint8Array())]
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...parts])
}
const RATE = 8000
/** A WAV of 8,000 samples of 8 bits. */
function voice(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + RATE, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(RATE, 40)
  const tone = Uint8Array.from({ length: RATE }, (_, i) => 128 + Math.round(60 * Math.sin((2 * Math.PI * 440 * i) / RATE) * (1 - i / RATE)))
  return Buffer.concat([head, tone])
}

export function sampleOf(mediaId: string): WechatMedia | undefined {
  if (mediaId === samples.picture) return { found: true, bytes: picture() }
  return mediaId === samples.voice ? { found: true, bytes: voice() } : undefined
}
