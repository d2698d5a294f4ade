import { describe, expect, it } from 'vitest'
import type { Columns } from '#kernel/server/database/shaped.ts'
import { sql, type Sql } from '#kernel/server/index.ts'
import { entrance, type Login } from '../../../tests/entrance.ts'
import { freshClinic } from '../../../tests/harness.ts'
import { forgetSession } from './session.ts'

const { clinic, base, open, person, login } = await entrance()
/** The clinic's rows behind the calls. */
const rows = <const S extends Columns>(columns: S, query: Sql) => clinic.tx((cx) => cx.db.rows(columns, query))
const first = <const S extends Columns>(columns: S, query: Sql) => clinic.tx((cx) => cx.db.one(columns, query))

describe('WeChat', () => {
  interface Scene {
    qrCodeUrl: string
    sceneId: string
    simulated: boolean
  }
  const scene = async (purpose: 'login' | 'bind') => (await open<Scene>('GET', `/v1/account/wechat/login-qr?purpose=${purpose}`)).data
  const poll = (sceneId: string) =>
    open<{ bound: boolean; login: Login | null }>('GET', `/v1/account/wechat/task-status?sceneId=${sceneId}`)
  let scans = 0
  const scan = (sceneId: string, phone: string) =>
    open<{ purpose: string; name: string }>('GET', `/v1/account/wx-code?code=${phone}.${++scans}&state=${sceneId}`)
  it('R044 R053–R058 bind, log in by scanning, bound to another account, unbind', async () => {
    const p = await person({ mobile: '13900002222' })
    const own = (await login(p.account, p.password)).data
    const binding = await scene('bind')
    expect(binding).toMatchObject({ simulated: true })
    expect(binding.qrCodeUrl).toContain('/local/wechat?')
    expect((await poll(binding.sceneId)).code).toBe(20408)
    expect(await scan(binding.sceneId, 'phone-1')).toMatchObject({ code: 200, data: { purpose: 'bind', name: '手机一（王小明）' } })
    expect((await poll(binding.sceneId)).code).toBe(20407)
    expect(
      await open('POST', '/v1/account/wechat/bind', { weChatId: binding.sceneId, uid: own.uid + 1 }, { token: own.token }),
    ).toMatchObject({ code: 1 })
    expect(await open('POST', '/v1/account/wechat/bind', { weChatId: binding.sceneId, uid: own.uid }, { token: own.token })).toMatchObject({
      code: 200,
    })
    expect(await open('GET', '/account/userinfo', undefined, { token: own.token })).toMatchObject({ data: { openId: '已绑定' } })

    const bound = await rows({ template: 'string' }, sql`select template from sms where mobile = '13900002222'`)
    expect(bound).toEqual([{ template: 'wechat-bound' }])

    const entering = await scene('login')
    await scan(entering.sceneId, 'phone-1')
    const entered = await poll(entering.sceneId)
    expect(entered.data.login).toMatchObject({ uid: p.uid, landing: '/dashboard' })
    expect((await poll(entering.sceneId)).code).toBe(20410)

    const other = await scene('bind')
    await scan(other.sceneId, 'phone-1')
    expect(await poll(other.sceneId)).toMatchObject({ code: 200, data: { bound: true, login: null } })

    expect(await open('POST', '/v1/account/wechat/unbind', { uid: p.uid }, { token: entered.data.login!.token })).toMatchObject({
      code: 200,
    })
    const unknown = await scene('login')
    await scan(unknown.sceneId, 'phone-1')
    expect(await poll(unknown.sceneId)).toMatchObject({ code: 20407, message: '该微信未绑定账号，请先用账号密码登录后绑定' })
  })
  it('a scene is scanned once, a code of WeChat works once, and a forged scene is gone', async () => {
    const s = await scene('login')
    expect(await open('GET', `/v1/account/wx-code?code=phone-9.1&state=${s.sceneId}`)).toMatchObject({
      message: '微信授权已失效，请重新扫码',
    })
    await open('GET', `/v1/account/wx-code?code=phone-2.once&state=${s.sceneId}`)
    expect((await open('GET', `/v1/account/wx-code?code=phone-2.once&state=${s.sceneId}`)).message).toBe('微信授权已失效，请重新扫码')
    expect((await scan(s.sceneId, 'phone-3')).code).toBe(20410)
    expect((await poll('forged')).code).toBe(20410)
  })
  it('the local phone is a labelled page that goes only back to us', async () => {
    const page = async (query: string) => (await fetch(`${base}/local/wechat?${query}`)).text()
    const html = await page('state=abc&redirect=/wechat/confirm')
    expect(html).toContain('本地模拟')
    expect(html).toContain('/wechat/confirm?code=phone-1.')
    expect(await page('state=abc&redirect=https://evil.example/')).not.toContain('evil.example')
    expect(await page('state=%22%3E%3Cscript%3E&redirect=/wechat/confirm')).not.toContain('<script')
  })
})

describe('sessions', () => {
  it("own sessions are listed and ended one by one; another account's is not found", async () => {
    const p = await person()
    const [web, eg] = [(await login(p.account, p.password)).data, (await login(p.account, p.password, { source: 'eg' })).data]
    interface Row {
      sessionId: number
      current: boolean
      source: string
    }
    const list = (await open<Row[]>('GET', '/account/sessions', undefined, { token: web.token })).data
    expect(list.map((s) => [s.current, s.source])).toEqual([
      [true, 'mingmou'],
      [false, 'eg'],
    ])
    const stranger = (await login((await person()).account, 'First2026')).data
    expect(await open('DELETE', `/account/sessions/${list[1]!.sessionId}`, undefined, { token: stranger.token })).toMatchObject({ code: 1 })
    expect(await open('DELETE', `/account/sessions/${list[1]!.sessionId}`, undefined, { token: web.token })).toMatchObject({ code: 200 })
    await expect.poll(async () => (await open('GET', '/account/userinfo', undefined, { token: eg.token })).code).toBe(50015)
  })
  it('the log of logins tells who, when, from where, how, and why refused', async () => {
    const p = await person()
    await open('POST', '/account/login', { account: p.account, password: 'wrong' }, { address: '10.66.0.9' })
    await login(p.account, p.password)
    const { list } = await clinic.as('manager').call('account.login-log', { hid: clinic.hid, text: p.account })
    expect(list.map((l) => [l.ok, l.how, l.refused])).toEqual([
      [true, 'password', null],
      [false, 'password', 'password'],
    ])
    expect(list[1]).toMatchObject({ address: '10.66.0.9', name: p.name })
    const excel = await clinic.as('manager').raw('account.login-log.export', { hid: clinic.hid, text: p.account })
    expect(excel.headers.get('content-type')).toContain('spreadsheet')
    expect(await clinic.as('reception').refusal('account.login-log', { hid: clinic.hid })).toMatchObject({ code: 20405 })
    expect(await clinic.as('manager').refusal('account.login-log', { hid: clinic.hids[1] })).toMatchObject({
      message: '门店不存在或已被删除',
    })
  })
  it('R039 a token for an account: only who may do all of it, only in reach, logged, named in the audit', async () => {
    const p = await person({ role: 'warehouse' })
    const fetched = await clinic.as('chain').call('account.new-token', { id: p.uid })
    expect(await open('POST', '/supplier/insertOrUpdate', { name: `代登录供应商${p.uid}` }, { token: fetched.token })).toMatchObject({
      code: 200,
    })
    const chain = await clinic.as('chain').call('account.userinfo', {})
    const audit = await first(
      { request: 'string', ctid: 'number' },
      sql`select request, ctid_ from audit where tbl = 'supplier' order by audit_id desc limit 1`,
    )
    expect(audit).toMatchObject({ ctid: p.ctid })
    expect(audit!.request).toMatch(new RegExp(`by uid ${chain.uid}$`))
    const { list } = await clinic.as('manager').call('account.login-log', { hid: clinic.hid, how: 'token' })
    expect(list[0]).toMatchObject({ account: p.account, openedBy: chain.account, source: 'support' })
    const lasting = sql`
      select extract(epoch from expires_at - created_at)::int / 60 minutes
      from session
      where uid = ${p.uid} and source = 'support'
    `
    expect(await first({ minutes: 'number' }, lasting)).toEqual({ minutes: 60 })
    expect(await clinic.as('manager').refusal('account.new-token', { id: p.uid })).toMatchObject({ code: 20405 })
    const doctor = await clinic.as('expert').call('account.userinfo', {})
    expect(await clinic.as('chain').refusal('account.new-token', { id: doctor.uid })).toMatchObject({
      message: '该账号拥有您没有的权限，不能代为登录',
    })
    const other = await freshClinic()
    expect(await other.as('chain').refusal('account.new-token', { id: p.uid })).toMatchObject({ message: '账号不存在或已被删除' })
  })
})

describe('editions and expiry', () => {
  it('R039 demotion takes a hospital one edition down; the free edition sees everything and adds only members and bookings', async () => {
    const own = await freshClinic()
    await own.as('cashier').call('account.userinfo', {})
    const { account } = await own.as('manager').call('account.userinfo', {})
    expect(await own.as('manager').refusal('account.demotion', { id: own.hid })).toMatchObject({ code: 20405 })
    expect(await own.as('chain').call('account.edition', { id: own.hid, edition: 'advance' })).toEqual({ hid: own.hid, edition: 'advance' })
    expect(await own.as('chain').call('account.demotion', { id: own.hid })).toEqual({ hid: own.hid, edition: 'hospital' })
    expect(await own.as('chain').call('account.demotion', { id: own.hid })).toEqual({ hid: own.hid, edition: 'free' })
    await expect
      .poll(
        async () =>
          (
            await own
              .as('cashier')
              .refusal('account.userinfo', {})
              .catch(() => ({ code: 200 }))
          ).code,
      )
      .toBe(50015)
    const { token } = (await login(account, 'Demo2026!')).data
    const manager = (await open<{ kind: string; permissions: string[] }>('GET', '/account/userinfo', undefined, { token })).data
    expect(manager.kind).toBe('free')
    expect(manager.permissions).toContain('feebill:view')
    expect(manager.permissions).not.toContain('feebill:refund')
    const audited = await own.tx((cx) =>
      cx.db.one({ after: 'unknown' }, sql`select after from audit where tbl = 'store' order by audit_id desc limit 1`),
    )
    expect(audited).toMatchObject({ after: { edition: 'free' } })
  })
  it('R026 R027 R028 past the expiry date the server keeps what the kind keeps and refuses the rest with 20402', async () => {
    const own = await freshClinic()
    const expire = async (day: string) => {
      await own.tx((cx) => cx.db.run(sql`update store set expire_date = ${day}::date where hid = ${own.hid}`))
      for (const { tokenHash } of await own.tx((cx) => cx.db.rows({ tokenHash: 'string' }, sql`select token_hash from session`)))
        forgetSession(tokenHash)
    }
    const paths = async (role: 'manager' | 'doctor' | 'chain' | 'tv') =>
      (await own.as(role).call('account.userinfo', {})).menuList.flatMap((s) => s.children.map((c) => c.path))
    const full = await paths('manager')
    await expire('2099-12-31')
    expect(await paths('manager')).toEqual(full)
    await expire('2020-01-01')
    expect((await paths('manager')).every((p) => ['/dashboard', '/settings/institution', '/settings/my_account'].includes(p))).toBe(true)
    for (const role of ['doctor', 'chain'] as const) expect(await paths(role), role).toEqual(['/dashboard'])
    expect((await paths('tv')).length).toBeGreaterThan(0)
    expect(await own.as('manager').refusal('patients.list', { hid: own.hid })).toMatchObject({
      code: 20402,
      message: '账号已于 2020-01-01 到期，请续费后继续使用',
    })
    expect(await own.as('doctor').refusal('patients.list', { hid: own.hid })).toMatchObject({ code: 20402 })
    expect(await own.as('manager').call('home.today', { hid: own.hid })).toBeDefined()
    expect(await own.as('manager').call('saler.hours', { hid: own.hid, timeOpen: '08:00', timeClose: '20:00' })).toBeDefined()
    expect(await own.as('chain').refusal('saler.hours', { hid: own.hid, timeOpen: '08:00', timeClose: '20:00' })).toMatchObject({
      code: 20402,
    })
  })
})

describe('what is pinned in the menu', () => {
  it('goes with the account to every browser, in its order, and is nobody else’s', async () => {
    const [own, other] = [await person({ mobile: '13900007771' }), await person({ mobile: '13900007772' })]
    const as = async (p: { account: string; password: string }) => ({ token: (await login(p.account, p.password)).data.token })
    const starsOf = async (p: typeof own) =>
      (await open<{ stars: string[] }>('GET', '/account/userinfo', undefined, await as(p))).data.stars
    expect(await starsOf(own)).toEqual([])
    for (const stars of [['/patients/list'], ['/inventory/list', '/patients/list']])
      expect(await open('PUT', '/account/stars', { stars }, await as(own))).toMatchObject({ code: 200, data: { stars } })
    expect(await starsOf(own)).toEqual(['/inventory/list', '/patients/list'])
    expect(await starsOf(other)).toEqual([])
    const eight = Array.from({ length: 8 }, (_, i) => `/wares/${i}`)
    expect(await open('PUT', '/account/stars', { stars: eight }, await as(own))).toMatchObject({ code: 1 })
    expect(await open('PUT', '/account/stars', { stars: [] }, await as(own))).toMatchObject({ code: 200 })
    expect(await starsOf(own)).toEqual([])
  })
})
