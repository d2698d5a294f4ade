import { expect, it } from 'vitest'
import { moment, show } from './index.ts'

it('R095 a ten-digit timestamp is taken as seconds, on the clock of the clinic; text stays as it is written', () => {
  const field = moment('时间')
  expect(show(field, 1763700000)).toBe('2025-11-21 12:40')
  expect(show(field, '1763700000')).toBe('2025-11-21 12:40')
  expect(show(field, '2026-11-21 14:20:00')).toBe('2026-11-21 14:20')
  expect(show(field, null)).toBe('—')
})
