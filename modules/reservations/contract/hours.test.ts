import { describe, expect, it } from 'vitest'
import { clockOf, minutes, openSpans, shiftSpan, within, type StoreHours } from './hours.ts'

const store = (...slots: Array<[string, string]>): StoreHours => ({
  timeOpen: slots[0]?.[0] ?? null,
  timeClose: slots[0]?.[1] ?? null,
  timeOpen2: slots[1]?.[0] ?? null,
  timeClose2: slots[1]?.[1] ?? null,
  timeOpen3: slots[2]?.[0] ?? null,
  timeClose3: slots[2]?.[1] ?? null,
})
const words = ({ from, to }: { from: number; to: number }) => `${clockOf(from)}–${clockOf(to)}`

describe('opening hours', () => {
  it('a span across the lunch break is not open, one that ends at closing is', () => {
    const open = openSpans(store(['08:30', '12:00'], ['13:30', '18:00']))
    expect(within({ from: minutes('11:30'), to: minutes('12:00') }, open)).toBe(true)
    expect(within({ from: minutes('11:30'), to: minutes('12:15') }, open)).toBe(false)
    expect(within({ from: minutes('11:30'), to: minutes('14:00') }, open)).toBe(false)
    expect(within({ from: minutes('17:30'), to: minutes('18:00') }, open)).toBe(true)
  })
  it('slots that touch count as one', () => {
    expect(
      within({ from: 700, to: 760 }, [
        { from: 720, to: 800 },
        { from: 600, to: 720 },
      ]),
    ).toBe(true)
  })
  it('shifts follow the slots of the store, and cut a single slot at noon and in the evening', () => {
    const three = store(['08:30', '12:00'], ['13:30', '18:00'], ['18:30', '21:00'])
    expect([1, 2, 3, 4].map((s) => words(shiftSpan(three, s)))).toEqual(['08:30–21:00', '08:30–12:00', '13:30–18:00', '18:30–21:00'])
    expect([1, 2, 3, 4].map((s) => words(shiftSpan(store(['09:00', '20:00']), s)))).toEqual([
      '09:00–20:00',
      '09:00–12:00',
      '13:00–17:30',
      '17:30–20:30',
    ])
  })
  it('a store without hours still has shifts', () => {
    expect(openSpans(store())).toEqual([])
    expect(words(shiftSpan(store(), 2))).toBe('08:30–12:00')
  })
})
