/**
 * `npm test`: installs what is missing, then checks, rule, endpoint, widget and census tests, then builds the product and lives days in
 * the clinic in a real browser. Tells what took longest by phase, file and test, and fails when a file exceeds its budget by half
 * (`scripts/budgets.json`). Closes with one line `N passed, N failed`; the exit code tells the same.
 *
 *   npm test -- server billing   only the tests of the project `server` whose file names contain `billing`
 *   npm test -- --changed        only the tests that can be affected by what changed since the branch left its upstream
 *                                (scripts/affected.mjs); the checks and the journeys are left to the whole run
 *   npm test -- --budgets        the whole run; writes what each file took into `scripts/budgets.json`. On a quiet machine only
 *   npm run test:deep            everything that `npm test` takes a share of (tests/README.md), with a new seed, and the mutations of the
 *                                rules
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ensureJourneys, ensurePackages } from './install.mjs'
import { slowest } from './slowest.mjs'
import {
  childSeconds,
  longestFiles,
  machineFactor,
  measuredFiles,
  overBudget,
  phaseLines,
  startMeasuring,
  suggested,
  unfitBudgets,
} from './measured.mjs'

const started = performance.now()
const total = { passed: 0, failed: 0, skipped: 0 }
const report = 'dist/test'
const reports = []
const phases = []
const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`
const [only, ...filters] = process.argv.slice(2)
const deep = only === '--deep'

ensurePackages()
const chromium = ensureJourneys()
const { root } = await import('./build.mjs')
process.chdir(root)
fs.mkdirSync(report, { recursive: true })
// A red run is red again: the seed is the same in every run, but the deep one draws a new one.
const SEED = process.env.SEED ?? (deep ? String(Date.now() % 1_000_000) : '20261127')
Object.assign(process.env, { SEED, MEASURED: startMeasuring(root), ...(deep ? { DEEP: '1' } : {}) })
console.log(`Random tests draw from SEED=${SEED}.`)
const budgets = JSON.parse(fs.readFileSync('scripts/budgets.json', 'utf8'))
const factorBefore = machineFactor(budgets)

/** One part of the run: its title before, its time after. A part that throws counts as one failure. */
async function phase(title, work) {
  const [from, used, own] = [performance.now(), childSeconds(), process.cpuUsage()]
  console.log(`\n── ${title}`)
  const counted = await work().catch((error) => {
    console.log(error instanceof Error ? error.stack : error)
    return { passed: 0, failed: 1 }
  })
  for (const key of Object.keys(total)) total[key] += counted[key] ?? 0
  const { user, system } = process.cpuUsage(own)
  const cpu = used === undefined ? undefined : childSeconds() - used + (user + system) / 1e6
  phases.push({ title, cpu, wall: (performance.now() - from) / 1000 })
  console.log(`── ${title}: ${counted.passed} passed, ${counted.failed} failed in ${seconds(from)}`)
}
/** Runs a program to its end; answers its exit code. */
const run = (args, env = {}) =>
  new Promise((resolve) => {
    const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...colours, ...env } })
    child.once('close', resolve)
  })

/** Runs projects of vitest and counts from its report: the screen is for people. */
async function vitest(projects, files = []) {
  const file = path.join(report, `${projects.join('-')}.json`)
  fs.rmSync(file, { force: true })
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((p) => ['--project', p]),
    ...files,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const code = await run(args, { CHROMIUM: chromium })
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 }
  const result = JSON.parse(fs.readFileSync(file, 'utf8'))
  reports.push(result)
  // A file that could not be loaded has no tests to fail.
  const broken = result.testResults.filter(
    (suite) => suite.status === 'failed' && !suite.assertionResults.some((t) => t.status === 'failed'),
  ).length
  const failed = result.numFailedTests + broken
  return { passed: result.numPassedTests, failed: failed || (code === 0 ? 0 : 1), skipped: result.numPendingTests + result.numTodoTests }
}

/** The tests a change can affect; of the census, only the calls of the modules that changed. */
async function changed() {
  const { affectedHere } = await import('./affected.mjs')
  const { everything, scripts, tests, modules } = affectedHere()
  if (everything) console.log('What every test stands on changed: all of them are run.')
  if (modules.length) process.env.CENSUS = modules.join()
  const files = everything ? [] : [...tests, ...(scripts ? ['scripts/'] : [])]
  if (!everything && !files.length) return console.log('No test can be affected by what changed.')
  const title = `${tests.length} files of tests${modules.length ? `, the census of ${modules.join(', ')}` : ''}`
  await phase(everything ? 'all tests' : title, () => vitest(['rules', 'server', 'web', 'census'], files))
}
async function whole() {
  const { runChecks } = await import('./check.mjs')
  await phase('checks', runChecks)
  await phase('rules, endpoints, widgets, census', () => vitest(['rules', 'server', 'web', 'census']))
  await phase('build', async () => {
    const { buildServer, buildWeb } = await import('./product.mjs')
    await Promise.all([buildServer(), buildWeb()])
    return { passed: 2, failed: 0 }
  })
  await phase('journeys', () => vitest(['journeys']))
  if (deep)
    await phase('mutations of the rules', async () =>
      (await run(['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'stryker.config.json'])) === 0
        ? { passed: 1, failed: 0 }
        : { passed: 0, failed: 1 },
    )
}
/** Holds the files of the whole run against their budgets. */
async function hold() {
  const measured = measuredFiles(root)
  if (only === '--budgets') {
    fs.writeFileSync('scripts/budgets.json', `${JSON.stringify(suggested(measured, budgets), null, 2)}\n`)
    return console.log('Wrote scripts/budgets.json.')
  }
  const factor = Math.max(factorBefore, machineFactor(budgets))
  const wrong = [...unfitBudgets(budgets, fs.existsSync), ...(deep ? [] : overBudget(measured, budgets, factor))]
  console.log(`\nBudgets, on a machine that is ${factor.toFixed(2)} times as slow as the declared one:`)
  console.log(wrong.length ? wrong.join('\n') : 'kept by every file')
  total.failed += wrong.length
}

const isWhole = !only || deep || only === '--budgets'
if (isWhole) await whole()
else if (only === '--changed') await changed()
else await phase(only, () => vitest([only], filters))
if (reports.length) console.log(['\nThe slowest tests, by the clock:', ...slowest(reports, root)].join('\n'))
console.log(['\nThe longest files:', ...longestFiles(measuredFiles(root))].join('\n'))
console.log(['\nPhases:', ...phaseLines(phases)].join('\n'))
if (isWhole) await hold()
console.log(`\n${seconds(started)}`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed ? 1 : 0)
