/** Orders written together, supplied anew, followed and read as a file. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { linkFor, makeGoods, makeSupplier } from '../make.ts'
import { bookFrom } from '../../../../tests/workbook.ts'

const promisedOn = addDays(clinicNow().slice(0, 10), 60)
let clinic: Clinic
let one: number
let two: number
let soft: [number, number]
let lens: number
let hard: number
let pid: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const ordersIn = (): Promise<number> =>
  clinic.tx(async (cx) => (await cx.db.the({ n: 'number' }, sql`select count(*)::int n from supply_order`)).n)

beforeAll(async () => {
  clinic = await freshClinic()
  one = await makeSupplier(as('manager'))
  two = await makeSupplier(as('manager'))
  soft = [await makeGoods(as('manager'), 4, one), await makeGoods(as('manager'), 4, two)]
  lens = await makeGoods(as('manager'), 3, one)
  hard = await makeGoods(as('manager'), 10, one)
  pid = (await as('reception').call('patients.save', { name: '补片人', mobile: '13900000002', birth: '2010-07-01', gender: 1 })).pid
})

describe('batch orders', () => {
  it('are one order a supplier, all under one header, and cost what their lines do', async () => {
    const batch = await as('warehouse').call('batch-orders.create', {
      items: [
        { productId: soft[0], sph: -3, number: 4 },
        { productId: soft[1], sph: -2, cyl: -0.75, axis: 180, number: 2 },
        { productId: soft[0], sph: -3.25, number: 6 },
      ],
    })
    expect(batch.orders.map((o) => [o.supplierId, o.items.map((i) => i.ordered)])).toEqual([
      [one, [4, 6]],
      [two, [2]],
    ])
    expect((await as('warehouse').call('batch-orders.list', {})).list[0]).toMatchObject({
      bundleId: batch.bundleId,
      orderCount: 2,
      pieces: 12,
      costTotal: null,
    })
    expect((await as('manager').call('batch-orders.detail', { id: batch.bundleId })).costTotal).toBe(12 * 104)
  })
  it('are written all or none: one line nobody may order takes the others with it', async () => {
    const before = await ordersIn()
    const items = [
      { productId: soft[0], sph: -3, number: 4 },
      { productId: lens, sph: -2, number: 2 },
    ]
    expect(await as('warehouse').refusal('batch-orders.create', { items })).toMatchObject({ field: 'items.1.productId' })
    expect(
      await as('warehouse').refusal('batch-orders.create', {
        items: items.slice(0, 1).concat({ productId: soft[1], sph: -99, number: 1 }),
      }),
    ).toMatchObject({ code: 1 })
    expect(await ordersIn()).toBe(before)
  })
  it('are written anew while all of them are drafts, not once one is submitted', async () => {
    const batch = await as('warehouse').call('batch-orders.create', { items: [{ productId: soft[0], sph: -1, number: 1 }] })
    const anew = await as('warehouse').call('batch-orders.update', {
      oid: batch.bundleId,
      version: batch.version,
      items: [{ productId: soft[1], sph: -1, number: 3 }],
    })
    expect(anew.orders.map((o) => [o.supplierId, o.pieces])).toEqual([[two, 3]])
    await as('warehouse').call('orders.status', { oid: anew.orders[0]!.orderId, status: 2 })
    expect(
      (
        await as('warehouse').refusal('batch-orders.update', {
          oid: batch.bundleId,
          version: anew.version,
          items: [{ productId: soft[1], sph: -1, number: 3 }],
        })
      ).message,
    ).toMatch(/已提交，不能修改合并订单$/)
  })
})
describe('several lens orders under one header', () => {
  const eye = { dsOd: -2, eyeGlassOd: 1, pdOd: 31 }
  it('take what the header says, and have one supplier', async () => {
    const all = await as('warehouse').call('lens-orders.all.create', {
      productId: lens,
      orderNote: '周一到',
      orders: [eye, { ...eye, dsOd: -2.5 }],
    })
    expect(all.orders.map((o) => [o.dsOd, o.orderNote, o.supplierId])).toEqual([
      [-2, '周一到', one],
      [-2.5, '周一到', one],
    ])
    const before = await ordersIn()
    const others = [eye, { ...eye, supplierId: two }]
    expect(await as('warehouse').refusal('lens-orders.all.create', { productId: lens, orders: others })).toMatchObject({
      field: 'supplierId',
    })
    expect(await ordersIn()).toBe(before)
  })
})
describe('a supplement', () => {
  const lenses = { bcOd: 8.3, targetOd: -3, diaOd: 10.6, bcOs: 8.2, targetOs: -2.5, diaOs: 10.6 }
  async function placed(): Promise<number> {
    const made = await as('optometrist').call('orders.create', {
      order: { pid, ...(await linkFor(as, pid, 'okjing')) },
      orderLen: { ...lenses, productId: hard },
      overrides: [{ code: 'no-trial', reason: '会员自带参数' }],
      orderType: 1,
    })
    const submitted = await as('optometrist').call('orders.status', { oid: made.orderId, status: 2 })
    await as('cashier').call('feebill.confirm', { fbid: submitted.fbid!, payStyleList: [{ payWay: 1, amount: submitted.billPrice! }] })
    await as('doctor').call('orders.status', { oid: made.orderId, status: 3 })
    return made.orderId
  }
  it('is not made of a draft; of a placed one eyes, causes and warranty are told', async () => {
    const draft = await as('optometrist').call('orders.create', {
      order: { pid, ...(await linkFor(as, pid, 'okjing')) },
      orderLen: { ...lenses, productId: hard },
      overrides: [{ code: 'no-trial', reason: '会员自带参数' }],
      orderType: 1,
    })
    expect((await as('optometrist').refusal('orders.patch', { id: draft.orderId })).message).toMatch(/不能补片$/)
    // Nor is it written, whatever its cause.
    for (const cause of ['lost', 'quality']) {
      const wrong = { order: { originalId: draft.orderId, cause }, orderLen: {}, orderType: 1 }
      expect((await as('optometrist').refusal('orders.create', wrong)).message).toMatch(/不能补片$/)
    }
    const patch = await as('optometrist').call('orders.patch', { id: await placed() })
    expect(patch.eyes.map((e) => e.eye)).toEqual(['od', 'os'])
    expect(patch.warrantyDaysLeft).toBe(15)
    expect(patch.prices.map((p) => [p.cause, p.free, p.price])).toEqual([
      ['lost', false, 620],
      ['broken', false, 620],
      ['adjust', false, 620],
      ['quality', true, 0],
    ])
  })
  it('takes over member and parameters of its original, orders one eye alone, and is free for quality under warranty', async () => {
    const originalId = await placed()
    const one = await as('optometrist').call('orders.create', {
      order: { originalId, cause: 'quality' },
      orderLen: { numberOs: 0 },
      orderType: 1,
    })
    expect(one).toMatchObject({ mode: 3, pid, bcOd: 8.3, total: 0, warranty: true, productOs: null })
    expect(one.items.map((i) => i.eye)).toEqual(['od'])
    const lost = await as('optometrist').call('orders.create', {
      order: { originalId, cause: 'lost' },
      orderLen: { bcOs: 8.1 },
      orderType: 1,
    })
    expect(lost).toMatchObject({ total: 620, warranty: false, differs: ['bcOs'] })
    const { supplements } = await as('optometrist').call('orders.info', { id: originalId })
    expect(supplements.map((s) => [s.orderId, s.cause])).toEqual([
      [one.orderId, 'quality'],
      [lost.orderId, 'lost'],
    ])
  })
  it('has the member and kind of its original, and a cause', async () => {
    const originalId = await placed()
    const other = (await as('reception').call('patients.save', { name: '别人', mobile: '13900000003', birth: '2010-07-01', gender: 1 })).pid
    expect(
      await as('optometrist').refusal('orders.create', { order: { pid: other, originalId, cause: 'lost' }, orderType: 1 }),
    ).toMatchObject({ field: 'originalId' })
    expect(await as('optometrist').refusal('orders.create', { order: { originalId, cause: 'lost' }, orderType: 2 })).toMatchObject({
      field: 'originalId',
    })
    expect(await as('optometrist').refusal('orders.create', { order: { originalId }, orderType: 1 })).toMatchObject({ field: 'cause' })
  })
})
describe('an order is followed', () => {
  it('by its steps, courier and promise', async () => {
    const { orderId } = await as('warehouse').call('other-orders.create', {
      items: [{ productId: await makeGoods(as('manager'), 7, one), number: 1 }],
      promisedOn,
    })
    for (const [status, more] of [[2], [3], [4, { lastEmsNumber: 'SF100' }]] as const)
      await as('warehouse').call('orders.status', { oid: orderId, status, ...more })
    const seen = await as('reception').call('orders.tracking', { id: orderId })
    expect(seen).toMatchObject({ lastEmsNumber: 'SF100', promisedOn, late: false, told: [] })
    expect(seen.steps.map((s) => s.statusName)).toEqual(['待提交', '已提交', '生产中', '已发货'])
  })
  it('late ones stand in the list and the counts, the longest late first', async () => {
    await clinic.tx((cx) => cx.db.run(sql`update supply_order set promised_on = '2026-01-01' where kind = 'other'`))
    const late = await as('reception').call('other-orders.list', { late: true })
    expect(late.list).toMatchObject([{ late: true, statusName: '已发货' }])
    expect((await as('reception').call('orders.counts', { kind: 'other' })).map((c) => [c.statusName, c.count, c.late])).toEqual([
      ['已发货', 1, 1],
    ])
  })
  it('a file holds the kind that was asked for, without costs for those who may not see them', async () => {
    const file = async (role: 'warehouse' | 'manager') => bookFrom(await as(role).raw('orders.export', { type: 'batch' }))
    const { head, lines: rows } = await file('warehouse')
    expect(rows.length).toBe((await as('warehouse').call('orders.counts', { kind: 'batch' })).reduce((n, c) => n + c.count, 0))
    const cost = head.findIndex((cell) => String(cell).startsWith('进价合计'))
    expect([rows.every((r) => !r[cost]), (await file('manager')).lines.every((r) => Boolean(r[cost]))]).toEqual([true, true])
  })
  it('a member in fitting stands where the case is', async () => {
    expect((await as('optometrist').call('orders.okjing', {})).list).toEqual([])
  })
})
