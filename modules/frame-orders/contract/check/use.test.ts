import { describe, expect, it } from 'vitest'
import { blankFor, decentration, statedSize, thickness } from './geometry.ts'
import { lineFor, takenOver } from './use.ts'

const line = (lineId: number, kind: number, values: object = {}) => ({ lineId, kind, dsOd: -2, pdOd: 31, ...values })
describe('which line of a prescription glasses follow', () => {
  it('near glasses follow the near line although the far one is written first, and so on for every use', () => {
    const lines = [line(1, 1), line(2, 2), line(3, 3)]
    expect([1, 2, 3, 4, 5, 6, 7].map((type) => lineFor(lines, type)?.lineId)).toEqual([1, 2, 3, 3, 1, 1, 1])
  })
  it('one that was named wins; contact lenses, ortho-k and training are no glasses', () => {
    expect(lineFor([line(1, 1), line(2, 1)], 1, 2)?.lineId).toBe(2)
    expect(lineFor([line(1, 4), line(2, 6), line(3, 7)], 1)).toBeUndefined()
    expect(lineFor([line(1, 4), line(2, 1)], 1, 1)).toBeUndefined()
    expect(lineFor([line(1, 4), line(2, 3)], 1)?.lineId).toBe(2)
  })
  it('near glasses from a far line carry its addition in the sphere, and the near PD; single vision drops addition and height', () => {
    const far = line(1, 1, { addOd: 2, phOd: 18 })
    expect(takenOver(far, 2)).toMatchObject({ dsOd: 0, addOd: null, pdOd: 29, phOd: null })
    expect(takenOver(far, 1)).toMatchObject({ dsOd: -2, addOd: null, pdOd: 31, phOd: null })
    expect(takenOver(far, 3)).toMatchObject({ dsOd: -2, addOd: 2, pdOd: 31, phOd: 18 })
    expect(takenOver(line(2, 2, { dsOd: 0.5, pdOd: 29.5 }), 2)).toMatchObject({ dsOd: 0.5, pdOd: 29.5 })
  })
})
describe('frame and lens', () => {
  const size = (spec: string | null, name = '钛架 1021-45') => statedSize({ spec, name })
  it('the size is read where the product states it, and nowhere else', () => {
    expect([size('52□18-145'), size('52-18-145'), size('50口16'), size(null, '暴龙 钛架 1007 50□16')]).toEqual([
      { a: 52, dbl: 18 },
      { a: 52, dbl: 18 },
      { a: 50, dbl: 16 },
      { a: 50, dbl: 16 },
    ])
    expect([size(null), size('C1'), size('20□18'), size('2024-11-22')]).toEqual([undefined, undefined, undefined, undefined])
  })
  it('decentration and blank by the published vectors', () => {
    expect(decentration({ a: 52, dbl: 18 }, 32)).toBe(3)
    expect(blankFor({ a: 55, dbl: 17, ed: 59 }, 31)).toBe(71)
    expect(blankFor({ a: null, dbl: 17, ed: 59 }, 31)).toBeUndefined()
  })
  it('a stronger lens is thicker, a higher index thinner', () => {
    const thicknessOf = (sph: number, index: number) => thickness({ a: 52, dbl: 18, ed: 54 }, { sph, cyl: 0, pd: 32 }, index)!
    // 30 mm from the centre: 30² × 6 / (2000 × 0.6) = 4.5 mm over 1.1 mm.
    expect(thicknessOf(-6, 1.6)).toBe(5.6)
    expect(thicknessOf(-6, 1.74)).toBeLessThan(thicknessOf(-6, 1.6))
    expect(thicknessOf(-3, 1.6)).toBeLessThan(thicknessOf(-6, 1.6))
  })
})
