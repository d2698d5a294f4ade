/** The view password of a member's store guards that member, whoever reads from wherever: one record is refused, everything else masks. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readSheet } from '#kernel/server/index.ts'
import { addStaff } from '#modules/account/server/door.ts'
import { callerOf, freshClinic, login, server, type Caller, type Clinic } from '../harness.ts'

const NAME = '欧阳锁柱'
const MOBILE = '13987654321'
const FACTS = {
  mobile2: '13800001111',
  guardian: '司马看护',
  address: '锁柱路九十九号',
  school: '锁柱小学',
  className: '三年锁班',
  occupation: '锁匠',
  note: '怕生锁柱',
}
const SECRETS = [NAME, MOBILE, '2013-07-19', ...Object.values(FACTS)]
const seen = (answer: unknown): string[] => SECRETS.filter((secret) => JSON.stringify(answer).includes(secret))

let clinic: Clinic
let pid: number
let free: number
/** Of the member's store, and of another one of the chain only. */
let same: Caller
let sister: Caller

beforeAll(async () => {
  clinic = await freshClinic()
  const { passwordHash, booted, base } = await server()
  const account = `sister_${process.pid}_${clinic.oid}`
  await clinic.tx((cx) => addStaff(cx, { hid: clinic.hids[1]!, name: '邻店店长', type: 5, account, passwordHash, role: 'manager' }))
  sister = callerOf(booted, base, () => login(base, account))
  same = clinic.as('doctor')
  pid = (await clinic.as('reception').call('patients.save', { name: NAME, mobile: MOBILE, birth: '2013-07-19', gender: 1, ...FACTS })).pid
  free = (await sister.call('patients.save', { name: '周自由', mobile: '13700000001', gender: 0 })).pid
  await clinic.as('reception').call('reservations.legacy.save', { hid: clinic.hid, pid, walkIn: true })
  await clinic.as('manager').call('privacy.view-password.save', { hid: clinic.hid, password: 'eyes-2026' })
  // Sessions learn of it by a notice.
  for (const who of [same, sister, clinic.as('manager'), clinic.as('chain'), clinic.as('reception')])
    await vi.waitFor(async () => expect(await (await who.raw('patients.get', { id: pid })).json()).toMatchObject({ code: 20410 }))
})

describe('a member of a store with a view password', () => {
  it('is refused to those of the store and of a sister store alike, with the store whose password it is', async () => {
    for (const who of [same, sister])
      for (const id of ['patients.get', 'patients.index'] as const)
        expect(await who.refusal(id, { id: pid })).toMatchObject({ code: 20410, data: { pid, hid: clinic.hid } })
    expect(await clinic.as('chain').refusal('patients.get', { id: pid }, { hid: clinic.hids[1]! })).toMatchObject({ code: 20410 })
  })
  it('does not lock a member of another store, wherever the reader works', async () => {
    expect(await clinic.as('chain').call('patients.get', { id: free }, { hid: clinic.hid })).toMatchObject({ name: '周自由' })
    expect(await same.call('patients.get', { id: free })).toMatchObject({ name: '周自由' })
  })
  it('is masked in lists and searches, and others beside are not', async () => {
    const { list } = await clinic.as('reception').call('patients.list', { hid: clinic.hid })
    expect(list).toMatchObject([{ pid, name: '欧**柱', mobile: '139****4321', birth: null, school: '••••••' }])
    const hits = [
      await sister.call('patients.search-by-name', { hid: clinic.hids[1]!, name: '锁柱' }),
      await same.call('patients.search-by-name', { hid: clinic.hid, name: MOBILE }),
      await sister.call('patients.info-by-mobile', { mobile: MOBILE }),
      await same.call('reservations.list', { hid: clinic.hid }),
      await clinic.as('reception').call('home.today', { hid: clinic.hid }),
    ]
    for (const answer of hits) expect([JSON.stringify(answer).includes(`${pid}`), seen(answer)]).toEqual([true, []])
    expect(JSON.stringify(await sister.call('patients.list', { hid: clinic.hids[1]! }))).toContain('周自由')
  })
  it('is masked in files', async () => {
    for (const [id, order] of [
      ['patients.export', clinic.hid],
      ['reservations.legacy.export', clinic.hid],
    ] as const) {
      const bytes = (await clinic.as('manager').call(id, { hid: order })) as unknown as ArrayBuffer
      const { rows } = await readSheet({ bytes: new Uint8Array(bytes) })
      expect([JSON.stringify(rows).includes('欧**柱'), seen(rows)]).toEqual([true, []])
    }
  })
  it('is masked in the audit and its file, before and after', async () => {
    const page = await clinic.as('manager').call('privacy.audit', { pid, action: 'insert' })
    expect(page.list.find((l) => l.tbl === 'patient')).toMatchObject({ patientName: '欧**柱', after: { name: '••••••', mobile: '••••••' } })
    expect(seen(page)).toEqual([])
    const bytes = (await clinic.as('manager').call('privacy.audit.export', { pid })) as unknown as ArrayBuffer
    const { rows } = await readSheet({ bytes: new Uint8Array(bytes) })
    expect([rows.length > 0, seen(rows)]).toEqual([true, []])
  })
  it('is masked in what a change answers', async () => {
    expect(await clinic.as('reception').call('patients.card.bind', { pid, cardNo: 'LOCK-1' })).toMatchObject([{ pid, cardNo: '••••••' }])
  })
  it('is changed, moved to another store, merged and erased by nobody who may not see it: the lock would go with it', async () => {
    const locked = { code: 20410, data: { pid, hid: clinic.hid } }
    expect(await sister.refusal('patients.save', { pid, name: NAME, hid: clinic.hids[1]! })).toMatchObject(locked)
    expect(await sister.refusal('patients.change-hospital', { id: pid, hid: clinic.hids[1]! })).toMatchObject(locked)
    expect(await sister.refusal('patients.merge', { keepPid: free, dropPid: pid, take: ['mobile'] })).toMatchObject(locked)
    expect(await sister.refusal('patients.merge-preview', { keepPid: pid, dropPid: free })).toMatchObject(locked)
    expect((await sister.call('patients.save', { name: '新会员', mobile: '13700000002', hid: clinic.hids[1]! })).name).toBe('新会员')
  })
})

describe('its password', () => {
  it('opens it from a sister store too, and closes it again', async () => {
    expect(await sister.refusal('patients.check-view-password', { hid: clinic.hid, password: 'wrong' })).toMatchObject({
      code: 1,
      field: 'password',
    })
    await sister.call('patients.check-view-password', { hid: clinic.hid, password: 'eyes-2026' })
    expect(await sister.call('patients.get', { id: pid })).toMatchObject({ name: NAME })
    expect(seen(await sister.call('patients.search-by-name', { hid: clinic.hids[1]!, name: '锁柱' }))).toContain(NAME)
    await sister.call('privacy.lock', {})
    expect(await sister.refusal('patients.get', { id: pid })).toMatchObject({ code: 20410 })
    expect((await clinic.as('manager').call('privacy.unlocks', { hid: clinic.hid })).list).toMatchObject([
      { how: 'password', staffName: '邻店店长' },
    ])
  })
  it('of another organisation is not there', async () => {
    const other = await freshClinic()
    expect(await other.as('doctor').refusal('patients.check-view-password', { hid: clinic.hid, password: 'eyes-2026' })).toMatchObject({
      code: 1,
      message: '此门店没有设置查看密码',
    })
  })
  it('the glass broken for one member opens that one, for the store of the member', async () => {
    await same.call('privacy.break-glass', { pid, reason: '急诊，眼外伤' })
    expect(await same.call('patients.get', { id: pid })).toMatchObject({ name: NAME })
    expect(seen(await same.call('patients.list', { hid: clinic.hid }))).toContain(NAME)
  })
})
