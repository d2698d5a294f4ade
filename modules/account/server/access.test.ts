import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { callerOf, freshClinic, server, type Caller, type Clinic } from '../../../tests/harness.ts'

const login = async (account: string, password: string): Promise<string> => {
  const { base } = await server()
  const response = await fetch(`${base}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password }),
  })
  return ((await response.json()) as { data: { token: string } }).data.token
}
const person = async (account: string, password = 'Demo2026!') => {
  const { booted, base } = await server()
  const token = await login(account, password)
  return callerOf(booted, base, async () => token)
}
const roleIdBy = async (caller: Caller, code: string) => (await caller.call('roles.list', {})).find((r) => r.code === code)!.roleId
const roleId = (clinic: Clinic, code: string) => roleIdBy(clinic.as('chain'), code)
/** As after the first login, when the password was changed. */
const hasChanged = (clinic: Clinic, ctid: number) =>
  clinic.tx((cx) => cx.db.run(sql`update account set must_change = false where ctid_ = ${ctid}`))
let clinic: Clinic
beforeAll(async () => void (clinic = await freshClinic()))

describe('staff', () => {
  it('R131 a staff member is made, gets an account and a role, is disabled, enabled and stopped; sessions end at once', async () => {
    const chain = clinic.as('chain')
    const saved = await chain.call('staff.save', {
      name: '新来的',
      mobile: '13911112222',
      type: 1,
      licenceNo: 'D-1',
      licenceExpires: '2020-01-01',
    })
    expect(saved).toMatchObject({ name: '新来的', account: null, status: 0, licenceState: 3, hids: [clinic.hid] })
    const account = `new-${clinic.oid}`
    expect(await chain.call('staff.init-account', { ctid: saved.ctid, account, password: 'Start2026!', role: 'doctor' })).toMatchObject({
      account,
      role: 'doctor',
      mustChange: true,
    })
    await hasChanged(clinic, saved.ctid)
    const self = await person(account, 'Start2026!')
    expect(await self.call('account.userinfo', {})).toMatchObject({ ctid: saved.ctid, role: 'hospital_doctor' })
    await chain.call('staff.status', { ctid: saved.ctid, status: 1 })
    await expect.poll(async () => (await self.refusal('account.userinfo', {}).catch(() => ({ code: 200 }))).code).toBe(50016)
    const { base } = await server()
    const refused = await fetch(`${base}/api/account/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account, password: 'Start2026!' }),
    })
    expect(await refused.json()).toMatchObject({ code: 20403 })
    expect(await chain.call('staff.status', { ctid: saved.ctid, status: 0 })).toMatchObject({ status: 0 })
    expect(await chain.call('staff.status', { ctid: saved.ctid, status: 2 })).toMatchObject({ status: 2 })
    expect(await chain.refusal('staff.init-account', { ctid: saved.ctid, account, password: 'Start2026!', role: 'doctor' })).toMatchObject({
      code: 1,
    })
    expect(
      await chain.call('staff.init-account', { ctid: saved.ctid, account: `${account}-2`, password: 'Again2026!', role: 'optometrist' }),
    ).toMatchObject({ account: `${account}-2`, role: 'optometrist', mustChange: true })
    const list = await chain.call('staff.accounts', { hid: clinic.hid, text: '新来' })
    expect(list.list.map((s) => s.ctid)).toEqual([saved.ctid])
  })
  it('members reach whom the store chose, at work in that store, without number and licence', async () => {
    const clinic = await freshClinic()
    const [chain, reception] = [clinic.as('chain'), clinic.as('reception')]
    const { hid } = clinic
    expect(await reception.call('frame.wechat-contacts', { hid })).toEqual([])
    const saved = await chain.call('staff.save', { name: '可联系的', mobile: '13911112223', type: 2, licenceNo: 'O-1', reachable: true })
    expect(saved).toMatchObject({ reachable: true })
    const contact = { ctid: saved.ctid, hid, name: '可联系的', title: null, type: 2 }
    expect(await reception.call('frame.wechat-contacts', { hid })).toEqual([contact])
    await chain.call('staff.save', { ctid: saved.ctid, name: '可联系的', type: 2 })
    expect(await reception.call('frame.wechat-contacts', { hid })).toEqual([contact])
    await chain.call('staff.status', { ctid: saved.ctid, status: 1 })
    expect(await reception.call('frame.wechat-contacts', { hid })).toEqual([])
  })
  it('nobody stops or resets themselves, the last administrator stays, and an account name is taken once', async () => {
    const clinic = await freshClinic()
    const chain = clinic.as('chain')
    expect(await chain.refusal('staff.status', { ctid: clinic.ctid('chain'), status: 1 })).toMatchObject({
      code: 1,
      message: '不能停用或重置自己的账号',
    })
    expect(
      await chain.refusal('staff.init-account', {
        ctid: clinic.ctid('tv'),
        account: (await clinic.as('doctor').call('account.userinfo', {})).account,
        password: 'Start2026!',
        role: 'tv',
      }),
    ).toMatchObject({ message: '账号已被使用，请换一个' })
    const second = await chain.call('staff.save', { name: '副手', type: 5 })
    await chain.call('staff.init-account', { ctid: second.ctid, account: `second-${clinic.oid}`, password: 'Start2026!', role: 'chain' })
    // Of one store, the deputy may not touch the account that enters all of them.
    await chain.call('staff.store-auth', { ctid: second.ctid, hids: [], allStores: true })
    await hasChanged(clinic, second.ctid)
    const other = await person(`second-${clinic.oid}`, 'Start2026!')
    await other.call('staff.status', { ctid: clinic.ctid('chain'), status: 1 })
    expect(
      await other.refusal('staff.save', { ctid: second.ctid, name: '副手', type: 5, roleId: await roleIdBy(other, 'doctor') }),
    ).toMatchObject({ message: expect.stringContaining('最后一个') })
    await other.call('staff.status', { ctid: clinic.ctid('chain'), status: 0 })
  })
  it('R036 the stores of a staff member follow the authorisation at once, and so does the wall', async () => {
    const clinic = await freshClinic()
    const doctor = clinic.as('doctor')
    const sister = clinic.hids[1]!
    expect((await doctor.call('account.userinfo', {})).stores.map((s) => s.hid)).toEqual([clinic.hid])
    expect(await doctor.refusal('patients.list', { hid: sister }, { hid: sister })).toMatchObject({ code: 1 })
    await clinic.as('chain').call('staff.store-auth', { ctid: clinic.ctid('doctor'), hids: [sister] })
    await expect.poll(async () => (await doctor.call('account.userinfo', {})).stores.map((s) => s.hid)).toEqual([...clinic.hids])
    expect(await doctor.call('account.userinfo', {}, { hid: sister })).toMatchObject({ hid: sister })
    expect((await clinic.as('chain').call('staff.accounts', { hid: sister })).list.map((s) => s.ctid)).toContain(clinic.ctid('doctor'))
    await clinic.as('chain').call('staff.store-auth', { ctid: clinic.ctid('doctor'), hids: [] })
    await expect.poll(async () => (await doctor.refusal('account.userinfo', {}, { hid: sister }).catch(() => ({ code: 200 }))).code).toBe(1)
    expect(await clinic.as('manager').refusal('staff.store-auth', { ctid: clinic.ctid('doctor'), hids: [sister] })).toMatchObject({
      code: 20405,
    })
  })
  it('a manager can neither give a role that holds more than they do nor touch the account of one', async () => {
    const manager = clinic.as('manager')
    const chainRole = await roleId(clinic, 'chain')
    expect(await manager.refusal('staff.save', { ctid: clinic.ctid('tv'), name: '大屏', type: 5, roleId: chainRole })).toMatchObject({
      code: 1,
      message: expect.stringContaining('不能授予或改动'),
    })
    expect(
      await manager.refusal('staff.init-account', {
        ctid: clinic.ctid('chain'),
        account: `x-${clinic.oid}`,
        password: 'Start2026!',
        role: 'tv',
      }),
    ).toMatchObject({ code: 1, message: expect.stringContaining('不能授予或改动') })
    expect(await manager.refusal('staff.status', { ctid: clinic.ctid('chain'), status: 1 })).toMatchObject({ code: 1 })
    // A doctor signs prescriptions, which no administrator does: the manager hands that role out all the same.
    expect(
      await manager.call('staff.save', { ctid: clinic.ctid('trainer'), name: '转岗医生', type: 1, roleId: await roleId(clinic, 'doctor') }),
    ).toMatchObject({ role: 'doctor' })
  })
  it("who edits roles by a role of one's own gives neither a role that holds more nor every store", async () => {
    const own = await freshClinic()
    const chain = own.as('chain')
    const role = await chain.call('roles.save', { name: '人事', copyOf: await roleId(own, 'manager') })
    await chain.call('auth.element.grant', { roleId: role.roleId, codes: ['role:edit', 'store:grant'] })
    await chain.call('staff.save', { ctid: own.ctid('manager'), name: '人事', type: 5, roleId: role.roleId })
    const hr = own.as('manager')
    await expect.poll(async () => (await hr.call('account.userinfo', {})).permissions.includes('store:grant')).toBe(true)
    const beyond = { code: 1, message: expect.stringContaining('不能授予或改动') }
    const me = own.ctid('manager')
    expect(await hr.refusal('staff.save', { ctid: me, name: '人事', type: 5, roleId: await roleId(own, 'chain') })).toMatchObject(beyond)
    expect(await hr.refusal('staff.store-auth', { ctid: me, hids: [], allStores: true })).toMatchObject({ ...beyond, field: 'allStores' })
    expect(await hr.refusal('staff.store-auth', { ctid: own.ctid('chain'), hids: [] })).toMatchObject(beyond)
    expect(
      await hr.call('staff.save', { ctid: own.ctid('trainer'), name: '转岗前台', type: 5, roleId: await roleId(own, 'reception') }),
    ).toMatchObject({ role: 'reception' })
    expect(await chain.call('staff.store-auth', { ctid: me, hids: [], allStores: true })).toMatchObject({ allStores: true })
  })
  it('R037, R038 employees of a kind of post and the doctors of a clinic come with their roles', async () => {
    const doctors = await clinic.as('reception').call('roles.doctor', { id: clinic.hid })
    expect(doctors.find((d) => d.ctid === clinic.ctid('doctor'))).toMatchObject({ type: 1, role: 'doctor', roleName: '医生' })
    expect((await clinic.as('reception').call('roles.employee', { type: 3 })).map((e) => e.ctid)).toEqual([clinic.ctid('workshop')])
    expect(await clinic.as('reception').refusal('roles.doctor', { id: clinic.hids[1]! })).toMatchObject({ code: 1 })
  })
})

describe('roles', () => {
  it('R037 a role gains and loses permissions; its accounts feel it at their next call, and it can be put back', async () => {
    const clinic = await freshClinic()
    const chain = clinic.as('chain')
    const id = await roleId(clinic, 'reception')
    const menu = async () =>
      (await clinic.as('reception').call('account.userinfo', {})).menuList.flatMap((s) => s.children.map((c) => c.path))
    expect(await menu()).toContain('/patients/list')
    await chain.call('auth.element.revoke', { roleId: id, codes: ['patient:view'] })
    await expect.poll(menu).not.toContain('/patients/list')
    expect(await clinic.as('reception').refusal('patients.list', { hid: clinic.hid })).toMatchObject({ code: 20405 })
    const elements = await chain.call('roles.elements', { id })
    expect(elements.find((e) => e.code === 'patient:view')).toMatchObject({ held: false })
    expect((await chain.call('roles.menus', { id })).find((m) => m.path === '/patients/list')).toMatchObject({ held: false })
    const ids = (await chain.call('menu.tree', {}))
      .flatMap((s) => s.children)
      .filter((n) => n.path === '/patients/list')
      .map((n) => n.id)
    await chain.call('auth.menu.grant', { roleId: id, ids })
    await expect.poll(menu).toContain('/patients/list')
    await chain.call('auth.menu.revoke', { roleId: id, ids })
    expect(await chain.call('roles.reset', { id })).toMatchObject({ custom: false, codes: expect.arrayContaining(['patient:view']) })
  })
  it('a role is copied, renamed, given to somebody, and removed only when nobody has it', async () => {
    const chain = clinic.as('chain')
    const copy = await chain.call('roles.save', { name: '高级前台', copyOf: await roleId(clinic, 'reception') })
    expect(copy.codes).toEqual((await chain.call('roles.list', {})).find((r) => r.code === 'reception')!.codes)
    expect(await chain.refusal('roles.save', { name: '高级前台' })).toMatchObject({ code: 1, message: '已有同名角色，请换一个名称' })
    expect(await chain.call('roles.save', { roleId: copy.roleId, name: '资深前台' })).toMatchObject({ name: '资深前台', accounts: 0 })
    await chain.call('staff.save', { ctid: clinic.ctid('cashier'), name: '收银', type: 5, roleId: copy.roleId })
    expect(await chain.refusal('roles.delete', { id: copy.roleId })).toMatchObject({ code: 1, message: '资深前台正在使用，不能删除' })
    await chain.call('staff.save', { ctid: clinic.ctid('cashier'), name: '收银', type: 5, roleId: await roleId(clinic, 'cashier') })
    await chain.call('roles.delete', { id: copy.roleId })
    expect(await chain.refusal('roles.delete', { id: await roleId(clinic, 'doctor') })).toMatchObject({ message: '默认角色不能删除' })
    expect(await chain.refusal('auth.element.revoke', { roleId: await roleId(clinic, 'chain'), codes: ['patient:view'] })).toMatchObject({
      code: 1,
    })
    expect(await chain.refusal('auth.element.grant', { roleId: await roleId(clinic, 'doctor'), codes: ['no:such'] })).toMatchObject({
      code: 1,
      field: 'codes',
    })
    expect(await chain.refusal('auth.element.grant', { codes: ['patient:view'] })).toMatchObject({ code: 1 })
  })
  it('R037 what a store was not granted nobody may do there, whatever the role; another store is untouched', async () => {
    const clinic = await freshClinic()
    const chain = clinic.as('chain')
    const sister = clinic.hids[1]!
    await chain.call('auth.element.revoke', { hid: sister, codes: ['patient:view'] })
    await expect
      .poll(async () => (await chain.refusal('patients.list', { hid: sister }, { hid: sister }).catch(() => ({ code: 200 }))).code)
      .toBe(20405)
    expect((await chain.call('patients.list', { hid: clinic.hid })).list).toEqual([])
    const refused = await chain.refusal('patients.list', { hid: sister }, { hid: sister })
    expect(refused.data).toMatchObject({ code: 'patient:view', verdict: 'withheld', grantors: [expect.stringContaining('连锁管理员')] })
    expect((await chain.call('account.userinfo', {}, { hid: sister })).permissions).not.toContain('patient:view')
    await chain.call('auth.element.grant', { hid: sister, codes: ['patient:view'] })
    await expect
      .poll(async () => (await chain.call('patients.list', { hid: sister }, { hid: sister }).catch(() => ({ total: -1 }))).total)
      .toBe(0)
    expect(await chain.refusal('auth.element.revoke', { hid: sister, codes: ['role:edit'] })).toMatchObject({ code: 1 })
    expect(await chain.refusal('auth.element.revoke', { hid: 999_999, codes: ['patient:view'] })).toMatchObject({ code: 1 })
    const ids = (await chain.call('menu.tree', {}))
      .flatMap((s) => s.children)
      .filter((n) => n.path === '/patients/list')
      .map((n) => n.id)
    await chain.call('auth.menu.revoke', { hid: clinic.hid, ids })
    expect((await chain.call('account.userinfo', {})).menuList.flatMap((s) => s.children.map((c) => c.path))).not.toContain(
      '/patients/list',
    )
    await chain.call('auth.menu.grant', {
      hid: clinic.hid,
      ids: (await chain.call('menu.tree', {}))
        .flatMap((s) => s.children)
        .filter((n) => n.path)
        .map((n) => n.id),
    })
    expect((await chain.call('account.userinfo', {})).menuList.flatMap((s) => s.children.map((c) => c.path))).toContain('/patients/list')
  })
  it('R037 a store keeps the screen where everybody lands and the one where grants are given', async () => {
    const clinic = await freshClinic()
    const chain = clinic.as('chain')
    const pages = (await chain.call('menu.tree', {})).flatMap((s) => s.children).filter((n) => n.path)
    const idOf = (path: string) => pages.find((n) => n.path === path)!.id
    expect(
      pages
        .filter((n) => n.fixed)
        .map((n) => n.path)
        .sort(),
    ).toEqual(['/dashboard', '/settings/auth'])
    for (const path of ['/dashboard', '/settings/auth'])
      expect(await chain.refusal('auth.menu.revoke', { hid: clinic.hid, ids: [idOf(path)] })).toMatchObject({ code: 1 })
    expect(await chain.refusal('auth.menu.grant', { hid: clinic.hid, ids: [idOf('/patients/list')] })).toMatchObject({
      code: 1,
      message: '今日工作台和权限管理不能从门店收回',
    })
    await chain.call('auth.menu.grant', { hid: clinic.hid, ids: pages.filter((n) => n.path !== '/settings/good').map((n) => n.id) })
    const renamed = (await chain.call('menu.tree', {})).flatMap((s) => s.children).find((n) => n.path === '/settings/good')!
    expect([renamed.offered, renamed.granted]).toEqual([false, false])
    expect((await chain.call('menu.tree', { hid: clinic.hids[1]! })).flatMap((s) => s.children).every((n) => n.offered)).toBe(true)
  })
})

describe('menus and elements', () => {
  it("R015, R032, R037 the organisation arranges the declared menu; an element off a screen leaves that route's list only", async () => {
    const clinic = await freshClinic()
    const chain = clinic.as('chain')
    const entry = async (path: string) =>
      (await clinic.as('reception').call('account.userinfo', {})).menuList
        .flatMap((s) => s.children.map((c) => ({ ...c, section: s.path })))
        .find((c) => c.path === path)!
    const changed = await chain.call('menu.update', { path: '/patients/list', title: '顾客', section: 'today', rank: 1 })
    expect(changed).toMatchObject({ title: '顾客', changed: true })
    expect(await entry('/patients/list')).toMatchObject({ title: '顾客', section: '/today', hidden: false })
    await chain.call('menu.update', { path: '/patients/list', hidden: true })
    expect(await entry('/patients/list')).toMatchObject({ title: '顾客', hidden: true })
    await chain.call('menu.delete', { id: changed.id })
    expect(await entry('/patients/list')).toMatchObject({ section: '/patients', hidden: false })
    const element = await chain.call('element.create', { menuId: changed.id, code: 'patient:save', hidden: true })
    expect((await chain.call('menu.elements', { id: changed.id })).find((e) => e.id === element.id)).toMatchObject({ hidden: true })
    expect((await entry('/patients/list')).permissions).not.toContain('patient:save')
    expect((await entry('/patients/detail/{patientId}/home'))?.permissions).toBeUndefined()
    await chain.call('element.update', { menuId: changed.id, code: 'patient:save', hidden: false, name: '改资料' })
    expect((await entry('/patients/list')).permissions).toBeUndefined()
    await chain.call('element.delete', { id: element.id })
    expect((await chain.call('menu.elements', { id: changed.id })).find((e) => e.id === element.id)?.name ?? null).toBeNull()
    expect(await chain.refusal('element.create', { menuId: changed.id, code: 'no:such' })).toMatchObject({ code: 1, field: 'code' })
    expect(await chain.refusal('menu.create', { path: 'javascript:alert(1)' })).toMatchObject({ code: 1 })
  })
  it('every permission stands in the tree exactly once', async () => {
    const tree = await clinic.as('chain').call('menu.tree', {})
    const codes = tree.flatMap((s) => s.children).flatMap((n) => n.elements.map((e) => e.code))
    expect(codes.length).toBe(new Set(codes).size)
    expect(codes).toEqual(expect.arrayContaining([...(await clinic.as('chain').call('account.userinfo', {})).permissions]))
  })
  it("R033, R034 the role group is rolesName, and a member-version account is known by its role's name", async () => {
    const chain = clinic.as('chain')
    expect((await clinic.as('cashier').call('account.userinfo', {})).memberVersion).toBe(false)
    const role = await chain.call('roles.save', { name: 'sly_train 训练', copyOf: await roleId(clinic, 'cashier') })
    await chain.call('staff.save', { ctid: clinic.ctid('cashier'), name: '收银', type: 5, roleId: role.roleId })
    await expect.poll(async () => (await clinic.as('cashier').call('account.userinfo', {})).memberVersion).toBe(true)
    expect((await clinic.as('cashier').call('account.userinfo', {})).rolesName).toBe('sly_train 训练')
  })
})

describe("why can't I", () => {
  it('a refusal says the permission, the roles that hold it and who can grant it', async () => {
    const refused = await clinic.as('tv').refusal('patients.list', { hid: clinic.hid })
    expect(refused).toMatchObject({
      code: 20405,
      data: { code: 'patient:view', verdict: 'no_access', roles: expect.arrayContaining(['前台', '医生']) },
    })
    expect((refused.data as { grantors: string[] }).grantors.length).toBeGreaterThan(0)
    expect(await clinic.as('tv').call('access.why', { code: 'patient:view' })).toEqual(refused.data)
    expect(await clinic.as('reception').call('access.why', { code: 'patient:view' })).toMatchObject({ verdict: 'allowed' })
    expect(await clinic.as('tv').refusal('access.why', { code: 'no:such' })).toMatchObject({ code: 1 })
  })
  it('the simulator answers for roles and for a person, with the stores they may enter', async () => {
    const chain = clinic.as('chain')
    const all = await chain.call('access.simulate', { hid: clinic.hid, code: 'patient:view' })
    const row = all.actions.find((a) => a.id === 'patients.list')!
    const verdictOf = (name: string) => row.verdicts[all.subjects.findIndex((s) => s.name === name)]
    expect([verdictOf('前台'), verdictOf('大屏')]).toEqual(['allowed', 'no_access'])
    const sister = await chain.call('access.simulate', { hid: clinic.hids[1]!, ctid: clinic.ctid('reception'), code: 'patient:view' })
    expect(sister.actions.every((a) => a.verdicts[0] === 'no_store')).toBe(true)
  })
})
