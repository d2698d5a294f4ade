import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { readSheet } from '#kernel/server/index.ts'
import { freshClinic, sealAudit, type Clinic } from '../../../tests/harness.ts'

const member = async (clinic: Clinic, name = '林晓') =>
  (await clinic.as('reception').call('patients.save', { name, mobile: '13900000001', gender: 1, birth: '2015-03-01' })).pid
/** Sessions learn of a new view password by a notice. */
const locked = (clinic: Clinic, role: 'doctor' | 'reception', pid: number) =>
  expect
    .poll(
      async () =>
        (
          await clinic
            .as(role)
            .refusal('patients.get', { id: pid })
            .catch(() => ({ code: 200 }))
        ).code,
    )
    .toBe(20410)

describe('the view password', () => {
  it("R035 a member's record opens only after the view password of the store, and closes again when it changes", async () => {
    const clinic = await freshClinic()
    const pid = await member(clinic)
    const manager = clinic.as('manager')
    expect(await manager.call('privacy.view-password.get', { hid: clinic.hid })).toMatchObject({ on: false })
    expect(await clinic.as('doctor').refusal('patients.check-view-password', { password: 'x' })).toMatchObject({
      code: 1,
      message: '此门店没有设置查看密码',
    })
    await clinic.as('doctor').call('patients.get', { id: pid })
    expect(await manager.call('privacy.view-password.save', { hid: clinic.hid, password: 'eyes-2026' })).toMatchObject({ on: true })
    await locked(clinic, 'doctor', pid)
    expect(await clinic.as('doctor').refusal('patients.get', { id: pid })).toMatchObject({ code: 20410, data: { pid, hid: clinic.hid } })
    // The list of members is no record: it masks. It is the member's store that locks, not the reader's.
    expect((await clinic.as('doctor').call('patients.list', { hid: clinic.hid })).list).toMatchObject([{ pid, name: '林*' }])
    expect(await clinic.as('chain').refusal('patients.get', { id: pid }, { hid: clinic.hids[1]! })).toMatchObject({ code: 20410 })
    expect(await clinic.as('doctor').refusal('patients.check-view-password', { hid: clinic.hid, password: 'wrong' })).toMatchObject({
      code: 1,
      field: 'password',
      message: '查看密码错误，还可以试 4 次',
    })
    await clinic.as('doctor').call('patients.check-view-password', { hid: clinic.hid, password: 'eyes-2026' })
    expect(await clinic.as('doctor').call('patients.get', { id: pid })).toMatchObject({ pid })
    await locked(clinic, 'reception', pid)
    await clinic.as('doctor').call('privacy.lock', {})
    expect(await clinic.as('doctor').refusal('patients.get', { id: pid })).toMatchObject({ code: 20410 })
    await clinic.as('doctor').call('patients.check-view-password', { password: 'eyes-2026' })
    await manager.call('privacy.view-password.save', { hid: clinic.hid, password: 'other-2026' })
    expect(await clinic.as('doctor').refusal('patients.get', { id: pid })).toMatchObject({ code: 20410 })
    await manager.call('privacy.view-password.save', { hid: clinic.hid, password: null })
    await expect
      .poll(async () =>
        clinic
          .as('doctor')
          .call('patients.get', { id: pid })
          .then(
            (p) => p.pid,
            () => 0,
          ),
      )
      .toBe(pid)
  })
  it('five wrong view passwords lock the tries for 15 minutes, even the right one then', async () => {
    const clinic = await freshClinic()
    await clinic.as('manager').call('privacy.view-password.save', { hid: clinic.hid, password: 'eyes-2026' })
    for (let left = 4; left > 0; left--)
      expect((await clinic.as('doctor').refusal('patients.check-view-password', { password: 'wrong' })).message).toContain(
        `还可以试 ${left} 次`,
      )
    expect(await clinic.as('doctor').refusal('patients.check-view-password', { password: 'wrong' })).toMatchObject({ code: 100 })
    expect(await clinic.as('doctor').refusal('patients.check-view-password', { password: 'eyes-2026' })).toMatchObject({ code: 100 })
    await clinic.as('reception').call('patients.check-view-password', { password: 'eyes-2026' })
  })
  it('in an emergency one record opens for a reason, which stays in the list of unlocks and in the audit', async () => {
    const clinic = await freshClinic()
    const [pid, other] = [await member(clinic), await member(clinic, '周舟')]
    await clinic.as('manager').call('privacy.view-password.save', { hid: clinic.hid, password: 'eyes-2026' })
    await locked(clinic, 'doctor', pid)
    expect(await clinic.as('doctor').refusal('privacy.break-glass', { pid, reason: '急' })).toMatchObject({ code: 1, field: 'reason' })
    await clinic.as('doctor').call('privacy.break-glass', { pid, reason: '急诊，眼外伤' })
    expect(await clinic.as('doctor').call('patients.get', { id: pid })).toMatchObject({ pid })
    expect(await clinic.as('doctor').refusal('patients.get', { id: other })).toMatchObject({ code: 20410 })
    expect(await clinic.as('reception').refusal('privacy.break-glass', { pid, reason: '想看一看' })).toMatchObject({ code: 20405 })
    expect((await clinic.as('manager').call('privacy.unlocks', { hid: clinic.hid, how: 'break_glass' })).list).toMatchObject([
      { pid, patientName: '林*', reason: '急诊，眼外伤', how: 'break_glass' },
    ])
    await clinic.as('manager').call('patients.check-view-password', { password: 'eyes-2026' })
    const { list } = await clinic.as('manager').call('privacy.audit', { pid, tbl: 'record_unlock' })
    expect(list).toMatchObject([
      { action: 'insert', what: '档案解锁', ctid: clinic.ctid('doctor'), after: expect.objectContaining({ reason: '急诊，眼外伤' }) },
    ])
    expect(await (await freshClinic()).as('doctor').refusal('privacy.break-glass', { pid, reason: '别家的会员' })).toMatchObject({
      code: 1,
    })
  })
})

describe('the audit', () => {
  let clinic: Clinic
  let pid: number
  beforeAll(async () => {
    clinic = await freshClinic()
    pid = await member(clinic)
    await clinic.as('optometrist').call('patients.get', { id: pid })
    await clinic.as('cashier').call('patients.save', { pid, version: 0, name: '林晓晓' })
  })
  it('tells by member who saw and changed what, before and after', async () => {
    const { list } = await clinic.as('manager').call('privacy.audit', { pid })
    const lines = list.map((r) => [r.action, r.ctid, r.before?.name, r.after?.name])
    expect(lines).toContainEqual(['update', clinic.ctid('cashier'), '林晓', '林晓晓'])
    expect(lines).toContainEqual(['read', clinic.ctid('optometrist'), undefined, undefined])
    expect(list.every((r) => r.patientName === '林晓晓')).toBe(true)
  })
  it('by person, kind and day; what is sealed says so', async () => {
    const today = await clinic.tx(async (cx) => cx.today)
    const mine = await clinic
      .as('manager')
      .call('privacy.audit', { ctid: clinic.ctid('cashier'), action: 'update', tbl: 'patient', startDate: today, endDate: today })
    expect(mine.list).toMatchObject([{ pid, sealed: false }])
    await sealAudit(clinic)
    expect(
      (await clinic.as('manager').call('privacy.audit', { ctid: clinic.ctid('cashier'), action: 'update', tbl: 'patient' })).list,
    ).toMatchObject([{ pid, sealed: true }])
    expect((await clinic.as('manager').call('privacy.audit', { startDate: '2020-01-01', endDate: '2020-01-02' })).total).toBe(0)
  })
  it('speaks in the words of the forms: columns by label, choices by name, money in yuan; every audited table has a name', async () => {
    const chain = clinic.as('chain')
    const saved = await clinic.as('manager').call('product.save', { category: 1, name: '钛架', unit: '副', price: 380.5 } as never)
    const line = (await chain.call('privacy.audit', { tbl: 'product', action: 'insert' })).list.find((r) => r.rowId === saved.productId)!
    expect(line.what).toBe('商品')
    expect([line.words.name, line.words.price]).toEqual(['商品名称', '零售价'])
    expect([line.after!.category, line.after!.price]).toEqual(['镜架', '¥380.50'])
    const changed = (await chain.call('privacy.audit', { tbl: 'patient', pid })).list.find((r) => r.action === 'insert')!
    expect(changed.words).toMatchObject({ name: '姓名', mobile: '手机号', hid: '门店' })
    expect((await chain.call('privacy.audit', { pid, action: 'read' })).list[0]).toMatchObject({
      tbl: 'patients.get',
      words: { read: '查看会员' },
    })
    const audited = await clinic.tx((cx) =>
      cx.db.rows(
        { tbl: 'string' },
        sql`
          select tgrelid::regclass::text tbl
          from pg_trigger
          where tgname = 'audit_change' and not tgisinternal
        `,
      ),
    )
    expect(audited.length).toBeGreaterThan(50)
    const kinds = await chain.call('privacy.audit.kinds', {})
    expect(kinds.map((k) => k.tbl).sort()).toEqual(audited.map((a) => a.tbl).sort())
    expect(kinds.find((k) => k.tbl === 'record_frame')).toEqual({ tbl: 'record_frame', what: '框架镜订单' })
  })
  it('never shows a password, nor a store the asker may not enter, nor another organisation', async () => {
    const chain = clinic.as('chain')
    const accounts = (await chain.call('privacy.audit', { tbl: 'account' })).list
    expect(accounts.length).toBeGreaterThan(0)
    expect(JSON.stringify(accounts)).not.toMatch(/argon2/)
    await clinic.as('manager').call('privacy.view-password.save', { hid: clinic.hid, password: 'kept-secret' })
    await clinic.as('manager').call('privacy.view-password.save', { hid: clinic.hid, password: null })
    const kept = await clinic.tx((cx) =>
      cx.db.rows({ before: 'unknown', after: 'unknown' }, sql`select before, after from audit where tbl in ('account', 'view_password')`),
    )
    expect(kept.length).toBeGreaterThan(2)
    expect(JSON.stringify(kept)).not.toMatch(/argon2/)
    await chain.call('settings.level.save', { hid: clinic.hids[1]!, name: '金卡', discount: 9 }, { hid: clinic.hids[1]! })
    expect((await chain.call('privacy.audit', { tbl: 'level' })).total).toBe(1)
    expect((await clinic.as('manager').call('privacy.audit', { tbl: 'level' })).total).toBe(0)
    expect((await (await freshClinic()).as('chain').call('privacy.audit', { pid })).total).toBe(0)
    expect(await clinic.as('doctor').refusal('privacy.audit', {})).toMatchObject({ code: 20405 })
  })
  it('leaves as Excel with the same filters', async () => {
    const bytes = new Uint8Array(
      (await clinic.as('manager').call('privacy.audit.export', { pid, action: 'update' })) as unknown as ArrayBuffer,
    )
    const { head, rows } = await readSheet({ bytes })
    expect(head).toEqual(expect.arrayContaining(['时间', '人员', '操作', '修改前', '修改后']))
    expect(rows).toHaveLength(1)
    expect(rows[0]!.join(' ')).toContain('林晓晓')
  })
})
