import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest file first: started last, the whole run would wait for it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const long = (f: TestSpecification) => Number(f.moduleId.endsWith('journeys/screens.test.ts'))
    return sorted.sort((a, b) => long(b) - long(a))
  }
}

const database = { globalSetup: ['tests/database.setup.ts'], pool: 'forks' as const, testTimeout: 60_000, hookTimeout: 120_000 }

/** `npx vitest run --project server` and the like; `npm test` runs them all. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    // Two cores.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'rules', environment: 'node', include: ['kernel/contract/**/*.test.ts', 'modules/*/contract/**/*.test.ts', 'scripts/**/*.test.mjs', 'ports/**/*.test.ts'] } },
      { test: { name: 'server', environment: 'node', include: ['kernel/server/**/*.test.ts', 'modules/*/server/**/*.test.ts', 'database/**/*.test.ts', 'tests/attack/**/*.test.ts'], ...database, isolate: false } },
      { plugins: [react()], test: { name: 'web', environment: 'jsdom', include: ['kernel/web/**/*.test.{ts,tsx}', 'modules/*/web/**/*.test.{ts,tsx}', 'apps/web/**/*.test.{ts,tsx}'], setupFiles: ['kernel/web/testing/setup.ts'], maxWorkers: 2, testTimeout: 30_000 } },
      { test: { name: 'census', environment: 'node', include: ['tests/census/**/*.test.ts'], ...database, isolate: false } },
      { test: { name: 'journeys', environment: 'node', include: ['tests/journeys/**/*.test.ts'], ...database, sequence: { groupOrder: 1 }, testTimeout: 240_000 } },
    ],
  },
})
