import { describe, expect, it } from 'vitest'
import { oneADay } from './Curves.tsx'

describe('curve of the spherical equivalent', () => {
  it('draws one refraction a day: the subjective one, else the most comparable, the later of two alike', () => {
    const points = [
      { at: '2026-01-05 09:00:00', kind: 2 },
      { at: '2026-01-05 09:20:00', kind: 4 },
      { at: '2026-01-05 09:40:00', kind: 5 },
      { at: '2026-06-01 09:00:00', kind: 3 },
      { at: '2026-06-01 09:10:00', kind: 2 },
      { at: '2026-10-11 09:00:00', kind: 4 },
      { at: '2026-10-11 15:00:00', kind: 4 },
    ]
    expect([...oneADay(points)]).toEqual([1, 3, 6])
  })
})
