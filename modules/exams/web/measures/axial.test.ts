import { describe, expect, it } from 'vitest'
import { bandOf } from '../../contract/references/bands.ts'
import { ageText, drawable, growthOf } from './axial.ts'
import { difference, examBefore, shownExam, type ExamBase } from '../form/history.ts'
import { stillCopied, untouched } from '../form/copies.ts'

const points = [
  { at: '2025-05-10 09:00:00', age: 8, od: 23.5, os: 23.4 },
  { at: '2025-11-02 09:00:00', age: 8.5, od: 23.68, os: null },
  { at: '2026-05-18 09:00:00', age: 9, od: 23.76, os: 23.7 },
]
describe('axial growth in words', () => {
  it('takes the last length of each eye, its percentile and the growth since about a year before', () => {
    const od = growthOf(points, 'od', 0)!
    expect(od).toMatchObject({ al: 23.76, since: '2025-05-10 09:00:00' })
    expect(od.percentile).toBeCloseTo(50, 1)
    expect(od.perYear).toBeCloseTo(0.2546, 3)
    expect(growthOf(points, 'os', 0)).toMatchObject({ al: 23.7, since: '2025-05-10 09:00:00' })
    expect(growthOf(points.slice(0, 1), 'od', 0)).toMatchObject({ perYear: null, since: null })
    expect(growthOf([], 'od', 0)).toBeUndefined()
    expect(growthOf(points, 'od', null)!.percentile).toBeNull()
  })
  it('draws no point before birth or in a year to come, and says in the table that its date is wrong', () => {
    const pointAt = (moment: string) => ({ at: moment, age: null, od: 24, os: 24 })
    const all = [pointAt('1901-05-10 09:00:00'), ...points, pointAt('2199-05-10 09:00:00')]
    expect(drawable(all, '2017-05-10')).toEqual(points)
    expect(drawable([pointAt('2016-05-10 09:00:00'), pointAt('2199-05-10 09:00:00')], null)).toHaveLength(1)
    expect([all[0]!, points[0]!].map((p) => ageText('2017-05-10', p))).toEqual(['日期有误', '8.0'])
  })
  it('says no speed of a length that cannot have grown from the former one', () => {
    const slip = [...points, { at: '2026-11-18 09:00:00', age: 9.5, od: 34.11, os: 23.8 }]
    expect(growthOf(slip, 'od', 0, '2017-05-10')).toMatchObject({ doubted: true, perYear: null })
    expect(growthOf(slip, 'os', 0, '2017-05-10')).toMatchObject({ doubted: false })
  })
  it('draws percentile curves only where the reference has them', () => {
    const [p3, , , p50] = bandOf(0, 3, 6)
    expect(p3!.line[0]).toEqual([4, 21.26])
    expect(p50!.line.at(-1)).toEqual([6, 22.97])
    expect(bandOf(1, 20, 30)[0]!.line).toEqual([])
  })
})

describe('which examination is shown', () => {
  const row = (id: number, examTime: string, status: number): ExamBase => ({
    id,
    pid: 1,
    hid: 1,
    hospitalName: '一店',
    status,
    version: 0,
    examTime,
    examinerName: null,
    signerName: null,
    device: null,
    note: null,
    resid: null,
    origin: {},
  })
  const rows = [
    row(4, '2026-11-21 10:00:00', 2),
    row(3, '2026-11-21 09:00:00', 1),
    row(2, '2026-05-18 09:00:00', 9),
    row(1, '2025-11-02 09:00:00', 2),
  ]
  it('today’s open one, else today’s signed one, else a new one; or the one asked for', () => {
    expect(shownExam(rows, undefined, '2026-11-21')?.id).toBe(3)
    expect(shownExam([rows[0]!], undefined, '2026-11-21')?.id).toBe(4)
    expect(shownExam(rows, undefined, '2026-11-22')).toBeUndefined()
    expect(shownExam(rows, '1', '2026-11-21')?.id).toBe(1)
    expect(shownExam(rows, 'new', '2026-11-21')).toBeUndefined()
  })
  it('compares with the one before that was submitted and not voided', () => {
    expect(examBefore(rows, rows[1])?.id).toBe(1)
    expect(examBefore(rows, undefined)?.id).toBe(4)
    expect(difference(-3.5, -3)).toBe(-0.5)
    expect(difference(null, 1)).toBeUndefined()
  })
  it('marks as copied only what was not changed afterwards', () => {
    expect(
      stillCopied({
        dsOd: -3,
        dcOd: -1,
        copied: { dsOd: { value: -3, from: 'copied:exam_refraction:7' }, dcOd: { value: -0.75, from: 'copied:exam_refraction:7' } },
      }),
    ).toEqual({ dsOd: 'copied:exam_refraction:7' })
    const stored = { ...row(1, '2026-11-21 09:00:00', 1), origin: { alOd: 'device:a.xml', alOs: 'device:a.xml' }, alOd: 24, alOs: 24.1 }
    expect(untouched({ alOd: 24, alOs: 24.2 }, stored)).toEqual({ alOd: 'device:a.xml' })
  })
})
