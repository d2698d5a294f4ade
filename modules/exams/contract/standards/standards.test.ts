import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clinicNow } from '#kernel/contract/index.ts'
import { asksForVisit, chairHeight, deskHeight, evaluate, reserveOn, type ChildMeasured, type EyeMeasured } from './evaluate.ts'
import { standardSets } from './sets.ts'
import { compares, overdueSets, setInForce, type Topic } from './standard.ts'

const DAY = '2026-11-24'
/** Born so that the child is of an age on the day. */
const aged = (years: number, months = 3) => {
  const total = 2026 * 12 + 10 - years * 12 - months
  return `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, '0')}-01`
}
const eye = (measured: Partial<EyeMeasured> = {}): EyeMeasured => ({ ucva: 5, cva: null, sph: 0, cyl: 0, ...measured })
const child = (years: number, measured: Partial<ChildMeasured> = {}): ChildMeasured => ({
  birth: aged(years),
  gender: 0,
  day: DAY,
  glassesType: 0,
  od: eye(),
  os: eye(),
  ...measured,
})
const both = (measured: Partial<EyeMeasured>) => ({ od: eye(measured), os: eye(measured) })
const judge = (...args: Parameters<typeof evaluate>) => {
  const found = evaluate(...args)
  if (!found) throw new Error('no age')
  return found
}

describe('standards are data with validity', () => {
  it('no set in force today lacks the successor that replaced it', () => {
    expect(overdueSets(standardSets, clinicNow().slice(0, 10))).toEqual([])
  })
  it('a successor in force and not entered is found on its day, not the day before', () => {
    const sets = standardSets.filter(({ id }) => id !== 'WS/T 10039—2025')
    expect(overdueSets(sets, '2026-02-28')).toEqual([])
    expect(overdueSets(sets, '2026-03-01').map(({ id }) => id)).toEqual(['ZGGW-2021'])
  })
  it('a result is judged by the set in force on its day', () => {
    expect(judge(child(8, { day: '2026-02-28' })).standard).toBe('ZGGW-2021')
    expect(judge(child(8, { day: '2026-03-01' })).standard).toBe('WS/T 10039—2025')
  })
  it('two sets of a topic never begin on the same day, and each rule names its source', () => {
    const begins = standardSets.map(({ topic, since }) => `${topic} ${since}`)
    expect(new Set(begins).size).toBe(begins.length)
    for (const rule of standardSets.flatMap(({ rules }) => rules)) expect(rule.source.length).toBeGreaterThan(5)
  })
  it.each(['method', 'school', 'reserve', 'preschool', 'schedule', 'definitions'] satisfies Topic[])('%s has a set in force', (topic) => {
    expect(setInForce(standardSets, topic, DAY)).toBeDefined()
  })
  it('the thirteen visits of 0 to 6 years and the five refractions of 2026 to 2030 are entered', () => {
    expect(setInForce(standardSets, 'preschool', DAY)?.visitMonths).toHaveLength(13)
    expect(setInForce(standardSets, 'schedule', DAY)?.visitMonths).toEqual([24, 36, 48, 60, 72])
  })
  it('every rule holds on one side of its number and its operator decides on it', () => {
    for (const { operator, value } of standardSets.flatMap(({ rules }) => rules)) {
      const above = compares(value + 0.01, operator, value)
      expect(compares(value - 0.01, operator, value)).toBe(!above)
      expect(compares(value, operator, value)).toBe(operator.endsWith('='))
    }
  })
})

describe('acuity', () => {
  it.each([
    [5.0, 'no', null],
    [4.9, 'yes', 1],
    [4.8, 'yes', 2],
    [4.6, 'yes', 2],
    [4.5, 'yes', 3],
  ] as const)('from six years an acuity of %s is poor sight: %s, degree %s', (ucva, poorSight, poorSightDegree) => {
    expect(judge(child(8, both({ ucva })))).toMatchObject({ poorSight, poorSightDegree })
  })
  it.each([
    [3, 4.8, 'no'],
    [3, 4.7, 'yes'],
    [4, 4.9, 'no'],
    [4, 4.8, 'yes'],
    [5, 5.0, 'no'],
    [5, 4.9, 'yes'],
    [2, 4.7, 'no'],
    [2, 4.6, 'yes'],
  ] as const)('at %s years the limit is by age: %s is %s', (years, ucva, poorSight) => {
    expect(judge(child(years, both({ ucva })))).toMatchObject({ poorSight, poorSightDegree: null })
  })
  it('one eye is enough for poor sight, and never enough for good sight', () => {
    expect(judge(child(8, { od: eye({ ucva: 4.8 }), os: eye({ ucva: null }) })).poorSight).toBe('yes')
    expect(judge(child(8, { od: eye({ ucva: 5 }), os: eye({ ucva: null }) })).poorSight).toBe('unknown')
  })
})

describe('screening myopia', () => {
  const childWith = (se: number, ucva = 4.9) => child(8, both({ ucva, sph: se }))
  it.each([
    [-0.51, 'yes', 'yes'],
    [-0.5, 'no', 'yes'],
    [-0.49, 'no', 'no'],
  ] as const)('SE %s: %s by "<", %s by "≤"', (se, less, atMost) => {
    expect(judge(childWith(se)).screeningMyopia).toBe(less)
    expect(judge(childWith(se), { myopiaOperator: '<=' }).screeningMyopia).toBe(atMost)
  })
  it('needs both acuity and refraction of one eye', () => {
    expect(judge(childWith(-2, 5)).screeningMyopia).toBe('no')
    expect(judge(child(8, { od: eye({ ucva: 4.5 }), os: eye({ sph: -3 }) })).screeningMyopia).toBe('no')
    expect(judge(child(8, both({ ucva: 4.8, sph: null }))).screeningMyopia).toBe('unknown')
  })
  it('below six years: acuity below 4.9 and SE of at most −0.50, whatever the setting', () => {
    expect(judge(child(5, both({ ucva: 4.8, sph: -0.5 }))).screeningMyopia).toBe('yes')
    expect(judge(child(5, both({ ucva: 4.9, sph: -0.5 }))).screeningMyopia).toBe('no')
  })
  it.each([
    [-0.51, 'no'],
    [-0.5, 'no'],
    [-0.49, 'yes'],
    [0.75, 'yes'],
    [0.76, 'no'],
  ] as const)('SE %s with full acuity tends to myopia: %s', (se, preMyopia) => {
    expect(judge(childWith(se, 5)).preMyopia).toBe(preMyopia)
  })
  it('lenses worn at night leave every answer of the bare eye unknown', () => {
    expect(judge(child(10, { glassesType: 3, ...both({ ucva: null, cva: 5, sph: null, cyl: null }) }))).toMatchObject({
      poorSight: 'unknown',
      screeningMyopia: 'unknown',
      preMyopia: 'unknown',
      reserveLow: 'unknown',
      correction: 'full',
      warning: null,
    })
  })
})

describe('hyperopia, reserve, cylinder', () => {
  it.each([
    [3, 3, 3.01],
    [4, 2, 2.01],
    [5, 2, 2.01],
    [6, 1.5, 1.51],
    [7, 1.5, 1.51],
    [8, 0.5, 0.51],
    [13, 0.5, 0.51],
  ] as const)('at %s years +%s is none and +%s is hyperopia', (years, on, outside) => {
    expect(judge(child(years, both({ sph: on }))).hyperopia).toBe('no')
    expect(judge(child(years, both({ sph: outside }))).hyperopia).toBe('yes')
  })
  it.each([
    [5, 2.05],
    [6, 1.72],
    [7, 1.48],
    [8, 1.19],
    [9, 1.11],
    [10, 0.92],
    [11, 0.83],
    [12, 0.75],
  ] as const)('at %s years a reserve of %s D under cycloplegia is enough, a hundredth less is low', (years, limit) => {
    expect(judge(child(years, { ...both({ sph: limit }), cycloplegic: true })).reserveLow).toBe('no')
    expect(judge(child(years, { ...both({ sph: limit - 0.01 }), cycloplegic: true })).reserveLow).toBe('yes')
  })
  it('without cycloplegia a low reserve is unknown, and told only where a young child has no plus left', () => {
    expect(judge(child(8, both({ sph: 0.5 }))).reserveLow).toBe('unknown')
    expect(judge(child(5, both({ sph: 0 }))).reserveLow).toBe('unknown')
    expect(judge(child(5, both({ sph: -0.25 })))).toMatchObject({ reserveLow: 'yes', warning: 0 })
    expect(judge(child(8, both({ sph: 1.5 }))).reserveLow).toBe('no')
  })
  it('the growth page judges a reserve by the same rules, at ages that have one', () => {
    expect(reserveOn('2019-08-01', DAY, 1.48)).toMatchObject({ limit: 1.48, isLow: false, unverified: true })
    expect(reserveOn('2019-08-01', DAY, 1.47)?.isLow).toBe(true)
    expect(reserveOn('2019-08-01', '2026-02-28', 1.49)).toMatchObject({ limit: 1.5, isLow: true })
    expect(reserveOn('2010-08-01', DAY, 0)).toBeUndefined()
    expect(reserveOn('2027-08-01', DAY, 0)).toBeUndefined()
  })
  it('the former limits hold before 2026-03-01', () => {
    const seven = (sph: number, day: string) =>
      judge({ ...child(7, both({ sph })), birth: '2018-06-01', day, cycloplegic: true }).reserveLow
    expect(seven(1.4, '2026-02-28')).toBe('no')
    expect(seven(1.4, '2026-03-01')).toBe('yes')
  })
  it.each([
    [-0.49, 'no', null],
    [-0.5, 'yes', 1],
    [0.5, 'yes', 1],
    [-2, 'yes', 1],
    [-2.01, 'yes', 2],
    [-4, 'yes', 2],
    [-4.01, 'yes', 3],
  ] as const)('a cylinder of %s is astigmatism: %s, degree %s', (cyl, astigmatism, astigmatismDegree) => {
    expect(judge(child(9, both({ cyl })))).toMatchObject({ astigmatism, astigmatismDegree })
  })
  it('eyes differ above 1.50 D of sphere or 1.00 D of cylinder', () => {
    const apart = (sph: number, cyl: number) => judge(child(9, { od: eye({ sph, cyl }), os: eye() })).anisometropia
    expect([apart(1.5, 0), apart(1.51, 0), apart(0, -1), apart(0, -1.01)]).toEqual(['no', 'yes', 'no', 'yes'])
  })
  it.each([
    [2, 4.5, -3.5, 2],
    [3, 4, -3, 2],
    [4, 4, -3, 2],
    [5, 3.5, -1.5, 1.5],
  ] as const)('refractive error at %s years lies beyond +%s, %s, cylinder %s', (years, plus, minus, cyl) => {
    const error = (measured: Partial<EyeMeasured>) => judge(child(years, both(measured))).refractiveError
    expect([error({ sph: plus }), error({ sph: plus + 0.01 })]).toEqual(['no', 'yes'])
    expect([error({ sph: minus }), error({ sph: minus - 0.01 })]).toEqual(['no', 'yes'])
    expect([error({ sph: cyl / 2, cyl: -cyl }), error({ sph: 1, cyl: -cyl - 0.01 })]).toEqual(['no', 'yes'])
  })
})

describe('correction, warning, body', () => {
  it('glasses that leave 4.9 correct too little; without glasses poor sight is uncorrected', () => {
    const worn = (cva: number | null) => judge(child(9, { glassesType: 1, ...both({ ucva: 4.5, cva }) })).correction
    expect([worn(4.9), worn(5), worn(null)]).toEqual(['under', 'full', 'unknown'])
    expect(judge(child(9, both({ ucva: 4.9 }))).correction).toBe('uncorrected')
    expect(judge(child(9)).correction).toBe('unneeded')
    expect(judge(child(4, { glassesType: 1, ...both({ ucva: 4.7, cva: 4.9 }) })).correction).toBe('full')
  })
  it.each([
    [8, 5, 0, null],
    [8, 5, -0.25, 0],
    [8, 5, -0.5, 0],
    [8, 4.9, 0, 1],
    [8, 4.8, 0, 2],
    [8, 4.7, 0, 3],
    [8, 5, -3, 1],
    [8, 5, -3.01, 2],
    [8, 5, -6, 2],
    [8, 5, -6.01, 3],
    [4, 4.9, 0.5, 0],
    [4, 4.6, 0.5, 3],
    [3, 4.7, 0.5, 1],
    [3, 4.9, 0.5, null],
  ] as const)('at %s years acuity %s and SE %s warn at level %s', (years, ucva, sph, warning) => {
    expect(judge(child(years, both({ ucva, sph }))).warning).toBe(warning)
  })
  it('body mass, height and furniture', () => {
    const ten = { birth: '2016-11-24', height: 140.8, weight: 38 }
    expect(judge(child(10, ten))).toMatchObject({ bmi: 19.2, bmiWord: '超重', heightPlace: 50, desk: 61, chair: 34 })
    expect(judge(child(10, { ...ten, height: null }))).toMatchObject({ bmi: null, bmiWord: null, desk: null })
    expect([deskHeight(100), chairHeight(100)]).toEqual([43, 24])
  })
  it('a day before the birth is judged by nobody', () => {
    expect(evaluate(child(8, { day: '2010-01-01' }))).toBeNull()
  })
  it('what nobody read in the standard is marked where it decided', () => {
    expect(judge(child(8, both({ ucva: 4.8, sph: -3, cyl: 0 }))).unverified).toBe(true)
    expect(judge(child(13, both({ sph: 0.25 }))).unverified).toBe(false)
  })
})

describe('for any measurement', () => {
  const line = fc.integer({ min: 40, max: 53 }).map((n) => n / 10)
  const power = fc.integer({ min: -40, max: 24 }).map((n) => n / 4)
  const any = fc.record({
    years: fc.integer({ min: 2, max: 18 }),
    od: fc.record({ ucva: fc.option(line), cva: fc.option(line), sph: fc.option(power), cyl: fc.option(power) }),
    os: fc.record({ ucva: fc.option(line), cva: fc.option(line), sph: fc.option(power), cyl: fc.option(power) }),
    glassesType: fc.constantFrom(0, 1, 2, 3, null),
  })
  it('right and left are judged alike, and myopia excludes the tendency to it', () => {
    fc.assert(
      fc.property(any, ({ years, od, os, glassesType }) => {
        const one = judge(child(years, { od, os, glassesType }))
        expect(judge(child(years, { od: os, os: od, glassesType }))).toEqual(one)
        expect(one.screeningMyopia === 'yes' && one.preMyopia === 'yes').toBe(false)
        expect(one.poorSightDegree !== null && one.poorSight !== 'yes').toBe(false)
      }),
    )
  })
  it('a worse line never takes a warning away', () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 5 }), ({ years, od, os, glassesType }, lines) => {
        const lower = { ...od, ucva: od.ucva === null ? null : Math.max(4, Math.round(od.ucva * 10 - lines) / 10) }
        const [one, worse] = [judge(child(years, { od, os, glassesType })), judge(child(years, { od: lower, os, glassesType }))]
        expect(worse.warning ?? -1).toBeGreaterThanOrEqual(one.warning ?? -1)
        if (asksForVisit(one)) expect(asksForVisit(worse)).toBe(true)
      }),
    )
  })
})
