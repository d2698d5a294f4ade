/** Tokens replayed, stolen, forged and outlived; stores and menus that are somebody else's. */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { describe, expect, it } from 'vitest'
import { onClient } from '#kernel/server/database/once.ts'
import { hashToken, sql, wholeRow } from '#kernel/server/index.ts'
import { authenticate, forgetSession } from '#modules/account/server/session.ts'
import { freshClinic, ownServer, server, type Clinic } from '../harness.ts'

const ask = async (base: string, token: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${base}/api/account/userinfo`, { headers: { token, ...headers } })
  return { status: response.status, ...((await response.json()) as { code: number; data: { hid: number; oid: number } | null }) }
}
const post = (base: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${base}/api${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

/** Opens the live channel with a token; answers the code it is closed with. `meanwhile` runs once the channel is ready. */
const closing = ({ base }: Clinic, token: string, meanwhile?: () => Promise<unknown>): Promise<number> =>
  new Promise((done, fail) => {
    const request = http.get(`${base}/api/live`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    })
    request.on('error', fail).on('upgrade', (_, socket) => {
      // RFC 6455 §5.2: one masked text frame (the mask is zero); what comes back is unmasked and short.
      const text = Buffer.from(JSON.stringify({ token }))
      socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
      socket.on('data', (frame: Buffer) => {
        if ((frame[0]! & 0x0f) === 8) {
          socket.destroy()
          return done(frame.readUInt16BE(2))
        }
        if (frame.includes('"ready"')) void meanwhile?.()
      })
    })
  })

describe('tokens', () => {
  it('of a session that ends while it is looked up is not remembered as it was', async () => {
    const clinic = await freshClinic()
    const token = await clinic.token('cashier')
    const { database } = clinic.booted
    const hash = hashToken(token)
    // What was read before the end arrives after it.
    const late = Object.create(database.bare, {
      one: {
        value: async (...parameters: Parameters<typeof database.bare.one>) => {
          const row: unknown = await database.bare.one(...parameters)
          await clinic.tx((cx) => cx.db.run(sql`select session_end(${hash}, 'logout')`))
          forgetSession(hash)
          return row
        },
      },
    })
    await authenticate(Object.create(database, { bare: { value: late } }), token)
    await expect(authenticate(database, token)).rejects.toThrow('token_ended')
  })
  it('is worth nothing once its end is answered, also where the server cannot hear of it', async () => {
    const own = await ownServer('deaf')
    const clinic = await freshClinic({ on: own })
    const cashier = clinic.as('cashier')
    const manager = clinic.as('manager')
    await cashier.call('account.userinfo', {})
    await manager.call('account.userinfo', {})
    await onClient(own.ownerUrl, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mingmou listen' and datname = current_database()`,
      ),
    )
    await cashier.call('account.logout', {})
    expect((await ask(clinic.base, cashier.token)).code).toBe(50015)
    await clinic.tx((cx) => cx.db.run(sql`select session_end(${hashToken(manager.token)}, 'logout')`))
    expect((await ask(clinic.base, manager.token)).code).toBe(50015)
    await own.booted.close()
  })
  it('an open live channel is closed when its session ends', async () => {
    const clinic = await freshClinic()
    const token = await clinic.token('optometrist')
    expect(await closing(clinic, token, () => post(clinic.base, '/account/loginout', {}, { token }))).toBe(4001)
  })

  it('a token of an ended session is of no use again, on calls and on the live channel', async () => {
    const clinic = await freshClinic()
    const token = await clinic.token('reception')
    expect((await ask(clinic.base, token)).code).toBe(200)
    expect((await (await post(clinic.base, '/account/loginout', {}, { token })).json()) as { code: number }).toMatchObject({ code: 200 })
    await expect.poll(async () => ask(clinic.base, token)).toMatchObject({ status: 401, code: 50015 })
    expect(await closing(clinic, token)).toBe(4001)
  })

  it('a stolen token ends with the next login of its owner', async () => {
    const clinic = await freshClinic()
    const stolen = await clinic.token('cashier')
    const { account } = await clinic.as('cashier').call('account.userinfo', {})
    const again = (await (await post(clinic.base, '/account/login', { account, password: 'Demo2026!' })).json()) as {
      data: { token: string }
    }
    await expect.poll(async () => (await ask(clinic.base, stolen)).code).toBe(50013)
    expect((await ask(clinic.base, again.data.token)).code).toBe(200)
  })

  it.each([
    ['one letter off', (t: string) => `${t.slice(0, -1)}${t.endsWith('A') ? 'B' : 'A'}`],
    ['cut short', (t: string) => t.slice(0, 20)],
    ['in another case', (t: string) => t.toUpperCase()],
    ['with quotes', () => "' or ''='"],
    ['very long', (t: string) => t.repeat(150)],
  ])('a forged token, %s, is nobody', async (_, forge) => {
    const clinic = await freshClinic()
    expect(await ask(clinic.base, forge(await clinic.token('doctor')))).toMatchObject({ status: 401, code: 50008, data: null })
  })

  it('what the database keeps of a token cannot be used as one', async () => {
    const { booted } = await server()
    const clinic = await freshClinic()
    const token = await clinic.token('workshop')
    const kept = await clinic.tx((cx) =>
      cx.db.rows(
        wholeRow('session'),
        sql`
          select *
          from session
          where uid = (select uid from account where ctid_ = ${clinic.ctid('workshop')})
        `,
      ),
    )
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(token)
    for (const value of kept
      .flatMap((row): unknown[] => Object.values(row))
      .filter((v): v is string => typeof v === 'string' && v.length >= 32))
      expect(await ask(clinic.base, value)).toMatchObject({ status: 401 })
    expect(booted.app.server.listening).toBe(true)
  })

  it('a session that nobody used for its time is over', async () => {
    const clinic = await freshClinic()
    const token = await clinic.token('warehouse')
    await clinic.tx((cx) =>
      cx.db.run(
        sql`
          update session
          set expires_at = now() - interval '1 second'
          where uid = (select uid from account where ctid_ = ${clinic.ctid('warehouse')})
        `,
      ),
    )
    expect(await ask(clinic.base, token)).toMatchObject({ status: 401, code: 50014 })
  })

  it('a token in the address or in a cookie is not taken', async () => {
    const clinic = await freshClinic()
    const token = await clinic.token('doctor')
    for (const [query, headers] of [
      [`?token=${token}`, {}],
      ['', { cookie: `token=${token}` }],
      ['', { authorization: `Bearer ${token}` }],
    ] as const) {
      expect((await fetch(`${clinic.base}/api/account/userinfo${query}`, { headers })).status).toBe(401)
    }
  })
})

describe("other people's stores", () => {
  it('a forged store in the header is not found, and garbage in it changes nothing', async () => {
    const [mine, other] = [await freshClinic(), await freshClinic()]
    const token = await mine.token('manager')
    expect(await ask(mine.base, token, { hid: String(other.hid) })).toMatchObject({ code: 1 })
    expect(await ask(mine.base, token, { hid: String(mine.hids[1]) })).toMatchObject({ code: 1 })
    for (const hid of ['-1', '1 or 1=1', '9'.repeat(40), '']) {
      const answer = await ask(mine.base, token, { hid })
      expect([answer.code, answer.data?.hid], hid).toEqual([200, mine.hid])
    }
  })
  it('roles, menus and grants of another organisation are not found, and stay as they were', async () => {
    const [mine, other] = [await freshClinic(), await freshClinic()]
    const theirs = (await other.as('chain').call('roles.list', {}))[0]!
    expect(await mine.as('chain').refusal('roles.menus', { roleId: theirs.roleId })).toMatchObject({ code: 1 })
    expect(await mine.as('chain').refusal('saler.index', { hid: other.hid })).toMatchObject({ code: 1 })
    expect((await other.as('chain').call('roles.list', {}))[0]).toEqual(theirs)
  })
})
