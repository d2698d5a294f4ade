/** Door of billing: writes the bill of an order, reads it, cancels it while it is unpaid. */
import { sql, lit, type Cx } from '#kernel/server/index.ts'
import { cancelOf } from './cancel.ts'
import { findBill, itemsOf } from './queries.ts'
export { lockBill } from './queries.ts'
import { revenueOf } from './revenue.ts'
import { feeBill } from '../contract/states.ts'

export { quoteFor } from './price.ts'
export { makeBill } from './save.ts'
export { takingsByDay } from './revenue.ts'

/** A bill as other modules see it. Amounts in fen. */
export interface Bill {
  fbid: number
  billNo: string
  hid: number
  pid: number
  /** States of contract/states.ts. */
  status: number
  billPrice: number
  paid: number
  refunded: number
  ref: string | null
  items: Array<{
    biid: number
    name: string
    productId: number | null
    amount: number
    quantity: number
    refundedQuantity: number
    ref: string | null
  }>
}
/** Loads a bill. Bills of other organisations are not found. */
export async function billOf(cx: Cx, fbid: number): Promise<Bill> {
  const [bill, items] = [await findBill(cx, fbid), await itemsOf(cx, fbid)]
  const { billNo, hid, pid, status, billPrice, paid, refunded, ref } = bill
  return {
    fbid,
    billNo,
    hid,
    pid,
    status,
    billPrice,
    paid,
    refunded,
    ref,
    items: items.map((i) => ({
      biid: i.biid,
      name: i.name,
      productId: i.productId,
      amount: i.amount,
      quantity: i.quantity,
      refundedQuantity: i.refundedQuantity,
      ref: i.ref,
    })),
  }
}
/** Cancels an unpaid bill; does nothing when it is already cancelled. Returns a deposit when the account may refund. */
export const cancelBill = (cx: Cx, fbid: number, reason: string): Promise<void> => cancelOf(cx, fbid, { reason, automatic: true })
/** Takings of a store on a day, fen: net of refunds, the part that is outside money, and the numbers of paid and waiting bills. */
export async function takingsOf(cx: Cx, hid: number, date: string): Promise<{ net: number; money: number; bills: number; unpaid: number }> {
  const { net, money, bills } = await revenueOf(cx, hid, date)
  const open = await cx.db.the(
    { n: 'number' },
    sql`
      select count(*) n
      from fee_bill
      where hid = ${hid} and status = ${lit(feeBill.is.unpaid)} and bill_price > paid
    `,
  )
  return { net, money, bills, unpaid: open.n }
}
