import { describe, expect, it } from 'vitest'
import { ageOn, inLife, showAge } from './age.ts'
import { clinicNow } from './format.ts'

describe('an age', () => {
  it('is none outside of a life, and is said so instead of a number', () => {
    expect(ageOn('2015-07-12', '2015-07-11')).toBeNull()
    expect(ageOn('2015-07-12', '2015-07-12')).toMatchObject({ years: 0, months: 0, decimal: 0 })
    expect(ageOn('1880-01-01', '2026-11-21')).toBeNull()
    expect(ageOn('2015-07-12', 'nonsense')).toBeNull()
    expect(showAge('2139-01-01', '2025-03-01')).toBe('日期有误')
    expect(showAge('2015-07-12', '2026-11-21')).toBe('11 岁 4 月')
    expect(showAge('1984-07-12', '2026-11-21')).toBe('42 岁')
    expect([showAge(null, '2026-11-21'), showAge('2015-07-12', '')]).toEqual(['—', '—'])
  })
  it('of a day to come is no age of an examination', () => {
    const today = clinicNow().slice(0, 10)
    const next = `${Number(today.slice(0, 4)) + 4}-01-05`
    expect(inLife('2015-07-12', `${today} 23:59:00`)).toBe(true)
    expect([inLife('2015-07-12', next), inLife(null, next), inLife(null, today)]).toEqual([false, false, true])
    expect(showAge('2015-07-12', next)).toBe('日期有误')
  })
})
