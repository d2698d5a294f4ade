import { describe, expect, it } from 'vitest'
import { growthOf, percent } from './Stores.tsx'

describe('growth', () => {
  it('is told against a former time that was something, and of none where there was nothing or next to nothing', () => {
    expect(percent(growthOf(120, 100))).toBe('+20.0%')
    expect(percent(growthOf(80, 100))).toBe('−20.0%')
    expect(percent(growthOf(1000, 100))).toBe('+900.0%')
    expect([growthOf(41_276, 123.5), growthOf(5, 0)].map(percent)).toEqual(['—', '—'])
  })
})
