import { describe, expect, it } from 'vitest'
import type { ExamImage } from '../../contract/images/shapes.ts'
import { besideOf, othersOf } from './beside.ts'
import { larger, moved } from './zoom.ts'

describe('looking at a picture', () => {
  const whole = { scale: 1, x: 0, y: 0 }
  it('is never smaller than whole nor larger than eight times, and the picture never leaves its pane', () => {
    expect(larger(whole, 0.1)).toEqual(whole)
    expect(larger(whole, 100).scale).toBe(8)
    expect(moved(whole, 1, 1)).toEqual(whole)
    expect(moved({ scale: 2, x: 0, y: 0 }, 5, -5)).toEqual({ scale: 2, x: 0.5, y: -0.5 })
  })
})

describe('what stands beside a picture', () => {
  const one = (id: number, eye: ExamImage['eye'], day: string, more: object = {}) =>
    ({ id, eye, imageType: 2, examId: 1, kind: 'bioMeter', takenAt: `${day} 09:00:00`, mime: 'image/png', ...more }) as ExamImage
  const od = one(1, 'OD', '2026-03-01')
  it('is the other eye of the same examination, else of the same day, else the newest', () => {
    const [near, same, old] = [
      one(2, 'OS', '2026-03-01'),
      one(3, 'OS', '2026-03-01', { examId: 9 }),
      one(4, 'OS', '2025-01-01', { examId: 8 }),
    ]
    expect(besideOf(od, [old, same, near, od])?.id).toBe(2)
    expect(besideOf(od, [old, same, od])?.id).toBe(3)
    expect(besideOf(od, [old, od])?.id).toBe(4)
    expect(
      besideOf(od, [one(5, 'OS', '2026-03-01', { imageType: 1 }), one(6, 'OS', '2026-03-01', { mime: 'application/pdf' })]),
    ).toBeUndefined()
  })
  it('and over it the same eye and type of other days', () => {
    expect(
      othersOf(od, [od, one(7, 'OD', '2025-01-01'), one(8, 'OS', '2025-01-01'), one(9, 'OD', '2025-01-01', { imageType: 1 })]).map(
        (i) => i.id,
      ),
    ).toEqual([7])
  })
})
