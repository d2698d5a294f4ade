/** Bundles for Node and stamps of what they were made from: nothing is built twice. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const stampFile = path.join(root, 'dist/.stamps.json')

/** Every file under some paths (files or folders), sorted, tests and generated output aside. */
export function filesOf(...places) {
  const found = []
  const visit = (place) => {
    const at = path.join(root, place)
    if (!fs.existsSync(at)) return
    if (!fs.statSync(at).isDirectory()) return void found.push(place)
    for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === '.git') continue
      const child = `${place}/${entry.name}`
      if (entry.isDirectory()) visit(child)
      else found.push(child)
    }
  }
  places.forEach(visit)
  return found.sort()
}
const isSource = (file) => !/\.test\.tsx?$|\.md$/.test(file)

/** Fingerprint of the contents of files. `skip` leaves out what the product of the files does not hold. */
export function hashOf(places, skip) {
  const hash = createHash('sha256').update(process.version)
  for (const file of filesOf(...places).filter((f) => isSource(f) && !skip?.test(f)))
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

const stamps = () => (fs.existsSync(stampFile) ? JSON.parse(fs.readFileSync(stampFile, 'utf8')) : {})
/** Does the work unless it was done for the same inputs and its output is still there. Answers whether it worked. */
export async function unlessDone(name, hash, output, work) {
  if (stamps()[name] === hash && (!output || fs.existsSync(path.join(root, output)))) return false
  await work()
  fs.mkdirSync(path.dirname(stampFile), { recursive: true })
  fs.writeFileSync(`${stampFile}.${process.pid}`, JSON.stringify({ ...stamps(), [name]: hash }, null, 2))
  fs.renameSync(`${stampFile}.${process.pid}`, stampFile)
  return true
}

/** Bundles a TypeScript entry with what it imports of ours; packages stay in node_modules. */
export async function bundle(entry, output) {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: path.join(root, entry),
    cwd: root,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('#') && !path.isAbsolute(id),
    logLevel: 'warn',
  })
  await build.write({ file: path.join(root, output), format: 'esm', sourcemap: true, codeSplitting: false })
  await build.close()
}

/** Programs of the threads files are read and papers are drawn in, as dist/server/<name>.mjs, with the folders they are made of. */
const threads = {
  parse: { entry: 'kernel/server/parse/worker.ts', of: ['kernel/server/parse'] },
  pdf: { entry: 'kernel/server/pdf/worker.ts', of: ['kernel/server/parse', 'kernel/server/pdf', 'kernel/contract'] },
  pictures: { entry: 'modules/exams/server/thread/worker.ts', of: ['kernel/server/parse', 'modules/exams/server/thread'] },
  devices: {
    entry: 'modules/devices/server/thread/worker.ts',
    of: ['kernel/server/parse', 'modules/devices/server/thread', 'modules/devices/contract/devices'],
  },
}
/** Builds them: whatever runs the server's code needs them, from the sources as well. */
export const buildParser = async () => {
  for (const [name, { entry, of }] of Object.entries(threads)) {
    const output = `dist/server/${name}.mjs`
    await unlessDone(name, hashOf([...of, 'package-lock.json', 'scripts/build.mjs']), output, () => bundle(entry, output))
  }
  await buildEnglish()
}
/** The English of everything as dist/server/english.json: what the server puts into words itself is what it draws. */
async function buildEnglish() {
  const output = 'dist/server/english.json'
  const files = filesOf('kernel/web', 'apps/web', 'modules').filter((file) => /(?:contract|web)\/en\.json$/.test(file))
  await unlessDone('english', hashOf([...files, 'scripts/build.mjs']), output, async () => {
    const words = files.map((file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')))
    fs.mkdirSync(path.join(root, 'dist/server'), { recursive: true })
    fs.writeFileSync(path.join(root, output), JSON.stringify(Object.assign({}, ...words)))
  })
}

/** Bundles a small TypeScript script when it is stale and imports it. */
export async function importScript(entry) {
  await buildParser()
  const output = `dist/scripts/${path.basename(entry, '.ts')}.mjs`
  await unlessDone(entry, hashOf(['kernel', 'ports', 'modules', 'database', 'apps', 'scripts', 'package.json'], /\/web\//), output, () =>
    bundle(entry, output),
  )
  return import(path.join(root, output))
}

// As a program: the entry and what to write.
const [, program, entry, output] = process.argv
if (entry && output && program === fileURLToPath(import.meta.url)) await bundle(entry, output)
