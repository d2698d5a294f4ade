import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, dropDatabase, migrate } from './migrate.ts'
import { onClient } from './once.ts'
import { dumpSchema, dumpTypes } from './schema.ts'

const NAME = `migrate_test_${process.pid}`
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-migrations-'))
const write = (file: string, sql: string) => fs.writeFileSync(path.join(root, file), sql)
let url: string

beforeEach(async () => {
  fs.rmSync(root, { recursive: true })
  for (const folder of ['kernel/database', 'modules/things/database', 'database'])
    fs.mkdirSync(path.join(root, folder), { recursive: true })
  write('kernel/database/1101-first.sql', 'create table thing (oid bigint, thing_id bigint, primary key (oid, thing_id));')
  write('database/wall.sql', `do $$ begin execute format('grant select on thing to %I', :'app_role'); end $$;`)
  url = await cloneDatabase(inject('ownerUrl'), 'template0', NAME)
})
afterAll(async () => {
  await dropDatabase(url, NAME)
  fs.rmSync(root, { recursive: true })
})

describe('migrate', () => {
  it('applies files of all modules in the order of their numbers once, whoever starts at the same time', async () => {
    write('modules/things/database/1102-second.sql', 'alter table thing add column name text;')
    const all = await Promise.all([migrate(url, { root }), migrate(url, { root }), migrate(url, { root })])
    expect(all.flatMap((m) => m.applied)).toEqual(['1101-first.sql', '1102-second.sql'])
    expect((await migrate(url, { root })).applied).toEqual([])
  })

  it('lets the server log in as a role that cannot pass by row level security, with the grants of the wall only', async () => {
    const { appUrl } = await migrate(url, { root })
    await onClient(appUrl, async (client) => {
      const { rows } = await client.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user')
      expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])
      await expect(client.query('select * from thing')).resolves.toMatchObject({ rowCount: 0 })
      await expect(client.query('insert into thing values (1, 1)')).rejects.toMatchObject({ code: '42501' })
      await expect(client.query('create table mine (a int)')).rejects.toMatchObject({ code: '42501' })
    })
  })

  it('refuses a landed file that was changed, and a database that is newer than the code', async () => {
    await migrate(url, { root })
    write('kernel/database/1101-first.sql', 'create table other (a int);')
    await expect(migrate(url, { root })).rejects.toThrow('1101-first.sql was changed after it had landed')
    fs.rmSync(path.join(root, 'kernel/database/1101-first.sql'))
    await expect(migrate(url, { root })).rejects.toThrow('belongs to a newer version')
  })

  it('takes the same file with Windows line ends', async () => {
    write('kernel/database/1101-first.sql', 'create table thing (a int);\n-- end\n')
    write('database/wall.sql', 'select 1;')
    await migrate(url, { root })
    write('kernel/database/1101-first.sql', 'create table thing (a int);\r\n-- end\r\n')
    expect((await migrate(url, { root })).applied).toEqual([])
  })

  it('leaves nothing of a file that fails and names its line', async () => {
    write('modules/things/database/1102-second.sql', 'create table half (a int);\nselect nonsense();')
    await expect(migrate(url, { root })).rejects.toThrow('1102-second.sql line 2')
    const { rows } = await onClient(url, (client) =>
      client.query(
        `select to_regclass('half') is null as gone, (select count(*)::int from schema_migration where name <> 'wall.sql') as landed`,
      ),
    )
    expect(rows).toEqual([{ gone: true, landed: 1 }])
  })

  it('applies the wall again when only the wall changed', async () => {
    await migrate(url, { root })
    write('database/wall.sql', `do $$ begin execute format('grant insert on thing to %I', :'app_role'); end $$;`)
    await migrate(url, { root })
    expect(await dumpSchema(url)).toContain('grant insert, select to mingmou_app')
  })

  it('refuses two files with the same number', async () => {
    write('modules/things/database/1101-again.sql', 'select 1;')
    await expect(migrate(url, { root })).rejects.toThrow('number 1101')
  })
})

describe('schema', () => {
  it('is the same for databases made in another order, and tells a difference', async () => {
    const sql = ['create table a (x int primary key);', 'create table b (x int references a, y text[] not null);']
    const dump = async (lines: string[]) => {
      await cloneDatabase(url, 'template0', NAME)
      await onClient(url, (client) => client.query(lines.join('\n')))
      return dumpSchema(url)
    }
    const first = await dump([...sql, 'create index b_x on b (x); create index b_y on b (y);'])
    expect(await dump([...sql, 'create index b_y on b (y); create index b_x on b (x);'])).toBe(first)
    expect(await dump([...sql, 'create index b_y on b (y);'])).not.toBe(first)
    expect(await dumpTypes(url)).toContain('  b: {\n    x: number | null\n    y: string[]\n  }')
  })

  it('of the migrations is the committed one', async () => {
    await cloneDatabase(url, 'template0', NAME)
    await migrate(url)
    const committed = (file: string) => fs.readFileSync(`database/${file}`, 'utf8')
    expect(await dumpSchema(url)).toBe(committed('schema.gen.sql'))
    expect(await dumpTypes(url)).toBe(committed('tables.gen.ts'))
  })
})
