import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeFeeItems } from './make.ts'
import { expectReconciled } from './reconciliation.ts'

let clinic: Clinic
let items: Map<string, number>
const cashier = () => clinic.as('cashier')
let n = 0
const member = async () =>
  (await clinic.as('reception').call('patients.save', { name: `会员${String.fromCharCode(0x4e00 + ++n)}`, hid: clinic.hid })).pid
beforeAll(async () => {
  clinic = await freshClinic()
  items = await makeFeeItems(clinic.as('manager'), clinic.hid)
})
const bill = async (pid: number, chosen: Array<[string, number?]>) =>
  cashier().call('feebill.save', { pid, items: chosen.map(([name, quantity = 1]) => ({ fiid: items.get(name)!, quantity })) })

describe('what is charged together', () => {
  it('an item says which others go with it; what was stopped is not proposed', async () => {
    const save = (name: string, associatedProjects: number[] = []) =>
      clinic.as('manager').call('feeitem.save', { hid: clinic.hid, name, price: 10, type: 0, associatedProjects })
    const [a, b] = [await save('散瞳药水'), await save('散瞳告知')]
    const main = await save('散瞳全套', [a.fiid, b.fiid])
    await clinic.as('manager').call('feeitem.status', { id: b.fiid, status: 1 })
    const all = await cashier().call('feeitem.projects', { hid: clinic.hid })
    expect(all.map((i) => [i.fiid, i.projects.map((p) => p.name)])).toContainEqual([main.fiid, ['散瞳药水']])
  })
})

describe('scan payments (local simulation)', () => {
  const paying = async (authCode: string, amount?: number) => {
    const { feebill } = await bill(await member(), [['视功能检查']])
    return { fbid: feebill.fbid, taken: await cashier().raw('pay.scan', { fbid: feebill.fbid, authCode, ...(amount ? { amount } : {}) }) }
  }
  const codeOf = (way: 2 | 3, end: string) =>
    `${way === 2 ? '13' : '28'}${String(process.pid).padStart(8, '0')}${String(++shown).padStart(6, '0')}${end}`
  let shown = 0
  const answerOf = async (response: Response) =>
    (await response.json()) as {
      code: number
      message: string
      data: { orderNo: string; status: number; payWay: number; amount: number; reason: string | null }
    }
  it("the code of the member's wallet pays what is due at once, and the confirm call books it once", async () => {
    const { fbid, taken } = await paying(codeOf(2, '88'))
    const { data } = await answerOf(taken)
    expect(data).toMatchObject({ fbid, payWay: 2, amount: 200, status: 1, reason: null })
    const pay = { fbid, payStyleList: [{ payWay: 2 as const, amount: 200, orderNo: data.orderNo }] }
    expect((await cashier().call('feebill.confirm', pay)).feebill.status).toBe(1)
    expect((await cashier().refusal('feebill.confirm', pay)).code).toBe(1)
    expect((await answerOf((await paying(codeOf(3, '88'), 50)).taken)).data).toMatchObject({ payWay: 3, amount: 50, status: 1 })
    await expectReconciled(clinic)
  })
  it('a wallet that asks for the password is a state, one that declines says why; nothing is booked', async () => {
    const waiting = (await answerOf((await paying(codeOf(2, '11'))).taken)).data
    expect(waiting).toMatchObject({ status: 0 })
    expect(await cashier().call('pay.status', { orderNo: waiting.orderNo })).toMatchObject({ status: 0 })
    await cashier().call('payments.phone-answer', { orderNo: waiting.orderNo, act: 'pay' })
    expect(await cashier().call('pay.status', { orderNo: waiting.orderNo })).toMatchObject({ status: 1 })
    expect((await answerOf((await paying(codeOf(2, '00'))).taken)).data).toMatchObject({ status: 2, reason: '余额不足（本地模拟）' })
  })
  it('of fifty tills that read one code at once one is paid; no code and too much are refused at their field', async () => {
    const { feebill } = await bill(await member(), [['视功能检查']])
    const authCode = codeOf(2, '66')
    const all = await Promise.all(
      Array.from({ length: 50 }, async () => answerOf(await cashier().raw('pay.scan', { fbid: feebill.fbid, authCode, amount: 1 }))),
    )
    expect(all.filter((a) => a.code === 200)).toHaveLength(1)
    expect(new Set(all.filter((a) => a.code !== 200).map((a) => a.message))).toEqual(new Set(['该付款码已用过，请会员刷新付款码']))
    expect(await cashier().refusal('pay.scan', { fbid: feebill.fbid, authCode: '6901234567892123' })).toMatchObject({ field: 'authCode' })
    expect(await cashier().refusal('pay.scan', { fbid: feebill.fbid, authCode: codeOf(2, '88'), amount: 200.01 })).toMatchObject({
      field: 'amount',
    })
  })
  it('are booked once, and only when paid in the amount asked for', async () => {
    const { feebill } = await bill(await member(), [['视功能检查']])
    const config = await cashier().call('pay.config', { hid: clinic.hid })
    expect(config.channels.map((c) => [c.payWay, c.label, c.simulated])).toEqual([
      [2, '本地模拟', true],
      [3, '本地模拟', true],
    ])
    expect((await cashier().refusal('pay.wx4fee', { fbid: feebill.fbid, payWay: 2, amount: 200.01 })).message).toBe('收款不能超过应收金额')
    const scan = await cashier().call('pay.wx4fee', { fbid: feebill.fbid, payWay: 2, amount: 150 })
    expect(scan).toMatchObject({ amount: 150, simulated: true, codeUrl: expect.stringContaining(scan.orderNo) })
    const pay = {
      fbid: feebill.fbid,
      payStyleList: [
        { payWay: 2 as const, amount: 150, orderNo: scan.orderNo },
        { payWay: 1 as const, amount: 50 },
      ],
    }
    expect(await cashier().call('pay.status', { orderNo: scan.orderNo })).toEqual({ orderNo: scan.orderNo, status: 0 })
    expect((await cashier().refusal('feebill.confirm', pay)).message).toContain('还没有付款')
    await cashier().call('payments.phone-answer', { orderNo: scan.orderNo, act: 'pay' })
    expect((await cashier().call('pay.status', { orderNo: scan.orderNo })).status).toBe(1)
    expect((await cashier().call('feebill.info', { id: feebill.fbid })).FeeRecordlist).toMatchObject([
      { type: '扫码已付待入账', amount: 150, orderNo: scan.orderNo },
    ])
    expect((await cashier().refusal('feebill.cancel', { id: feebill.fbid })).message).toContain('待入账')
    expect((await cashier().refusal('feebill.delete', { id: feebill.fbid })).code).toBe(1)
    expect(
      (await cashier().refusal('feebill.confirm', { ...pay, payStyleList: [{ payWay: 2, amount: 200, orderNo: scan.orderNo }] })).message,
    ).toContain('金额不一致')
    expect((await cashier().call('feebill.confirm', pay)).FeeRecordlist.map((r) => [r.type, r.amount])).toEqual([
      ['收款', 150],
      ['收款', 50],
    ])
    const other = await freshClinic()
    expect((await other.as('cashier').refusal('pay.status', { orderNo: scan.orderNo })).message).toContain('支付单不存在')
    await expectReconciled(clinic)
  })
})
