/**
 * Migrations: the versioned files (tables and data), each in its own transaction; then in one transaction the repeatable files (functions,
 * triggers, views), `database/wall.sql` and the grants. Any number of processes may start at once: one migrates, the others wait and find
 * the work done.
 */
import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { CannotStart } from './cannot.ts'
import { checksumOf, inTransaction, noteSeen, runFile, seenFiles } from './files.ts'
import { grantTheRest, type Roles } from './grants.ts'
import { onClient } from './once.ts'
import { applyRepeatables, REPEATABLE_OBJECT } from './repeatable.ts'
import { applyVersioned } from './versioned.ts'

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
/** The table of the files the database has seen. */
const SEEN =
  'create table if not exists schema_migration (name text primary key, checksum text not null, at timestamptz not null default now())'
const TABLES = 'tables.gen.json'

/** Brings a database to the present state of the code. `ownerUrl` is the owner of the database with the right to create roles. */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<Migrated> {
  const root = path.resolve(options.root ?? '.')
  const folder = path.join(root, 'database')
  const product = options.product ?? 'mingmou'
  const [app, door] = [loginRole(ownerUrl, `${product}_app`), loginRole(ownerUrl, `${product}_door`)]
  const roles = { app: app.role, door: door.role, member: `${product}_member` }
  return onClient(ownerUrl, async (client) => {
    // Given back when the connection ends.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await ensureRole(client, app)
    await ensureRole(client, door)
    await ensureMemberRole(client, roles)
    await client.query(SEEN)
    await client.query(REPEATABLE_OBJECT)
    const versioned = await applyVersioned(client, root)
    const repeatable = await inTransaction(client, async () => {
      const files = await applyRepeatables(client, root, versioned.length > 0)
      await applyWall(client, wallText(folder, roles), versioned.length + files.length > 0)
      await grantTheRest(client, roles, folder)
      return files
    })
    const applied = [...versioned, ...repeatable]
    for (const name of applied) options.log?.(`migrated ${name}`)
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
  const rights = 'login nosuperuser nobypassrls nocreatedb nocreaterole'
  const what = `${found ? 'alter' : 'create'} role ${role} ${rights} password ${pg.escapeLiteral(wanted.password)}`
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
/** Creates the role of members' sessions. The server's role steps into it (`set role`) and inherits nothing of it. */
async function ensureMemberRole(client: pg.Client, { app, member }: Roles): Promise<void> {
  const stands = async () =>
    (
      await client.query(
        `select 1 from pg_auth_members m
          where m.roleid = (select oid from pg_roles where rolname = $1) and m.member = (select oid from pg_roles where rolname = $2)
            and m.set_option and not m.inherit_option`,
        [member, app],
      )
    ).rows.length > 0
  if (await stands()) return
  const [own, server] = [pg.escapeIdentifier(member), pg.escapeIdentifier(app)]
  try {
    const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [member])
    if (!rows.length) await client.query(`create role ${own} nologin nosuperuser nobypassrls nocreatedb nocreaterole`)
    await client.query(`grant ${own} to ${server} with inherit false, set true`)
  } catch (error) {
    // Made by a process that migrates another database of this server at this very moment.
    for (let n = 0; n < 20 && !(await stands()); n++) await new Promise((resolve) => setTimeout(resolve, 100))
    if (!(await stands())) throw new CannotStart(`Role ${member} could not be made: ${String(error)}`, { cause: error })
  }
}
async function canLogIn(url: string): Promise<boolean> {
  return onClient(url, async () => true).catch((error: pg.DatabaseError) => {
    if (error.code === '28P01' || error.code === '28000') return false
    throw error
  })
}

/** The wall with what it is told: the role of the server and what the modules declare of their tables. */
function wallText(folder: string, { app, member }: Roles): string {
  const declared = path.join(folder, TABLES)
  const tables = fs.existsSync(declared) ? fs.readFileSync(declared, 'utf8') : '{}'
  return fs
    .readFileSync(path.join(folder, WALL), 'utf8')
    .replaceAll(`:'app_role'`, pg.escapeLiteral(app))
    .replaceAll(`:'member_role'`, pg.escapeLiteral(member))
    .replaceAll(`:'tables'`, () => pg.escapeLiteral(tables))
}

/** Applies the wall when tables or functions changed, or its own text or the declarations did. */
async function applyWall(client: pg.Client, sql: string, isForced: boolean): Promise<void> {
  const checksum = checksumOf(sql)
  if (!isForced && (await seenFiles(client)).get(WALL) === checksum) return
  await runFile(client, { name: WALL, sql })
  await noteSeen(client, { name: WALL, checksum })
}

/**
 * Copies a whole database under a new name (about 65 ms for an empty one), replacing what had that name. Nobody may be connected to the
 * template.
 */
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
