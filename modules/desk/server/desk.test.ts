import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

describe('desk', () => {
  let clinic: Clinic
  beforeAll(async () => {
    clinic = await freshClinic()
  })

  it('shows each account the parts its permissions open, and null for the others', async () => {
    const manager = await clinic.as('manager').call('home.today', { hid: clinic.hid })
    expect(manager).toMatchObject({ hid: clinic.hid, queue: { booked: 0, waiting: 0 }, late: [], takings: { net: 0, bills: 0, unpaid: 0 } })
    const doctor = await clinic.as('doctor').call('home.today', { hid: clinic.hid })
    expect(doctor.takings).toBeNull()
    expect(doctor.queue).not.toBeNull()
  })

  it('follows the day: a walk-in waits, an unpaid bill and an order are counted', async () => {
    const { pid } = await clinic.as('reception').call('patients.save', { name: '赵建国', mobile: '13911112222' })
    await clinic.as('reception').call('reservations.legacy.save', { hid: clinic.hid, pid, walkIn: true })
    await clinic.as('optometrist').call('frame.create', { hid: clinic.hid, pid, dsOd: -1, pdOd: 31, dsOs: -1, pdOs: 31, promisedAt: '2020-01-01 10:00' })
    const day = await clinic.as('manager').call('home.today', { hid: clinic.hid })
    expect(day.queue).toMatchObject({ arrived: 1 })
    expect(day.lines).toEqual([expect.objectContaining({ patientName: '赵建国', ticketNo: expect.stringMatching(/^[A-Z]\d{3}$/) })])
    expect(day.late).toEqual([expect.objectContaining({ patientName: '赵建国', status: 10 })])
    const days = await clinic.as('manager').call('home.days', { hid: clinic.hid })
    expect(days.list).toHaveLength(14)
    expect(days.list.at(-1)).toMatchObject({ orders: 1 })
  })

  it('another clinic\'s store is not found', async () => {
    const other = await freshClinic()
    expect(await other.as('manager').refusal('home.today', { hid: clinic.hid })).toMatchObject({ code: 1, message: '门店不存在或已被删除' })
  })
})
