import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasShared, sharedText } from '../../../tests/shared.ts'
import { identifiers } from './gs1.dictionary.ts'
import { barCodesOf, gtinOf, readUdi } from './gs1.ts'

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
    // What this product does not keep stands among the rest: numbers of exact length follow each other, the others end.
    [`01${gtin}20023103001250${'17280531'}30120${GS}10L7`, { gtin, expiry: '2028-05-31', batch: 'L7' }],
    [`01${gtin}22A${GS}710PZN-1${GS}91anything!${GS}21S1`, { gtin, serial: 'S1' }],
    [`8006${gtin}0102${GS}17280531`, { expiry: '2028-05-31' }],
    ['(01)06901234567892(30)12(4326)280531(10)A', { gtin, batch: 'A' }],
  ])('%j is read', (code, udi) => expect(readUdi(code)).toEqual({ udi }))

  it.each([
    ['01069012345678931728053110A', '校验位'],
    ['01069012345678921728053', '位数不足'],
    ['010690123456789217281331', '没有这一天'],
    ['17280230', '没有这一天'],
    ['05whatever', '未知的标识符'],
    ['(01)06901234567892(7999)1', '未知的标识符 7999'],
    ['99whatever', '没有商品'],
    [`01${gtin}30123456789${GS}10A`, '标识符 30 位数不足'],
    [`01${gtin}4326280500`, '没有这一天'],
    [`00069012345678901234${GS}10A`, '校验位'],
    ['(01)06901234567892(01)16901234567899', '两个不同'],
    [`10LOT${GS}21S N`, '不合规'],
    ['', '空'],
    ['(01', '无法识别'],
  ])('%j is refused', (code, why) => expect(readUdi(code).fault).toContain(why))

  it('the check digit finds every single wrong digit', () => {
    for (const position of gtin.split('').keys())
      for (let by = 1; by < 10; by++) {
        const wrong = gtin.slice(0, position) + ((Number(gtin[position]) + by) % 10) + gtin.slice(position + 1)
        expect(gtinOf(wrong)).toBeUndefined()
      }
    expect(gtinOf(gtin)).toBe(gtin)
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

describe('the dictionary', () => {
  it.skipIf(!hasShared)('is that of GS1: every identifier, its length or that FNC1 ends it, and what it holds', () => {
    const listed = sharedText('domain/data/gs1/gs1-syntax-dictionary.txt')
      .split('\n')
      .flatMap((line) => {
        const [, from, to = from, flags = '', rest = ''] = /^(\d+)(?:-(\d+))?\s+(?:([*?]+)\s+)?([^#]*)/.exec(line) ?? []
        if (!from) return []
        const parts = [...rest.matchAll(/(?:^|\s)\[?([NXYZ])(\.\.)?(\d+)\]?(?=[\s,]|$)/g)]
        const length = parts.reduce((n, part) => n + Number(part[3]), 0)
        const fixed = flags.includes('*') ? length : undefined
        return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => [
          String(Number(from) + i).padStart(from.length, '0'),
          { length: fixed, most: length, digits: parts.every((part) => part[1] === 'N'), parts: parts.length },
        ])
      })
    expect(listed.length).toBeGreaterThan(400)
    const ours = [...identifiers].map(([ai, { length, digits, parts }]) => [
      ai,
      { length, most: parts.reduce((n, p) => n + p.length, 0), digits, parts: parts.length },
    ])
    expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(listed))
  })
  it('begins no identifier with another', () => {
    const all = [...identifiers.keys()]
    expect(all.filter((ai) => all.some((other) => other !== ai && other.startsWith(ai)))).toEqual([])
  })
})

describe('a GTIN', () => {
  it('has 8, 12, 13 or 14 digits: a serial of another length is none, whatever its last digit is', () => {
    for (const [code, whole] of [
      ['96385074', '00000096385074'],
      ['036000291452', '00036000291452'],
      ['6901234567892', gtin],
      ['80614141123458', '80614141123458'],
    ] as const)
      expect(gtinOf(code)).toBe(whole)
    for (const none of ['', 'A-17', '963850742', '0963850742', '03600029143', '6901234567890', undefined, null])
      expect(gtinOf(none)).toBeUndefined()
    // Of every ten numbers of 9, 10 or 11 digits one ends as a check digit would.
    fc.assert(fc.property(fc.stringMatching(/^\d{9,11}$/), (serial) => gtinOf(serial) === undefined))
  })
  it('is written on goods with as many zeros before it as its lengths allow', () => {
    expect(barCodesOf(gtin)).toEqual([gtin, '6901234567892'])
    expect(barCodesOf('00036000291452')).toEqual(['00036000291452', '0036000291452', '036000291452'])
    expect(barCodesOf('00000096385074')).toEqual(['00000096385074', '0000096385074', '000096385074', '96385074'])
    expect(barCodesOf('80614141123458')).toEqual(['80614141123458'])
  })
})
