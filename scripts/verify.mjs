/**
 * `npm run verify`: computes again what the database keeps and prints what does not agree; ends with status 1 when anything differs. Looks
 * into DATABASE_URL, or the database in DATA_DIR, whether a server is running on it or not. `npm run verify -- --mend` first builds from
 * their sources the cubes and the levels of stock that differ, each in a transaction of its own while the clinic works; cut short, it goes
 * on with what is left.
 */
import { ensurePackages } from './install.mjs'

ensurePackages()
const { importScript, root } = await import('./build.mjs')
process.chdir(root)
const { verifyDatabase } = await importScript('scripts/verify.ts')
process.exitCode = await verifyDatabase({ anew: process.argv.includes('--mend') }).catch((error) => {
  console.error(error.name === 'CannotStart' ? error.message : error)
  return 1
})
