/**
 * The member's money of an order: unpaid, paid and produced ones are cancelled or refused as they should, and of many who act at once one
 * does.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type CallId, type Clinic } from '../../../../tests/harness.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { linkFor, makeGoods, makeSupplier } from '../make.ts'

let clinic: Clinic
let pid: number
let hard: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const lenses = { bcOd: 8.3, targetOd: -3, diaOd: 10.6, bcOs: 8.2, targetOs: -2.5, diaOs: 10.6 }
const statusOf = async (id: number) => (await as('manager').call('orders.info', { id })).status
/** A hard lens order of 620 yuan that waits for review and payment. */
async function submitted(): Promise<{ id: number; fbid: number }> {
  const { orderId } = await as('optometrist').call('orders.create', {
    order: { pid, ...(await linkFor(as, pid, 'okjing')) },
    orderLen: { ...lenses, productId: hard },
    overrides: [{ code: 'no-trial', reason: '会员自带参数' }],
    orderType: 1,
  })
  const { fbid } = await as('optometrist').call('orders.status', { oid: orderId, status: 2 })
  return { id: orderId, fbid: fbid! }
}
const pay = (fbid: number) => as('cashier').call('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount: 620 }] })
const billOf = async (fbid: number) => as('cashier').call('feebill.info', { id: fbid })
const cancel = (id: number) => ({ oid: id, status: 9, reason: '会员改主意' })
async function refund(role: 'cashier' | 'manager', fbid: number): Promise<{ code: number; message: string }> {
  const { BillItemList } = await billOf(fbid)
  const items = BillItemList.map((i) => ({ biid: i.biid, quantity: i.quantity }))
  return (await (await as(role).raw('fee-bills.refund', { fbid, items, reason: '不要了' })).json()) as { code: number; message: string }
}
/** How many of fifty calls made at once were done. */
async function done(calls: ReadonlyArray<() => Promise<Response>>): Promise<number> {
  const answers = await Promise.all(calls.map((call) => call()))
  const codes = await Promise.all(answers.map(async (a) => ((await a.json()) as { code: number }).code))
  expect(codes.filter((c) => c === -1)).toEqual([])
  return codes.filter((c) => c === 200).length
}
const fifty = (role: Parameters<Clinic['as']>[0], id: CallId, input: Record<string, unknown>) => () =>
  done(Array.from({ length: 50 }, () => () => as(role).raw(id, input)))

beforeAll(async () => {
  clinic = await freshClinic()
  hard = await makeGoods(as('manager'), 10, await makeSupplier(as('manager')))
  pid = (await as('reception').call('patients.save', { name: '付款人', mobile: '13900000009', birth: '2010-07-01', gender: 1 })).pid
})

describe('an order nothing came of', () => {
  const lens = (eye: 'od' | 'os', serial: string, measured: object) => ({ eye, serial, batchNo: 'V1', expiry: '2031-01-01', measured })
  const pair = (n: string) => [
    lens('od', `${n}R`, { bc: 8.3, target: -3, dia: 10.6 }),
    lens('os', `${n}L`, { bc: 8.2, target: -2.5, dia: 10.6 }),
  ]
  /** At its maker's before the member has paid: a supervisor let it go. */
  async function unpaid(): Promise<{ id: number; fbid: number }> {
    const { id, fbid } = await submitted()
    await as('doctor').call('orders.review', { id })
    await as('manager').call('orders.status', { oid: id, status: 3, reason: '老会员' })
    for (const status of [4, 5]) await as('warehouse').call('orders.status', { oid: id, status })
    return { id, fbid }
  }
  const stateOf = async (fbid: number) => (await billOf(fbid)).feebill.status
  it('all of it refused on receipt takes the bill nobody paid with it', async () => {
    const { id, fbid } = await unpaid()
    const lines = pair('REF').map((l) => ({ ...l, verdict: 'rejected' as const, reason: '破损' }))
    await as('warehouse').call('orders.receive', { id, lines } as never)
    expect([await statusOf(id), await stateOf(fbid)]).toEqual([11, feeBill.is.cancelled])
  })
  it('sent back to its supplier takes it too; where money was taken the bill stands for the cashier', async () => {
    const { id, fbid } = await unpaid()
    await as('warehouse').call('orders.receive', { id, lines: pair('BACK') } as never)
    await as('warehouse').call('orders.return', { id, reason: '划痕' })
    expect([await statusOf(id), await stateOf(fbid)]).toEqual([11, feeBill.is.cancelled])
    const paid = await unpaid()
    await pay(paid.fbid)
    await as('warehouse').call('orders.receive', { id: paid.id, lines: pair('PAID') } as never)
    await as('warehouse').call('orders.return', { id: paid.id, reason: '划痕' })
    expect([await statusOf(paid.id), await stateOf(paid.fbid)]).toEqual([11, feeBill.is.paid])
  })
})

describe('cancelling', () => {
  it('an unpaid order cancels its bill', async () => {
    const { id, fbid } = await submitted()
    await as('reception').call('orders.status', cancel(id))
    expect((await billOf(fbid)).feebill.status).toBe(4)
  })
  it('a paid order is refused until the money is given back, which cancels it', async () => {
    const { id, fbid } = await submitted()
    await pay(fbid)
    expect((await as('reception').refusal('orders.status', cancel(id))).message).toBe('订单已收款，请先退费再取消')
    expect(await refund('manager', fbid)).toMatchObject({ code: 200 })
    expect(await statusOf(id)).toBe(9)
  })
  it('a produced order is the supervisor’s', async () => {
    const { id, fbid } = await submitted()
    await pay(fbid)
    await as('doctor').call('orders.status', { oid: id, status: 3 })
    await as('warehouse').call('orders.status', { oid: id, status: 4 })
    expect(await as('reception').refusal('orders.status', cancel(id))).toMatchObject({ code: 20405 })
    expect(await refund('cashier', fbid)).toMatchObject({ code: 20405 })
    expect(await refund('manager', fbid)).toMatchObject({ code: 200 })
    expect(await statusOf(id)).toBe(9)
  })
  it('a bill of an order is not cancelled at the till', async () => {
    const { fbid } = await submitted()
    expect((await (await as('cashier').raw('feebill.confirm', { fbid, status: 4 })).json()) as object).not.toMatchObject({ code: 200 })
    expect((await billOf(fbid)).feebill.status).toBe(0)
  })
})
describe('placing before payment', () => {
  it('is refused with what is due; a supervisor lets it pass with a reason that is kept', async () => {
    const { id } = await submitted()
    expect((await as('doctor').refusal('orders.status', { oid: id, status: 3, reason: '熟客' })).message).toMatch(/^收费单还差 620\.00 元/)
    expect(await as('manager').call('orders.status', { oid: id, status: 3, reason: '熟客，取镜时付' })).toMatchObject({
      status: 3,
      unpaidReason: '熟客，取镜时付',
    })
  })
})
describe('fifty at once', () => {
  it('one submits an order, and it has one bill', async () => {
    const { orderId } = await as('optometrist').call('orders.create', {
      order: { pid, ...(await linkFor(as, pid, 'okjing')) },
      orderLen: { ...lenses, productId: hard },
      overrides: [{ code: 'no-trial', reason: '会员自带参数' }],
      orderType: 1,
    })
    expect(await fifty('optometrist', 'orders.status', { oid: orderId, status: 2 })()).toBe(1)
  })
  it('one places a paid order', async () => {
    const { id, fbid } = await submitted()
    await pay(fbid)
    expect(await fifty('doctor', 'orders.status', { oid: id, status: 3 })()).toBe(1)
  })
  it('one reviews and places it', async () => {
    const { id, fbid } = await submitted()
    await pay(fbid)
    expect(await fifty('doctor', 'orders.review', { id })()).toBe(1)
  })
  it('one cancels it', async () => {
    const { id } = await submitted()
    expect(await fifty('reception', 'orders.status', cancel(id))()).toBe(1)
  })
  it('an order is cancelled or paid for, never both', async () => {
    const { id, fbid } = await submitted()
    const paying = () => as('cashier').raw('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount: 620 }] })
    const calls = Array.from({ length: 25 }, () => [() => as('reception').raw('orders.status', cancel(id)), paying]).flat()
    expect(await done(calls)).toBe(1)
    const bill = (await billOf(fbid)).feebill
    expect([await statusOf(id), bill.status]).toEqual(bill.paid > 0 ? [2, 1] : [9, 4])
  })
})
