import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
const cashier = () => clinic.as('cashier')
const manager = () => clinic.as('manager')
let n = 0
const member = async () =>
  (await clinic.as('reception').call('patients.save', { name: `储值${String.fromCharCode(0x4e00 + ++n)}`, hid: clinic.hid } as never)).pid
const topUp = (pid: number, money: number, moneyGift = 0) =>
  cashier().call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money, moneyGift, payWay: 2 })
beforeAll(async () => {
  clinic = await freshClinic()
})

describe('stored value', () => {
  it('R076 principal and gift money stand apart; the bill knows the balance after it', async () => {
    const pid = await member()
    const first = await topUp(pid, 1000, 200)
    expect(first).toMatchObject({ kind: 1, money: 1000, moneyGift: 200, payWay: 2, moneyAfter: 1000, moneyGiftAfter: 200 })
    await topUp(pid, 500.5)
    expect(await cashier().call('loyalty.wallet', { pid })).toEqual({ pid, money: 1500.5, moneyGift: 200, points: 0 })
    expect(await cashier().call('chargebill.info', { cbid: first.cbid })).toMatchObject({ moneyAfter: 1000 })
    const list = await cashier().call('chargebill.list-by-patient', { pid })
    expect(list).toMatchObject({ total: 2 })
    const figures = await cashier().call('chargebill.statistical', { hid: clinic.hid })
    expect(figures).toMatchObject({ money: 1500.5, moneyGift: 200, times: 2, held: 1500.5, heldGift: 200 })
    expect(figures.ways).toEqual([{ payWay: 2, money: 1500.5, times: 2 }])
    // What a store holds is its own, gift money too.
    const sister = await clinic.as('chain').call('chargebill.statistical', { hid: clinic.hids[1]! })
    expect(sister).toMatchObject({ money: 0, held: 0, heldGift: 0 })
  })
  it('a named card holds at most 5,000 yuan unless the organisation sets another limit', async () => {
    const pid = await member()
    await topUp(pid, 4000)
    expect(await cashier().refusal('chargebill.insert-and-pay', { hid: clinic.hid, pid, money: 1000.01, payWay: 1 })).toMatchObject({
      code: 1,
      field: 'money',
      message: expect.stringContaining('5000 元'),
    })
    await manager().call('points.rules.save-all', { list: [{ pointsRuleId: 6, pointsNumber: 0 }] })
    await topUp(pid, 9000)
    await manager().call('points.rules.save-all', { list: [{ pointsRuleId: 6, pointsNumber: 5000 }] })
  })
  it('gift money is never paid out; it is forfeited in proportion to the principal', async () => {
    const pid = await member()
    await topUp(pid, 300, 100)
    expect(await cashier().refusal('chargebill.withdrawal', { pid, money: 10, payWay: 1, note: '搬家' })).toMatchObject({ code: 20405 })
    expect(await manager().refusal('chargebill.withdrawal', { pid, money: 300.01, payWay: 1, note: '搬家' })).toMatchObject({
      message: '可退本金只有 300.00 元，赠金不能退现',
    })
    const out = await manager().call('chargebill.withdrawal', {
      pid,
      money: 150,
      payWay: 4,
      refundName: `储值${String.fromCharCode(0x4e00 + n)}`,
      refundAccount: '6222',
      note: '搬家',
    })
    expect(out).toMatchObject({ kind: 2, money: -150, moneyGift: 0, moneyAfter: 150, moneyGiftAfter: 50 })
    expect(out.note).toContain('收回赠金 50.00 元')
  })
  it('R090 a transfer needs the amount twice; principal moves and takes its share of gift money along', async () => {
    const [a, b] = [await member(), await member()]
    await topUp(a, 200, 80)
    const sent = { pid: a, transferPid: b, transferAmount: 120, confirmMoney: 120 }
    expect(await manager().refusal('chargebill.transfer', { ...sent, confirmMoney: undefined })).toMatchObject({
      code: 1,
      field: 'confirmMoney',
    })
    expect(await manager().refusal('chargebill.transfer', { ...sent, confirmMoney: 12 })).toMatchObject({
      code: 1,
      field: 'confirmMoney',
      message: '两次输入的金额不一致',
    })
    expect((await manager().refusal('chargebill.transfer', { ...sent, transferPid: a })).message).toBe('不能转给会员自己')
    expect((await manager().refusal('chargebill.transfer', { ...sent, transferAmount: 200.01, confirmMoney: 200.01 })).code).toBe(1)
    await manager().call('chargebill.transfer', sent, { key: 't1' })
    await manager().call('chargebill.transfer', sent, { key: 't1' })
    expect(await cashier().call('loyalty.wallet', { pid: a })).toMatchObject({ money: 80, moneyGift: 32 })
    expect(await cashier().call('loyalty.wallet', { pid: b })).toMatchObject({ money: 120, moneyGift: 48 })
    expect((await cashier().call('chargebill.list-by-patient', { pid: b })).list[0]).toMatchObject({ kind: 4, money: 120 })
  })
})

describe('points', () => {
  it('are adjusted with a reason by those who may, and never fall below zero', async () => {
    const pid = await member()
    expect(await cashier().refusal('patients.points.adjust', { pid, points: 5, reason: '生日' })).toMatchObject({ code: 20405 })
    expect(await manager().refusal('patients.points.adjust', { pid, points: 5, reason: ' ' })).toMatchObject({ field: 'reason' })
    await manager().call('patients.points.adjust', { pid, points: 50, reason: '生日' })
    expect((await manager().refusal('patients.points.adjust', { pid, points: -51, reason: '错' })).code).toBe(1)
    await manager().call('patients.points.adjust', { pid, points: -20, reason: '兑换' })
    const lines = await cashier().call('patients.points.list', { id: pid })
    expect(lines.list.map((l) => [l.amount, l.balance, l.note])).toEqual([
      [-20, 30, '兑换'],
      [50, 50, '生日'],
    ])
  })
  it('A9 /points/rule answers what points are worth; rules have limits', async () => {
    expect(await cashier().call('points.rule', {})).toEqual({ pointsPerYuan: 100, earnPerYuan: 1, maxShare: 100, storedOrder: 1 })
    expect((await manager().refusal('points.rules.update', { id: 2, pointsNumber: 0 })).message).toContain('应在 1 到 100000 之间')
    expect((await manager().refusal('points.rules.get', { id: 99 })).message).toContain('规则不存在')
    await manager().call('points.rules.update', { id: 2, pointsNumber: 50 })
    expect((await cashier().call('points.rule', {})).pointsPerYuan).toBe(50)
  })
})

describe('another clinic', () => {
  it('sees neither the member nor the bill', async () => {
    const pid = await member()
    const { cbid } = await topUp(pid, 10)
    const other = await freshClinic()
    expect(await other.as('cashier').refusal('loyalty.wallet', { pid })).toMatchObject({ code: 1, message: '会员不存在或已被删除' })
    expect((await other.as('cashier').refusal('chargebill.info', { cbid })).message).toContain('储值单不存在')
    expect((await other.as('cashier').refusal('chargebill.insert-and-pay', { hid: other.hid, pid, money: 1, payWay: 1 })).code).toBe(1)
  })
})
