/** What is the same to a person is one text here, however it was typed, scanned, copied or imported. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical, canonicalCode, canonicalName, canonicalNumber, canonicalPhone, canonicalScan } from './canonical.ts'

const one = (form: (typed: string) => string, spellings: readonly string[]) => [...new Set(spellings.map(form))]
const wide = (ascii: string) => ascii.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
const unseen = (text: string) =>
  ['\u200b', '\ufeff', '\u2060', '\u00ad', '\u202d', '\u200e', '\u2066'].map((mark) => `${mark}${text}${mark}`)

describe('one form of', () => {
  it('a mobile number: country code, spaces, dashes, brackets, full-width digits, marks of direction', () => {
    const spellings = [
      '13812345678',
      '138 1234 5678',
      '138-1234-5678',
      '138 12345678',
      '+8613812345678',
      '+86 138 1234 5678',
      '+86-138-1234-5678',
    ]
    const more = [
      '008613812345678',
      '8613812345678',
      '86 13812345678',
      '(+86)13812345678',
      '138\u30001234\u30005678',
      '138–1234–5678',
      '138‑1234‑5678',
    ]
    expect(one(canonicalPhone, [...spellings, ...more, wide('13812345678'), wide('+8613812345678'), ...unseen('13812345678')])).toEqual([
      '13812345678',
    ])
  })
  it('a landline and a service number', () => {
    expect(
      one(canonicalPhone, ['0571-88886666', '057188886666', '0571 8888 6666', '(0571)88886666', '（0571）8888-6666', '+86-571-88886666']),
    ).toEqual(['0571-88886666'])
    expect(one(canonicalPhone, ['010-12345678', '01012345678', '+86 10 1234 5678'])).toEqual(['010-12345678'])
    expect(one(canonicalPhone, ['0571-88886666-801', '057188886666-801'])).toEqual(['0571-88886666-801'])
    expect(one(canonicalPhone, ['400-820-8820', '4008208820', '400 820 8820'])).toEqual(['400-820-8820'])
    expect(['96123', '+1 650 253 0000', '120'].map(canonicalPhone)).toEqual(['96123', '+16502530000', '120'])
  })
  it('a name: unseen marks, spaces, middle dots, composed letters, full-width letters', () => {
    const dots = ['·', '•', '・', '･', '‧', '∙', '⋅', ' · ', ' • '].map((dot) => `阿依${dot}古丽`)
    expect(one(canonicalName, [...dots, ...unseen('阿依·古丽'), ' 阿依·古丽\u3000'])).toEqual(['阿依·古丽'])
    expect(one(canonicalName, ['Zoe\u0308 Li', 'Zoë Li', 'Zoë  Li', 'Zoë\u00a0Li', 'Ｚoë Li', 'Zoë\u2003Li'])).toEqual(['Zoë Li'])
    expect(['镜片（防蓝光）', '张三丰', '𠮷野家'].map(canonicalName)).toEqual(['镜片（防蓝光）', '张三丰', '𠮷野家'])
    expect(canonicalName('\u200b\u200d')).toBe('')
  })
  it('a number of a card, in capitals; a code of a maker, whose capitals stay', () => {
    const spellings = ['LOT42', 'LOT 42', wide('LOT42'), ' LOT\u30004 2 ', ...unseen('LOT42')]
    expect(one(canonicalCode, spellings)).toEqual(['LOT42'])
    expect(one(canonicalNumber, [...spellings, 'lot42', 'Lot 42', wide('lot42')])).toEqual(['LOT42'])
    expect(canonicalCode('k 2609')).toBe('k2609')
  })
  it('what a scanner sends keeps its separators and its case', () => {
    expect(canonicalScan(`\u200b${wide('01')}\u001d10aB\ufeff`)).toBe('01\u001d10aB')
  })
  it('is a form of itself', () => {
    for (const form of Object.values(canonical))
      fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (typed) => form(form(typed)) === form(typed)))
  })
})
