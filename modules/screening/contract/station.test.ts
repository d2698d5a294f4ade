import { describe, expect, it } from 'vitest'
import { badgeIn, badgeOf, isFinished, linesLost, nextStep, sightSteps, stepBefore } from './station.ts'

describe('a station', () => {
  it('asks bare eyes right then left, and corrected ones of whoever wears glasses', () => {
    expect(sightSteps(0).map(({ field }) => field)).toEqual(['ucvaOd', 'ucvaOs'])
    expect(sightSteps(1).map(({ field }) => field)).toEqual(['ucvaOd', 'ucvaOs', 'cvaOd', 'cvaOs'])
    expect(sightSteps(3).map(({ field }) => field)).toEqual(['cvaOd', 'cvaOs'])
    expect(sightSteps(1, 're.').map(({ field }) => field)).toEqual(['re.ucvaOd', 're.ucvaOs'])
  })
  it('needs at most five taps of a child: glasses and each eye', () => {
    for (const glasses of [0, 1, 2, 3]) expect(1 + sightSteps(glasses).length).toBeLessThanOrEqual(5)
  })
  it('goes on by itself and one step back', () => {
    const steps = sightSteps(0)
    expect(nextStep(steps, {})?.field).toBe('ucvaOd')
    expect(nextStep(steps, { ucvaOd: '5.0' })?.field).toBe('ucvaOs')
    expect(stepBefore(steps, { ucvaOd: '5.0' })?.field).toBe('ucvaOd')
    expect(stepBefore(steps, {})).toBeUndefined()
    expect(stepBefore(steps, { ucvaOd: '5.0', ucvaOs: '5.0' })?.field).toBe('ucvaOs')
  })
  it('is done with a child that has its values, is absent or does not cooperate', () => {
    expect(isFinished('sight', { ucvaOd: '5.0', ucvaOs: '5.0' })).toBe(false)
    expect(isFinished('sight', { glassesType: 0, ucvaOd: '5.0', ucvaOs: '5.0' })).toBe(true)
    expect(isFinished('sight', { absent: true })).toBe(true)
    expect(isFinished('sight', { absent: true }, 're.')).toBe(false)
    expect(isFinished('body', { height: 130 })).toBe(false)
    expect(isFinished('body', { height: 130, weight: 30 })).toBe(true)
  })
  it('two lines lost ask for a second look, one does not, a code asks the doctor', () => {
    expect([linesLost('4.8', '5.0'), linesLost('4.9', '5.0'), linesLost('CF', '5.0'), linesLost('4.0', null)]).toEqual([2, 0, 0, 0])
  })
})

describe('a badge', () => {
  it('names the child of its own task, and nobody of another', () => {
    expect(badgeIn(badgeOf(7, 41), 7)).toBe(41)
    expect(badgeIn(badgeOf(8, 41), 7)).toBe(null)
    expect(badgeIn('6901234567892', 7)).toBe(undefined)
    expect(badgeOf(7, 41)).not.toMatch(/[\u4e00-\u9fff]/)
  })
})
