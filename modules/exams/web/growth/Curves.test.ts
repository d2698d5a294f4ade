import { describe, expect, it } from 'vitest'
import { palette } from '#kernel/web/theme/tokens.ts'
import type { Curve } from '../../contract/shapes.ts'
import { VisualCurve } from './Curves.tsx'
import { linesOption, type GrowthLinesProps } from './lines.ts'

const none = { parentsMyopic: null, al: [], se: [], height: [], asked: [], trends: [] }
const seeing = (...grades: number[]): Curve => ({
  pid: 1,
  name: '林子涵',
  gender: 1,
  birth: '2015-07-12',
  ...none,
  visual: grades.map((od, id) => ({ id, at: `202${id}-11-20 09:00:00`, age: 5 + id, od, os: od, notOd: null, notOs: null })) as never,
})
const drawn = (curve: Curve) => linesOption(VisualCurve({ curve }).props as GrowthLinesProps, palette.light)

describe('the drawing of acuity', () => {
  it('10.39 stands on the lines of the chart, 3.0 to 5.3, whoever is shown: a line gained looks the same in every member', () => {
    for (const grades of [[4.9, 5], [3.1], [4, 4.2, 4.4], [5.3]])
      expect(drawn(seeing(...grades)).yAxis).toMatchObject({ min: 3, max: 5.3, minInterval: 0.1 })
  })
})
