import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checksOut, readUdi } from './gs1.ts'

const GS = '\u001d'
const gtin = '06901234567892'
describe('a scanned UDI', () => {
  it.each([
    ['01069012345678921728053110A1B2C3', { gtin, expiry: '2028-05-31', batch: 'A1B2C3' }],
    [
      `0106901234567892112506011728053110LOT42${GS}21SN0001`,
      { gtin, made: '2025-06-01', expiry: '2028-05-31', batch: 'LOT42', serial: 'SN0001' },
    ],
    [']d201069012345678921728050010AB-12/3', { gtin, expiry: '2028-05-31', batch: 'AB-12/3' }],
    [`]C1${GS}010690123456789210X9${GS}17270228`, { gtin, batch: 'X9', expiry: '2027-02-28' }],
    [`${GS}011690123456789910X9${GS}17270228`, { gtin: '16901234567899', batch: 'X9', expiry: '2027-02-28' }],
    ['(01)06901234567892(17)280531(10)A', { gtin, expiry: '2028-05-31', batch: 'A' }],
    ['(01)6901234567892(21)7A41-0286', { gtin, serial: '7A41-0286' }],
    ['17990200', { expiry: '1999-02-28' }],
    ['17280200', { expiry: '2028-02-29' }],
  ])('%j is read', (code, udi) => expect(readUdi(code)).toEqual({ udi }))

  it.each([
    ['01069012345678931728053110A', '校验位'],
    ['01069012345678921728053', '位数不足'],
    ['010690123456789217281331', '没有这一天'],
    ['17280230', '没有这一天'],
    ['99whatever', '未知的标识符'],
    ['(01)06901234567892(01)16901234567899', '两个不同'],
    [`10LOT${GS}21S N`, '不合规'],
    ['', '空'],
    ['(01', '无法识别'],
  ])('%j is refused', (code, why) => expect(readUdi(code).fault).toContain(why))

  it('the check digit finds every single wrong digit', () => {
    for (const at of gtin.split('').keys())
      for (let by = 1; by < 10; by++) {
        const wrong = gtin.slice(0, at) + ((Number(gtin[at]) + by) % 10) + gtin.slice(at + 1)
        expect(checksOut(wrong)).toBe(false)
      }
    expect(checksOut(gtin)).toBe(true)
  })
  it('what was put together is read again, in any order, and nothing throws', () => {
    const text = fc.stringMatching(/^[0-9A-Z\-/]{1,20}$/)
    fc.assert(
      fc.property(text, text, fc.boolean(), (batch, serial, turned) => {
        const parts = [`10${batch}`, `21${serial}`]
        const code = `01${gtin}17280531${(turned ? parts.toReversed() : parts).join(GS)}`
        expect(readUdi(code)).toEqual({ udi: { gtin, expiry: '2028-05-31', batch, serial } })
      }),
    )
    fc.assert(fc.property(fc.string(), (code) => Object.keys(readUdi(code)).length === 1))
  })
})
