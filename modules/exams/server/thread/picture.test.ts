/**
 * What leaves a picture when it comes in, and what must not change: property tests over files built from segments, and over what is no file
 * at all.
 */
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rounds } from '../../../../tests/depth.ts'
import { Unreadable } from '#kernel/server/parse/unreadable.ts'
import { readPicture } from './picture.ts'

const SECRET = 'GPS 31.2304N 121.4737E'
const bytes = (...parts: ReadonlyArray<Uint8Array | string | readonly number[]>): Buffer =>
  Buffer.concat(parts.map((p) => (typeof p === 'string' ? Buffer.from(p, 'latin1') : Buffer.from(p))))
const has = (file: Uint8Array, text: string) => Buffer.from(file).includes(Buffer.from(text, 'latin1'))
const u16 = (n: number) => [n >> 8, n & 255]
const u32 = (n: number) => [...u16(n >>> 16), ...u16(n & 0xffff)]
const little = (n: number) => u32(n).reverse()

const segment = (marker: number, body: Uint8Array) => bytes([0xff, marker], u16(body.length + 2), body)
/** EXIF with how the camera was held, then a position. */
const exif = (turned: number) =>
  segment(0xe1, bytes('Exif\0\0II*\0', little(8), [1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, turned, 0, 0, 0], little(0), SECRET))
const jpeg = (head: readonly Uint8Array[], scans: readonly Uint8Array[], tail = '') =>
  bytes([0xff, 0xd8], ...head, ...scans.flatMap((scan) => [segment(0xda, bytes([1, 1, 0, 0, 63, 0])), scan]), [0xff, 0xd9], tail)
const chunk = (name: string, body: Uint8Array) => bytes(u32(body.length), name, body, [1, 2, 3, 4])
const HEAD = chunk('IHDR', bytes(u32(4), u32(4), [8, 2, 0, 0, 0]))
const END = chunk('IEND', bytes())
const DOTS = chunk('IDAT', deflateSync(Buffer.alloc(52)))
const png = (...chunks: Uint8Array[]) => bytes('\x89PNG\r\n\x1a\n', HEAD, ...chunks, END)
const part = (name: string, body: Uint8Array) => bytes(name, little(body.length), body, body.length % 2 ? [0] : [])
const webp = (...parts: Uint8Array[]) => {
  const all = bytes('WEBP', ...parts)
  return bytes('RIFF', little(all.length), all)
}

/** Compressed data of a scan: a byte FF is followed by 0 or a restart. */
const scan = fc
  .uint8Array({ minLength: 1, maxLength: 80 })
  .map((raw) => bytes(...[...raw].map((b) => (b === 0xff ? [0xff, b % 2 ? 0 : 0xd3] : [b]))))
const body = fc.uint8Array({ maxLength: 60 })
/** Tables and sizes: what a decoder reads. */
const needed = fc.tuple(fc.constantFrom(0xc0, 0xc2, 0xc4, 0xdb, 0xdd), body).map(([marker, b]) => segment(marker, b))
const colours = fc.constantFrom(
  segment(0xe0, bytes('JFIF\0', [1, 2])),
  segment(0xe2, bytes('ICC_PROFILE\0', [1, 1, 9])),
  segment(0xee, bytes('Adobe', [0, 100])),
)
/** What tells of the maker, the place and the person. */
const telling = fc.constantFrom(
  segment(0xe1, bytes('http://ns.adobe.com/xap/1.0/\0', SECRET)),
  segment(0xed, bytes('Photoshop 3.0\0', SECRET)),
  segment(0xe2, bytes('MPF\0', SECRET)),
  segment(0xe5, bytes(SECRET)),
  segment(0xfe, bytes(SECRET)),
)
const mixed = fc.array(
  fc.oneof(
    needed.map((s) => [s, true] as const),
    colours.map((s) => [s, true] as const),
    telling.map((s) => [s, false] as const),
  ),
)

const described = (file: Uint8Array) => {
  try {
    return readPicture(file).type
  } catch (error) {
    return error instanceof Unreadable ? error.message : error
  }
}

describe('a picture that comes in', () => {
  it('JPEG: loses everything that tells, keeps byte for byte what is seen, and a second time changes nothing', () => {
    fc.assert(
      fc.property(mixed, fc.array(scan, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 8 }), (head, scans, turned) => {
        const clean = readPicture(jpeg([exif(turned), ...head.map(([s]) => s)], scans, `trailer ${SECRET}`))
        expect(clean.type).toBe('image/jpeg')
        expect(has(clean.bytes, SECRET)).toBe(false)
        const seen = jpeg(
          head.flatMap(([s, stays]) => (stays ? [s] : [])),
          scans,
        )
        const own = clean.bytes.length - seen.length
        expect(own).toBe(turned > 1 ? 36 : 0)
        expect(Buffer.from(clean.bytes.subarray(2 + own)).equals(seen.subarray(2))).toBe(true)
        expect(Buffer.from(readPicture(clean.bytes).bytes).equals(Buffer.from(clean.bytes))).toBe(true)
      }),
      { numRuns: rounds(300, 60) },
    )
  })
  it('JPEG: still knows how the camera was held', () => {
    const { bytes: clean } = readPicture(jpeg([exif(6)], [bytes([1, 2, 3])]))
    expect(has(clean, 'Exif\0\0MM\0*')).toBe(true)
    expect(clean[2 + 4 + 6 + 8 + 2 + 9]).toBe(6)
  })
  it('PNG: texts, EXIF and private chunks go, colours and pixels stay', () => {
    const seen = [chunk('sRGB', bytes([0])), DOTS]
    const tells = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'prVt'].map((name) => chunk(name, bytes(SECRET)))
    fc.assert(
      fc.property(fc.shuffledSubarray(tells), fc.shuffledSubarray(tells), (before, after) => {
        const clean = readPicture(bytes(png(...before, ...seen, ...after), SECRET))
        expect(clean.type).toBe('image/png')
        expect(Buffer.from(clean.bytes).equals(png(...seen))).toBe(true)
      }),
    )
  })
  it('WebP: EXIF and XMP go, and the file no longer says that it has them', () => {
    const flags = (bits: number) => part('VP8X', bytes([bits, 0, 0, 0, 3, 0, 0, 3, 0, 0]))
    const dirty = webp(flags(8 | 4 | 16), part('VP8L', bytes('pixels!')), part('EXIF', bytes(SECRET)), part('XMP ', bytes(SECRET)))
    expect(Buffer.from(readPicture(dirty).bytes).equals(webp(flags(16), part('VP8L', bytes('pixels!'))))).toBe(true)
  })
  it('PDF and DICOM are kept as they are', () => {
    const pdf = bytes('%PDF-1.7\n', SECRET)
    const dicom = bytes(Buffer.alloc(128), 'DICM', SECRET)
    expect(readPicture(pdf)).toEqual({ type: 'application/pdf', bytes: pdf })
    expect(readPicture(dicom)).toEqual({ type: 'application/dicom', bytes: dicom })
  })
  it('is known by its first bytes: another kind, an empty and a cut one are refused with a sentence', () => {
    expect(described(bytes())).toBe('是空的，请检查后重新选择')
    for (const other of ['GIF89a', '<svg onload=alert(1)>', 'MZ\x90', 'PK\x03\x04', 'x'])
      expect(described(bytes(other))).toBe('不是 JPEG、PNG、WebP、PDF 或 DICOM')
    for (const whole of [jpeg([exif(1)], [bytes([1, 2, 3])]), png(DOTS), webp(part('VP8 ', bytes('pixels')))])
      for (let n = 12; n < whole.length; n++)
        expect(described(whole.subarray(0, n)), `${n} of ${whole.length} bytes`).toBe('不完整或已损坏，请重新上传')
  })
  it('PNG: dots that cannot be unpacked, are none, too many, or more than its head says are refused', () => {
    const head = (width: number, height: number, kind = 2) => chunk('IHDR', bytes(u32(width), u32(height), [8, kind, 0, 0, 0]))
    const file = (ihdr: Uint8Array, dots: Uint8Array) => bytes('\x89PNG\r\n\x1a\n', ihdr, dots, END)
    const bomb = chunk('IDAT', deflateSync(Buffer.alloc(10_000_000)))
    for (const broken of [
      file(head(4, 4), chunk('IDAT', bytes([1, 2, 3]))),
      file(head(4, 4), bytes()),
      file(head(0, 4), DOTS),
      file(head(4, 4, 5), DOTS),
      file(head(4, 4), bomb),
      file(chunk('IHDR', bytes(u32(4))), DOTS),
    ])
      expect(described(broken)).toBe('不完整或已损坏，请重新上传')
    expect(described(file(head(12_000, 12_000), bomb))).toBe('超过 4000 万像素，请缩小后再上传')
    // 39.7 million dots of eight bytes: 0.3 MB that would take 0.6 GB to unpack.
    const deep = chunk('IHDR', bytes(u32(6300), u32(6300), [16, 6, 0, 0, 0]))
    expect(described(file(deep, DOTS))).toBe('展开后超过 100 MB，请缩小或减少色深后再上传')
    expect(described(file(head(4, 4), DOTS))).toBe('image/png')
  })
  it('whatever bytes come behind the first ones, they are read or refused, and never more come out than went in', () => {
    const starts = fc.constantFrom(
      '\xff\xd8\xff\xe1',
      '\xff\xd8\xff\xda',
      '\x89PNG\r\n\x1a\n',
      `\x89PNG\r\n\x1a\n${HEAD.toString('latin1')}`,
      'RIFF\x40\0\0\0WEBP',
    )
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
        const file = bytes(start, rest)
        try {
          expect(readPicture(file).bytes.length).toBeLessThanOrEqual(file.length + 36)
        } catch (error) {
          expect(error).toBeInstanceOf(Unreadable)
        }
      }),
      { numRuns: rounds(2000) },
    )
  })
})
