import { describe, expect, it } from 'vitest'
import { place, shownHours, slotState } from './agenda.ts'

const visit = (from: string, to: string) => ({ visitAt: `2026-11-21 ${from}:00`, visitEnd: `2026-11-21 ${to}:00` })
const lanes = (...visits: Array<ReturnType<typeof visit>>) => place(visits).map((p) => [p.from, p.lane, p.lanes])

describe('the day agenda', () => {
  it('bookings that follow each other take the whole width, overlapping ones share it', () => {
    expect(lanes(visit('09:00', '09:30'), visit('09:30', '10:00'))).toEqual([
      [540, 0, 1],
      [570, 0, 1],
    ])
    expect(lanes(visit('09:00', '10:00'), visit('09:15', '09:45'), visit('09:50', '10:20'), visit('11:00', '11:30'))).toEqual([
      [540, 0, 2],
      [555, 1, 2],
      [590, 1, 2],
      [660, 0, 1],
    ])
  })
  it('shows the opening hours, widened to what is booked', () => {
    expect(shownHours([{ from: 510, to: 1080 }], [])).toEqual({ from: 480, to: 1080 })
    expect(shownHours([{ from: 510, to: 1080 }], [visit('07:20', '07:50'), visit('18:30', '19:10')])).toEqual({ from: 420, to: 1200 })
    expect(shownHours([], [])).toEqual({ from: 480, to: 1080 })
  })
  it('a slot is closed before it is off duty, and open on a day without a roster', () => {
    const slot = { from: 780, to: 810 }
    expect(slotState(slot, [{ from: 480, to: 720 }], true, [])).toBe('closed')
    expect(slotState(slot, [{ from: 480, to: 1080 }], true, [{ timeFrom: '08:00', timeTo: '12:00' }])).toBe('off')
    expect(slotState(slot, [{ from: 480, to: 1080 }], false, [])).toBe('open')
  })
})
