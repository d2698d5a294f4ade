import { afterEach, describe, expect, it, vi } from 'vitest'
import { clinicNow } from '#kernel/contract/index.ts'
import { dayFromToday, today } from './pieces.tsx'

describe('the clinic has one clock', () => {
  afterEach(() => void vi.useRealTimers())

  it('a browser of another zone shows the day of the clinic, not its own', () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T17:30:00Z') })
    expect(clinicNow()).toBe('2026-11-22 01:30:00')
    expect(today()).toBe('2026-11-22')
    expect([dayFromToday(-22), dayFromToday(9)]).toEqual(['2026-10-31', '2026-12-01'])
  })
})
