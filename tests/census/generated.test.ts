import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { modules } from '../../apps/server/modules.gen.ts'

const order = JSON.parse(fs.readFileSync('modules/order.json', 'utf8')) as string[]
const folders = fs
  .readdirSync('modules', { withFileTypes: true })
  .filter((f) => f.isDirectory())
  .map((f) => f.name)

describe('modules = ORDER = registries', () => {
  it('every folder stands in ORDER once', () => {
    expect(new Set(order).size).toBe(order.length)
    expect(folders.filter((name) => !order.includes(name))).toEqual([])
  })
  it('every module with calls is served, in ORDER', () => {
    const served = order.filter((name) => fs.existsSync(`modules/${name}/server/handlers.ts`))
    expect(modules.filter((m) => m.handlers).map((m) => m.name)).toEqual(served)
  })
  it('every module with screens is in the router, in ORDER', () => {
    // Read as text: its components belong to the browser.
    const routed = [...fs.readFileSync('apps/web/screens.gen.ts', 'utf8').matchAll(/\{ name: '([^']+)'/g)].map((m) => m[1])
    expect(routed).toEqual(order.filter((name) => fs.existsSync(`modules/${name}/contract/screens.ts`)))
  })
  it('generated files are up to date', () => {
    const run = spawnSync(process.execPath, ['scripts/gen.mjs', '--check'], { encoding: 'utf8' })
    expect(run.stdout + run.stderr).toBe('')
    expect(run.status).toBe(0)
  })
})
