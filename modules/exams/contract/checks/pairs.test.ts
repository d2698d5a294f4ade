import { describe, expect, it } from 'vitest'
import { kindOf } from '../kinds/index.ts'
import { allergicDrops, otherDrops, underDrops } from './cycloplegia.ts'
import { growsFast } from '../formulas/formulas.ts'
import type { ExamKind } from '../kinds/index.ts'

const DAY = '2026-11-21 10:00:00'
/** Codes a kind asks or blocks for, beside those of its own example. */
const codes = (kind: ExamKind, values: Record<string, unknown>): string[] =>
  kindOf(kind)!
    .checks(values, DAY, undefined, {})
    .map((finding) => finding.code)

describe('acuity beside acuity', () => {
  it.each([
    [{ ucvaOd: 5, cvaOd: 4.9 }, 'below-ucva-cvaOd'],
    [{ ucvaOd: 5, bcvaOd: 4.9 }, 'below-ucva-Od'],
    [{ cvaOs: 5, bcvaOs: 4.9 }, 'below-cva-bcvaOs'],
    [{ ucvaOu: 5, cvaOu: 4.9 }, 'below-ucva-cvaOu'],
    [{ ucvaOu: 5, bcvaOu: 4.8 }, 'below-ucva-bcvaOu'],
    [{ ucvaOd: 4.6, ucvaOs: 4.8, ucvaOu: 4.7 }, 'both-below-ucva'],
    [{ cvaOd: 4.9, cvaOs: 4.9, cvaOu: 4.8 }, 'both-below-cva'],
    [{ bcvaOd: 5, bcvaOu: 4.9 }, 'both-below-bcva'],
  ])('%o is asked about: %s', (values, code) => expect(codes('visual', values)).toContain(code))
  it('equal ones are not', () => {
    expect(
      codes('visual', { ucvaOd: 4.8, cvaOd: 4.8, bcvaOd: 4.8, ucvaOs: 4.8, cvaOs: 4.8, bcvaOs: 4.8, ucvaOu: 4.8, cvaOu: 4.8, bcvaOu: 4.8 }),
    ).toEqual([])
  })
})

describe('one value without the other', () => {
  it('a base without its prism is asked about in a refraction', () => {
    expect(codes('refraction', { kind: 4, dsOd: -1, baseOd: 'IN' })).toContain('prism-missing-Od')
    expect(codes('refraction', { kind: 4, dsOd: -1, prismOd: 1, baseOd: 'IN' })).not.toContain('prism-missing-Od')
  })
  it('an axis of a K that was not measured is asked about in both exams that have one', () => {
    for (const kind of ['bioMeter', 'cornea'] as const) expect(codes(kind, { k2AxisOs: 90 })).toContain('axis-alone-k2Os')
  })
  it('a higher eye without an amount, and an amount without a direction, are asked about', () => {
    expect(codes('vision', { verticalEye: 'OD' })).toContain('vertical-amount')
    expect(codes('vision', { coverFarPrism: 4 })).toContain('cover-coverFar')
    expect(codes('vision', { coverNearPrism: 4, coverNear: 0 })).toContain('cover-coverNear')
    expect(codes('vision', { ampOd: 10, ampOs: 10, ampOu: 8 })).toContain('both-below-amp')
  })
  it('a thinnest point above the centre is asked about', () =>
    expect(codes('cornea', { cctOd: 530, thinnestOd: 540 })).toContain('thinnest-Od'))
})

describe('distances and bodies', () => {
  it.each([
    [{ pdFar: 64, pdNear: 45 }, true],
    [{ pdFar: 64, pdNear: 60 }, false],
    [{ pdFar: 58, pdNear: 53.5, workingDistance: 330 }, false],
  ])('near and far PD %o: asked %s', (values, asked) => expect(codes('pd', values).includes('pd-near-apart')).toBe(asked))
  it.each([
    [{ height: 150, weight: 135 }, true],
    [{ height: 150, weight: 20 }, true],
    [{ height: 140, weight: 33 }, false],
  ])('BMI of %o: asked %s', (values, asked) => expect(codes('heightWeight', values).includes('bmi')).toBe(asked))
})

describe('drops', () => {
  const dropsWith = (drug: number, more: object = {}) => ({ examTime: '2026-11-21 08:00:00', values: { drug, drop1: '08:00', ...more } })
  const cycloplegic = { kind: 5, cycloplegiaId: 1 }
  it('a drug that is not the one of the record is asked about', () => {
    expect(otherDrops({ cycloplegia: 1 }, dropsWith(3))).toMatchObject([{ level: 'warn', code: 'drops-differ' }])
    expect(otherDrops({ cycloplegia: 3 }, dropsWith(3))).toEqual([])
  })
  it('atropine is ready after three days, not after thirty minutes', () => {
    expect(underDrops(cycloplegic, '2026-11-21 10:00:00', dropsWith(3))).toMatchObject([
      { code: 'not-ready', sentence: expect.stringContaining('2026-11-24') as string },
    ])
    expect(underDrops(cycloplegic, '2026-11-24 09:00:00', dropsWith(3))).toEqual([])
    expect(underDrops(cycloplegic, '2026-11-21 10:00:00', dropsWith(3, { homeDays: 3 }))).toEqual([])
    expect(underDrops(cycloplegic, '2026-11-21 10:00:00', dropsWith(1))).toEqual([])
    expect(underDrops(cycloplegic, '2026-11-21 08:20:00', dropsWith(1))).toMatchObject([{ code: 'not-ready' }])
  })
  it('drops of another day have worn off, each after its time; drops of one eye are not the other’s', () => {
    expect(underDrops(cycloplegic, '2026-11-22 10:00:00', dropsWith(1))).toMatchObject([{ code: 'worn-off' }])
    expect(underDrops(cycloplegic, '2026-11-23 10:00:00', dropsWith(2))).toEqual([])
    expect(underDrops(cycloplegic, '2026-11-24 10:00:00', dropsWith(2))).toMatchObject([{ code: 'worn-off' }])
    expect(underDrops(cycloplegic, '2026-12-20 10:00:00', dropsWith(3))).toMatchObject([{ code: 'worn-off' }])
    const both = { ...cycloplegic, dsOd: -1, dsOs: -1 }
    expect(underDrops(both, '2026-11-21 10:00:00', dropsWith(1, { eye: 'OD' }))).toMatchObject([
      { code: 'eye-without-drops', field: 'dsOs' },
    ])
    expect(underDrops(both, '2026-11-21 10:00:00', dropsWith(1, { eye: 'OU' }))).toEqual([])
    expect(underDrops({ ...cycloplegic, dsOd: -1 }, '2026-11-21 10:00:00', dropsWith(1, { eye: 'OD' }))).toEqual([])
  })
  it('a drug the file names as an allergy is asked about, and so is one of its class', () => {
    expect(allergicDrops({ drug: 3 }, '阿托品过敏')).toMatchObject([{ code: 'drops-allergy', field: 'drug' }])
    expect(allergicDrops({ drug: 1 }, '对阿托品过敏')).toMatchObject([{ code: 'drops-allergy' }])
    expect(allergicDrops({ drug: 3 }, '无阿托品过敏')).toEqual([])
    expect(allergicDrops({ drug: 3 }, null)).toEqual([])
  })
})

it('growth of exactly 0.30 mm in a year is not fast; 0.2 mm in 120 days is; 59 days say nothing', () => {
  expect(growsFast(24, '2025-11-21', 24.3, '2026-11-21')).toBe(false)
  expect(growsFast(24, '2025-11-21', 24.31, '2026-11-21')).toBe(true)
  expect(growsFast(24, '2026-01-01', 24.2, '2026-05-01')).toBe(true)
  expect(growsFast(24, '2026-01-01', 24.2, '2026-02-28')).toBe(false)
})
