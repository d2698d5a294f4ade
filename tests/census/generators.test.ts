/**
 * What `npm run new` writes is finished: in a copy of the checkout a planned module, a screen and a print page in it, and a screen in a
 * module whose screens are grouped, leave the checks of those parts green, and the module's own tests pass.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toBeProven } from '../proven.ts'

const LEFT = new Set(['.git', 'node_modules', 'data', 'dist'])
const changed = toBeProven(
  'generators',
  'scripts/new.mjs',
  'scripts/skeleton.mjs',
  'scripts/gen.mjs',
  'scripts/gen-registry.mjs',
  'tests/census/generators.test.ts',
)
let copy: string
beforeAll(() => {
  if (!changed) return
  copy = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-new-'))
  for (const name of fs.readdirSync('.').filter((each) => !LEFT.has(each))) fs.cpSync(name, path.join(copy, name), { recursive: true })
  fs.symlinkSync(fs.realpathSync('node_modules'), path.join(copy, 'node_modules'))
  // What was already found out about the files that are the same.
  for (const file of ['types', '.stamps.json'])
    if (fs.existsSync(`dist/${file}`)) fs.cpSync(`dist/${file}`, path.join(copy, 'dist', file), { recursive: true })
})
afterAll(() => changed && fs.rmSync(copy, { recursive: true, force: true }))

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, CI: '1', VITEST: undefined, NODE_ENV: undefined },
  })
  return { status, said: `${stdout}${stderr}` }
}
const start = (...args: string[]) => run('scripts/new.mjs', ...args)
/** What a new screen writes in a module that is there. */
const billing = ['contract/screens.ts', 'contract/en.json', 'web/screens.ts', 'web/till-board'].map((part) => `modules/billing/${part}`)
const inOrder = (change: (order: string[]) => void) => {
  const file = path.join(copy, 'modules/order.json')
  const order = JSON.parse(fs.readFileSync(file, 'utf8')) as string[]
  change(order)
  fs.writeFileSync(file, `${JSON.stringify(order, null, 2)}\n`)
  return order
}

describe.runIf(changed)('npm run new', () => {
  it('a module that is planned takes its place, and one that exists is not written over', () => {
    const planned = inOrder((order) => void order.splice(-1, 0, 'gift-vouchers'))
    const made = start('module', 'gift-vouchers', '礼券')
    expect(made.status, made.said).toBe(0)
    expect(inOrder(() => undefined)).toEqual(planned)
    expect(start('module', 'gift-vouchers', '礼券')).toMatchObject({ status: 1, said: expect.stringContaining('exists already') })
  })
  it('a screen and a print page come into it, and a screen into a module whose screens are grouped', () => {
    for (const args of [
      ['screen', 'gift-vouchers/VoucherBoard', '/gift-vouchers/board', '礼券看板'],
      ['print', 'gift-vouchers/VoucherSlip', '/print/gift-voucher/{id}', '礼券小票'],
      ['screen', 'billing/TillBoard', '/fee/till-board', '收银看板'],
    ]) {
      const made = start(...args)
      expect(made.status, made.said).toBe(0)
    }
  })
  it('a kind of examination stands with its declaration, screen and migration; the migration follows its fields until it lands', () => {
    const made = start('exam', 'colourVision', '色觉')
    expect(made.status, made.said).toBe(0)
    const kind = path.join(copy, 'modules/exams/contract/kinds/colourVision.ts')
    fs.writeFileSync(kind, fs.readFileSync(kind, 'utf8').replace('block: [0, 100]', 'block: [0, 120]'))
    const again = start('exam', 'colourVision')
    expect(again.status, again.said).toBe(0)
    const written = /wrote (modules\/exams\/database\/\S+)/.exec(again.said)?.[1] ?? ''
    expect(fs.readFileSync(path.join(copy, written), 'utf8')).toContain('score_od between 0 and 120')
  })
  it("the new module's own tests pass, and those of every kind for the new one: form, calls, paper, curve and export are declared", () => {
    const files = ['gift-vouchers.test.ts', 'server/kinds.test.ts', 'contract/kinds.test.ts', 'ReportTables.test.tsx']
    const tested = run(
      'node_modules/vitest/vitest.mjs',
      'run',
      '-t',
      'colourVision|gift-vouchers',
      'modules/gift-vouchers',
      'modules/exams/server/kinds.test.ts',
      'modules/exams/contract/kinds.test.ts',
      'modules/exams/web/print/ReportTables.test.tsx',
    )
    expect(tested.status, tested.said).toBe(0)
    for (const file of files) expect(tested.said).toContain(file)
  })
  it('every check is green after it', () => {
    const checked = run('scripts/check.mjs', 'modules/gift-vouchers', 'modules/order.json', 'modules/exams', ...billing)
    expect(checked.status, checked.said).toBe(0)
  })
})
