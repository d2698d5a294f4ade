import { describe, expect, it } from 'vitest'
import { longestFiles, machineFactor, overBudget, phaseLines, suggested, unfitBudgets } from './measured.mjs'

const budgets = { workSeconds: 0.5, others: 10, loading: 12, files: { 'tests/day.test.ts': 40 } }
const day = { file: 'tests/day.test.ts', cpu: 50, wall: 90, first: false }

describe('budgets of test files', () => {
  it('a file may exceed its budget by half, on a slower machine by as much more, and the first of a worker by what it loads', () => {
    expect(overBudget([day], budgets, 1)).toEqual([])
    expect(overBudget([{ ...day, cpu: 61 }], budgets, 1)).toEqual([expect.stringContaining('its budget is 40 s')])
    expect(overBudget([{ ...day, cpu: 61 }], budgets, 1.2)).toEqual([])
    expect(overBudget([{ ...day, cpu: 70, first: true }], budgets, 1)).toEqual([])
    expect(overBudget([{ file: 'a.test.ts', cpu: 16, wall: 20, first: false }], budgets, 1)).toHaveLength(1)
  })
  it('a machine that works as fast as the declared one, or faster, has the factor 1; otherwise the slowest try counts', () => {
    expect(machineFactor(budgets, [0.3, 0.4])).toBe(1)
    expect(machineFactor(budgets, [0.5, 0.8])).toBeCloseTo(1.6)
  })
  it('none is declared for a file that is no more, and none above a minute', () => {
    expect(unfitBudgets({ files: { gone: 5, long: 61 } }, (file) => file === 'long')).toEqual([
      expect.stringContaining('gone, which does not exist'),
      expect.stringContaining('60 s is the most'),
    ])
  })
  it('a run on a quiet machine suggests them: what it took, rounded up, where it is more than all may', () => {
    const { files } = suggested(
      [day, { file: 'b', cpu: 9, wall: 9, first: false }, { file: 'a', cpu: 30.2, wall: 9, first: true }],
      budgets,
    )
    expect(files).toEqual({ a: 19, 'tests/day.test.ts': 50 })
  })
})
it('what took longest is told by the processor and by the clock', () => {
  expect(longestFiles([{ file: 'b', cpu: 1, wall: 2, first: true }, day], 5).slice(1)).toEqual([
    '     50.0 s   90.0 s  tests/day.test.ts',
    '      1.0 s    2.0 s  b (and loading)',
  ])
  expect(phaseLines([{ title: 'checks', cpu: undefined, wall: 60 }])[1]).toMatch(/–\s+60.0 s {2}checks/)
})
