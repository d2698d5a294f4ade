/**
 * `node scripts/release-data.mjs 0.1.0` writes `tests/upgrade/0.1.0.json.br` when a release is made: the repeatable files, the wall and the
 * declarations as they are, and the rows of a small demo clinic. `tests/upgrade` brings each of them to the present code.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { startEmbedded } from '#kernel/server/database/embedded.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { boot } from '../apps/server/boot.ts'
import { seedHead } from '../database/demo/demo.ts'
import type { ReleaseData } from '../tests/upgrade/release.ts'

/** Tables whose rows say nothing about an upgrade and are many, or are the server's own. */
const LEFT_OUT = [
  'schema_migration',
  'repeatable_object',
  'machine_step',
  'icd10',
  'audit',
  'audit_seal',
  'person_key',
  'session',
  'login_log',
]
/** Members of the clinic: as few as the story of its day works with. */
const MEMBERS = 84

/** Records the data of a release and answers the path of its file. */
export async function recordRelease(release: string, log: (sentence: string) => void): Promise<string> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-release-'))
  fs.chmodSync(dir, 0o755)
  const embedded = await startEmbedded({ dir, settings: { fsync: 'off' }, stopOnSignals: true })
  try {
    const booted = await boot({
      ownerUrl: embedded.url,
      product: 'mingmou',
      prefix: '/api',
      strict: true,
      trustProxy: true,
      perMinute: 1e9,
    })
    await seedHead(booted, embedded.url, log, { members: MEMBERS, head: MEMBERS, now: '2026-11-20 17:40:00' })
    await booted.close()
    const tables = await rowsOf(embedded.url)
    const versioned = sqlFiles(/\/\d{4}-[^/]+\.sql$/)
    const data: ReleaseData = {
      through: path.basename(versioned.at(-1) ?? ''),
      files: Object.fromEntries(
        [
          ...sqlFiles(/\.(fn|gen)\.sql$/),
          'modules/order.json',
          'database/wall.sql',
          'database/tables.gen.json',
          'database/functions.gen.json',
        ].map((file) => [file, fs.readFileSync(file, 'utf8')]),
      ),
      tables,
    }
    const file = `tests/upgrade/${release}.json.br`
    fs.writeFileSync(file, brotliCompressSync(JSON.stringify(data), { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }))
    return file
  } finally {
    await embedded.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

/** SQL files of the kernel and the modules, in the order of their names. */
const sqlFiles = (pattern: RegExp): string[] =>
  ['kernel', ...fs.readdirSync('modules').map((module) => `modules/${module}`)]
    .map((folder) => `${folder}/database`)
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder).map((file) => `${folder}/${file}`))
    .filter((file) => pattern.test(file))
    .sort((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1))

const rowsOf = (url: string): Promise<ReleaseData['tables']> =>
  onClient(url, async (client) => {
    const { rows: names } = await client.query<{ name: string }>(
      `select relname as name
       from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and not relname = any ($1)
       order by relname`,
      [LEFT_OUT],
    )
    const tables: Record<string, string[]> = {}
    for (const { name } of names) {
      // As text: numbers of JSON would lose digits here.
      const { rows } = await client.query<{ line: string }>(`select to_jsonb(t)::text as line from ${name} t order by 1`)
      if (rows.length) tables[name] = rows.map(({ line }) => line)
    }
    return tables
  })
