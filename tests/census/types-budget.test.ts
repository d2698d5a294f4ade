import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('800 endpoints of 15 fields with handlers and calls are typed within 30 s', () => {
  const run = spawnSync(process.execPath, ['tests/census/types-budget.mjs', '800', '30'], { encoding: 'utf8' })
  expect(run.stdout + run.stderr).toMatch(/types of 800 endpoints: [\d.]+ s/)
  expect(run.status, run.stdout).toBe(0)
})
