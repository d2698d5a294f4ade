import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combineComparisons, compareFacts, compareNumbers, comparisonTones, isMissing, type Comparison } from './comparison.ts'

const missing = fc.constantFrom(null, undefined, '', '  ')
const stated = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string().filter((s) => s.trim() !== ''),
  fc.boolean(),
)
const comparison = fc.constantFrom<Comparison>('same', 'different', 'unknown')

describe('a comparison', () => {
  it('with a missing fact is unknown, whatever the other says and however facts are the same', () => {
    fc.assert(
      fc.property(missing, fc.oneof(stated, missing), fc.boolean(), (none, other, always) => {
        const lenient = () => always
        expect([compareFacts(none, other as never, lenient), compareFacts(other as never, none, lenient)]).toEqual(['unknown', 'unknown'])
      }),
    )
  })
  it('of stated facts is same or different, never unknown, and says the same from either side', () => {
    fc.assert(
      fc.property(stated, stated, (a, b) => {
        const found = compareFacts(a, b)
        expect(found).not.toBe('unknown')
        expect(compareFacts(b, a)).toBe(found)
        expect(compareFacts(a, a)).toBe('same')
      }),
    )
  })
  it('of numbers allows what the tolerance allows and no more; what is no number is unknown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -4000, max: 4000 }),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        (n, apart, tolerance) => {
          const found = compareNumbers(n / 100, (n + apart) / 100, tolerance / 100)
          expect(found).toBe(apart <= tolerance ? 'same' : 'different')
        },
      ),
    )
    expect([compareNumbers(NaN, 1, 9), compareNumbers(1, null), compareNumbers(undefined, 1)]).toEqual(['unknown', 'unknown', 'unknown'])
    expect(compareNumbers(0, -0)).toBe('same')
  })
  it('of several is same only when every one is; a difference is told before what is unknown, and nothing compared is unknown', () => {
    fc.assert(
      fc.property(fc.array(comparison), (all) => {
        const found = combineComparisons(all)
        expect(found === 'same').toBe(all.length > 0 && all.every((c) => c === 'same'))
        expect(found === 'different').toBe(all.includes('different'))
      }),
    )
  })
  it('is green only when it is the same', () => {
    expect(Object.entries(comparisonTones).flatMap(([c, tone]) => (tone === 'ok' ? [c] : []))).toEqual(['same'])
  })
  it('takes a zero and a no for facts', () => {
    expect([isMissing(0), isMissing(false), isMissing('0'), isMissing(' ')]).toEqual([false, false, false, true])
  })
})
