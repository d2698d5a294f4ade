/**
 * `npm run golden -- record FILE` writes what every call answers beside a small demo; `npm run golden -- compare BEFORE AFTER` names what
 * differs.
 */
import { ensurePackages } from './install.mjs'

ensurePackages()
const { importScript, root } = await import('./build.mjs')
process.chdir(root)
const { golden } = await importScript('scripts/golden.ts')
process.exit(await golden(process.argv.slice(2)))
