import { describe, expect, it } from 'vitest'
import { palette } from '#kernel/web/theme/tokens.ts'
import { everyKind } from '../../contract/kinds/index.ts'
import type { Curve } from '../../contract/shapes.ts'
import { axialOption } from './axialOption.ts'
import { linesOption } from './lines.ts'
import { t } from '#kernel/web/i18n.ts'
import { plainWords as sentence } from '../../contract/growth/plain.ts'

/** Both eyes could be measured. */
const both = { notOd: null, notOs: null }
const al = [
  { id: 1, at: '2024-11-20 09:00:00', age: 9.36, od: 23.4, os: 23.31, ...both },
  { id: 2, at: '2025-11-20 09:00:00', age: 10.36, od: 23.81, os: 23.7, ...both },
]
const none = { parentsMyopic: null, visual: [], se: [], height: [], asked: [], trends: [] }
const curve: Curve = { pid: 1, name: '林子涵', gender: 1, birth: '2015-07-12', ...none, al }
const drawn = (more: object = {}) => axialOption({ curve, today: '2026-11-21', ...more }, palette.light)
const series = (drawing: ReturnType<typeof drawn>, name: string) => drawing.series.find((s) => s.name === name)

describe('the drawing of the axial length', () => {
  it('reaches a year past today, whenever the last length was measured, and its scale follows the child', () => {
    const { xAxis, yAxis } = drawn()
    expect(xAxis).toMatchObject({ type: 'value', min: 8, max: 12.5 })
    expect(yAxis).toMatchObject({ min: 22, max: 25 })
  })
  it('tints the bands between the percentiles, the middle deepest, each as high as its percentiles are apart', () => {
    const bands = drawn().series.filter((s) => 'areaStyle' in s)
    expect(bands.map((b) => b.name)).toEqual(['3–10', '10–25', '25–50', '50–75', '75–90', '90–95'])
    const middle = bands[2] as unknown as { data: ReadonlyArray<readonly [number, number]> }
    expect(middle.data.find(([age]) => age === 10)![1]).toBeCloseTo(23.51 - 22.92, 9)
  })
  it('draws what is typed as a hollow point on a dashed line from the last one, inside of the scale', () => {
    const option = drawn({ live: { at: '2026-11-21', od: 24.21, os: null } })
    expect(series(option, 'OD …')).toMatchObject({
      data: [
        [10.36, 23.81],
        [expect.closeTo(11.36, 2), 24.21],
      ],
      lineStyle: { type: 'dashed' },
      itemStyle: { color: palette.light.panel },
    })
    expect(series(option, 'OS …')).toBeUndefined()
    expect(option.yAxis).toMatchObject({ max: 25.5 })
    expect(series(option, 'OD')).toMatchObject({ itemStyle: { color: palette.light.od } })
  })
  it('has days instead of ages, and no bands, where the birth is not known', () => {
    const option = drawn({ curve: { ...curve, birth: null } })
    expect(option.xAxis).toMatchObject({ type: 'time' })
    expect(option.series.map((s) => s.name)).toEqual(['OD', 'OS'])
  })
})
const plainWords = (drawing: Curve) => sentence(drawing, { t })
describe('the sentence for the family', () => {
  it('tells the faster eye beside others of its age, and nothing where it is not known', () => {
    expect(plainWords(curve)).toBe('右眼眼轴这一年长了约 0.41 毫米，同龄女孩一般长 0.25 毫米：长得偏快。')
    const slow = al.map((p, i) => ({ ...p, od: 23.4 + i * 0.1, os: 23.31 + i * 0.1 }))
    expect(plainWords({ ...curve, al: slow })).toMatch(/长得偏慢。$/)
    const usual = al.map((p, i) => ({ ...p, od: 23.4 + i * 0.26, os: 23.31 }))
    expect(plainWords({ ...curve, al: usual })).toMatch(/差不多/)
    for (const unknown of [{ gender: null }, { birth: null, al: al.map((p) => ({ ...p, age: null })) }, { al: al.slice(0, 1) }])
      expect(plainWords({ ...curve, ...unknown })).toBeUndefined()
    expect(
      plainWords({ ...curve, al: [...al, { id: 3, at: '2026-05-20 09:00:00', age: 10.86, od: 34.1, os: 23.8, ...both }] }),
    ).toBeUndefined()
  })
})

const line = { label: '', birth: '2015-01-01', series: [{ name: 'OD', colour: 'od' }], show: String, height: 100 } as const
const points = [{ at: '2026-01-01 09:00:00', age: 11, values: [5] }]

describe.each(everyKind.flatMap(({ kind, trends }) => trends.map((trend) => [kind, trend.of, trend] as const)))('%s %s', (_, __, trend) => {
  it(trend.usual ? 'has its usual range as a band' : 'has no band', () => {
    const { series } = linesOption({ ...line, points, ...(trend.usual ? { usual: trend.usual } : {}) }, palette.light)
    const bands = series.flatMap((one) => ('markArea' in one ? one.markArea.data : []))
    const { usual, from } = trend
    if (usual?.ages) {
      // Along the ages: the area of a step lies between the limits of its middle, and none lies outside of the source's ages.
      expect(bands.length).toBeGreaterThan(2)
      for (const [start, end] of bands as unknown as ReadonlyArray<ReadonlyArray<{ xAxis: number; yAxis: number }>>) {
        expect([start!.yAxis, end!.yAxis]).toEqual(usual.at((start!.xAxis + end!.xAxis) / 2))
        expect(start!.xAxis >= usual.ages[0] && end!.xAxis <= usual.ages[1]).toBe(true)
      }
    } else expect(bands).toEqual(usual ? [usual.at(0).map((yAxis) => ({ yAxis }))] : [])
    if (usual && from) expect([from[0] <= usual.at(11)[0], usual.at(11)[1] <= from[1]]).toEqual([true, true])
    expect(usual ? usual.source : 'none').toMatch(/./)
  })
})
