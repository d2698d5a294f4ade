import { describe, expect, it } from 'vitest'
import { monthsAfter } from '#kernel/contract/days.ts'
import { validMonths } from './prescribe.ts'

describe('validity of a prescription', () => {
  it('is six months for a growing eye and twelve from 18 years on', () => {
    expect(validMonths('2015-07-12', '2026-11-21')).toBe(6)
    expect(validMonths('2008-11-21', '2026-11-21')).toBe(12)
    expect(validMonths('2008-11-22', '2026-11-21')).toBe(6)
    expect(validMonths(null, '2026-11-21')).toBe(12)
  })
  it('ends on the last of a month that is too short', () => {
    expect(monthsAfter('2026-08-31', 6)).toBe('2027-02-28')
    expect(monthsAfter('2026-11-21', 12)).toBe('2027-11-21')
    expect(monthsAfter('2026-12-31', 2)).toBe('2027-02-28')
  })
})
