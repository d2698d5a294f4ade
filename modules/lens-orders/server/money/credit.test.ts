/** Credit of a store: reserved when an order is submitted, free again when it is given up, never more than head office set. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { creditOf } from '../door.ts'
import { makeGoods, makeSupplier } from '../make.ts'

let clinic: Clinic
let productId: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const credit = () => clinic.tx((cx) => creditOf(cx, clinic.hid))
/** A draft of so many pieces at 107 yuan each. */
const draft = async (number: number): Promise<number> =>
  (await as('warehouse').call('other-orders.create', { items: [{ productId, number }] })).orderId
const submit = (oid: number) => as('warehouse').call('orders.status', { oid, status: 2 })

beforeAll(async () => {
  clinic = await freshClinic()
  productId = await makeGoods(as('manager'), 7, await makeSupplier(as('manager')))
})

describe('credit of a store', () => {
  it('is not asked for until head office sets it, which a manager cannot', async () => {
    await submit(await draft(50))
    expect(await credit()).toEqual({ limit: null, used: 0, free: null })
    const limit = { hid: clinic.hid, limit: 1000, reason: '年度额度' }
    expect(await as('manager').refusal('orders.credit-limit', limit)).toMatchObject({ code: 20405 })
    expect(await as('chain').call('orders.credit-limit', limit)).toEqual({ hid: clinic.hid, limit: 1000, used: 0, free: 1000 })
  })
  it('is reserved by submitting, refused with figures when it is short, and freed by cancelling', async () => {
    const first = await draft(5)
    await submit(first)
    expect(await credit()).toEqual({ limit: 100_000, used: 53_500, free: 46_500 })
    const second = await draft(5)
    expect(await as('warehouse').refusal('orders.status', { oid: second, status: 2 })).toMatchObject({
      code: 405,
      message: '采购额度不足：本单 535.00 元，可用 465.00 元，额度 1000.00 元',
    })
    expect(await as('chain').refusal('orders.credit-limit', { hid: clinic.hid, limit: 500, reason: '减额' })).toMatchObject({
      field: 'limit',
    })
    await as('warehouse').call('other-orders.cancel', { id: first, cancelReason: '不要了' })
    expect(await credit()).toEqual({ limit: 100_000, used: 0, free: 100_000 })
    expect(await submit(second)).toMatchObject({ status: 2 })
  })
  it('follows a submitted order that is changed', async () => {
    const id = await draft(1)
    await submit(id)
    const before = await credit()
    await as('warehouse').call('other-orders.update', { id, items: [{ productId, number: 3 }] })
    expect((await credit()).used - before.used).toBe(2 * 10_700)
  })
  it('the last of it is given to one of fifty who ask at once', async () => {
    await as('chain').call('orders.credit-limit', { hid: clinic.hid, limit: (await credit()).used / 100 + 107, reason: '最后一单' })
    const drafts = await Promise.all(Array.from({ length: 50 }, () => draft(1)))
    const answers = await Promise.all(drafts.map((oid) => as('warehouse').raw('orders.status', { oid, status: 2 })))
    const codes = await Promise.all(answers.map(async (a) => ((await a.json()) as { code: number }).code))
    expect([codes.filter((c) => c === 200).length, codes.filter((c) => c === 405).length]).toEqual([1, 49])
    expect((await credit()).free).toBe(0)
  })
})
