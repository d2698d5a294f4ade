import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldState, mergeOps, nextLamport, unionOf, type Op } from './ops.ts'

const op = (facts: Partial<Op> & Pick<Op, 'opId'>): Op => ({
  deviceId: 'a',
  lamport: 1,
  studentId: 1,
  field: 'ucvaOd',
  value: 5,
  at: '2026-11-24T10:00:00+08:00',
  ctid: 7,
  ...facts,
})
/** Logs of three tablets: each has its own clock and examiner, and some pick up the others' clocks. */
const logs = fc
  .array(
    fc.record({
      device: fc.constantFrom('a', 'b', 'c'),
      lamport: fc.integer({ min: 1, max: 40 }),
      studentId: fc.integer({ min: 1, max: 4 }),
      field: fc.constantFrom('ucvaOd', 'ucvaOs'),
      value: fc.constantFrom(4.8, 4.9, 5, 'CF'),
      settles: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 2 }),
    }),
    { maxLength: 30 },
  )
  .map((rows) =>
    rows.map(({ device, settles, ...row }, i) =>
      op({ ...row, opId: `op-${i}`, deviceId: device, ctid: { a: 1, b: 2, c: 3 }[device], settles: settles.map((n) => `op-${n}`) }),
    ),
  )
const state = (...parts: ReadonlyArray<readonly Op[]>) =>
  [...mergeOps(...parts)]
    .toSorted(([a], [b]) => a - b)
    .map(([id, fields]) => [id, Object.entries(fields).toSorted(([a], [b]) => a.localeCompare(b))])

describe('logs of several tablets', () => {
  it('give one state in whatever order, with whatever doubles, they arrive (1,000 seeds)', () => {
    fc.assert(
      fc.property(logs, fc.infiniteStream(fc.nat()), (ops, random) => {
        const shuffled = ops
          .map((each) => [random.next().value ?? 0, each] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, each]) => each)
        const byDevice = ['a', 'b', 'c'].map((device) => ops.filter(({ deviceId }) => deviceId === device))
        const one = state(ops)
        expect(state(shuffled)).toEqual(one)
        expect(state(...byDevice.toReversed())).toEqual(one)
        expect(state(shuffled, ops, shuffled)).toEqual(one)
      }),
      { numRuns: 1000 },
    )
  })
  it('lose no entry: each is first, a change or both nowhere else', () => {
    fc.assert(
      fc.property(logs, (ops) => {
        const kept = [...mergeOps(ops).values()].flatMap((fields) =>
          Object.values(fields).flatMap(({ first, changes }) => [first, ...changes]),
        )
        expect(kept.map(({ opId }) => opId).toSorted()).toEqual(ops.map(({ opId }) => opId).toSorted())
      }),
    )
  })
})

describe('a field', () => {
  it("keeps two examiners' different values and asks", () => {
    const found = fieldState([op({ opId: '1', value: 4.8, ctid: 1 }), op({ opId: '2', value: 5, ctid: 2, deviceId: 'b' })])
    expect(found).toMatchObject({ value: undefined, disputed: true })
    expect(found?.heads.map(({ value }) => value)).toEqual([4.8, 5])
  })
  it('does not ask where two examiners agree', () => {
    expect(fieldState([op({ opId: '1', ctid: 1 }), op({ opId: '2', ctid: 2 })])).toMatchObject({ value: 5, disputed: false })
  })
  it("takes an examiner's own correction and keeps the first value sealed", () => {
    const found = fieldState([op({ opId: '1', value: 4.8 }), op({ opId: '2', value: 4.9, lamport: 2, reason: '看错行' })])
    expect(found).toMatchObject({ value: 4.9, disputed: false, first: { value: 4.8 }, changes: [{ reason: '看错行' }] })
  })
  it('is decided by naming what is decided against, also when that arrives later', () => {
    const decision = op({ opId: '3', value: 4.8, ctid: 9, lamport: 5, settles: ['1', '2'] })
    const late = op({ opId: '2', value: 5, ctid: 2, lamport: 3 })
    expect(fieldState([op({ opId: '1', value: 4.9, ctid: 1 }), decision])).toMatchObject({ value: 4.8 })
    expect(fieldState([decision, op({ opId: '1', value: 4.9, ctid: 1 }), late])).toMatchObject({ value: 4.8, disputed: false })
  })
  it('has nothing without entries; a number used twice keeps the earlier entry', () => {
    expect(fieldState([])).toBeUndefined()
    const [early, late] = [op({ opId: 'x', value: 4.5 }), op({ opId: 'x', value: 5.1, lamport: 4 })]
    expect(unionOf([late], [early])).toEqual([early])
    expect(nextLamport([early, late])).toBe(5)
  })
})
