/**
 * Facts about the declarations of tables: each table of the database once, by its owner, and as it stands; nobody's name in an undeclared
 * column.
 */
import fs from 'node:fs'
import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { dbOn } from '#kernel/server/database/client.ts'
import { cloneDatabase } from '#kernel/server/database/migrate.ts'
import { tablesIn } from '#kernel/server/declared.ts'
import { tablesStand } from '#kernel/server/verify/tables.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { migrations, ownersOf } from '../../scripts/rules.mjs'

const declared = tablesIn(modules)
let client: pg.Client
const rows = async <T extends object>(text: string): Promise<T[]> => (await client.query<T>(text)).rows
const differences = async () => (await tablesStand(Object.fromEntries(declared)).run(dbOn(client))).differences
/** What is found while a fault is planted. */
async function planted<T>(fault: string, find: () => Promise<T>): Promise<T> {
  await client.query(`begin; ${fault}`)
  const found = await find()
  await client.query('rollback')
  return found
}

beforeAll(async () => {
  client = new pg.Client({ connectionString: await cloneDatabase(inject('ownerUrl'), inject('template'), `tables_${process.pid}`) })
  await client.connect()
  return () => client.end()
})

interface Column {
  tbl: string
  col: string
  type: string
}
const columns = () =>
  rows<Column>(`
    select c.relname tbl, a.attname col, format_type(a.atttypid, null) "type"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by 1, a.attnum
  `)

/**
 * Names under which facts of people are kept; a bare name is somebody's where the row also points to a person or holds another such fact.
 */
const FACTS = [
  'name|mobile|phone|tel|address|guardian|id_card|id_no|open_id|wechat|school|class_name|occupation|pinyin|initials',
  'receiver|referrer|signature|birth|manager|account|licence_no|card_no|agent',
]
const PERSONAL = new RegExp(`^(.*_)?(${FACTS.join('|')})(\\d|_tail|_name|_account)?$`)
const PERSON = /^(pid|.*_pid|mobile|phone|birth|ctid_)$/
const PLAIN = /^(text|date|text\[\]|character varying|jsonb)$/
/** Columns that look personal and are declared neither so nor as things. */
async function undeclaredPersonal(): Promise<string[]> {
  const all = await columns()
  return all
    .filter(({ tbl, col, type }) => {
      const table = declared.get(tbl)
      const named = [...Object.values(table?.personal ?? {}).flat(), ...(table?.impersonal ?? []), ...(table?.secret ?? [])]
      if (!PERSONAL.test(col) || !PLAIN.test(type) || named.includes(col)) return false
      return !/(^|_)(name\d?|pinyin|initials)$/.test(col) || all.some((c) => c.tbl === tbl && PERSON.test(c.col))
    })
    .map(({ tbl, col }) => `${tbl}.${col}`)
}

/** Triggers that compare rows as a whole before they are written, when a generated column has no value yet, and do not leave it out. */
const comparing = async (): Promise<string[]> =>
  (
    await rows<{ of: string }>(
      `
        select c.relname || '.' || a.attname "of"
        from pg_trigger t
        join pg_class c on c.oid = t.tgrelid
        join pg_proc p on p.oid = t.tgfoid
        join pg_attribute a on a.attrelid = c.oid and a.attgenerated <> '' and not a.attisdropped
        where not t.tgisinternal
          and t.tgtype & 19 = 19
          and p.prosrc ~ 'to_jsonb\\(new\\)[^;]*=[^;]*to_jsonb\\(old\\)|to_jsonb\\(old\\)[^;]*(=|<>)[^;]*to_jsonb\\(new\\)'
          and p.prosrc !~ ('\\m' || a.attname || '\\M')
        order by 1
      `,
    )
  ).map((r) => r.of)

describe('tables', () => {
  it('each table of the database is declared once, and stands as declared', async () => {
    const names = [...declared.keys()]
    const lines = modules.flatMap((m) => Object.keys(m.tables ?? {}))
    expect(new Set(lines).size).toBe(lines.length)
    expect(names.length).toBeGreaterThan(100)
    expect(await differences()).toEqual([])
  })
  it('another wall, a grant too many, a missing audit and a table nobody declared would be seen', async () => {
    const seen = await planted(
      `
        create table planted (id bigint);
        grant insert, update on audit to mingmou_app;
        drop trigger audit_change on gift;
        alter table duty disable row level security;
        drop policy wall on level;
        create policy wall on level to mingmou_app using (true)
      `,
      differences,
    )
    expect(seen).toEqual([
      'audit may be added to by the role of the server',
      'audit may be changed by the role of the server',
      'duty is walled by nothing, not by store',
      'gift is not audited',
      'level is walled by nothing, not by chain',
      'planted is not declared',
    ])
  })
  it('the wall refuses a table nobody declared, in a sentence that says what to do', async () => {
    const wall = fs
      .readFileSync('database/wall.sql', 'utf8')
      .replaceAll(`:'app_role'`, `'mingmou_app'`)
      .replaceAll(`:'member_role'`, `'mingmou_member'`)
      .replaceAll(`:'tables'`, () => pg.escapeLiteral(fs.readFileSync('database/tables.gen.json', 'utf8')))
    await client.query('begin; create table planted (oid bigint not null, id bigint, primary key (oid, id))')
    await expect(client.query(wall)).rejects.toThrow(
      'table planted is not declared: give it a line in the contract/tables.ts of its module',
    )
    await client.query('rollback')
  })
  it('the wall names tables of the kernel only', () => {
    const named = [...fs.readFileSync('database/wall.sql', 'utf8').matchAll(/\w+_\w+|(?<=\b(?:on|from|table) )\w+/g)].map(([name]) => name)
    expect(named).toContain('ledger_account')
    expect(named.filter((name) => declared.has(name) && declared.get(name)!.module !== 'kernel')).toEqual([])
  })
  it('a table is declared by the module whose migration makes it', () => {
    const owners = ownersOf(migrations())
    expect([...declared.values()].filter((t) => owners.has(t.name) && owners.get(t.name) !== t.module).map((t) => t.name)).toEqual([])
  })
  it('every declared column is there', async () => {
    const there = new Set((await columns()).map((c) => `${c.tbl}.${c.col}`))
    const named = [...declared.values()].flatMap((t) =>
      [...Object.entries(t.personal ?? {}).flat(2), ...(t.impersonal ?? []), ...(t.secret ?? [])].map((col) => `${t.name}.${col}`),
    )
    expect(named.length).toBeGreaterThan(80)
    expect(named.filter((column) => !there.has(column))).toEqual([])
  })
  it('every column that looks like a fact of a person is declared personal, or a thing', async () => {
    expect(await undeclaredPersonal()).toEqual([])
  })
  it('an undeclared personal column would be seen', async () => {
    expect(
      await planted(
        'alter table reservation add column guardian_mobile text; alter table product add column name2 text',
        undeclaredPersonal,
      ),
    ).toEqual(['reservation.guardian_mobile'])
  })
  it('a row compared as a whole before it is written leaves out what is generated', async () => {
    expect(await comparing()).toEqual([])
    expect(await planted('alter table supply_order_line add column twice int generated always as (ordered * 2) stored', comparing)).toEqual(
      ['supply_order_line.twice'],
    )
  })
  it('every table that points to a member says what becomes of its rows when the member is erased, and no other', async () => {
    const pointing = await rows<{ tbl: string }>(
      `select distinct conrelid::regclass::text tbl from pg_constraint where contype = 'f' and confrelid = 'patient'::regclass order by 1`,
    )
    expect(
      [...declared.values()]
        .filter((t) => t.keeps)
        .map((t) => t.name)
        .sort(),
    ).toEqual(pointing.map((p) => p.tbl))
  })
})
