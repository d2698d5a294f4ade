import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { epcOf, epcUri, SERIALS } from './epc.ts'

/** Reads a tag back, bit by bit. */
function read(hex: string): { header: number; filter: number; prefix: string; item: string; serial: number } {
  const bits = BigInt(`0x${hex}`).toString(2).padStart(96, '0')
  const number = (from: number, length: number) => Number.parseInt(bits.slice(from, from + length), 2)
  const partition = number(11, 3)
  const width = [40, 37, 34, 30, 27, 24, 20][partition]!
  return {
    header: number(0, 8),
    filter: number(8, 3),
    prefix: String(number(14, width)).padStart(12 - partition, '0'),
    item: String(number(14 + width, 44 - width)).padStart(1 + partition, '0'),
    serial: number(58, 38),
  }
}
const withCheck = (digits: string): string => {
  const sum = [...digits].toReversed().reduce((s, d, i) => s + Number(d) * (i % 2 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

describe('SGTIN-96', () => {
  it('is the example of the standard but for its filter: GTIN 80614141123458, prefix 0614141, serial 6789', () => {
    const piece = { gtin: '80614141123458', prefixLength: 7, serial: 6789 }
    // The standard’s tag has filter 3: 3074257BF7194E4000001A85.
    expect(epcOf(piece)).toBe('3034257BF7194E4000001A85')
    expect(epcUri(piece)).toBe('urn:epc:tag:sgtin-96:1.0614141.812345.6789')
  })
  it('reads back, whatever the prefix and the serial', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 13, maxLength: 13 }),
        fc.integer({ min: 6, max: 12 }),
        fc.integer({ min: 1, max: SERIALS - 1 }),
        (digits, prefixLength, serial) => {
          const gtin = withCheck(digits.join(''))
          const back = read(epcOf({ gtin, prefixLength, serial }))
          const prefix = gtin.slice(1, 1 + prefixLength)
          expect(back).toEqual({ header: 0x30, filter: 1, prefix, item: gtin[0]! + gtin.slice(1 + prefixLength, 13), serial })
        },
      ),
    )
  })
})
