import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { okLimitDefaults } from '#modules/settings/contract/ok.ts'
import { monthsAfter } from '#kernel/contract/days.ts'
import { propose } from './okjing/design.ts'
import { standing } from './okjing/rail.ts'
import { suitability, worst } from './okjing/suitability.ts'
import { differences, swapped } from './okjing/take.ts'

const design = {
  name: 'DreamLens',
  family: 'VST',
  factor: 0.75,
  bcMin: 7.5,
  bcMax: 9,
  bcStep: 0.01,
  targetMin: -6,
  targetMax: -0.75,
  dia: 10.6,
} as const
describe('the fitting helper', () => {
  it('shows its arithmetic', () => {
    const { lens, steps } = propose(design, 43, -3)
    expect(lens).toEqual({ bc: 8.6, target: -3, ac: 43, dia: 10.6 })
    expect(steps).toContain('BC = 43.00 − 3.00 − 0.75 = 39.25 D')
    expect(propose({ ...design, family: 'CRT' }, 43, -3).lens).not.toHaveProperty('ac')
  })
  it('proposes nothing outside of its table, and says why', () => {
    expect(propose(design, 43, -6.5)).toMatchObject({ steps: [expect.anything(), expect.stringContaining('没有这个降幅')] })
    expect(propose(design, 38, -5).steps.at(-1)).toContain('不给出建议')
    fc.assert(
      fc.property(fc.double({ min: 30, max: 60, noNaN: true }), fc.double({ min: -12, max: 0, noNaN: true }), (k, sphere) => {
        const { lens } = propose(design, k, sphere)
        return (
          !lens ||
          (lens.bc >= design.bcMin && lens.bc <= design.bcMax && lens.target >= design.targetMin && lens.target <= design.targetMax)
        )
      }),
    )
  })
})

describe('suitability', () => {
  const body = { dsOd: -3, dcOd: -0.5, axOd: 180, k1Od: 43, k2Od: 44, inflammation: 'no', dryEye: 'no', systemicBar: 'no', hygiene: 'good' }
  it('is green within the limits, red below the age and beyond the myopia, amber between; the limit stands beside the value', () => {
    expect(worst(suitability(body, 8, okLimitDefaults))).toBe('green')
    expect(worst(suitability(body, 7, okLimitDefaults))).toBe('red')
    expect(worst(suitability({ ...body, dsOd: -6.25 }, 8, okLimitDefaults))).toBe('red')
    expect(worst(suitability({ ...body, dsOd: -0.5 }, 8, okLimitDefaults))).toBe('amber')
    expect(suitability({ ...body, k1Od: 39.75 }, 8, okLimitDefaults)).toContainEqual({
      item: '平K',
      eye: 'od',
      colour: 'amber',
      says: '39.75（40～46 D）',
    })
  })
  it('a cylinder against the rule has the stricter limit', () => {
    const lightAt = (axOd: number) =>
      suitability({ ...body, dcOd: -1.25, axOd }, 8, okLimitDefaults).find((l) => l.item === '柱镜' && l.eye === 'od')
    expect([lightAt(180)?.colour, lightAt(30)?.colour, lightAt(31)?.colour, lightAt(90)?.colour]).toEqual([
      'green',
      'green',
      'amber',
      'amber',
    ])
  })
  it('what was not measured is neither', () => {
    expect(suitability({}, null, okLimitDefaults).every((l) => l.colour === 'unmeasured')).toBe(true)
  })
})

describe('received against fitted', () => {
  const od = { bcOd: 8.6, targetOd: -3, ctOd: 0.22, colourOd: 'green' }
  const os = { bcOs: 8.52, targetOs: -2.75, ctOs: 0.22, colourOs: 'blue' }
  it('a pair that changed sides is known; alike lenses cannot be', () => {
    const crossed = { bcOd: 8.52, targetOd: -2.75, ctOd: 0.22, colourOd: 'blue', bcOs: 8.6, targetOs: -3, ctOs: 0.22, colourOs: 'green' }
    expect(swapped({ ...od, ...os }, crossed)).toBe(true)
    expect(swapped({ ...od, ...os }, { ...od, ...os })).toBe(false)
    expect(swapped({ bcOd: 8.6, bcOs: 8.6 }, { bcOd: 8.6, bcOs: 8.6 })).toBe(false)
  })
  it('thickness agrees within 0.02 mm, everything else must be the same; what was not fitted is not asked', () => {
    expect(differences({ bc: 8.6, ct: 0.22 }, { bc: 8.6, ct: 0.24 })).toEqual([])
    expect(differences({ bc: 8.6, ct: 0.22 }, { bc: 8.6, ct: 0.25 })).toEqual(['ct'])
    expect(differences({ bc: 8.6 }, { bc: 8.61, colour: 'blue' })).toEqual(['bc'])
    expect(differences({ bc: 8.6 }, {})).toEqual(['bc'])
  })
})

describe('the rail', () => {
  const recordOf = (kind: string, day: string, body: object = {}, status = 2) => ({
    id: 1,
    kind,
    status,
    recordAt: `${day} 09:00:00`,
    body: { ...body },
  })
  const chain = [
    recordOf('okjing-first-record', '2026-08-30'),
    recordOf('okjing-trial-lens', '2026-09-05', { verdict: 'use' }, 1),
    recordOf('fitting', '2026-09-06', { source: 'outside' }),
    recordOf('okjing-take-record', '2026-09-26'),
  ]
  const states = (records: typeof chain, taken: string | null, today: string) =>
    standing(records, taken, today).rail.map((s) => `${s.label} ${s.state}`)
  it('begins at the first record and moves with signed ones', () => {
    expect(standing([], null, '2026-09-01')).toMatchObject({ stage: 'first', nextLabel: '初检', nextDue: null })
    expect(standing([recordOf('okjing-first-record', '2026-08-30', {}, 1)], null, '2026-09-01').stage).toBe('first')
    expect(standing(chain.slice(0, 1), null, '2026-09-01').stage).toBe('trial')
    expect(standing(chain.slice(0, 3), null, '2026-09-07').stage).toBe('take')
  })
  it('lenses ordered here are waited for from the day of their order; without one the order is what comes next', () => {
    const fitted = [...chain.slice(0, 2), recordOf('fitting', '2026-09-06', { source: 'order' })]
    expect(standing(fitted, null, '2026-09-10')).toMatchObject({ stage: 'order', nextLabel: '下单' })
    const waiting = standing(fitted, null, '2026-09-10', '2026-09-07')
    expect(waiting).toMatchObject({ stage: 'take', nextLabel: '取镜' })
    expect(waiting.rail.find((s) => s.key === 'order')).toMatchObject({ state: 'done', on: '2026-09-07', recordId: null })
  })
  it('a former lens that needs no trial passes it by', () => {
    expect(states([chain[0]!, chain[2]!], null, '2026-09-07')).toEqual(['初检 done', '试戴 done', '定片 done', '下单 done', '取镜 now'])
  })
  it('reviews follow the day the lenses were handed over; the next is late from the day after', () => {
    expect(standing(chain, '2026-09-26', '2026-09-27')).toMatchObject({ stage: 'review', nextLabel: '次日', nextDue: '2026-09-27' })
    expect(states(chain, '2026-09-26', '2026-09-27').slice(5)).toEqual(['次日 now', '1 周 next'])
    const reviewed = [
      ...chain,
      recordOf('okjing-first-review', '2026-09-27'),
      recordOf('okjing-regular-review', '2026-10-03', { visit: 'week1' }),
    ]
    expect(states(reviewed, '2026-09-26', '2026-11-21').slice(5)).toEqual(['次日 done', '1 周 done', '1 月 late', '3 月 next'])
    const named = [...reviewed, recordOf('okjing-regular-review', '2026-11-21', { visit: 'month1', nextDate: '2027-01-10' })]
    expect(standing(named, '2026-09-26', '2026-11-22')).toMatchObject({ nextLabel: '3 月', nextDue: '2027-01-10' })
  })
  it('a review left out is said to be; new lenses begin anew', () => {
    const left = [...chain, recordOf('okjing-regular-review', '2026-10-03', { visit: 'week1' })]
    expect(states(left, '2026-09-26', '2026-10-04')[5]).toBe('次日 missed')
    expect(standing(left, '2026-11-01', '2026-11-01').nextLabel).toBe('次日')
  })
  it('a month from the end of a long one is the end of the short one', () => {
    expect(monthsAfter('2026-01-31', 1)).toBe('2026-02-28')
    expect(monthsAfter('2026-11-30', 15)).toBe('2028-02-29')
  })
})
