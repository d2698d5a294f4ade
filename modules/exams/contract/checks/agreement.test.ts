import { describe, expect, it } from 'vitest'
import { disagreements } from './agreement.ts'

const power = (sph: number, cyl = 0, axis: number | null = null) => ({ sph, cyl, axis })
const codes = (now: Parameters<typeof disagreements>[0], then: Parameters<typeof disagreements>[1]) =>
  disagreements(now, then, '主觉验光').map((d) => `${d.code}-${d.eye}`)

describe('powers that should be alike', () => {
  it('half a dioptre and ten degrees are within what a refraction repeats to, a quarter and five degrees more are not', () => {
    const then = { od: power(-3, -0.75, 180), os: power(-3, -0.75, 180) }
    expect(codes({ od: power(-3.5, -0.75, 170), os: power(-2.5, -1.25, 10) }, then)).toEqual([])
    expect(codes({ od: power(-3.75, -0.75, 180), os: power(-3, -1.5, 180) }, then)).toEqual(['sphere-od', 'cylinder-os'])
    expect(codes({ od: power(-3, -0.75, 165), os: power(-3, -0.5, 90) }, then)).toEqual(['axis-od'])
  })
  it('a flipped sign is told as a sign, the same lens in the other cylinder form is no difference', () => {
    const then = { od: power(-3, -1, 90), os: power(-2.5) }
    expect(codes({ od: power(-4, 1, 180), os: power(2.5) }, then)).toEqual(['sign-os'])
  })
  it('one eye whose sign is turned over beside its unchanged fellow is a sign, not an exchange', () => {
    expect(codes({ od: power(3), os: power(-2) }, { od: power(-3), os: power(-2) })).toEqual(['sign-od'])
  })
  it('eyes that fit each other are one sentence', () => {
    expect(codes({ od: power(-2), os: power(-3) }, { od: power(-3), os: power(-2) })).toEqual(['swap-od'])
    expect(codes({ od: power(-3), os: power(-3) }, { od: power(-3), os: power(-3.25) })).toEqual([])
    // However little the eyes differ: exactly exchanged is exchanged.
    expect(codes({ od: power(-2.75), os: power(-3) }, { od: power(-3), os: power(-2.75) })).toEqual(['swap-od'])
    expect(codes({ od: power(-3, -1, 10), os: power(-3, -1, 170) }, { od: power(-3, -1, 170), os: power(-3, -1, 10) })).toEqual(['swap-od'])
    expect(codes({ od: power(-3, -1, 10), os: power(-3.25, -1, 170) }, { od: power(-3, -1, 10), os: power(-3, -1, 170) })).toEqual([])
  })
})
