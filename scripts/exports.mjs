/**
 * Dead exports: what a file offers and nobody takes. Reads imports and exports with oxc-parser and follows names through files that pass
 * them on; `deadExports()` is pure, so that the test can plant one of each kind.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { target } from './architecture.mjs'
import { filesOf, root } from './build.mjs'

const CODE = /\.(ts|tsx|mts|mjs)$/
const ALL = '*'
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gm
/** What tools take by the file's name: configurations, set-ups of test runs, types of the scripts' own modules, what the wall is told. */
const TAKEN = /\.config\.ts$|\.setup\.ts$|\.d\.m?ts$|\/contract\/tables\.ts$/

/**
 * What a file says of other files' names and of its own: `taken` and `passed` as `[file, name, as]`, `offered` as names with their line.
 */
function wordsOf(file, source) {
  const { module } = parseSync(file, source)
  const at = (request) => target(file, request)
  const taken = module.staticImports.flatMap((i) =>
    i.entries.map((e) => [at(i.moduleRequest.value), e.importName.kind === 'Default' ? 'default' : (e.importName.name ?? ALL)]),
  )
  // What is loaded while running is taken whole: nobody can read from here which of its names are used.
  for (const [, request] of source.matchAll(/\bimport\(\s*['"`]([^'"`$]+)['"`]/g)) taken.push([at(request), ALL])
  for (const [, script] of source.matchAll(/\bimportScript\(\s*['"]([^'"]+)['"]/g)) taken.push([script, ALL])
  const passed = []
  const offered = new Map()
  for (const { moduleRequest, importName, exportName, isType, start } of module.staticExports.flatMap((s) => s.entries)) {
    const name = exportName.kind === 'Default' ? 'default' : (exportName.name ?? ALL)
    if (moduleRequest) passed.push([at(moduleRequest.value), importName.kind === 'Name' ? importName.name : ALL, name])
    // A type that words a signature of its own file is named so that others can name it too: no harm when nobody does yet.
    if (name !== ALL && (moduleRequest || !isType || !usedIn(source, name))) offered.set(name, source.slice(0, start).split('\n').length)
  }
  return { taken, passed, offered }
}

/** Whether a file names its own type again, comments aside. */
const usedIn = (source, name) => source.replaceAll(COMMENT, '').match(new RegExp(`\\b${name}\\b`, 'g')).length > 1

/** What a file offers by name. */
export const offeredBy = (file, source) => [...wordsOf(file, source).offered.keys()]

/** Exports nobody takes, as `{ file, line, name }`; `files`: `[file, source]` of everything that might take one, tests among them. */
export function deadExports(files) {
  const words = new Map(files.map(([file, source]) => [file, wordsOf(file, source)]))
  const alive = new Set()
  const take = (file, name) => {
    const key = `${file}\0${name}`
    const spelt = words.get(file)
    if (!spelt || alive.has(key)) return
    alive.add(key)
    for (const [from, what, as] of spelt.passed) {
      if (as === ALL) take(from, name)
      else if (as === name || name === ALL) take(from, what)
    }
    if (name === ALL) for (const each of spelt.offered.keys()) take(file, each)
  }
  for (const { taken } of words.values()) for (const [file, name] of taken) take(file, name)
  return [...words].flatMap(([file, { offered }]) =>
    TAKEN.test(file) ? [] : [...offered].filter(([name]) => !alive.has(`${file}\0${name}`)).map(([name, line]) => ({ file, line, name })),
  )
}

/** Everything of the checkout that exports or takes. */
export const exporting = () =>
  [...filesOf('apps', 'kernel', 'modules', 'ports', 'database', 'tests', 'scripts'), 'vite.config.ts', 'vitest.config.ts']
    .filter((file) => CODE.test(file))
    .map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')])
