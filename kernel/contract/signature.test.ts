import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnSignature, inkOfSignature } from './signature.ts'

const signature = drawnSignature()
const coordinate = fc.integer({ min: 0, max: 300 })

describe('a signature', () => {
  it('is drawn: letters, a dot and a slip of the pen are none', () => {
    for (const none of ['', 'M1', 'M1 2', 'M1 2 L3 4', '路人甲', 'L20 20 L280 60', 'M20 60 L280 60 x', 'M20 60 M280 60'])
      expect(signature.safeParse(none).success, none).toBe(false)
    for (const drawn of ['M20 60 L280 60', 'M20 60 L60 30 L100 70 L140 40', 'M12.5 60.1 L40.2 30 M50 50 L90,70'])
      expect(signature.safeParse(drawn).success, drawn).toBe(true)
  })
  it('has the ink of its strokes, however many points the pad sends', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 60 }), (points) => {
        const path = points.map(([x, y], i) => `${i ? 'L' : 'M'}${x} ${y}`).join(' ')
        const ink = points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i]![0], y - points[i]![1]), 0)
        expect(inkOfSignature(path)).toBeCloseTo(ink, 6)
      }),
    )
  })
  it('never throws on any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void inkOfSignature(text)))
  })
})
