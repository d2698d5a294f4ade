/**
 * Generated files: the registries of modules, the repeatable files of the database that follow declarations, the table types and the schema
 * for reviewers.
 *
 *   npm run gen              writes what changed
 *   npm run gen -- --check   writes nothing, ends with status 1 when something is out of date
 */
import fs from 'node:fs'
import path from 'node:path'
import { filesOf, hashOf, importScript, root, unlessDone } from './build.mjs'
import { migrations, repeatables } from './rules.mjs'
import { decisionFile } from './decisions.mjs'
import { callTypes, declaredOfDatabase, serverRegistry, webRegistry } from './gen-registry.mjs'

const check = process.argv.includes('--check')

/** Makes every generated file: path → content. The database is only started when the migrations changed since it last agreed. */
async function generated() {
  const files = {
    'apps/server/modules.gen.ts': serverRegistry(),
    'apps/web/screens.gen.ts': webRegistry(),
    'apps/server/calls.gen.ts': callTypes(),
    ...decisionFile(),
    ...(await declaredOfDatabase()),
    ...(await derived()),
  }
  // The wall of the schema below is built from it.
  if (!check) write(files)
  const inputs = hashOf([
    ...[...migrations(), ...repeatables()].map(([file]) => file),
    'database/wall.sql',
    'database/tables.gen.json',
    'database/functions.gen.json',
    'database/schema.gen.sql',
    'database/tables.gen.ts',
    'kernel/server/database',
    'scripts/gen-schema.ts',
  ])
  await unlessDone('schema', inputs, undefined, async () => {
    const { schemaFiles } = await importScript('scripts/gen-schema.ts')
    Object.assign(files, await schemaFiles())
    if (stale(files).some((file) => file.startsWith('database/'))) throw new Stale()
  }).catch((error) => {
    if (!(error instanceof Stale)) throw error
  })
  return files
}
/**
 * Repeatable files of the database: the cubes, the guards of examinations. Those of declarations that are gone are `undefined`: to be
 * deleted.
 */
async function derived() {
  const { derivedFiles } = await importScript('scripts/derived.ts')
  const leftovers = filesOf('kernel', 'modules').filter((file) => /^(kernel|modules\/[^/]+)\/database\/[^/]+\.gen\.sql$/.test(file))
  return { ...Object.fromEntries(leftovers.map((file) => [file, undefined])), ...derivedFiles() }
}
/** Keeps the stamp from saying that files agree which are yet to be written. */
class Stale extends Error {}

const onDisk = (file) => (fs.existsSync(path.join(root, file)) ? fs.readFileSync(path.join(root, file), 'utf8') : undefined)
const stale = (files) =>
  Object.entries(files)
    .filter(([file, content]) => onDisk(file) !== content)
    .map(([file]) => file)

function write(files) {
  for (const file of stale(files)) {
    if (files[file] === undefined) {
      fs.rmSync(path.join(root, file))
      console.log(`deleted ${file}`)
      continue
    }
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), files[file])
    console.log(`wrote ${file}`)
  }
}

const files = await generated()
const outdated = stale(files)
if (check && outdated.length) {
  console.log(`Out of date: ${outdated.join(', ')}. Run "npm run gen".`)
  process.exitCode = 1
}
if (!check) write(files)
