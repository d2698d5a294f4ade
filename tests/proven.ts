/**
 * Tests of what hardly changes are run when it changed. `tests/proven.json` holds the hash of the files a test was last green with; a run
 * with other files runs the test, and writes the new hash when it is green. In CI nothing is written. The deep run runs them always.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { filesOf } from '../scripts/build.mjs'
import { deep } from './depth.ts'

const FILE = path.resolve(import.meta.dirname, 'proven.json')
// Written below and nowhere else.
const proven = (): Record<string, string> =>
  fs.existsSync(FILE) ? (JSON.parse(fs.readFileSync(FILE, 'utf8')) as Record<string, string>) : {}

/**
 * Whether the tests of this file have to be run: in the deep run, or when files (or folders) differ from those they were last green with.
 */
export function toBeProven(name: string, ...files: string[]): boolean {
  const hash = createHash('sha256')
  for (const file of filesOf(...files)) hash.update(`${file}\0`).update(fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).update('\0')
  const now = hash.digest('hex').slice(0, 16)
  const run = deep || proven()[name] !== now
  let failed = false
  afterEach(({ task }) => void (failed ||= task.result?.state === 'fail'))
  afterAll(() => {
    if (run && !failed && !process.env.CI) fs.writeFileSync(FILE, `${JSON.stringify({ ...proven(), [name]: now }, null, 2)}\n`)
  })
  return run
}
