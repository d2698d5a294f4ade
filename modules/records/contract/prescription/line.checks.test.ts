import { describe, expect, it } from 'vitest'
import { allergyHit, crossAllergy } from '#modules/patients/contract/allergy.ts'
import { lineFindings } from './line.checks.ts'
import { quantityAtMost } from './prescribe.ts'

const found = (kind: number, values: object) => lineFindings(kind, { ...values }).map((f) => `${f.level} ${f.code}`)

describe('a line of a prescription', () => {
  it('of progressive lenses says the addition of every eye, nearly always the same', () => {
    expect(found(3, { dsOd: 1, dsOs: 1 })).toEqual(['block add-missing-Od', 'block add-missing-Os'])
    expect(found(3, { dsOd: 1, addOd: 2, dsOs: 1, addOs: 0 })).toEqual(['block add-missing-Os'])
    expect(found(3, { dsOd: 1, addOd: 1, dsOs: 1, addOs: 3 })).toEqual(['warn add-eyes'])
    expect(found(3, { dsOd: 1, addOd: 2, dsOs: 1, addOs: 2 })).toEqual([])
    expect(found(1, { dsOd: 1, addOd: 2 })).toEqual(['warn add-unused-Od'])
  })
  it('of ortho-k takes myopia away, and asks beyond −6.00', () => {
    expect(found(6, { dsOd: 3 })).toEqual(['block ortho-k-sign-Od'])
    expect(found(6, { dsOs: 0 })).toEqual(['block ortho-k-sign-Os'])
    expect(found(6, { dsOd: -7 })).toEqual(['warn ortho-k-range-Od'])
    expect(found(6, { dsOd: -3, dsOs: -0.75 })).toEqual([])
  })
  it('of ortho-k asks about a cylinder beyond −1.50, however it is written', () => {
    expect(found(6, { dsOd: -3, dcOd: -4, axOd: 10 })).toEqual(['warn ortho-k-cylinder-Od'])
    expect(found(6, { dsOd: -3, dcOd: -1.5, axOd: 10 })).toEqual([])
    expect(found(6, { dsOd: -5, dcOd: 2, axOd: 100 })).toEqual(['warn ortho-k-cylinder-Od'])
  })
  it('has a PD that is the sum of its halves, within 1 mm', () => {
    expect(found(1, { dsOd: -1, pd: 70, pdOd: 31, pdOs: 31 })).toEqual(['warn pd-sum'])
    expect(found(2, { dsOd: -1, pd: 70, pdOd: 31, pdOs: 31 })).toEqual(['warn pd-sum'])
    expect(found(1, { dsOd: -1, pd: 62, pdOd: 31, pdOs: 31.5 })).toEqual([])
  })
  it('asks about a base without a prism and an acuity below the naked one', () => {
    expect(found(1, { dsOd: -1, baseOd: 'UP' })).toEqual(['warn prism-missing-Od'])
    expect(found(4, { dsOd: -1, ucvaOd: 5, vaOd: 4.8 })).toEqual(['warn below-ucva-vaOd'])
  })
})

describe('drugs', () => {
  it.each([
    ['青霉素过敏', '阿莫西林胶囊', '青霉素'],
    ['阿莫西林', '注射用青霉素钠', '阿莫西林'],
    ['头孢克洛过敏', '阿莫西林', '头孢'],
    ['青霉素', '头孢呋辛酯片', '青霉素'],
    ['磺胺', '布林佐胺滴眼液', '磺胺'],
    ['庆大霉素', '妥布霉素滴眼液', '庆大霉素'],
    ['喹诺酮类', '左氧氟沙星滴眼液', '喹诺酮'],
    ['阿司匹林', '普拉洛芬滴眼液', '阿司匹林'],
    ['无青霉素过敏', '阿莫西林', undefined],
    ['花粉', '阿莫西林', undefined],
    ['青霉素', '妥布霉素滴眼液', undefined],
    [null, '阿莫西林', undefined],
  ])('an allergy to %s stops %s: %s', (allergy, name, hit) => expect(crossAllergy(allergy, { name })).toBe(hit))
  it('a drug of the class is found by what its entry says it holds', () =>
    expect(allergyHit('青霉素', { name: '复方片', allergens: '阿莫西林、克拉维酸' })).toBe('青霉素'))
  it('99 boxes are more than three days use up; what a course needs is not', () => {
    const drops = { form: '滴眼液', spec: '5 mL:24.4 mg' }
    expect(quantityAtMost({ ...drops, days: 3, frequency: '每日 2 次', unit: '盒' })).toBe(2)
    expect(quantityAtMost({ ...drops, days: 30, frequency: 'qn', unit: '瓶' })).toBe(10)
    expect(quantityAtMost({ ...drops, days: 2, frequency: '一日三次', unit: '片' })).toBe(24)
  })
  it('a bottle of drops in 支 lasts for days; an ampoule, or a single dose below a millilitre, does not', () => {
    const line = { days: 7, frequency: '每日 4 次', unit: '支' }
    expect(quantityAtMost({ ...line, form: '滴眼液', spec: '5 mL:24.4 mg' })).toBe(2)
    expect(quantityAtMost({ ...line, form: '滴眼液', spec: '0.4 mL' })).toBe(112)
    expect(quantityAtMost({ ...line, form: '注射液', spec: '2 mL' })).toBe(112)
  })
})
