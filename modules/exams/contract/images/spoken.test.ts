import { describe, expect, it } from 'vitest'
import type { PaperWords } from '#kernel/contract/index.ts'
import type { MarkShape } from './marks.ts'
import { spoken, suggested } from './spoken.ts'

const frame: MarkShape = { tool: 'frame', template: 'cornea', at: { x: 500, y: 400 }, r: 236, mm: 11.8 }
const stain = (x: number, y: number, grade: 0 | 1 | 2 | 3 | 4): MarkShape => ({ tool: 'stamp', stamp: 'stain', at: { x, y }, grade })
const shapes = [frame, stain(500, 600, 2), stain(520, 590, 3), stain(300, 400, 1)]
const words: PaperWords = { t: (parts, ...values) => String.raw({ raw: parts }, ...values), tr: (key) => key, english: false }
const lines = (shapes: readonly MarkShape[], eye: 'OD' | 'OS' | 'OU') => shapes.map((s) => spoken(s, shapes, eye, words))

describe('a drawing in words', () => {
  it('has a line for each shape, with the clock and the zone of its eye', () => {
    expect(lines(shapes, 'OD')).toEqual([
      '角膜模板，直径 11.8 mm',
      '角膜 6 点 下方: 着染 2 级',
      '角膜 6 点 下方: 着染 3 级',
      '角膜 9 点 颞侧: 着染 1 级',
    ])
    expect(lines(shapes, 'OS')[3]).toBe('角膜 9 点 鼻侧: 着染 1 级')
    expect(lines(shapes, 'OU')[3]).toBe('角膜 9 点: 着染 1 级')
  })
  it('says millimetres once a template gives the scale, and quarters where there is no clock', () => {
    const line: MarkShape = { tool: 'measure', from: { x: 264, y: 400 }, to: { x: 736, y: 400 } }
    expect(spoken(line, [frame, line], 'OD', words)).toBe('测量 11.80 mm')
    expect(spoken(line, [line], 'OD', words)).toBe('测量线（放上模板后显示毫米）')
    expect(spoken({ tool: 'text', at: { x: 900, y: 100 }, text: '出血' }, [], 'OD', words)).toBe('图像 右上: “出血”')
    expect(
      spoken(
        {
          tool: 'pen',
          points: [
            { x: 0, y: 900 },
            { x: 10, y: 900 },
          ],
        },
        [],
        'OD',
        words,
      ),
    ).toBe('图像 左下: 手绘线')
  })
  it('suggests the worst grade of each zone, and nothing without a template', () => {
    expect(suggested(shapes, 'OD', words)).toEqual(['下方 着染 3 级', '颞侧 着染 1 级'])
    expect(suggested(shapes.slice(1), 'OD', words)).toEqual([])
  })
})
