import { describe, expect, it } from 'vitest'
import { hasShared, sharedText } from '../../../../tests/shared.ts'
import * as f from './formulas.ts'

type Vector = Record<string, number | string | null | undefined>
const n = (v: Vector, key: string): number => v[key] as number
const power = (v: Vector): f.Power => ({ sph: n(v, 'sph'), cyl: n(v, 'cyl'), axis: (v.axis ?? null) as number | null })
const shown = (p: f.Power, decimals: number) => ({ sph: f.round(p.sph, decimals), cyl: f.round(p.cyl, decimals), axis: p.axis })

/** Every group of the reference file: what the formula says of its vector, in the digits of the vector. */
const groups: Readonly<Record<string, (v: Vector) => unknown>> = {
  sphericalEquivalent: (v) => ({ se: f.sphericalEquivalent(power(v)) }),
  transpose: (v) => ({ out: f.transpose(power(v)) }),
  vertexToCornea12mm: (v) => ({ Fc: f.round(f.toCornea(n(v, 'F')), 4), rounded025: f.toStep(f.toCornea(n(v, 'F'))) }),
  vertexChange: (v) => ({ out: f.round(f.vertexChange(n(v, 'F'), n(v, 'fromMm'), n(v, 'toMm')), 4) }),
  toricToCornea12mm: (v) => ({ out: shown(f.toricToCornea(power(v)), 3) }),
  powerVector: (v) => {
    const { M, J0, J45 } = f.powerVector(power(v))
    return { M: f.round(M, 4), J0: f.round(J0, 4), J45: f.round(J45, 4) }
  },
  refractionMean: (v) => ({
    out: shown(
      f.meanRefraction((v.readings as unknown as number[][]).map(([sph, cyl, axis]) => ({ sph: sph!, cyl: cyl!, axis: axis! }))),
      3,
    ),
  }),
  prentice: (v) => ({ prism: f.round(f.prentice(n(v, 'F'), n(v, 'mm')), 3) }),
  meridianPower: (v) => ({ F: f.round(f.meridianPower(power(v), n(v, 'theta')), 4) }),
  prismCombine: (v) => {
    const { prism, angle } = f.combinePrism(n(v, 'h'), n(v, 'v'))
    return { prism: f.round(prism, 3), angle: f.round(angle, 1) }
  },
  hofstetter: (v) => Object.fromEntries(Object.entries(f.hofstetter(n(v, 'age'))).map(([k, x]) => [k, f.round(x, 4)])),
  acaCalculated: (v) => ({ aca: f.round(f.acaCalculated(n(v, 'pdMm'), n(v, 'distM'), n(v, 'nearPhoria'), n(v, 'farPhoria')), 2) }),
  acaGradient: (v) => ({ aca: f.acaGradient(n(v, 'phoriaBase'), n(v, 'phoriaLens'), n(v, 'lensD')) }),
  alcr: (v) => {
    const { cr, ratio } = f.alCr(n(v, 'al'), n(v, 'k1'), n(v, 'k2'))
    return { cr: f.round(cr, 4), ratio: f.round(ratio, 3) }
  },
  keratometry: (v) => ({ D: f.round(f.keratometry(n(v, 'radiusMm')), 2) }),
  iopDresden: (v) => ({ out: f.round(f.iopDresden(n(v, 'iop'), n(v, 'cct')), 1) }),
  mbs: (v) => ({ mbs: f.minimumBlank(n(v, 'ED'), n(v, 'A'), n(v, 'DBL'), n(v, 'pd')) }),
  nearPd: (v) => {
    const near = f.nearPd(n(v, 'pd'), n(v, 'wd'))
    return { nearPd: f.round(near, 2), insetPerEye: f.round((n(v, 'pd') - near) / 2, 2) }
  },
  okBaseCurve: (v) => {
    const { bcD, bcMm } = f.okBaseCurve(n(v, 'flatK'), n(v, 'targetD'), n(v, 'jessen'))
    return { bcD, bcMm: f.round(bcMm, 2) }
  },
  osdi: (v) => ({ osdi: f.osdi(n(v, 'sum'), n(v, 'answered')) }),
  bmi: (v) => ({ bmi: f.round(f.bmi(n(v, 'kg'), n(v, 'cm')), 1) }),
  eccentricity: (v) => {
    const { p, Q } = f.eccentricity(n(v, 'e'))
    return { p: f.round(p, 4), Q: f.round(Q, 4) }
  },
  age: (v) => {
    const a = f.ageOn(v.birth as string, v.on as string)!
    return { ...a, decimal: f.round(a.decimal, 2) }
  },
  axialLengthPercentile: (v) => {
    const p = f.alPercentile(v.sex === 'male' ? 0 : 1, n(v, 'age'), n(v, 'al'))
    return { percentile: typeof p === 'number' ? f.round(p, 1) : p }
  },
  alVelocity: (v) => ({ mmPerYear: f.round(f.alVelocity(n(v, 'al1'), v.d1 as string, n(v, 'al2'), v.d2 as string)!, 2) }),
  va: (v) => ({ decimal: f.decimalOf(n(v, 'fiveGrade')), logmar: f.round(f.logMar(n(v, 'fiveGrade')), 1) }),
  roomId: (v) => ({ room: f.remoteRoom(n(v, 'ctid')) }),
  sheard: (v) => ({ prism: f.round(f.sheard(n(v, 'phoria'), n(v, 'reserve')), 2) }),
}
// Barcodes of goods are not a formula of the eye: their vectors are read where barcodes are.
const elsewhere = new Set(['gs1'])

/** The published vectors themselves, so that the product is tested without the reference file. */
const published: Readonly<Record<string, Vector[]>> = {
  sphericalEquivalent: [
    [-3, -1, -3.5],
    [1.25, -0.75, 0.875],
    [-0.25, -0.5, -0.5],
    [2, 1.5, 2.75],
    [0, -0.25, -0.125],
    [-6.375, -0.625, -6.6875],
  ].map(([sph, cyl, se]) => ({ sph, cyl, se })),
  vertexToCornea12mm: [
    [-15, -12.7119],
    [-10, -8.9286],
    [-6, -5.597],
    [-4, -3.8168],
    [-3.5, -3.3589],
    [5, 5.3191],
    [8, 8.8496],
  ].map(([F, Fc]) => ({ F, Fc })),
  vertexChange: [
    [-8, 14, 12, -7.874],
    [-4, 14, 12, -3.9683],
    [6, 14, 12, 6.0729],
    [-8, 12, 14, -8.1301],
    [10, 12, 14, 9.8039],
  ].map(([F, fromMm, toMm, out]) => ({ F, fromMm, toMm, out })),
  powerVector: [
    [-3, -1, 180, -3.5, 0.5, 0],
    [-3, -1, 90, -3.5, -0.5, 0],
    [-2, -1.5, 45, -2.75, 0, 0.75],
    [1, -0.5, 30, 0.75, 0.125, 0.2165],
    [0.5, -2, 160, -0.5, 0.766, -0.6428],
  ].map(([sph, cyl, axis, M, J0, J45]) => ({ sph, cyl, axis, M, J0, J45 })),
  meridianPower: [
    [-3, -1, 180, 90, -4],
    [-3, -1, 180, 180, -3],
    [-3, -1, 45, 180, -3.5],
    [2, -2, 30, 90, 0.5],
    [-4, -1, 90, 180, -5],
  ].map(([sph, cyl, axis, theta, F]) => ({ sph, cyl, axis, theta, F })),
  prentice: [
    [4, 3, 1.2],
    [6, 2.5, 1.5],
    [2.25, 4, 0.9],
    [5, 1, 0.5],
    [-8, 0.5, 0.4],
  ].map(([F, mm, prism]) => ({ F, mm, prism })),
  prismCombine: [
    [3, 4, 5, 53.1],
    [2, 1, 2.236, 26.6],
    [0.75, 2, 2.136, 69.4],
    [1, 1, f.round(Math.SQRT2, 3), 45],
    [0, 1.5, 1.5, 90],
  ].map(([h, v, prism, angle]) => ({ h, v, prism, angle })),
  hofstetter: [
    [8, 13, 16.1, 21.8],
    [12, 12, 14.9, 20.2],
    [20, 10, 12.5, 17],
    [40, 5, 6.5, 9],
    [50, 2.5, 3.5, 5],
  ].map(([age, min, mean, max]) => ({ age, min, mean, max })),
  acaCalculated: [
    [60, 0.4, -6, -2, 4.4],
    [62, 0.4, -3, -1, 5.4],
    [64, 0.4, 4, 0, 8],
    [58, 0.33, -10, -2, 3.16],
    [60, 0.4, 0, 0, 6],
  ].map(([pdMm, distM, nearPhoria, farPhoria, aca]) => ({ pdMm, distM, nearPhoria, farPhoria, aca })),
  acaGradient: [
    [-6, -2, -1, 4],
    [-3, 1, -1, 4],
    [4, -2, 1, 6],
    [-8, -3, -1, 5],
    [2, 10, -2, 4],
  ].map(([phoriaBase, phoriaLens, lensD, aca]) => ({ phoriaBase, phoriaLens, lensD, aca })),
  sheard: [
    [10, 10, 3.33],
    [6, 15, 0],
    [8, 4, 4],
    [12, 9, 5],
    [5, 5, 1.67],
  ].map(([phoria, reserve, prism]) => ({ phoria, reserve, prism })),
  // Dresden values reproduce readings of a tonometer with pachymeter.
  iopDresden: [
    [19.3, 557, 19],
    [28.3, 560, 27.9],
    [12.7, 559, 12.3],
    [16, 550, 16],
    [21, 600, 18.9],
    [14, 500, 16.1],
  ].map(([iop, cct, out]) => ({ iop, cct, out })),
  keratometry: [
    [7.8, 43.27],
    [7.5, 45],
    [8, 42.19],
    [8.48, 39.8],
    [7.29, 46.3],
  ].map(([radiusMm, D]) => ({ radiusMm, D })),
  alcr: [
    [24, 42.5, 43.5, 3.058],
    [22.5, 43, 44, 2.9],
    [26.1, 44, 45.5, 3.461],
    [23.2, 41.25, 42, 2.861],
    [25, 43.25, 43.25, 3.204],
  ].map(([al, k1, k2, ratio]) => ({ al, k1, k2, ratio })),
  mbs: [
    [52, 18, 64, 55, 63],
    [50, 16, 60, 52, 60],
    [55, 17, 62, 59, 71],
    [48, 20, 58, 50, 62],
    [54, 18, 72, 57, 59],
  ].map(([A, DBL, pd, ED, mbs]) => ({ A, DBL, pd, ED, mbs })),
  nearPd: [
    [64, 400, 59.95],
    [60, 400, 56.21],
    [58, 330, 53.61],
    [70, 400, 65.57],
    [66, 250, 59.57],
  ].map(([pd, wd, nearPd]) => ({ pd, wd, nearPd })),
  okBaseCurve: [
    [43, -3, 39.25, 8.6],
    [42.25, -1.5, 40, 8.44],
    [44.5, -4.5, 39.25, 8.6],
    [41, -2, 38.25, 8.82],
    [43.75, -5, 38, 8.88],
  ].map(([flatK, targetD, bcD, bcMm]) => ({ flatK, targetD, jessen: 0.75, bcD, bcMm })),
  eccentricity: [
    [0.3, 0.91, -0.09],
    [0.5, 0.75, -0.25],
    [0.6, 0.64, -0.36],
    [0.45, 0.7975, -0.2025],
    [0, 1, 0],
  ].map(([e, p, Q]) => ({ e, p, Q })),
  osdi: [
    [12, 12, 25],
    [20, 10, 50],
    [6, 12, 12.5],
    [33, 11, 75],
    [0, 12, 0],
  ].map(([sum, answered, osdi]) => ({ sum, answered, osdi })),
  bmi: [
    [25, 125, 16],
    [40, 145, 19],
    [18.5, 110, 15.3],
    [62.3, 168, 22.1],
    [30, 130, 17.8],
  ].map(([kg, cm, bmi]) => ({ kg, cm, bmi })),
  age: (
    [
      ['2016-02-29', '2024-02-28', 7, 95, '7.5'],
      ['2016-02-29', '2024-02-29', 8, 96, '8.0'],
      ['2016-02-29', '2025-02-28', 8, 107, '8.5'],
      ['2015-09-01', '2025-08-31', 9, 119, '9.5'],
      ['2015-09-01', '2025-09-01', 10, 120, '10.0'],
      ['2018-03-31', '2025-09-30', 7, 89, '7.0'],
    ] as const
  ).map(([birth, on, years, months, halfYear]) => ({ birth, on, years, months, halfYear })),
  axialLengthPercentile: (
    [
      ['male', 8, 24.07, 75],
      ['male', 8.5, 23.9, 61.4],
      ['female', 10, 23.51, 50],
      ['female', 12.25, 25, 81.8],
      ['male', 6, 21.5, '<3'],
      ['male', 18, 27.9, '>95'],
      ['female', 4, 22, 65.3],
    ] as const
  ).map(([sex, age, al, percentile]) => ({ sex, age, al, percentile })),
  alVelocity: (
    [
      [23.5, '2024-09-01', 23.68, '2025-03-01', 0.36],
      [24.1, '2024-01-10', 24.32, '2025-01-09', 0.22],
      [22.8, '2025-01-01', 22.8, '2025-07-01', 0],
      [25, '2024-06-01', 24.97, '2024-12-01', -0.06],
      [23.2, '2025-02-01', 23.31, '2025-05-02', 0.45],
    ] as const
  ).map(([al1, d1, al2, d2, mmPerYear]) => ({ al1, d1, al2, d2, mmPerYear })),
  roomId: (
    [
      [5, '1012'],
      [7, '1492'],
      [10, '1024'],
      [123, '16615'],
      [100001, '12400024'],
    ] as const
  ).map(([ctid, room]) => ({ ctid, room })),
}

describe('published vectors', () => {
  it.each(Object.entries(published))('%s gives every published value, in the digits it was published with', (group, vectors) => {
    for (const vector of vectors) expect(vector).toMatchObject(common(groups[group]!(vector), vector))
  })
  it('toric lenses at the cornea and means of readings', () => {
    const toric = [
      [-6, -2, 180, -5.597, -1.702],
      [-4.5, -1.25, 10, -4.269, -1.109],
      [5, -1.5, 90, 5.319, -1.666],
      [-8, -0.75, 175, -7.299, -0.619],
      [-3, -2.25, 20, -2.896, -2.043],
    ] as const
    for (const [sph, cyl, axis, s, c] of toric) expect(shown(f.toricToCornea({ sph, cyl, axis }), 3)).toEqual({ sph: s, cyl: c, axis })
    const mean = f.meanRefraction([
      { sph: -3, cyl: -0.5, axis: 90 },
      { sph: -3, cyl: -0.75, axis: 94 },
      { sph: -3.25, cyl: -0.5, axis: 86 },
    ])
    expect(shown(mean, 3)).toEqual({ sph: -3.085, cyl: -0.579, axis: 91 })
  })
  it('LMS z-scores of the WHO 2007 growth reference', () => {
    // L, M, S of the WHO tables for boys of 96 months: height and BMI.
    expect(f.round(f.lmsZ(130, { L: 1, M: 127.2651, S: 0.04438 }), 4)).toBe(0.4842)
    expect(f.round(f.lmsZ(16, { L: -1.4629, M: 15.7368, S: 0.09526 }), 4)).toBe(0.172)
    expect(f.lmsZ(20, { L: 0, M: 16, S: 0.1 })).toBeCloseTo(Math.log(1.25) / 0.1, 9)
  })
  it.skipIf(!hasShared)('agrees with every group of the reference file; no group is left out', () => {
    const file = JSON.parse(sharedText('domain/data/formula_vectors.json')) as Record<string, Vector[]>
    expect(Object.keys(file).filter((g) => !groups[g] && !elsewhere.has(g))).toEqual([])
    for (const [group, vectors] of Object.entries(file)) {
      if (elsewhere.has(group)) continue
      for (const vector of vectors) expect(vector, group).toMatchObject(common(groups[group]!(vector), vector))
    }
  })
  it.skipIf(!hasShared)('z-scores agree with the WHO tables of height at ages 61 to 228 months', () => {
    const [head, ...lines] = sharedText('domain/data/growth/who2007/hfawho2007.txt')
      .trim()
      .split(/\r?\n/)
      .map((l) => l.trim().split(/\s+/))
    const referenceAt = (sex: string, month: string) => {
      const row = lines.find((l) => l[head!.indexOf('sex')] === sex && l[head!.indexOf('age')] === month)!
      return { L: Number(row[head!.indexOf('l')]), M: Number(row[head!.indexOf('m')]), S: Number(row[head!.indexOf('s')]) }
    }
    expect(
      [f.lmsZ(130, referenceAt('1', '96')), f.lmsZ(138, referenceAt('2', '120')), f.lmsZ(169, referenceAt('1', '180'))].map((z) =>
        f.round(z, 4),
      ),
    ).toEqual([0.4842, -0.0995, 0.0054])
  })
  it.skipIf(!hasShared)('the axial-length table is the reference file, cell by cell', () => {
    const [, ...lines] = sharedText('domain/data/growth/axial_length_chinese_he2023_4_18.csv').trim().split(/\r?\n/)
    expect(lines).toHaveLength(30)
    for (const line of lines) {
      const [sex, age, ...cells] = line.split(',')
      expect(
        f.percentilesAt(sex === 'male' ? 0 : 1, Number(age))!.map((mm) => f.round(mm, 2)),
        line,
      ).toEqual(cells.map(Number))
    }
  })
})
/** What the formula says, of the facts that the vector states. */
function common(answer: unknown, vector: Vector): object {
  const facts = Object.entries(answer as object).filter(([key]) => key in vector)
  expect(facts.length).toBeGreaterThan(0)
  return Object.fromEntries(facts)
}
