import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { questionNames } from '../contract/eg.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let combinationId: number
const today = clinicNow().slice(0, 10)
const eg = () => clinic.as('eg')
const userOf = (name: string, mobile: string | null = null) =>
  clinic.tx((cx) =>
    cx.db.the(
      { id: 'number' },
      sql`
        insert into eg_patient (hid, name, mobile)
        values (${clinic.hid}, ${name}, ${mobile})
        returning id
      `,
    ),
  )
beforeAll(async () => {
  clinic = await freshClinic()
  const manager = clinic.as('manager')
  const { id } = await manager.call('settings.eg-program.create', { hid: clinic.hid, name: '户外两小时' })
  combinationId = (
    await manager.call('settings.eg-combination.create', { hid: clinic.hid, name: '护眼十二周', programIds: [id], weeks: 12, price: 199 })
  ).id
})

describe('the eye guardian', () => {
  it('gives a combination to a user once at a time, with its weeks and price', async () => {
    const { id: egId } = await userOf('护眼甲')
    expect(await eg().call('eg.service.open', { egId, combinationId })).toMatchObject({
      weeks: 12,
      price: 199,
      status: 0,
      endsOn: addDays(today, 83),
    })
    expect(await eg().refusal('eg.service.open', { egId, combinationId })).toMatchObject({ code: 1, field: 'egId' })
    const [service] = (await eg().call('eg.user', { id: egId })).services
    await eg().call('eg.service.stop', { id: service?.id ?? 0, reason: '家长退出' })
    expect(await eg().refusal('eg.service.stop', { id: service?.id ?? 0, reason: '再停' })).toMatchObject({ code: 1 })
  })
  it('keeps one row a day; the same day again changes what is told', async () => {
    const { id: egId } = await userOf('护眼乙')
    await eg().call('eg.checkin', { egId, day: today, outdoorMinutes: 130 })
    expect(await eg().call('eg.checkin', { egId, day: today, nearMinutes: 60 })).toMatchObject({ outdoorMinutes: 130, nearMinutes: 60 })
    expect(await eg().refusal('eg.checkin', { egId, day: today })).toMatchObject({ code: 1, field: 'outdoorMinutes' })
    expect(await eg().refusal('eg.checkin', { egId, day: addDays(today, 2), outdoorMinutes: 1 })).toMatchObject({ code: 1 })
    expect((await eg().call('eg.data', { name: '护眼乙' })).list).toMatchObject([
      { kept: 1, outdoorDays: 1, outdoorMean: 130, fellOff: false },
    ])
  })
  it('tells who fell off, and counts as the home page does', async () => {
    const { id: egId } = await userOf('护眼丙')
    await eg().call('eg.service.open', { egId, combinationId, startsOn: today })
    await clinic.tx((cx) => cx.db.run(sql`update eg_service set starts_on = ${addDays(today, -30)}::date where eg_id = ${egId}`))
    await eg().call('eg.checkin', { egId, day: addDays(today, -7), outdoorMinutes: 90 })
    expect((await eg().call('eg.data', { state: 'fellOff' })).list.map((r) => r.id)).toEqual([egId])
    expect(await eg().call('eg.counts', {})).toMatchObject({ users: 3, served: 1, fellOff: 1, kept: 1 })
    await eg().call('eg.checkin', { egId, day: addDays(today, -6), outdoorMinutes: 90 })
    expect((await eg().call('eg.data', { state: 'fellOff' })).total).toBe(0)
  })
  it('scores behaviour when every question was answered', async () => {
    const { id: egId } = await userOf('护眼丁')
    const answers = Object.fromEntries(questionNames.map((q, i) => [q, (i % 2 ? 4 : 2) as 4 | 2]))
    expect(await eg().call('eg.assess', { egId, day: today, answers })).toMatchObject({ score: 75, templateVersion: 1 })
    expect(await eg().refusal('eg.assess', { egId, day: today, answers: { outdoor: 4 } })).toMatchObject({ code: 1, field: 'answers' })
  })
  it('suggests the member a user may be and links nobody by itself', async () => {
    const { pid, memberNo } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '护眼戊', mobile: '13912345678' })
    await userOf('护眼戊', '13912345678')
    expect((await eg().call('eg.data', { name: '护眼戊' })).list).toMatchObject([{ pid: null, suggestedPid: pid, suggestedNo: memberNo }])
  })
  it('suggests the student of a screened school a user may be', async () => {
    const school = await clinic
      .as('optometrist')
      .call('eyefile.schools.create', { hid: clinic.hid, name: '护眼小学', stage: 2, areaCode: '110105' })
    const room = await clinic
      .as('optometrist')
      .call('eyefile.classes.create', { hid: clinic.hid, schoolId: school.id, grade: 13, name: '2班' })
    await clinic.as('optometrist').call('eyefile.students.create', {
      hid: clinic.hid,
      name: '护眼己',
      gender: 0,
      birth: '2017-08-01',
      mobile: '13912340000',
      schoolId: school.id,
      classId: room.id,
    })
    await userOf('护眼己', '13912340000')
    await userOf('护眼己')
    const { list } = await eg().call('eg.data', { name: '护眼己' })
    expect(list.map((r) => [r.pid, r.suggestedPid, r.suggestedSchool])).toEqual([
      [null, null, null],
      [null, null, '护眼小学 2班'],
    ])
  })
  it('R012 R006 the account sees its own data and nothing else', async () => {
    expect(await eg().refusal('train.sdx-users.list', {})).toMatchObject({ code: 20405 })
    expect(await clinic.as('trainer').refusal('eg.data', {})).toMatchObject({ code: 20405 })
    const info = await eg().call('account.userinfo', {})
    const screens = info.menuList.flatMap((s) => s.children ?? [])
    expect(screens.find((s) => s.path === '/eg/data')).toMatchObject({ hidden: true })
    const other = await freshClinic()
    expect((await other.as('eg').call('eg.data', {})).total).toBe(0)
  })
})
