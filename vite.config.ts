import react from '@vitejs/plugin-react'
import fs from 'node:fs'
import path from 'node:path'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname
const api = process.env.API ?? 'http://127.0.0.1:4780'

/** Compressed twins of the assets, so that the server never compresses the same file twice. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const [br, gz] = [promisify(brotliCompress), promisify(gzip)]
    for (const name of Object.keys(bundle).filter((n) => /\.(js|css|svg)$/.test(n))) {
      const file = path.join(dir!, name)
      const content = fs.readFileSync(file)
      if (content.length < 1024) continue
      fs.writeFileSync(
        `${file}.br`,
        await br(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      )
      fs.writeFileSync(`${file}.gz`, await gz(content, { level: 9 }))
    }
  },
})

/** Components of antd that every list and form shows. */
const BASE = 'config-provider|theme|button|input|input-number|select|radio|segmented|switch|spin|empty|space'
/** What only lists and forms with dates show, but for its words: they stand in the library's locale, which every screen has. */
const DATES = ['antd[\\\\/]es[\\\\/](?:date-picker|time-picker)', '@rc-component[\\\\/]picker', 'dayjs'].join('|')
const pkg = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names})[\\\\/]`)

export default defineConfig({
  root: path.join(root, 'apps/web'),
  cacheDir: path.join(root, 'node_modules/.vite'),
  plugins: [react(), compressed()],
  server: { port: 4781, proxy: { '/api': { target: api, ws: true } }, fs: { allow: [root] } },
  preview: { port: 4782, proxy: { '/api': { target: api, ws: true } } },
  build: {
    manifest: true,
    outDir: path.join(root, 'dist/web'),
    emptyOutDir: true,
    target: ['chrome109', 'firefox115', 'safari16.4'],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Contracts are data: a name of theirs nobody uses must not drag zod into the first page.
      // The parts below antd do not say that they only export: its context of forms must not drag their engine in, which nobody uses.
      treeshake: {
        moduleSideEffects: [
          { test: /[\\/](kernel|modules[\\/][^\\/]+)[\\/]contract[\\/]/, sideEffects: false },
          { test: /[\\/]node_modules[\\/]@rc-component[\\/]/, sideEffects: false },
          // A door only hands on: who takes one thing through it does not carry the others along.
          { test: /[\\/]kernel[\\/]web[\\/]index\.ts$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: pkg('react|react-dom|scheduler'), priority: 40 },
            { name: 'router', test: pkg('@tanstack'), priority: 35 },
            { name: 'charts', test: pkg('echarts|zrender'), priority: 30 },
            // What every list and form shows, and what only they do; any other component is a chunk of its own, loaded by the screens that
            // use it.
            {
              name: 'antd-base',
              test: pkg(`antd[\\\\/]es[\\\\/](?:${BASE})`),
              priority: 25,
            },
            {
              name: 'antd-data',
              test: new RegExp(`${pkg(DATES).source}(?!(?:es[\\\\/])?locale[\\\\/])`),
              priority: 22,
            },
            {
              name: (id) => `antd-${/[\\/]antd[\\/]es[\\/]([\w-]+)[\\/]/.exec(id)?.[1] ?? 'more'}`,
              test: pkg('antd[\\\\/]es'),
              priority: 20,
            },
            { name: 'zod', test: pkg('zod'), priority: 15 },
          ],
        },
      },
    },
  },
})
