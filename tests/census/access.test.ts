/**
 * The access matrix: every call × every default role × the own store, a sister store and a store of another organisation, made against the running
 * server. What is expected comes from two other places: the simulator people look at, and the modules' declarations.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  fieldsOf,
  metaOf,
  paramsOf,
  roleHolds,
  roles,
  type Endpoint,
  type Endpoints,
  type Envelope,
  type Role,
  type z,
} from '#kernel/contract/index.ts'
import { forgetSession } from '#modules/account/server/door.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, send, type Clinic } from '../harness.ts'
import { plausible } from './plausible.ts'

const ROLES = Object.keys(roles) as Role[]
const held = new Map(modules.flatMap((m) => Object.entries(m.permissions ?? {})))
/** Calls that end the session they are made with would leave nothing to ask the rest with. */
const ENDS: ReadonlySet<string> = new Set(['account.logout'])
const calls = modules
  .flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints))
  .filter(([id, e]) => e.can !== 'public' && !ENDS.has(id))
type Verdict = 'allowed' | 'refused' | 'no_store'

let clinic: Clinic
let foreign: Clinic
beforeAll(async () => {
  clinic = await freshClinic({ stores: 3 })
  foreign = await freshClinic()
})

const NOBODY = 999_999_999
const isId = (name: string, field: z.ZodType | undefined): boolean =>
  (field !== undefined && metaOf(field).format === 'id') || /(^|_)id$|Id$/.test(name)
let asked = 0
/** What the server does with a call: lets it in, refuses the permission, or does not know the store. */
async function verdict(endpoint: Endpoint, token: string, hid: number): Promise<Verdict> {
  const every = plausible(endpoint.input, true)
  const given = { ...plausible(endpoint.input, false), ...Object.fromEntries(paramsOf(endpoint.path).map((p) => [p, every[p] ?? NOBODY])) }
  const fields = fieldsOf(endpoint.input)
  // Ids nobody has: the question is who is let in, and nothing may change while it is asked.
  const input = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, isId(name, fields[name]) ? NOBODY : value]))
  // Every call from an address of its own: limits per address are not the matter here.
  asked++
  const response = await send(clinic.base, endpoint, input, {
    token,
    hid: String(hid),
    'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
  })
  const body = await response.text()
  expect(response.status, `${endpoint.method} ${endpoint.path}: ${body.slice(0, 200)}`).not.toBe(401)
  const { code, message } = (/json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(body) : {}) as Partial<Envelope>
  return code === 20405 || code === 20402 ? 'refused' : code === 1 && message === '门店不存在或已被删除' ? 'no_store' : 'allowed'
}
/** The verdicts of all calls for one account in one store, a few at a time. */
async function verdicts(token: string, hid: number): Promise<Map<string, Verdict>> {
  const found = new Map<string, Verdict>()
  const waiting = [...calls]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found.set(next[0], await verdict(next[1], token, hid))
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return found
}
/** What the simulator says of a person in a store. */
async function simulated(ctid: number, hid: number): Promise<Map<string, Verdict>> {
  const { actions } = await clinic.as('chain').call('access.simulate', { hid, ctid })
  return new Map(
    actions
      .filter((a) => a.kind === 'call')
      .map((a) => [a.id, a.verdicts[0] === 'allowed' ? 'allowed' : a.verdicts[0] === 'no_store' ? 'no_store' : 'refused']),
  )
}
/**
 * Calls whose server answers differ from what is expected. A store a call itself does not find counts as let in, where entering the store was not
 * the question.
 */
const differences = (expected: ReadonlyMap<string, Verdict>, got: ReadonlyMap<string, Verdict>): string[] =>
  calls.flatMap(([id]) =>
    expected.get(id) === got.get(id) || (expected.get(id) === 'allowed' && got.get(id) === 'no_store')
      ? []
      : [`${id}: expected ${expected.get(id)}, answered ${got.get(id)}`],
  )

describe('access matrix', () => {
  it.each(ROLES)('%s: every call in the own store, a sister store and a foreign one, as simulated and as declared', async (role) => {
    const [token, ctid, sister] = [await clinic.token(role), clinic.ctid(role), clinic.hids[1]!]
    const own = await verdicts(token, clinic.hid)
    expect(
      differences(
        new Map(calls.map(([id, e]) => [id, e.can === 'session' || roleHolds(role, held.get(e.can)!) ? 'allowed' : 'refused'])),
        own,
      ),
    ).toEqual([])
    expect(differences(await simulated(ctid, clinic.hid), own)).toEqual([])
    const inSister = await verdicts(token, sister)
    expect(differences(await simulated(ctid, sister), inSister)).toEqual([])
    if (role !== 'chain') expect([...inSister.values()].every((v) => v === 'no_store')).toBe(true)
    expect([...(await verdicts(token, foreign.hid)).values()].every((v) => v === 'no_store')).toBe(true)
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
      for (const { tokenHash } of await own.tx((cx) => cx.db.rows<{ tokenHash: string }>(sql`select token_hash from session`)))
        forgetSession(tokenHash)
      for (const role of ['manager', 'doctor', 'tv'] as const) {
        const { actions } = await chain.call('access.simulate', { hid, ctid: own.ctid(role) })
        const said = new Map(
          actions.filter((a) => a.kind === 'call').map((a) => [a.id, a.verdicts[0] === 'allowed' ? 'allowed' : 'refused'] as const),
        )
        // Every call where the expiry cuts: the plain kind and its staff.
        if (day < '2021' && role !== 'tv')
          expect(differences(said, await verdicts(await own.token(role), hid)), `${role} ${day}`).toEqual([])
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
      expect(differences(await simulated(clinic.ctid('reception'), hid), await verdicts(token, hid))).toEqual([])
  })
})
