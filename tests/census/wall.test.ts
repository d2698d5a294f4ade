/** Facts about the database: every tenant table stands behind the wall, every foreign key has its index, nothing clinical is text. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import pg from 'pg'
import { cloneDatabase } from '#kernel/server/database/migrate.ts'

let client: pg.Client
const rows = async <T extends object>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await client.query<T>(text, [...values])).rows

beforeAll(async () => {
  const url = await cloneDatabase(inject('ownerUrl'), inject('template'), `wall_${process.pid}`)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  return () => client.end()
})

const TABLES = `
  select c.oid id,
    c.relname name,
    c.relrowsecurity rls,
    c.relforcerowsecurity forced,
    exists (
      select 1
      from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'oid' and a.attnum > 0
    )
    and has_any_column_privilege('mingmou_app', c.oid, 'select, insert, update') tenant,
    exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'wall') wall,
    (
      select a.attname
      from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisprimary
    ) lead
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p')
`
interface Table {
  name: string
  rls: boolean
  forced: boolean
  tenant: boolean
  wall: boolean
  lead: string
}

/** Lists of the state that every organisation reads and none has: they have no oid a foreign key could carry. */
const REFERENCE = ['area']

describe('the wall', () => {
  it("every tenant table is forced behind row level security, with the wall's policy and a key that begins with oid", async () => {
    expect(
      (await rows<Table>(TABLES)).filter((t) => t.tenant && !(t.rls && t.forced && t.wall && t.lead === 'oid')).map((t) => t.name),
    ).toEqual([])
  })
  it('a table without a wall would be seen', async () => {
    await client.query(
      'begin; create table planted (oid bigint not null, id bigint, primary key (id)); grant select on planted to mingmou_app',
    )
    const seen = (await rows<Table>(TABLES))
      .filter((t) => t.tenant && !(t.rls && t.forced && t.wall && t.lead === 'oid'))
      .map((t) => t.name)
    await client.query('rollback')
    expect(seen).toEqual(['planted'])
  })
  it('every foreign key carries oid and has an index that begins with its columns', async () => {
    const missing = await rows<{
      fk: string
    }>(`
      select con.conrelid::regclass || ' ' || con.conname fk
      from pg_constraint con
      join pg_class c on c.oid = con.conrelid
      join pg_namespace n on n.oid = c.relnamespace
      where con.contype = 'f'
        and n.nspname = 'public'
        and not exists (
          select 1
          from pg_index i
          where i.indrelid = con.conrelid
            and (i.indkey::int2[])[0:cardinality(con.conkey) - 1] @> con.conkey
            and i.indpred is null
            or (i.indrelid = con.conrelid and (i.indkey::int2[])[0:cardinality(con.conkey) - 1] @> con.conkey)
        )
        and con.confrelid <> 'organisation'::regclass
        and con.confrelid <> 'store'::regclass
    `)
    expect(missing.map((m) => m.fk)).toEqual([])
    const crossing = await rows<{
      fk: string
    }>(
      `
        select con.conrelid::regclass || ' ' || con.conname fk
        from pg_constraint con
        join pg_class c on c.oid = con.conrelid
        join pg_namespace n on n.oid = c.relnamespace
        where con.contype = 'f'
          and n.nspname = 'public'
          and not exists (
            select 1
            from unnest(con.conkey) k
            join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k
            where a.attname = 'oid'
          )
          and con.confrelid::regclass::text <> all($1)
      `,
      [REFERENCE],
    )
    expect(crossing.map((m) => m.fk)).toEqual([])
  })
  it('the app role bypasses nothing, owns nothing, and cannot rewrite what is only added to', async () => {
    const [role] = await rows<{ bypass: boolean; su: boolean }>(
      `select rolbypassrls bypass, rolsuper su from pg_roles where rolname = 'mingmou_app'`,
    )
    expect(role).toEqual({ bypass: false, su: false })
    const granted = await rows<{ t: string }>(
      `
        select table_name || ' ' || privilege_type t
        from information_schema.role_table_grants
        where grantee = 'mingmou_app'
          and privilege_type in ('UPDATE', 'DELETE')
          and table_name in ('audit', 'ledger_entry', 'ledger_line', 'ledger_account', 'move_history')
      `,
    )
    expect(granted).toEqual([])
  })
  it('no clinical measure is text', async () => {
    const text = await rows<{
      c: string
    }>(`
      select table_name || '.' || column_name c
      from information_schema.columns
      where table_schema = 'public'
        and data_type in ('text', 'character varying')
        and (table_name like 'exam\\_%' or table_name in ('prescription_line', 'record_frame', 'record_frame_inspection'))
        and column_name ~ '^(ds|dc|ax|add|pd|ph|va|ucva|bcva|cva|near|al|k1|k2|acd|lt|vt|cct|wtw|iop|height|weight|prism)(_od|_os|_ou)?$'
    `)
    expect(text).toEqual([])
  })
  it('money is a whole number of fen', async () => {
    const wrong = await rows<{ c: string }>(
      `
        select table_name || '.' || column_name c
        from information_schema.columns
        where table_schema = 'public'
          and column_name ~ '(price|amount|total|paid|refunded|cost|money)$'
          and data_type not in ('bigint', 'integer', 'boolean', 'ARRAY')
      `,
    )
    expect(wrong).toEqual([])
  })
  it('a query without a tenant fails loudly', async () => {
    const name = (await rows<Table>(TABLES)).find((t) => t.tenant)!.name
    await client.query('begin; set local role mingmou_app')
    await expect(client.query(`select * from ${name} limit 1`)).rejects.toThrow(
      /unrecognized configuration parameter|invalid input syntax for type bigint/,
    )
    await client.query('rollback')
  })
})
