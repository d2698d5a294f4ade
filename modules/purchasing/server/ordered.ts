/** What a statement is held against beside the ledger: orders, and papers that wait to be posted. */
import { showMoney } from '#kernel/contract/index.ts'
import { lit, sql, type Cx } from '#kernel/server/index.ts'
import { stockIn } from '#modules/stock/contract/states.ts'
import { orderFor, type Ordered, type Ours, type Pair, type Theirs } from '../contract/compare.ts'
import { ordersAsked, type OrderedGoods } from '../contract/events.ts'
import type { StatementLine } from '../contract/shapes.statements.ts'

interface Period {
  readonly supplierId: number
  readonly hid: number
  readonly fromOn: string
  readonly toOn: string
}
/** Goods of the supplier that were ordered, line by line. `lacking`: pieces that did not come or were refused. */
export type Told = OrderedGoods & Ordered
export async function ordersOf(cx: Cx, { supplierId, hid, fromOn, toOn }: Period, numbers: readonly string[]): Promise<Told[]> {
  const told: OrderedGoods[] = []
  await cx.announce(ordersAsked, { supplierId, hid, fromOn, toOn, numbers, tell: (goods) => void told.push(...goods) })
  return told.map((o) => ({ ...o, lacking: o.cancelled ? 0 : o.quantity - o.received }))
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
export interface Waiting extends Ordered {
  readonly docNo: string
}
/** Goods of the supplier that somebody wrote down and nobody posted. */
export const awaitedOf = (cx: Cx, { supplierId, hid }: Period): Promise<Waiting[]> =>
  cx.db.rows(
    Awaited,
    sql`select d.stockin_no doc_no, i.product_id, i.sph, i.cyl, i.quantity, i.quantity lacking, i.cost price, d.stockin_date "day" from stock_in d join stock_in_item i on i.oid = d.oid and i.stockin_id = d.stockin_id
    where d.supplier_id = ${supplierId} and d.hid = ${hid} and d.status in ${lit(stockIn.in.open)}`,
  )

/** A row of ours with the paper it came by. */
export interface Paper extends Ours {
  readonly docNo: string
  readonly day: string
  readonly deliveryNo: string | null
  /** Pieces of the delivery note, where somebody wrote them down. */
  readonly expected: number | null
}
/** The order the lines of a pair are of. */
export function orderOf({ theirs: [his], ours: [mine] }: Pair<Theirs, Paper>, orders: readonly Told[]): Told | undefined {
  const by = mine && orders.filter((o) => o.papers.includes(mine.docNo))
  return by?.length ? (by.find((o) => o.productId === mine?.productId && o.sph === mine.sph) ?? by[0]) : his && orderFor(his, orders)
}
export const shownOrder = (order: Told | undefined): StatementLine['order'] =>
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

const refusal = ({ rejected, refused }: Told): string => `验收拒收 ${rejected} 件${refused ? `：${refused}` : ''}`
/** Why goods of an order are not here. */
function notHere(order: Told): string {
  if (order.rejected > 0) return refusal(order)
  return [order.stateName, order.tracking && `运单 ${order.tracking}`, order.promisedOn && `应到 ${order.promisedOn}`]
    .filter(Boolean)
    .join('，')
}
interface Beside {
  readonly order: Told | undefined
  readonly awaited: readonly Waiting[]
  /** What a contract says the goods cost. */
  readonly agreed: string | undefined
}
/** What speaks for our side of a line. */
export function basisOf({ finding, theirs, ours }: Pair<Theirs, Paper>, { order, awaited, agreed }: Beside): string | null {
  const [mine, his] = [ours[0], theirs[0]]
  const came = mine ? `${mine.docNo}，${mine.day}` : null
  switch (finding) {
    case 'price':
      return agreed ?? (order ? `订单 ${order.orderNo} 订的是 ${showMoney(order.price / 100)}` : mine ? `入库 ${mine.docNo} 的进价` : null)
    case 'missing':
      return order ? notHere(order) : (awaited.filter((a) => a.productId === his?.productId).map((a) => `${a.docNo} 还没有入库`)[0] ?? null)
    case 'twice':
      if (order && !ours.length && his?.orderNo && order.lacking === 0) return `订单 ${order.orderNo} 的货都已收到，这一行是多列的`
      return his ? `${his.deliveryNo ?? his.orderNo ?? ''} 已列过同一单` : null
    case 'unordered':
      return order?.cancelled ? `订单 ${order.orderNo} ${order.stateName}` : '找不到订单，也没有收货'
    case 'wrong':
      return `对方列为 ${his?.goods ?? ''}`
    case 'quantity':
      if (order && order.rejected > 0) return `订 ${order.quantity}，收 ${order.received}，${refusal(order)}`
      if (mine?.expected && mine.expected !== mine.quantity) return `送货单 ${mine.expected}，实收 ${mine.quantity}`
      return came
    default:
      return came
  }
}
