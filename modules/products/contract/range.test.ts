import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goodsName, gridAxes, madeIn, minusCylinder, showPower, type PowerRange } from './range.ts'

const range = (r: Partial<PowerRange>): PowerRange => ({ sphMin: null, sphMax: null, cylMin: null, cylMax: null, combinedMax: null, ...r })
const quarter = (min: number, max: number) => fc.integer({ min: min * 4, max: max * 4 }).map((n) => n / 4)

describe('powers of a range', () => {
  it('plus cylinders are the same lens as minus cylinders', () => {
    expect(minusCylinder(1, 0.5)).toEqual({ sph: 1.5, cyl: -0.5 })
    expect(minusCylinder(-2, 0.75)).toEqual({ sph: -1.25, cyl: -0.75 })
    expect(minusCylinder(-1)).toEqual({ sph: -1, cyl: 0 })
    fc.assert(
      fc.property(quarter(-12, 12), quarter(-6, 6), (sph, cyl) => {
        const minus = minusCylinder(sph, cyl)
        expect(minus.cyl).toBeLessThanOrEqual(0)
        // the two meridians stay what they were
        expect([minus.sph, minus.sph + minus.cyl].sort()).toEqual([sph, sph + cyl].sort())
      }),
    )
  })
  it('a power is made when either notation lies in the range and the combined limit holds', () => {
    const stock = range({ sphMin: -6, sphMax: 0, cylMin: -2, cylMax: 0 })
    expect(madeIn(stock, -3, -0.75)).toBe(true)
    expect(madeIn(stock, -3.75, 0.75)).toBe(true)
    expect(madeIn(stock, -6.25)).toBe(false)
    expect(madeIn(stock, -3, -2.25)).toBe(false)
    expect(madeIn({ ...stock, combinedMax: 7 }, -6, -2)).toBe(false)
    expect(madeIn(range({}), -20, -8)).toBe(true)
    expect(madeIn(range({ sphMin: -6, sphMax: 0, cylMin: -2 }), -3, -2.25)).toBe(false)
    expect(madeIn(range({ sphMin: -6, sphMax: 0, cylMin: 0, cylMax: 2 }), -3, -2)).toBe(true)
  })
  it('the grid runs in quarter steps over exactly the range', () => {
    const grid = gridAxes(range({ sphMin: -1, sphMax: 0, cylMin: -0.5, cylMax: 0 }))
    expect(grid).toEqual({ sph: [-1, -0.75, -0.5, -0.25, 0], cyl: [0, -0.25, -0.5] })
    expect(gridAxes(range({ cylMin: -2 }))).toBeNull()
    // plus range 0.25…+0.50 with cylinder 0…+0.50 reaches +1.00/−0.50
    expect(gridAxes(range({ sphMin: 0.25, sphMax: 0.5, cylMin: 0, cylMax: 0.5 }))?.sph.at(-1)).toBe(1)
  })
  it('powers are said with a true minus', () => {
    expect(showPower(-3, -0.75, 180)).toBe('−3.00/−0.75×180')
    expect(showPower(0)).toBe('0.00')
    expect(showPower(null)).toBe('')
  })
})

describe('the goods of a paper', () => {
  it('says brand and model once, also when the name repeats them', () => {
    expect(goodsName({ brand: '暴龙', productName: '暴龙 钛架 1007 50□16', version: '1007' })).toBe('暴龙 钛架 1007 50□16')
    expect(goodsName({ brand: '蔡司', productName: '清锐', version: 'CR39', spec: '65/70' })).toBe('蔡司 清锐 CR39 65/70')
    expect(goodsName({ brand: null, productName: '润眼液', version: null, spec: null })).toBe('润眼液')
  })
})
