import { describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { adherenceOf, amblyopiaFloor, lineOf, projectionOf, slopeOf, verdictOf, type MeasuredPoint } from './verdict.ts'

const every = (values: readonly number[], from = '2026-05-01'): MeasuredPoint[] =>
  values.map((value, i) => ({ day: addDays(from, i * 28), value }))
/** A small pseudo-random source, the same on every machine. */
const noise = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
}

describe('where a trend leads', () => {
  it('goes on from the last measurement within the interval of the slope, and says when the goal is reached', () => {
    const rising = every([4.3, 4.4, 4.5, 4.55, 4.7, 4.8])
    const ahead = projectionOf('bcva', rising, 4.9)
    expect(ahead?.points.map((p) => p.day)).toEqual([0, 28, 56].map((days) => addDays('2026-09-18', days)))
    for (const { value, low, high } of ahead?.points ?? []) {
      expect(low).toBeLessThanOrEqual(value)
      expect(high).toBeGreaterThanOrEqual(value)
    }
    // A tenth of a line in about 28 days.
    expect(ahead?.goalOn).toBe('2026-10-17')
    expect(projectionOf('npc', every([12, 11, 10, 9, 8.5, 8]), 6)?.goalOn).not.toBe(null)
  })
  it('says no day where it does not rise, is too far away, or too few were measured', () => {
    expect(projectionOf('bcva', every([4.6, 4.7, 4.6, 4.7, 4.6, 4.7]), 4.9)?.goalOn).toBe(null)
    expect(projectionOf('bcva', every([4.3, 4.31, 4.32, 4.33, 4.34, 4.35]), 5.3)?.goalOn).toBe(null)
    expect(projectionOf('bcva', every([4.3, 4.4]), 4.9)).toBe(undefined)
  })
  it('stays on the chart', () => {
    expect(projectionOf('bcva', every([4.8, 4.9, 5, 5.1, 5.2, 5.3]), undefined)?.points.at(-1)?.value).toBe(5.3)
  })
})

describe('the verdict of a plan', () => {
  it('is improving when the whole 95 % interval of the slope lies on the good side of zero', () => {
    expect(verdictOf('bcva', every([4.4, 4.5, 4.6, 4.7, 4.7, 4.8]), 90)).toBe('improving')
    expect(verdictOf('npc', every([12, 11, 10, 9, 8.5, 8]), 90)).toBe('improving')
    expect(verdictOf('stereo', every([400, 300, 200, 150, 100, 60]), 90)).toBe('improving')
  })
  it('is flat when the interval holds zero, or the measure gets worse', () => {
    expect(verdictOf('stereo', every([200, 200, 150, 200, 200, 200]), 90)).toBe('flat')
    expect(verdictOf('facility', every([6, 6.5, 6, 6.5, 6, 6.5]), 90)).toBe('flat')
    expect(verdictOf('bcva', every([4.8, 4.7, 4.6, 4.5, 4.4, 4.3]), 90)).toBe('flat')
  })
  it('is absent below 60 % adherence whatever was measured; 60 % itself is judged', () => {
    const better = every([4.4, 4.5, 4.6, 4.7, 4.7, 4.8])
    expect([59, 60, 61, null].map((adherence) => verdictOf('bcva', better, adherence))).toEqual([
      'absent',
      'improving',
      'improving',
      'improving',
    ])
  })
  it('is not told from fewer than six measurements, and reads the last six', () => {
    expect(verdictOf('bcva', every([4.4, 4.5, 4.6, 4.7, 4.8]), 90)).toBe('few')
    expect(verdictOf('bcva', every([4, 4.2, 4.4, 4.6, 4.8, 4.8, 4.8, 4.8, 4.8, 4.8]), 90)).toBe('flat')
    expect(slopeOf('bcva', every([4.4, 4.5, 4.6, 4.7, 4.8, 4.9]))?.perMonth).toBeCloseTo(0.1, 6)
    expect(
      slopeOf(
        'bcva',
        Array.from({ length: 6 }, () => ({ day: '2026-05-01', value: 4.5 })),
      ),
    ).toBeUndefined()
  })
  it('classifies simulated logs as they were made', () => {
    const label = (gain: number, adherence: number, seed: number) => {
      const random = noise(seed)
      return verdictOf('bcva', every(Array.from({ length: 6 }, (_, i) => 4.4 + gain * i + random() * 0.04)), adherence)
    }
    const seeds = Array.from({ length: 200 }, (_, i) => i + 1)
    expect(seeds.filter((s) => label(0.08, 85, s) === 'improving').length).toBe(200)
    expect(seeds.filter((s) => label(0.08, 40, s) === 'absent').length).toBe(200)
    // The interval is one of 95 %: of those without effect no more than one in twenty is called better.
    expect(seeds.filter((s) => label(0, 85, s) === 'flat').length).toBeGreaterThanOrEqual(190)
  })
})

describe('figures beside it', () => {
  it('adherence is trained of planned, and none where nothing was planned', () => {
    expect([adherenceOf(12, 10), adherenceOf(0, 0), adherenceOf(5, 3)]).toEqual([83, null, 60])
  })
  it('floors of amblyopia are 0.5 from 3 and 0.7 from 6 years', () => {
    expect([2, 3, 5, 6, 12].map(amblyopiaFloor)).toEqual([undefined, 0.5, 0.5, 0.7, 0.7])
    expect([0.5, 0.7, 1].map(lineOf)).toEqual([4.7, 4.8, 5])
  })
})
