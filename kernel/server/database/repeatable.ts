/**
 * Repeatable files, `*.fn.sql` and generated `*.gen.sql` beside the tables: functions, triggers and views. Each object stands in one file
 * as it is now. A file is applied again when its text changes or an object of it is missing; objects that leave it, or whose file goes, are
 * dropped.
 */
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { CannotStart } from './cannot.ts'
import { databaseFolders, noteSeen, readSql, runFile, seenFiles, type SqlFile } from './files.ts'

interface DatabaseObject {
  readonly kind: 'trigger' | 'view' | 'routine'
  /** As `drop` takes it: `sku_level_open on stock_level`, `app_now()`. */
  readonly name: string
}
interface Recorded extends DatabaseObject {
  readonly file: string
}

/** Routines, triggers and views of the schema `public` that belong to no extension; `place` changes when one is replaced. */
export const OBJECTS = `
  select 'routine' kind, p.oid::regprocedure::text name, p.ctid::text place, p.xmin, p.oid
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all
  select 'trigger', format('%I on %I', t.tgname, c.relname), t.ctid::text, t.xmin, t.oid
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  union all
  select 'view', quote_ident(c.relname), c.ctid::text, c.xmin, c.oid
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** The table of what each file made. */
export const REPEATABLE_OBJECT = `
  create table if not exists repeatable_object (
    kind text not null,
    name text not null,
    file text not null,
    primary key (kind, name)
  )`

const keyOf = ({ kind, name }: DatabaseObject): string => `${kind} ${name}`

/** The files in the order they are applied: the kernel, then the modules in their order; generated files last in their module. */
const repeatableFiles = (root: string): SqlFile[] =>
  databaseFolders(root).flatMap(([owner, folder]) =>
    ['.fn.sql', '.gen.sql'].flatMap((ending) =>
      fs
        .readdirSync(folder)
        .filter((file) => file.endsWith(ending))
        .sort()
        .map((file) => readSql(`${owner}/${file}`, path.join(folder, file))),
    ),
  )

/**
 * Makes functions, triggers and views what the files say, in the present transaction. `isForced` also checks the bodies when no file
 * changed, because a versioned file may have taken away what they read. Answers the names of the files applied.
 */
export async function applyRepeatables(client: pg.Client, root: string, isForced: boolean): Promise<string[]> {
  // Objects are named without their schema.
  await client.query('set local search_path = public')
  const files = repeatableFiles(root)
  const seen = await seenFiles(client)
  const { rows: recorded } = await client.query<Recorded>('select kind, name, file from repeatable_object')
  const present = await presentObjects(client)
  const incomplete = new Set(recorded.filter((o) => !present.has(keyOf(o))).map((o) => o.file))
  const changed = files.filter(({ name, checksum }) => seen.get(name) !== checksum || incomplete.has(name))
  const names = new Set(files.map((file) => file.name))
  const gone = new Set([...seen.keys(), ...recorded.map((o) => o.file)].filter((name) => isRepeatable(name) && !names.has(name)))
  if (!changed.length && !gone.size) {
    if (isForced) await checkBodies(client)
    return []
  }
  const renewed = new Set([...changed.map((file) => file.name), ...gone])
  const former = recorded.filter((o) => renewed.has(o.file))
  const kept = recorded.filter((o) => !renewed.has(o.file))
  await dropWhereFree(
    client,
    former.filter((o) => present.has(keyOf(o))),
  )
  const made = await applyFiles(client, changed, kept)
  await dropLeftovers(client, former, made)
  await client.query('delete from repeatable_object where file = any($1)', [[...renewed]])
  await client.query(
    `insert into repeatable_object (kind, name, file)
     select * from unnest($1::text[], $2::text[], $3::text[])`,
    [made.map((o) => o.kind), made.map((o) => o.name), made.map((o) => o.file)],
  )
  await client.query('delete from schema_migration where name = any($1)', [[...gone]])
  await checkBodies(client)
  return changed.map((file) => file.name)
}
/** Versioned files and the wall are remembered in the same table. */
const isRepeatable = (name: string): boolean => !/^\d{4}-/.test(name) && name !== 'wall.sql'

async function presentObjects(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<DatabaseObject>(`select kind, name from (${OBJECTS}) o`)
  return new Set(rows.map(keyOf))
}

/**
 * Applies files, each with the objects it makes. Bodies are checked afterwards, so that files need not stand in the order of who calls
 * whom.
 */
async function applyFiles(client: pg.Client, files: readonly SqlFile[], kept: readonly Recorded[]): Promise<Recorded[]> {
  await client.query('set local check_function_bodies = off')
  const places = new Map<string, string>()
  const owners = new Map(kept.map((o) => [keyOf(o), o.file]))
  const made: Recorded[] = []
  for (const file of files) {
    await runFile(client, file)
    await noteSeen(client, file)
    const { rows } = await client.query<DatabaseObject & { place: string }>(
      `select kind, name, place from (${OBJECTS}) o where xmin = pg_current_xact_id()::xid`,
    )
    for (const { kind, name, place } of rows) {
      const key = keyOf({ kind, name })
      if (places.get(key) === place) continue
      places.set(key, place)
      const owner = owners.get(key)
      if (owner && owner !== file.name) throw new CannotStart(`${name} is made by ${owner} and by ${file.name}: leave it in one of them.`)
      if (owner === file.name) continue
      owners.set(key, file.name)
      made.push({ kind, name, file: file.name })
    }
  }
  return made
}

/** Drops triggers, then views, then routines; what something else still needs stays and is replaced. */
async function dropWhereFree(client: pg.Client, objects: readonly DatabaseObject[]): Promise<void> {
  const drops = (['trigger', 'view', 'routine'] as const).flatMap((kind) =>
    objects
      .filter((o) => o.kind === kind)
      .map(({ name }) => `begin drop ${kind} ${name}; exception when dependent_objects_still_exist then null; end;`),
  )
  if (drops.length) await client.query(`do $drops$ begin ${drops.join('\n')} end $drops$`)
}

/** Drops what no file makes any more and could not go before. */
async function dropLeftovers(client: pg.Client, former: readonly Recorded[], made: readonly Recorded[]): Promise<void> {
  const now = new Set(made.map(keyOf))
  const present = await presentObjects(client)
  for (const object of former.filter((o) => !now.has(keyOf(o)) && present.has(keyOf(o))))
    await runFile(client, { name: `${object.name}, no longer made by ${object.file}`, sql: `drop ${object.kind} ${object.name}` })
}

/** Compiles every routine of the files against the tables as they are. SQL bodies are checked in full, PL/pgSQL for its syntax. */
async function checkBodies(client: pg.Client): Promise<void> {
  await runFile(client, {
    name: 'repeatable files',
    sql: `
      set local check_function_bodies = on;
      do $check$
      declare f record;
      begin
        for f in
          select p.oid, l.lanname
          from pg_proc p
          join pg_language l on l.oid = p.prolang
          where p.pronamespace = 'public'::regnamespace
            and exists (select from repeatable_object o where o.kind = 'routine' and o.name = p.oid::regprocedure::text)
        loop
          begin
            if f.lanname = 'sql' then
              perform fmgr_sql_validator(f.oid);
            else
              perform plpgsql_validator(f.oid);
            end if;
          exception when others then
            raise exception 'function %: %', f.oid::regprocedure, sqlerrm;
          end;
        end loop;
      end $check$`,
  })
}
