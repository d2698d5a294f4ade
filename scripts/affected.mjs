/**
 * Which tests a change can affect: `npm test -- --changed`. Follows imports backwards from what changed. A call is followed by itself: its
 * entry in the contract, its handler, and what those use; of a file with many calls only those whose text changed count. An event, a
 * migration, a text are edges as well. Not followed are the registries (apps/…/*.gen.ts) and the stage every endpoint test stands on
 * (tests/harness.ts): by them everything would affect everything. That is what the whole `npm test` is for.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { graphOf, target } from './architecture.mjs'
import { root } from './build.mjs'

const isTest = (file) => /\.test\.(tsx?|mjs)$/.test(file)
/** Changes after which nothing less than everything is a test. */
const EVERYTHING =
  /^(package(-lock)?\.json|vitest\.config\.ts|tests\/(harness|database\.setup|patience)\.ts|database\/wall\.sql|kernel\/database\/.*)$/
/** Tests that run programs, and what those are made of. */
const PROGRAMS = {
  'tests/census/generators.test.ts': /^scripts\/(new|skeleton|gen|gen-registry)\.mjs$/,
  'tests/census/types-budget.test.ts': /^kernel\/(contract\/|server\/implement|web\/calls\/)/,
}
/** The census loops over the calls of all modules (tests/census/served.ts): it is asked again for those of modules that changed. */
const CENSUS = /^tests\/census\/(?!generators|types-budget).*\.test\.ts$/
const GATE = /\.gen\.ts$|^tests\/harness\.ts$/
const CALLS = /^modules\/[^/]+\/(contract|server)\/(?!.*\.test\.ts$).*\.ts$/
/** A file in which a call stands as a key. */
const SPEAKS = /^ +'[\w-]+(\.[\w-]+)+':/m
const ID = /^[\w-]+(\.[\w-]+)+$/
const moduleOf = (file) => /^modules\/([^/]+)\//.exec(file)?.[1]

/** Names a piece of code uses. */
function namesIn(node, found = new Set()) {
  if (node === null || typeof node !== 'object') return found
  if (Array.isArray(node)) for (const each of node) namesIn(each, found)
  else {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') found.add(node.name)
    for (const key in node) if (key !== 'type') namesIn(node[key], found)
  }
  return found
}
/**
 * Calls a file speaks of, as `'bill.save': …`, and what stands at its top: each with its text and the names it uses; and where its names
 * come from.
 */
function piecesOf(file, text) {
  const { program } = parseSync(file, text)
  const [calls, locals, origins] = [new Map(), new Map(), new Map()]
  const piece = (node) => ({ text: text.slice(node.start, node.end), names: namesIn(node) })
  const seek = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(seek)
    if (node.type === 'Property' && node.key.type === 'Literal' && ID.test(node.key.value)) calls.set(node.key.value, piece(node))
    else for (const key in node) if (key !== 'type') seek(node[key])
  }
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      for (const s of node.specifiers) origins.set(s.local.name, target(file, node.source.value))
      continue
    }
    const before = calls.size
    seek(node)
    const declared = node.declaration ?? node
    const names = declared.declarations?.map((d) => d.id.name) ?? (declared.id ? [declared.id.name] : [])
    // A table of calls is known by its calls.
    if (calls.size === before) for (const name of names) locals.set(name, piece(node))
  }
  return { calls, locals, origins }
}
/** A piece with everything of its file that it uses, however far: the texts, and the files other names come from. */
function closure({ locals, origins }, start) {
  const [texts, files, seen] = [[], new Set(), new Set()]
  const visit = ({ text, names }) => {
    texts.push(text)
    for (const name of names) {
      if (seen.has(name)) continue
      seen.add(name)
      if (origins.has(name)) files.add(origins.get(name))
      else if (locals.has(name)) visit(locals.get(name))
    }
  }
  visit(start)
  return { text: texts.join('\n'), files }
}

/** file → the files and calls that use it. A call is written `call:<id>`. */
export function usersOf(graph, read) {
  const users = new Map()
  const edge = (from, to) => users.set(to, (users.get(to) ?? new Set()).add(from))
  const bearing = new Map()
  for (const file of [...graph.keys()].filter((f) => CALLS.test(f) && SPEAKS.test(read(f)))) {
    const pieces = piecesOf(file, read(file))
    bearing.set(file, pieces)
    for (const [id, piece] of pieces.calls) for (const used of closure(pieces, piece).files) edge(`call:${id}`, used)
  }
  for (const [from, imports] of graph) {
    for (const { to, type } of imports) {
      if (!type && !GATE.test(to) && !GATE.test(from) && !bearing.has(from)) edge(from, to)
      // Whoever announces an event uses the reactions to it.
      if (/\/server\/reactions\.ts$/.test(from) && /\/contract\/events\.ts$/.test(to)) edge(to, from)
    }
    if (isTest(from)) for (const [, id] of read(from).matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)) edge(from, `call:${id}`)
  }
  return { users, bearing }
}

/**
 * `graph`: file → [{ to, type }]; `read(file)` answers its text, `before(file)` the one it had (undefined: none). Answers `everything`, or
 * the test files to run, whether the scripts' own are among them, and the modules whose calls the census asks again.
 */
export function affected(graph, { read, before, changed }, { users, bearing } = usersOf(graph, read)) {
  const reached = new Set()
  const visit = (thing) => {
    if (reached.has(thing)) return
    reached.add(thing)
    for (const user of users.get(thing) ?? []) visit(user)
  }
  for (const file of changed) {
    const pieces = bearing.get(file)
    if (pieces) {
      const was = before(file)
      const old = was === undefined ? undefined : piecesOf(file, was)
      const same = (kind, name) => {
        const [mine, theirs] = [pieces[kind].get(name), old?.[kind].get(name)]
        return theirs && closure(pieces, mine).text === closure(old, theirs).text
      }
      for (const id of new Set([...pieces.calls.keys(), ...(old?.calls.keys() ?? [])]))
        if (!pieces.calls.has(id) || !same('calls', id)) visit(`call:${id}`)
      if ([...pieces.locals.keys()].some((name) => !same('locals', name))) visit(file)
    } else visit(file)
    // What is no code – a migration, a text, a style – speaks for the module it belongs to.
    const name = moduleOf(file)
    const side = file.endsWith('.sql') ? 'server' : 'web'
    if (name && !graph.has(file))
      for (const each of graph.keys()) if (each.startsWith(`modules/${name}/${side}/`) && isTest(each)) visit(each)
  }
  const modules = [...new Set(changed.filter((f) => /\/(contract|server)\/|\.sql$/.test(f) && !isTest(f)).map(moduleOf))]
    .filter(Boolean)
    .sort()
  for (const [test, made] of Object.entries(PROGRAMS)) if (changed.some((file) => made.test(file))) reached.add(test)
  if (modules.length) for (const file of graph.keys()) if (CENSUS.test(file)) reached.add(file)
  return {
    everything: changed.some((file) => EVERYTHING.test(file)),
    tests: [...reached].filter((file) => isTest(file) && !file.startsWith('tests/journeys/')).sort(),
    scripts: changed.some((file) => /^scripts\/.*\.mjs$/.test(file)),
    modules,
  }
}

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
const linesOf = (run) => run.stdout.split('\n').filter(Boolean)
/**
 * `affected` of the checkout: by what changed since the branch left its upstream (without one: since the last commit), committed or not.
 */
export function affectedHere() {
  const upstream = git('merge-base', 'HEAD', '@{upstream}')
  const base = upstream.status === 0 ? upstream.stdout.trim() : 'HEAD'
  const here = (file) => path.join(root, file)
  return affected(graphOf(), {
    changed: [...new Set([...linesOf(git('diff', '--name-only', base)), ...linesOf(git('ls-files', '--others', '--exclude-standard'))])],
    read: (file) => (fs.existsSync(here(file)) ? fs.readFileSync(here(file), 'utf8') : ''),
    before: (file) => {
      const run = git('show', `${base}:${file}`)
      return run.status === 0 ? run.stdout : undefined
    },
  })
}
