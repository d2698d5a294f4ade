/** What a client that knows only the seeds sees of stored value and points. */
import { beforeAll, describe, expect, it } from 'vitest'
import { makeFeeItems } from '#modules/billing/server/make.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

describe('stored value and points as the seeds have them', () => {
  let clinic: Clinic
  const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
  const till = () => as('cashier')
  const member = async (name: string) => (await as('reception').call('patients.save', { name })).pid
  const packagesOf = async (pid: number) => (await till().call('packages.list', { pid })).list
  let fiid: number
  const combo = async (name: string) =>
    (await as('manager').call('feegroup.save', { name, packagePrice: 800, groupItems: [{ fiid, quantity: 10 }] })).fgid
  beforeAll(async () => {
    clinic = await freshClinic()
    fiid = (await makeFeeItems(as('manager'), clinic.hid)).get('视功能训练（次）')!
  })

  it('seed §3 charge bill: fgid, level, storageSchemeId and chargeConsultantId are answered, and fgid opens the package', async () => {
    const { hid } = clinic
    const [pid, fgid] = [await member('带套餐'), await combo('训练十次')]
    const { id: level } = await as('manager').call('settings.level.save', { hid, name: '金卡', discount: 9 })
    const { id: storageSchemeId } = await as('manager').call('storage-scheme.create', {
      name: '充千送套餐',
      money: 1000,
      moneyGift: 100,
      fgid,
      level,
    })
    const chargeConsultantId = clinic.ctid('reception')
    const request = { fgid, level, storageSchemeId, chargeConsultantId }
    const bill = await till().call('chargebill.insert-and-pay', { hid, pid, money: 1000, moneyGift: 100, payWay: 1, ...request })
    expect(bill).toMatchObject(request)
    expect((await till().call('chargebill.list', { hid })).list[0]).toMatchObject(request)
    expect((await till().call('chargebill.list-by-patient', { pid })).list[0]).toMatchObject(request)
    expect(await packagesOf(pid)).toMatchObject([{ name: '训练十次', price: 0 }])
    // The scheme alone says what comes with it.
    const other = await member('按方案')
    await till().call('charge-bills.create', { hid, pid: other, money: 1000, moneyGift: 100, payWay: 1, storageSchemeId })
    expect(await packagesOf(other)).toMatchObject([{ name: '训练十次' }])
    // What came with principal goes back with the whole of it.
    expect(await as('manager').call('chargebill.withdrawal-plan', { pid: other, money: 400 })).toMatchObject({ packages: [] })
    expect(await as('manager').call('chargebill.withdrawal-plan', { pid: other })).toMatchObject({ packages: [{ name: '训练十次' }] })
    await as('manager').call('chargebill.withdrawal', {
      pid: other,
      money: 1000,
      payWay: 4,
      refundName: '按方案',
      refundAccount: '6222',
      note: '不来了',
    })
    expect((await packagesOf(other)).map((p) => p.status)).toEqual([4])
  })
  it('a combo that is stopped, or of another organisation, stops the top-up before money is taken', async () => {
    const { hid } = clinic
    const [pid, fgid] = [await member('停了'), await combo('停售')]
    await as('manager').call('feegroup.status', { id: fgid, status: 1 })
    for (const each of [fgid, 9_999_999])
      expect(await till().refusal('chargebill.insert-and-pay', { hid, pid, money: 100, payWay: 1, fgid: each })).toMatchObject({
        message: '套餐不存在或已被删除',
      })
    expect((await till().call('loyalty.wallet', { pid })).money).toBe(0)
  })
  it('a transfer above the balance says 余额不足, and so does everything else that would overdraw', async () => {
    const [pid, transferPid] = [await member('甲'), await member('乙')]
    expect(await as('manager').refusal('chargebill.transfer', { pid, transferPid, transferAmount: 10, confirmMoney: 10 })).toMatchObject({
      code: 1,
      message: '余额不足',
      field: 'transferAmount',
    })
    expect(await as('manager').refusal('patients.points.adjust', { pid, points: -10, reason: '扣多了' })).toMatchObject({
      code: 1,
      message: '余额不足',
    })
  })
  it('seed §3 points rule: PUT /points/rules takes the one form {pointsRuleId, pointsRule, pointsNumber}', async () => {
    const [rule, next] = (await as('manager').call('points.rules.list', {})).list
    const { list } = await as('chain').call('points.rules.save-all', {
      pointsRuleId: rule!.pointsRuleId,
      pointsRule: rule!.pointsRule,
      pointsNumber: rule!.pointsNumber + 1,
    })
    expect(list.find((r) => r.pointsRuleId === rule!.pointsRuleId)?.pointsNumber).toBe(rule!.pointsNumber + 1)
    expect(list.find((r) => r.pointsRuleId === next!.pointsRuleId)?.pointsNumber).toBe(next!.pointsNumber)
    expect(await as('chain').refusal('points.rules.save-all', { pointsRule: rule!.pointsRule })).toMatchObject({ code: 1 })
  })
})
