import { defineConfig } from 'vitest/config'

/** The tests of the pure rules that `stryker.config.json` mutates: no database, no browser. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['kernel/contract/**/*.test.ts', 'modules/*/contract/**/*.test.ts'],
    setupFiles: ['tests/random.setup.ts'],
    testTimeout: 60_000,
  },
})
