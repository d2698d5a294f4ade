import { describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { entrance } from '../../../tests/entrance.ts'

const { clinic, open, person, login, captcha } = await entrance()

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
    expect(
      await clinic.tx((cx) =>
        cx.db.rows(
          { template: 'string', purpose: 'string', cost: 'number' },
          sql`select template, purpose, cost from sms where mobile = '13900001111'`,
        ),
      ),
    ).toEqual([{ template: 'password-changed', purpose: 'code', cost: 0 }])
    const second = await login(p.account, 'Mine-2026')
    expect(second.data.mustChange).toBe(false)
    expect(await open('GET', '/account/sessions', undefined, { token: second.data.token })).toMatchObject({ code: 200 })
  })
  it('a first password nobody used for a week opens nothing any more, until the administrator gives another', async () => {
    const p = await person()
    await clinic.as('chain').call('staff.init-account', { ctid: p.ctid, account: p.account, password: 'Given2026', role: 'reception' })
    const waits = (days: number) =>
      clinic.tx((cx) =>
        cx.db.run(sql`
          update account
          set must_change_by = now() - make_interval(days => ${days})
          where uid = ${p.uid}
        `),
      )
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
      cx.db.one(
        { before: 'unknown', after: 'unknown' },
        sql`
          select before, after
          from audit
          where tbl = 'account' and row_id = ${p.uid}
          order by audit_id desc
          limit 1
        `,
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
  const mobile = `158${String(process.pid).padStart(8, '0').slice(-8)}`
  const requestCode = async (number: string, address?: string) => {
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
      cx.db.one(
        { text: 'string' },
        sql`
          select text
          from sms
          where mobile = ${number} and template = 'code'
          order by sms_id desc
          limit 1
        `,
      ),
    )
    return /(\d{6})/.exec(row!.text)![1]!
  }
  it('a code by SMS, proven, becomes a ticket that sets a new password once and ends every session', async () => {
    const p = await person({ mobile: `${mobile.slice(0, 3)} ${mobile.slice(3, 7)} ${mobile.slice(7)}` })
    const before = await login(p.account, p.password)
    expect(await requestCode(mobile)).toMatchObject({ code: 200, data: { seconds: 60 } })
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
      await clinic.tx((cx) =>
        cx.db.one({ n: 'number' }, sql`select count(*) n from sms where mobile = ${mobile} and template = 'password-changed'`),
      ),
    ).toEqual({ n: 1 })
  })
  it('a number nobody has gets the same answer in the same time, the same limits and the same refusal of its code', async () => {
    const p = await person({ mobile: '13911112222' })
    const timed = async (number: string) => {
      const before = process.cpuUsage()
      const { code, message, data } = await requestCode(number)
      return { answer: { code, message, data }, took: process.cpuUsage(before).user }
    }
    const [existing, unknown] = [await timed('13911112222'), await timed('13933334444')]
    expect(unknown.answer).toEqual(existing.answer)
    expect(Math.abs(unknown.took - existing.took), 'µs of the processor').toBeLessThan(100_000)
    for (const number of ['13911112222', '13933334444'])
      expect(await requestCode(number)).toMatchObject({ code: 100, message: '验证码已发送，请 60 秒后再获取' })
    for (const number of ['13911112222', '13933334444'])
      expect(await open('POST', '/account/verification/123457', { mobile: number })).toMatchObject({
        code: 1,
        message: '短信验证码错误或已失效',
      })
    expect(p.uid).toBeGreaterThan(0)
  })
  it('five wrong tries void a code, twenty codes an hour tire an address, and nobody asks without a captcha', async () => {
    const p = await person({ mobile: '13955556666' })
    await requestCode('13955556666')
    const code = await codeSentTo('13955556666')
    for (let i = 0; i < 5; i++)
      await open('POST', `/account/verification/${code === '999999' ? '888888' : '999999'}`, { mobile: '13955556666' })
    expect(await open('POST', `/account/verification/${code}`, { mobile: '13955556666' })).toMatchObject({
      message: '短信验证码错误或已失效',
    })
    expect(p.uid).toBeGreaterThan(0)
    const codes = []
    for (let i = 0; i < 20; i++) codes.push(await requestCode(`1388888${String(i).padStart(4, '0')}`, '10.77.0.1'))
    expect(codes.every((c) => c.code === 200)).toBe(true)
    expect(await requestCode('13888889999', '10.77.0.1')).toMatchObject({ code: 100 })
    expect(await open('POST', '/v1/account/sms-captcha', { mobile: '13888889998' })).toMatchObject({ code: 20409 })
  })
})
