import { describe, expect, it } from 'vitest'
import { Chance } from '../../../../database/demo/random.ts'
import { percentilesAt } from '../formulas/formulas.ts'
import { plainWords } from './plain.ts'

const chinese = { t: String.raw as never }

const DAY = 86_400_000
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** Two readings of an optical biometer are within 0.05 mm of each other in 95 of 100: 0.018 mm is one's standard deviation. */
const ERRS = 0.05 / 1.96 / Math.SQRT2

describe('growth in words for a family', () => {
  it('of 10,000 children who grow as their age does, noise calls at most 2 in 100 fast, whatever the interval', () => {
    const chance = new Chance(20261122)
    const random = () => chance.next()
    const noise = () => ERRS * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const called = { fast: 0, said: 0 }
    for (let i = 0; i < 10_000; i++) {
      const gender = i % 2
      const birth = '2015-03-01'
      const last = Date.parse('2026-11-20') - Math.floor(random() * 5 * 365) * DAY
      const first = last - (60 + Math.floor(random() * 395)) * DAY
      const age = (ms: number) => (ms - Date.parse(birth)) / DAY / 365.25
      // The usual growth of the year before, as the words count it.
      const perYear = percentilesAt(gender, age(last))![4]! - percentilesAt(gender, age(last) - 1)![4]!
      const grown = (perYear * (last - first)) / DAY / 365.25
      const point = (id: number, ms: number, al: number) => ({
        id,
        at: `${day(ms)} 09:00:00`,
        age: age(ms),
        od: Math.round((al + noise()) * 100) / 100,
        os: Math.round((al + noise()) * 100) / 100,
        notOd: null,
        notOs: null,
      })
      const words = plainWords({ gender, birth, al: [point(1, first, 23.4), point(2, last, 23.4 + grown)] }, chinese)
      if (words) called.said++
      if (words?.includes('偏快')) called.fast++
    }
    expect(called.said).toBeGreaterThan(9_000)
    expect(called.fast / 10_000).toBeLessThanOrEqual(0.02)
  })
})
