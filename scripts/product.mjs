/**
 * What `npm start` runs, built when its sources changed: the server's bundle and the web application. Each is built in a process of its
 * own, so that nothing of it stays in the server's memory.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { buildParser, hashOf, root, unlessDone } from './build.mjs'

const shared = ['kernel/contract', 'modules', 'package.json', 'package-lock.json', 'scripts/build.mjs', 'scripts/product.mjs']

/** dist/server/main.mjs and the program of its threads. */
export const buildServer = async () => {
  await buildParser()
  return unlessDone(
    'server',
    hashOf([...shared, 'kernel/server', 'ports', 'apps/server', 'database'], /^modules\/[^/]+\/web\//),
    'dist/server/main.mjs',
    async () => {
      console.log('Building the server …')
      await run(process.execPath, [path.join(root, 'scripts/build.mjs'), 'apps/server/main.ts', 'dist/server/main.mjs'])
    },
  )
}

/** dist/web */
export const buildWeb = () =>
  unlessDone(
    'web',
    hashOf([...shared, 'kernel/web', 'apps/web', 'vite.config.ts'], /^modules\/[^/]+\/server\//),
    'dist/web/index.html',
    async () => {
      console.log('Building the web application …')
      await run(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'])
    },
  )

function run(command, args) {
  return new Promise((resolve, reject) => {
    // Whoever asks for it, a test as well: what is served is never a development build.
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    child
      .once('error', reject)
      .once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${path.basename(args[0] ?? command)} failed`))))
  })
}
