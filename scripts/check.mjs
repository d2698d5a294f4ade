/**
 * `npm run check`: what needs no running product. Generated files, types, lint, architecture, rules, texts, sizes. `npm test` runs the
 * same first.
 *
 * The types of the contracts are checked alone, because they run anywhere; those of all else once, in one graph (tsconfig.tests.json). That
 * the browser's side names nothing of Node is a rule of lint. The deep run checks the server and the browser's side alone as well.
 *
 *   npm run check -- modules/billing   format, types and lint of that part only
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages } from './install.mjs'
import { TSC } from './tsc.mjs'

ensurePackages()
const { filesOf, root } = await import('./build.mjs')
const { graphOf, violations } = await import('./architecture.mjs')
const { breaches, crowded, migrations, ownersOf, repeatables, sharedClasses, sizes, sources, styles } = await import('./rules.mjs')
const { undeclaredFunctions, wideLines, written } = await import('./rules.mjs')
const { deadExports, exporting } = await import('./exports.mjs')
const { claims } = await import('./claims.mjs')
const { deepTernaries, functionsOf } = await import('./functions.mjs')
const { pauses } = await import('./rules-clock.mjs')
const { textProblems } = await import('./i18n.mjs')
const { unformatted } = await import('./sql-format.mjs')
const { nameCounts } = await import('./names.mjs')

/** Parts of the checkout named on the command line: format, types and lint look only there. */
const parts = process.argv[1] === fileURLToPath(import.meta.url) ? process.argv.slice(2) : []
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
const tsc = (config) => program(...TSC, '-p', config, '--pretty', 'false')
const types = (name) => [`types of the ${name}`, () => tsc(`tsconfig.${name}.json`)]
/** Types of the parts, all three runtimes at once; what they break elsewhere is seen by the whole check. */
const typesOfParts = () => {
  const config = 'dist/types/parts.json'
  const include = [...parts.map((part) => (path.extname(part) ? part : `${part}/**/*`)), 'kernel/**/*.d.ts', 'scripts/**/*.d.mts']
  fs.mkdirSync(path.join(root, 'dist/types'), { recursive: true })
  const options = { incremental: false, tsBuildInfoFile: null }
  fs.writeFileSync(
    path.join(root, config),
    JSON.stringify({
      extends: '../../tsconfig.tests.json',
      compilerOptions: options,
      include: include.map((each) => `../../${each}`),
      exclude: ['../../**/*.test.ts*'],
    }),
  )
  return tsc(config)
}

/** What may only become less: numbers by name, kept in a file that follows them down. `sentenceOf` makes a sentence of what grew. */
function onlyFalls(name, measure, sentenceOf) {
  const file = path.join(root, 'scripts', name)
  const kept = JSON.parse(fs.readFileSync(file, 'utf8'))
  const { exceptions } = kept
  const measured = measure(kept)
  const worse = Object.entries(measured).filter(([what, n]) => !(exceptions[what] >= n))
  if (worse.length) return worse.map(([what, n]) => sentenceOf(what, n, exceptions[what], kept))
  if (JSON.stringify(exceptions) !== JSON.stringify(measured)) {
    if (process.env.CI) return [`scripts/${name} allows more than there is: run npm run check and commit it`]
    fs.writeFileSync(file, `${JSON.stringify({ ...kept, exceptions: measured }, null, 2)}\n`)
  }
  return []
}
/** Long files and functions, and lines too wide to read beside another file. */
const lengths = async () =>
  onlyFalls(
    'sizes.json',
    (limits) => ({ ...sizes(sources(), limits, functionsOf), ...wideLines(written(), limits) }),
    (what, n, allowed, { functionLines, fileLines, lineWidth }) =>
      what.endsWith('wide lines')
        ? `${what}: ${n} over ${lineWidth} columns, allowed ${allowed ?? 0}: break them, join a long text or pattern from named parts`
        : `${what}: ${n} lines, allowed ${allowed ?? (what.includes(':') ? functionLines : fileLines)}`,
  )
/** Casts and `!` by area: what the compiler is told instead of shown. */
const believed = async () =>
  onlyFalls(
    'claims.json',
    () => claims(sources()),
    (what, n, allowed = 0) =>
      what.endsWith('unsaid')
        ? `${what}: ${n}, allowed ${allowed}: show the compiler, or say in a comment why the cast is true`
        : what.endsWith('rows')
          ? `${what}: ${n}, allowed ${allowed}: ask with a shape of the contract, or wholeRow(table), which knows its rows`
          : `${what}: ${n}, allowed ${allowed}: show the compiler instead (db.the for a row that must be there, a narrower type)`,
  )

const DEEP = process.env.DEEP === '1'
/** Vague names, and exported types that share one. */
const names = async () =>
  Object.entries(nameCounts(sources())).map(([what, n]) =>
    what.startsWith('shared')
      ? `${what}: exported by ${n} files: say in the name whose it is (BillLine, not Line)`
      : `${what}: ${n}: a noun for a value, a verb for a function (CONTRIBUTING, names)`,
  )
/** Folders that hold too many files. */
const folders = async () =>
  onlyFalls(
    'folders.json',
    () => crowded(filesOf('apps', 'kernel', 'modules')),
    (folder, n, allowed) =>
      `${folder}: ${n} files${allowed ? `, allowed ${allowed}` : ''}: group them by topic, by the same names on every side`,
  )

/** Every check: its name, and what answers its problems. Programs come first, the longest of them before the others. */
export const checks = [
  ...(parts.length ? [['types', typesOfParts]] : [types('tests')]),
  ['lint', () => program(bin('oxlint/bin/oxlint'), '--type-aware', '--format=unix', '--deny-warnings', ...parts)],
  ['generated files', () => program('scripts/gen.mjs', '--check')],
  ...(parts.length ? [] : [types('contract'), ...(DEEP ? [types('server'), types('web')] : [])]),
  ['format', () => program(bin('oxfmt/bin/oxfmt'), '--check', ...parts.filter((part) => !part.endsWith('.sql')))],
  ['architecture', async () => violations(graphOf(), order).map((v) => `${v.rule}: ${v.from} → ${v.to} (${v.why})`)],
  [
    'exports',
    async () =>
      deadExports(exporting()).map(
        ({ file, line, name }) => `${file}:${line} ${name} is exported and nobody imports it: drop the word or the thing`,
      ),
  ],
  ['packages', () => program(bin('knip/bin/knip.js'), '--include', 'files,dependencies,unlisted,unresolved,binaries', '--no-progress')],
  ['rules', async () => breaches(sources(), ownersOf(migrations()), order).map((b) => `${b.rule}: ${b.file}:${b.line} ${b.why}`)],
  [
    'states',
    async () => (await import('./rules-states.mjs')).stateBreaches(sources()).map((b) => `${b.rule}: ${b.file}:${b.line} ${b.why}`),
  ],
  [
    'buttons',
    async () => (await import('./rules-buttons.mjs')).buttonBreaches(sources()).map((b) => `${b.rule}: ${b.file}:${b.line} ${b.why}`),
  ],
  [
    'lists',
    async () => (await import('./rules-selects.mjs')).selectBreaches(sources()).map((b) => `${b.rule}: ${b.file}:${b.line} ${b.why}`),
  ],
  [
    'comparisons',
    async () =>
      (await import('./rules-comparisons.mjs')).comparisonBreaches(sources()).map((b) => `${b.rule}: ${b.file}:${b.line} ${b.why}`),
  ],
  [
    'functions',
    async () =>
      undeclaredFunctions(
        [...migrations(), ...repeatables()],
        new Set(Object.keys(JSON.parse(fs.readFileSync(path.join(root, 'database/functions.gen.json'), 'utf8')))),
      ),
  ],
  ['database files', async () => (await import('./rules-database.mjs')).databaseBreaches(migrations(), repeatables())],
  ['styles', async () => sharedClasses(styles())],
  ['clock', async () => pauses(sources())],
  [
    'ternaries',
    async () =>
      sources().flatMap(([file, text]) =>
        deepTernaries(file, text).map((line) => `${file}:${line} a ternary inside a ternary inside a ternary`),
      ),
  ],
  ['sql', async () => unformatted().map((file) => `${file}: SQL is not laid out; run node scripts/sql-format.mjs`)],
  ['folders', folders],
  ['texts', async () => textProblems().map((p) => `${p.file}:${p.line} ${p.why}`)],
  ['names', names],
  ['claims', believed],
  ['sizes', lengths],
]

/**
 * Runs the checks, printing each with its time; answers how many passed and failed. Programs run two at a time, heaviest first; what reads
 * the sources in this process runs beside them in one row.
 */
export async function runChecks() {
  const result = { passed: 0, failed: 0 }
  const one = async ([name, run]) => {
    const started = performance.now()
    const problems = await run()
    result[problems.length ? 'failed' : 'passed']++
    console.log(`${problems.length ? '✗' : '✓'} ${name} ${((performance.now() - started) / 1000).toFixed(1)} s`)
    for (const problem of problems.slice(0, 60)) console.log(`    ${problem}`)
    if (problems.length > 60) console.log(`    … and ${problems.length - 60} more`)
  }
  const lane = async (waiting) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await one(next)
  }
  const isProgram = ([name]) => /^(types|lint|generated|format)/.test(name)
  const programs = checks.filter(isProgram)
  const reading = checks.filter((each) => !isProgram(each))
  await Promise.all([lane(programs), lane(programs), lane(reading)])
  return result
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await runChecks()
  process.exitCode = failed ? 1 : 0
}
