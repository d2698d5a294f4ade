/** Rules of the kinds declared here: each seen inside, on and outside of its limit. */
import { describe, expect, it } from 'vitest'
import { bareOf, fieldsOf, metaOf, z } from '#kernel/contract/index.ts'
import { hardLensFindings, lensStops, slitLampFindings } from './checks/lens.ts'
import { corneaFindings } from './checks/cornea.ts'
import { everyKind } from './kinds/index.ts'
import { examShapes } from './shapes.ts'

const DAY = '2026-11-21'
const codes = (found: ReadonlyArray<{ code: string; level: string }>) => found.map((f) => `${f.level} ${f.code}`)

let limits = 0
describe.each(everyKind.map((exam) => [exam.kind, exam] as const))('%s', (_, exam) => {
  const { save } = examShapes[exam.kind]
  const parsed = (name: string, value: unknown) => save.safeParse({ pid: 1, ...exam.example, [name]: value }).success
  it('takes a number on its limits and inside, and none outside', () => {
    const limited = Object.entries(exam.fields).flatMap(([name, field]) => {
      const bare = bareOf(field)
      const { minValue, maxValue } = bare instanceof z.ZodNumber ? bare : { minValue: null, maxValue: null }
      // An axis of 0 is taken as 180; ids end where numbers do; acuities step by tenths.
      const { format } = metaOf(field)
      return minValue === null || maxValue === null || format === 'axis' || format === 'id' ? [] : [{ name, min: minValue, max: maxValue }]
    })
    limits += limited.length
    for (const { name, min, max } of limited)
      expect([name, ...[min - 1, min, max, max + 1].map((value) => parsed(name, value))]).toEqual([name, false, true, true, false])
  })
  it('its example is asked about nothing, and names fields it has', () => {
    expect(Object.keys(exam.example).filter((name) => !fieldsOf(examShapes[exam.kind].row)[name])).toEqual([])
    expect(exam.checks(exam.example, DAY, undefined, { birth: '1990-01-01' })).toEqual([])
    expect(save.safeParse({ pid: 1, ...exam.example }).success).toBe(true)
  })
  it('names fields it has, wherever it names some', () => {
    const bases = new Set(Object.values(exam.fields).map((field) => metaOf(field).pair))
    const eyes = [...exam.groups, ...exam.print].flatMap((group) => ('eyes' in group ? (group.eyes ?? []) : []))
    expect(eyes.filter((base) => !bases.has(base))).toEqual([])
    const single = [
      ...exam.groups.flatMap((group) => ('items' in group ? group.items : [])),
      ...exam.print.flatMap(({ items = [] }) => items),
      ...Object.keys(exam.normal ?? {}),
    ]
    expect(single.filter((name) => !exam.fields[name])).toEqual([])
    const either = [...exam.history, ...exam.trends.map((trend) => trend.of), ...exam.needs.map((need) => need.replace('*', ''))]
    expect(either.filter((name) => !bases.has(name) && !exam.fields[name])).toEqual([])
  })
})

it('the loops over the kinds have something to look at', () => expect(limits).toBeGreaterThan(150))

describe('a topography', () => {
  const found = (values: object) => codes(corneaFindings({ ...values }, DAY, undefined, {}))
  it.each([
    [{ k1Od: 43, k2Od: 43 }, []],
    [{ k1Od: 43.01, k2Od: 43 }, ['block k-order-Od']],
    [{ k2Os: 44, kmaxOs: 44 }, []],
    [{ k2Os: 44, kmaxOs: 43.99 }, ['block kmax-Os']],
    [{ k1Od: 43, k2Od: 43.5, k1AxisOd: 180, k2AxisOd: 80 }, []],
    [{ k1Od: 43, k2Od: 43.5, k1AxisOd: 180, k2AxisOd: 79 }, ['warn k-axes-Od']],
    [{ k1Od: 43, k2Od: 43.49, k1AxisOd: 180, k2AxisOd: 45 }, []],
    [{ k1Od: 45, r1Od: 7.55 }, []],
    [{ k1Od: 45, r1Od: 7.56 }, ['warn radius-r1-Od']],
    [{ k1Od: 42, k2Od: 45.5 }, []],
    [{ k1Od: 42, k2Od: 45.51 }, ['warn astigmatism-Od']],
    [{ isOs: 1.4 }, []],
    [{ isOs: 1.41 }, ['warn cone-Os']],
  ])('%j finds %j', (values, due) => expect(found(values)).toEqual(due))
})

describe('a stained cornea', () => {
  it.each([
    [{ stainAreaCOd: 1.5 }, []],
    [{ stainAreaCOd: 2 }, ['Od']],
    [{ stainDepthIOs: 3 }, ['Os']],
    [{ infiltrateOd: 0.5, stainAreaTOs: 2.5 }, ['Od', 'Os']],
    [{ infiltrateOd: 0 }, []],
  ])('%j keeps the lens of %j out', (values, eyes) => {
    expect(lensStops({ ...values })).toEqual(eyes)
    expect(codes(slitLampFindings({ ...values }))).toHaveLength(eyes.length)
  })
  it('says that the lens stays out to whoever wears one', () => {
    expect(slitLampFindings({ stainAreaCOd: 2, lensType: 3 })[0]?.sentence).toBe('右眼中央角膜染色 2 级，应停戴镜片，确认吗？')
    expect(slitLampFindings({ stainAreaCOd: 2, lensType: 0 })[0]?.sentence).toBe('右眼中央角膜染色 2 级，确认吗？')
  })
  it('a cup 0.2 apart is asked, 0.1 is not', () => {
    expect(codes(slitLampFindings({ cupDiscOd: 0.3, cupDiscOs: 0.4 }))).toEqual([])
    expect(codes(slitLampFindings({ cupDiscOd: 0.3, cupDiscOs: 0.5 }))).toEqual(['warn cup-eyes'])
  })
})

describe('a review of a hard lens', () => {
  const found = (values: object) => codes(hardLensFindings({ ...values }, DAY))
  it.each([
    [{ stainAreaCOd: 2, decision: 3 }, ['warn stain-stainAreaCOd']],
    [{ stainAreaCOd: 2, decision: 1 }, ['warn stain-stainAreaCOd', 'block stop-goes-on']],
    [{ lensMonthsOs: 18, decision: 1 }, []],
    [{ lensMonthsOs: 19, decision: 1 }, ['warn lens-old']],
    [{ nextDate: '2026-11-22' }, []],
    [{ nextDate: '2026-11-21' }, ['block next-past']],
    [{ dsOd: 0, dcOd: -0.75, axOd: 90 }, []],
  ])('%j finds %j', (values, due) => expect(found(values)).toEqual(due))
})
