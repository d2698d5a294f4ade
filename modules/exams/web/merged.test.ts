import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergedOf } from './merged.ts'

const NAMES = ['iopOd', 'iopOs', 'note', 'values']
const value = fc.option(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant('x'), fc.constant({ a: 1 })), { nil: null })
const record = fc.record(Object.fromEntries(NAMES.map((name) => [name, value])))

it('of two who write on one record nothing is lost: what one wrote stays, what both wrote is said twice', () => {
  fc.assert(
    fc.property(record, record, record, (before, theirs, mine) => {
      const { theirs: taken, both } = mergedOf(NAMES, before, theirs, mine)
      const text = (values: unknown) => JSON.stringify(values ?? null)
      for (const name of NAMES) {
        const saved = name in taken ? taken[name] : mine[name]
        const [start, their, own] = [before, theirs, mine].map((values) => text(values[name]))
        if (own !== start) expect(text(saved)).toBe(own)
        else expect(text(saved)).toBe(their)
        // Another value of theirs that would not be saved stands beside mine.
        expect(both.some((one) => one.name === name)).toBe(their !== start && text(saved) !== their)
      }
    }),
    { numRuns: 500 },
  )
})
