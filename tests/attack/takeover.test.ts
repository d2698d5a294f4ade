/** Stepping over a person: nobody changes, resets or stands in for an account that may do more, or enters more stores, than they. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, send, type CallId, type Clinic } from '../harness.ts'

let clinic: Clinic
const manager = () => clinic.as('manager')
const beyond = expect.stringMatching(/不能授予或改动|还能进入您不能管理的门店|不能代为登录/)
beforeAll(async () => {
  clinic = await freshClinic({ stores: 3 })
  screen = (await clinic.as('chain').call('roles.list', {})).find((r) => r.code === 'tv')!.codes
})
/** A staff member of the first store who also enters others. */
async function colleague(name: string, hids: number[]): Promise<number> {
  const { ctid } = await clinic.as('chain').call('staff.save', { name, type: 5, hid: clinic.hid })
  await clinic.as('chain').call('staff.store-auth', { ctid, hids })
  return ctid
}
let accounts = 0
/** What the role of a waiting-room screen may do: all drawn accounts may, so that any of them may be given that role. */
let screen: readonly string[]
const initial = (ctid: number) => ({
  ctid,
  account: `taken-${clinic.oid}-${++accounts}`,
  password: 'Start2026!',
  role: 'reception' as const,
})

describe('an account that enters further stores', () => {
  it('is not reset, changed, stopped or logged out by the manager of one of them', async () => {
    const ctid = await colleague('双店前台', [clinic.hids[1]!])
    await clinic.as('chain').call('staff.init-account', initial(ctid))
    const no = { code: 1, message: beyond }
    expect(await manager().refusal('staff.init-account', initial(ctid))).toMatchObject(no)
    // The number is where a forgotten password is sent to.
    expect(await manager().refusal('staff.save', { ctid, name: '双店前台', type: 5, mobile: '13900009999' })).toMatchObject(no)
    expect(await manager().refusal('staff.status', { ctid, status: 1 })).toMatchObject(no)
    expect(await manager().refusal('staff.end-sessions', { ctid })).toMatchObject(no)
    await clinic.as('chain').call('staff.store-auth', { ctid, hids: [] })
    expect(await manager().call('staff.status', { ctid, status: 1 })).toMatchObject({ status: 1 })
  })

  it('is not made by the manager of one of them either: the stores are there before the account is', async () => {
    const ctid = await colleague('还没有账号', [clinic.hids[2]!])
    expect(await manager().refusal('staff.init-account', initial(ctid))).toMatchObject({ code: 1, message: beyond })
  })
})

const CODES = ['patient:view', 'patient:save', 'feebill:refund', 'stock:adjust', 'prescription:sign'] as const
const OWN = ['staff:edit', 'account:token'] as const
const person = fc.record({
  codes: fc.subarray([...CODES]),
  stores: fc.subarray([0, 1, 2]).filter((s) => s.length > 0),
  all: fc.boolean(),
})
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never

/** An account with a role of its own; what it may do and where are as drawn. */
async function made(drawn: Person, more: readonly string[]): Promise<{ ctid: number; uid: number; account: string }> {
  const n = ++accounts
  const chain = clinic.as('chain')
  const hids = drawn.stores.map((i) => clinic.hids[i]!)
  const { ctid } = await chain.call('staff.save', { name: `某人${n}`, type: 5, hid: hids[0]! })
  const account = `drawn-${clinic.oid}-${n}`
  const { uid } = await chain.call('staff.init-account', { ctid, account, password: 'Start2026!', role: 'tv' })
  const role = await chain.call('roles.save', { name: `角色${clinic.oid}-${n}` })
  await chain.call('auth.element.grant', { roleId: role.roleId, codes: [...drawn.codes, ...screen, ...more] })
  await chain.call('staff.save', { ctid, name: `某人${n}`, type: 5, roleId: role.roleId })
  await chain.call('staff.store-auth', { ctid, hids: hids.slice(1), allStores: drawn.all })
  await clinic.tx((cx) => cx.db.run(sql`update account set must_change = false where uid = ${uid!}`))
  return { ctid, uid: uid!, account }
}
async function tokenOf(account: string): Promise<string> {
  const login = clinic.booted.calls.get('account.login')!.endpoint
  const response = await send(clinic.base, login, { account, password: 'Start2026!' }, address())
  return ((await response.json()) as { data: { token: string } }).data.token
}
let count = 0
/** An address of its own for every request: how often one may ask is not the matter here. */
const address = () => ({ 'x-forwarded-for': `10.8.${++count >> 8}.${count & 255}` })
const entered = ({ stores, all }: Person): number[] => (all ? [0, 1, 2] : stores)
const subset = <T>(some: readonly T[], all: readonly T[]): boolean => some.every((x) => all.includes(x))

describe('mayTouch', () => {
  it('whoever may touch an account holds all it holds and enters every store it enters, for any roles and stores', async () => {
    await fc.assert(
      fc.asyncProperty(person, person, async (mine, theirs) => {
        const token = await tokenOf((await made(mine, OWN)).account)
        const { ctid, uid } = await made(theirs, [])
        const home = entered(mine).includes(theirs.stores[0]!)
        const within = home && subset(entered(theirs), entered(mine))
        // Clinicians' acts are handed out by administrators who cannot do them, but never lent with a token.
        const edit =
          within &&
          subset(
            theirs.codes.filter((c) => c !== 'prescription:sign'),
            mine.codes,
          )
        const lend = within && subset(theirs.codes, mine.codes)
        const may = async (id: CallId, input: Record<string, unknown>) => {
          const response = await send(clinic.base, clinic.booted.calls.get(id)!.endpoint, input, { token, ...address() })
          return ((await response.json()) as { code: number }).code === 200
        }
        expect(await may('account.new-token', { id: uid }), 'stands in').toBe(lend)
        expect(await may('staff.end-sessions', { ctid }), 'logs out').toBe(edit)
        expect(await may('staff.save', { ctid, name: '改名', type: 5 }), 'changes').toBe(edit)
        expect(await may('staff.status', { ctid, status: 1 }), 'stops').toBe(edit)
        expect(await may('staff.init-account', { ...initial(ctid), password: 'Again2026!', role: 'tv' }), 'resets').toBe(edit)
      }),
      { numRuns: 15 },
    )
  })
})

describe('mobiles and licences of staff', () => {
  const list = (role: 'tv' | 'manager' | 'doctor', hid = clinic.hid) => clinic.as(role).call('staff.list', { hid, type: 0 })
  it('are of nobody in another store, and in the own one of whoever edits staff', async () => {
    const chain = clinic.as('chain')
    const kept = { mobile: '13900007777', licenceNo: '110101199001011234', licenceExpires: '2030-01-01' }
    const { ctid } = await chain.call('staff.save', { name: '隔壁医生', type: 1, hid: clinic.hids[1]!, ...kept })
    await chain.call('staff.save', { ctid: clinic.ctid('doctor'), name: '本店医生', type: 1, ...kept, licenceNo: '110101199001015678' })
    for (const role of ['tv', 'manager'] as const) {
      const no = { code: 1, message: '门店不存在或已被删除' }
      expect(await clinic.as(role).refusal('staff.list', { hid: clinic.hids[1], type: 0 })).toMatchObject(no)
      expect(await clinic.as(role).refusal('staff.by-clinic', { hid: clinic.hids[1] })).toMatchObject(no)
      expect(await clinic.as(role).call('staff.get', { ctid })).toMatchObject({
        name: '隔壁医生',
        mobile: null,
        licenceNo: null,
        licenceExpires: null,
      })
    }
    const doctorAs = async (role: 'tv' | 'manager' | 'doctor') => (await list(role)).list.find((s) => s.ctid === clinic.ctid('doctor'))
    expect(await doctorAs('tv')).toMatchObject({ name: '本店医生', mobile: null, licenceNo: null })
    expect(await doctorAs('manager')).toMatchObject({ mobile: '13900007777', licenceNo: '110101199001015678' })
    expect(await doctorAs('doctor')).toMatchObject({ mobile: '13900007777' })
    expect((await list('doctor')).list.filter((s) => s.mobile !== null).map((s) => s.ctid)).toEqual([clinic.ctid('doctor')])
  })
})
