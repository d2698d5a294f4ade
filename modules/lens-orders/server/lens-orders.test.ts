/**
 * Every kind of orders does what all of them promise: written, listed, answered, submitted, placed, cancelled and deleted through the calls
 * of its own family.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow, type Move } from '#kernel/contract/index.ts'
import { freshClinic, type CallId, type Caller, type Clinic } from '../../../tests/harness.ts'
import { everyKind, orderKinds, type OrderKindName } from '../contract/kinds/index.ts'
import type { OrderInfo } from '../contract/shapes.ts'
import { flows } from '../contract/states.ts'
import { linkFor, makeGoods, makeSupplier, orderOf } from './make.ts'

const promisedOn = addDays(clinicNow().slice(0, 10), 60)
let clinic: Clinic
let pid: number
const goods = new Map<number, number>()
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
type Any = (id: string, input: object) => Promise<OrderInfo>
/** Kinds are told apart at run time; their calls are called alike. */
const call = (caller: Caller): Any => caller.call as never

const named = Object.keys(orderKinds).filter((k) => k !== 'batch') as OrderKindName[]
const writer = (kind: OrderKindName) => as(orderKinds[kind].member === 'required' ? 'optometrist' : 'warehouse')
const productFor = (kind: OrderKindName): number => goods.get(orderKinds[kind].categories[0]!)!
async function make(kind: OrderKindName): Promise<OrderInfo> {
  const { member } = orderKinds[kind]
  const link = kind === 'okjing' || kind === 'soft' ? await linkFor(as, pid, kind) : {}
  const { call: id, input } = orderOf(kind, { productId: productFor(kind), pid: member === 'required' ? pid : undefined, ...link })
  return call(writer(kind))(
    id,
    'order' in input ? { ...input, order: { ...(input.order as object), creatorType: 2 } } : { ...input, creatorType: 2 },
  )
}
const info = (id: number): Promise<OrderInfo> => as('manager').call('orders.info', { id })
const status = (role: Parameters<Clinic['as']>[0], id: number, to: number, more: object = {}) =>
  as(role).call('orders.status', { oid: id, status: to, ...more })

beforeAll(async () => {
  clinic = await freshClinic()
  const supplierId = await makeSupplier(as('manager'))
  for (const category of new Set(everyKind().flatMap((k) => k.categories)))
    goods.set(category, await makeGoods(as('manager'), category, supplierId))
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '2012-07-01', gender: 1 })).pid
})

describe.each(named)('orders of kind %s', (kind) => {
  const { calls, flow } = orderKinds[kind]
  const callName = calls.style === 'order' ? undefined : (calls as { name: string }).name
  it('R104: are written by their own call whoever says who created them, stand first in their list, and are answered whole', async () => {
    const made = await make(kind)
    // Ortho-k without a fitting is confirmed as it is written, which is a change of its own.
    expect(made).toMatchObject({ kind, status: 1, creatorType: 1, version: kind === 'okjing' ? 1 : 0 })
    expect(made.orderNo).toMatch(/^DG\d{10}$/)
    expect(made.items.length).toBeGreaterThan(0)
    const listed = callName
      ? await (as('manager').call as unknown as (id: string, input: object) => Promise<{ list: OrderInfo[] }>)(`${callName}.list`, {})
      : await as('manager').call('orders.okjing.list', { type: kind })
    expect(listed.list[0]).toMatchObject({ orderId: made.orderId, pieces: made.items.reduce((n, i) => n + i.ordered, 0) })
    expect(await info(made.orderId)).toMatchObject({ orderId: made.orderId, totalMoney: made.total })
  })
  it('a change keeps what it leaves out; null empties', async () => {
    const made = await make(kind)
    const change = (head: object, version: number) =>
      callName
        ? call(writer(kind))(`${callName}.update`, { id: made.orderId, version, ...head })
        : call(writer(kind))('orders.update', { order: { orderId: made.orderId, ...head }, version })
    const noted = await change({ orderNote: '加急', promisedOn }, made.version)
    expect(noted).toMatchObject({
      orderNote: '加急',
      promisedOn,
      total: made.total,
      supplierId: made.supplierId,
      pid: made.pid,
    })
    expect(noted.items.map((i) => [i.productId, i.ordered, i.sph])).toEqual(made.items.map((i) => [i.productId, i.ordered, i.sph]))
    expect(await change({ orderNote: null }, noted.version)).toMatchObject({ orderNote: null, promisedOn })
    await expect(change({ orderNote: '旧版本' }, made.version)).rejects.toThrow('已被他人修改')
  })
  it('are of their store: another store of the chain does not find them', async () => {
    const { orderId } = await make(kind)
    const other = await freshClinic()
    expect(await other.as('manager').refusal('orders.info', { id: orderId })).toMatchObject({ message: '订单不存在或已被删除' })
  })
  it('R111: a draft is deleted, one that is submitted is not', async () => {
    const draft = await make(kind)
    const remove = (callName ? `${callName}.delete` : 'orders.delete') as CallId
    await call(writer(kind))(remove, { id: draft.orderId })
    expect(await as('manager').refusal('orders.info', { id: draft.orderId })).toMatchObject({ message: '订单不存在或已被删除' })
    const kept = await make(kind)
    await status('manager', kept.orderId, 2)
    expect(await writer(kind).refusal(remove, { id: kept.orderId })).toMatchObject({ message: '只有草稿和已取消的订单可以删除' })
  })
  it('R106: a target nothing leads to names the state; the account must be the caller', async () => {
    const { orderId } = await make(kind)
    expect((await as('manager').refusal('orders.status', { oid: orderId, status: 6 })).message).toMatch(/^当前状态为“(草稿|待提交)”/)
    expect(await as('manager').refusal('orders.status', { oid: orderId, status: 2, uid: 1 })).toMatchObject({ field: 'uid' })
  })
  it('every step its machine has is taken, and every other target is refused and changes nothing', async () => {
    const { orderId } = await make(kind)
    const { moves, states } = flows[flow]
    // Receiving, handing over and taking back have calls of their own; a step back to the draft is the reviewer's.
    const ways: readonly string[] = ['submit', 'back', 'accept', 'make', 'ship', 'cancel', 'cancelLate']
    for (const next of flow === 'fitted' ? [2, 3, 4, 5, 9] : [2, 3, 4, 9]) {
      const { status: from, fbid, billPrice } = await info(orderId)
      const legal = Object.entries<Move>(moves).flatMap(([n, m]) => (ways.includes(n) && m.from.includes(from) ? [m.to] : []))
      expect([kind, from, legal.includes(next)]).toEqual([kind, from, true])
      for (const target of Object.keys(states)
        .map(Number)
        .filter((t) => !legal.includes(t))) {
        expect([
          from,
          target,
          (await as('manager').refusal('orders.status', { oid: orderId, status: target, reason: '试' })).message,
        ]).toEqual([from, target, expect.stringMatching(/^当前状态为/)])
        expect((await info(orderId)).status).toBe(from)
      }
      if (next === 3 && fbid) await as('cashier').call('feebill.confirm', { fbid, payStyleList: [{ payWay: 1, amount: billPrice! }] })
      if (next === 9 && fbid) {
        expect((await as('manager').refusal('orders.status', { oid: orderId, status: 9, reason: '试' })).message).toBe(
          '订单已收款，请先退费再取消',
        )
      } else
        expect((await status(next === 3 && flow === 'fitted' ? 'doctor' : 'manager', orderId, next, { reason: '试' })).status).toBe(next)
    }
  })
  it('R107, R111: cancelling asks for a reason and for its right, and keeps the reason', async () => {
    const { orderId } = await make(kind)
    await status('manager', orderId, 2)
    expect(await as('cashier').refusal('orders.status', { oid: orderId, status: 9, reason: '重复' })).toMatchObject({ code: 20405 })
    expect(await as('reception').refusal('orders.status', { oid: orderId, status: 9 })).toMatchObject({ field: 'reason' })
    expect(await status('reception', orderId, 9, { reason: '重复下单' })).toMatchObject({ status: 9, cancelReason: '重复下单' })
  })
  it('is placed with a supplier and a promise', async () => {
    const { orderId, fbid: none } = await make(kind)
    expect(none).toBeNull()
    const submitted = await status('manager', orderId, 2)
    const placer = flow === 'fitted' ? 'doctor' : 'warehouse'
    if (submitted.fbid) {
      expect((await as(placer).refusal('orders.status', { oid: orderId, status: 3 })).message).toMatch(/^收费单还差/)
      await as('cashier').call('feebill.confirm', { fbid: submitted.fbid, payStyleList: [{ payWay: 1, amount: submitted.billPrice! }] })
    }
    const placed = await status(placer, orderId, 3)
    expect(placed).toMatchObject({ status: 3, late: false })
    expect(placed.promisedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(placed.supplierId).not.toBeNull()
  })
})

describe('hard lens orders', () => {
  it('are reviewed by another person: whoever wrote one cannot', async () => {
    const { orderId } = await make('okjing')
    await status('optometrist', orderId, 2)
    expect(await as('optometrist').refusal('orders.review', { id: orderId })).toMatchObject({ message: '开单人不能审核自己的订单' })
    const reviewed = await as('doctor').call('orders.review', { id: orderId })
    expect(reviewed).toMatchObject({ status: 2, needsReview: false })
    expect(reviewed.reviewer).not.toBeNull()
  })
  it('review and payment place one, whichever comes last', async () => {
    const one = await make('okjing')
    const submitted = await status('optometrist', one.orderId, 2)
    await as('doctor').call('orders.review', { id: one.orderId })
    await as('cashier').call('feebill.confirm', { fbid: submitted.fbid!, payStyleList: [{ payWay: 1, amount: submitted.billPrice! }] })
    expect(await info(one.orderId)).toMatchObject({ status: 3 })
    const two = await make('okjing')
    const waiting = await status('optometrist', two.orderId, 2)
    await as('cashier').call('feebill.confirm', { fbid: waiting.fbid!, payStyleList: [{ payWay: 1, amount: waiting.billPrice! }] })
    expect(await info(two.orderId)).toMatchObject({ status: 2 })
    expect(await as('doctor').call('orders.review', { id: two.orderId })).toMatchObject({ status: 3 })
  })
})

describe('costs', () => {
  it('are answered to those only who may see them', async () => {
    const { orderId } = await make('gsp')
    const seen = await info(orderId)
    expect(seen.costTotal).toBeGreaterThan(0)
    const masked = await as('warehouse').call('orders.info', { id: orderId })
    expect([masked.costTotal, ...masked.items.map((i) => i.cost)]).toEqual([null, null])
  })
})
