/** SQL files of the tree, and running one of them. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { CannotStart } from './cannot.ts'

export interface SqlFile {
  /** What the database remembers the file by. */
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Folders with SQL files, the kernel's first, then those of the modules in the order of `modules/order.json`. */
export function databaseFolders(root: string): ReadonlyArray<readonly [owner: string, folder: string]> {
  const modules = path.join(root, 'modules')
  const listed = path.join(modules, 'order.json')
  const order: string[] = fs.existsSync(listed) ? JSON.parse(fs.readFileSync(listed, 'utf8')) : []
  const present = fs.existsSync(modules) ? fs.readdirSync(modules).sort() : []
  const inOrder = [...order.filter((module) => present.includes(module)), ...present.filter((module) => !order.includes(module))]
  return [['kernel', 'kernel'] as const, ...inOrder.map((module) => [module, `modules/${module}`] as const)]
    .map(([owner, folder]) => [owner, path.join(root, folder, 'database')] as const)
    .filter(([, folder]) => fs.existsSync(folder))
}

export function readSql(name: string, file: string): SqlFile {
  const sql = fs.readFileSync(file, 'utf8')
  return { name, sql, checksum: checksumOf(sql) }
}

/** The same for files with Windows line ends. */
export const checksumOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** Names and checksums of what the database has seen. */
export async function seenFiles(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name')
  return new Map(rows.map((r) => [r.name, r.checksum]))
}
export const noteSeen = (client: pg.Client, { name, checksum }: Omit<SqlFile, 'sql'>): Promise<unknown> =>
  client.query(
    `insert into schema_migration (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, at = now()`,
    [name, checksum],
  )

/** Commits the work, or rolls all of it back. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  // What a migration changes is told by the audit as its work.
  await client.query(`set local app.request = 'migration'`)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Runs a file in the present transaction. Throws `CannotStart` with its name and line. */
export async function runFile(client: pg.Client, { name, sql }: Pick<SqlFile, 'name' | 'sql'>): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    const { message, detail, position } = error as pg.DatabaseError
    const line = position ? ` line ${sql.slice(0, Number(position)).split('\n').length}` : ''
    const hint = /"ctid" conflicts with a system column/.test(message) ? ' (write ctid_; rows answer it as ctid)' : ''
    throw new CannotStart(`${name}${line}: ${message}${detail ? ` ${detail}` : ''}${hint}`, { cause: error })
  }
}
