import { lit, move, on, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { billPaid, billRefunded } from '#modules/billing/contract/events.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { prescriptionPaid } from '#modules/records/server/door.ts'
import type { IssueFail } from '#modules/stock/server/door.ts'
import { frameOrder } from '../contract/states.ts'
import { findingsOf, openIn } from './check.ts'
import { passSwitchedOff } from './flow.ts'
import { giveBackGoods } from './handover.ts'
import { lockOrder } from './queries.ts'
import { issueFromStock } from './workshop.ts'

/** `frame:12` → 12; undefined for bills of other things. */
const orderIn = (ref: string | null): number | undefined => (ref?.startsWith('frame:') ? Number(ref.slice(6)) : undefined)

/** Paid: the order is checked once more; what lies in stock is issued; it waits for goods, or goes straight to initial inspection. */
async function afterPayment(cx: Cx<IssueFail | 'order_stopped'>, { ref }: { ref: string | null }): Promise<void> {
  const id = orderIn(ref)
  if (id === undefined) return
  const order = await lockOrder(cx, id)
  if (order.status !== frameOrder.is.billed) return
  const open = openIn(order, await findingsOf(cx, order, { history: false }))
  if (open) cx.refuse('order_stopped', { order: order.orderNo, what: open.sentence })
  const complete = await issueFromStock(cx, order)
  if (order.prescriptionId) await prescriptionPaid(cx, order.prescriptionId)
  await move<Row<'record_frame'>, 'paid' | 'paidFromStock'>(cx, frameOrder, id, complete ? 'paidFromStock' : 'paid', { automatic: true })
  if (complete) await passSwitchedOff(cx, id)
}

/** Everything of the order given back: uncut goods return to stock, the order is cancelled, or returned when the glasses were handed over. */
async function afterRefund(cx: Cx<'take_back_too_much'>, { ref, refundId }: { ref: string | null; refundId: number }): Promise<void> {
  const id = orderIn(ref)
  if (id === undefined) return
  const order = await lockOrder(cx, id)
  const left = await cx.db.one(
    { n: 'number' },
    sql`select count(*) n from fee_bill where fbid = ${order.fbid} and status <> ${lit(feeBill.is.refunded)}`,
  )
  if ((left?.n ?? 0) > 0 || frameOrder.in.givenUp.includes(order.status)) return
  const note = `退费单 ${refundId}`
  const uncut = frameOrder.in.uncut.includes(order.status)
  if (uncut) await giveBackGoods(cx, id)
  const name = frameOrder.in.handedOver.includes(order.status) ? 'returnGoods' : uncut ? 'cancel' : 'cancelLate'
  if (order.status !== frameOrder.is.sent)
    await move<Row<'record_frame'>, 'returnGoods' | 'cancel' | 'cancelLate'>(cx, frameOrder, id, name, { note, automatic: true })
}

export default [on(billPaid, afterPayment), on(billRefunded, afterRefund)]
