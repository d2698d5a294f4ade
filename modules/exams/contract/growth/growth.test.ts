import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparable } from './equivalent.ts'
import { excludedOf } from './excluded.ts'
import { intervalsOf } from './rates.ts'
import { paceOf, rateBetween } from './growth.ts'

const refraction = (moment: string, kind: 2 | 3 | 4 | 5 | 6, cycloplegia: 0 | 1 | 2 | null = null) => ({ at: moment, kind, cycloplegia })

describe('the line of the spherical equivalent', () => {
  it('is of one state: that measured on more days, under cycloplegia where both were on as many', () => {
    const points = [
      refraction('2025-01-05 09:00:00', 4),
      refraction('2025-01-05 09:40:00', 5),
      refraction('2025-07-01 09:00:00', 4, 2),
      refraction('2026-01-05 09:00:00', 2, 0),
    ]
    expect(comparable(points)).toEqual({ cycloplegic: true, standing: ['sameDay', 'line', 'line', 'apart'] })
    expect(comparable([...points, refraction('2026-07-05 09:00:00', 4)])).toEqual({
      cycloplegic: false,
      standing: ['line', 'sameDay', 'apart', 'line', 'line'],
    })
  })
  it('is one refraction a day: the subjective one, else the most comparable, the later of two alike', () => {
    const points = [
      refraction('2026-01-05 09:00:00', 2),
      refraction('2026-01-05 09:20:00', 4),
      refraction('2026-01-05 09:40:00', 5),
      refraction('2026-06-01 09:00:00', 3),
      refraction('2026-06-01 09:10:00', 2),
      refraction('2026-10-11 09:00:00', 4),
      refraction('2026-10-11 15:00:00', 4),
    ]
    expect(comparable(points).standing.flatMap((s, i) => (s === 'line' ? [i] : []))).toEqual([1, 3, 6])
  })
  it('never holds two of one day, nor two states, and forgets no point', () => {
    const point = fc.record({
      day: fc.integer({ min: 1, max: 9 }),
      kind: fc.constantFrom<2 | 3 | 4 | 5 | 6>(2, 3, 4, 5, 6),
      cycloplegia: fc.constantFrom<0 | 1 | null>(0, 1, null),
    })
    fc.assert(
      fc.property(fc.array(point, { maxLength: 20 }), (drawn) => {
        const points = drawn.map(({ day, kind, cycloplegia }) => refraction(`2026-01-0${day} 09:00:00`, kind, cycloplegia))
        const { standing, cycloplegic } = comparable(points)
        expect(standing).toHaveLength(points.length)
        const line = points.filter((_, i) => standing[i] === 'line')
        expect(new Set(line.map((p) => p.at)).size).toBe(line.length)
        for (const p of line) expect(p.kind === 5 || (p.cycloplegia ?? 0) > 0).toBe(cycloplegic)
        if (points.length > 0) expect(line.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('points left out of a curve', () => {
  const al = (id: number, time: string, od: number | null, os: number | null) => ({
    id,
    at: `${time} 09:00:00`,
    age: null,
    od,
    os,
    notOd: null,
    notOs: od === null || os !== null ? null : '不配合',
  })
  const se = (id: number, moment: string, kind: 2 | 4 | 5, od: number | null, os: number | null) => ({
    ...al(id, moment, od, os),
    kind,
    cycloplegia: null,
  })
  it('are listed with why: a wrong date, an eye not measured, a doubted length, another state, a less comparable one of the day', () => {
    const excluded = excludedOf({
      birth: '2015-03-01',
      al: [al(1, '1990-01-01', 23, 23), al(2, '2025-01-05', 23.5, null), al(3, '2026-01-05', 33.5, 23.4)],
      se: [
        se(4, '2025-01-05', 2, -1, -1),
        se(5, '2025-01-05', 4, -1, -1),
        se(6, '2025-06-05', 4, -1.5, null),
        se(7, '2026-01-05', 5, -1, -1),
      ],
    })
    expect(excluded.filter((e) => e.word).map(({ id, eye, word }) => [id, eye, word])).toEqual([
      [6, 'os', '不配合'],
      [2, 'os', '不配合'],
    ])
    expect(excluded.map(({ id, measure, eye, why }) => [id, measure, eye, why])).toEqual([
      [3, '眼轴', 'od', '与上次相差过大，请先核对；画出，不计年增长'],
      [7, '等效球镜', undefined, '散瞳，与小瞳的连线不混'],
      [6, '等效球镜', 'os', '该眼未测'],
      [2, '眼轴', 'os', '该眼未测'],
      [4, '等效球镜', undefined, '同一天另有更可比的验光'],
      [1, '眼轴', undefined, '日期早于出生或在将来'],
    ])
  })
})

describe('change a year', () => {
  it('is said from 60 days on, and not before', () => {
    const from = { at: '2026-01-01 09:00:00', value: 23 }
    expect(rateBetween(from, { at: '2026-03-01 09:00:00', value: 23.1 })).toBeUndefined()
    expect(rateBetween(from, { at: '2026-03-02 09:00:00', value: 23.1 })).toMatchObject({ days: 60, perYear: expect.closeTo(0.60875, 5) })
  })
  it('reaches from each measurement to the next one far enough away; one between them is passed over, not lost for the next', () => {
    const pointAt = (day: string, od: number | null, os: number | null) => ({ at: `${day} 09:00:00`, od, os })
    const intervals = intervalsOf([
      pointAt('2025-01-01', 23, 23),
      pointAt('2025-12-20', 23.3, null),
      pointAt('2026-01-01', 23.25, 23.2),
      pointAt('2026-07-01', 23.4, 23.3),
    ])
    expect(intervals.map(({ from, to, days }) => [from.slice(0, 10), to.slice(0, 10), days])).toEqual([
      ['2026-01-01', '2026-07-01', 181],
      ['2025-01-01', '2026-01-01', 365],
    ])
    expect(intervals[1]).toMatchObject({ od: expect.closeTo(0.2502, 3), os: expect.closeTo(0.2001, 3) })
    expect(intervalsOf([pointAt('2026-07-01', 23, null), pointAt('2026-12-01', null, 23)])[0]).toMatchObject({ od: null, os: null })
  })
  it('of a constant slope is that slope, whatever the days', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 12 }),
        (slope, gaps) => {
          let days = 0
          const points = gaps.map((gap) => {
            days += gap
            const value = 23 + (slope * days) / 365.25
            return { at: new Date(Date.parse('2016-01-01') + days * 86_400_000).toISOString().slice(0, 10), od: value, os: null }
          })
          for (const one of intervalsOf(points)) {
            expect(one.days).toBeGreaterThanOrEqual(60)
            expect(one.od).toBeCloseTo(slope, 6)
          }
        },
      ),
    )
  })
  it('is faster than usual only beyond what the instrument errs over those days', () => {
    expect([paceOf(0.3, 0.22, 365), paceOf(0.28, 0.22, 365), paceOf(0.6, 0.22, 60), paceOf(0.1, 0.22, 365)]).toEqual([
      'faster',
      'usual',
      'usual',
      'slower',
    ])
  })
})
