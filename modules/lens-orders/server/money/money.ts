/** The member's money of an order: its bill, and whether enough was taken to order the goods. */
import { wordsOfReason } from '#kernel/contract/index.ts'
import { change, may, type Cx } from '#kernel/server/index.ts'
import { billOf, cancelBill, makeBill, type Bill } from '#modules/billing/server/door.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { SupplyOrder } from '../queries.ts'
import { linesOf } from '../check/source.ts'

export const refOf = (orderId: number): string => `order:${orderId}`
/** `order:12` → 12; undefined for bills of other things. */
export const orderIn = (ref: string | null): number | undefined => (ref?.startsWith('order:') ? Number(ref.slice(6)) : undefined)
const lineRef = (lineId: number): string => `order-line:${lineId}`

/** Whose bill is written for an order: goods of a frame order are on that one's, a remake under warranty is free. */
const payerOf = (order: SupplyOrder): number | null =>
  kindOf(order.kind).bill === 'member' && order.recordFrameId === null && order.total > 0 ? order.pid : null
/** The bill of an order, line by line what it has; one that took no money is written anew. */
export async function writeBill(cx: Cx, order: SupplyOrder): Promise<SupplyOrder> {
  const pid = payerOf(order)
  if (pid === null) return order
  const lines = await linesOf(cx, order.orderId)
  const { fbid } = await makeBill(cx, {
    hid: order.hid,
    pid,
    ref: refOf(order.orderId),
    salerId: order.ctid ?? undefined,
    items: lines.map((l) => ({
      name: l.name,
      productId: l.productId,
      price: l.price,
      quantity: l.ordered,
      ref: lineRef(l.lineId),
      issued: 'order' as const,
    })),
  })
  return order.fbid === fbid ? order : change(cx, 'supply_order', { orderId: order.orderId }, {}, { fbid })
}
const billIn = async (cx: Cx, { fbid }: SupplyOrder): Promise<Bill | undefined> => (fbid === null ? undefined : billOf(cx, fbid))

/** The member has the money back: what comes of the order is anybody's. */
export async function moneyBack(cx: Cx, order: SupplyOrder): Promise<boolean> {
  const bill = await billIn(cx, order)
  return bill !== undefined && bill.paid > 0 && bill.refunded >= bill.paid
}
/** Fen still to come before the goods may be ordered: nothing where it is paid, enough is deposited, or its store lets accounts stand. */
export async function dueBefore(cx: Cx, order: SupplyOrder): Promise<number> {
  const bill = await billIn(cx, order)
  if (!bill || feeBill.in.sold.includes(bill.status)) return 0
  const rest = bill.billPrice - bill.paid
  if (bill.status === feeBill.is.owed && (await settingOf(cx, order.hid, 'frameStartOnAccount'))) return 0
  const share = await settingOf(cx, order.hid, 'frameStartDeposit')
  return share !== null && bill.paid > 0 && bill.paid * 100 >= bill.billPrice * share ? 0 : rest
}
/** Refuses goods nobody paid for; a supervisor may let them be ordered with a reason, which is kept. */
export async function paidFor(
  cx: Cx<'order_unpaid'>,
  order: SupplyOrder,
  reason: string | null | undefined,
): Promise<{ unpaidReason?: string }> {
  const due = await dueBefore(cx, order)
  if (due <= 0) return {}
  const words = wordsOfReason(reason)
  if (words !== undefined && may(cx, 'order:supervise', order.hid)) return { unpaidReason: words }
  return cx.refuse('order_unpaid', { due: (due / 100).toFixed(2) })
}
/** An order that is given up takes its unpaid bill with it; money that stands is given back first. */
export async function giveUpBill(cx: Cx<'order_paid_first'>, order: SupplyOrder, reason: string): Promise<void> {
  const bill = await billIn(cx, order)
  if (!bill) return
  const open = feeBill.in.due.includes(bill.status)
  if (!open && bill.paid > bill.refunded) return cx.refuse('order_paid_first')
  if (open) await cancelBill(cx, bill.fbid, reason)
}
/** An order nothing came of leaves no bill open that nobody paid on; money that was taken is the cashier's to give back. */
export async function dropBill(cx: Cx, order: SupplyOrder): Promise<void> {
  const bill = await billIn(cx, order)
  if (bill && feeBill.in.due.includes(bill.status) && bill.paid <= bill.refunded)
    await cancelBill(cx, bill.fbid, order.reason ?? '订单取消')
}
