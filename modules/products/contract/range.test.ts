import { describe, expect, it } from 'vitest'
import type { Power } from '#kernel/contract/index.ts'
import { goodsName, gridAxes, madeIn, type PowerRange } from './range.ts'

const range = (r: Partial<PowerRange>): PowerRange => ({ sphMin: null, sphMax: null, cylMin: null, cylMax: null, combinedMax: null, ...r })
const power = (sph: number, cyl = 0): Power => ({ sph, cyl, axis: cyl ? 180 : null })

describe('powers of a range', () => {
  it('a power is made when either notation lies in the range and the combined limit holds', () => {
    const stock = range({ sphMin: -6, sphMax: 0, cylMin: -2, cylMax: 0 })
    expect(madeIn(stock, power(-3, -0.75))).toBe(true)
    expect(madeIn(stock, power(-3.75, 0.75))).toBe(true)
    expect(madeIn(stock, power(-6.25))).toBe(false)
    expect(madeIn(stock, power(-3, -2.25))).toBe(false)
    expect(madeIn({ ...stock, combinedMax: 7 }, power(-6, -2))).toBe(false)
    expect(madeIn(range({}), power(-20, -8))).toBe(true)
    expect(madeIn(range({ sphMin: -6, sphMax: 0, cylMin: -2 }), power(-3, -2.25))).toBe(false)
    expect(madeIn(range({ sphMin: -6, sphMax: 0, cylMin: 0, cylMax: 2 }), power(-3, -2))).toBe(true)
  })
  it('the grid runs in quarter steps over exactly the range', () => {
    const grid = gridAxes(range({ sphMin: -1, sphMax: 0, cylMin: -0.5, cylMax: 0 }))
    expect(grid).toEqual({ sph: [-1, -0.75, -0.5, -0.25, 0], cyl: [0, -0.25, -0.5] })
    expect(gridAxes(range({ cylMin: -2 }))).toBeNull()
    // plus range 0.25…+0.50 with cylinder 0…+0.50 reaches +1.00/−0.50
    expect(gridAxes(range({ sphMin: 0.25, sphMax: 0.5, cylMin: 0, cylMax: 0.5 }))?.sph.at(-1)).toBe(1)
  })
})

describe('the goods of a paper', () => {
  it('says brand and model once, also when the name repeats them', () => {
    expect(goodsName({ brand: '暴龙', productName: '暴龙 钛架 1007 50□16', version: '1007' })).toBe('暴龙 钛架 1007 50□16')
    expect(goodsName({ brand: '蔡司', productName: '清锐', version: 'CR39', spec: '65/70' })).toBe('蔡司 清锐 CR39 65/70')
    expect(goodsName({ brand: null, productName: '润眼液', version: null, spec: null })).toBe('润眼液')
  })
})
