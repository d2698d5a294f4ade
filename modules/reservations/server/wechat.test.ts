import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

const today = clinicNow(new Date()).slice(0, 10)
const tomorrow = addDays(today, 1)
let clinic: Clinic
let pid: number
beforeAll(async () => {
  clinic = await freshClinic()
  pid = (
    await clinic
      .as('reception')
      .call('patients.save', { name: '赵一诺', mobile: '13912345678', guardian: '赵大山', address: '和平路 8 号' })
  ).pid
})
const duty = (day: string, input: Record<string, unknown> = {}) =>
  clinic.as('manager').call('duties.create', {
    hid: clinic.hid,
    doctorId: clinic.ctid('doctor'),
    day,
    shift: 2,
    timeFrom: '09:00',
    timeTo: '11:00',
    replace: true,
    force: true,
    ...input,
  })
const book = (visitAt: string, input: Record<string, unknown> = {}) => ({
  hid: clinic.hid,
  pid,
  doctorId: clinic.ctid('doctor'),
  visitAt,
  type: 2 as const,
  confirm: true,
  ...input,
})

describe('what lists mask of a booking', () => {
  it('reception reads the whole number, the doctor its ends; the rest is asked for by booking and each reading is kept', async () => {
    await duty(tomorrow)
    const { resid } = await clinic.as('reception').call('reservations.legacy.save', book(`${tomorrow} 09:00`))
    const mobileIn = async (role: 'reception' | 'doctor') =>
      (await clinic.as(role).call('reservations.list', { hid: clinic.hid, reservation_date: tomorrow })).list[0]?.mobile
    expect([await mobileIn('reception'), await mobileIn('doctor')]).toEqual(['13912345678', '139****5678'])
    expect((await clinic.as('doctor').call('reservations.get', { id: resid })).mobile).toBe('139****5678')
    expect(await clinic.as('reception').call('reservations.legacy.secret', { id: resid })).toMatchObject({
      resid,
      pid,
      mobile: '13912345678',
      guardian: '赵大山',
      address: '和平路 8 号',
    })
    expect(await clinic.as('doctor').refusal('reservations.legacy.secret', { id: resid })).toMatchObject({ code: 20405 })
    const read = await clinic.tx((cx) =>
      cx.db.any(sql`
        select 1
        from audit
        where action = 'read' and tbl = 'reservations.legacy.secret' and pid = ${pid}
        limit 1
      `),
    )
    expect(read).toBe(true)
  })
  it('a booking of another store is not found', async () => {
    const { resid } = await clinic
      .as('chain')
      .call('reservations.legacy.save', book(`${tomorrow} 09:30`, { hid: clinic.hids[1], doctorId: null }))
    expect(await clinic.as('reception').refusal('reservations.legacy.secret', { id: resid })).toMatchObject({
      message: '预约不存在或已被删除',
    })
  })
})

describe('slots for WeChat', () => {
  const slots = (input: Record<string, unknown> = {}) =>
    clinic.as('reception').call('reservations.wechat-intervals', { hid: clinic.hid, doctorId: clinic.ctid('doctor'), ...input })
  it('come out of duty and bookings, without a name of a member', async () => {
    const day = addDays(today, 2)
    await duty(day)
    await clinic.as('reception').call('reservations.legacy.save', book(`${day} 10:00`))
    const [found] = await slots({ startDate: day, days: 1 })
    expect(found).toEqual({
      date: day,
      doctorId: clinic.ctid('doctor'),
      doctorName: expect.any(String) as string,
      slots: [
        { from: '09:00', to: '09:30', left: 1 },
        { from: '09:30', to: '10:00', left: 1 },
        { from: '10:00', to: '10:30', left: 0 },
        { from: '10:30', to: '11:00', left: 1 },
      ],
    })
    expect(JSON.stringify(found)).not.toContain('赵一诺')
  })
  it('a duty whose quota is used up has nothing left', async () => {
    const day = addDays(today, 3)
    await duty(day, { quota: 1 })
    await clinic.as('reception').call('reservations.legacy.save', book(`${day} 09:00`))
    expect((await slots({ startDate: day, days: 1 }))[0]?.slots.map((s) => s.left)).toEqual([0, 0, 0, 0])
  })
  it('end where the store lets no later booking, and begin behind the lead time', async () => {
    const far = addDays(today, 9)
    await duty(far)
    expect(await slots({ startDate: far, days: 1 })).toHaveLength(1)
    await clinic.as('manager').call('settings.save', { hid: clinic.hid, wechatBookDays: 5, wechatLeadMinutes: 4 * 1440 })
    expect(await slots({ startDate: far, days: 1 })).toEqual([])
    expect((await slots({ startDate: tomorrow, days: 3 })).length).toBe(0)
    await clinic.as('manager').call('settings.save', { hid: clinic.hid, wechatBookDays: 14, wechatLeadMinutes: 60 })
    expect((await slots({ startDate: tomorrow, days: 3 })).length).toBeGreaterThan(0)
  })
  it('15 days at once are refused at the field', async () => {
    expect(await clinic.as('reception').refusal('reservations.wechat-intervals', { hid: clinic.hid, days: 15 })).toMatchObject({
      field: 'days',
    })
  })
  it('a member holds as many bookings by WeChat as the store lets; one of another way stays possible', async () => {
    const day = addDays(today, 4)
    await duty(day)
    const other = await clinic.as('reception').call('patients.save', { name: '钱二', mobile: '13912345679' })
    const by = (time: string, requestFrom: 3 | 2) =>
      book(`${day} ${time}`, { pid: other.pid, requestFrom, doctorId: clinic.ctid('doctor') })
    await clinic.as('optometrist').call('reservations.legacy.save', by('09:00', 3))
    await clinic.as('optometrist').call('reservations.legacy.save', by('09:30', 3))
    expect(await clinic.as('optometrist').refusal('reservations.legacy.save', by('10:00', 3))).toMatchObject({
      message: '会员已有 2 个由微信约的就诊，最多 2 个',
      field: 'requestFrom',
    })
    expect(await clinic.as('optometrist').call('reservations.legacy.save', by('10:00', 2))).toMatchObject({ status: 1 })
  })
})

describe('voice of the waiting room', () => {
  it('without a speech service the screen is told to speak by itself', async () => {
    expect(await clinic.as('reception').call('large-screens.baidu-token', {})).toEqual({ local: true })
  })
})
