/**
 * Reading the captcha by machine, with what an attacker knows: this repository. It reads every picture that holds its strokes, and few that
 * are drawn.
 */
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { FORMS, drawDigits } from '#modules/account/server/drawing.ts'

const [WIDTH, HEIGHT] = [168, 60]
interface Template {
  digit: number
  dots: Array<[number, number]>
}
/** Every form of every digit, turned, slanted and stretched. */
const templates: Template[] = FORMS.flatMap((forms, digit) =>
  forms.flatMap((form) =>
    [-0.3, -0.1, 0.1, 0.3].flatMap((turn) =>
      [-0.2, 0.05, 0.25].flatMap((slant) => [2.6, 3].map((wide) => ({ digit, dots: placed(form, turn, slant, wide, 2.45) }))),
    ),
  ),
)
function placed(form: string, turn: number, slant: number, wide: number, high: number): Array<[number, number]> {
  const corners = form.split(' ').map((c) => c.split(',').map(Number) as [number, number])
  return corners.slice(1).flatMap(([x, y], i) => {
    const [fromX, fromY] = corners[i]!
    const steps = Math.ceil(Math.hypot(x - fromX, y - fromY) / 1.2)
    return Array.from({ length: steps }, (_, s): [number, number] => {
      const [u, v] = [(fromX + ((x - fromX) * s) / steps - 5) * wide, (fromY + ((y - fromY) * s) / steps - 8) * high]
      const along = u + v * slant
      return [along * Math.cos(turn) - v * Math.sin(turn), along * Math.sin(turn) + v * Math.cos(turn)]
    })
  })
}

/** Ink of a picture, blurred a little so that a near miss counts. */
function inkOf(png: Buffer): Float64Array {
  const offset = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(offset + 4, offset + 4 + png.readUInt32BE(offset - 4)))
  const dark = (x: number, y: number): number => {
    const pair = rows[y * (1 + WIDTH / 2) + 1 + (x >> 1)] ?? 255
    return (x % 2 ? pair & 15 : pair >> 4) < 8 ? 1 : 0
  }
  const ink = new Float64Array(WIDTH * HEIGHT)
  for (let y = 2; y < HEIGHT - 2; y++)
    for (let x = 2; x < WIDTH - 2; x++)
      for (let j = -2; j <= 2; j++)
        for (let i = -2; i <= 2; i++) if (dark(x + i, y + j)) ink[y * WIDTH + x] = Math.max(ink[y * WIDTH + x]!, 1 - Math.hypot(i, j) / 4)
  return ink
}
/** How well a template lies on the ink at its best place around (x, y). */
function fit(ink: Float64Array, { dots }: Template, x: number): number {
  let best = 0
  for (let dx = -12; dx <= 12; dx += 3)
    for (let dy = -5; dy <= 5; dy += 2.5) {
      let sum = 0
      for (const [u, v] of dots) sum += ink[Math.round(HEIGHT / 2 + dy + v) * WIDTH + Math.round(x + dx + u)] ?? 0
      best = Math.max(best, sum / dots.length)
    }
  return best
}
const read = (png: Buffer): string => {
  const ink = inkOf(png)
  return [0, 1, 2, 3]
    .map((slot) => {
      const fits = templates.map((t) => ({ digit: t.digit, fit: fit(ink, t, (WIDTH / 4.4) * (slot + 0.7)) }))
      return fits.reduce((a, b) => (b.fit > a.fit ? b : a)).digit
    })
    .join('')
}

it('a program that knows every shape and the way they are drawn is wrong more often than right', () => {
  const requests = Array.from({ length: 30 }, (_, i) => String((i * 3571 + 1234) % 10_000).padStart(4, '0'))
  const right = requests.filter((digits) => read(drawDigits(digits)) === digits)
  expect(right.length).toBeLessThan(20)
})

it('the reader is no straw man: without the drawing it reads all', () => {
  const plain = (digit: number): Float64Array => {
    const ink = new Float64Array(WIDTH * HEIGHT)
    for (const [u, v] of placed(FORMS[digit]![0]!, 0.1, 0.05, 2.6, 2.45))
      for (let j = -1; j <= 1; j++)
        for (let i = -1; i <= 1; i++) ink[Math.round(HEIGHT / 2 + v + j) * WIDTH + Math.round(WIDTH / 2 + u + i)] = 1
    return ink
  }
  const read = Array.from({ length: 10 }, (_, d) => {
    const fits = templates.map((t) => ({ digit: t.digit, fit: fit(plain(d), t, WIDTH / 2) }))
    return fits.reduce((a, b) => (b.fit > a.fit ? b : a)).digit
  })
  expect(read).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
