import { describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { entrance } from '../../../tests/entrance.ts'

const { clinic, open, person, login, captcha } = await entrance()

describe('login', () => {
  it('R040 R041 the account is trimmed, source defaults to the product and loginSource to web', async () => {
    const p = await person()
    expect(await login(`  ${p.account} `, p.password)).toMatchObject({
      code: 200,
      data: { kind: 'hospital_reception', landing: '/dashboard', mustChange: false },
    })
    expect(
      await clinic.tx((cx) =>
        cx.db.one({ source: 'string', loginSource: 'string' }, sql`select source, login_source from session where uid = ${p.uid}`),
      ),
    ).toEqual({
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
    const client = { address: '10.200.0.1' }
    for (let i = 0; i < 3; i++) expect((await login(p.account, 'wrong', {}, client)).code).toBe(20401)
    expect((await login(p.account, p.password, {}, client)).code).toBe(20409)
    const { ticket } = await captcha()
    expect((await login(p.account, 'wrong', { ticket, captcha: '1234' }, client)).code).toBe(20401)
    expect((await login(p.account, p.password, { ticket, captcha: '1234' }, client)).code).toBe(20409)
    const second = await captcha('0007')
    expect((await login(p.account, 'wrong', { ticket: second.ticket, captcha: '0007' }, client)).code).toBe(100)
    const third = await captcha()
    expect(await login(p.account, p.password, { ticket: third.ticket, captcha: '1234' }, client)).toMatchObject({
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
    const captcha = await open<{ ticket: string; image: string }>('GET', '/account/getCodeNew')
    expect(captcha.data.image).toMatch(/^data:image\/png;base64,iVBORw0KGgo/)
    expect(captcha.data.image.length).toBeLessThan(12_000)
  })
  it('a wrong account costs as long as a wrong password', async () => {
    const p = await person()
    const time = async (account: string) => {
      // CPU time, because wall time depends on other processes. The server runs in this process.
      const before = process.cpuUsage()
      await login(account, 'wrong')
      return process.cpuUsage(before).user
    }
    await time(p.account)
    const [existing, unknown] = [
      Math.min(await time(p.account), await time(p.account)),
      Math.min(await time(`nobody-${p.uid}`), await time(`nobody-${p.uid}`)),
    ]
    expect(unknown).toBeGreaterThan(existing / 3)
    expect(unknown).toBeLessThan(existing * 3)
  })
  it("R042 a made-up source is the product's: it opens no second live session", async () => {
    const p = await person()
    for (const source of ['mingmou', 'support', 'another']) await login(p.account, p.password, { source })
    expect(
      await clinic.tx((cx) => cx.db.rows({ source: 'string' }, sql`select source from session where uid = ${p.uid} and ended is null`)),
    ).toEqual([{ source: 'mingmou' }])
  })
  it('two logins at the same moment leave one live session', async () => {
    const p = await person()
    await Promise.all(Array.from({ length: 5 }, () => login(p.account, p.password)))
    expect(
      await clinic.tx((cx) => cx.db.one({ n: 'number' }, sql`select count(*) n from session where uid = ${p.uid} and ended is null`)),
    ).toEqual({ n: 1 })
  })
})
