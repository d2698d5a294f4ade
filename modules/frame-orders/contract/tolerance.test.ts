import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisApart, judge, judgeEye, toleranceSetOn, type LensValues } from './tolerance.ts'

const set = toleranceSetOn('2025-01-01')
const lens = (ds: number, dc = 0, ax: number | null = null): LensValues => ({ ds, dc, ax })
const bad = (rx: LensValues, read: LensValues) => judgeEye('od', rx, read, 'single', set).filter((i) => !i.ok).map((i) => i.what)

describe('judgement of lensmeter readings', () => {
  it('agrees with the published vectors', () => {
    expect(bad(lens(-3, -1, 90), lens(-3.06, -1, 89))).toEqual([])
    expect(bad(lens(-3, -1, 90), lens(-3.15, -1, 90))).toEqual(['第一主子午线', '第二主子午线'])
    expect(bad(lens(-8, -2.5, 90), lens(-8.05, -2.4, 92))).toEqual([])
    expect(bad(lens(-8, -2.5, 90), lens(-8.05, -2.4, 94))).toEqual(['轴位'])
    expect(bad(lens(-2, -0.5, 178), lens(-2, -0.5, 5))).toEqual([])
    expect(bad(lens(-2, -0.5, 178), lens(-2, -0.62, 178))).toEqual(['柱镜'])
    expect(bad(lens(0), lens(0.1, -0.09, 33))).toEqual([])
    expect(bad(lens(-12.5), lens(-12.72))).toEqual([])
    expect(bad(lens(2, -3, 10), lens(2.05, -3.1, 12))).toEqual([])
    expect(bad(lens(-2.25, -0.75, 180), lens(-2.25, -0.75, 6))).toEqual([])
  })
  it('every limit holds on the line and fails 0.01 beyond it', () => {
    for (const [ds, tolerance] of [[-2, 0.09], [-4, 0.12], [-10, 0.12], [-15, 0.18]] as const) {
      expect(bad(lens(ds), lens(ds, -tolerance, 90))).not.toContain('柱镜')
      expect(bad(lens(ds), lens(ds, -tolerance - 0.01, 90))).toContain('柱镜')
    }
    for (const [ds, a] of [[-3, 0.12], [-9, 0.12], [-9.25, 0.18], [-12.25, 0.25], [-20.25, 0.37]] as const) {
      expect(bad(lens(ds), lens(ds + a))).toEqual([])
      expect(bad(lens(ds), lens(ds + a + 0.01))).not.toEqual([])
    }
    for (const [dc, deg] of [[-0.25, 9], [-0.5, 9], [-0.75, 6], [-1.5, 4], [-2.5, 3], [-2.75, 2]] as const) {
      expect(bad(lens(-1, dc, 90), lens(-1, dc, 90 + deg))).toEqual([])
      expect(bad(lens(-1, dc, 90), lens(-1, dc, 90 + deg + 1))).toEqual(['轴位'])
    }
  })
  it('a reading in the other cylinder form is judged the same', () => {
    fc.assert(fc.property(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -16, max: -1 }), fc.integer({ min: 1, max: 180 }), fc.integer({ min: -30, max: 30 }), fc.integer({ min: -12, max: 12 }), (s, c, ax, off, turn) => {
      const rx = lens(s / 4, c / 4, ax)
      const read = lens(s / 4 + off / 100, c / 4, ((ax + turn - 1 + 180) % 180) + 1)
      const other = lens(read.ds + read.dc, -read.dc, ((read.ax! + 90 - 1) % 180) + 1)
      expect(bad(rx, other)).toEqual(bad(rx, read))
    }))
  })
  it('optical centres: ±3 mm (mono 1.5) at 4.00 D, ±2 mm (mono 1.0) at 4.25 D', () => {
    const verdict = (power: number, pd: number) => judge({ rx: { od: { ...lens(power), pd: 31 }, os: { ...lens(power), pd: 31 } }, measured: { od: { ...lens(power), pd }, os: { ...lens(power), pd: 31 } }, design: 'single', date: '2026-01-01' }).verdict
    expect([verdict(-4, 32.5), verdict(-4, 32.6), verdict(-4.25, 32), verdict(-4.25, 32.1)]).toEqual(['pass', 'fail', 'pass', 'fail'])
  })
  it('the set is that of the day and is stamped on the judgement', () => {
    expect(toleranceSetOn('2026-02-28').id).toBe('GB13511-2011')
    expect(toleranceSetOn('2026-03-01').id).toBe('GB/T13511-2025')
    const same = { od: lens(-1), os: lens(-1) }
    expect(judge({ rx: same, measured: same, design: 'single', date: '2026-11-21' })).toMatchObject({ setId: 'GB/T13511-2025', verdict: 'pass' })
  })
  it('axes are measured around the circle', () => {
    expect([axisApart(178, 5), axisApart(1, 180), axisApart(90, 0)]).toEqual([7, 1, 90])
  })
})
