/**
 * Pictures and papers in: what a file is by its first bytes, never by its name, and without what tells where and on whose device it was
 * made (EXIF with its position, XMP, IPTC, comments, what hangs behind the picture). What is seen stays byte for byte. Runs in a thread of
 * its own (`worker.ts`).
 */
import { MOST_BYTES, MOST_DOTS, unpacks } from '#kernel/server/dots.ts'
import { Unreadable } from '#kernel/server/parse/unreadable.ts'

export interface ReadPicture {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf' | 'application/dicom'
  readonly bytes: Uint8Array
}
const BROKEN = '不完整或已损坏，请重新上传'
const HUGE = '超过 4000 万像素，请缩小后再上传'
const DEEP = '展开后超过 100 MB，请缩小或减少色深后再上传'
const no = (what: string): never => {
  throw new Unreadable(what)
}
const text = (bytes: Uint8Array, from: number, length: number): string => String.fromCharCode(...bytes.subarray(from, from + length))
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}

/** What a file is, cleaned; refuses what is empty, of another kind, or not whole. */
export function readPicture(bytes: Uint8Array): ReadPicture {
  if (!bytes.length) return no('是空的，请检查后重新选择')
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return { type: 'image/jpeg', bytes: cleanJpeg(bytes) }
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return { type: 'image/png', bytes: cleanPng(bytes) }
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return { type: 'image/webp', bytes: cleanWebp(bytes) }
  if (text(bytes, 0, 5) === '%PDF-') return { type: 'application/pdf', bytes }
  // DICOM PS3.10 §7.1: 128 bytes for whoever wants them, then the prefix.
  if (text(bytes, 128, 4) === 'DICM') return { type: 'application/dicom', bytes }
  return no('不是 JPEG、PNG、WebP、PDF 或 DICOM')
}

const EOI = 0xd9
const SOS = 0xda
const APP = { exif: 0xe1, icc: 0xe2 }
/**
 * Segments of a JPEG (ITU-T T.81, annex B) up to its end; of the application's own only what colours need stays: JFIF, ICC profile, Adobe.
 */
function cleanJpeg(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let turned = 1
  let offset = 2
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff) {
    const marker = view.getUint8(offset + 1)
    if (marker === 0xff) {
      // Fill bytes before a marker.
      offset++
      continue
    }
    if (marker < 0xc0 || marker === 0xd8) return no(BROKEN)
    const end = offset + 2 + view.getUint16(offset + 2)
    if (end > bytes.length || end < offset + 4) return no(BROKEN)
    if (marker === APP.exif && text(bytes, offset + 4, 6) === 'Exif\0\0') turned = turnedIn(bytes.subarray(offset + 10, end))
    else if (marker === SOS) {
      const next = afterScan(bytes, end)
      kept.push(bytes.subarray(offset, next))
      offset = next
      if (bytes[offset + 1] === EOI)
        return joined([
          ...kept.slice(0, 1),
          ...(turned > 1 ? [turnedBy(turned)] : []),
          ...kept.slice(1),
          bytes.subarray(offset, offset + 2),
        ])
      continue
    }
    if (!isApplication(marker) || staysOf(bytes, offset, marker)) kept.push(bytes.subarray(offset, end))
    offset = end
  }
  return no(BROKEN)
}
/** APP0…APP15, and comments. */
const isApplication = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
const staysOf = (bytes: Uint8Array, offset: number, marker: number): boolean =>
  (marker === 0xe0 && text(bytes, offset + 4, 5) === 'JFIF\0') ||
  (marker === APP.icc && text(bytes, offset + 4, 12) === 'ICC_PROFILE\0') ||
  (marker === 0xee && text(bytes, offset + 4, 5) === 'Adobe')
/** Where the compressed data of a scan ends: the next marker that is none of its own (a stuffed byte, a restart). */
function afterScan(bytes: Uint8Array, from: number): number {
  for (let offset = bytes.indexOf(0xff, from); offset >= 0 && offset + 1 < bytes.length; offset = bytes.indexOf(0xff, offset + 1)) {
    const marker = bytes[offset + 1] ?? 0
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return offset
  }
  return no(BROKEN)
}
/** How a camera was held (EXIF 2.32, tag 0x0112, 1–8): without it pictures of a telephone lie on their side. */
function turnedIn(tiff: Uint8Array): number {
  if (tiff.length < 14) return 1
  const view = viewOf(tiff)
  const little = view.getUint16(0) === 0x4949
  const list = view.getUint32(4, little)
  if (list + 2 > tiff.length) return 1
  for (let n = view.getUint16(list, little), offset = list + 2; n > 0 && offset + 12 <= tiff.length; n--, offset += 12) {
    if (view.getUint16(offset, little) !== 0x0112) continue
    const turned = view.getUint16(offset + 8, little)
    return turned >= 1 && turned <= 8 ? turned : 1
  }
  return 1
}
/** An EXIF segment that says how the camera was held and nothing else. */
const turnedBy = (turned: number): Uint8Array =>
  Uint8Array.from([
    0xff,
    0xe1,
    0,
    34,
    ...Buffer.from('Exif\0\0MM\0*'),
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    turned,
    0,
    0,
    0,
    0,
    0,
    0,
  ])

/** Chunks that change what is seen (PNG third edition, §11): all critical ones, colours, transparency, size of a point, frames. */
const SEEN = /^([A-Z]...|tRNS|cHRM|gAMA|iCCP|cICP|sBIT|sRGB|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/
function cleanPng(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = [bytes.subarray(0, 8)]
  const packed: Uint8Array[] = []
  for (let offset = 8; offset + 12 <= bytes.length;) {
    const name = text(bytes, offset + 4, 4)
    const end = offset + 12 + view.getUint32(offset)
    if (end > bytes.length || (offset === 8 && (name !== 'IHDR' || end < 33))) return no(BROKEN)
    if (SEEN.test(name)) kept.push(bytes.subarray(offset, end))
    if (name === 'IDAT') packed.push(bytes.subarray(offset + 8, end - 4))
    if (name === 'IEND') {
      mustUnpack(joined(packed), bytes.subarray(16, 26))
      return joined(kept)
    }
    offset = end
  }
  return no(BROKEN)
}
/** Samples of a dot by its kind of colour: grey, colours, of a palette, grey and colours with transparency. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** What stands in IHDR, and the dots it promises: a picture that no browser and no paper can show is refused where it comes in. */
function mustUnpack(packed: Uint8Array, head: Uint8Array): void {
  const [width, height] = [viewOf(head).getUint32(0), viewOf(head).getUint32(4)]
  const bits = (head[8] ?? 0) * (SAMPLES[head[9] ?? 1] ?? 0)
  if (width * height > MOST_DOTS) no(HUGE)
  if ((width * height * bits) / 8 > MOST_BYTES) no(DEEP)
  if (!unpacks(packed, { width, height, bits })) no(BROKEN)
}

const WEBP = /^(VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/
/** Bits of VP8X that say a file has EXIF (8) and XMP (4): RFC 9649, §2.7.1. */
const SAYS = 8 | 4
function cleanWebp(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes)
  const last = 8 + view.getUint32(4, true)
  if (last > bytes.length || bytes.length < 20) return no(BROKEN)
  const kept: Uint8Array[] = []
  for (let offset = 12; offset + 8 <= last;) {
    const size = view.getUint32(offset + 4, true)
    const end = offset + 8 + size + (size % 2)
    if (end > last) return no(BROKEN)
    const name = text(bytes, offset, 4)
    if (WEBP.test(name)) {
      const chunk = bytes.slice(offset, end)
      if (name === 'VP8X' && chunk.length > 8) chunk[8] = (chunk[8] ?? 0) & ~SAYS
      kept.push(chunk)
    }
    offset = end
  }
  if (!kept.length) return no(BROKEN)
  const all = joined([bytes.slice(0, 12), ...kept])
  viewOf(all).setUint32(4, all.length - 8, true)
  return all
}
