/**
 * The wall around a member's own session: every call of members with everybody else's ids, every call of the house with a member's token,
 * every table as the database shows it to a member.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, MEMBER_TOKEN, metaOf, type Endpoint } from '#kernel/contract/internal.ts'
import { ident, sql, type Who } from '#kernel/server/index.ts'
import { authenticateMember } from '#modules/phone/server/door.ts'
import { freshClinic, send, type CallId, type Clinic } from '../harness.ts'
import { address, family, phoneOf, type MemberPhone } from '../phone.ts'
import { fill } from './filled.ts'
import { oneOfEachKind } from './inside.ts'
import { plausible } from './plausible.ts'
import { served, servedToMembers } from './served.ts'

const MARK = '别人的秘密'
let clinic: Clinic
let other: Clinic
let people: Awaited<ReturnType<typeof family>>
let phone: MemberPhone
let who: Who
beforeAll(async () => {
  ;[clinic, other] = [await freshClinic(), await freshClinic()]
  await fill(clinic, MARK)
  people = await family(clinic)
  phone = await phoneOf(clinic, people.mobile)
  who = await authenticateMember(clinic.booted.database, phone.token)
})

const inputFor = (endpoint: Endpoint, ids: Readonly<Record<string, number>>): Record<string, unknown> => ({
  ...plausible(endpoint.input, true),
  ...Object.fromEntries(
    Object.entries(fieldsOf(endpoint.input)).flatMap(([name, field]) =>
      metaOf(field).format === 'id' && ids[name] ? [[name, ids[name]]] : [],
    ),
  ),
})
const answerOf = async (endpoint: Endpoint, input: Record<string, unknown>, headers: Record<string, string>) => {
  const response = await send(clinic.base, endpoint, input, { ...address(), ...headers })
  const text = await response.text()
  return {
    status: response.status,
    text,
    code: /json/.test(response.headers.get('content-type') ?? '') ? (JSON.parse(text) as { code: number }).code : 0,
  }
}

describe('a member’s phone', () => {
  it('finds nobody else: every call of members with the number of a stranger, of another store and of another organisation', async () => {
    const foreign = await family(other)
    const elsewhere = await clinic.as('chain').call('patients.save', { hid: clinic.hids[1]!, name: '二店会员', birth: '1991-01-01' })
    const answered: string[] = []
    for (const [id, endpoint] of servedToMembers) {
      if (!('pid' in fieldsOf(endpoint.input))) continue
      for (const pid of [people.stranger, elsewhere.pid, foreign.parent, 999_999_999]) {
        const { code, status, text } = await answerOf(endpoint, inputFor(endpoint, { pid, hid: clinic.hid }), {
          [MEMBER_TOKEN]: phone.token,
        })
        if (status !== 200 || code !== 1 || !text.includes('会员不存在')) answered.push(`${id} ${pid}: ${text.slice(0, 120)}`)
      }
    }
    expect(answered).toEqual([])
  })
  it('finds no row of anybody else by its number', async () => {
    const strangers = await phoneOf(clinic, people.strangerMobile)
    const { id: request } = await strangers.call('phone.requests.make', { pid: people.stranger, kind: 2 })
    const [session] = await strangers.call('phone.sessions', {})
    const booking = await clinic.as('reception').call('reservations.legacy.save', {
      hid: clinic.hid,
      pid: people.stranger,
      visitAt: `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)} 10:00`,
    })
    const slot = { hid: clinic.hid, doctorId: clinic.ctid('doctor'), visitAt: booking.visitAt, version: 0 }
    const cases: ReadonlyArray<readonly [CallId, object]> = [
      ['phone.requests.take-back', { id: request }],
      ['phone.sessions.end', { id: session!.id }],
      ['phone.cancel', { resid: booking.resid, reason: '不来了' }],
      ['phone.move', { resid: booking.resid, ...slot }],
    ]
    const named = servedToMembers.filter(
      ([, e]) => !('pid' in fieldsOf(e.input)) && Object.keys(fieldsOf(e.input)).some((n) => /^(id|resid)$/.test(n)),
    )
    expect(cases.map(([id]) => id).sort()).toEqual(named.map(([id]) => id).sort())
    for (const [id, input] of cases)
      expect(await phone.refusal(id, input), id).toMatchObject({ code: 1, message: expect.stringContaining('不存在') })
  })
})

describe('tokens', () => {
  it('a member’s opens no call of the house, in its own header or in that of accounts', async () => {
    const opened: string[] = []
    for (const [id, endpoint] of oneOfEachKind(served.filter(([, e]) => e.can !== 'public'))) {
      for (const headers of [{ token: phone.token }, { [MEMBER_TOKEN]: phone.token }]) {
        const { status, code } = await answerOf(endpoint, plausible(endpoint.input, true), headers)
        if (status !== 401 || code < 50_000) opened.push(`${id}: ${status} ${code}`)
      }
    }
    expect(opened).toEqual([])
  })
  it('an account’s opens no call of members, in its own header or in that of members', async () => {
    const token = await clinic.token('chain')
    const opened: string[] = []
    for (const [id, endpoint] of servedToMembers) {
      for (const headers of [{ token }, { [MEMBER_TOKEN]: token }, {}]) {
        const { status, code } = await answerOf(endpoint, inputFor(endpoint, { pid: people.parent, hid: clinic.hid }), headers)
        if (status !== 401 || code < 50_000) opened.push(`${id}: ${status} ${code}`)
      }
    }
    expect(opened).toEqual([])
  })
})

describe('the database shows a member', () => {
  const own = () => [people.parent, ...people.children]
  it('no row of anybody else, in any table that names a member, and none of tables that are the house’s', async () => {
    const { booted } = clinic
    const tables = await clinic.tx((cx) =>
      cx.db.rows(
        { name: 'string', pid: 'boolean', open: 'boolean' },
        sql`
          select c.relname::text name,
            exists (
              select 1
              from pg_attribute a
              where a.attrelid = c.oid and a.attname = 'pid' and not a.attisdropped
            ) pid,
            has_table_privilege(regexp_replace(session_user, '_app$', '_member'), c.oid, 'select') "open"
          from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
        `,
      ),
    )
    const wrong: string[] = []
    for (const { name, pid, open } of tables) {
      if (!open || !pid) continue
      const rows = await booted.database.inTenant(who, { requestId: 'census' }, (cx) =>
        cx.db.rows({ pid: 'number | null' }, sql`select distinct pid from ${ident(name)}`),
      )
      wrong.push(...rows.filter((r) => r.pid === null || !own().includes(r.pid)).map((r) => `${name} shows ${r.pid}`))
    }
    expect(wrong).toEqual([])
    // Tables of people, passwords, money of the house and of what it knows stay closed.
    const closed = ['account', 'session', 'role', 'product', 'supplier', 'balance_record', 'audit_seal', 'import_batch']
    expect(
      tables
        .filter((t) => closed.includes(t.name))
        .map((t) => t.name)
        .sort(),
    ).toEqual([...closed].sort())
    expect(tables.filter((t) => closed.includes(t.name) && t.open)).toEqual([])
  })
  it('and takes no row of anybody else', async () => {
    const { database } = clinic.booted
    const insertion = database.inTenant(who, { requestId: 'census' }, (cx) =>
      cx.db.run(sql`insert into member_request (pid, hid, kind) values (${people.stranger}, ${clinic.hid}, 1)`),
    )
    await expect(insertion).rejects.toThrow(/row-level security/)
    const changed = await database.inTenant(who, { requestId: 'census' }, (cx) =>
      cx.db.run(sql`update consent set withdrawn_at = now() where pid <> all(${own()})`),
    )
    expect(changed).toBe(0)
    await expect(
      database.inTenant(who, { requestId: 'census' }, (cx) =>
        cx.db.run(sql`update patient set name = '改名' where pid = ${people.parent}`),
      ),
    ).rejects.toThrow(/permission denied/)
  })
  it('every table with a member in it says whose rows are whose', async () => {
    const open = await clinic.tx((cx) =>
      cx.db.rows(
        { name: 'string' },
        sql`
          select c.relname::text name
          from pg_class c
          join pg_attribute a on a.attrelid = c.oid and a.attname = 'pid' and not a.attisdropped
          where c.relnamespace = 'public'::regnamespace
            and c.relkind in ('r', 'p')
            and c.relrowsecurity
            and not exists (
              select 1
              from pg_policy p
              where p.polrelid = c.oid and p.polname = 'member' and not p.polpermissive
            )
        `,
      ),
    )
    expect(open).toEqual([])
  })
})
