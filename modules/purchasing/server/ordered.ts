/** Orders and unposted documents that a statement is compared with besides the ledger. */
import { showMoney } from '#kernel/contract/index.ts'
import { lit, sql, type Cx } from '#kernel/server/index.ts'
import { stockIn } from '#modules/stock/contract/states.ts'
import { orderFor, type OrderedGoodsStatus, type Ours, type ComparisonPair, type Theirs } from '../contract/compare.ts'
import { ordersAsked, type OrderedGoods } from '../contract/events.ts'
import type { SupplierStatementLine } from '../contract/shapes.statements.ts'

interface Period {
  readonly supplierId: number
  readonly hid: number
  readonly fromOn: string
  readonly toOn: string
}
/** Ordered goods of the supplier, by line. `lacking` pieces did not arrive or were rejected. */
export type OrderedLine = OrderedGoods & OrderedGoodsStatus
export async function ordersOf(cx: Cx, { supplierId, hid, fromOn, toOn }: Period, numbers: readonly string[]): Promise<OrderedLine[]> {
  const ordered: OrderedGoods[] = []
  await cx.announce(ordersAsked, { supplierId, hid, fromOn, toOn, numbers, tell: (goods) => void ordered.push(...goods) })
  return ordered.map((o) => ({ ...o, lacking: o.cancelled ? 0 : o.quantity - o.received }))
}
const Awaited = {
  docNo: 'string',
  productId: 'number',
  sph: 'number | null',
  cyl: 'number | null',
  quantity: 'number',
  lacking: 'number',
  price: 'number',
  day: 'string | null',
} as const
export interface UnpostedLine extends OrderedGoodsStatus {
  readonly docNo: string
}
/** Goods of the supplier on documents that are not posted. */
export const awaitedOf = (cx: Cx, { supplierId, hid }: Period): Promise<UnpostedLine[]> =>
  cx.db.rows(
    Awaited,
    sql`
      select d.stockin_no doc_no, i.product_id, i.sph, i.cyl, i.quantity, i.quantity lacking, i.cost price, d.stockin_date "day"
      from stock_in d
      join stock_in_item i on i.oid = d.oid and i.stockin_id = d.stockin_id
      where d.supplier_id = ${supplierId} and d.hid = ${hid} and d.status in ${lit(stockIn.in.open)}
    `,
  )

/** One of our rows with its document. */
export interface DocumentRow extends Ours {
  readonly docNo: string
  readonly day: string
  readonly deliveryNo: string | null
  /** Pieces on the delivery note, if recorded. */
  readonly expected: number | null
}
/** The order of a pair's lines. */
export function orderOf(
  { theirs: [theirLine], ours: [ourLine] }: ComparisonPair<Theirs, DocumentRow>,
  orders: readonly OrderedLine[],
): OrderedLine | undefined {
  const by = ourLine && orders.filter((o) => o.papers.includes(ourLine.docNo))
  return by?.length
    ? (by.find((o) => o.productId === ourLine?.productId && o.sph === ourLine.sph) ?? by[0])
    : theirLine && orderFor(theirLine, orders)
}
export const shownOrder = (order: OrderedLine | undefined): SupplierStatementLine['order'] =>
  order
    ? {
        orderId: order.orderId,
        orderNo: order.orderNo,
        day: order.day,
        ordered: order.quantity,
        received: order.received,
        rejected: order.rejected,
        price: order.price,
        stateName: order.stateName,
        promisedOn: order.promisedOn,
        tracking: order.tracking,
      }
    : null

const refusal = ({ rejected, refused }: OrderedLine): string => `验收拒收 ${rejected} 件${refused ? `：${refused}` : ''}`
/** Why ordered goods are not here. */
function notHere(order: OrderedLine): string {
  if (order.rejected > 0) return refusal(order)
  return [order.stateName, order.tracking && `运单 ${order.tracking}`, order.promisedOn && `应到 ${order.promisedOn}`]
    .filter(Boolean)
    .join('，')
}
interface Beside {
  readonly order: OrderedLine | undefined
  readonly awaited: readonly UnpostedLine[]
  /** Contract price of the goods. */
  readonly agreed: string | undefined
}
/** Evidence for our side of a line. */
export function basisOf({ finding, theirs, ours }: ComparisonPair<Theirs, DocumentRow>, { order, awaited, agreed }: Beside): string | null {
  const [ourLine, theirLine] = [ours[0], theirs[0]]
  const came = ourLine ? `${ourLine.docNo}，${ourLine.day}` : null
  switch (finding) {
    case 'price':
      return (
        agreed ?? (order ? `订单 ${order.orderNo} 订的是 ${showMoney(order.price / 100)}` : ourLine ? `入库 ${ourLine.docNo} 的进价` : null)
      )
    case 'missing':
      return order
        ? notHere(order)
        : (awaited.filter((a) => a.productId === theirLine?.productId).map((a) => `${a.docNo} 还没有入库`)[0] ?? null)
    case 'twice':
      if (order && !ours.length && theirLine?.orderNo && order.lacking === 0) return `订单 ${order.orderNo} 的货都已收到，这一行是多列的`
      return theirLine ? `${theirLine.deliveryNo ?? theirLine.orderNo ?? ''} 已列过同一单` : null
    case 'unordered':
      return order?.cancelled ? `订单 ${order.orderNo} ${order.stateName}` : '找不到订单，也没有收货'
    case 'wrong':
      return `对方列为 ${theirLine?.goods ?? ''}`
    case 'quantity':
      if (order && order.rejected > 0) return `订 ${order.quantity}，收 ${order.received}，${refusal(order)}`
      if (ourLine?.expected && ourLine.expected !== ourLine.quantity) return `送货单 ${ourLine.expected}，实收 ${ourLine.quantity}`
      return came
    default:
      return came
  }
}
