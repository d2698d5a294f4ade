import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as f from './formulas.ts'

const quarters = (from: number, to: number) => fc.integer({ min: from * 4, max: to * 4 }).map((q) => q / 4)
const lens = fc.record({ sph: quarters(-20, 15), cyl: quarters(-6, 6).filter((c) => c !== 0), axis: fc.integer({ min: 1, max: 180 }) })
const toward = (a: number, b: number) => expect(a).toBeCloseTo(b, 9)

describe('properties of the formulas', () => {
  it('a lens and its transposition have the same power in every meridian, the same vector and the same equivalent', () => {
    fc.assert(
      fc.property(lens, fc.integer({ min: 0, max: 180 }), (p, theta) => {
        const t = f.transpose(p)
        toward(f.meridianPower(t, theta), f.meridianPower(p, theta))
        toward(f.sphericalEquivalent(t), f.sphericalEquivalent(p))
        const [a, b] = [f.powerVector(p), f.powerVector(t)]
        ;(toward(a.J0, b.J0), toward(a.J45, b.J45))
        expect(t.axis).toBeGreaterThanOrEqual(1)
        expect(t.axis).toBeLessThanOrEqual(180)
        expect(f.minusForm(p).cyl).toBeLessThanOrEqual(0)
      }),
    )
  })
  it('there and back again between two vertex distances is the same power', () => {
    fc.assert(
      fc.property(
        quarters(-25, 20),
        fc.integer({ min: 0, max: 16 }),
        fc.integer({ min: 0, max: 16 }),
        (power, from, to) => void toward(f.vertexChange(f.vertexChange(power, from, to), to, from), power),
      ),
    )
  })
  it('a mean of equal readings is that reading, and the order of readings does not matter', () => {
    fc.assert(
      fc.property(lens, lens, lens, (a, b, c) => {
        const same = f.meanRefraction([a, a, a])
        const minus = f.minusForm(a)
        ;(toward(same.sph, minus.sph), toward(same.cyl, minus.cyl))
        expect(same.axis).toBe(minus.axis)
        const [x, y] = [f.meanRefraction([a, b, c]), f.meanRefraction([c, a, b])]
        ;(toward(x.sph, y.sph), toward(x.cyl, y.cyl))
      }),
    )
    expect(() => f.meanRefraction([])).toThrow(RangeError)
  })
  it('axes of means are whole degrees from 1 to 180, on the half degree too', () => {
    fc.assert(
      fc.property(fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true }), (J0, J45) => {
        const { axis } = f.fromVector({ M: 0, J0, J45 })
        expect(axis === null || (Number.isInteger(axis) && axis >= 1 && axis <= 180)).toBe(true)
      }),
    )
    const half = (degrees: number) =>
      f.fromVector({ M: 0, J0: Math.cos((degrees * Math.PI) / 90), J45: Math.sin((degrees * Math.PI) / 90) }).axis
    expect([half(0.4), half(0.6), half(-0.6), half(179.6), half(90)]).toEqual([180, 1, 179, 180, 90])
  })
  it('rounding at output is half up by the digits a reader sees, the same for both signs', () => {
    expect([f.round(1.005, 2), f.round(-1.005, 2), f.round(2.675, 2), f.round(-0.004, 2), f.round(0.125, 2)]).toEqual([
      1.01, -1.01, 2.68, 0, 0.13,
    ])
    expect([f.toStep(-5.597), f.toStep(8.8496), f.toStep(-3.3589), f.toStep(-0.1), f.toStep(-6.3, 0.5)]).toEqual([
      -5.5, 8.75, -3.25, 0, -6.5,
    ])
    expect([
      f.needsVertex({ sph: -3.75, cyl: -0.25 }),
      f.needsVertex({ sph: -3.75, cyl: 0 }),
      f.needsVertex({ sph: 4, cyl: -0.5 }),
    ]).toEqual([true, false, true])
  })
  it('prism of a decentred lens grows with power and with distance', () => {
    fc.assert(
      fc.property(quarters(-20, 20), fc.integer({ min: 0, max: 20 }), (power, mm) => {
        expect(f.prentice(power, mm)).toBeLessThanOrEqual(f.prentice(power, mm + 1))
        toward(f.prentice(power, mm), f.prentice(-power, mm))
      }),
    )
  })
  it('an age never goes back, and months and years agree', () => {
    const day = (i: number) => new Date(Date.UTC(2008, 0, 1) + i * 86_400_000).toISOString().slice(0, 10)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 6000 }), (birth, later) => {
        const [a, b] = [f.ageOn(day(birth), day(birth + later))!, f.ageOn(day(birth), day(birth + later + 1))!]
        expect(b.months).toBeGreaterThanOrEqual(a.months)
        expect(a.years).toBe(Math.floor(a.months / 12))
        expect(Math.abs(a.decimal - a.months / 12)).toBeLessThan(0.1)
      }),
    )
  })
  it('growth is refused below 60 days, exactly', () => {
    expect(f.alVelocity(23, '2025-01-01', 23.1, '2025-03-01')).toBeNull()
    expect(f.alVelocity(23, '2025-01-01', 23.1, '2025-03-02')).toBeCloseTo((0.1 / 60) * 365.25, 9)
    expect(f.alVelocity(23, '2025-03-02', 23.1, '2025-01-01')).toBeNull()
  })
  it('no percentile is said outside of the table or of nonsense', () => {
    expect([f.alPercentile(0, 18.01, 25), f.alPercentile(1, Number.NaN, 25), f.alPercentile(1, 8, Number.NaN)]).toEqual([null, null, null])
    expect([f.alPercentile(1, 8, 21.56), f.alPercentile(1, 8, 24.28)]).toEqual([3, 95])
  })
})
