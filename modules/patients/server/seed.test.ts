/** What a client that knows only the seeds sees of a member. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

describe('a member as the seeds have it', () => {
  let clinic: Clinic
  const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
  beforeAll(async () => {
    clinic = await freshClinic()
  })

  it('seed §3 patient: money, moneyGift and points stand in getone, list and index; the balance is the sum of the first two', async () => {
    const { hid } = clinic
    const { pid } = await as('reception').call('patients.save', { name: '钱多多', mobile: '13910000001' })
    await as('reception').call('patients.save', { name: '没有钱', mobile: '13910000002' })
    await as('cashier').call('chargebill.insert-and-pay', { hid, pid, money: 500, moneyGift: 50, payWay: 1 })
    await as('manager').call('patients.points.adjust', { pid, points: 120, reason: '补积分' })
    const held = { money: 500, moneyGift: 50, points: 120 }
    expect(await as('cashier').call('patients.get', { id: pid })).toMatchObject(held)
    expect(await as('cashier').call('patients.index', { id: pid })).toMatchObject({ ...held, balance: 550 })
    for (const query of [{ hid }, { hid, name: '钱' }, { hid, sort: 'name' as const }, { hid, pageSize: 0 }]) {
      const { list } = await as('cashier').call('patients.list', query)
      expect(list.find((row) => row.pid === pid)).toMatchObject(held)
      for (const row of list.filter((r) => r.pid !== pid)) expect(row).toMatchObject({ money: 0, moneyGift: 0, points: 0 })
    }
  })
})
