import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLabel, readLabel } from './label.ts'

describe('the line of a lens label', () => {
  it('says the eye and each parameter, in any order and however parted', () => {
    const label = { bc: 8.3, target: -3.25, dia: 10.6 }
    expect(readLabel('R BC8.30 T-3.25 D10.6')).toEqual({ eye: 'od', said: label })
    expect(readLabel('dia:10.6/tgt−3.25/bc=8.3/os')).toEqual({ eye: 'os', said: label })
    expect(readLabel('PWR-2.75,CYL-0.75,AX180')).toEqual({ said: { sph: -2.75, cyl: -0.75, axis: 180 } })
  })
  it('what is no parameter, out of every range, or said twice differently is named and never guessed', () => {
    expect(readLabel('R BC8.30 X12')).toMatchObject({ fault: expect.stringContaining('X12') })
    expect(readLabel('BC830')).toMatchObject({ fault: expect.stringContaining('BC830') })
    expect(readLabel('BC8.3 BC8.4')).toMatchObject({ fault: expect.stringContaining('BC8.4') })
    expect(readLabel('R L BC8.3')).toMatchObject({ fault: expect.stringContaining('两只眼') })
    expect(readLabel('  ')).toMatchObject({ fault: expect.any(String) })
  })
  it('is told from a UDI and from numbers', () => {
    expect([
      isLabel('R BC8.30'),
      isLabel('BC8.30 T-3.25'),
      isLabel('0106901234567892'),
      isLabel('DV-6A210987'),
      isLabel('DG2611220001'),
    ]).toEqual([true, true, false, false, false])
  })
  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void (readLabel(text), isLabel(text))))
  })
})
