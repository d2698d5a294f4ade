/** Pictures for the demo and for tests, drawn point by point: no eye of anybody's. */
import { deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
/** CRC-32 of a chunk (PNG third edition, annex D). */
const crc = (bytes: Uint8Array): number => {
  let c = 0xffffffff
  for (const byte of bytes) c = (TABLE[(c ^ byte) & 255] ?? 0) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}
function chunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG of width × height points, each as `colourAt` says (0–255 each). */
export function makePng(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0, offset = 0; y < height; y++) {
    rows[offset++] = 0
    for (let x = 0; x < width; x++) for (const part of colourAt(x, y)) rows[offset++] = Math.max(0, Math.min(255, Math.round(part)))
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The colours topographers use, flat to steep: blue, green, yellow, red, in steps of a dioptre. */
const SCALE: readonly Colour[] = [
  [24, 38, 140],
  [28, 80, 190],
  [40, 140, 210],
  [46, 170, 140],
  [70, 180, 70],
  [150, 200, 60],
  [225, 215, 60],
  [240, 160, 50],
  [225, 90, 40],
  [180, 30, 40],
]
const stepOf = (dioptres: number): Colour => SCALE[Math.max(0, Math.min(SCALE.length - 1, Math.floor((dioptres - 39) * 1.2)))] ?? [0, 0, 0]

interface Cornea {
  /** Curvatures of the flat and the steep meridian, D, and the axis of the flat one, degrees. */
  k1: number
  k2: number
  axis: number
  /** Overnight lenses have flattened its centre: mm by which the treated zone stands off it, to the right and down. */
  treated?: readonly [right: number, down: number]
}
/** An axial map of a cornea, 9 mm across: rings every mm, spokes every 30°, the colours beside it. */
export function makeTopography({ k1, k2, axis, treated }: Cornea, size = 360): Buffer {
  const centre = size / 2
  const perMm = size / 9.6
  return makePng(size + 36, size, (x, y) => {
    if (x >= size + 8 && x < size + 26 && y > 20 && y < size - 20)
      return SCALE[Math.floor(((size - 20 - y) / (size - 40)) * SCALE.length)] ?? [0, 0, 0]
    const [dx, dy] = [(x - centre) / perMm, (y - centre) / perMm]
    const mm = Math.hypot(dx, dy)
    if (mm > 4.5 || x >= size) return [18, 20, 26]
    const angle = Math.atan2(-dy, dx)
    const spoke = Math.abs(((angle / Math.PI) * 6) % 1)
    if (Math.abs(mm - Math.round(mm)) < 0.012 || (Math.min(spoke, 1 - spoke) < 0.004 && mm > 0.6)) return [235, 235, 235]
    const turned = angle - (axis * Math.PI) / 180
    let power = k1 + (k2 - k1) * Math.sin(turned) ** 2 - 0.05 * mm * mm
    if (treated) {
      const off = Math.hypot(dx - treated[0], dy - treated[1])
      power += -3.2 * Math.exp(-((off / 2) ** 4)) + 2.6 * Math.exp(-(((off - 3) / 0.7) ** 2))
    }
    return stepOf(power)
  })
}

interface Front {
  /** Colour of the iris: 0 dark brown … 1 light. */
  light: number
  /** Spots of staining under blue light, as thousandths of the width. */
  stained?: ReadonlyArray<readonly [x: number, y: number]>
}
/** The front of an eye in the light of a slit lamp, 480 × 360; with staining in cobalt blue. */
export function makeFront({ light, stained }: Front, width = 480): Buffer {
  const height = (width * 3) / 4
  const [cx, cy, iris] = [width / 2, height / 2, width * 0.27]
  const noise = (x: number, y: number) => ((Math.sin(x * 12.9898 + y * 78.233) * 43758.5453) % 1) * 10
  const natural = (x: number, y: number): Colour => {
    const [dx, dy] = [x - cx, y - cy]
    const far = Math.hypot(dx, dy)
    const lid = Math.abs(dy) > height * 0.46 - (dx / width) ** 2 * height * 1.1
    const n = noise(x, y)
    if (lid) return [196 + n, 150 + n, 130 + n]
    if (Math.abs(dx - iris * 0.5) < 7 && Math.abs(dy + iris * 0.35) < 16) return [255, 255, 250]
    if (far < iris * 0.36) return [14, 12, 14]
    if (far < iris) {
      const fibre = 12 * Math.sin(Math.atan2(dy, dx) * 46 + far * 0.08)
      return [62 + 70 * light + fibre + n, 40 + 62 * light + fibre + n, 26 + 60 * light + fibre]
    }
    return [226 + n, 218 + n, 210 + n]
  }
  return makePng(width, height, (x, y) => {
    const [r, g, b] = natural(x, y)
    if (!stained) return [r, g, b]
    const spot = stained.some(([sx, sy]) => Math.hypot(x - (sx * width) / 1000, y - (sy * width) / 1000) < width * 0.006)
    if (spot) return [150, 250, 120]
    return [r * 0.1, g * 0.32 + 8, b * 0.75 + 40]
  })
}
