import { expect, it } from 'vitest'
import { slowest } from './slowest.mjs'

it('the slowest tests of all reports come first, and a test that never ran costs nothing', () => {
  const server = {
    testResults: [
      { name: '/home/clinic/modules/a.test.ts', assertionResults: [{ fullName: 'till pays', duration: 1234 }, { fullName: 'till waits' }] },
    ],
  }
  const journeys = {
    testResults: [{ name: '/home/clinic/tests/day.test.ts', assertionResults: [{ fullName: 'a day', duration: 60_049 }] }],
  }
  expect(slowest([server, journeys], '/home/clinic')).toEqual([
    '  60.0 s  tests/day.test.ts › a day',
    '   1.2 s  modules/a.test.ts › till pays',
    '   0.0 s  modules/a.test.ts › till waits',
  ])
  expect(slowest([server, journeys], '/home/clinic', 1)).toHaveLength(1)
})
