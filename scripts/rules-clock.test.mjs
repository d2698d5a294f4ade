import { expect, it } from 'vitest'
import { pauses } from './rules-clock.mjs'

const of = (text, file = 'tests/journeys/x.test.ts') => pauses([[file, text]])

it('a pause and a limit below the one against hangs are found, each with its line', () => {
  expect(of('await page.waitForTimeout(100)')).toEqual([expect.stringMatching(/^tests\/journeys\/x\.test\.ts:1 waitForTimeout/)])
  expect(of('a\nawait new Promise((go) => setTimeout(go, 50))')).toEqual([expect.stringContaining(':2 setTimeout')])
  expect(of('sql`select pg_sleep(1)`')).toHaveLength(1)
  expect(of('await expect.poll(f, { timeout: 5000 })')).toEqual([expect.stringContaining('gives up after 5000 ms')])
  expect(of('await vi.waitFor(f, 20_000)')).toHaveLength(1)
})
it('time itself, the limit against hangs, fake timers and the product are let be', () => {
  expect(of('// Time itself: silence is no failure.\nawait new Promise((go) => setTimeout(go, 50))')).toEqual([])
  expect(of('setTimeout(end, HANGS)\n{ timeout: HANGS }\n{ timeout: 240_000 }')).toEqual([])
  expect(of('vi.useFakeTimers()\nsetTimeout(tick, 5)')).toEqual([])
  expect(of('setTimeout(tick, 5)', 'kernel/web/live.ts')).toEqual([])
})
