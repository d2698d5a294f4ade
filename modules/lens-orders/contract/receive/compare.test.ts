import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LineParameter } from '../fields.ts'
import type { OrderKind } from '../kinds/kind.ts'
import { compareParameters, compared, differences, fitsLine, type ComparedReceiptLine } from './compare.ts'
import { everyKind, orderKinds } from '../kinds/index.ts'

const day = '2026-11-22'
const { okjing, soft, glasses } = orderKinds
const VALUES: Readonly<Record<LineParameter, number | string>> = {
  sph: -3,
  cyl: -0.75,
  axis: 175,
  addition: 1.5,
  prism: 2,
  base: 'IN',
  monoPd: 31,
  fitHeight: 18,
  bc: 8.3,
  rc: 7.2,
  ac: 7.8,
  target: -3.25,
  rzd: 550,
  lza: 33,
  dia: 10.6,
  ct: 0.22,
  colour: 'green',
}
/** A line that orders every parameter of its kind. */
const lineOf = (kind: OrderKind): ComparedReceiptLine => ({
  lineId: 1,
  eye: 'od',
  name: kind.label,
  ...Object.fromEntries(kind.parameters.map((p) => [p, VALUES[p]])),
})
const od: ComparedReceiptLine = { lineId: 1, eye: 'od', name: '夜戴', bc: 8.3, target: -3.25, dia: 10.6, ct: 0.22, rzd: null }
const os: ComparedReceiptLine = { lineId: 2, eye: 'os', name: '夜戴', bc: 8.2, target: -2.5, dia: 10.6, ct: 0.22, rzd: null }
const label = { bc: 8.3, target: -3.25, dia: 10.6 }
const hard = { kind: okjing, day, by: 'label' } as const

describe('label against order', () => {
  it('agrees in every parameter the order names; what the order leaves open may be anything', () => {
    expect(differences(od, { ...label, ct: 0.23, rzd: 550 }, hard)).toEqual([])
  })
  it('a value nobody stated is unknown: asked for, never equal, whoever accepts it', () => {
    const silent = differences({ ...od, rzd: 550 }, label, hard)
    expect(silent).toEqual([
      expect.objectContaining({ field: 'rzd', comparison: 'unknown', sentence: expect.stringMatching(/请填写标签上的/) }),
    ])
    expect(differences(od, { ...label, sph: 5 }, hard)).toEqual([])
    const powered = { ...od, sph: -1, cyl: -0.75, axis: 180 }
    expect(differences(powered, { ...label, sph: 5 }, hard)).toEqual([
      expect.objectContaining({ field: 'sph', comparison: 'different', never: true }),
    ])
    expect(differences(powered, label, hard)).toEqual([])
    expect(compareParameters(powered, label, hard).find((p) => p.field === 'sph')).toMatchObject({ comparison: 'unknown', asked: false })
  })
  it('of no kind a piece passes while something its line orders is unknown', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyKind()), fc.integer({ min: 0, max: 2 ** 17 - 1 }), fc.boolean(), (kind, bits, meter) => {
        const line = lineOf(kind)
        const printed = Object.fromEntries(kind.parameters.filter((_, i) => bits & (1 << i)).map((p) => [p, line[p]]))
        const comparing = { kind, day, by: meter ? 'meter' : 'label' } as const
        const silent = kind.receipt.told.filter((p) => printed[p] === undefined)
        expect(differences(line, printed, comparing).map((d) => [d.field, d.comparison])).toEqual(silent.map((p) => [p, 'unknown']))
        expect(fitsLine(line, printed, comparing)).toBe(silent.length ? 'unknown' : 'same')
      }),
    )
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
    const toric: ComparedReceiptLine = { lineId: 1, eye: 'od', name: '散光', sph: -3, cyl: -0.75, axis: 180 }
    const comparing = { kind: soft, day, by: 'label' } as const
    expect(differences({ ...toric, cyl: 0, axis: null }, { sph: -3 }, comparing)).toEqual([])
    expect(differences(toric, { sph: -3 }, comparing).map((d) => [d.field, d.comparison])).toEqual([
      ['cyl', 'unknown'],
      ['axis', 'unknown'],
    ])
    expect(differences(toric, { sph: -3, cyl: 0 }, comparing)[0]).toMatchObject({ field: 'cyl', comparison: 'different', never: true })
    expect(differences(toric, { sph: -3, cyl: -0.75, axis: 180 }, comparing)).toEqual([])
  })
  it('spectacle lenses that were measured are judged by the tolerance set in force', () => {
    const line: ComparedReceiptLine = { lineId: 1, eye: 'od', name: '单光', sph: -3.25, cyl: -0.75, axis: 175 }
    const comparing = { kind: glasses, day, by: 'meter' } as const
    expect(differences(line, { sph: -3.16, cyl: -0.8, axis: 177 }, comparing)).toEqual([])
    expect(differences(line, { sph: -3, cyl: -0.75, axis: 175 }, comparing).map((d) => d.field)).toContain('sph')
    expect(differences(line, { sph: -3.16, cyl: -0.8, axis: 177 }, { ...comparing, by: 'label' }).length).toBeGreaterThan(0)
  })
})
