import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as c from './checks.ts'
import { askExaminer } from './findings.ts'
import { alSlip, slips } from './slip.ts'

const TODAY = '2026-11-21'
const codes = (findings: c.Finding[]) => findings.map((f) => f.code)
const examAt = (examTime: string, values: Record<string, unknown>): c.Earlier => ({ examTime, values })
const day = (before: number) => new Date(Date.parse(TODAY) - before * 86_400_000).toISOString().slice(0, 10)
const child = { birth: '2016-03-10' }

describe('a value further from the former one than an instrument errs and an eye grows', () => {
  it('is asked about as a slip, with the former value and its day, and nothing is made of the difference', () => {
    const found = c.bioFindings({ alOd: 34.45, alOs: 24.3 }, TODAY, examAt('2025-11-21', { alOd: 24.1, alOs: 24.1 }), child)
    expect(found.filter((f) => f.field === 'alOd' && f.code !== 'al-eyes')).toEqual([
      {
        ...askExaminer,
        field: 'alOd',
        code: 'slip-alOd',
        was: 24.1,
        sentence: '右眼眼轴 34.45 mm 打错了吗？2025-11-21 为 24.10 mm，相差 +10.35',
      },
    ])
    expect(found.map((f) => f.sentence).join()).not.toContain('mm/年')
  })
  it('what can be growth is called growth, and never both', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1800, max: 3000 }),
        fc.integer({ min: -300, max: 1200 }),
        fc.integer({ min: 0, max: 1500 }),
        (previous, by, days) => {
          const [before, now] = [previous / 100, (previous + by) / 100]
          const all = codes(c.bioFindings({ alOd: now }, TODAY, examAt(day(days), { alOd: before }), child))
          const slip = alSlip(before, day(days), now, TODAY, child.birth)
          expect(all.includes('slip-alOd')).toBe(slip)
          if (slip) expect(all).not.toEqual(expect.arrayContaining([expect.stringMatching(/^al-(fast|shrink)/)]))
          expect(slip).toBe(by / 100 > 0.2 + days / 365.25 + 1e-9 || -by / 100 > 0.2 + (0.2 * days) / 365.25 + 1e-9)
        },
      ),
    )
  })
  it('no measure is asked about at its limit; each is 0.01 beyond it, on the same day', () => {
    const errs = { al: 0.2, vt: 0.4, k1: 3, k2: 3, acd: 0.4, lt: 0.4, wtw: 0.6, cct: 60, pd: 2 }
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.entries(errs)),
        fc.constantFrom('Od', 'Os'),
        fc.integer({ min: 200, max: 50_000 }),
        (limit, eye, n) => {
          const [field, before] = [limit[0] + eye, n / 100]
          const codesOf = (by: number) =>
            codes(slips({ [field]: Math.round((before + by) * 100) / 100 }, TODAY, examAt(TODAY, { [field]: before }), child.birth))
          expect([codesOf(limit[1]), codesOf(-limit[1]), codesOf(limit[1] + 0.01), codesOf(-limit[1] - 0.01)]).toEqual([
            [],
            [],
            [`slip-${field}`],
            [`slip-${field}`],
          ])
        },
      ),
    )
  })
  it('an infant’s eye grows faster, a child taller; the same of somebody of unknown age is asked about', () => {
    const infant = { birth: '2025-11-01' }
    expect(codes(c.bioFindings({ alOd: 20.4 }, TODAY, examAt('2026-05-21', { alOd: 18.5 }), infant))).not.toContain('slip-alOd')
    expect(codes(c.bioFindings({ alOd: 20.4 }, TODAY, examAt('2026-05-21', { alOd: 18.5 })))).toContain('slip-alOd')
    expect(codes(c.heightFindings({ height: 150 }, TODAY, examAt('2025-11-21', { height: 138 }), child))).toEqual([])
    expect(codes(c.heightFindings({ height: 183 }, TODAY, examAt('2025-11-21', { height: 138 }), child))).toEqual(['slip-height'])
  })
  it('of a refraction is asked by its equivalent instead of as a change within the year', () => {
    const codesOf = (dsOd: number, days: number) => codes(c.refractionFindings({ dsOd }, TODAY, examAt(day(days), { dsOd: -2 })))
    expect([codesOf(-3.25, 200), codesOf(-12, 200), codesOf(-4.25, 100), codesOf(-4.75, 500)]).toEqual([
      ['jump-Od'],
      ['slip-dsOd'],
      ['slip-dsOd'],
      [],
    ])
    expect(c.refractionFindings({ dsOd: -12 }, TODAY, examAt('2026-05-21', { dsOd: -2 }))[0]!.sentence).toBe(
      '右眼度数 −12.00 打错了吗？2026-05-21 为 −2.00，等效球镜相差 −10.00 D',
    )
  })
})

describe('what else is asked about as a slip', () => {
  it('an axis turned by more than 30° at cylinders of 0.50 D or more, however it is written', () => {
    const codesOf = (values: object, former: object) =>
      codes(c.refractionFindings({ ...values }, TODAY, examAt('2026-05-21', { ...former })))
    const before = { dsOd: -2, dcOd: -1, axOd: 170 }
    expect(codesOf({ dsOd: -2, dcOd: -0.75, axOd: 20 }, before)).toEqual([])
    expect(codesOf({ dsOd: -2, dcOd: -0.75, axOd: 21 }, before)).toEqual(['axis-turned-Od'])
    expect(codesOf({ dsOd: -2, dcOd: -0.25, axOd: 80 }, before)).toEqual([])
    expect(codesOf({ dsOd: -3, dcOd: 1, axOd: 80 }, before)).toEqual([])
    expect(codesOf({ dsOd: -3, dcOd: 1, axOd: 125 }, before)).toEqual(['axis-turned-Od'])
  })
  it('a best corrected acuity two lines or more below the former one', () => {
    const codesOf = (va: number) => codes(c.refractionFindings({ dsOd: -2, vaOd: va }, TODAY, examAt('2026-05-21', { dsOd: -2, vaOd: 5 })))
    expect([codesOf(4.9), codesOf(4.8)]).toEqual([[], ['fell-vaOd']])
    expect(codes(c.visualFindings({ bcvaOs: 4.7 }, TODAY, examAt('2026-05-21', { bcvaOs: 4.9 })))).toEqual(['fell-bcvaOs'])
  })
  it('an addition for a child; not a grown-up’s, and not again the same', () => {
    const codesOf = (birth: string, last?: c.Earlier) =>
      codes(c.refractionFindings({ dsOd: -2, addOd: 1.5, cycloplegia: 1 }, TODAY, last, { birth }))
    expect([codesOf('2016-03-10'), codesOf('2008-11-21'), codesOf('2016-03-10', examAt('2026-05-21', { dsOd: -2, addOd: 1.5 }))]).toEqual([
      ['add-child-Od'],
      [],
      [],
    ])
  })
  it('a child’s first refraction for glasses without cycloplegia, up to 12 years', () => {
    const codesOf = (values: object, birth = '2016-03-10', last?: c.Earlier) =>
      codes(c.refractionFindings({ dsOd: -2, ...values }, TODAY, last, { birth }))
    expect(codesOf({ kind: 4 })).toEqual(['no-cycloplegia'])
    expect(codesOf({ kind: 4, cycloplegia: 0 })).toEqual(['no-cycloplegia'])
    for (const quiet of [
      codesOf({ kind: 4, cycloplegia: 2 }),
      codesOf({ kind: 2 }),
      codesOf({ kind: 4 }, '2013-11-21'),
      codesOf({ kind: 4 }, undefined, examAt('2026-01-01', { dsOd: -2 })),
    ])
      expect(quiet).toEqual([])
  })
  it('a child’s best corrected acuity below what its age should reach', () => {
    const codesOf = (bcvaOd: number, birth: string) => codes(c.visualFindings({ bcvaOd }, TODAY, undefined, { birth }))
    expect([
      codesOf(4.7, '2022-11-21'),
      codesOf(4.6, '2022-11-21'),
      codesOf(4.9, '2018-11-21'),
      codesOf(4.8, '2018-11-21'),
      codesOf(4.5, '1980-01-01'),
    ]).toEqual([[], ['amblyopia-Od'], [], ['amblyopia-Od'], []])
  })
})
