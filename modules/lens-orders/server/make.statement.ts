/** A month with a supplier for tests: orders that came as they should, and a file of the supplier with twelve planted differences. */
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { contract, findings } from '#modules/purchasing/contract/states.ts'
import type { Caller } from '../../../tests/harness.ts'
import { supply } from '../contract/states.ts'
import { makeGoods, makeSupplier } from './make.ts'

type Manager = Pick<Caller, 'call'>
interface Row {
  readonly orderNo: string | null
  readonly deliveryNo: string | null
  readonly name: string
  readonly quantity: number
  /** Yuan. */
  readonly price: number
}
/** Finding, difference in yuan, what speaks for our side. */
export type Planted = readonly [finding: number, difference: number, basis: RegExp]
const COST = 107
const AGREED = 95
const { submitted, making, shipped, cancelled } = supply.is

export interface Month {
  readonly supplierId: number
  readonly supplierName: string
  readonly rows: Row[]
  readonly planted: readonly Planted[]
  /** Yuan: what agrees, and what the ledger owes. */
  readonly same: number
  readonly ours: number
}
export async function makeMonth(manager: Manager): Promise<Month> {
  const { call } = manager
  const supplierName = '对账光学'
  const supplierId = await makeSupplier(manager, { name: supplierName })
  const [product, agreed] = [
    await makeGoods(manager, 7, supplierId, { name: '清洁套装' }),
    await makeGoods(manager, 7, supplierId, { name: '镜盒', brand: '合同牌' }),
  ]
  await makeGoods(manager, 7, supplierId, { name: '镜链' })
  const today = clinicNow().slice(0, 10)
  const { contractId } = await call('contracts.create', {
    name: '年度框架',
    supplierId,
    startsOn: addDays(today, -30),
    endsOn: addDays(today, 300),
    lines: [{ brand: '合同牌', cost: AGREED }],
  })
  await call('contracts.status', { id: contractId, status: contract.is.active })

  const placed = async (number: number, productId = product) => {
    const order = await call('other-orders.create', { supplierId, items: [{ productId, number }] })
    for (const status of [submitted, making, shipped]) await call('orders.status', { oid: order.orderId, status })
    return { id: order.orderId, orderNo: order.orderNo, lineId: order.items[0]!.lineId }
  }
  type Order = Awaited<ReturnType<typeof placed>>
  let notes = 0
  const receive = async ({ id, lineId }: Order, quantity: number, refused = 0) => {
    const deliveryNo = `SH-${++notes}`
    const came = quantity ? [{ lineId, quantity }] : []
    const sentAway = refused ? [{ lineId, quantity: refused, verdict: 'rejected' as const, reason: '划痕' }] : []
    await call('orders.receive', { id, deliveryNo, lines: [...came, ...sentAway] })
    return deliveryNo
  }
  const row = (order: Order | undefined, quantity: number, more: Partial<Row> = {}): Row => ({
    orderNo: order?.orderNo ?? null,
    deliveryNo: null,
    name: '清洁套装',
    quantity,
    price: COST,
    ...more,
  })
  const whole = async (number: number, productId = product) => {
    const order = await placed(number, productId)
    return { order, deliveryNo: await receive(order, number) }
  }

  const rows: Row[] = []
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const { order, deliveryNo } = await whole(number)
    rows.push(row(order, number, { deliveryNo }))
  }
  const inParts = await placed(5)
  await receive(inParts, 2)
  await receive(inParts, 3)
  rows.push(row(inParts, 5))
  const [refused, less, dear, again, listed, wrong] = [
    await placed(4),
    await whole(3),
    await whole(2, agreed),
    await whole(7),
    await whole(8),
    await whole(9),
  ]
  const refusedNote = await receive(refused, 3, 1)
  // One that came and is not listed, and one that goes back.
  const [transit, sentAway, given, , back] = [await placed(2), await placed(2), await placed(3), await whole(11), await placed(10)]
  await receive(sentAway, 0, 2)
  await call('orders.status', { oid: given.id, status: cancelled, reason: '不再需要' })
  await receive(back, 6)
  await call('orders.return', { id: back.id, reason: '型号错误' })
  rows.push(
    row(refused, 4, { deliveryNo: refusedNote }),
    row(less.order, 2),
    row(dear.order, 2, { name: '镜盒', price: AGREED + 5 }),
    row(again.order, 7),
    row(again.order, 7),
    row(listed.order, 8, { deliveryNo: listed.deliveryNo }),
    row(listed.order, 8, { deliveryNo: 'SH-999' }),
    row(wrong.order, 9, { name: '镜链' }),
    row(transit, 2),
    row(sentAway, 2),
    row(given, 3),
    row(undefined, 6, { deliveryNo: 'SH-1000', name: '从没订过的东西' }),
    row(back, 6),
  )
  const { is } = findings
  const planted: Planted[] = [
    [is.quantity, COST, /订 4，收 3，验收拒收 1 件：划痕/],
    [is.quantity, -COST, /^RK/],
    [is.price, 10, /合同 HT.* 价 ¥95\.00/],
    [is.twice, 7 * COST, /的货都已收到/],
    [is.twice, 8 * COST, /的货都已收到/],
    [is.wrong, 0, /对方列为 镜链/],
    [is.missing, 2 * COST, /已发货/],
    [is.missing, 2 * COST, /验收拒收 2 件：划痕/],
    [is.unordered, 3 * COST, /已取消/],
    [is.unordered, 6 * COST, /找不到订单/],
    [is.unlisted, -11 * COST, /^RK/],
    [is.unreturned, 6 * COST, /^CK/],
  ]
  const same = (21 + 5 + 7 + 8 + 6) * COST
  const ours = same + (3 + 3 + 9 + 11 - 6) * COST + 2 * AGREED
  return { supplierId, supplierName, rows, planted, same, ours }
}
/** The month as the supplier sends it: rows of its workbook, heads first. */
export const sheetOf = ({ rows }: Month): Array<Array<string | number | null>> => [
  ['订单编号', '发货单号', '商品名称', '数量', '结算价'],
  ...rows.map((r) => [r.orderNo, r.deliveryNo, r.name, r.quantity, r.price]),
]
