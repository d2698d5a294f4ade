import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakUpOf, dryAid, NOT_APPLICABLE, osdiBand, osdiOf } from './dry.ts'

const answers = (values: ReadonlyArray<number | null>) => Object.fromEntries(values.map((n, i) => [`osdi${i + 1}`, n]))
describe('OSDI', () => {
  it.each([
    [Array<number>(12).fill(1), 25],
    [[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, NOT_APPLICABLE, NOT_APPLICABLE], 50],
    [[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, NOT_APPLICABLE], 75],
    [Array<number>(12).fill(0), 0],
    [Array<number>(12).fill(4), 100],
  ])('of %j is %d', (values, score) => expect(osdiOf(answers(values))?.score).toBe(score))
  it('has no score without an answer that counts', () => {
    expect(osdiOf({})).toBeNull()
    expect(osdiOf(answers(Array<number>(12).fill(NOT_APPLICABLE)))).toBeNull()
  })
  it('lies between 0 and 100 whatever was answered, and says its formula', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1, 2, 3, 4, NOT_APPLICABLE, null), { minLength: 12, maxLength: 12 }), (ticked) => {
        const found = osdiOf(answers(ticked))
        if (found === null) return
        expect(found.score).toBeGreaterThanOrEqual(0)
        expect(found.score).toBeLessThanOrEqual(100)
        expect(found.formula).toBe(`${found.sum} × 25 / ${found.answered}`)
      }),
    )
  })
  it('is mild from 13, moderate from 23, severe from 33', () => {
    expect([12.9, 13, 22.9, 23, 32.9, 33].map(osdiBand)).toEqual(['正常', '轻度', '轻度', '中度', '中度', '重度'])
  })
})
describe('the limbs of the consensus', () => {
  const sore = answers(Array<number>(12).fill(1))
  it.each([
    ['fbut', { fbut1Od: 5, fbut2Od: 5, fbut3Od: 5 }],
    ['nibut', { nibutOd: 9.9 }],
    ['schirmer', { schirmerOd: 5 }],
  ] as const)('%s low and symptoms are the first', (test, values) => {
    expect(dryAid({ ...sore, ...values }, 'Od')).toMatchObject({ limb: 1, symptom: 'osdi', fired: [{ test }], lacks: [] })
    expect(dryAid({ ...answers([0]), ...values }, 'Od')).toMatchObject({ limb: null, symptom: null })
  })
  it.each([
    ['fbut', { fbut1Os: 10 }],
    ['nibut', { nibutOs: 12 }],
    ['schirmer', { schirmerOs: 10 }],
  ] as const)('%s in the middle wants five dots of staining: the second', (test, values) => {
    expect(dryAid({ ...sore, ...values }, 'Os')).toMatchObject({ limb: null, fired: [{ test }], lacks: ['staining'] })
    expect(dryAid({ ...sore, ...values, stainDotsOs: 4 }, 'Os')).toMatchObject({ limb: null, lacks: [] })
    expect(dryAid({ ...sore, ...values, stainDotsOs: 5 }, 'Os')).toMatchObject({ limb: 2 })
  })
  it('normal values meet neither, and nothing measured says what is missing', () => {
    expect(dryAid({ ...sore, fbut1Od: 10.1, nibutOd: 12.1, schirmerOd: 11, stainDotsOd: 9 }, 'Od')).toMatchObject({ limb: null, fired: [] })
    expect(dryAid({}, 'Od')).toEqual({ limb: null, symptom: null, fired: [], lacks: ['symptom', 'signs'] })
    expect(dryAid({ symptoms: true, fbut1Od: 4 }, 'Od')).toMatchObject({ limb: 1, symptom: 'complaint' })
  })
  it('a Schirmer test under anaesthesia does not count, and each eye has its own', () => {
    expect(dryAid({ ...sore, schirmerOd: 3, schirmerAnaesthetic: true }, 'Od')).toMatchObject({ limb: null, lacks: ['signs'] })
    expect(dryAid({ ...sore, schirmerOd: 3 }, 'Os')).toMatchObject({ limb: null, lacks: ['signs'] })
  })
  it('break-up time is the mean of what was read', () => {
    expect(breakUpOf({ fbut1Od: 4, fbut2Od: 7 }, 'Od')).toBe(5.5)
    expect(breakUpOf({}, 'Od')).toBeNull()
  })
})
