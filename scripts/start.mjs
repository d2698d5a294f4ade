/**
 * `npm start`: installs what is missing, builds what is stale, then runs the server in a process of its own beside PostgreSQL's, and starts
 * it again when it ends by itself (killed for want of memory, say). Ctrl-C stops all of it.
 *
 *   npm start -- --build   stops after building
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
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
if (!process.argv.includes('--build')) {
  const { keepRunning } = await import('./keep.mjs')
  process.exit(
    await keepRunning(() =>
      spawn(process.execPath, [path.join(root, 'dist/server/main.mjs')], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }),
    ),
  )
}
