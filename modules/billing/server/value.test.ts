/** Value along its way: what was used is not returned, what is returned is gone, what lapsed is not owed, and rounding is carried. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { lapsePoints } from '#modules/loyalty/server/points.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { tillOf } from '../../../tests/till.ts'
import { makeFeeItems, makeTopUp } from './make.ts'
import { expectReconciled } from './reconciliation.ts'

let clinic: Clinic
let fiid: number
let n = 0
const { till, manager, member, coupon, bill, pay, all } = tillOf(() => clinic)
const free = (price: number) => ({ name: '项目', price, priceReason: '其他收费' })
beforeAll(async () => {
  clinic = await freshClinic()
  fiid = (await makeFeeItems(manager(), clinic.hid)).get('视功能训练（次）')!
})
const refund = (fbid: number, items: object[], more: object = {}) =>
  till().call('fee-bills.refund', { fbid, items, reason: '不要了', ...more } as never)
const refused = (fbid: number, items: object[]) => till().refusal('fee-bills.refund', { fbid, items, reason: '不要了' })

describe('a package given back', () => {
  const bought = async (quantity = 1) => {
    const { fgid } = await manager().call('feegroup.save', {
      name: `九次训练${++n}`,
      packagePrice: 680,
      groupItems: [{ fiid, quantity: 9 }],
    })
    const pid = await member()
    const { fbid } = await bill(pid, [{ fgid, quantity }])
    await pay(fbid, 680 * quantity)
    const [{ biid }] = (await all(fbid)) as [{ biid: number }]
    const packages = async () => (await till().call('packages.list', { pid })).list
    const use = async (count: number, nth = 0) =>
      till().call('packages.item.confirm', { package_item_id: (await packages())[nth]!.items[0]!.package_item_id, quantity: count })
    return { pid, fbid, biid, packages, use }
  }
  it('by amount, by pieces or whole: what was used is not returned', async () => {
    for (const request of [
      { refundAmount: 679.99 },
      { refundAmount: 0.01 },
      { refundAmount: 680, quantity: 1 },
      { refundAmount: 100, quantity: 0 },
    ]) {
      const { fbid, biid, use } = await bought()
      await use(9)
      expect((await refused(fbid, [{ biid, ...request }])).message).toContain('套餐已用 9 次')
    }
    const { fbid, biid, use } = await bought()
    await use(3)
    expect((await refused(fbid, [{ biid, refundAmount: 453.34 }])).message).toContain('最多可退 453.33 元')
    expect(await refund(fbid, [{ biid, refundAmount: 453.33 }])).toMatchObject({ amount: 453.33, sessions: [{ quantity: 6 }] })
  })
  it('by amount: what is refunded leaves the package, and the rest of its money is still owed', async () => {
    const { fbid, biid, use, packages } = await bought()
    expect(await refund(fbid, [{ biid, refundAmount: 300 }])).toMatchObject({ amount: 300, sessions: [{ quantity: 9 }] })
    await expect(use(1)).rejects.toThrow()
    expect(await packages()).toMatchObject([{ status: 4, left: 0 }])
    expect((await refused(fbid, [{ biid, refundAmount: 380.01 }])).code).toBe(1)
    expect(await refund(fbid, [{ biid }])).toMatchObject({ amount: 380, status: 3 })
    await till().call('fee-bills.cancellation-refund', { fbid })
    await till().call('fee-bills.cancellation-refund', { fbid })
    expect(await packages()).toMatchObject([{ status: 1, left: 9 }])
    await expectReconciled(clinic)
  })
  it('of several, as many leave as the amount is worth, the least used first', async () => {
    const { fbid, biid, use, packages } = await bought(3)
    await use(9)
    expect((await refused(fbid, [{ biid, refundAmount: 1360.01 }])).message).toContain('最多可退 1360.00 元')
    expect(await refund(fbid, [{ biid, refundAmount: 700 }])).toMatchObject({ amount: 700 })
    expect((await packages()).map((p) => p.status).sort()).toEqual([2, 4, 4])
    expect(await refund(fbid, [{ biid, refundAmount: 660 }])).toMatchObject({ amount: 660 })
    expect((await refused(fbid, [{ biid, refundAmount: 0.01 }])).message).toContain('已用 9 次')
    await expectReconciled(clinic)
  })
})

describe('points of a refunded bill', () => {
  it('that lapsed are not owed; those that were spent are', async () => {
    await manager().call('points.rules.update', { id: 7, pointsNumber: 12 })
    const pid = await member()
    const { fbid } = await bill(pid, [free(800)])
    await pay(fbid, 800)
    const [item] = await all(fbid)
    await clinic.tx(async (cx) => {
      await cx.db.run(sql`select set_config('app.now', (now() + interval '14 months')::text, true)`)
      const later = await cx.db.the({ day: 'string' }, sql`select app_now()::date as day`)
      await lapsePoints({ ...cx, today: later.day })
    })
    expect(await till().call('loyalty.wallet', { pid })).toMatchObject({ points: 0 })
    expect(await refund(fbid, [{ ...item, refundAmount: 300 }], { dryRun: true })).toMatchObject({
      deducted: 0,
      pointsShort: 0,
      returned: 300,
    })
    expect(await refund(fbid, [{ ...item, refundAmount: 300 }])).toMatchObject({ deducted: 0, returned: 300 })
    expect(await refund(fbid, [item!])).toMatchObject({ deducted: 0, pointsShort: 0, returned: 500, status: 3 })
    const other = await bill(pid, [free(800)])
    await pay(other.fbid, 800)
    await manager().call('patients.points.adjust', { pid, points: -800, reason: '使用' })
    const [spent] = await all(other.fbid)
    expect(await refund(other.fbid, [spent!], { dryRun: true })).toMatchObject({ pointsShort: 800, needsConsent: true })
    await manager().call('points.rules.update', { id: 7, pointsNumber: 0 })
    await expectReconciled(clinic)
  })
})

describe('rounding', () => {
  it('fifty refunds of one fen of a payment that is half gift return as much gift as principal', async () => {
    const pid = await member()
    await makeTopUp(clinic.as('chain'), clinic.hid, pid, 1, 1, 2)
    const { fbid } = await bill(pid, [free(2)])
    await till().call('feebill.confirm', { fbid, payStyleList: [{ payWay: 5, amount: 2 }] })
    const [item] = await all(fbid)
    for (let i = 0; i < 50; i++) await refund(fbid, [{ ...item, refundAmount: 0.01 }])
    expect(await till().call('loyalty.wallet', { pid })).toMatchObject({ money: 0.25, moneyGift: 0.25 })
    await refund(fbid, [item!])
    expect(await till().call('loyalty.wallet', { pid })).toMatchObject({ money: 1, moneyGift: 1 })
  })
})

describe('prices and outflows', () => {
  it('a voucher that ran out meanwhile is not announced as given back', async () => {
    const pid = await member()
    const id = await coupon(pid, { couponType: 1, value: 30 })
    const { fbid } = await bill(pid, [free(100)])
    await till().call('feebill.confirm', { fbid, voucherId: id, payStyleList: [{ payWay: 1, amount: 70 }] })
    await clinic.tx((cx) => cx.db.run(sql`update receive_record set expires_on = app_now()::date - 1 where id = ${id}`))
    const [item] = await all(fbid)
    expect(await refund(fbid, [item!], { dryRun: true })).toMatchObject({ coupons: [{ id, back: false }] })
  })
  it('the catalogue says what a discount applies to: a client leaves a line out, and never in', async () => {
    const { fiid: fixed } = await manager().call('feeitem.save', {
      hid: clinic.hid,
      name: '不打折项目',
      price: 100,
      type: 0,
      discountable: false,
    })
    const priced = async (discountable?: boolean) =>
      (await bill(await member(), [{ fiid: fixed, ...(discountable === undefined ? {} : { discountable }) }], { discount: 8 })).billPrice
    expect([await priced(), await priced(true), await priced(false)]).toEqual([100, 100, 100])
    const sold = await bill(await member(), [{ fiid, discountable: false }], { discount: 8 })
    expect(sold.billPrice).toBe(sold.originalPrice)
  })
  it('a deposit goes back with a reason', async () => {
    const { fbid } = await bill(await member(), [free(100)])
    await till().call('feebill.confirm', { fbid, part: true, payStyleList: [{ payWay: 1, amount: 40 }] })
    expect(await till().refusal('feebill.cancel', { id: fbid })).toMatchObject({ field: 'reason' })
    expect(await till().refusal('fee-bills.status', { fbid, status: 4 })).toMatchObject({ field: 'reason' })
    expect((await till().call('feebill.cancel', { id: fbid, reason: '不配了' })).feebill).toMatchObject({ status: 4, paid: 0 })
    const unpaid = await bill(await member(), [free(1)])
    expect((await till().call('feebill.cancel', { id: unpaid.fbid })).feebill.status).toBe(4)
  })
})

describe('one definition of a day', () => {
  it('a top-up entered later counts on the day it is posted: no day that is over changes; corrections count like the till', async () => {
    const own = await freshClinic()
    const pid = (await own.as('reception').call('patients.save', { name: '补录', gender: 0, birth: '1990-01-01' } as never)).pid
    const today = await own.tx((cx) => Promise.resolve(cx.today))
    const earlier = new Date(Date.parse(`${today}T00:00:00Z`) - 6 * 86_400_000).toISOString().slice(0, 10)
    const charge = { hid: own.hid, pid, money: 333, payWay: 1 as const, payTime: `${earlier} 10:00:00` }
    const { cbid } = await own.as('cashier').call('chargebill.insert-and-pay', charge)
    await own.as('manager').call('chargebill.amend', { cbid, money: 300, moneyGift: 0, note: '多收' })
    const dayOf = async (date: string) => (await own.as('manager').call('statistics.revenue', { hid: own.hid, date })).topUps
    expect([await dayOf(earlier), await dayOf(today)]).toEqual([0, 300])
    const statistic = async (day: string) =>
      (await own.as('manager').call('chargebill.statistical', { hid: own.hid, startTime: day, endTime: day } as never)).money
    expect([await statistic(earlier), await statistic(today)]).toEqual([0, 300])
    const till = (
      await own.tx((cx) =>
        cx.db.the({ sum: 'number' }, sql`select coalesce(sum(balance), 0)::bigint sum from ledger_account where key ~ '^till:'`),
      )
    ).sum
    expect(till).toBe(300_00)
  })
})
