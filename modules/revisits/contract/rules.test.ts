import { describe, expect, it } from 'vitest'
import { answeredIn, ruleKeys, ruleOf, windowOf } from './rules.ts'

describe('windows of steps', () => {
  it('of a series of reviews never overlap, whatever the rule: no day answers two of them', () => {
    for (const key of ruleKeys.filter((each) => ruleOf(each).reviews)) {
      const rule = ruleOf(key)
      const windows = rule.steps.map((step) => windowOf(rule, rule.steps, step))
      windows.forEach(([from, to], i) => {
        expect(from).toBeLessThanOrEqual(to)
        expect(windows[i + 1]?.[0] ?? Infinity).toBeGreaterThan(to)
      })
      rule.steps.forEach((step, i) => {
        expect(windows[i]![0]).toBeLessThanOrEqual(step.days)
        expect(windows[i]![1]).toBeGreaterThanOrEqual(step.days)
      })
    }
  })
  it('the one-week review of new ortho-k lenses is no answer to the first morning', () => {
    const rule = ruleOf('okjing')
    expect(rule.steps.slice(0, 3).map((step) => answeredIn(rule, rule.steps, step))).toEqual([
      [-1, 3],
      [5, 18],
      [28, 44],
    ])
  })
  it('reminders of one visit are all answered by it', () => {
    const rule = ruleOf('caseNext')
    for (const step of rule.steps) expect(answeredIn(rule, rule.steps, step)).toEqual([-2, 22])
  })
})
