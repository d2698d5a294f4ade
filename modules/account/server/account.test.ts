import { describe, expect, it } from 'vitest'
import { freshClinic, server } from '../../../tests/harness.ts'

describe('account', () => {
  it('R043 a wrong password and a wrong account answer the same sentence with 20401', async () => {
    const { base } = await server()
    const clinic = await freshClinic()
    await clinic.as('doctor').call('account.userinfo', {})
    const tries = await Promise.all(
      [
        { account: 'nobody-here', password: 'x' },
        { account: `doctor-${clinic.oid}`, password: 'wrong' },
      ].map(async (body) => {
        const response = await fetch(`${base}/api/account/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        return response.json()
      }),
    )
    for (const answer of tries) expect(answer).toMatchObject({ code: 20401, message: '账号或密码错误' })
  })

  it('4.27 the rankings stand in the menu under their own path, and the settings of whoever has any open with one of them', async () => {
    const clinic = await freshClinic()
    for (const role of ['manager', 'reception', 'doctor'] as const) {
      const { menuList } = await clinic.as(role).call('account.userinfo', {})
      const under = (path: string) => (menuList.find((m) => m.path === path)?.children ?? []).filter((c) => !c.hidden).map((c) => c.path)
      expect([role, under('/patients').includes('/patients/rank')]).toEqual([role, role === 'manager'])
      expect(menuList.some((m) => m.path === '/settings')).toBe(under('/settings').length > 0)
    }
  })
  it('an account of one task lists what its role opens; the pages every account has stay reachable', async () => {
    const clinic = await freshClinic()
    for (const role of ['eg', 'expert', 'doctor'] as const) {
      const { menuList, permissions } = await clinic.as(role).call('account.userinfo', {})
      const all = menuList.flatMap(({ children }) => children ?? [])
      const common = all.filter(({ path }) => ['/settings/my_account', '/statistics/performance'].includes(path))
      expect([role, common.map(({ hidden }) => hidden)]).toEqual([role, [role !== 'doctor', role !== 'doctor']])
      expect([role, all.some(({ path, hidden }) => path === '/dashboard' && !hidden)]).toEqual([role, role === 'doctor'])
      if (role === 'eg') expect(permissions.toSorted()).toEqual(['eg:edit', 'eg:view'])
    }
  })
  it('R015 the menu comes from the server and holds only what the account may open', async () => {
    const clinic = await freshClinic()
    const info = await clinic.as('doctor').call('account.userinfo', {})
    expect(info.oid).toBe(clinic.oid)
    expect(info).toMatchObject({ role: 'hospital_doctor', saler: { fullName: info.name }, hospitalSettings: { includeOrgName: false } })
    expect([info.certificateAuth, info.egDbAuth, info.sdx_auth, info.sdxDaysAuth]).toEqual([true, false, true, false])
    const opened = info.hospitalSettings
    expect(opened).toMatchObject({ sdxMappingAuth: expect.any(Boolean), printSetup: { printHead: info.printHead, includeOrgName: false } })
    expect(opened.printContent).toEqual({ printFoot: info.printFoot })
    expect(info.permissions).not.toContain('institution:edit')
  })

  it('R069 token failures answer HTTP 401 with a token code in the body', async () => {
    const { base } = await server()
    const none = await fetch(`${base}/api/account/userinfo`)
    expect(none.status).toBe(401)
    expect(await none.json()).toMatchObject({ code: 50001 })
    const forged = await fetch(`${base}/api/account/userinfo`, { headers: { token: 'x'.repeat(43) } })
    expect(forged.status).toBe(401)
    expect(await forged.json()).toMatchObject({ code: 50008 })
  })

  it('a second login ends the first session with its own code', async () => {
    const { base } = await server()
    const clinic = await freshClinic()
    const info = await clinic.as('cashier').call('account.userinfo', {})
    const second = await fetch(`${base}/api/account/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: ` ${info.account} `, password: 'Demo2026!' }),
    })
    expect(((await second.json()) as { code: number }).code).toBe(200)
    await expect
      .poll(
        async () =>
          (
            await clinic
              .as('cashier')
              .refusal('account.userinfo', {})
              .catch(() => ({ code: 200 }))
          ).code,
      )
      .toBe(50013)
  })

  it('a store of another organisation is not found, and a level cannot be put into it', async () => {
    const [own, other] = [await freshClinic(), await freshClinic()]
    expect(await own.as('chain').refusal('saler.index', { hid: other.hid })).toMatchObject({ code: 1 })
    expect(await own.as('chain').refusal('settings.level.save', { hid: other.hid, name: '金卡', discount: 9 })).toMatchObject({ code: 1 })
    const level = await own.as('manager').call('settings.level.save', { hid: own.hid, name: '金卡', discount: 9 })
    expect(level).toMatchObject({ name: '金卡', discount: 9 })
    expect(await other.as('chain').refusal('settings.level.get', { id: level.id })).toMatchObject({ code: 1 })
  })
})
