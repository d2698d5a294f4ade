/**
 * `npm test`: installs what is missing, then checks, rule, endpoint, widget and census tests, then builds the product and lives days in
 * the clinic in a real browser. Names the slowest tests, then closes with one line `N passed, N failed`; the exit code tells the same.
 *
 *   npm test -- server billing   only the tests of the project `server` whose file names contain `billing`
 *   npm test -- --changed        only the tests that can be affected by what changed since the branch left its upstream (scripts/affected.mjs); the checks
 *                                and the journeys are left to the whole run
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ensureJourneys, ensurePackages } from './install.mjs'
import { slowest } from './slowest.mjs'

const started = performance.now()
const total = { passed: 0, failed: 0, skipped: 0 }
const report = 'dist/test'
const reports = []
const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`

ensurePackages()
const chromium = ensureJourneys()
const { root } = await import('./build.mjs')
process.chdir(root)
fs.mkdirSync(report, { recursive: true })

/** One part of the run: its title before, its time after. A part that throws counts as one failure. */
async function phase(title, work) {
  const from = performance.now()
  console.log(`\n── ${title}`)
  const counted = await work().catch((error) => {
    console.log(error instanceof Error ? error.stack : error)
    return { passed: 0, failed: 1 }
  })
  for (const key of Object.keys(total)) total[key] += counted[key] ?? 0
  console.log(`── ${title}: ${counted.passed} passed, ${counted.failed} failed in ${seconds(from)}`)
}

/** Runs projects of vitest and counts from its report: the screen is for people. */
async function vitest(projects, filters = []) {
  const file = path.join(report, `${projects.join('-')}.json`)
  fs.rmSync(file, { force: true })
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((p) => ['--project', p]),
    ...filters,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, CHROMIUM: chromium, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }) },
    })
    child.once('close', resolve)
  })
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

const [only, ...filters] = process.argv.slice(2)
if (only === '--changed') await changed()
else if (only) await phase(only, () => vitest([only], filters))
else {
  const { runChecks } = await import('./check.mjs')
  await phase('checks', runChecks)
  await phase('rules, endpoints, widgets, census', () => vitest(['rules', 'server', 'web', 'census']))
  await phase('build', async () => {
    const { buildServer, buildWeb } = await import('./product.mjs')
    await Promise.all([buildServer(), buildWeb()])
    return { passed: 2, failed: 0 }
  })
  await phase('journeys', () => vitest(['journeys']))
}
if (reports.length) console.log(['\nThe slowest tests:', ...slowest(reports, root)].join('\n'))
console.log(`\n${seconds(started)}`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed ? 1 : 0)
