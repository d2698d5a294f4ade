import { beforeAll, describe, expect, it } from 'vitest'
import { clinicNow } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

const inDays = (n: number) => clinicNow(new Date(Date.now() + n * 86_400_000)).slice(0, 10)
const tomorrow = inDays(1)
let clinic: Clinic
let pid: number
beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await member('林子涵', '13900000001')).pid
})
const member = (name: string, mobile: string) => clinic.as('reception').call('patients.save', { name, mobile })
const desk = () => clinic.as('reception')
const booking = (input: Record<string, unknown> = {}) =>
  ({
    hid: clinic.hid,
    pid,
    doctorId: clinic.ctid('doctor'),
    visitAt: `${tomorrow} 09:00`,
    visitEnd: `${tomorrow} 09:30`,
    type: 2,
    // One member takes every slot here.
    confirm: true,
    ...input,
  }) as never
const history = async (id: number) => (await desk().call('reservations.legacy.infos', { id })).history.map((h) => h.toStatus)

describe('booking', () => {
  it('books, shows in both call families with the same status, and keeps who did it', async () => {
    const made = await desk().call('reservations.legacy.save', booking())
    expect(made).toMatchObject({
      pid,
      patientName: '林子涵',
      status: 1,
      visitAt: `${tomorrow} 09:00:00`,
      doctorId: clinic.ctid('doctor'),
      ticketNo: null,
    })
    const old = await desk().call('reservations.legacy.list', { hid: clinic.hid, startDate: tomorrow, endDate: tomorrow })
    const fresh = await desk().call('reservations.list', {
      hid: clinic.hid,
      reservation_date: tomorrow,
      doctor_id: clinic.ctid('doctor'),
      status: 1,
    })
    expect(fresh.list.map((r) => r.resid)).toEqual([made.resid])
    expect(old.list).toEqual(fresh.list)
    expect((await desk().call('reservations.list', { hid: clinic.hid, reservation_date: tomorrow, type: 1 })).total).toBe(0)
    const infos = await clinic.as('doctor').call('reservations.legacy.infos', { id: made.resid })
    expect(infos.history).toMatchObject([{ move: 'begin', toStatus: 1, ctid: clinic.ctid('reception') }])
  })

  it('a doctor is never double-booked: of 100 at once exactly one wins, the others read when the doctor is taken', async () => {
    const slot = booking({ visitAt: `${tomorrow} 10:00`, visitEnd: `${tomorrow} 10:30` })
    const answers = await Promise.all(
      Array.from(
        { length: 100 },
        async () => (await desk().raw('reservations.legacy.save', slot)).json() as Promise<{ code: number; message: string }>,
      ),
    )
    expect(answers.filter((a) => a.code === 200)).toHaveLength(1)
    expect(new Set(answers.filter((a) => a.code !== 200).map((a) => a.message))).toEqual(
      new Set([`该医生在 ${tomorrow.slice(5)} 10:00–10:30 已有预约`]),
    )
    expect(
      await desk().refusal('reservations.legacy.save', booking({ visitAt: `${tomorrow} 10:15`, visitEnd: `${tomorrow} 10:45` })),
    ).toMatchObject({ code: 1, field: 'visitAt' })
    await desk().call('reservations.legacy.save', booking({ visitAt: `${tomorrow} 10:30`, visitEnd: `${tomorrow} 11:00` }))
  })

  it('R126: a cancelled booking gives its slot back; it needs a reason, and is not reached by the status call', async () => {
    const made = await desk().call('reservations.legacy.save', booking({ visitAt: `${tomorrow} 13:00`, visitEnd: `${tomorrow} 13:30` }))
    expect(await desk().refusal('reservations.status', { id: made.resid, status: 30 })).toMatchObject({
      code: 1,
      message: '取消预约请使用取消功能，并填写原因',
    })
    expect(await desk().refusal('reservations.legacy.cancel', { id: made.resid, reason: ' ' })).toMatchObject({ field: 'reason' })
    expect(await desk().call('reservations.legacy.cancel', { id: made.resid, reason: '孩子发烧' })).toMatchObject({
      status: 30,
      cancelReason: '孩子发烧',
    })
    expect(await desk().call('reservations.legacy.cancel', { id: made.resid, reason: '再次' })).toMatchObject({
      status: 30,
      cancelReason: '孩子发烧',
    })
    await desk().call('reservations.legacy.save', booking({ visitAt: `${tomorrow} 13:00`, visitEnd: `${tomorrow} 13:30` }))
  })

  it('moving keeps the old booking as 32 and links the new one; a change of facts stays one booking', async () => {
    const made = await desk().call('reservations.legacy.save', booking({ visitAt: `${tomorrow} 14:00`, visitEnd: `${tomorrow} 14:30` }))
    const noted = await desk().call(
      'reservations.legacy.save',
      booking({ resid: made.resid, version: made.version, visitAt: made.visitAt, visitEnd: made.visitEnd, note: '带旧镜' }),
    )
    expect(noted).toMatchObject({ resid: made.resid, note: '带旧镜', status: 1 })
    expect(
      await desk().refusal('reservations.legacy.save', booking({ resid: made.resid, version: made.version, visitAt: made.visitAt })),
    ).toMatchObject({ message: '预约已被他人修改，请刷新后重试' })
    const moved = await desk().call(
      'reservations.legacy.save',
      booking({ resid: made.resid, visitAt: `${tomorrow} 14:15`, visitEnd: `${tomorrow} 14:45` }),
    )
    expect(moved).toMatchObject({ status: 1, movedFrom: made.resid, note: '带旧镜' })
    expect(await desk().call('reservations.get', { id: made.resid })).toMatchObject({ status: 32, movedTo: moved.resid })
    expect(await history(made.resid)).toEqual([1, 32])
    expect(await desk().refusal('reservations.legacy.save', booking({ resid: made.resid, visitAt: `${tomorrow} 16:00` }))).toMatchObject({
      message: '预约已锁定，不能修改',
    })
  })

  it('refuses what is closed, past, backwards, or of another clinic', async () => {
    expect(
      await desk().refusal('reservations.legacy.save', booking({ visitAt: `${tomorrow} 19:45`, visitEnd: `${tomorrow} 20:15` })),
    ).toMatchObject({ message: `${tomorrow.slice(5)} 19:45 不在营业时间（08:00–20:00）`, field: 'visitAt' })
    expect(
      await desk().refusal('reservations.legacy.save', booking({ visitAt: '2020-01-01 09:00', visitEnd: '2020-01-01 09:30' })),
    ).toMatchObject({ message: '不能预约过去的时间' })
    expect(
      await desk().refusal('reservations.legacy.save', booking({ visitAt: `${tomorrow} 09:00`, visitEnd: `${tomorrow} 08:30` })),
    ).toMatchObject({ field: 'visitEnd' })
    const other = await freshClinic()
    expect(
      await other.as('reception').refusal('reservations.legacy.save', { hid: other.hid, pid, visitAt: `${tomorrow} 09:00` }),
    ).toMatchObject({ message: '会员不存在或已被删除' })
    const mine = await desk().call('reservations.legacy.save', booking({ visitAt: `${tomorrow} 16:00`, visitEnd: `${tomorrow} 16:30` }))
    expect(await other.as('chain').refusal('reservations.get', { id: mine.resid })).toMatchObject({ message: '预约不存在或已被删除' })
    expect(await other.as('chain').refusal('reservations.list', { hid: clinic.hid })).toMatchObject({ code: 1 })
    expect(await clinic.as('warehouse').refusal('reservations.legacy.save', booking())).toMatchObject({ code: 20405 })
  })
})

describe('the roster', () => {
  it('once the store keeps a roster for a day, a doctor is booked within it; the desk may add one with a note', async () => {
    const day = inDays(3)
    const doctorId = clinic.ctid('doctor')
    const [duty] = await clinic.as('manager').call('duties.create', { hid: clinic.hid, doctorId, day, shift: 2, quota: 2 })
    expect(duty).toMatchObject({ timeFrom: '08:00', timeTo: '12:00' })
    const bookAt = (from: string, to: string, more = {}) => booking({ visitAt: `${day} ${from}`, visitEnd: `${day} ${to}`, ...more })
    expect(await desk().refusal('reservations.legacy.save', bookAt('14:00', '14:30'))).toMatchObject({
      field: 'offDutyNote',
      message: expect.stringContaining('没有排班'),
    })
    expect(
      await clinic.as('optometrist').refusal('reservations.legacy.save', bookAt('14:00', '14:30', { offDutyNote: '加号' })),
    ).toMatchObject({ field: 'offDutyNote' })
    expect(await desk().call('reservations.legacy.save', bookAt('14:00', '14:30', { offDutyNote: '院长同意加号' }))).toMatchObject({
      offDutyNote: '院长同意加号',
    })
    await desk().call('reservations.legacy.save', bookAt('09:00', '09:30'))
    await desk().call('reservations.legacy.save', bookAt('09:30', '10:00'))
    expect(await desk().refusal('reservations.legacy.save', bookAt('10:00', '10:30'))).toMatchObject({
      message: expect.stringContaining('2 个号已约满'),
    })
    expect(await desk().call('duties.left', { id: doctorId, hid: clinic.hid, startDate: day, endDate: day })).toMatchObject([
      { booked: 2, left: 0, quota: 2 },
    ])
    const slots = await desk().call('duties.interval', { id: doctorId, hid: clinic.hid, day, minutes: 30 })
    expect(slots.filter((s) => s.free).map((s) => s.time)).toEqual(['08:00', '08:30', '10:00', '10:30', '11:00', '11:30'])
    expect(await clinic.as('manager').refusal('duties.delete', { id: duty!.id })).toMatchObject({
      message: '该班次已有 2 个预约，请先改约，或确认后强制修改',
    })
    await clinic.as('manager').call('duties.delete', { id: duty!.id, force: true })
  })

  it('a doctor is on duty in one place at a time; weeks are copied without overwriting', async () => {
    const doctorId = clinic.ctid('optometrist')
    const [from, to] = [inDays(20), inDays(26)]
    const manager = clinic.as('manager')
    await manager.call('duties.create', { hid: clinic.hid, doctorId, day: from, shift: 2 })
    await manager.call('duties.create', { hid: clinic.hid, doctorId, day: from, shift: 4 })
    expect(await manager.refusal('duties.create', { hid: clinic.hid, doctorId, day: from, shift: 1 })).toMatchObject({
      message: expect.stringContaining('重叠'),
    })
    expect(await clinic.as('chain').refusal('duties.create', { hid: clinic.hids[1]!, doctorId, day: from, shift: 2 })).toMatchObject({
      message: expect.stringContaining('重叠'),
    })
    await manager.call('duties.create', { hid: clinic.hid, doctorId, day: inDays(27), shift: 1 })
    expect(await manager.call('duties.copy', { hid: clinic.hid, startDate: from, endDate: to })).toEqual({ copied: 0, skipped: 2 })
    expect(await manager.call('duties.copy', { hid: clinic.hid, startDate: from, endDate: to, targetDate: inDays(40) })).toEqual({
      copied: 2,
      skipped: 0,
    })
    const doctors = await desk().call('duties.doctors', { hid: clinic.hid, startDate: inDays(40), endDate: inDays(46) })
    expect(doctors.find((d) => d.ctid === doctorId)).toMatchObject({ halfDays: 2, duties: [{ shift: 2 }, { shift: 4 }] })
    expect(await manager.call('duties.create', { hid: clinic.hid, doctorId, day: inDays(40), shift: 0 })).toEqual([])
    expect(await manager.call('duties.clear', { hid: clinic.hid, startDate: inDays(40), endDate: inDays(46) })).toEqual({ copied: 0 })
    expect(await desk().refusal('duties.clear', { hid: clinic.hid, startDate: from, endDate: to })).toMatchObject({ code: 20405 })
  })
})
