import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bagFields, bagFindings, type BagPowers } from './received.ts'

const order: BagPowers = { dsOd: -3.25, dcOd: -0.5, axOd: 175, addOd: 2, dsOs: -2.75, dcOs: 0, axOs: null, prismOs: 2, baseOs: 'IN' }
const both = ['od', 'os'] as const

describe('the bags of lenses received by hand', () => {
  it('pass when they state what was ordered, whatever the order leaves out', () => {
    expect(bagFindings(order, order, both)).toEqual([])
    expect(bagFindings(order, { ...order, dcOs: undefined, axOs: 180 }, both)).toEqual([])
  })
  it('ask for each power nobody stated, and for nothing of an eye that is not waited for', () => {
    fc.assert(
      fc.property(fc.subarray(bagFields(order, both)), (silent) => {
        const stated = Object.fromEntries(Object.entries(order).filter(([field]) => !silent.some((s) => s === field)))
        expect(bagFindings(order, stated, both).map((f) => [f.field, f.comparison])).toEqual(silent.map((f) => [f, 'unknown']))
      }),
    )
    expect(bagFindings(order, {}, ['os']).map((f) => f.field)).toEqual(['dsOs', 'prismOs', 'baseOs'])
  })
  it('stop at another power, a sign, an axis, and a cylinder nobody ordered', () => {
    for (const [field, value] of [
      ['dsOd', 3.25],
      ['axOd', 85],
      ['dcOs', -0.75],
      ['baseOs', 'OUT'],
    ] as const)
      expect(bagFindings(order, { ...order, [field]: value }, both)[0]).toMatchObject({ field, comparison: 'different' })
  })
})
