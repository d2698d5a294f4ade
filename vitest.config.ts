import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { FILES } from './tests/files.ts'
import { HANGS } from './tests/patience.ts'

/** What takes longest, in the order it is best started; the rest follows. Started last, the whole run would wait for it. */
const FIRST = [
  'frame-orders/server/golden',
  'demo/demo',
  'demo/past',
  'billing/server/soak',
  'stock/server/levels',
  'census/types-budget',
  'census/access',
  'census/refusals',
  // While one journey builds the demo the others wait for it: those that need none run beside.
  'journeys/screens.light',
  'journeys/killed',
  'journeys/entry',
  'journeys/reception',
  'journeys/opening',
  'journeys/remote',
  'journeys/screens.dark',
  'journeys/papers',
]
const PROJECTS = ['server', 'census', 'web', 'rules', 'journeys']

/**
 * A project's files together: a worker keeps what it has loaded (isolate: false) only while the next file is of the same project. Mixed,
 * each file would load the product anew, which costs more than most of them do.
 */
class Together extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = (f: TestSpecification) => {
      const first = FIRST.findIndex((part) => f.moduleId.includes(part))
      return PROJECTS.indexOf(f.project.name) * 100 + (first < 0 ? FIRST.length : first)
    }
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}

const patience = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: HANGS } } }
// The simulated phone pays when a test says so, not by the clock.
const env = {
  PAYMENT_LOCAL_SECONDS: '86400',
  DATA_DIR: FILES,
  WECHAT_APP_ID: 'wx-of-tests',
  WECHAT_PUSH_TOKEN: 'tokenOfTests',
  WECHAT_PUSH_AES_KEY: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
}
const setupFiles = ['tests/measured.setup.ts', 'tests/random.setup.ts']
const database = { globalSetup: ['tests/database.setup.ts'], setupFiles, pool: 'forks' as const, env, ...patience }

/** `npx vitest run --project server` and the like; `npm test` runs them all. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    // Two cores.
    maxWorkers: 2,
    sequence: { sequencer: Together },
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          include: ['kernel/contract/**/*.test.ts', 'modules/*/contract/**/*.test.ts', 'scripts/**/*.test.mjs', 'ports/**/*.test.ts'],
          setupFiles,
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: [
            'kernel/server/**/*.test.ts',
            'modules/*/server/**/*.test.ts',
            'database/**/*.test.ts',
            'tests/attack/**/*.test.ts',
            'tests/upgrade/**/*.test.ts',
          ],
          ...database,
          isolate: false,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['kernel/web/**/*.test.{ts,tsx}', 'modules/*/web/**/*.test.{ts,tsx}', 'apps/web/**/*.test.{ts,tsx}'],
          setupFiles: [...setupFiles, 'kernel/web/testing/setup.ts'],
          // Modules keep state (the live channel, what is offered on a screen), which would reach the next file.
          isolate: true,
          maxWorkers: 2,
          ...patience,
        },
      },
      { test: { name: 'census', environment: 'node', include: ['tests/census/**/*.test.ts'], ...database, isolate: false } },
      {
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['tests/journeys/**/*.test.ts'],
          ...database,
          globalSetup: [...database.globalSetup, 'tests/journeys/built.setup.ts'],
          setupFiles: [...setupFiles, 'tests/journeys/each.setup.ts'],
          isolate: false,
          sequence: { groupOrder: 1 },
          // A journey waits for its browser more than it works.
          maxWorkers: 3,
        },
      },
    ],
  },
})
