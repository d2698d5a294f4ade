/** Handing over: notice, parcel, pick-up against a signature, after-sales, cancelling. */
import type { z } from '#kernel/contract/index.ts'
import { change, move, sql, stay, type Cx, type Row } from '#kernel/server/index.ts'
import { billOf, cancelBill } from '#modules/billing/server/door.ts'
import { prescriptionDispensed } from '#modules/records/server/door.ts'
import { collectorOf, sendPickupCode, type CollectorFail } from '#modules/patients/server/door.ts'
import { takeBack } from '#modules/stock/server/door.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { wordOf } from '#kernel/contract/index.ts'
import type { Deliver, PickUp, Reasoned } from '../contract/shapes.ts'
import { frameTaken } from '../contract/events.ts'
import { frameOrder } from '../contract/states.ts'
import { wantNoMore } from './goods.ts'
import { lockOrder } from './queries.ts'

/** What a pick-up code is of. */
export const refOf = (id: number): string => `frame:${id}`
/**
 * The member is told that the glasses wait, with the code they are picked up by; the order stays where it is, the step is in its history.
 */
export async function notify(cx: Cx, id: number): Promise<void> {
  const order = await lockOrder(cx, id)
  if (order.status !== frameOrder.is.ready) return cx.refuse('illegal_move', { state: wordOf(frameOrder, order.status), move: '通知取镜' })
  await change(cx, 'record_frame', { recordFrameId: id }, {}, { notifiedAt: cx.now })
  await sendPickupCode(cx, { ref: refOf(id), hid: order.hid, pid: order.pid })
  await stay(cx, frameOrder, id, order.status, 'notify')
}

/** After a deposit the rest is paid before the glasses leave; what is on account may go. */
async function nothingOpen(cx: Cx<'rest_due'>, { fbid }: Row<'record_frame'>): Promise<void> {
  const bill = fbid === null ? undefined : await billOf(cx, fbid)
  if (bill?.status === feeBill.is.unpaid) cx.refuse('rest_due', { due: ((bill.billPrice - bill.paid) / 100).toFixed(2) })
}
/** Sends the glasses. */
export async function send(cx: Cx<'rest_due'>, { id, trackingNumber }: z.output<typeof Deliver>): Promise<void> {
  await nothingOpen(cx, await lockOrder(cx, id))
  await move(cx, frameOrder, id, 'send', { set: { trackingNumber } })
}

/** The glasses are in the member's hand, against a signature or the code they received; the prescription is dispensed with them. */
export async function pickUp(cx: Cx<'rest_due' | CollectorFail>, input: z.output<typeof PickUp>): Promise<void> {
  const order = await lockOrder(cx, input.id)
  const { prescriptionId } = order
  await nothingOpen(cx, order)
  const collector = await collectorOf(cx, order.pid, refOf(input.id), input)
  await move(cx, frameOrder, input.id, 'pickup', {
    note: input.note ?? null,
    set: { ...collector, pickedAt: cx.now, pickupBy: cx.who.ctid },
  })
  if (prescriptionId) await prescriptionDispensed(cx, prescriptionId)
  await cx.announce(frameTaken, { recordFrameId: order.recordFrameId, pid: order.pid, hid: order.hid })
}

/** Cancels: an unpaid bill goes with the order, a paid one must be refunded first; later stages need the supervisor. */
export async function cancelOrder(
  cx: Cx<'paid_first' | 'take_back_too_much'>,
  { id, reason, version }: z.output<typeof Reasoned>,
): Promise<void> {
  const order = await lockOrder(cx, id)
  const bill = order.fbid ? await billOf(cx, order.fbid) : undefined
  const open = bill && feeBill.in.due.includes(bill.status)
  if (bill && !open && bill.paid > bill.refunded) return cx.refuse('paid_first')
  const late = !frameOrder.in.uncut.includes(order.status)
  await move(cx, frameOrder, id, late ? 'cancelLate' : 'cancel', { note: reason, ...(version === undefined ? {} : { version }) })
  if (bill && open) await cancelBill(cx, bill.fbid, reason)
  if (!late) await giveBackGoods(cx, id)
  await wantNoMore(cx, order)
}

/** Goods that were issued and not cut go back to their batches. */
export async function giveBackGoods(cx: Cx<'take_back_too_much'>, id: number): Promise<void> {
  const issued = await cx.db.run(
    sql`
      update record_frame_item
      set issued = false
      where record_frame_id = ${id} and issued and product_id is not null
    `,
  )
  if (issued) await takeBack(cx, { ref: `frame:${id}`, reason: '配镜订单取消' })
}
