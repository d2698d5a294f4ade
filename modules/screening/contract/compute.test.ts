import { describe, expect, it } from 'vitest'
import { computeResult, isComplete, needsFourth, retestPairs, usedReadings, type EyeResult } from './compute.ts'
import { entryWrong, readingOf } from './entry.ts'
import { mergeOps, type OpValue } from './ops.ts'
import { screeningResult } from './states.results.ts'

const { is } = screeningResult
const child = { birth: '2017-08-01', gender: 1 }
const task = { items: ['ucva', 'cva', 'autorefraction'], myopiaOperator: '<' } as const
const fieldsOf = (values: Readonly<Record<string, OpValue>>, ctid = 7) =>
  mergeOps(
    Object.entries(values).map(([field, value], i) => ({
      opId: String(i),
      deviceId: 'a',
      lamport: i + 1,
      studentId: 1,
      field,
      value,
      at: '2026-11-24 10:00:00',
      ctid,
    })),
  ).get(1) ?? {}
const power = (text: string) => readingOf(text) ?? { sph: NaN, cyl: 0, axis: null }
const readings = { arOd1: '-1.00/-0.50/10', arOd2: '-1.25/-0.50/10', arOd3: '-1.00/-0.50/10', arOs1: '-0.75/0' }

describe('a result', () => {
  it('of bare eyes needs acuity and refraction of both; of glasses the acuity with them too; of night lenses only that', () => {
    const eye = (facts: Partial<EyeResult>): EyeResult => ({
      ucva: null,
      ucvaCode: null,
      cva: null,
      cvaCode: null,
      sph: null,
      cyl: null,
      axis: null,
      al: null,
      iop: null,
      ...facts,
    })
    const both = (of: Partial<EyeResult>) => [eye(of), eye(of)]
    expect(isComplete(null, both({ ucva: 5, sph: 0 }), task.items)).toBe(false)
    expect(isComplete(0, both({ ucva: 5 }), task.items)).toBe(false)
    expect(isComplete(0, both({ ucva: 5 }), ['ucva'])).toBe(true)
    expect(isComplete(0, both({ ucvaCode: 'CF', sph: -9 }), task.items)).toBe(true)
    expect(isComplete(1, both({ ucva: 4.5, sph: -2 }), task.items)).toBe(false)
    expect(isComplete(1, both({ ucva: 4.5, cva: 5, sph: -2 }), task.items)).toBe(true)
    expect(isComplete(3, both({ cva: 5 }), task.items)).toBe(true)
    expect(isComplete(0, [eye({ ucva: 5, sph: 0 }), eye({ ucva: 5 })], task.items)).toBe(false)
  })
  it('takes the mean of readings as power vectors and is judged by it', () => {
    const found = computeResult(fieldsOf({ glassesType: 0, ucvaOd: '4.7', ucvaOs: '4.9', ...readings }), child, task, false)
    expect(found).toMatchObject({
      status: is.done,
      measuredOn: '2026-11-24',
      ctid: 7,
      forVisit: true,
      od: { ucva: 4.7, sph: -1.08, cyl: -0.5, axis: 10 },
    })
    expect(found.evaluation).toMatchObject({ screeningMyopia: 'yes', poorSightDegree: 2 })
  })
  it('below the chart is worse than its lowest line', () => {
    const found = computeResult(fieldsOf({ glassesType: 0, ucvaOd: 'HM', ucvaOs: '5.0' }), child, { ...task, items: ['ucva'] }, false)
    expect(found).toMatchObject({ od: { ucva: null, ucvaCode: 'HM' }, evaluation: { poorSightDegree: 3, warning: 3 } })
  })
  it('drawn waits for the second measurement; who does not cooperate or is absent has no result', () => {
    const values = { glassesType: 0, ucvaOd: '5.0', ucvaOs: '5.0' }
    const status = (more: Readonly<Record<string, OpValue>>, drawn = true) =>
      computeResult(fieldsOf({ ...values, ...more }), child, { ...task, items: ['ucva'] }, drawn).status
    expect(status({}, false)).toBe(is.done)
    expect(status({})).toBe(is.retest)
    expect(status({ 're.ucvaOd': '5.0' })).toBe(is.retest)
    expect(status({ 're.ucvaOd': '5.0', 're.ucvaOs': '5.0' })).toBe(is.retested)
    expect(status({ unable: true })).toBe(is.unable)
    expect(status({ absent: true })).toBe(is.open)
    expect(computeResult({}, child, task, false)).toMatchObject({ status: is.open, evaluation: null, measuredOn: null, ctid: null })
  })
  it('pairs the sealed first value with the second measurement, under the first examiner', () => {
    const pairs = retestPairs(fieldsOf({ ucvaOd: '5.0', 're.ucvaOd': '4.8', height: 130, 're.height': 130.4, ucvaOs: '4.9' }))
    expect(pairs).toEqual([
      { ctid: 7, what: 'ucva', first: 5, second: 4.8 },
      { ctid: 7, what: 'height', first: 130, second: 130.4 },
    ])
  })
})

describe('readings', () => {
  it('that lie 0.50 D apart ask for a fourth; of four the furthest is left out', () => {
    const three = ['-1.00/0', '-1.25/0', '-1.49/0'].map(power)
    expect(needsFourth(three)).toBe(false)
    expect(needsFourth([...three.slice(0, 2), power('-1.50/0')])).toBe(true)
    expect(needsFourth(three.slice(0, 2))).toBe(false)
    const four = [...three, power('-3.00/0')]
    expect(usedReadings(four)).toHaveLength(3)
    expect(usedReadings(four)).not.toContain(four[3])
    expect(usedReadings(three)).toHaveLength(3)
  })
  it.each([
    ['arOd1', '-1.25/-0.50/180', undefined],
    ['arOd1', '-1.25/0', undefined],
    ['arOd1', '-1.25/-0.50', '右眼电脑验光第 1 次：有柱镜时须有轴位'],
    ['arOs2', '-1.25/-0.50/181', '左眼电脑验光第 2 次：轴位应为 1–180'],
    ['arOs2', '-99/0', '左眼电脑验光第 2 次：球镜超出 -45～45 D'],
    ['arOs2', 'abc', '左眼电脑验光第 2 次：应为 球镜/柱镜/轴位，如 -1.25/-0.50/180'],
    ['re.ucvaOd', '5.0', undefined],
    ['ucvaOd', '5.4', '右眼裸眼视力：应为 4.0–5.3 的视力表行，或指数、手动、光感、无光感'],
    ['ucvaOd', 5, '右眼裸眼视力：应为 4.0–5.3 的视力表行，或指数、手动、光感、无光感'],
    ['glassesType', 4, '戴镜：请选择不戴、框架镜、隐形或夜戴 OK'],
    ['weight', 1.9, '体重：应为 2–200 kg'],
    ['re.glassesType', 1, '没有“re.glassesType”这一项'],
  ] as const)('%s takes %s: %s', (field, value, sentence) => {
    expect(entryWrong(field, value)).toBe(sentence)
  })
  it('a positive cylinder is turned to minus form; axis 0 is 180', () => {
    expect(readingOf('-1.00/+0.50/90')).toEqual({ sph: -0.5, cyl: -0.5, axis: 180 })
    expect(readingOf('-1.00/-0.50/0')?.axis).toBe(180)
    expect(readingOf(5)).toBeUndefined()
  })
})
