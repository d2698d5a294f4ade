/** The table of development: what stands in a row, and what it is compared with. */
import { describe, expect, it } from 'vitest'
import { developmentOf } from './table.ts'
import { he2023 } from '../references/axial-length.ts'
import type { Curve } from '../shapes.ts'

const reasons = { notOd: null, notOs: null }
const pointAt = (id: number, day: string, age: number, od: number | null, os: number | null) => ({
  id,
  at: `${day} 09:00:00`,
  age,
  od,
  os,
  ...reasons,
})
const drops = { kind: 5 as const, cycloplegia: 2 as const }
const curve: Curve = {
  pid: 1,
  name: '沈知行',
  gender: 0,
  birth: '2018-01-01',
  parentsMyopic: 0,
  visual: [{ ...pointAt(1, '2026-01-01', 8, 4.8, 4.7), glassesType: 1 }],
  asked: [
    { at: '2026-01-01 10:00:00', parents: 2, outdoorHours: 1.5 },
    { at: '2026-02-01 10:00:00', parents: null, outdoorHours: null },
  ],
  se: [
    { ...pointAt(1, '2025-01-01', 7, -1, -1.25), ...drops },
    { ...pointAt(2, '2026-01-01', 8, -1.5, -1.75), ...drops },
    { ...pointAt(3, '2026-01-01', 8, -1.9, -2), kind: 4, cycloplegia: 0 },
  ],
  al: [pointAt(1, '2025-01-01', 7, 23.7, null), pointAt(2, '2026-01-01', 8, 24.07, 24.1), pointAt(3, '2026-02-01', 8.08, 24.1, 24.12)],
  height: [{ id: 1, at: '2026-01-01 09:00:00', age: 8, height: 130, weight: 27 }],
  trends: [
    { kind: 'bioMeter', of: 'k1', points: [{ ...pointAt(2, '2026-01-01', 8, 42.5, 42.5), value: null }] },
    { kind: 'bioMeter', of: 'k2', points: [{ ...pointAt(2, '2026-01-01', 8, 43.5, 43), value: null }] },
    { kind: 'pd', of: 'pdFar', points: [{ ...pointAt(2, '2026-01-01', 8, 29, 29.5), value: null }] },
  ],
}
describe('the table of development', () => {
  const rows = developmentOf(curve, he2023)
  it('has a row for each day, newest first, with everything measured on it', () => {
    expect(rows.map((row) => row.day)).toEqual(['2026-02-01', '2026-01-01', '2025-01-01'])
    expect(rows[1]).toMatchObject({
      age: 8,
      ucva: { od: 4.8 },
      se: { od: -1.5, os: -1.75 },
      cycloplegic: true,
      k: { od: 43, os: 42.75 },
      pd: 58.5,
      height: 130,
    })
    // The published row of boys of 8: 24.07 mm is the 75th percentile.
    expect(rows[1]!.ratio.od).toBeCloseTo(24.07 / (337.5 / 43), 9)
    expect(rows[1]!.place.od).toBeCloseTo(75, 1)
  })
  it('says a change a year since the last day far enough away, of an eye measured on both', () => {
    expect(rows[1]!.alYear.od).toBeCloseTo((0.37 / 365) * 365.25, 6)
    expect(rows[1]!.alYear.os).toBeNull()
    // A month later is compared with the year before, not with the month.
    expect(rows[0]!.alYear.od).toBeCloseTo((0.4 / 396) * 365.25, 6)
    expect(rows[0]!.alYear.os).toBeNull()
    expect(rows[1]!.seYear.od).toBeCloseTo((-0.5 / 365) * 365.25, 6)
    expect(rows[2]).toMatchObject({ alYear: { od: null, os: null }, seYear: { od: null } })
  })
  it('says what was known of the parents by then, the hours asked on the day, the glasses worn', () => {
    expect(rows.map(({ parents, outdoorHours, worn }) => [parents, outdoorHours, worn])).toEqual([
      [2, null, null],
      [2, 1.5, 1],
      [0, null, null],
    ])
  })
})
