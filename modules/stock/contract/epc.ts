/**
 * EPC of a piece: SGTIN-96 of the GS1 EPC Tag Data Standard (release 2.0, 2022, §14.6.1). Header 0x30, filter 1 (point of sale item),
 * partition by the length of the company prefix, company prefix, indicator and item reference, serial of 38 bits. Pure.
 */

const HEADER = 0x30n
/** Filter value 1: a single piece for sale (§10.2, table 10-1). */
const ITEM = 1n
/** Bits of the company prefix by its digits; the item reference has the rest of 44 (§14.3, table 14-2). */
const PREFIX_BITS: Readonly<Record<number, number>> = { 12: 40, 11: 37, 10: 34, 9: 30, 8: 27, 7: 24, 6: 20 }
const BOTH_BITS = 44
const SERIAL_BITS = 38
/** Exclusive upper limit of serials. */
export const SERIALS = 2 ** SERIAL_BITS

export interface TaggedPiece {
  /** A GTIN of 8, 12, 13 or 14 digits with a valid check digit. */
  readonly gtin: string
  /** Number of its digits that form the company prefix, 6–12. */
  readonly prefixLength: number
  readonly serial: number
}
function partsOf({ gtin, prefixLength }: Omit<TaggedPiece, 'serial'>): { prefix: string; item: string } {
  const whole = gtin.padStart(14, '0')
  return { prefix: whole.slice(1, 1 + prefixLength), item: whole.charAt(0) + whole.slice(1 + prefixLength, 13) }
}
/** The EPC as 24 hexadecimal digits, as written to a tag. */
export function epcOf(piece: TaggedPiece): string {
  const { prefix, item } = partsOf(piece)
  const bits = PREFIX_BITS[piece.prefixLength]
  if (bits === undefined || !(piece.serial > 0 && piece.serial < SERIALS)) throw new RangeError('no SGTIN-96')
  const partition = BigInt(12 - piece.prefixLength)
  const fields: ReadonlyArray<readonly [bigint, number]> = [
    [HEADER, 8],
    [ITEM, 3],
    [partition, 3],
    [BigInt(prefix), bits],
    [BigInt(item), BOTH_BITS - bits],
    [BigInt(piece.serial), SERIAL_BITS],
  ]
  const value = fields.reduce((sum, [field, width]) => (sum << BigInt(width)) | field, 0n)
  return value.toString(16).toUpperCase().padStart(24, '0')
}
/** The EPC as a URI: `urn:epc:tag:sgtin-96:1.0614141.812345.6789`. */
export function epcUri(piece: TaggedPiece): string {
  const { prefix, item } = partsOf(piece)
  return `urn:epc:tag:sgtin-96:${ITEM}.${prefix}.${item}.${piece.serial}`
}
