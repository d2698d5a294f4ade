import { describe, expect, it } from 'vitest'
import { MEMBERS } from './demo.ts'
import { SHY, visitsOf } from './lives.ts'
import { CHILDREN } from './people.ts'

describe('the visits of the demo', () => {
  const visits = new Map<number, number>()
  for (const { member } of visitsOf(MEMBERS, '2026-11-21')) visits.set(member, (visits.get(member) ?? 0) + 1)
  it('at its full size bring 300 children three times, and surely so', () => {
    const often = [...visits.values()].filter((n) => n >= 3).length
    const share = CHILDREN * (1 - SHY)
    const spread = Math.sqrt(often * share * (1 - share))
    expect(often * share - 4 * spread).toBeGreaterThan(300)
  })
  it('begin in the holidays rather than in term', () => {
    const months = visitsOf(MEMBERS, '2026-11-21')
      .filter(({ n }) => n === 0)
      .map(({ day }) => day.slice(5, 7))
    const came = (...list: string[]) => months.filter((month) => list.includes(month)).length
    expect(came('07', '08')).toBeGreaterThan(1.4 * came('04', '05'))
  })
  it('keep the first members few, whoever follows', () => {
    const first = visitsOf(84, '2026-11-21')
    const all = visitsOf(MEMBERS, '2026-11-21').filter(({ member }) => member < 84)
    expect(all).toEqual(first)
    expect(first.length).toBeLessThan(84 * 1.4)
    expect(MEMBERS).toBeGreaterThan(1_000)
  })
})
