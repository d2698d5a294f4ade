import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { fairly } from '../patience.ts'
import { toBeProven } from '../proven.ts'

const run = toBeProven(
  'types-budget',
  'kernel/contract/endpoint.ts',
  'kernel/contract/family.ts',
  'kernel/contract/field.ts',
  'kernel/server/implement.ts',
  'kernel/web/calls',
  'tests/census/types-budget.mjs',
)

it.runIf(run)('800 calls of 15 fields, 480 by hand and 320 of families, with handlers and calls are typed within 30 s', () => {
  // The promise is of a machine nobody else uses: what the machine does before or after the run stretches it.
  const before = fairly(30)
  const run = spawnSync(process.execPath, ['tests/census/types-budget.mjs', '480', '100000', '64'], { encoding: 'utf8' })
  expect(run.stdout + run.stderr).toMatch(/types of 480 endpoints and 64 families: [\d.]+ s/)
  expect(run.status, run.stdout).toBe(0)
  const [, clock, work] = /families: ([\d.]+) s, work ([\d.]+) s/.exec(run.stdout) ?? []
  expect(Math.min(Number(clock), Number(work)), run.stdout).toBeLessThan(Math.max(before, fairly(30)))
})
