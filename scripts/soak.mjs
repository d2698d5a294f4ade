/**
 * `npm run soak`: 10,000 random sequences of money against the ledger (the deep run plays 500). `npm run soak -- 2000` plays another
 * number.
 */
import { spawn } from 'node:child_process'
import { ensurePackages } from './install.mjs'

ensurePackages()
const { root } = await import('./build.mjs')
const sequences = /^\d+$/.test(process.argv[2] ?? '') ? process.argv[2] : '10000'
const child = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'modules/billing/server/soak.test.ts'],
  { cwd: root, stdio: 'inherit', env: { SEED: String(Date.now() & 0xffff), ...process.env, SOAK: sequences } },
)
child.once('close', (code) => {
  process.exitCode = code ?? 1
})
