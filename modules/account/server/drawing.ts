/**
 * Draws captcha digits: a grey picture, every stroke bent at random, the whole warped, with lines of the same ink across it. A program
 * that knows the digit shapes and this file reads few of them (measured in captcha.test.ts).
 */
import { randomBytes, randomInt } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 168
const HEIGHT = 60
type Point = readonly [x: number, y: number]

/** Strokes of the digits on a 10 × 16 grid: polylines, rounded when drawn. Some digits have two forms. */
export const FORMS: ReadonlyArray<readonly string[]> = [
  ['5,1 1,4 1,12 5,15 9,12 9,4 5,1', '6,0 2,3 0,9 3,15 8,14 10,7 6,0'],
  ['2,4 6,0 6,8 6,15 2,15 10,15', '3,3 6,0 5,8 5,15 2,15 9,15'],
  ['1,4 4,0 9,3 7,8 1,15 5,14 9,15', '1,3 5,0 9,4 5,10 2,15 1,13 4,12 10,15'],
  ['1,2 6,0 8,4 4,7 9,10 7,15 1,14', '1,1 9,1 5,6 9,10 6,15 1,13'],
  ['7,15 7,8 7,1 1,10 10,10', '3,1 2,8 9,8 8,3 7,15'],
  ['9,1 3,1 2,7 7,6 9,11 5,15 1,13', '9,0 2,1 2,6 8,7 8,13 1,15'],
  ['8,1 3,4 1,11 4,15 9,12 7,8 2,10', '7,0 2,8 2,14 8,14 8,9 3,9'],
  ['1,1 9,1 6,7 4,15', '1,2 9,1 5,8 4,15 5,8 2,8 8,8'],
  ['5,7 1,4 5,1 9,4 5,7 1,11 5,15 9,11 5,7', '8,2 3,1 3,5 8,10 5,15 1,12 4,7 8,2'],
  ['9,6 5,9 1,5 5,1 9,4 8,10 4,15', '8,7 3,7 2,2 7,1 8,6 8,15'],
]
const randomBetween = (least: number, most: number): number => least + (randomInt(0, 10_000) / 10_000) * (most - least)
const oneOf = <T>(list: readonly T[]): T => list[randomInt(0, list.length)]!

/** A smooth line through points (Catmull–Rom), as dots half a pixel apart. */
function smooth(points: readonly Point[]): Point[] {
  const pointAt = (i: number): Point => points[Math.min(Math.max(i, 0), points.length - 1)]!
  return points.slice(1).flatMap((_, i) => {
    const [a, b, c, d] = [pointAt(i - 1), pointAt(i), pointAt(i + 1), pointAt(i + 2)]
    const steps = Math.ceil(Math.hypot(c[0] - b[0], c[1] - b[1]) * 2) + 1
    return Array.from({ length: steps }, (_, s): Point => {
      const t = s / steps
      const along = (k: 0 | 1) =>
        b[k] + 0.5 * t * (c[k] - a[k] + t * (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k] + t * (3 * (b[k] - c[k]) + d[k] - a[k])))
      return [along(0), along(1)]
    })
  })
}

/** The points of a digit near x: corners moved at random, then rotated, slanted and stretched. */
function glyph(digit: number, x: number): Point[] {
  const [turn, slant] = [randomBetween(-0.4, 0.4), randomBetween(-0.3, 0.3)]
  const [wide, high] = [randomBetween(2.5, 3.1), randomBetween(2.2, 2.7)]
  const [dx, dy] = [x + randomBetween(-3, 3), HEIGHT / 2 + randomBetween(-3, 3)]
  return oneOf(FORMS[digit]!)
    .split(' ')
    .map((corner): Point => {
      const [px = 0, py = 0] = corner.split(',').map(Number)
      const [u, v] = [(px - 5 + randomBetween(-0.6, 0.6)) * wide, (py - 8 + randomBetween(-0.6, 0.6)) * high]
      const s = u + v * slant
      return [dx + s * Math.cos(turn) - v * Math.sin(turn), dy + s * Math.sin(turn) + v * Math.cos(turn)]
    })
}
/** A line from side to side through the middle, where the digits are. */
const across = (): Point[] => Array.from({ length: 6 }, (_, i): Point => [i * 34 + randomBetween(-8, 4), randomBetween(8, HEIGHT - 8)])
/** A short hook that resembles part of a digit, anywhere. */
const crumb = (): Point[] => {
  const [x, y] = [randomBetween(6, WIDTH - 6), randomBetween(6, HEIGHT - 6)]
  return Array.from({ length: 3 }, (): Point => [x + randomBetween(-9, 9), y + randomBetween(-9, 9)])
}

/** Grey value of every pixel, 0 black to 15 white. */
function drawn(digits: string): Uint8Array {
  const ink = new Float64Array(WIDTH * HEIGHT)
  const [ax, ay, fx, fy, px, py] = [
    randomBetween(2, 4),
    randomBetween(2, 4),
    randomBetween(0.05, 0.09),
    randomBetween(0.04, 0.08),
    randomBetween(0, 6),
    randomBetween(0, 6),
  ]
  const stamp = (dots: readonly Point[], radius: number, dark: number) => {
    for (const [x, y] of dots) {
      const [cx, cy] = [x + ax * Math.sin(y * fx + px), y + ay * Math.sin(x * fy + py)]
      for (let j = Math.max(0, Math.floor(cy - 4)); j <= Math.min(HEIGHT - 1, cy + 4); j++)
        for (let i = Math.max(0, Math.floor(cx - 4)); i <= Math.min(WIDTH - 1, cx + 4); i++) {
          const cover = Math.min(1, radius + 0.5 - Math.hypot(i - cx, j - cy)) * dark
          if (cover > ink[j * WIDTH + i]!) ink[j * WIDTH + i] = cover
        }
    }
  }
  // Random positions with gaps: locating a digit is part of the difficulty.
  const gaps = Array.from(digits, () => randomBetween(0.2, 1))
  const free = (WIDTH - 34 * digits.length) / gaps.reduce((a, b) => a + b, randomBetween(0.4, 1.6))
  const middles = gaps.map((_, i) => 34 * (i + 0.5) + free * gaps.slice(0, i + 1).reduce((a, b) => a + b, 0) - 2)
  ;[...digits].forEach((d, i) => stamp(smooth(glyph(Number(d), middles[i]!)), randomBetween(1.4, 2.1), randomBetween(0.8, 1)))
  for (let i = 0; i < 2; i++) stamp(smooth(across()), randomBetween(1.1, 1.8), randomBetween(0.75, 1))
  for (let i = 0; i < 6; i++) stamp(smooth(crumb()), randomBetween(0.9, 1.5), randomBetween(0.5, 0.9))
  const noise = randomBytes(ink.length)
  const [light, wave, phase] = [randomBetween(0.05, 0.15), randomBetween(0.02, 0.05), randomBetween(0, 6)]
  return Uint8Array.from(ink, (cover, index) => {
    const ground = light + 0.1 * Math.sin((index % WIDTH) * wave + Math.floor(index / WIDTH) * 0.04 + phase)
    return Math.round(15 * (1 - Math.min(1, Math.max(0, Math.max(cover * 0.9, ground) + (noise[index]! - 128) / 1100))))
  })
}

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** Draws digits as PNG, 168 × 60, sixteen greys (PNG specification, third edition, W3C 2025). */
export function drawDigits(digits: string): Buffer {
  const grey = drawn(digits)
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH / 2))
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x += 2) rows[y * (1 + WIDTH / 2) + 1 + x / 2] = (grey[y * WIDTH + x]! << 4) | grey[y * WIDTH + x + 1]!
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  // Four bits of grey, no interlace.
  head[8] = 4
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', new Uint8Array())])
}
