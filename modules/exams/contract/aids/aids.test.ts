import { describe, expect, it } from 'vitest'
import { normalOf, templateFindings } from './template.ts'
import { bandOf, scoreOf } from './assessment.ts'
import { dropsOf, minutesLeft, readyAt } from './cycloplegia.ts'
import { areaOff, cellChange, meanArea } from './endothelium.ts'

describe('endothelial cells', () => {
  it('a density has one mean area', () => {
    expect([meanArea(2500), meanArea(2000), meanArea(4000)]).toEqual([400, 500, 250])
    expect(areaOff(2500, 440)).toBeCloseTo(0.1, 9)
    expect(areaOff(2500, 441)).toBeGreaterThan(0.1)
  })
  it('loss is counted by the year, and not of two counts close together', () => {
    expect(cellChange(3000, '2025-01-01', 2700, '2026-01-01')).toBeCloseTo(-0.1, 3)
    expect(cellChange(3000, '2025-01-01', 2850, '2025-07-02')).toBeCloseTo(-0.1, 2)
    expect(cellChange(3000, '2025-01-01', 2000, '2025-05-01')).toBeNull()
  })
})
describe('the score of an assessment', () => {
  const sections = [
    { code: 'a', label: '视力', max: 10, weight: 2 },
    { code: 'b', label: '习惯', max: 5, weight: 1 },
  ]
  it('is the weighted share of what can be reached, with its formula', () => {
    expect(scoreOf(sections, { a: 10, b: 5 })?.score).toBe(100)
    expect(scoreOf(sections, { a: 5, b: 5 })).toEqual({ score: 66.7, formula: '100 × (2 × 5/10 + 1 × 5/5) / 3' })
    expect(scoreOf(sections, { a: 0, b: 0 })?.score).toBe(0)
  })
  it('is none while a section is empty, and moves by nothing the template does not name', () => {
    expect(scoreOf(sections, { a: 10 })).toBeNull()
    expect(scoreOf([], {})).toBeNull()
    expect(scoreOf(sections, { a: 5, b: 5, al: 30, parents: 2, age: 3 })?.score).toBe(66.7)
  })
  it('lies in the highest band it reaches', () => {
    const bands = [
      { from: 0, label: '需关注' },
      { from: 80, label: '良好' },
      { from: 60, label: '一般' },
    ]
    expect([0, 59.9, 60, 80, 100].map((s) => bandOf(bands, s))).toEqual(['需关注', '需关注', '一般', '良好', '良好'])
    expect(bandOf([{ from: 60, label: '一般' }], 59)).toBeNull()
  })
})
describe('cycloplegia', () => {
  const drops = [{ at: '2026-11-21 09:10' }, { at: '2026-11-21 09:20' }, { at: '2026-11-21 09:15:00' }]
  it('is ready 30 minutes after the last drop', () => {
    expect(dropsOf({ drop1: '09:10', drop3: '09:20' }, '2026-11-21 11:00:00')).toEqual([
      { field: 'drop1', at: '2026-11-21 09:10' },
      { field: 'drop3', at: '2026-11-21 09:20' },
    ])
    expect(readyAt(drops)).toBe('2026-11-21 09:50')
    expect(readyAt([{ at: '2026-11-21 23:45' }])).toBe('2026-11-22 00:15')
    expect([
      minutesLeft(drops, '2026-11-21 09:40'),
      minutesLeft(drops, '2026-11-21 09:50:00'),
      minutesLeft(drops, '2026-11-21 11:00'),
    ]).toEqual([10, 0, 0])
  })
  it('without a drop there is none', () => {
    expect([readyAt([]), minutesLeft([], '2026-11-21 09:40')]).toEqual([null, null])
  })
})

describe("what is normal in a clinic's own examination", () => {
  const template = {
    name: '色觉',
    items: [
      { code: 'colour', label: '色觉', type: 'choice' as const, options: '正常、色弱', normal: '正常', eyes: true },
      { code: 'dull', label: '暗适应差', type: 'flag' as const, normal: '否' },
      { code: 'contrast', label: '对比度', type: 'number' as const, normal: '1.8' },
      { code: 'note', label: '所见', type: 'text' as const },
    ],
  }
  it('is written where nothing stands, in the words of the template, and never as a number', () => {
    expect(normalOf(template, { colourOd: '色弱' })).toEqual({ colourOs: '正常', dull: false })
    expect(templateFindings(template, normalOf(template, {}))).toEqual([])
  })
})
