/** What a client that knows only the seeds sees of a member. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

describe('a member as the seeds have it', () => {
  let clinic: Clinic
  const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
  beforeAll(async () => {
    clinic = await freshClinic()
  })

  it('R081 money, moneyGift and points stand in getone, list and index; the balance is the sum of the first two', async () => {
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

  it('R083: any gender but 0 is female, when it is saved and when it is asked for', async () => {
    const { hid } = clinic
    const { pid } = await as('reception').call('patients.save', { name: '性别二', gender: 2 } as never)
    expect((await as('reception').call('patients.get', { id: pid })).gender).toBe(1)
    const found = await as('reception').call('patients.list', { hid, gender: 9 } as never)
    expect(found.list.map((row) => row.pid)).toContain(pid)
    expect((await as('reception').call('patients.list', { hid, gender: 0 })).list.map((row) => row.pid)).not.toContain(pid)
    for (const gender of [-1, 1.5, 'x'])
      expect(await as('reception').refusal('patients.save', { name: '性别', gender })).toMatchObject({ code: 1 })
  })
  it('code 1406 says who exists, masked: who asks may know the number and nothing more', async () => {
    const born = { birth: '2012-03-04', gender: 1 as const }
    const idCard = '11010119900307123'
    const sum = Array.from(idCard, (d, i) => Number(d) * (2 ** (17 - i) % 11)).reduce((a, b) => a + b, 0)
    const card = idCard + '10X98765432'[sum % 11]
    const { memberNo, pid } = await as('reception').call('patients.save', { name: '周雨桐', mobile: '13900001111', idCard: card, ...born })
    const store = (await as('reception').call('saler.index', { hid: clinic.hid })).name
    expect(await as('reception').refusal('patients.save', { name: '周雨桐', mobile: '13900001111' })).toMatchObject({
      code: 1406,
      message: `会员已存在：周*桐 139****1111，会员号 ${memberNo}（${store}）`,
    })
    expect(await as('reception').refusal('patients.save', { name: '另一个人', idCard: card })).toMatchObject({
      code: 1406,
      message: `会员已存在：身份证号相同：周*桐 139****1111，会员号 ${memberNo}（${store}）`,
    })
    const other = await as('reception').call('patients.save', { name: '周雨', mobile: '13900001111' })
    expect(await as('reception').refusal('patients.save', { pid: other.pid, name: '周雨桐', mobile: '13900001111' })).toMatchObject({
      code: 1406,
    })
    expect(await as('reception').call('patients.save', { pid, name: '周雨桐', mobile: '13900001111', idCard: card })).toMatchObject({ pid })
  })
})
