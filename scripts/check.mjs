/**
 * `npm run check`: what needs no running product. Generated files, types, lint, architecture, rules, texts, sizes. `npm test` runs the
 * same first.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages } from './install.mjs'

ensurePackages()
const { root } = await import('./build.mjs')
const { graphOf, violations } = await import('./architecture.mjs')
const { breaches, crowded, migrations, ownersOf, sharedClasses, sizes, sources, styles, webFiles } = await import('./rules.mjs')
const { deadExports, exporting } = await import('./exports.mjs')
const { functionsOf } = await import('./functions.mjs')
const { textProblems } = await import('./i18n.mjs')

const bin = (name) => path.join(root, 'node_modules', name)
const order = JSON.parse(fs.readFileSync(path.join(root, 'modules/order.json'), 'utf8'))

/** Runs a Node program; its output is the problem when it fails. */
const program = (...args) =>
  new Promise((resolve) => {
    let output = ''
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    child.once('close', (code) => resolve(code === 0 ? [] : output.trim().split('\n')))
  })
const types = (name) => () => program(bin('typescript/bin/tsc'), '-p', `tsconfig.${name}.json`, '--pretty', 'false')

/** Long files and functions may only become fewer and shorter: the list of today's is in sizes.json. */
async function ratchet() {
  const file = path.join(root, 'scripts/sizes.json')
  const limits = JSON.parse(fs.readFileSync(file, 'utf8'))
  const long = sizes(sources(), limits, functionsOf)
  const worse = Object.entries(long).filter(([what, lines]) => !(limits.exceptions[what] >= lines))
  if (worse.length)
    return worse.map(
      ([what, lines]) =>
        `${what}: ${lines} lines, allowed ${limits.exceptions[what] ?? (what.includes(':') ? limits.functionLines : limits.fileLines)}`,
    )
  if (JSON.stringify(limits.exceptions) !== JSON.stringify(long)) {
    if (process.env.CI) return ['scripts/sizes.json names what is no longer long: run npm run check and commit it']
    fs.writeFileSync(file, `${JSON.stringify({ ...limits, exceptions: long }, null, 2)}\n`)
  }
  return []
}

/** Every check: its name, and what answers its problems. */
export const checks = [
  ['format', () => program(bin('oxfmt/bin/oxfmt'), '--check')],
  ['generated files', () => program('scripts/gen.mjs', '--check')],
  ['types of the contract', types('contract')],
  ['types of the server', types('server')],
  ['types of the web', types('web')],
  ['types of the tests', types('tests')],
  ['lint', () => program(bin('oxlint/bin/oxlint'), '--type-aware', '--format=unix', '--deny-warnings')],
  ['architecture', async () => violations(graphOf(), order).map((v) => `${v.rule}: ${v.from} → ${v.to} (${v.why})`)],
  [
    'exports',
    async () =>
      deadExports(exporting()).map(
        ({ file, line, name }) => `${file}:${line} ${name} is exported and nobody imports it: drop the word or the thing`,
      ),
  ],
  ['rules', async () => breaches(sources(), ownersOf(migrations()), order).map((b) => `${b.rule}: ${b.file}:${b.line} ${b.why}`)],
  [
    'states',
    async () => (await import('./rules-states.mjs')).stateBreaches(sources()).map((b) => `${b.rule}: ${b.file}:${b.line} ${b.why}`),
  ],
  ['styles', async () => sharedClasses(styles())],
  ['folders', async () => crowded(webFiles())],
  ['texts', async () => textProblems().map((p) => `${p.file}:${p.line} ${p.why}`)],
  ['sizes', ratchet],
]

/** Runs the checks, two at a time, printing each with its time; answers how many passed and failed. */
export async function runChecks() {
  const waiting = [...checks]
  const result = { passed: 0, failed: 0 }
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, run] = next
      const started = performance.now()
      const problems = await run()
      result[problems.length ? 'failed' : 'passed']++
      console.log(`${problems.length ? '✗' : '✓'} ${name} ${((performance.now() - started) / 1000).toFixed(1)} s`)
      for (const problem of problems.slice(0, 60)) console.log(`    ${problem}`)
      if (problems.length > 60) console.log(`    … and ${problems.length - 60} more`)
    }
  }
  await Promise.all([worker(), worker()])
  return result
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await runChecks()
  process.exitCode = failed ? 1 : 0
}
