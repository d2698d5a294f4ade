/** The data of a release (`scripts/release-data.mjs`), and making a database as that release left it. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type pg from 'pg'
import { migrate } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'

export interface ReleaseData {
  /** The last versioned file of the release; those before it stand in the tree, as landed files never change. */
  readonly through: string
  /** Path → text of the repeatable files, the wall and the declarations of the release. */
  readonly files: Readonly<Record<string, string>>
  /** Table → rows as text of JSON. */
  readonly tables: Readonly<Record<string, readonly string[]>>
}

const FOLDER = 'tests/upgrade'
/** Releases in the order of their names. */
export const releases = (): string[] =>
  fs
    .readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json.br'))
    .sort()
export const readRelease = (file: string): ReleaseData =>
  JSON.parse(brotliDecompressSync(fs.readFileSync(path.join(FOLDER, file))).toString('utf8')) as ReleaseData

/** Makes an empty database what the release made of it, with its rows. */
export async function restore(ownerUrl: string, data: ReleaseData): Promise<void> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-release-'))
  const put = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  for (const [file, text] of Object.entries(data.files)) put(file, text)
  for (const folder of ['kernel', ...fs.readdirSync('modules').map((module) => `modules/${module}`)].map((each) => `${each}/database`))
    for (const file of fs.existsSync(folder) ? fs.readdirSync(folder) : [])
      if (/^\d{4}-/.test(file) && file <= data.through) put(`${folder}/${file}`, fs.readFileSync(path.join(folder, file), 'utf8'))
  await migrate(ownerUrl, { root })
  fs.rmSync(root, { recursive: true })
  await onClient(ownerUrl, (client) => load(client, data.tables))
}

async function load(client: pg.Client, tables: ReleaseData['tables']): Promise<void> {
  // Neither keys nor triggers: rows come in the order of the tables' names, with everything that triggers made of them.
  await client.query('set session_replication_role = replica')
  for (const [table, lines] of Object.entries(tables)) {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(attname) as name
       from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       order by attnum`,
      [table],
    )
    const columns = rows.map(({ name }) => name).join(', ')
    await client.query(`delete from ${table}`)
    await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [`[${lines.join(',')}]`],
    )
  }
  await client.query(`do $$
    declare c record;
    begin
      for c in
        select attrelid::regclass as tbl, attname as col
        from pg_attribute
        where attidentity <> '' and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      loop
        execute format(
          'select setval(pg_get_serial_sequence(%L, %L), greatest(1, (select coalesce(max(%I), 0) from %s)))',
          c.tbl, c.col, c.col, c.tbl
        );
      end loop;
    end $$`)
}
