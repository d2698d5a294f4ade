import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eyeOf, eyesOf, minusForm, powerOf, prismParts, showPower, showPrism, showRx, stocked, transpose, type EyePower } from './index.ts'

const quarter = (min: number, max: number) => fc.integer({ min: min * 4, max: max * 4 }).map((n) => n / 4)
const axis = fc.integer({ min: 1, max: 180 })

describe('the power of an eye', () => {
  it('is read from a row of a pair, right and left, and from a piece of stock', () => {
    const row = { dsOd: -3.25, dcOd: -0.5, axOd: 175, addOd: 1.5, prismOd: 2, baseOd: 'IN', pdOd: 31, phOd: 18, dsOs: null, pdOs: 31 }
    const od: EyePower = { sph: -3.25, cyl: -0.5, axis: 175, add: 1.5, prism: 2, base: 'IN', pd: 31, ph: 18 }
    expect(eyeOf(row, 'Od')).toEqual(od)
    expect(eyesOf(row)).toEqual({ od, os: null })
    expect(powerOf({ sph: -2, cyl: null, axis: 90 })).toEqual({ sph: -2, cyl: 0, axis: null })
    expect([powerOf({ sph: null, cyl: null, axis: null }), powerOf({})]).toEqual([null, null])
  })
  it('in the other notation is the same lens, back and forth, and keeps what else is known of the eye', () => {
    fc.assert(
      fc.property(quarter(-20, 20), quarter(-6, 6), axis, (sph, cyl, meridian) => {
        const power = { sph, cyl, axis: cyl === 0 ? null : meridian, pd: 31 }
        expect(transpose(transpose(power))).toEqual(power)
        const minus = minusForm(power)
        expect(minus.cyl).toBeLessThanOrEqual(0)
        expect(minus.pd).toBe(31)
        // The two meridians stay what they were.
        expect([minus.sph, minus.sph + minus.cyl].sort()).toEqual([sph, sph + cyl].sort())
      }),
    )
  })
  it('an axis nobody wrote down is not made up by turning the lens', () => {
    expect(transpose({ sph: -1, cyl: 0.5, axis: null })).toEqual({ sph: -0.5, cyl: -0.5, axis: null })
  })
  it('lies in stock in minus cylinder', () => {
    expect(stocked({ sph: 1, cyl: 0.5, axis: 90 })).toEqual({ sph: 1.5, cyl: -0.5, axis: 180 })
    expect(stocked({ sph: -2, cyl: 0.75, axis: null })).toEqual({ sph: -1.25, cyl: -0.75, axis: null })
    expect(stocked({ sph: -1, cyl: 0, axis: null })).toEqual({ sph: -1, cyl: 0, axis: null })
  })
  it('is said with a true minus', () => {
    expect(showPower({ sph: -3, cyl: -0.75, axis: 180 })).toBe('−3.00/−0.75×180')
    expect([showPower({ sph: 0, cyl: 0, axis: null }), showPower(null)]).toEqual(['0.00', ''])
    expect(showRx({ sph: -3.25, cyl: -0.5, axis: 175 })).toBe('−3.25 / −0.50 × 175')
    expect([showRx({ sph: 0.5, cyl: 0, axis: null }), showRx(null)]).toEqual(['+0.50', '—'])
  })
  it('has a prism by amount and base, or by its parts', () => {
    expect(prismParts({ prism: 2, base: 'IN' })).toEqual({ horizontal: 2, vertical: 0 })
    expect(prismParts({ prism: 1.5, base: 'DOWN' })).toEqual({ horizontal: 0, vertical: -1.5 })
    expect(prismParts({ prism: null, base: null })).toEqual({ horizontal: 0, vertical: 0 })
    expect([showPrism({ prism: 2, base: 'IN' }), showPrism({ prism: null, base: null })]).toEqual(['2.00Δ 内', '—'])
  })
})
