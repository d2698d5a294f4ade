import { describe, expect, it } from 'vitest'
import { compared, differences, type ComparedLine } from './receive.compare.ts'
import { orderKinds } from './kinds/index.ts'

const day = '2026-11-22'
const { okjing, soft, glasses } = orderKinds
const od: ComparedLine = { lineId: 1, eye: 'od', name: '夜戴', bc: 8.3, target: -3.25, dia: 10.6, ct: 0.22, rzd: null }
const os: ComparedLine = { lineId: 2, eye: 'os', name: '夜戴', bc: 8.2, target: -2.5, dia: 10.6, ct: 0.22, rzd: null }
const label = { bc: 8.3, target: -3.25, dia: 10.6 }
const hard = { kind: okjing, day, by: 'label' } as const

describe('label against order', () => {
  it('agrees in every parameter the order names; what the order leaves open may be anything', () => {
    expect(differences(od, { ...label, ct: 0.23, rzd: 550 }, hard)).toEqual([])
  })
  it('a difference names eye, field and both values', () => {
    expect(differences(od, { ...label, dia: 10.8 }, hard)).toEqual([
      expect.objectContaining({
        field: 'dia',
        eye: 'od',
        ordered: 10.6,
        got: 10.8,
        never: false,
        sentence: expect.stringMatching(/^右眼.*订 10\.6，到 10\.8$/),
      }),
    ])
  })
  it('a label is the lens that was ordered or another one; an instrument may be off by what the standard allows', () => {
    expect(differences(od, { ...label, bc: 8.34 }, hard)).toHaveLength(1)
    expect(differences(od, { ...label, bc: 8.34 }, { ...hard, by: 'meter' })).toEqual([])
    expect(differences(od, { ...label, bc: 8.36 }, { ...hard, by: 'meter' })).toHaveLength(1)
  })
  it('what a member’s lens is told by must be said', () => {
    expect(differences(od, {}, hard).map((d) => d.field)).toEqual(['bc', 'target', 'dia'])
  })
  it('power and sign are never accepted, curves may be', () => {
    const found = differences(od, { ...label, target: 3.25, bc: 8.4 }, hard)
    expect(found.map((d) => [d.field, d.never])).toEqual([
      ['bc', false],
      ['target', true],
    ])
  })
  it('a pair with exchanged eyes is told as one', () => {
    const found = compared(od, { bc: 8.2, target: -2.5, dia: 10.6 }, [od, os], hard)
    expect(found).toEqual([expect.objectContaining({ field: 'eye', never: true, sentence: expect.stringContaining('左右眼') })])
  })
  it('no cylinder is a cylinder of 0; a cylinder the order has must be on the label', () => {
    const toric: ComparedLine = { lineId: 1, eye: 'od', name: '散光', sph: -3, cyl: -0.75, axis: 180 }
    const of = { kind: soft, day, by: 'label' } as const
    expect(differences({ ...toric, cyl: 0, axis: null }, { sph: -3 }, of)).toEqual([])
    expect(differences(toric, { sph: -3 }, of).map((d) => d.field)).toEqual(['cyl', 'axis'])
    expect(differences(toric, { sph: -3, cyl: -0.75, axis: 180 }, of)).toEqual([])
  })
  it('spectacle lenses that were measured are judged by the tolerance set in force', () => {
    const line: ComparedLine = { lineId: 1, eye: 'od', name: '单光', sph: -3.25, cyl: -0.75, axis: 175 }
    const of = { kind: glasses, day, by: 'meter' } as const
    expect(differences(line, { sph: -3.16, cyl: -0.8, axis: 177 }, of)).toEqual([])
    expect(differences(line, { sph: -3, cyl: -0.75, axis: 175 }, of).map((d) => d.field)).toContain('sph')
    expect(differences(line, { sph: -3.16, cyl: -0.8, axis: 177 }, { ...of, by: 'label' }).length).toBeGreaterThan(0)
  })
})
