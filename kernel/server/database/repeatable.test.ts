import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { adoptSquashed } from './baseline.ts'
import { checksumOf } from './files.ts'
import { cloneDatabase, dropDatabase, migrate } from './migrate.ts'
import { onClient } from './once.ts'

const NAME = `repeatable_test_${process.pid}`
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-repeatable-'))
const write = (file: string, sql: string) => fs.writeFileSync(path.join(root, file), sql)
const remove = (file: string) => fs.rmSync(path.join(root, file))
let url: string

const value = (body: string, returns = 'int') =>
  `create or replace function value() returns ${returns} language sql as $$ select ${body} $$;`
const stamp = `
create or replace function stamp() returns trigger language plpgsql as $$
begin
  new.name := 'stamped';
  return new;
end $$;`
const trigger = 'create trigger stamp before insert on thing for each row execute function stamp();'

beforeEach(async () => {
  fs.rmSync(root, { recursive: true })
  for (const folder of ['kernel/database', 'modules/things/database', 'database'])
    fs.mkdirSync(path.join(root, folder), { recursive: true })
  write('kernel/database/1101-kernel.sql', 'create table thing (id int primary key, name text);')
  write('kernel/database/stamp.fn.sql', `${stamp}\n${trigger}`)
  write('modules/things/database/value.fn.sql', value('1'))
  write('database/wall.sql', 'select 1;')
  url = await cloneDatabase(inject('ownerUrl'), 'template0', NAME)
})
afterAll(async () => {
  await dropDatabase(url, NAME)
  fs.rmSync(root, { recursive: true })
})

const applied = async () => (await migrate(url, { root })).applied
const ask = <T extends object>(sql: string): Promise<T[]> => onClient(url, async (client) => (await client.query<T>(sql)).rows)
const objects = async () => (await ask<{ name: string }>('select name from repeatable_object order by name')).map(({ name }) => name)
const there = async (name: string) => (await ask<{ there: boolean }>(`select to_regproc('${name}') is not null there`))[0]?.there

describe('repeatable files', () => {
  it('are applied after the tables, the kernel first, once, whoever starts at the same time', async () => {
    const all = await Promise.all([applied(), applied(), applied()])
    expect(all.flat()).toEqual(['1101-kernel.sql', 'kernel/stamp.fn.sql', 'things/value.fn.sql'])
    expect(await applied()).toEqual([])
    expect(await objects()).toEqual(['stamp on thing', 'stamp()', 'value()'])
    expect(await ask(`insert into thing values (1) returning name`)).toEqual([{ name: 'stamped' }])
  })

  it('a changed file is applied again alone, also when its function answers another type', async () => {
    await applied()
    write('modules/things/database/value.fn.sql', value('2'))
    expect(await applied()).toEqual(['things/value.fn.sql'])
    expect(await ask('select value() v')).toEqual([{ v: 2 }])
    write('modules/things/database/value.fn.sql', value(`'two'`, 'text'))
    expect(await applied()).toEqual(['things/value.fn.sql'])
    expect(await ask('select value() v')).toEqual([{ v: 'two' }])
  })

  it('another signature leaves no second function behind', async () => {
    await applied()
    write('modules/things/database/value.fn.sql', 'create or replace function value(n int) returns int language sql as $$ select n $$;')
    await applied()
    expect(await objects()).toContain('value(integer)')
    expect(await objects()).not.toContain('value()')
    expect(await ask('select value(3) v')).toEqual([{ v: 3 }])
  })

  it('what leaves a file is dropped, and everything of a file that goes', async () => {
    await applied()
    write('kernel/database/stamp.fn.sql', stamp)
    expect(await applied()).toEqual(['kernel/stamp.fn.sql'])
    expect(await ask(`insert into thing values (1) returning name`)).toEqual([{ name: null }])
    expect(await there('stamp')).toBe(true)
    remove('kernel/database/stamp.fn.sql')
    expect(await applied()).toEqual([])
    expect(await there('stamp')).toBe(false)
    expect(await objects()).toEqual(['value()'])
  })

  it('an object may move to another file', async () => {
    await applied()
    write('kernel/database/stamp.fn.sql', stamp)
    write('modules/things/database/thing.fn.sql', trigger)
    expect(await applied()).toEqual(['kernel/stamp.fn.sql', 'things/thing.fn.sql'])
    expect(await ask(`insert into thing values (1) returning name`)).toEqual([{ name: 'stamped' }])
  })

  it('an object that somebody dropped is made again', async () => {
    await applied()
    await ask('drop trigger stamp on thing')
    expect(await applied()).toEqual(['kernel/stamp.fn.sql'])
    expect(await ask(`insert into thing values (1) returning name`)).toEqual([{ name: 'stamped' }])
  })

  it('a function that a trigger of another file runs is replaced, and is not dropped while it is needed', async () => {
    await applied()
    write('modules/things/database/thing.fn.sql', trigger.replaceAll('stamp before', 'again before'))
    await applied()
    write('kernel/database/stamp.fn.sql', stamp.replace('stamped', 'renamed'))
    expect(await applied()).toEqual(['kernel/stamp.fn.sql'])
    expect(await ask(`insert into thing values (1) returning name`)).toEqual([{ name: 'renamed' }])
    remove('kernel/database/stamp.fn.sql')
    await expect(applied()).rejects.toThrow('stamp(), no longer made by kernel/stamp.fn.sql')
    expect(await there('stamp')).toBe(true)
  })

  it('a failing file leaves nothing half done and is named with its line', async () => {
    await applied()
    write('kernel/database/stamp.fn.sql', stamp.replace('stamped', 'renamed'))
    write('modules/things/database/value.fn.sql', `${value('2')}\ncreate trigger nonsense;`)
    await expect(applied()).rejects.toThrow('things/value.fn.sql line 2')
    expect(await ask('select value() v')).toEqual([{ v: 1 }])
    expect(await ask(`insert into thing values (1) returning name`)).toEqual([{ name: 'stamped' }])
    write('modules/things/database/value.fn.sql', value('2'))
    expect(await applied()).toEqual(['kernel/stamp.fn.sql', 'things/value.fn.sql'])
  })

  it('an object in two files is refused with both names', async () => {
    write('modules/things/database/other.fn.sql', value('3'))
    await expect(applied()).rejects.toThrow('value() is made by things/other.fn.sql and by things/value.fn.sql')
    remove('modules/things/database/other.fn.sql')
    await applied()
    write('modules/things/database/other.fn.sql', value('3'))
    await expect(applied()).rejects.toThrow('value() is made by things/value.fn.sql and by things/other.fn.sql')
  })

  it('a function may call one of a later file; a body that does not fit the tables is refused by its name', async () => {
    write('kernel/database/early.fn.sql', 'create or replace function early() returns int language sql as $$ select value() $$;')
    await applied()
    expect(await ask('select early() v')).toEqual([{ v: 1 }])
    write('modules/things/database/1102-things.sql', 'alter table thing drop column name;')
    write(
      'modules/things/database/named.fn.sql',
      'create or replace function named() returns text language sql as $$ select name from thing $$;',
    )
    await expect(applied()).rejects.toThrow('function named(): column "name" does not exist')
  })

  it('a database at the head of the merged migrations is taken over, and its functions and triggers are made anew', async () => {
    await applied()
    await ask(`drop table repeatable_object; delete from schema_migration;
      create table repeatable_object (kind text, name text, file text, primary key (kind, name));
      insert into schema_migration values ('0001-old.sql', 'sum');
      create function gone() returns int language sql as $$ select 1 $$;
      create trigger gone before insert on thing for each row execute function stamp()`)
    const head = checksumOf('0001-old.sql sum\n')
    const files = [{ name: '1101-kernel.sql', sql: '', checksum: checksumOf('create table thing (id int primary key, name text);') }]
    await expect(applied()).rejects.toThrow('0001-old.sql, which was merged into a baseline since')
    await onClient(url, (client) => adoptSquashed(client, files, 'another head'))
    await expect(applied()).rejects.toThrow('0001-old.sql')
    await onClient(url, (client) => adoptSquashed(client, files, head))
    expect(await applied()).toEqual(['kernel/stamp.fn.sql', 'things/value.fn.sql'])
    expect(await objects()).toEqual(['stamp on thing', 'stamp()', 'value()'])
    expect(await there('gone')).toBe(false)
    expect(await ask(`select tgname from pg_trigger where tgrelid = 'thing'::regclass and tgname = 'gone'`)).toEqual([])
  })
})
