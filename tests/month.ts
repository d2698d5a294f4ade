/** A month with a supplier: orders that came as they should, and a file of the supplier with twelve planted differences. */
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { supply } from '#modules/lens-orders/contract/states.ts'
import { contract, findings } from '#modules/purchasing/contract/states.ts'
import { makeGoods, makeSupplier } from '../modules/lens-orders/server/make.ts'
import type { Caller } from './harness.ts'

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
export interface Month {
  readonly supplierId: number
  readonly supplierName: string
  readonly rows: readonly Row[]
  readonly planted: readonly Planted[]
  /** Yuan: what agrees, and what the ledger owes. */
  readonly same: number
  readonly ours: number
}
const COST = 107
const AGREED = 95
const { submitted, making, shipped, cancelled } = supply.is

/** A supplier with three products, one of them at the price of a contract. */
async function suppliers(
  manager: Manager,
  approver: Manager,
  name: string,
): Promise<{ supplierId: number; product: number; agreed: number }> {
  const supplierId = await makeSupplier(manager, { name })
  const product = await makeGoods(manager, 7, supplierId, { name: '清洁套装' })
  const agreed = await makeGoods(manager, 7, supplierId, { name: '镜盒', brand: '合同牌' })
  await makeGoods(manager, 7, supplierId, { name: '镜链' })
  const today = clinicNow().slice(0, 10)
  const term = { startsOn: addDays(today, -30), endsOn: addDays(today, 300) }
  const { contractId } = await manager.call('contracts.create', {
    name: '年度框架',
    supplierId,
    ...term,
    lines: [{ brand: '合同牌', cost: AGREED }],
  })
  await approver.call('contracts.status', { id: contractId, status: contract.is.active })
  return { supplierId, product, agreed }
}
/** Orders of the shelf at a supplier, and what comes of them. */
function ordering({ call }: Manager, supplierId: number) {
  let notes = 0
  const placed = async (number: number, productId: number) => {
    const order = await call('other-orders.create', { supplierId, items: [{ productId, number }] })
    for (const status of [submitted, making, shipped]) await call('orders.status', { oid: order.orderId, status })
    return { id: order.orderId, orderNo: order.orderNo, lineIds: order.items.map((i) => i.lineId) }
  }
  type Order = Awaited<ReturnType<typeof placed>>
  const receive = async ({ id, lineIds: [lineId] }: Order, quantity: number, refused = 0) => {
    const deliveryNo = `SH-${++notes}`
    const came = quantity ? [{ lineId, quantity }] : []
    const sentAway = refused ? [{ lineId, quantity: refused, verdict: 'rejected' as const, reason: '划痕' }] : []
    await call('orders.receive', { id, deliveryNo, lines: [...came, ...sentAway] })
    return deliveryNo
  }
  const whole = async (number: number, productId: number) => {
    const order = await placed(number, productId)
    return { ...order, deliveryNo: await receive(order, number) }
  }
  return { placed, receive, whole }
}
const row = (order: { orderNo: string; deliveryNo?: string } | undefined, quantity: number, more: Partial<Row> = {}): Row => ({
  orderNo: order?.orderNo ?? null,
  deliveryNo: order?.deliveryNo ?? null,
  name: '清洁套装',
  quantity,
  price: COST,
  ...more,
})
/** Six orders that came whole, and one that came in two parts and is listed as one: 26 pieces. */
async function clean({ placed, receive, whole }: ReturnType<typeof ordering>, product: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const number of [1, 2, 3, 4, 5, 6]) rows.push(row(await whole(number, product), number))
  const inParts = await placed(5, product)
  await receive(inParts, 2)
  await receive(inParts, 3)
  return [...rows, row(inParts, 5)]
}
export async function makeMonth(manager: Manager, approver: Manager): Promise<Month> {
  const supplierName = '对账光学'
  const { supplierId, product, agreed } = await suppliers(manager, approver, supplierName)
  const orders = ordering(manager, supplierId)
  const { placed, receive, whole } = orders
  const rows = await clean(orders, product)
  const refused = await placed(4, product)
  const [less, dear, again, listed, wrong] = [
    await whole(3, product),
    await whole(2, agreed),
    await whole(7, product),
    await whole(8, product),
    await whole(9, product),
  ]
  const deliveryNo = await receive(refused, 3, 1)
  const [transit, sentAway, delivered, back] = [
    await placed(2, product),
    await placed(2, product),
    await placed(3, product),
    await placed(10, product),
  ]
  await receive(sentAway, 0, 2)
  await manager.call('orders.status', { oid: delivered.id, status: cancelled, reason: '不再需要' })
  // It came, and is not listed.
  await whole(11, product)
  await receive(back, 6)
  await manager.call('orders.return', { id: back.id, reason: '型号错误' })
  const same = (26 + 7 + 8 + 6) * COST
  return {
    supplierId,
    supplierName,
    rows: [
      ...rows,
      row({ ...refused, deliveryNo }, 4),
      row(less, 2),
      row(dear, 2, { name: '镜盒', price: AGREED + 5 }),
      row(again, 7),
      row(again, 7),
      row(listed, 8),
      row(listed, 8, { deliveryNo: 'SH-999' }),
      row(wrong, 9, { name: '镜链' }),
      row(transit, 2),
      row(sentAway, 2),
      row(delivered, 3),
      row(undefined, 6, { deliveryNo: 'SH-1000', name: '从没订过的东西' }),
      row(back, 6),
    ],
    planted: PLANTED,
    same,
    ours: same + (3 + 3 + 9 + 11 - 6) * COST + 2 * AGREED,
  }
}
const { is } = findings
const PLANTED: readonly Planted[] = [
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
/** The month as the supplier sends it: rows of its workbook, heads first. */
export const sheetOf = ({ rows }: Month): Array<Array<string | number | null>> => [
  ['订单编号', '发货单号', '商品名称', '数量', '结算价'],
  ...rows.map((r) => [r.orderNo, r.deliveryNo, r.name, r.quantity, r.price]),
]
