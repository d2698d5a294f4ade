import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { send, freshClinic, type Clinic } from '../../../tests/harness.ts'
import { settle } from './settle.ts'

let clinic: Clinic
beforeAll(async () => void (clinic = await freshClinic()))
const chain = () => clinic.as('chain')
const balance = async (hid = clinic.hid) => (await chain().call('sdx-account.hospital-balance', { hid })).balance
const phone = async (orderNo: string, act?: 'pay' | 'refuse') => {
  const { endpoint } = clinic.booted.calls.get(act ? 'payments.phone-answer' : 'payments.phone')!
  return (await send(clinic.base, endpoint, { orderNo, ...(act ? { act } : {}) }, {})).json() as Promise<{
    code: number
    data: { status: number; amount: number; subject: string }
  }>
}

describe('recharging the balance of a store by a code', () => {
  it('is paid on the phone and credited once, however often it is told', async () => {
    const code = await chain().call('pay.wx', { hid: clinic.hid, money: 500 })
    expect(code).toMatchObject({ payWay: 2, amount: 500, simulated: true, codeUrl: expect.stringContaining(code.orderNo) })
    expect(await phone(code.orderNo)).toMatchObject({
      code: 200,
      data: { amount: 500, subject: expect.stringContaining('账户充值'), status: 0 },
    })
    expect((await phone(code.orderNo, 'pay')).data.status).toBe(1)
    expect((await phone(code.orderNo, 'pay')).data.status).toBe(1)
    await Promise.all(
      Array.from({ length: 10 }, () => clinic.tx((cx) => settle(cx, code.orderNo, { status: 'paid', tradeNo: 'T', amount: 50_000 }))),
    )
    expect(await chain().call('payments.state', { orderNo: code.orderNo })).toMatchObject({ status: 1 })
    expect(await balance()).toBe(500)
    expect((await chain().call('payments.orders', { hid: clinic.hid })).list[0]).toMatchObject({
      orderNo: code.orderNo,
      status: 1,
      booked: true,
      purpose: 'balance',
    })
  })
  it('is declined on the phone: nothing is credited, and a later word that it was paid still counts', async () => {
    const code = await chain().call('pay.alipay', { hid: clinic.hid, money: 80 })
    expect((await phone(code.orderNo, 'refuse')).data.status).toBe(2)
    expect(await balance()).toBe(500)
    await clinic.tx((cx) => settle(cx, code.orderNo, { status: 'paid', tradeNo: 'T', amount: 8000 }))
    expect(await balance()).toBe(580)
  })
  it('another amount than asked for waits for a person and credits nothing', async () => {
    const code = await chain().call('pay.wx', { hid: clinic.hid, money: 10 })
    expect(await clinic.tx((cx) => settle(cx, code.orderNo, { status: 'paid', tradeNo: 'T', amount: 999 }))).toBe(3)
    expect(await balance()).toBe(580)
  })
  it('needs the permission; an order of another clinic is not found', async () => {
    expect(await clinic.as('cashier').refusal('pay.wx', { hid: clinic.hid, money: 5 })).toMatchObject({ code: 20405 })
    const code = await chain().call('pay.wx', { hid: clinic.hid, money: 5 })
    expect((await (await freshClinic()).as('chain').refusal('payments.state', { orderNo: code.orderNo })).message).toContain('支付单不存在')
  })
  it('a notice moves nothing where no service is set up that could sign it', async () => {
    const { endpoint } = clinic.booted.calls.get('payments.notice')!
    const response = await send(clinic.base, endpoint, { channel: 'wechat', event_type: 'TRANSACTION.SUCCESS' }, {})
    expect(await response.text()).toBe('success')
    expect((await chain().call('payments.orders', { hid: clinic.hid, status: 0 })).list.every((o) => !o.booked)).toBe(true)
  })
})

describe('the balance', () => {
  it('R091 an operation that needs more than the store holds is refused with code 405', async () => {
    expect(await chain().refusal('sdx-account.hospital-balance', { hid: clinic.hid, money: 100_000 })).toMatchObject({
      code: 405,
      message: '账户余额不足，请先充值',
    })
    expect(await chain().call('sdx-account.hospital-balance', { hid: clinic.hid, money: 100 })).toEqual({ hid: clinic.hid, balance: 580 })
    expect(await chain().refusal('account.hospital-renewal', { hid: clinic.hid, years: 1 })).toMatchObject({ code: 405 })
  })
  it('R093 its movements are asked with category 1, hid, per_page and page', async () => {
    const answer = await chain().call('sdx.money-records', { category: 1, hid: clinic.hid, per_page: 1, page: 2 })
    expect([answer.total, answer.list.length, answer.list[0]!.kind]).toEqual([2, 1, 1])
    expect((await chain().refusal('sdx.money-records', { category: 2, hid: clinic.hid })).code).toBe(1)
  })
  it('R090 A12 a transfer between stores needs the amount twice, equal', async () => {
    const [a, b] = clinic.hids as [number, number]
    const input = { hid: a, toHid: b, transferAmount: 80, confirmMoney: 80 }
    expect(await chain().refusal('saler.transfer-accounts', { ...input, confirmMoney: undefined })).toMatchObject({ field: 'confirmMoney' })
    expect(await chain().refusal('saler.transfer-accounts', { ...input, confirmMoney: 8 })).toMatchObject({
      field: 'confirmMoney',
      message: '两次输入的金额不一致',
    })
    expect((await chain().refusal('saler.transfer-accounts', { ...input, toHid: a })).message).toBe('转出与转入不能是同一门店')
    expect((await chain().refusal('saler.transfer-accounts', { ...input, transferAmount: 999, confirmMoney: 999 })).code).toBe(405)
    await chain().call('saler.transfer-accounts', input)
    expect([await balance(a), await balance(b)]).toEqual([500, 80])
  })
  it('head office rewards the store that invited another, once a pair; a manager may not', async () => {
    const [a, b] = clinic.hids as [number, number]
    expect(await clinic.as('manager').refusal('inviter.recharge', { hid: b, inviterHid: a, money: 50 })).toMatchObject({ code: 20405 })
    await chain().call('inviter.recharge', { hid: b, inviterHid: a, money: 50 })
    expect((await chain().refusal('inviter.recharge', { hid: b, inviterHid: a, money: 50 })).message).toBe('这家门店的推荐奖励已经发放过')
    expect((await chain().call('inviter.list', {})).list.find((s) => s.hid === a)).toMatchObject({ invited: 1, rewarded: 50 })
    expect((await chain().call('sdx-account.balance-list', { hid: a })).list).toMatchObject([
      { hid: a, balance: 550 },
      { hid: b, balance: 80 },
    ])
  })
  it('R026 R028 after a renewal the people of the store are let in at their next call', async () => {
    const own = await freshClinic({ stores: 1 }),
      { hid } = own
    await own.as('chain').call('payments.receive', { hid, money: 50_000, payWay: 4 })
    await own.tx((cx) => cx.db.run(sql`update store set expire_date = '2020-01-01' where hid = ${hid}`))
    expect(await own.as('doctor').refusal('patients.list', { hid })).toMatchObject({ code: 20402 })
    await own.as('manager').call('account.hospital-renewal', { hid, years: 1 })
    await expect
      .poll(
        async () =>
          (
            await own
              .as('doctor')
              .call('patients.list', { hid })
              .catch(() => ({ total: -1 }))
          ).total,
      )
      .toBe(0)
  })
  it('a renewal takes the price of head office, less a coupon, and extends from the end of the time paid', async () => {
    const { hid } = clinic
    await chain().call('payments.receive', { hid, money: 5000, payWay: 4, note: '银行转账' })
    await chain().call('payments.prices', { servicePriceId: 1, price: 2000 })
    expect((await chain().refusal('payments.prices', { servicePriceId: 3, price: 1 })).message).toContain('短信按套餐计价')
    expect((await chain().refusal('payments.prices', { servicePriceId: 9, price: 1 })).message).toContain('服务不存在')
    const uid = (await clinic.tx((cx) => cx.db.one({ uid: 'number' }, sql`select uid from account where ctid_ = ${clinic.ctid('chain')}`)))!
      .uid
    const coupon = await chain().call('payments.give-coupon', { uid, name: '续费券', money: 300, minMoney: 1000, validTo: '2099-12-31' })
    expect((await chain().refusal('pay.wx', { hid, money: 500, couponId: coupon.couponId })).message).toBe('优惠券不能使用：满 1000 元可用')
    const first = await chain().call('account.hospital-renewal', { hid, years: 1, couponId: coupon.couponId })
    expect(first).toMatchObject({ paid: 1700, balance: 3850 })
    const second = await chain().call('account.hospital-renewal', { hid, years: 1 })
    expect(Number(second.expireDate.slice(0, 4)) - Number(first.expireDate.slice(0, 4))).toBe(1)
    expect((await chain().refusal('account.hospital-renewal', { hid, years: 1, couponId: coupon.couponId })).message).toBe(
      '优惠券不能使用：已使用',
    )
    expect(await chain().call('account.coupon', { id: coupon.couponId })).toMatchObject({ status: 1 })
    expect((await clinic.as('manager').refusal('coupon.list', { uid })).message).toContain('优惠券不存在')
  })
  it('a coupon pays its part of a recharge; the store is credited the whole', async () => {
    const { hid } = clinic
    const before = await balance()
    const uid = (await clinic.tx((cx) => cx.db.one({ uid: 'number' }, sql`select uid from account where ctid_ = ${clinic.ctid('chain')}`)))!
      .uid
    const { couponId } = await chain().call('payments.give-coupon', { uid, name: '充值券', money: 20, validTo: '2099-12-31' })
    const code = await chain().call('pay.wx', { hid, money: 120, couponId })
    expect(code.amount).toBe(100)
    await phone(code.orderNo, 'pay')
    expect(await balance()).toBe(before + 120)
    expect((await chain().call('coupon.list', { uid, status: 1 })).total).toBe(2)
  })
})
