import { describe, expect, it } from 'vitest'
import { sectionsOf } from './useVisit.ts'

const wanted = ['sight', 'refraction', 'iop', 'slitLamp'].map((item) => ({ item }))
describe('the sections of a visit', () => {
  it('stand in the usual order where a store has none of its own', () => {
    expect(sectionsOf(wanted, 'sight', [])).toEqual(['sight', 'refraction', 'iop', 'fracture'])
  })
  it('stand in the order of the store, what it does not name behind, what nobody wants nowhere', () => {
    expect(sectionsOf(wanted, 'sight', [], ['iop', 'dry', 'sight', 'gone'])).toEqual(['iop', 'sight', 'refraction', 'fracture'])
  })
})
