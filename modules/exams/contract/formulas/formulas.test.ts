import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasShared, sharedText } from '../../../../tests/shared.ts'
import * as f from './formulas.ts'

const near = (a: number | null, b: number, digits = 3) => expect(a).toBeCloseTo(b, digits)

describe('refraction formulas', () => {
  it('spherical equivalent keeps its eighths', () => {
    for (const [sph, cyl, se] of [
      [-3, -1, -3.5],
      [1.25, -0.75, 0.875],
      [-0.25, -0.5, -0.5],
      [0, -0.25, -0.125],
      [-6.375, -0.625, -6.6875],
    ] as const)
      expect(f.sphericalEquivalent({ sph, cyl })).toBe(se)
  })
  it('transposition gives the published pairs and is its own inverse', () => {
    expect(f.transpose({ sph: -3, cyl: -1, axis: 180 })).toEqual({ sph: -4, cyl: 1, axis: 90 })
    expect(f.transpose({ sph: -2, cyl: 1.5, axis: 90 })).toEqual({ sph: -0.5, cyl: -1.5, axis: 180 })
    expect(f.transpose({ sph: 0, cyl: -2, axis: 95 })).toEqual({ sph: -2, cyl: 2, axis: 5 })
    expect(f.transpose({ sph: 2.5, cyl: -0.5, axis: 5 })).toEqual({ sph: 2, cyl: 0.5, axis: 95 })
    fc.assert(
      fc.property(
        fc.integer({ min: -80, max: 80 }),
        fc.integer({ min: -24, max: 24 }).filter((c) => c !== 0),
        fc.integer({ min: 1, max: 180 }),
        (s, c, axis) => {
          const p = { sph: s / 4, cyl: c / 4, axis }
          expect(f.transpose(f.transpose(p))).toEqual(p)
        },
      ),
    )
  })
  it('vertex distance: to the cornea and between distances', () => {
    for (const [F, out] of [
      [-15, -12.7119],
      [-10, -8.9286],
      [-6, -5.597],
      [-3.5, -3.3589],
      [8, 8.8496],
    ] as const)
      near(f.toCornea(F), out, 4)
    for (const [F, a, b, out] of [
      [-8, 14, 12, -7.874],
      [6, 14, 12, 6.0729],
      [-8, 12, 14, -8.1301],
      [10, 12, 14, 9.8039],
    ] as const)
      near(f.vertexChange(F, a, b), out)
    for (const [p, s, c] of [
      [{ sph: -6, cyl: -2, axis: 180 }, -5.597, -1.702],
      [{ sph: 5, cyl: -1.5, axis: 90 }, 5.319, -1.666],
      [{ sph: -3, cyl: -2.25, axis: 20 }, -2.896, -2.043],
    ] as const) {
      const out = f.toricToCornea(p)
      near(out.sph, s)
      near(out.cyl, c)
    }
  })
  it('power vectors go there and back', () => {
    const v = f.powerVector({ sph: 0.5, cyl: -2, axis: 160 })
    ;(near(v.M, -0.5), near(v.J0, 0.766), near(v.J45, -0.6428))
    fc.assert(
      fc.property(fc.integer({ min: -80, max: 80 }), fc.integer({ min: -24, max: -1 }), fc.integer({ min: 1, max: 180 }), (s, c, axis) => {
        const back = f.fromVector(f.powerVector({ sph: s / 4, cyl: c / 4, axis }))
        ;(near(back.sph, s / 4, 6), near(back.cyl, c / 4, 6))
        expect(back.axis).toBe(axis)
      }),
    )
  })
  it('refractions are averaged as vectors: 175° and 5° make 180°, not 90°', () => {
    const mean = f.meanRefraction([
      { sph: -2, cyl: -1, axis: 175 },
      { sph: -2, cyl: -1, axis: 5 },
    ])
    ;(near(mean.sph, -2.008), near(mean.cyl, -0.985))
    expect(mean.axis).toBe(180)
    expect(
      f.meanRefraction([
        { sph: -1, cyl: -1, axis: 180 },
        { sph: -1, cyl: -1, axis: 90 },
      ]),
    ).toEqual({ sph: -1.5, cyl: 0, axis: null })
  })
  it('meridian power, Prentice, prism, blanks, near PD, accommodation, AC/A, Sheard, ortho-k base curve', () => {
    ;(near(f.meridianPower({ sph: -3, cyl: -1, axis: 180 }, 90), -4),
      near(f.meridianPower({ sph: 2, cyl: -2, axis: 30 }, 90), 0.5),
      near(f.meridianPower({ sph: -4, cyl: -1, axis: 90 }, 180), -5))
    ;(near(f.prentice(-2.25, 4), 0.9), near(f.combinePrism(0.75, 2).angle, 69.4, 1), near(f.combinePrism(3, 4).prism, 5))
    expect(f.minimumBlank(59, 55, 17, 62)).toBe(71)
    near(f.nearPd(58, 330), 53.61, 2)
    expect(f.hofstetter(8)).toEqual({ min: 13, mean: 16.1, max: 21.8 })
    ;(near(f.acaCalculated(60, 0.4, -6, -2), 4.4), near(f.acaGradient(4, -2, 1), 6), near(f.sheard(10, 10), 3.33, 2))
    expect(f.sheard(6, 15)).toBe(0)
    ;(near(f.okBaseCurve(44.5, -4.5).bcD, 39.25), near(f.okBaseCurve(44.5, -4.5).bcMm, 8.6, 2))
  })
})

describe('eye formulas', () => {
  it('AL/CR, keratometry, pressure for thickness, OSDI, BMI, eccentricity, remote room', () => {
    ;(near(f.alCr(24, 42.5, 43.5).ratio, 3.058), near(f.keratometry(7.29), 46.3, 2), near(f.iopDresden(19.3, 557), 19.0, 1))
    expect([f.osdi(12, 12), f.osdi(6, 12), f.osdi(0, 0)]).toEqual([25, 12.5, null])
    ;(near(f.bmi(40, 145), 19.0, 1), near(f.eccentricity(0.6).p, 0.64), near(f.eccentricity(0.6).Q, -0.36))
    expect([5, 7, 10, 123, 100001].map(f.remoteRoom)).toEqual(['1012', '1492', '1024', '16615', '12400024'])
  })
  it('age at the exam counts birthdays by the calendar, leap days too', () => {
    expect(f.ageOn('2016-02-29', '2024-02-28')).toMatchObject({ years: 7, months: 95, halfYear: '7.5' })
    expect(f.ageOn('2016-02-29', '2024-02-29')).toMatchObject({ years: 8, months: 96, halfYear: '8.0' })
    expect(f.ageOn('2015-09-01', '2025-08-31')).toMatchObject({ years: 9, months: 119, halfYear: '9.5' })
    expect(f.ageOn('2018-03-31', '2025-09-30')).toMatchObject({ years: 7, months: 89, halfYear: '7.0' })
  })
  it('growth of the axial length; nothing is said of less than 60 days', () => {
    ;(near(f.alVelocity(23.5, '2024-09-01', 23.68, '2025-03-01'), 0.36, 2),
      near(f.alVelocity(23.2, '2025-02-01', 23.31, '2025-05-02'), 0.45, 2),
      near(f.alVelocity(25, '2024-06-01', 24.97, '2024-12-01'), -0.06, 2))
    expect(f.alVelocity(23, '2025-01-01', 23.1, '2025-02-20')).toBeNull()
  })
  it('axial-length percentiles: table points exactly, between them by line, outside by a sign', () => {
    ;(near(f.alPercentile(0, 8, 24.07) as number, 75, 1),
      near(f.alPercentile(0, 8.5, 23.9) as number, 61.4, 1),
      near(f.alPercentile(1, 12.25, 25) as number, 81.8, 1),
      near(f.alPercentile(1, 4, 22) as number, 65.3, 1))
    expect([f.alPercentile(0, 6, 21.5), f.alPercentile(0, 18, 27.9), f.alPercentile(0, 3.9, 22)]).toEqual(['<3', '>95', null])
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1 }),
        fc.double({ min: 4, max: 18, noNaN: true }),
        fc.integer({ min: 2100, max: 2700 }),
        (gender, age, al) => {
          const order = (p: number | '<3' | '>95' | null) => (p === '<3' ? -1 : p === '>95' ? 101 : p!)
          expect(order(f.alPercentile(gender, age, al / 100))).toBeLessThanOrEqual(order(f.alPercentile(gender, age, al / 100 + 0.05)))
        },
      ),
    )
  })
  it('five-grade, decimal, logMAR and letters agree on every line of the chart', () => {
    for (const [line, decimal] of Object.entries(f.DECIMAL_OF_LINE)) {
      expect(f.decimalOf(Number(line))).toBe(decimal)
      expect(f.fiveGradeOf(Number(decimal))).toBeCloseTo(Number(line), 9)
    }
    near(f.logMar(4.6), 0.4)
    expect(f.etdrsLetters(4.6)).toBe(65)
  })
  it.skipIf(!hasShared)('agrees with every vector of the reference file', () => {
    const v = JSON.parse(sharedText('domain/data/formula_vectors.json')) as Record<string, Array<Record<string, never>>>
    for (const x of v.sphericalEquivalent!) near(f.sphericalEquivalent(x as never), x.se!)
    for (const x of v.transpose!) expect(f.transpose(x as never)).toMatchObject(x.out!)
    for (const x of v.powerVector!) near(f.powerVector(x as never).J45, x.J45!)
    for (const x of v.meridianPower!) near(f.meridianPower(x as never, x.theta!), x.F!)
    for (const x of v.alcr!) near(f.alCr(x.al!, x.k1!, x.k2!).ratio, x.ratio!)
    for (const x of v.iopDresden!) near(f.iopDresden(x.iop!, x.cct!), x.out!, 1)
    for (const x of v.mbs!) expect(f.minimumBlank(x.ED!, x.A!, x.DBL!, x.pd!)).toBe(x.mbs)
    for (const x of v.nearPd!) near(f.nearPd(x.pd!, x.wd!), x.nearPd!, 2)
    for (const x of v.okBaseCurve!) near(f.okBaseCurve(x.flatK!, x.targetD!).bcMm, x.bcMm!, 2)
    for (const x of v.age!) expect(f.ageOn(x.birth!, x.on!)).toMatchObject({ years: x.years, months: x.months, halfYear: x.halfYear })
    for (const x of v.axialLengthPercentile!) {
      const p = f.alPercentile(String(x.sex) === 'male' ? 0 : 1, x.age!, x.al!)
      if (typeof p === 'number') near(p, x.percentile!, 1)
      else expect(p).toBe(x.percentile)
    }
    for (const x of v.alVelocity!) near(f.alVelocity(x.al1!, x.d1!, x.al2!, x.d2!), x.mmPerYear!, 2)
    for (const x of v.roomId!) expect(f.remoteRoom(x.ctid!)).toBe(x.room)
    for (const x of v.sheard!) near(f.sheard(x.phoria!, x.reserve!), x.prism!, 2)
  })
})
