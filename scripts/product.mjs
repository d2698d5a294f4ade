/** What `npm start` runs, built when its sources changed: the server's bundle and the web application. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { bundle, filesOf, hashOf, root, unlessDone } from './build.mjs'

const shared = ['kernel/contract', 'modules', 'package.json', 'package-lock.json', 'scripts/build.mjs', 'scripts/product.mjs']

/** dist/server/main.mjs */
export const buildServer = () =>
  unlessDone('server', hashOf(...shared, 'kernel/server', 'ports', 'apps/server', 'database'), 'dist/server/main.mjs', async () => {
    console.log('Building the server …')
    await bundle('apps/server/main.ts', 'dist/server/main.mjs')
  })

/** dist/web, with every text file also compressed. Vite runs in a process of its own, so that none of it stays in the server's memory. */
export const buildWeb = async () =>
  fs.existsSync(path.join(root, 'vite.config.ts')) &&
  unlessDone('web', hashOf(...shared, 'kernel/web', 'apps/web', 'index.html', 'vite.config.ts'), 'dist/web/index.html', async () => {
    console.log('Building the web application …')
    await run(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'])
    compress()
  })

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject).once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${path.basename(args[0] ?? command)} failed`))))
  })
}

/** Once here instead of at every request. */
function compress() {
  for (const file of filesOf('dist/web').filter((f) => /\.(js|css|html|svg|json|map|txt|webmanifest)$/.test(f))) {
    const content = fs.readFileSync(path.join(root, file))
    if (content.length < 1024) continue
    fs.writeFileSync(path.join(root, `${file}.gz`), gzipSync(content, { level: 9 }))
    fs.writeFileSync(path.join(root, `${file}.br`), brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  }
}
