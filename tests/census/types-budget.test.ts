import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
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
  const run = spawnSync(process.execPath, ['tests/census/types-budget.mjs', '480', '30', '64'], { encoding: 'utf8' })
  expect(run.stdout + run.stderr).toMatch(/types of 480 endpoints and 64 families: [\d.]+ s/)
  expect(run.status, run.stdout).toBe(0)
})
