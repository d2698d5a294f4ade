/**
 * `npm start`: installs what is missing, builds what is stale, then is the server: one process beside PostgreSQL's. Ctrl-C stops both.
 *
 *   npm start -- --build   stops after building
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensurePackages } from './install.mjs'

ensurePackages()
const { root } = await import('./build.mjs')
process.chdir(root)
const { buildServer, buildWeb } = await import('./product.mjs')
// Side by side: rolldown and vite each have work for a core.
await Promise.all([buildServer(), buildWeb()]).catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
if (!process.argv.includes('--build')) await import(pathToFileURL(path.join(root, 'dist/server/main.mjs')).href)
