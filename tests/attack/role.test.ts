/**
 * What somebody could do who has got hold of a connection of the server: the role that works behind the wall, and the one that knows no
 * tenant yet.
 */
import fs from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase } from '#kernel/server/database/migrate.ts'
import { prepare } from '../../apps/server/boot.ts'

const clients: Record<'owner' | 'app' | 'door', pg.Client> = {} as never
const REFUSED = '42501'
/** What these answer of is found by a secret: of a link, a ticket, a scene, a token. */
const SECRETS = ['setup_link_take', 'ticket_spend', 'wechat_task_of', 'wechat_task_take', 'session_of']
/** Names of provinces, cities and counties, which are everybody's. */
const PLACES = ['area_list', 'area_path']
/** Asks for the tenant itself, or takes the key of a function that does. */
const TENANT = /'app\.oid'|student_key_of\(\)/
/** The code a statement fails with; nothing of it stays. Behind the wall of the first of two organisations. */
async function codeOf(who: 'app' | 'door', statement: string): Promise<string> {
  const client = clients[who]
  await client.query(`begin; set local app.oid = '901'; set local app.hids = '{9011}'; set local app.ctid = '0'`)
  const code = await client.query(statement).then(
    () => 'done',
    (error: pg.DatabaseError) => error.code ?? error.message,
  )
  await client.query('rollback')
  return code
}

beforeAll(async () => {
  const ownerUrl = await cloneDatabase(inject('ownerUrl'), inject('template'), `role_${process.pid}`)
  const urls = await prepare({ ownerUrl, product: 'mingmou' })
  for (const [who, url] of Object.entries({ owner: ownerUrl, app: urls.appUrl, door: urls.doorUrl }) as Array<
    [keyof typeof clients, string]
  >) {
    clients[who] = new pg.Client({ connectionString: url })
    await clients[who].connect()
  }
  await clients.owner.query(`insert into organisation (oid, name, kind) values (901, '甲', 'single'), (902, '乙', 'single');
    insert into ledger_account (oid, book, key, floor) values (901, 'stored', 'member:1', 0)`)
})
afterAll(async () => {
  for (const client of Object.values(clients)) await client.end()
})

describe('a connection of the server in the wrong hands', () => {
  it.each([
    ['mints a balance', `insert into ledger_account (book, key, floor, balance) values ('stored', 'member:2', 0, 100000)`],
    ['sets a balance', `update ledger_account set balance = 100000`],
    [
      'takes the number of an account',
      `insert into ledger_account (account_id, book, key) overriding system value values (1, 'stored', 'x')`,
    ],
    ['opens a session anywhere', `select session_open(1, 902, 'hash', 'web', 'web', '', '', null)`],
    ['reads hashes of passwords by name', `select * from login_candidates('manager')`],
    ['locks any login', `select * from login_begin('manager', 'x', 'x', true)`],
    ['forgives any failed login', `select login_forgiven('manager', 'x')`],
    ['writes into the log of another', `select login_logged('manager', '', '', true, null, 'password', 'web', null)`],
    ['writes readings into the audit of another', `select audit_reads('[{"oid":902,"endpoint":"x","pid":1}]'::jsonb)`],
    ['makes itself a link for the first administrator', `select setup_link_make('hash')`],
    ['lists every organisation', `select * from tenants()`],
    ['finds accounts of a mobile number', `select * from accounts_of_mobile('13800000000')`],
    ['forges a line of the audit', `insert into audit (action, tbl) values ('read', 'x')`],
    [
      'forges a seal',
      `insert into audit_seal (seal_no, last_id, rows, row_ids, row_hashes, previous, hash) values (1, 1, 0, '{}', '', '', '')`,
    ],
    [
      'forges a former version of a record',
      `insert into record_version (hid, pid, tbl, row_id, version, data) values (9011, 1, 'ecase', 1, 1, '{}')`,
    ],
    ['renames its organisation', `update organisation set name = '丙'`],
    ['makes a temporary table', `create temp table kept (a int)`],
    ['makes a table', `create table kept (a int)`],
    ['keeps a large object', `select lo_from_bytea(0, 'x')`],
    ['keeps an empty large object', `select lo_creat(-1)`],
    ['asks a trigger by hand whom marketing may reach', `select marketing_agreed(902, 1, null)`],
  ])('behind the wall it never %s', async (_, statement) => {
    expect(await codeOf('app', statement)).toBe(REFUSED)
  })

  it('an account keeps its floor, and what belongs to somebody has one', async () => {
    expect(await codeOf('app', `update ledger_account set floor = null where key = 'member:1'`)).toBe('23514')
    expect(await codeOf('app', `update ledger_account set floor = -100000 where key = 'member:1'`)).toBe('23514')
    expect(await codeOf('app', `insert into ledger_account (book, key) values ('stored', 'member:2')`)).toBe('23514')
    expect(await codeOf('app', `insert into ledger_account (book, key, floor) values ('stored', 'member:2', -5)`)).toBe('23514')
    expect(await codeOf('app', `insert into ledger_account (book, key, floor) values ('stored', 'member:2', 0)`)).toBe('done')
    expect(await codeOf('app', `insert into ledger_account (book, key) values ('cash', 'till:9011:1')`)).toBe('done')
    expect(await codeOf('app', `select 1 from ledger_account where key = 'member:1' for no key update`)).toBe('done')
  })

  it('a session of another organisation is neither begun nor ended behind the wall', async () => {
    expect(await codeOf('app', `select session_begin(1, 902, 'hash', 'web', 'web', '', '', null)`)).toBe(REFUSED)
    for (const step of [
      // Without an account, which would need half a clinic.
      `set session_replication_role = replica`,
      `insert into session (oid, token_hash, uid, source, expires_at) values (902, 'theirs', 1, 'web', now() + interval '1 hour')`,
      `reset session_replication_role`,
    ])
      await clients.owner.query(step)
    await clients.app.query(
      `begin; set local app.oid = '901'; set local app.hids = '{9011}'; select session_end('theirs', 'logout'); commit`,
    )
    expect((await clients.owner.query(`select ended from session where token_hash = 'theirs'`)).rows).toEqual([{ ended: null }])
  })

  it('a function runs for those it is declared for alone; with the rights of the owner it asks for the tenant or a secret', async () => {
    const declared = JSON.parse(fs.readFileSync('database/functions.gen.json', 'utf8')) as Record<string, { for: string }>
    const { rows } = await clients.owner.query<{ name: string; held: string[]; definer: boolean; trigger: boolean; body: string }>(
      `
        select p.proname name, p.prosecdef definer, p.prosrc body, p.prorettype = 'trigger'::regtype "trigger",
          array(
            select case g.grantee when 0 then 'everybody' else pg_get_userbyid(g.grantee)::text end
            from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
            where g.grantee <> p.proowner
            order by 1
          ) held
        from pg_proc p
        where p.pronamespace = 'public'::regnamespace
          and not exists (
            select
            from pg_depend d
            where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
          )
      `,
    )
    const wanted = {
      app: 'mingmou_app',
      door: 'mingmou_door',
      both: 'mingmou_app,mingmou_door',
      member: 'mingmou_app,mingmou_member',
      all: 'mingmou_app,mingmou_door,mingmou_member',
    } as Record<string, string>
    expect(rows.length).toBeGreaterThan(60)
    expect(
      rows.filter((f) => String(f.held) !== (wanted[declared[f.name]?.for ?? ''] ?? '')).map((f) => `${f.name}: ${String(f.held)}`),
    ).toEqual([])
    expect(rows.filter((f) => f.trigger === f.name in declared).map((f) => f.name)).toEqual([])
    expect(Object.keys(declared).filter((name) => !rows.some((f) => f.name === name))).toEqual([])
    const unasked = rows.filter(
      (f) => f.definer && f.held.includes('mingmou_app') && !TENANT.test(f.body) && ![...SECRETS, ...PLACES].includes(f.name),
    )
    expect(unasked.map((f) => f.name)).toEqual([])
  })

  it('before a tenant is known, no table is read or written', async () => {
    const { rows } = await clients.owner.query<{ name: string }>(
      `select relname name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')`,
    )
    expect(rows.length).toBeGreaterThan(100)
    const held = await clients.owner.query<{ name: string }>(
      `
        select relname name
        from pg_class
        where relnamespace = 'public'::regnamespace
          and relkind in ('r', 'p', 'v', 'S')
          and has_any_column_privilege('mingmou_door', oid, 'select, insert, update, references')
      `,
    )
    expect(held.rows).toEqual([])
    expect(await codeOf('door', `select * from patient`)).toBe(REFUSED)
    expect(await codeOf('door', `select find_patients('a', 10, 1)`)).toBe(REFUSED)
    expect(await codeOf('door', `create temp table kept (a int)`)).toBe(REFUSED)
    expect(await codeOf('door', `select * from login_candidates('manager')`)).toBe('done')
  })
})
