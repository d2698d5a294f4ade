/** What a kind says is usual is drawn as a band on its curve, and is in sight. */
import { describe, expect, it } from 'vitest'
import { everyKind } from '../../contract/kinds/index.ts'
import { linesOption } from './lines.ts'
import type { Colours } from '#kernel/web/index.ts'

const colours = new Proxy({}, { get: () => '#000' }) as Colours
const of = { label: '', birth: '2015-01-01', series: [{ name: 'OD', colour: 'od' }], show: String, height: 100 } as const
const points = [{ at: '2026-01-01 09:00:00', age: 11, values: [5] }]

describe.each(everyKind.flatMap(({ kind, trends }) => trends.map((trend) => [kind, trend.of, trend] as const)))('%s %s', (_, __, trend) => {
  it(trend.usual ? 'has its usual range as a band' : 'has no band', () => {
    const { series } = linesOption({ ...of, points, ...(trend.usual ? { usual: trend.usual } : {}) }, colours)
    const bands = series.flatMap((one) => ('markArea' in one ? one.markArea.data : []))
    expect(bands).toEqual(trend.usual ? [[{ yAxis: trend.usual[0] }, { yAxis: trend.usual[1] }]] : [])
    if (trend.usual && trend.from) expect([trend.from[0] <= trend.usual[0], trend.usual[1] <= trend.from[1]]).toEqual([true, true])
  })
})
