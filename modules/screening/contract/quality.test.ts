import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differs, newcombe, shown, varianceOf, wilson } from './intervals.ts'
import {
  beyondTolerance,
  drawRetests,
  endDigits,
  errorRate,
  hashOf,
  retestBias,
  retestsByExaminer,
  shiftsOf,
  type ExaminerReading,
} from './quality.ts'

/** Numbers of a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
const EXAMINERS = [1, 2, 3, 4, 5, 6]
/** Two days of a school: classes see differently, two examiners share each; examiner 1 reads `bias` lines·0.1 higher. */
function school(seed: number, students: number, bias: number): ExaminerReading[] {
  const random = seeded(seed)
  return Array.from({ length: students / 40 }, (_, stratum) => {
    const effect = 0.1 * normal(random)
    const pair = [EXAMINERS[stratum % 6], EXAMINERS[(stratum + 1 + Math.floor(stratum / 6)) % 6]]
    return Array.from({ length: 40 }, (_, i) => {
      const by = pair[i % 2] ?? 1
      const read = 4.9 + effect + 0.2 * normal(random) + (by === 1 ? bias : 0)
      return { by, stratum, value: Math.min(5.3, Math.max(4, Math.round(read * 10) / 10)) }
    })
  }).flat()
}

describe('intervals', () => {
  it.each([
    [0, 10, 0, 0.2775],
    [4, 11, 0.1517, 0.6462],
    [10, 10, 0.7225, 1],
    [350, 1000, 0.3211, 0.38],
  ])('Wilson of %s in %s is %s to %s', (hits, total, low, high) => {
    expect(wilson(hits, total).low).toBeCloseTo(low, 3)
    expect(wilson(hits, total).high).toBeCloseTo(high, 3)
  })
  it('nothing measured leaves everything possible', () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 })
  })
  it('Newcombe 1998, example 56/70 against 48/80: 0.0524 to 0.3339', () => {
    const found = newcombe({ hits: 56, total: 70 }, { hits: 48, total: 80 })
    expect(found.low).toBeCloseTo(0.0524, 3)
    expect(found.high).toBeCloseTo(0.3339, 3)
    expect(differs(found)).toBe(true)
    expect(differs(newcombe({ hits: 5, total: 10 }, { hits: 4, total: 10 }))).toBe(false)
  })
  it('the interval holds the share and lies between 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 500 }), (part, total) => {
        const hits = Math.min(part, total)
        const { low, high } = wilson(hits, total)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(hits / total)
        expect(high).toBeGreaterThanOrEqual(hits / total)
      }),
    )
  })
  it('covers the truth in 95 of 100 draws', () => {
    const random = seeded(7)
    let covered = 0
    for (let i = 0; i < 1000; i++) {
      const hits = Array.from({ length: 200 }, random).filter((x) => x < 0.35).length
      const { low, high } = wilson(hits, 200)
      if (low <= 0.35 && high >= 0.35) covered++
    }
    expect(covered).toBeGreaterThan(930)
  })
  it('cells below ten are hidden', () => {
    expect([shown(9, 1), shown(10, 1)]).toEqual([null, 1])
    expect(varianceOf([3])).toBe(0)
  })
})

describe('retests', () => {
  const roll = Array.from({ length: 42 }, (_, i) => 1000 + i)
  it('draws five of a hundred of a class, at least one, the same in whatever order', () => {
    expect(drawRetests(9, roll)).toHaveLength(3)
    expect(drawRetests(9, roll.slice(0, 1))).toHaveLength(1)
    expect(drawRetests(9, [])).toEqual([])
    expect(drawRetests(9, roll.toReversed())).toEqual(drawRetests(9, roll))
    expect(drawRetests(10, roll)).not.toEqual(drawRetests(9, roll))
  })
  it('draws every child alike', () => {
    const counts = new Map<number, number>()
    for (let task = 0; task < 2000; task++) for (const id of drawRetests(task, roll)) counts.set(id, (counts.get(id) ?? 0) + 1)
    // 2,000 draws of 3 in 42: 143 a child.
    expect(Math.min(...roll.map((id) => counts.get(id) ?? 0))).toBeGreaterThan(95)
    expect(Math.max(...counts.values())).toBeLessThan(195)
    expect(hashOf('9:1000')).toBe(hashOf('9:1000'))
  })
  it('adds one of an examiner who measured ten and of whom nobody was drawn', () => {
    const measured = roll.map((studentId, i) => ({ studentId, ctid: i % 2 }))
    const drawn = roll.filter((_, i) => i % 2 === 0).slice(0, 2)
    const added = retestsByExaminer(9, drawn, measured)
    expect(added).toHaveLength(1)
    expect(measured.find(({ studentId }) => studentId === added[0])?.ctid).toBe(1)
    expect(retestsByExaminer(9, drawn, measured.slice(0, 18))).toEqual([])
  })
  it.each([
    ['ucva', 5, 4.9, false],
    ['ucva', 5, 4.8, true],
    ['se', -1, -1.5, false],
    ['se', -1, -1.51, true],
    ['height', 140, 140.5, false],
    ['height', 140, 140.6, true],
    ['weight', 38.2, 38.3, false],
    ['weight', 38.2, 38.4, true],
  ] as const)('%s %s and %s: beyond tolerance %s', (what, first, second, beyond) => {
    expect(beyondTolerance(what, first, second)).toBe(beyond)
  })
  it('counts errors of all and of one examiner', () => {
    const pairs = [4.9, 4.6, 5].map((second, i) => ({ ctid: i % 2, what: 'ucva', first: 5, second }) as const)
    expect(errorRate(pairs)).toMatchObject({ errors: 1, total: 3 })
    expect(errorRate(pairs, 1)).toMatchObject({ errors: 1, total: 1 })
    expect(retestBias(pairs, 0)).toBeUndefined()
    const high = Array.from({ length: 12 }, (_, i) => ({ ctid: 3, what: 'ucva', first: 5, second: i % 4 ? 4.9 : 5 }) as const)
    expect(retestBias(high, 3)).toMatchObject({ found: true })
  })
})

describe('examiners', () => {
  it('end digits: heights all at 0 and 5 are a preference, spread ones are none', () => {
    const heights = Array.from({ length: 200 }, (_, i) => 120 + i / 10)
    expect(endDigits(heights).preferred).toBe(false)
    expect(endDigits(heights.map((h) => Math.round(h * 2) / 2)).preferred).toBe(true)
    expect(endDigits([120, 120.5]).preferred).toBe(false)
    expect(endDigits([]).chiSquare).toBe(0)
  })
  it('one who reads 0.08 high is found by the second day in a school of 2,000 (95 of 100)', () => {
    const found = Array.from({ length: 200 }, (_, seed) => shiftsOf(school(seed, 2000, 0.08)).find(({ by }) => by === 1)?.found)
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(190)
  })
  it('an honest one is accused in at most 5 of 100 schools', () => {
    const accused = Array.from({ length: 200 }, (_, seed) => shiftsOf(school(seed + 1000, 2000, 0)))
    const share = accused.flat().filter(({ found }) => found).length / accused.flat().length
    expect(share).toBeLessThanOrEqual(0.05)
  })
  it('nobody is compared with nobody', () => {
    const alone = Array.from({ length: 40 }, (_, i) => ({ by: 1, stratum: i % 2, value: 5 }))
    expect(shiftsOf(alone)).toMatchObject([{ difference: null, found: false, otherShare: null, share: 1 }])
  })
})
