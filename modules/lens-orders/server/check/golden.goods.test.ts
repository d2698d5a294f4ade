/**
 * The golden file of goods without a power: care, devices, frames, GSP and other goods, each with one planted error where it is written,
 * where its goods are chosen and where they are received. Neither reception nor cashier nor warehouse passes one.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { everyKind, orderKinds, type OrderKindName } from '../../contract/kinds/index.ts'
import type { OrderInfo } from '../../contract/shapes.ts'
import { makeGoods, makeSupplier } from '../make.ts'

/** Kinds of goods, and a category of another kind each. */
const KINDS = { care: 1, device: 5, frame: 3, gsp: 1, other: 5 } as const satisfies Partial<Record<OrderKindName, number>>
type GoodsKind = keyof typeof KINDS
const kinds = Object.keys(KINDS) as GoodsKind[]
const DESK = ['reception', 'cashier', 'warehouse'] as const
/** EAN-13 of the nth product: twelve digits and their check digit (GS1 General Specifications 7.9). */
function eanOf(n: number): string {
  const digits = `6901234${String(n).padStart(5, '0')}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

let clinic: Clinic
let supplierId: number
const goods = {} as Record<GoodsKind, { ordered: number; another: number; code: string; otherCode: string }>
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
type Call = (id: string, input: object) => Promise<OrderInfo>
const call = (role: Parameters<Clinic['as']>[0]): Call => as(role).call as never
const createOf = (kind: GoodsKind): string => {
  const { calls } = orderKinds[kind]
  return calls.style === 'goods' ? `${calls.name}.create` : ''
}
const categoryOf = (kind: GoodsKind): number => (kind === 'gsp' ? 5 : orderKinds[kind].categories[0])
const refused = (role: Parameters<Clinic['as']>[0], id: string, input: object) => as(role).refusal(id as 'care-orders.create', input)
const order = (kind: GoodsKind, items: object[]) => call('warehouse')(createOf(kind), { items })
/** An order of four pieces on its way. */
async function onItsWay(kind: GoodsKind): Promise<OrderInfo> {
  const { orderId } = await order(kind, [{ productId: goods[kind].ordered, number: 4 }])
  for (const status of [2, 3, 4]) await as('warehouse').call('orders.status', { oid: orderId, status })
  return as('manager').call('orders.info', { id: orderId })
}

beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  supplierId = await makeSupplier(as('manager'))
  for (const [n, kind] of kinds.entries()) {
    const [code, otherCode] = [eanOf(2 * n), eanOf(2 * n + 1)]
    const ordered = await makeGoods(as('manager'), categoryOf(kind), supplierId, { barCode: code })
    goods[kind] = { ordered, another: await makeGoods(as('manager'), KINDS[kind], supplierId, { barCode: otherCode }), code, otherCode }
  }
}, 120_000)

describe('an order of goods with one planted error', () => {
  it('is tried of every kind of goods', () => {
    expect(kinds.toSorted()).toEqual(
      everyKind()
        .flatMap((k) => (k.calls.style === 'goods' ? [k.kind] : []))
        .toSorted(),
    )
  })
  it.each(kinds)('%s: goods of another kind, no piece and a product nobody has are refused as they are written', async (kind) => {
    for (const role of DESK) {
      for (const [productId, number] of [
        [goods[kind].another, 4],
        [999_999_999, 4],
        [goods[kind].ordered, 0],
        [goods[kind].ordered, -1],
      ])
        expect((await refused(role, createOf(kind), { items: [{ productId, number }] })).code, `${role} ${productId}`).not.toBe(200)
    }
  })
  it.each(kinds)('%s: without goods, without a supplier and of one whose licence ran out it is not submitted', async (kind) => {
    const expired = await makeSupplier(as('manager'), { licenceExpires: '2020-01-01' })
    const empty = await order(kind, [])
    const owed = await call('warehouse')(createOf(kind), { supplierId: expired, items: [{ productId: goods[kind].ordered, number: 4 }] })
    for (const role of DESK)
      for (const { orderId } of [empty, owed])
        expect((await refused(role, 'orders.status', { oid: orderId, status: 2 })).code, role).not.toBe(200)
  })
  it.each(kinds)('%s: another product, more than was ordered and what has run out is not received', async (kind) => {
    const { orderId, items } = await onItsWay(kind)
    const lineId = items[0]!.lineId
    const { code, otherCode } = goods[kind]
    const lot = { batchNo: 'G1', expiry: '2031-01-01' }
    const serial = (n: number) => (orderKinds[kind].receipt.scan.some((s) => s === 'serial') ? { serial: `G${orderId}-${n}` } : {})
    const planted: Record<string, object[]> = {
      'another product': [{ lineId, code: otherCode, ...lot, ...serial(1) }],
      'more than ordered': Array.from({ length: 5 }, (_, n) => ({ lineId, code, ...lot, ...serial(n) })),
      'a line of no order': [{ lineId: 999_999_999, ...lot, ...serial(1) }],
      ...(kind === 'frame' ? {} : { 'run out': [{ lineId, code, ...lot, expiry: '2020-01-01', ...serial(1) }] }),
    }
    for (const [what, lines] of Object.entries(planted))
      for (const role of DESK)
        for (const more of [{}, { verdict: 'accepted', reason: '供应商说可以' }]) {
          const answer = await refused(role, 'orders.receive', { id: orderId, lines: lines.map((l) => ({ ...l, ...more })) })
          expect([answer.status < 500, answer.code === 200], `${what} by ${role}: ${answer.message}`).toEqual([true, false])
        }
    expect(await as('manager').call('orders.info', { id: orderId })).toMatchObject({ received: 0 })
    const right = Array.from({ length: 4 }, (_, n) => ({ lineId, code, ...lot, ...serial(n) }))
    expect((await as('warehouse').call('orders.receive', { id: orderId, lines: right } as never)).received).toBe(4)
  })
})
