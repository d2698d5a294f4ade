/** `node scripts/release-data.mjs 0.1.0` keeps the data of a release for the tests of upgrades (`tests/upgrade`). */
import { ensurePackages } from './install.mjs'

ensurePackages()
const { importScript, root } = await import('./build.mjs')
process.chdir(root)
const [release] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(release ?? '')) {
  console.error('Name the release: node scripts/release-data.mjs 0.1.0')
  process.exit(1)
}
const { recordRelease } = await importScript('scripts/release-data.ts')
console.log(`wrote ${await recordRelease(release, console.log)}`)
