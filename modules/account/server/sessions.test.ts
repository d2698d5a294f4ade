import { beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, server, type Clinic } from '../../../tests/harness.ts'
import { newCaptcha } from './captcha.ts'
import { addStaff, hashPassword } from './door.ts'
import { forgetSession } from './session.ts'

let clinic: Clinic
let base: string
interface Login {
  token: string
  uid: number
  kind: string
  landing: string
  mustChange: boolean
}
beforeAll(async () => {
  clinic = await freshClinic()
  ;({ base } = await server())
  await clinic.booted.workJobs()
})

let addresses = 0
/** A call as a browser without a session makes it; each from an address of its own unless one is given. */
async function open<T>(
  method: string,
  path: string,
  body?: object,
  { token, address = `10.9.${(++addresses >> 8) & 255}.${addresses & 255}` }: { token?: string; address?: string } = {},
): Promise<Envelope<T> & { status: number }> {
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), 'x-forwarded-for': address, ...(token ? { token } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { ...((await response.json()) as Envelope<T>), status: response.status }
}
const login = (account: string, password: string, more: object = {}, from: { address?: string } = {}) =>
  open<Login>('POST', '/account/login', { account, password, ...more }, from)
let accounts = 0
/** A staff member with an account of its own, so that what a test does to it is nobody else's business. */
async function person(
  options: { role?: string; mobile?: string; password?: string } = {},
): Promise<{ account: string; uid: number; password: string; ctid: number }> {
  const [account, { password = 'First2026' }] = [`person${++accounts}_${process.pid}`, options]
  const passwordHash = await hashPassword(password)
  const made = await clinic.tx((cx) =>
    addStaff(cx, {
      hid: clinic.hid,
      name: `员工${accounts}`,
      type: 5,
      account,
      passwordHash,
      role: (options.role ?? 'reception') as 'reception',
      ...(options.mobile ? { mobile: options.mobile } : {}),
    }),
  )
  return { account, uid: made.uid!, ctid: made.ctid, password }
}
const captcha = (digits = '1234') => newCaptcha(clinic.booted.database.bare, digits)

describe('login', () => {
  it('R040 R041 the account is trimmed, source defaults to the product and loginSource to web', async () => {
    const p = await person()
    expect(await login(`  ${p.account} `, p.password)).toMatchObject({
      code: 200,
      data: { kind: 'hospital_reception', landing: '/dashboard', mustChange: false },
    })
    expect(await clinic.tx((cx) => cx.db.one(sql`select source, login_source from session where uid = ${p.uid}`))).toEqual({
      source: 'mingmou',
      loginSource: 'web',
    })
  })
  it('a mobile number logs in where it belongs to one account of its organisation', async () => {
    const mobile = `137${String(process.pid).padStart(8, '0')}`
    const p = await person({ mobile })
    expect(await login(mobile, p.password)).toMatchObject({ code: 200, data: { uid: p.uid } })
    await person({ mobile })
    expect(await login(mobile, p.password)).toMatchObject({ code: 20401 })
  })
  it('R042 the eye-guardian variant logs in with source eg beside the product: two kinds, one live token each', async () => {
    const p = await person()
    const web = await login(p.account, p.password)
    const eg = await login(p.account, p.password, { source: 'eg' })
    expect(eg.data.landing).toBe('/eg/home')
    for (const { data } of [web, eg])
      expect(await open('GET', '/account/userinfo', undefined, { token: data.token })).toMatchObject({ code: 200 })
  })
  it('after three failures a captcha is asked for, one try each; the fifth failure locks with code 100', async () => {
    const p = await person()
    const here = { address: '10.200.0.1' }
    for (let i = 0; i < 3; i++) expect((await login(p.account, 'wrong', {}, here)).code).toBe(20401)
    expect((await login(p.account, p.password, {}, here)).code).toBe(20409)
    const { ticket } = await captcha()
    expect((await login(p.account, 'wrong', { ticket, captcha: '1234' }, here)).code).toBe(20401)
    expect((await login(p.account, p.password, { ticket, captcha: '1234' }, here)).code).toBe(20409)
    const second = await captcha('0007')
    expect((await login(p.account, 'wrong', { ticket: second.ticket, captcha: '0007' }, here)).code).toBe(100)
    const third = await captcha()
    expect(await login(p.account, p.password, { ticket: third.ticket, captcha: '1234' }, here)).toMatchObject({
      code: 100,
      message: '密码错误次数过多，请 15 分钟后再试',
    })
  })
  it('a right captcha and a right password forget the failures', async () => {
    const p = await person()
    for (let i = 0; i < 3; i++) await login(p.account, 'wrong')
    const { ticket } = await captcha()
    expect((await login(p.account, p.password, { ticket, captcha: '1234' })).code).toBe(200)
    expect((await login(p.account, 'wrong')).code).toBe(20401)
  })
  it('the captcha is a picture without text', async () => {
    const made = await open<{ ticket: string; image: string }>('GET', '/account/getCodeNew')
    expect(made.data.image).toMatch(/^data:image\/png;base64,iVBORw0KGgo/)
    expect(made.data.image.length).toBeLessThan(12_000)
  })
  it('a wrong account costs as long as a wrong password', async () => {
    const p = await person()
    const time = async (account: string) => {
      // The processor's time: that of the clock tells what else the machine does. The server runs in this process.
      const before = process.cpuUsage()
      await login(account, 'wrong')
      return process.cpuUsage(before).user
    }
    await time(p.account)
    const [known, unknown] = [
      Math.min(await time(p.account), await time(p.account)),
      Math.min(await time(`nobody-${p.uid}`), await time(`nobody-${p.uid}`)),
    ]
    expect(unknown).toBeGreaterThan(known / 3)
    expect(unknown).toBeLessThan(known * 3)
  })
  it("R042 a made-up source is the product's: it opens no second live session", async () => {
    const p = await person()
    for (const source of ['mingmou', 'support', 'another']) await login(p.account, p.password, { source })
    expect(await clinic.tx((cx) => cx.db.rows(sql`select source from session where uid = ${p.uid} and ended is null`))).toEqual([
      { source: 'mingmou' },
    ])
  })
  it('two logins at the same moment leave one live session', async () => {
    const p = await person()
    await Promise.all(Array.from({ length: 5 }, () => login(p.account, p.password)))
    expect(await clinic.tx((cx) => cx.db.one(sql`select count(*) n from session where uid = ${p.uid} and ended is null`))).toEqual({ n: 1 })
  })
})

describe('first login and passwords', () => {
  it('20001: until the first password is changed the server answers only the change, and the owner is told by SMS', async () => {
    const p = await person({ mobile: '13900001111' })
    await clinic.as('chain').call('staff.init-account', { ctid: p.ctid, account: p.account, password: 'Given2026', role: 'reception' })
    const { data } = await login(p.account, 'Given2026')
    expect(data.mustChange).toBe(true)
    for (const path of ['/account/sessions', `/saler/index/${clinic.hid}`, `/patient/list/${clinic.hid}`]) {
      expect(await open('GET', path, undefined, { token: data.token }), path).toMatchObject({
        code: 20001,
        message: '首次登录，请先修改密码',
      })
    }
    expect(await open('GET', '/account/userinfo', undefined, { token: data.token })).toMatchObject({
      code: 200,
      data: { mustChange: true },
    })
    expect(
      await open('PUT', `/account/password/${p.uid}`, { oldPassword: 'Given2026', newPassword: 'Mine-2026' }, { token: data.token }),
    ).toMatchObject({ code: 200 })
    expect(await clinic.tx((cx) => cx.db.rows(sql`select template, purpose, cost from sms where mobile = '13900001111'`))).toEqual([
      { template: 'password-changed', purpose: 'code', cost: 0 },
    ])
    const again = await login(p.account, 'Mine-2026')
    expect(again.data.mustChange).toBe(false)
    expect(await open('GET', '/account/sessions', undefined, { token: again.data.token })).toMatchObject({ code: 200 })
  })
  it('a first password nobody used for a week opens nothing any more, until the administrator gives another', async () => {
    const p = await person()
    await clinic.as('chain').call('staff.init-account', { ctid: p.ctid, account: p.account, password: 'Given2026', role: 'reception' })
    const waits = (days: number) =>
      clinic.tx((cx) => cx.db.run(sql`update account set must_change_by = now() - make_interval(days => ${days}) where uid = ${p.uid}`))
    await waits(-1)
    expect((await login(p.account, 'Given2026')).code).toBe(200)
    await waits(1)
    expect(await login(p.account, 'wrong')).toMatchObject({ code: 20401 })
    expect(await login(p.account, 'Given2026')).toMatchObject({ code: 20403, message: '首次密码已过期，请联系管理员重新设置' })
    expect((await clinic.as('chain').call('account.login-log', { hid: clinic.hid, text: p.account })).list[0]).toMatchObject({
      ok: false,
      refused: 'first_over',
    })
    await clinic.as('chain').call('staff.init-account', { ctid: p.ctid, account: p.account, password: 'Other2026', role: 'reception' })
    expect((await login(p.account, 'Other2026')).data.mustChange).toBe(true)
  })
  it('none of the last five passwords comes back; the sixth does', async () => {
    const p = await person({ password: 'Pass-0' })
    const change = async (from: string, to: string) => {
      const { data } = await login(p.account, from)
      return open('PUT', `/account/password/${p.uid}`, { oldPassword: from, newPassword: to }, { token: data.token })
    }
    for (let i = 0; i < 4; i++) expect((await change(`Pass-${i}`, `Pass-${i + 1}`)).code).toBe(200)
    for (let i = 0; i < 5; i++)
      expect(await change('Pass-4', `Pass-${i}`)).toMatchObject({
        code: 1,
        message: '新密码不能与最近五次使用过的密码相同',
        field: 'newPassword',
      })
    const audited = await clinic.tx((cx) =>
      cx.db.one<{ before: object; after: object }>(
        sql`select before, after from audit where tbl = 'account' and row_id = ${p.uid} order by audit_id desc limit 1`,
      ),
    )
    expect(audited).toEqual({ before: { password_hash: '***' }, after: { password_hash: '***' } })
    expect((await change('Pass-4', 'Pass-5')).code).toBe(200)
    expect((await change('Pass-5', 'Pass-0')).code).toBe(200)
  })
  it("R047 the rule of the seed holds on the server, and another account's password is not found", async () => {
    const p = await person()
    const { data } = await login(p.account, p.password)
    const change = (id: number, newPassword: string) =>
      open('PUT', `/account/password/${id}`, { oldPassword: p.password, newPassword }, { token: data.token })
    for (const bad of ['12345', '12345678901234567', 'abc def', '密码密码密码'])
      expect(await change(p.uid, bad)).toMatchObject({ code: 1, field: 'newPassword' })
    expect(await change(p.uid + 1, 'Good-2026')).toMatchObject({ message: '账号不存在或已被删除' })
  })
  it('a password that would be tried first is refused, wherever one is chosen', async () => {
    const p = await person({ mobile: '13912345678' })
    const { data } = await login(p.account, p.password)
    const weak = { code: 1, message: expect.stringContaining('密码太容易被猜到') }
    for (const newPassword of ['Qwerty123', '12345678', 'woaini520', '2345678x']) {
      expect(
        await open('PUT', `/account/password/${p.uid}`, { oldPassword: p.password, newPassword }, { token: data.token }),
        newPassword,
      ).toMatchObject({ ...weak, field: 'newPassword' })
    }
    expect(
      await clinic.as('chain').refusal('staff.init-account', { ctid: p.ctid, account: p.account, password: 'admin888', role: 'reception' }),
    ).toMatchObject({ ...weak, field: 'password' })
    // Nothing of it changed: the old one still opens.
    expect((await login(p.account, p.password)).code).toBe(200)
  })
})

describe('forgotten password', () => {
  const mobile = `139${String(process.pid).padStart(8, '0').slice(-8)}`
  const ask = async (number: string, address?: string) => {
    const { ticket } = await captcha()
    return open<{ seconds: number }>(
      'POST',
      '/v1/account/sms-captcha',
      { mobile: number, ticket, captcha: '1234' },
      address ? { address } : {},
    )
  }
  const codeSentTo = async (number: string) => {
    const row = await clinic.tx((cx) =>
      cx.db.one<{ text: string }>(sql`select text from sms where mobile = ${number} and template = 'code' order by sms_id desc limit 1`),
    )
    return /(\d{6})/.exec(row!.text)![1]!
  }
  it('a code by SMS, proven, becomes a ticket that sets a new password once and ends every session', async () => {
    const p = await person({ mobile: `${mobile.slice(0, 3)} ${mobile.slice(3, 7)} ${mobile.slice(7)}` })
    const before = await login(p.account, p.password)
    expect(await ask(mobile)).toMatchObject({ code: 200, data: { seconds: 60 } })
    const code = await codeSentTo(mobile)
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await open('POST', `/account/verification/${wrong}`, { mobile })).toMatchObject({ code: 1, message: '短信验证码错误或已失效' })
    const proven = await open<{ ticket: string; accounts: Array<{ account: string }> }>('POST', `/account/verification/${code}`, { mobile })
    expect(proven.data.accounts.map((a) => a.account)).toEqual([p.account])
    expect(await open('POST', `/account/verification/${code}`, { mobile })).toMatchObject({ message: '短信验证码错误或已失效' })
    const stranger = await person()
    const set = (account: string, newPassword = 'New-2026') =>
      open('POST', '/account/retrieve', { ticket: proven.data.ticket, account, newPassword })
    expect(await set(stranger.account)).toMatchObject({ message: '验证已失效，请重新获取验证码' })
    expect(await set(p.account, p.password)).toMatchObject({ message: '新密码不能与最近五次使用过的密码相同' })
    expect(await set(p.account)).toMatchObject({ code: 200 })
    expect(await set(p.account, 'Again-2026')).toMatchObject({ message: '验证已失效，请重新获取验证码' })
    expect(await open('GET', '/account/userinfo', undefined, { token: before.data.token })).toMatchObject({ status: 401, code: 50015 })
    expect((await login(p.account, 'New-2026')).code).toBe(200)
    expect(
      await clinic.tx((cx) => cx.db.one(sql`select count(*) n from sms where mobile = ${mobile} and template = 'password-changed'`)),
    ).toEqual({ n: 1 })
  })
  it('a number nobody has gets the same answer in the same time, the same limits and the same refusal of its code', async () => {
    const p = await person({ mobile: '13911112222' })
    const timed = async (number: string) => {
      const before = process.cpuUsage()
      const { code, message, data } = await ask(number)
      return { answer: { code, message, data }, took: process.cpuUsage(before).user }
    }
    const [known, unknown] = [await timed('13911112222'), await timed('13933334444')]
    expect(unknown.answer).toEqual(known.answer)
    expect(Math.abs(unknown.took - known.took), 'µs of the processor').toBeLessThan(100_000)
    for (const number of ['13911112222', '13933334444'])
      expect(await ask(number)).toMatchObject({ code: 100, message: '验证码已发送，请 60 秒后再获取' })
    for (const number of ['13911112222', '13933334444'])
      expect(await open('POST', '/account/verification/123457', { mobile: number })).toMatchObject({
        code: 1,
        message: '短信验证码错误或已失效',
      })
    expect(p.uid).toBeGreaterThan(0)
  })
  it('five wrong tries void a code, twenty codes an hour tire an address, and nobody asks without a captcha', async () => {
    const p = await person({ mobile: '13955556666' })
    await ask('13955556666')
    const code = await codeSentTo('13955556666')
    for (let i = 0; i < 5; i++)
      await open('POST', `/account/verification/${code === '999999' ? '888888' : '999999'}`, { mobile: '13955556666' })
    expect(await open('POST', `/account/verification/${code}`, { mobile: '13955556666' })).toMatchObject({
      message: '短信验证码错误或已失效',
    })
    expect(p.uid).toBeGreaterThan(0)
    const codes = []
    for (let i = 0; i < 20; i++) codes.push(await ask(`1388888${String(i).padStart(4, '0')}`, '10.77.0.1'))
    expect(codes.every((c) => c.code === 200)).toBe(true)
    expect(await ask('13888889999', '10.77.0.1')).toMatchObject({ code: 100 })
    expect(await open('POST', '/v1/account/sms-captcha', { mobile: '13888889998' })).toMatchObject({ code: 20409 })
  })
})

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
    const mine = (await login(p.account, p.password)).data
    const binding = await scene('bind')
    expect(binding).toMatchObject({ simulated: true })
    expect(binding.qrCodeUrl).toContain('/local/wechat?')
    expect((await poll(binding.sceneId)).code).toBe(20408)
    expect(await scan(binding.sceneId, 'phone-1')).toMatchObject({ code: 200, data: { purpose: 'bind', name: '手机一（王小明）' } })
    expect((await poll(binding.sceneId)).code).toBe(20407)
    expect(
      await open('POST', '/v1/account/wechat/bind', { weChatId: binding.sceneId, uid: mine.uid + 1 }, { token: mine.token }),
    ).toMatchObject({ code: 1 })
    expect(
      await open('POST', '/v1/account/wechat/bind', { weChatId: binding.sceneId, uid: mine.uid }, { token: mine.token }),
    ).toMatchObject({ code: 200 })
    expect(await open('GET', '/account/userinfo', undefined, { token: mine.token })).toMatchObject({ data: { openId: '已绑定' } })

    expect(await clinic.tx((cx) => cx.db.rows(sql`select template from sms where mobile = '13900002222'`))).toEqual([
      { template: 'wechat-bound' },
    ])

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
    expect(list[1]).toMatchObject({ address: '10.66.0.9', name: `员工${accounts}` })
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
    const audit = await clinic.tx((cx) =>
      cx.db.one<{ request: string; ctid: number }>(
        sql`select request, ctid_ from audit where tbl = 'supplier' order by audit_id desc limit 1`,
      ),
    )
    expect(audit).toMatchObject({ ctid: p.ctid })
    expect(audit!.request).toMatch(new RegExp(`by uid ${chain.uid}$`))
    const { list } = await clinic.as('manager').call('account.login-log', { hid: clinic.hid, how: 'token' })
    expect(list[0]).toMatchObject({ account: p.account, openedBy: chain.account, source: 'support' })
    const hour = await clinic.tx((cx) =>
      cx.db.one<{ minutes: number }>(
        sql`select extract(epoch from expires_at - created_at)::int / 60 minutes from session where uid = ${p.uid} and source = 'support'`,
      ),
    )
    expect(hour).toEqual({ minutes: 60 })
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
      cx.db.one<{ after: { edition: string } }>(sql`select after from audit where tbl = 'store' order by audit_id desc limit 1`),
    )
    expect(audited!.after.edition).toBe('free')
  })
  it('R026 R027 R028 past the expiry date the server keeps what the kind keeps and refuses the rest with 20402', async () => {
    const own = await freshClinic()
    const expire = async (day: string) => {
      await own.tx((cx) => cx.db.run(sql`update store set expire_date = ${day}::date where hid = ${own.hid}`))
      for (const { tokenHash } of await own.tx((cx) => cx.db.rows<{ tokenHash: string }>(sql`select token_hash from session`)))
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
