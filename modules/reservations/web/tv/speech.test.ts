import { describe, expect, it } from 'vitest'
import { freshCalls, sentenceFor, spoken } from './speech.ts'

const call = (ticketId: number, calls = 1) => ({ ticketId, calls, no: `A00${ticketId}`, room: '1 号诊室' })

describe('speech', () => {
  it('says the number digit by digit with its room', () => {
    expect(spoken('A012')).toBe('A 0 1 2')
    expect(sentenceFor(call(7))).toBe('请 A 0 0 7 号，到 1 号诊室')
  })
  it('is silent about what was called before the screen was on, then tells every call once and a repeated one again', () => {
    const spoken = new Map<number, number>()
    expect(freshCalls([call(1)], spoken, true)).toEqual([])
    expect(freshCalls([call(1)], spoken, false)).toEqual([])
    expect(freshCalls([call(3), call(2), call(1)], spoken, false).map((c) => c.ticketId)).toEqual([2, 3])
    expect(freshCalls([call(3), call(2, 2)], spoken, false).map((c) => c.ticketId)).toEqual([2])
    expect(freshCalls([call(1)], spoken, false).map((c) => c.ticketId)).toEqual([1])
  })
})
