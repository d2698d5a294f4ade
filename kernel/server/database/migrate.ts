/**
 * Migrations: `NNNN-<word>.sql` in `kernel/database/` and `modules/<module>/database/`, in the one order of their numbers, each in its own
 * transaction, then `database/wall.sql`. Any number of processes may start at once: one migrates, the others wait and find the work done.
 */
import { createHash, createHmac } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { CannotStart } from './cannot.ts'
import { grantTheRest, type Roles } from './grants.ts'
import { onClient } from './once.ts'

export interface MigrateOptions {
  /** Names the role the server logs in as: `<product>_app`. */
  product?: string
  /** Folder of `kernel/`, `modules/` and `database/`; the working directory without it. */
  root?: string
  /** Told about every file applied. */
  log?: (sentence: string) => void
}
export interface Migrated {
  /** Address as the role without rights beyond the wall: the one the server works with. */
  appUrl: string
  /** Address as the role that knows no tenant yet: it runs the functions of the entrance and reads no table. */
  doorUrl: string
  /** Names of both. */
  roles: Roles
  /** Names of the files applied now. */
  applied: string[]
}

/** Advisory lock of everything that changes tables. */
const MIGRATION_LOCK = 7_204_133
const WALL = 'wall.sql'
const TABLES = 'tables.gen.json'

/** Brings a database to the present state of the code. `ownerUrl` is the owner of the database with the right to create roles. */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<Migrated> {
  const root = path.resolve(options.root ?? '.')
  const folder = path.join(root, 'database')
  const product = options.product ?? 'mingmou'
  const [app, door] = [loginRole(ownerUrl, `${product}_app`), loginRole(ownerUrl, `${product}_door`)]
  const roles = { app: app.role, door: door.role }
  return onClient(ownerUrl, async (client) => {
    // Given back when the connection ends.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await ensureRole(client, app)
    await ensureRole(client, door)
    const applied = await applyFiles(client, root, options.log)
    await applyWall(client, wallText(folder, app.role), applied.length > 0)
    await grantTheRest(client, roles, folder)
    return { appUrl: app.url, doorUrl: door.url, roles, applied }
  })
}

interface LoginRole {
  role: string
  password: string
  url: string
}
/** A role of the server and its password, derived from the owner's so that every process knows it and no file has to hold it. */
function loginRole(ownerUrl: string, role: string): LoginRole {
  const url = new URL(ownerUrl)
  const password = createHmac('sha256', decodeURIComponent(url.password) || ownerUrl)
    .update(`mingmou ${role}`)
    .digest('hex')
  url.username = role
  url.password = password
  return { role, password, url: url.toString() }
}

/** Creates the role, or sets its password when it cannot log in; roles belong to the whole server, so others may be at it too. */
async function ensureRole(client: pg.Client, wanted: LoginRole): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
    'select rolsuper, rolbypassrls from pg_roles where rolname = $1',
    [wanted.role],
  )
  const found = rows[0]
  if (found?.rolsuper || found?.rolbypassrls)
    throw new CannotStart(`Role ${wanted.role} may pass by row level security: alter role ${wanted.role} nosuperuser nobypassrls.`)
  const role = pg.escapeIdentifier(wanted.role)
  if (found && (await canLogIn(wanted.url))) return
  const what = `${found ? 'alter' : 'create'} role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole password ${pg.escapeLiteral(wanted.password)}`
  try {
    await client.query(what)
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    if (code === '42501')
      throw new CannotStart(`The owner in DATABASE_URL may not create the role ${wanted.role}: give it CREATEROLE.`, { cause: error })
    // Made by a process that migrates another database of this server at this very moment.
    if (!(await canLogIn(wanted.url))) throw new CannotStart(`Role ${wanted.role} could not be made: ${message}`, { cause: error })
  }
}
async function canLogIn(url: string): Promise<boolean> {
  return onClient(url, async () => true).catch((error: pg.DatabaseError) => {
    if (error.code === '28P01' || error.code === '28000') return false
    throw error
  })
}

/** Applies the files that have not landed; refuses when one that has landed was changed or has gone. */
async function applyFiles(client: pg.Client, root: string, log: MigrateOptions['log']): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migration (name text primary key, checksum text not null, at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name')
  const landed = new Map(rows.map((r) => [r.name, r.checksum]))
  const files = migrationFiles(root)
  checkLanded(landed, files)
  const applied: string[] = []
  for (const { name, sql, checksum } of files) {
    if (landed.has(name)) continue
    await inTransaction(client, name, sql, () =>
      client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]),
    )
    applied.push(name)
    log?.(`migrated ${name}`)
  }
  return applied
}

interface MigrationFile {
  name: string
  sql: string
  checksum: string
}
function migrationFiles(root: string): MigrationFile[] {
  const modules = path.join(root, 'modules')
  const owners = ['kernel', ...(fs.existsSync(modules) ? fs.readdirSync(modules).map((module) => `modules/${module}`) : [])]
  const files = owners
    .map((owner) => path.join(root, owner, 'database'))
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder).map((file) => path.join(folder, file)))
    .filter((file) => file.endsWith('.sql'))
    .sort((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1))
  const numbers = files.map((file) => /^\d{4}(?=-)/.exec(path.basename(file))?.[0] ?? file)
  const twice = numbers.find((n, i) => numbers.indexOf(n) !== i)
  if (twice) throw new CannotStart(`Two migrations have the number ${twice}.`)
  return files.map((file) => {
    const sql = fs.readFileSync(file, 'utf8')
    return { name: path.basename(file), sql, checksum: checksumOf(sql) }
  })
}
function checkLanded(landed: ReadonlyMap<string, string>, files: readonly MigrationFile[]): void {
  const byName = new Map(files.map((f) => [f.name, f]))
  for (const [name, checksum] of landed) {
    if (name === WALL) continue
    const file = byName.get(name)
    if (!file) throw new CannotStart(`The database has seen ${name}, which is not here: it belongs to a newer version of the product.`)
    if (file.checksum !== checksum)
      throw new CannotStart(`${name} was changed after it had landed in this database: put it back and write a new migration.`)
  }
}

/** The wall with what it is told: the role of the server and what the modules declare of their tables. */
function wallText(folder: string, role: string): string {
  const declared = path.join(folder, TABLES)
  const tables = fs.existsSync(declared) ? fs.readFileSync(declared, 'utf8') : '{}'
  return fs
    .readFileSync(path.join(folder, WALL), 'utf8')
    .replaceAll(`:'app_role'`, pg.escapeLiteral(role))
    .replaceAll(`:'tables'`, () => pg.escapeLiteral(tables))
}

/** The wall again, whenever tables were added, their declarations or its own text changed. */
async function applyWall(client: pg.Client, sql: string, changed: boolean): Promise<void> {
  const checksum = checksumOf(sql)
  const { rows } = await client.query<{ checksum: string }>('select checksum from schema_migration where name = $1', [WALL])
  if (!changed && rows[0]?.checksum === checksum) return
  await inTransaction(client, WALL, sql, () =>
    client.query(
      'insert into schema_migration (name, checksum) values ($1, $2) on conflict (name) do update set checksum = excluded.checksum, at = now()',
      [WALL, checksum],
    ),
  )
}

async function inTransaction(client: pg.Client, name: string, sql: string, afterwards: () => Promise<unknown>): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await afterwards()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const { message, detail } = error as pg.DatabaseError
    const hint = /"ctid" conflicts with a system column/.test(message) ? ' (write ctid_; rows answer it as ctid)' : ''
    throw new CannotStart(`${name}${placeIn(sql, error as pg.DatabaseError)}: ${message}${detail ? ` ${detail}` : ''}${hint}`, {
      cause: error,
    })
  }
}
const placeIn = (sql: string, error: pg.DatabaseError): string =>
  error.position ? ` line ${sql.slice(0, Number(error.position)).split('\n').length}` : ''

/** The same for files with Windows line ends. */
const checksumOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** Copies a whole database under a new name (about 65 ms for an empty one), replacing what had that name. Nobody may be connected to the template. */
export async function cloneDatabase(ownerUrl: string, template: string, name: string): Promise<string> {
  await onClient(urlOf(ownerUrl, 'postgres'), async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    await client.query(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)} strategy file_copy`)
  })
  return urlOf(ownerUrl, name)
}

/** Drops a database, ending whoever is connected to it. */
export const dropDatabase = (ownerUrl: string, name: string): Promise<void> =>
  onClient(
    urlOf(ownerUrl, 'postgres'),
    async (client) => void (await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)),
  )

/** The same server and role, another database. */
export function urlOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.toString()
}
