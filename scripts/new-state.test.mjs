/** A state added to a machine: the compiler names the places that must say what becomes of it. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TSC } from './tsc.mjs'
import { toBeProven } from '../tests/proven.ts'

const changed = toBeProven(
  'new-state',
  'modules/frame-orders/contract/states.ts',
  'modules/frame-orders/web',
  'kernel/contract/machine.ts',
  'kernel/contract/states.ts',
  'scripts/new-state.test.mjs',
)
const root = path.resolve(import.meta.dirname, '..')
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-state-'))
const STATES = 'modules/frame-orders/contract/states.ts'
const write = (text) => fs.writeFileSync(path.join(copy, STATES), text)
const original = fs.readFileSync(path.join(root, STATES), 'utf8')
const withState = original.replace(/^ {4}50: \{/m, "    45: { name: 'tinting', label: '染色中', tone: 'info' },\n    50: {")
const open = (text) => text.replace('open: [10, 20, 30, 40, 50,', 'open: [10, 20, 30, 40, 45, 50,')

/** Files in which the compiler finds something wrong, and what it says. */
function complaints() {
  const { stdout } = spawnSync(process.execPath, [...TSC, '-p', 'state.json', '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
  })
  return { files: [...new Set([...stdout.matchAll(/^([^\s(][^(]*)\(/gm)].map((m) => m[1]))].sort(), said: stdout }
}

beforeAll(() => {
  if (!changed) return
  for (const folder of ['kernel', 'ports', 'modules', 'database'])
    fs.cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true, filter: (file) => !/\.(sql|md|test\.tsx?)$/.test(file) })
  for (const file of ['package.json', 'tsconfig.base.json', 'tsconfig.web.json'])
    fs.copyFileSync(path.join(root, file), path.join(copy, file))
  fs.symlinkSync(fs.realpathSync(path.join(root, 'node_modules')), path.join(copy, 'node_modules'))
  fs.writeFileSync(
    path.join(copy, 'state.json'),
    JSON.stringify({
      extends: './tsconfig.web.json',
      compilerOptions: { incremental: false, tsBuildInfoFile: null },
      include: ['kernel/**/*.d.ts', 'modules/frame-orders/web/**/*', 'modules/frame-orders/contract/*'],
    }),
  )
})
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }))

describe.runIf(changed)('a state added to the frame order', () => {
  it('nothing is wrong before', () => {
    write(original)
    expect(complaints()).toEqual({ files: [], said: '' })
  })
  it('is missed in the sets, and by the panel of an order', () => {
    write(withState)
    const { files, said } = complaints()
    expect(said).toContain('state 45 stands in no set')
    expect(files).toEqual([STATES, 'modules/frame-orders/web/order/StagePanel.tsx'])
  })
  it('once open, is missed by the lists of the workshop too', () => {
    write(open(withState))
    expect(complaints().files).toEqual(['modules/frame-orders/web/list/filters.ts', 'modules/frame-orders/web/order/StagePanel.tsx'])
  })
})
