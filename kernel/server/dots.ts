/** Whether a picture's dots are there, and no more of them than its head says: PNG third edition, §10. */
import { inflateSync } from 'node:zlib'

/** Dots of a picture at most: whoever draws it unpacks it whole. */
export const MOST_DOTS = 40_000_000
/** Bytes of its dots at most: unpacking takes twice as much for a moment. */
export const MOST_BYTES = 100_000_000
/** A picture's width and height in dots, and the bits of a dot. */
export interface Dots {
  readonly width: number
  readonly height: number
  readonly bits: number
}
/**
 * Whether `packed` can be unpacked, and to no more than rows of these dots, each behind its filter; a picture in seven passes has up to
 * twice the rows.
 */
export function unpacks(packed: Uint8Array, { width, height, bits }: Dots): boolean {
  if (!(width > 0 && height > 0 && bits > 0 && width * height <= MOST_DOTS && (width * height * bits) / 8 <= MOST_BYTES)) return false
  try {
    inflateSync(packed, { maxOutputLength: height * (Math.ceil((width * bits) / 8) + 2) + 65_536 })
    return true
  } catch {
    return false
  }
}
