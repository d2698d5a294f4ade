import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as c from './checks.ts'
import { askExaminer } from './findings.ts'

const pd = (v: object) => c.pdFindings({ ...v }, '2026-11-21')
const sight = (v: object, last?: c.Earlier, of?: c.CheckedMember) => c.visualFindings({ ...v }, '2026-11-21', last, of)
const height = (v: object, last?: c.Earlier) => c.heightFindings({ ...v }, '2026-11-21', last)
const codes = (findings: c.Finding[], level?: string) => findings.filter((f) => !level || f.level === level).map((f) => f.code)

describe('checks of an exam', () => {
  it('a cylinder without an axis is stopped, in words at the field', () => {
    expect(c.powerFindings({ dsOs: -2.75, dcOs: -1 })).toContainEqual(
      expect.objectContaining({ level: 'block', field: 'axOs', sentence: '左眼有柱镜时必须填写轴位' }),
    )
    expect(codes(c.powerFindings({ dsOs: -2.75, dcOs: -1, axOs: 5 }))).toEqual([])
    expect(codes(c.powerFindings({ dsOs: -2.75, dcOs: 0 }))).toEqual([])
  })
  it('a power off the quarter grid is asked about, unless a device gave it', () => {
    expect(codes(c.powerFindings({ dsOd: -3.3 }))).toEqual(['quarter-dsOd'])
    expect(codes(c.powerFindings({ dsOd: -3.3 }, { fine: true }))).toEqual([])
  })
  it('a prism without a base is stopped', () => {
    expect(codes(c.powerFindings({ dsOd: 0, prismOd: 2 }), 'block')).toEqual(['base-missing-Od'])
  })
  it('values that fit the other eye are asked about; values that do not, are not', () => {
    const last = { examTime: '2026-05-01', values: { dsOd: -4, dsOs: -1 } }
    expect(codes(c.refractionFindings({ dsOd: -1.25, dsOs: -4.25 }, '2026-11-01', last))).toContain('swap')
    expect(codes(c.refractionFindings({ dsOd: -4.25, dsOs: -1.25 }, '2026-11-01', last))).toEqual([])
  })
  it('the swap detector finds exchanged eyes and is quiet on straight ones (1,000 visits of each)', () => {
    let seed = 7
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
    let [caught, alarms, apart] = [0, 0, 0]
    for (let i = 0; apart < 1000; i++) {
      const before = [-6 * random(), -6 * random()]
      const shared = 1.5 * random()
      const now = before.map((s) => s - shared + (random() - 0.5) * 0.75)
      if (c.swapped(now, before, 1)) alarms++
      if (Math.abs(before[0]! - before[1]!) < 1) continue
      apart++
      if (c.swapped([now[1], now[0]], before, 1)) caught++
    }
    expect(alarms).toBe(0)
    expect(caught / apart).toBeGreaterThanOrEqual(0.99)
  })
  it('a year of growth in both eyes hides no exchange', () => {
    expect(c.swapped([-5, -2.25], [-4, -1.25], 1)).toBe(false)
    expect(c.swapped([-2.5, -5.25], [-4, -1.25], 1)).toBe(true)
    expect(c.swapped([-3, null], [-4, -1.25], 1)).toBe(false)
  })
  it('eyes of one equivalent are told apart by their cylinders', () => {
    const last = { examTime: '2026-05-01', values: { dsOd: -3, dcOd: -2.5, axOd: 180, dsOs: -4.25, dcOs: 0 } }
    expect(codes(c.refractionFindings({ dsOd: -4.25, dcOd: 0, dsOs: -3, dcOs: -2.5, axOs: 180 }, '2026-11-01', last))).toEqual(['swap'])
    expect(
      codes(c.refractionFindings({ dsOd: -3.25, dcOd: -2.25, axOd: 175, dsOs: -4.5, dcOs: -0.25, axOs: 170 }, '2026-11-01', last)),
    ).toEqual([])
  })
  it('a transposed refraction is no change of the eye', () => {
    const last = { examTime: '2026-05-01', values: { dsOd: -3, dcOd: -2, axOd: 180, dsOs: -1, dcOs: -1, axOs: 5 } }
    expect(codes(c.refractionFindings({ dsOd: -5, dcOd: 2, axOd: 90, dsOs: -2, dcOs: 1, axOs: 95 }, '2026-11-01', last))).toEqual([])
  })
  it('+3.00 after −3.00 is asked as a sign, with the former value, at any interval', () => {
    const last = { examTime: '2024-05-01', values: { dsOd: -3, dsOs: -3 } }
    expect(c.refractionFindings({ dsOd: -3.25, dsOs: 3 }, '2026-11-01', last)).toEqual([
      { ...askExaminer, field: 'dsOs', code: 'sign-Os', was: -3, sentence: '左眼球镜 +3.00 与 2024-05-01 的 −3.00 正负号相反' },
    ])
    expect(
      codes(c.refractionFindings({ dsOd: 0.25, dsOs: -3 }, '2026-11-01', { examTime: '2024-05-01', values: { dsOd: -0.25, dsOs: -3 } })),
    ).toEqual([])
  })
  it('a change of 1.00 D is asked within a year, not after; 0.99 D is not', () => {
    const last = { examTime: '2025-11-21 09:00:00', values: { dsOd: -2 } }
    expect(codes(c.refractionFindings({ dsOd: -3 }, '2026-11-20', last))).toEqual(['jump-Od'])
    expect(codes(c.refractionFindings({ dsOd: -2.99 }, '2026-11-20', last, { fine: true }))).toEqual([])
    expect(codes(c.refractionFindings({ dsOd: -3 }, '2026-11-21', last))).toEqual([])
  })
  it('one plus and one minus cylinder, or an axis of a lens without one, are asked about', () => {
    expect(codes(c.powerFindings({ dsOd: -3, dcOd: -1, axOd: 180, dsOs: -4, dcOs: 1, axOs: 90 }))).toEqual(['cylinder-signs'])
    expect(codes(c.powerFindings({ dsOd: -3, axOd: 180 }))).toEqual(['axis-alone-Od'])
    expect(codes(c.powerFindings({ dcOd: -1, axOd: 180 }), 'block')).toEqual(['sphere-missing-Od'])
    expect(codes(c.powerFindings({}))).toEqual([])
  })
  it('the halves of the PD make the whole', () => {
    expect(codes(pd({ pdFar: 62, pdFarOd: 31.5, pdFarOs: 33 }), 'block')).toEqual(['pd-sum'])
    expect(codes(pd({ pdFar: 62, pdFarOd: 31.5, pdFarOs: 30.5, pdNear: 58 }))).toEqual([])
  })
  it('fast growth, shrinking, swapped K and parts that do not add up are said', () => {
    const last = { examTime: '2025-11-21', values: { alOd: 23.5, alOs: 23.6 } }
    expect(codes(c.bioFindings({ alOd: 24, alOs: 23.4, k1Od: 44, k2Od: 43 }, '2026-11-21', last))).toEqual(
      expect.arrayContaining(['al-fast-Od', 'al-shrink-Os', 'k-order-Od', 'al-eyes']),
    )
    expect(codes(c.bioFindings({ alOd: 23.9, acdOd: 3.5, ltOd: 3.4, vtOd: 15.5 }, '2026-11-21'))).toEqual(['al-parts-Od'])
  })
  it('two lines between the eyes and corrected below uncorrected are asked about', () => {
    expect(codes(sight({ ucvaOd: 4.8, bcvaOd: 4.7, bcvaOs: 5.0 }))).toEqual(['below-ucva-Od', 'two-lines'])
  })
  it('no finding stands on its limit; every one stands 0.01 beyond it', () => {
    const quiet = (findings: c.Finding[]) => expect(codes(findings)).toEqual([])
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 3000 }), (al) => {
        quiet(c.bioFindings({ alOd: al / 100, alOs: (al + 50) / 100 }, '2026-11-21'))
        expect(codes(c.bioFindings({ alOd: al / 100, alOs: (al + 51) / 100 }, '2026-11-21'))).toEqual(['al-eyes'])
        const last = { examTime: '2026-05-21', values: { alOd: al / 100 } }
        quiet(c.bioFindings({ alOd: (al - 10) / 100 }, '2026-11-21', last))
        expect(codes(c.bioFindings({ alOd: (al - 11) / 100 }, '2026-11-21', last))).toEqual(['al-shrink-Od'])
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 3500 }), fc.integer({ min: -300, max: 300 }), (od, apart) => {
        const [a, b] = [od / 100, (od + apart) / 100]
        quiet(pd({ pdFar: (2 * od + apart + 100) / 100, pdFarOd: a, pdFarOs: b }))
        expect(codes(pd({ pdFar: (2 * od + apart - 101) / 100, pdFarOd: a, pdFarOs: b }), 'block')).toEqual(['pd-sum'])
      }),
    )
    expect([pd({ pdFarOd: 30.1, pdFarOs: 33.1 }), pd({ pdFarOd: 30.1, pdFarOs: 33.2 })].map((f) => codes(f))).toEqual([[], ['pd-side']])
    expect([c.iopFindings({ iopOd: 15.1, iopOs: 20.1 }), c.iopFindings({ iopOd: 15.1, iopOs: 20.2 })].map((f) => codes(f))).toEqual([
      [],
      ['iop-eyes'],
    ])
    const taller = { examTime: '2026-05-21', values: { height: 140.3 } }
    expect([height({ height: 139.3 }, taller), height({ height: 139.2 }, taller)].map((f) => codes(f))).toEqual([[], ['height-fell']])
  })
  it('near PD as wide as far PD is asked about', () => {
    expect([62, 61.5].map((pdNear) => codes(pd({ pdFar: 62, pdNear })))).toEqual([['pd-near'], []])
  })
  it('growth is called fast above 0.3 mm a year, from 0.10 mm and 60 days on', () => {
    const codesOf = (mm: number, day: string) =>
      codes(c.bioFindings({ alOd: 23.5 + mm }, day, { examTime: '2025-11-21', values: { alOd: 23.5 } }))
    expect([codesOf(0.3, '2026-11-21'), codesOf(0.31, '2026-11-21'), codesOf(0.2, '2026-01-10'), codesOf(0.09, '2026-02-20')]).toEqual([
      [],
      ['al-fast-Od'],
      [],
      [],
    ])
  })
  it('the parts of an eye add up with and without the cornea counted apart', () => {
    const codesOf = (al: number) => codes(c.bioFindings({ alOd: al, cctOd: 540, acdOd: 3.2, ltOd: 3.6, vtOd: 16.5 }, '2026-11-21'))
    expect([codesOf(23.3), codesOf(23.84), codesOf(23.5), codesOf(23.05), codesOf(24.1)]).toEqual([
      [],
      [],
      [],
      ['al-parts-Od'],
      ['al-parts-Od'],
    ])
  })
  it('flat and steep meridian stand at a right angle where the cornea is not round', () => {
    const codesOf = (k2Od: number, k2AxisOd: number) => codes(c.bioFindings({ k1Od: 43, k1AxisOd: 5, k2Od, k2AxisOd }, '2026-11-21'))
    expect([codesOf(44.5, 95), codesOf(44.5, 105), codesOf(44.5, 85), codesOf(44.5, 106), codesOf(44.5, 40), codesOf(43.2, 40)]).toEqual([
      [],
      [],
      [],
      ['k-axes-Od'],
      ['k-axes-Od'],
      [],
    ])
  })
  it('eyes exchanged in biometry are asked about when their lengths tell them apart', () => {
    const last = { examTime: '2026-05-21', values: { alOd: 25.1, alOs: 24.2 } }
    expect(codes(c.bioFindings({ alOd: 24.3, alOs: 25.2 }, '2026-11-21', last))).toContain('swap')
    expect(codes(c.bioFindings({ alOd: 25.2, alOs: 24.3 }, '2026-11-21', last))).not.toContain('swap')
  })
  it('uncorrected acuity two lines down is asked, one line is not; a code and a line exclude each other', () => {
    const last = { examTime: '2026-05-21', values: { ucvaOd: 4.9, ucvaOs: 4.9 } }
    expect(codes(sight({ ucvaOd: 4.7, ucvaOs: 4.8 }, last))).toEqual(['drop-Od'])
    expect(codes(sight({ ucvaOd: 4.7, ucvaCodeOd: 'CF' }), 'block')).toEqual(['code-and-line-Od'])
    expect(codes(sight({ bcvaOd: 5, bcvaOs: 4.8 }))).toEqual(['two-lines'])
    expect(codes(sight({ bcvaOd: 5, bcvaOs: 4.9 }))).toEqual([])
  })
  it('what a clean visit says is nothing, and no check fails on holes', () => {
    const holes = fc.dictionary(
      fc.constantFrom(
        'dsOd',
        'dsOs',
        'dcOd',
        'dcOs',
        'axOd',
        'alOd',
        'alOs',
        'k1Od',
        'k2Od',
        'ucvaOd',
        'bcvaOd',
        'pdFar',
        'pdFarOd',
        'pdFarOs',
        'iopOd',
        'iopOs',
        'height',
      ),
      fc.oneof(fc.constant(null), fc.constant(undefined), fc.integer({ min: -5, max: 60 })),
    )
    fc.assert(
      fc.property(holes, holes, (values, former) => {
        const last = { examTime: '2026-01-01', values: former }
        const all = [
          ...c.refractionFindings(values, '2026-11-21', last),
          ...sight(values, last),
          ...pd(values),
          ...c.bioFindings(values, '2026-11-21', last),
          ...c.iopFindings(values),
          ...height(values, last),
        ]
        for (const finding of all) expect(finding.sentence).not.toMatch(/NaN|null|undefined/)
      }),
    )
  })
})
