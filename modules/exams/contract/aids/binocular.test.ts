import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acaOf, besideNorm, criteriaOf, MORGAN, patternsOf, percival } from './binocular.ts'

describe('norms of binocular vision', () => {
  it('are those of Morgan 1944, one deviation to each side', () => {
    const shown = Object.fromEntries(Object.entries(MORGAN).map(([field, { mean, sd }]) => [field, [mean, sd]]))
    expect(shown).toMatchObject({
      farPhoria: [-1, 2],
      nearPhoria: [-3, 3],
      aca: [4, 2],
      farBoBlur: [9, 4],
      farBoBreak: [19, 8],
      farBoRecovery: [10, 4],
      farBiBreak: [7, 3],
      farBiRecovery: [4, 2],
      nearBoBlur: [17, 5],
      nearBoBreak: [21, 6],
      nearBoRecovery: [11, 7],
      nearBiBlur: [13, 4],
      nearBiBreak: [21, 4],
      nearBiRecovery: [13, 5],
      nra: [2, 0.5],
      pra: [-2.37, 1],
      bcc: [0.5, 0.5],
    })
    expect(besideNorm('nearPhoria', -6, 10)).toEqual({ expected: '−3 ± 3', source: 'Morgan 1944', place: 'within' })
    expect(besideNorm('nearPhoria', -6.5, 10)?.place).toBe('low')
    expect(besideNorm('pra', -1.25, 10)?.place).toBe('high')
    expect(besideNorm('worthFar', 4, 10)).toBeUndefined()
  })
  it('judge an amplitude by Hofstetter at the age, and not at all without one', () => {
    expect(besideNorm('ampOd', 12.9, 8)).toEqual({ expected: '≥ 13（16.1）', source: 'Hofstetter 1950', place: 'low' })
    expect(besideNorm('ampOd', 13, 8)?.place).toBe('within')
    expect(besideNorm('ampOs', 10, null)).toBeUndefined()
  })
  it('judge no facility of children younger than the norm', () => {
    expect(besideNorm('flipOu', 5, 6)).toBeUndefined()
    expect(besideNorm('flipOu', 6, 9)?.place).toBe('low')
    expect(besideNorm('npcBreak', 6, 9)?.place).toBe('within')
  })
})

describe('criteria of comfort', () => {
  it.each([
    [10, 10, 3.33],
    [6, 15, 0],
    [8, 4, 4],
    [12, 9, 5],
    [5, 5, 1.67],
  ])('Sheard: an exophoria of %d with a reserve of %d wants %d Δ base in', (phoria, reserve, prism) => {
    const [found] = criteriaOf({ nearPhoria: -phoria, nearBoBlur: reserve })
    expect(found).toMatchObject({ name: 'Sheard', at: 'near', met: prism === 0, base: prism ? 'IN' : null })
    expect(found?.prism).toBeCloseTo(prism, 2)
  })
  it('Sheard: an esophoria is held by base in, and relieved by base out', () => {
    expect(criteriaOf({ farPhoria: 6, farBiBreak: 6, farBoBreak: 30 })[0]).toMatchObject({
      at: 'far',
      base: 'OUT',
      formula: '⅔ × 6 − ⅓ × 6 = 2',
    })
  })
  it.each([
    [10, 30, 3.33],
    [10, 20, 0],
    [4, 20, 4],
    [21, 6, 3],
  ])('Percival: ranges of %d and %d want %d Δ towards the wider one', (bi, bo, prism) => {
    expect(percival(bi, bo)).toBeCloseTo(prism, 2)
    const [found] = criteriaOf({ nearBiBlur: bi, nearBoBlur: bo })
    expect(found).toMatchObject({ name: 'Percival', met: prism === 0 })
    if (prism) expect(found?.base).toBe(bi > bo ? 'IN' : 'OUT')
  })
  it('Percival: with the prism the demand lies at the edge of the middle third', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (a, b) => {
        const p = percival(a, b)
        const [greater, lesser] = [Math.max(a, b) - p, Math.min(a, b) + p]
        expect(lesser * 2 + 1e-9).toBeGreaterThanOrEqual(greater)
      }),
    )
  })
  it('are silent where a value is missing; a break stands in for a blur nobody saw', () => {
    expect(criteriaOf({ nearPhoria: -6 })).toEqual([])
    expect(criteriaOf({ nearPhoria: -6, nearBoBreak: 12 })).toHaveLength(1)
  })
})

describe('AC/A', () => {
  it.each([
    [60, 400, -6, -2, 4.4],
    [62, 400, -3, -1, 5.4],
    [64, 400, 4, 0, 8],
    [58, 330, -10, -2, 3.16],
  ])('of phorias: PD %d, %d mm, near %d, far %d is %d', (pd, workingDistance, nearPhoria, farPhoria, aca) => {
    expect(acaOf({ acaMethod: 2, workingDistance, nearPhoria, farPhoria }, pd)?.aca).toBe(aca)
  })
  it.each([
    [-6, -2, -1, 4],
    [4, -2, 1, 6],
    [2, 10, -2, 4],
  ])('gradient: %d becomes %d through %d, which is %d', (nearPhoria, gradientPhoria, gradientLens, aca) => {
    expect(acaOf({ acaMethod: 1, nearPhoria, gradientPhoria, gradientLens }, null)?.aca).toBe(aca)
  })
  it('is nothing without its method or a value of it', () => {
    expect(acaOf({ nearPhoria: -6, farPhoria: -2 }, 60)).toBeNull()
    expect(acaOf({ acaMethod: 2, nearPhoria: -6, farPhoria: -2 }, null)).toBeNull()
    expect(acaOf({ acaMethod: 1, nearPhoria: -6, gradientPhoria: -2, gradientLens: 0 }, null)).toBeNull()
  })
})

describe('a pattern', () => {
  it('is suggested with the values that speak for it', () => {
    expect(patternsOf({ farPhoria: 0, nearPhoria: -8, npcBreak: 10, nearBoBlur: 8, nra: 2 }, 12)).toEqual([
      { name: '集合不足', because: ['近距外隐斜大于远距', '集合近点远', '近距基底向外储备低'] },
    ])
    expect(patternsOf({ farPhoria: 0, nearPhoria: 5, aca: 7 }, 12).map((p) => p.name)).toEqual(['集合过度'])
    expect(patternsOf({ farPhoria: 6, nearPhoria: 0, aca: 1 }, 12).map((p) => p.name)).toEqual(['散开不足'])
    expect(patternsOf({ farPhoria: -8, nearPhoria: -2, aca: 7 }, 12).map((p) => p.name)).toEqual(['散开过度'])
    expect(patternsOf({ ampOd: 6, ampOs: 6, flipOd: 4 }, 12).map((p) => p.name)).toEqual(['调节不足'])
    expect(patternsOf({ bcc: -0.5, nra: 1 }, 12).map((p) => p.name)).toEqual(['调节过度'])
  })
  it('is not suggested of one sign alone, of expected values, or of nothing', () => {
    expect(patternsOf({ farPhoria: 0, nearPhoria: -8 }, 12)).toEqual([])
    expect(
      patternsOf(
        { farPhoria: -1, nearPhoria: -3, npcBreak: 5, nearBoBlur: 17, nra: 2, pra: -2.25, bcc: 0.5, aca: 4, ampOd: 15, ampOs: 15 },
        12,
      ),
    ).toEqual([])
    expect(patternsOf({}, null)).toEqual([])
  })
})
