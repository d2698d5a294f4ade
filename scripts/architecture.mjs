/**
 * The dependency rule: contract ← server, contract ← web, kernel ← modules in ORDER, doors between modules. Reads every import with
 * oxc-parser; `violations()` is pure, so that the test can plant a fault for each rule.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { filesOf, root } from './build.mjs'

const CODE = /\.(ts|tsx|mts)$/
const isTest = (file) => /\.test\.tsx?$/.test(file) || file.startsWith('tests/')
const moduleOf = (file) => /^modules\/([^/]+)\//.exec(file)?.[1]
const side = (file) =>
  /^(?:kernel|apps|modules\/[^/]+)\/(contract|server|web)\//.exec(file)?.[1] ?? (/^(ports|database)\//.test(file) ? 'server' : undefined)
/** `node_modules` packages are written `npm:name`, Node's own modules `node:name`. */
const isPackage = (to) => /^(npm|node):/.test(to)
const vendors = /^npm:(@?aws-sdk|ali-oss|@alicloud|tencentcloud|wechatpay|wechat|axios|undici|got|node-fetch|twilio|flydrive|nodemailer)/
/** What another module may import: contracts, doors, and in tests and the demo the builders. */
const isDoor = (to, from) =>
  /^modules\/[^/]+\/(contract\/|server\/door\.ts$|web\/door\.tsx?$)/.test(to) ||
  (/\/make\.ts$/.test(to) && (isTest(from) || /\/make\.ts$/.test(from)))
/** What a module's own thread is made of. */
const inThread = (file) => /^modules\/[^/]+\/server\/thread\//.test(file)
/** Entries that nobody imports: programs, tests, what the registries pick up by its name, ambient types. */
const ENTRIES = [
  /^scripts\/|\.config\.ts$|\.d\.ts$|\.gen\.ts$|^apps\/(server|web)\/main\.tsx?$/,
  /^kernel\/server\/(parse|pdf)\/worker\.ts$|^modules\/[^/]+\/server\/thread\/worker\.ts$/,
  /^modules\/[^/]+\/(contract\/[^/]+\.ts|server\/(door|make|handlers|reactions)\.ts|web\/(door\.tsx?|screens\.ts|shell\.ts))$/,
  /^kernel\/web\/testing\/|^(kernel|ports\/[^/]+)\/[^/]*\/?index\.ts$|\/door\.tsx?$/,
]
const isEntry = (file) => isTest(file) || ENTRIES.some((entry) => entry.test(file))

/** Rules over one import: the name, the sentence, and whether the import breaks it. */
const rules = (order) => {
  const rank = new Map(order.map((name, i) => [name, i]))
  return [
    [
      'contract-is-pure',
      'contract/ runs anywhere: only zod and other contracts',
      (from, to) => side(from) === 'contract' && to !== 'npm:zod' && side(to) !== 'contract',
    ],
    [
      'screens-stay-light',
      'contract/screens.ts is in the login bundle: only kernel/contract/declare.ts',
      (from, to, type) => /^modules\/[^/]+\/contract\/screens\.ts$/.test(from) && !type && to !== 'kernel/contract/declare.ts',
    ],
    [
      'web-not-server',
      'the browser knows the contract, never the server',
      (from, to) => side(from) === 'web' && (side(to) === 'server' || to.startsWith('node:') || to === 'npm:pg' || to === 'npm:fastify'),
    ],
    [
      'server-not-web',
      'the server knows the contract, never the browser',
      (from, to) => side(from) === 'server' && (side(to) === 'web' || /^npm:(react|antd|@tanstack\/)/.test(to)),
    ],
    [
      'other-modules-by-the-door',
      'another module is reached by its contract/ or its door',
      (from, to) => moduleOf(from) && moduleOf(to) && moduleOf(from) !== moduleOf(to) && !isDoor(to, from),
    ],
    [
      'only-modules-before',
      'a module uses modules before it in ORDER and tells those after it by events',
      (from, to) => moduleOf(from) && moduleOf(to) && rank.get(moduleOf(to)) > rank.get(moduleOf(from)),
    ],
    ['modules-are-in-order', 'every module stands in modules/order.json', (from) => moduleOf(from) && !rank.has(moduleOf(from))],
    [
      'kernel-knows-no-module',
      'the kernel is below every module',
      (from, to) => from.startsWith('kernel/') && /^(modules|apps|ports|tests)\//.test(to),
    ],
    [
      'modules-use-the-entry',
      'a module takes the contract of the kernel from its index.ts; what it lacks is internal to the kernel',
      (from, to) => from.startsWith('modules/') && to === 'kernel/contract/internal.ts',
    ],
    [
      'ports-know-no-module',
      'ports know outside services and the kernel',
      (from, to) => from.startsWith('ports/') && /^(modules|apps|tests)\//.test(to),
    ],
    ['modules-know-no-app', 'apps are built from modules', (from, to) => from.startsWith('modules/') && /^(apps|tests|scripts)\//.test(to)],
    [
      'only-database-opens-postgres',
      'one folder opens connections, so nothing queries outside the wall (the bare server of the bench aside)',
      (from, to) => to === 'npm:pg' && !/^kernel\/server\/database\/|^scripts\/bench/.test(from),
    ],
    [
      'files-are-read-in-a-thread',
      'what people send is read by a worker.ts in a thread, with its limits; only sheets.ts writes with the same package',
      (from, to, type) =>
        !type &&
        ((to === 'npm:hucre' && side(from) !== 'web' && !/^kernel\/server\/(sheets\.ts$|parse\/)/.test(from)) ||
          (to === 'npm:saxes' && !inThread(from)) ||
          (/^kernel\/server\/parse\/(?!(?:parse|unreadable|text|thread)\.ts$)/.test(to) &&
            !/^kernel\/server\/(parse\/(?!parse\.ts$)|pdf\/worker\.ts$)/.test(from)) ||
          (/^modules\/[^/]+\/server\/thread\//.test(to) && !inThread(from))),
    ],
    [
      'only-ports-call-vendors',
      'vendor SDKs and HTTP clients live in ports/',
      (from, to) => vendors.test(to) && !from.startsWith('ports/'),
    ],
  ]
}

/**
 * What breaks a rule in a graph of imports. `graph`: file → [{ to, type, lazy }]; tests may import anything but packages of Postgres.
 * Answers `{ rule, from, to, why }`.
 */
export function violations(graph, order) {
  const found = []
  const rulesHere = rules(order)
  for (const [from, imports] of graph) {
    const forTests = isTest(from) || imports.some((i) => i.to === 'npm:vitest')
    for (const { to, type } of imports) {
      if (!isPackage(to) && !graph.has(to) && CODE.test(to))
        found.push({ rule: 'no-unresolvable', from, to, why: 'the imported file does not exist' })
      if (forTests || (type && /\/make\.ts$/.test(from))) continue
      for (const [rule, why, broken] of rulesHere) if (broken(from, to, type)) found.push({ rule, from, to, why })
    }
  }
  const imported = new Set([...graph].filter(([from]) => !isTest(from)).flatMap(([, imports]) => imports.map((i) => i.to)))
  for (const [file, imports] of graph)
    if (!imported.has(file) && !isEntry(file) && !imports.some((i) => i.to === 'npm:vitest' || i.to.startsWith('npm:@testing-library')))
      found.push({ rule: 'no-orphans', from: file, to: '', why: 'nobody imports it' })
  return [...found, ...cycles(graph)]
}

/** Cycles of imports that are needed to run: types and lazy imports leave nothing to wait for. Tarjan's components. */
function cycles(graph) {
  const found = []
  const state = new Map()
  const stack = []
  const visit = (file) => {
    const mine = { index: state.size, low: state.size, open: true }
    state.set(file, mine)
    stack.push(file)
    for (const { to, type, lazy } of graph.get(file) ?? []) {
      if (type || lazy || !graph.has(to)) continue
      const other = state.get(to) ?? visit(to)
      if (other.open) mine.low = Math.min(mine.low, other.low)
    }
    if (mine.low === mine.index) {
      const members = stack.splice(stack.indexOf(file))
      for (const member of members) state.get(member).open = false
      if (members.length > 1)
        found.push({ rule: 'no-cycles', from: members[0], to: members.slice(1).join(' → '), why: 'a cycle has no beginning to read from' })
    }
    return mine
  }
  for (const file of graph.keys()) if (!state.has(file)) visit(file)
  return found
}

/** The imports of one file: where to, whether for types only, whether lazily. */
export function importsOf(file, source) {
  const { module } = parseSync(file, source)
  const found = []
  const add = (request, type, lazy) => found.push({ to: target(file, request), type, lazy })
  for (const i of module.staticImports) add(i.moduleRequest.value, i.entries.length > 0 && i.entries.every((e) => e.isType), false)
  for (const e of module.staticExports.flatMap((s) => s.entries)) if (e.moduleRequest) add(e.moduleRequest.value, e.isType, false)
  for (const d of module.dynamicImports) {
    const request = /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(d.moduleRequest.start, d.moduleRequest.end))?.[1]
    if (request) add(request, false, true)
  }
  return found
}
export function target(file, request) {
  if (request.startsWith('#')) return request.slice(1)
  if (request.startsWith('.')) return path.posix.join(path.posix.dirname(file), request)
  if (request.startsWith('node:')) return request
  return `npm:${request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')}`
}

/** The graph of the checkout. */
export function graphOf() {
  const files = filesOf('apps', 'kernel', 'modules', 'ports', 'database', 'tests', 'scripts').filter((f) => CODE.test(f))
  return new Map(files.map((file) => [file, importsOf(file, fs.readFileSync(path.join(root, file), 'utf8'))]))
}
