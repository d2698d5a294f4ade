import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasShared, sharedText } from '../../../../tests/shared.ts'
import { creamEastAsia, creamEurope, he2023, tideman2018 } from './axial-length.ts'
import { chinaBmi, whoBmi } from './bmi.ts'
import { chinaHeight, whoHeight } from './height.ts'
import { referenceOf, references } from './index.ts'
import { percentOf, type Percentile, type Reference } from './reference.ts'

const every = Object.values(references).flat()
const rank = (place: Percentile) => (typeof place === 'number' ? place : place.startsWith('<') ? -1 : 101)

describe('references of growth', () => {
  it('each names publication, version, year, unit and formula, and is chosen by its id; the first where nobody chose', () => {
    expect(new Set(every.map((r) => r.id)).size).toBe(every.length)
    for (const r of every) {
      expect(r.source.length, r.id).toBeGreaterThan(20)
      expect([r.version, r.unit, r.label, r.formula].every(Boolean), r.id).toBe(true)
      expect(r.published, r.id).toBeGreaterThan(2000)
      expect(referenceOf(r.of, r.id)).toBe(r)
    }
    expect(referenceOf('al', 'nobody')).toBe(he2023)
    expect(referenceOf('height')).toBe(chinaHeight)
  })
  it('of every table of columns, each cell is exactly its percentile', () => {
    for (const r of [he2023, creamEastAsia, creamEurope, tideman2018, chinaHeight])
      for (const gender of [0, 1])
        for (let age = Math.ceil(r.ages[0]); age <= Math.floor(r.ages[1] - (r === chinaHeight ? 1 : 0)); age++)
          for (const [i, cell] of r.linesAt(gender, age)!.entries())
            expect(r.placeOf(gender, age, cell), `${r.id} ${gender} ${age}`).toBeCloseTo(r.shown[i]!, 6)
  })
  it.each([
    ['axial_length_chinese_he2023_4_18.csv', he2023, 30],
    ['axial_length_eastasian_creamkids2026_6_18.csv', creamEastAsia, 26],
    ['axial_length_europe_australia_creamkids2026_6_21.csv', creamEurope, 32],
    ['axial_length_european_tideman2018.csv', tideman2018, 6],
    ['cn_height_percentiles_7_17.csv', chinaHeight, 22],
  ] as const)('%s is carried over cell by cell', (file, r, rows) => {
    if (!hasShared) return expect(r.shown.length).toBeGreaterThan(0)
    const [head, ...lines] = sharedText(`domain/data/growth/${file}`).trim().split(/\r?\n/)
    expect(r.shown.map((p) => `p${p}`)).toEqual(
      head!
        .split(',')
        .slice(2)
        .map((name) => name.replace(/_mm$/, '')),
    )
    const within = lines.map((line) => line.split(',')).filter(([, age]) => Number(age) <= r.ages[1])
    expect(within).toHaveLength(rows)
    for (const [sex, age, ...cells] of within) expect(r.linesAt(sex === 'male' ? 0 : 1, Number(age))).toEqual(cells.map(Number))
  })
  it('WHO: the median of every month is P50, and the published scores come out', () => {
    for (const r of [whoHeight, whoBmi])
      for (const gender of [0, 1])
        for (let month = Math.ceil(r.ages[0] * 12); month <= r.ages[1] * 12; month++)
          expect(r.placeOf(gender, month / 12, r.linesAt(gender, month / 12)![3]!), `${r.id} ${month}`).toBeCloseTo(50, 3)
    const one = (place: Percentile | null) => (typeof place === 'number' ? Math.round(place * 10) / 10 : place)
    expect([
      one(whoHeight.placeOf(0, 8, 130)),
      one(whoHeight.placeOf(1, 10, 138)),
      one(whoBmi.placeOf(0, 8, 16)),
      one(whoBmi.placeOf(1, 12, 22)),
    ]).toEqual([68.6, 46, 56.8, 90.9])
    expect([whoHeight.placeOf(0, 8, 90), whoHeight.placeOf(0, 8, 200), whoHeight.placeOf(0, 25, 170), whoBmi.placeOf(0, 3, 16)]).toEqual([
      '<0.1',
      '>99.9',
      null,
      null,
    ])
  })
  it.skipIf(!hasShared)('WHO coefficients are those of the tables, month by month', () => {
    for (const [file, r] of [
      ['hfawho2007.txt', whoHeight],
      ['bfawho2007.txt', whoBmi],
    ] as const) {
      const rows = sharedText(`domain/data/growth/who2007/${file}`)
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split('\t').map(Number))
      for (const [sex, month, , median] of rows)
        if (r === whoBmi || month! > 60) expect(r.linesAt(sex! - 1, month! / 12)![3]).toBeCloseTo(median!, 4)
    }
  })
  it('a normal distribution: half below 0, 97.5 % below 1.96, and its mirror', () => {
    expect([percentOf(0), percentOf(1.959964), percentOf(-1.959964)].map((p) => Math.round(p * 1000) / 1000)).toEqual([50, 97.5, 2.5])
  })
  it('a greater value never stands lower, and no line crosses the next one', () => {
    const drawn = fc.record({
      r: fc.constantFrom<Reference>(...every.filter((r) => r !== chinaBmi)),
      gender: fc.constantFrom(0, 1),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      at: fc.double({ min: 0.7, max: 1.4, noNaN: true }),
      more: fc.double({ min: 0, max: 0.2, noNaN: true }),
    })
    fc.assert(
      fc.property(drawn, ({ r, gender, share, at: position, more }) => {
        const age = r.ages[0] + share * (r.ages[1] - r.ages[0])
        const lines = r.linesAt(gender, age)
        if (!lines) return
        expect([...lines].sort((a, b) => a - b)).toEqual(lines)
        const value = lines[3]! * position
        const [low, high] = [r.placeOf(gender, age, value), r.placeOf(gender, age, value * (1 + more))]
        expect(rank(low!)).toBeLessThanOrEqual(rank(high!) + 1e-9)
      }),
    )
  })
  it('Chinese limits of the body mass index are words: the limit itself is overweight, and thin is said too', () => {
    const words = (values: readonly number[], gender = 0, age = 10) => values.map((v) => chinaBmi.wordOf!(gender, age, v))
    expect(words([19.1, 19.2, 21.8, 21.9])).toEqual(['正常', '超重', '超重', '肥胖'])
    expect(words([13.2, 13.3, 13.4, 13.5], 0, 6.3)).toEqual(['中重度消瘦', '轻度消瘦', '轻度消瘦', '正常'])
    expect(chinaBmi.wordOf!(1, 5.9, 16)).toBeUndefined()
    expect(chinaBmi.placeOf(0, 10, 19)).toBeNull()
  })
})
