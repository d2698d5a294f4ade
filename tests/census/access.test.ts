/**
 * The access matrix, made against the running server: who may do what where. It is proven in two parts, so that its cost grows with the
 * permissions and not with calls × roles × stores:
 *
 *  1. Each call asks for exactly the permission it declares: whoever holds that one and no other is let in, whoever holds all others is
 *     refused; and no call answers in a store the account does not work in. The mechanism is asked inside the process for every call, and
 *     over HTTP for one call of each permission (for every call in the deep run).
 *  2. Each permission × every default role × the own store, a sister store and a store of another organisation, by a call that asks for it:
 *     another one for each role and store.
 *
 * By (1) the calls of one permission open and close together, so (2) holds for each of them. What is expected comes from two other places:
 * the simulator people look at, compared call by call, and the modules' declarations.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, metaOf, paramsOf, roleHolds, roles, type Endpoint, type Envelope, type Role, type z } from '#kernel/contract/internal.ts'
import { authenticate, forgetSession } from '#modules/account/server/door.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { sql, hashToken, type Who } from '#kernel/server/index.ts'
import { freshClinic, send, type Clinic } from '../harness.ts'
import { deep, hashOf } from '../depth.ts'
import { atTheGate, oneOfEachKind } from './inside.ts'
import { plausible } from './plausible.ts'
import { served } from './served.ts'

const ROLES = Object.keys(roles) as Role[]
const held = new Map(modules.flatMap((m) => Object.entries(m.permissions ?? {})))
/** Calls that end the session they are made with would leave nothing to ask the rest with. */
const ENDS: ReadonlySet<string> = new Set(['account.logout'])
const calls = served.filter(([id, e]) => e.can !== 'public' && !ENDS.has(id))
const inQuestion = new Set(calls.map(([id]) => id))
type Verdict = 'allowed' | 'refused' | 'no_store'

let clinic: Clinic
let foreign: Clinic
beforeAll(async () => {
  clinic = await freshClinic({ stores: 3 })
  foreign = await freshClinic()
})

const NOBODY = 999_999_999
const isId = (name: string, field: z.ZodType | undefined): boolean =>
  (field !== undefined && metaOf(field).format === 'id') || /(^|_)ids?$|Ids?$/.test(name)
/** An input that asks about one store; its other ids nobody has, because nothing may change while it is asked. */
function inputIn(endpoint: Endpoint, hid: number): Record<string, unknown> {
  const every = plausible(endpoint.input, true)
  const values = { ...plausible(endpoint.input, false), ...Object.fromEntries(paramsOf(endpoint.path).map((p) => [p, every[p] ?? NOBODY])) }
  const fields = fieldsOf(endpoint.input)
  const idFor = (name: string, value: unknown): unknown => (name === 'hid' ? hid : Array.isArray(value) ? [NOBODY] : NOBODY)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isId(name, fields[name]) ? idFor(name, value) : value]))
}
let count = 0
/** What the server does with a call: lets it in, refuses the permission, or does not know the store. */
async function verdict(endpoint: Endpoint, token: string, hid: number): Promise<Verdict> {
  // Every call from an address of its own: limits per address are not the matter here.
  count++
  const response = await send(clinic.base, endpoint, inputIn(endpoint, hid), {
    token,
    hid: String(hid),
    'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
  })
  const body = await response.text()
  expect(response.status, `${endpoint.method} ${endpoint.path}: ${body.slice(0, 200)}`).not.toBe(401)
  const { code, message } = (/json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(body) : {}) as Partial<Envelope>
  return code === 20405 || code === 20402 ? 'refused' : code === 1 && message === '门店不存在或已被删除' ? 'no_store' : 'allowed'
}
/** The verdicts of these calls for one account in one store, a few at a time. */
async function verdicts(token: string, hid: number, requests: ReadonlyArray<readonly [string, Endpoint]>): Promise<Map<string, Verdict>> {
  const found = new Map<string, Verdict>()
  const waiting = [...requests]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found.set(next[0], await verdict(next[1], token, hid))
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return found
}
const byPermission = new Map<string, Array<(typeof calls)[number]>>()
for (const call of calls) byPermission.set(call[1].can, [...(byPermission.get(call[1].can) ?? []), call])
let turn = 0
/**
 * One call for each permission, and one that wants only a session; another one each time. Of the permissions a third by default, another
 * third each time: over the roles and stores every permission is asked for many times.
 */
const witnesses = () => {
  turn++
  return [...byPermission].flatMap(([can, alike]) => (deep || (hashOf(can) + turn) % 3 === 0 ? [alike[turn % alike.length]!] : []))
}
/** Calls over which the server of HTTP is asked: one of each permission, all in the deep run. */
const overHttp = oneOfEachKind(calls, (e) => e.can)
/** The verdicts of the mechanism for one account in one store, inside the process. */
async function gated(who: Who, hid: number, requests: ReadonlyArray<readonly [string, Endpoint]>): Promise<Map<string, Verdict>> {
  const found = new Map<string, Verdict>()
  for (const [id, e] of requests) {
    const outcome = await atTheGate(clinic.booted, id, inputIn(e, hid), who)
    found.set(id, outcome === 'no_access' ? 'refused' : outcome === 'no_store' ? 'no_store' : 'allowed')
  }
  return found
}
/** What the simulator says of a person in a store. */
async function simulated(ctid: number, hid: number): Promise<Map<string, Verdict>> {
  const { actions } = await clinic.as('chain').call('access.simulate', { hid, ctid })
  return new Map(
    actions
      .filter((a) => a.kind === 'call' && inQuestion.has(a.id))
      .map((a) => [a.id, a.verdicts[0] === 'allowed' ? 'allowed' : a.verdicts[0] === 'no_store' ? 'no_store' : 'refused']),
  )
}
/**
 * Calls whose server answers differ from what is expected. A store a call itself does not find counts as let in, where entering the store
 * was not the question.
 */
const differences = (expected: ReadonlyMap<string, Verdict>, got: ReadonlyMap<string, Verdict>): string[] =>
  [...got].flatMap(([id, answered]) =>
    expected.get(id) === answered || (expected.get(id) === 'allowed' && answered === 'no_store')
      ? []
      : [`${id}: expected ${expected.get(id)}, answered ${answered}`],
  )
const all = (entries: Iterable<readonly [string, Endpoint]>, verdict: Verdict) =>
  new Map(Array.from(entries, ([id]) => [id, verdict] as const))

describe('each call', () => {
  /** An account whose permissions are what a test says. */
  const account = async () => {
    const own = await freshClinic({ stores: 1 })
    const token = await own.nobody()
    const holds = async (codes: readonly string[]) => {
      await own.tx(async (cx) => {
        await cx.db.run(sql`
          delete from role_permission
          where role_id = (select role_id from role where code = 'nobody')
        `)
        await cx.db.run(
          sql`
            insert into role_permission (role_id, code)
            select role_id, unnest(${codes}::text[])
            from role
            where code = 'nobody'
          `,
        )
      })
      forgetSession(hashToken(token))
    }
    return { token, hid: own.hid, holds }
  }
  const codes = [...byPermission.keys()].filter((can) => can !== 'session')

  const whoHolds = (who: Who, held: readonly string[]): Who => ({ ...who, can: new Set(held) })

  it('lets in whoever holds the permission it declares, and no other', async () => {
    const { token, hid, holds } = await account()
    const who = await authenticate(clinic.booted.database, token)
    const inside = new Map<string, Verdict>()
    for (const [can, alike] of byPermission)
      for (const [id, answered] of await gated(whoHolds(who, can === 'session' ? [] : [can]), hid, alike)) inside.set(id, answered)
    expect(inside.size).toBe(calls.length)
    expect(differences(all(calls, 'allowed'), inside)).toEqual([])
    const got = new Map<string, Verdict>()
    for (const call of overHttp) {
      await holds(call[1].can === 'session' ? [] : [call[1].can])
      for (const [id, answered] of await verdicts(token, hid, [call])) got.set(id, answered)
    }
    expect(differences(all(overHttp, 'allowed'), got)).toEqual([])
  })
  it('refuses whoever holds all permissions but the one it declares', async () => {
    const { token, hid, holds } = await account()
    const who = await authenticate(clinic.booted.database, token)
    const guarded = calls.filter(([, e]) => e.can !== 'session')
    const inside = new Map<string, Verdict>()
    for (const can of codes) {
      const others = codes.filter((code) => code !== can)
      for (const [id, answered] of await gated(whoHolds(who, others), hid, byPermission.get(can)!)) inside.set(id, answered)
    }
    expect(inside.size).toBe(guarded.length)
    expect(differences(all(guarded, 'refused'), inside)).toEqual([])
    const got = new Map<string, Verdict>()
    for (const call of overHttp.filter(([, e]) => e.can !== 'session')) {
      await holds(codes.filter((code) => code !== call[1].can))
      for (const [id, answered] of await verdicts(token, hid, [call])) got.set(id, answered)
    }
    expect(differences(all(overHttp, 'refused'), got)).toEqual([])
  })
  it('does not know a store the account does not work in: neither a sister nor one of another organisation', async () => {
    for (const [role, hid] of [
      ['manager', clinic.hids[1]!],
      ['manager', foreign.hid],
      ['chain', foreign.hid],
    ] as const) {
      const token = await clinic.token(role)
      // Where an input names no store the header of the request does, which the server of HTTP reads.
      const naming = calls.filter(([id, e]) => clinic.booted.calls.get(id)?.store(inputIn(e, hid)) === hid)
      expect(naming.length).toBeGreaterThan(50)
      const who = await authenticate(clinic.booted.database, token)
      const letIn: string[] = []
      let total = 0
      for (const [id, e] of naming) {
        const answered = await atTheGate(clinic.booted, id, inputIn(e, hid), who)
        if (answered === 'entered') letIn.push(id)
        if (answered === 'no_store') total++
      }
      expect(letIn).toEqual([])
      expect(total).toBeGreaterThan(role === 'chain' ? 50 : 10)
      expect(differences(all(calls, 'no_store'), await verdicts(token, hid, overHttp))).toEqual([])
    }
  })
})

describe('access matrix', () => {
  it.each(ROLES)('%s: every permission in the own store, a sister store and a foreign one, as simulated and as declared', async (role) => {
    const [token, ctid, sister] = [await clinic.token(role), clinic.ctid(role), clinic.hids[1]!]
    const declared = new Map(
      calls.map(([id, e]) => [id, e.can === 'session' || roleHolds(role, held.get(e.can)!) ? 'allowed' : 'refused'] as const),
    )
    expect(differences(declared, await verdicts(token, clinic.hid, witnesses()))).toEqual([])
    // Every call, of which the server need not be asked again.
    expect(await simulated(ctid, clinic.hid)).toEqual(declared)
    const inSister = await simulated(ctid, sister)
    expect(inSister).toEqual(role === 'chain' ? declared : all(calls, 'no_store'))
    expect(differences(inSister, await verdicts(token, sister, witnesses()))).toEqual([])
    expect(differences(all(calls, 'no_store'), await verdicts(token, foreign.hid, witnesses()))).toEqual([])
  })

  it('the menu of every role holds exactly the screens the simulator allows', async () => {
    for (const role of ROLES) {
      const info = await clinic.as(role).call('account.userinfo', {})
      const { actions } = await clinic.as('chain').call('access.simulate', { hid: clinic.hid, ctid: clinic.ctid(role) })
      const screens = actions.filter((a) => a.kind === 'screen' && a.verdicts[0] === 'allowed').map((a) => a.id)
      expect(info.menuList.flatMap((s) => s.children.map((c) => c.path)).sort(), role).toEqual(screens.sort())
    }
  })

  it('screens a store was not granted, and an account whose store has expired: still as simulated', async () => {
    const own = await freshClinic()
    const chain = own.as('chain')
    const hid = own.hids[1]!
    const pages = (await chain.call('menu.tree', {}))
      .flatMap((s) => s.children)
      .filter((n) => n.path && ['/patients/list', '/settings/flow'].includes(n.path))
    await chain.call('auth.menu.revoke', { hid, ids: pages.map((n) => n.id) })
    for (const role of ['manager', 'doctor', 'tv'] as const) {
      await own.tx((cx) => cx.db.run(sql`update account set hid = ${hid} where ctid_ = ${own.ctid(role)}`))
      await own.tx((cx) => cx.db.run(sql`update contact set hid = ${hid} where ctid_ = ${own.ctid(role)}`))
    }
    for (const day of ['2099-12-31', '2020-01-01']) {
      await own.tx((cx) => cx.db.run(sql`update store set expire_date = ${day}::date where hid = ${hid}`))
      for (const { tokenHash } of await own.tx((cx) => cx.db.rows({ tokenHash: 'string' }, sql`select token_hash from session`)))
        forgetSession(tokenHash)
      for (const role of ['manager', 'doctor', 'tv'] as const) {
        const { actions } = await chain.call('access.simulate', { hid, ctid: own.ctid(role) })
        const answered = new Map(
          actions.filter((a) => a.kind === 'call').map((a) => [a.id, a.verdicts[0] === 'allowed' ? 'allowed' : 'refused'] as const),
        )
        // Every call where the expiry cuts: the plain kind and its staff.
        if (day < '2021' && role !== 'tv')
          expect(differences(answered, await verdicts(await own.token(role), hid, overHttp)), `${role} ${day}`).toEqual([])
        const { menuList } = await own.as(role).call('account.userinfo', {}, { hid })
        expect(menuList.flatMap((s) => s.children.map((c) => c.path)).sort(), `${role} ${day}`).toEqual(
          actions
            .filter((a) => a.kind === 'screen' && a.verdicts[0] === 'allowed')
            .map((a) => a.id)
            .sort(),
        )
      }
    }
  }, 300_000)

  it("a role of one's own, a sister store one is authorised for, and what a store was not granted: still as simulated", async () => {
    const chain = clinic.as('chain')
    const [sister, third] = [clinic.hids[1]!, clinic.hids[2]!]
    const reception = (await chain.call('roles.list', {})).find((r) => r.code === 'reception')!
    const own = await chain.call('roles.save', { name: '夜班前台', copyOf: reception.roleId })
    await chain.call('auth.element.revoke', { roleId: own.roleId, codes: [reception.codes[0]!, reception.codes[1]!] })
    await chain.call('staff.save', { ctid: clinic.ctid('reception'), name: '夜班', type: 5, roleId: own.roleId })
    await chain.call('staff.store-auth', { ctid: clinic.ctid('reception'), hids: [sister] })
    await chain.call('auth.element.revoke', { hid: sister, codes: reception.codes.slice(2, 5) })
    const token = await clinic.token('reception')
    await expect.poll(async () => (await clinic.as('reception').call('account.userinfo', {})).stores.length).toBe(2)
    for (const hid of [clinic.hid, sister, third])
      expect(differences(await simulated(clinic.ctid('reception'), hid), await verdicts(token, hid, witnesses()))).toEqual([])
  })
})
