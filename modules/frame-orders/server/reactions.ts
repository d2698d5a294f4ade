import { sentenceOfFallen, wordOf } from '#kernel/contract/index.ts'
import { fallenUnder, find, may, move, on, sql, type Cx, type Row } from '#kernel/server/index.ts'
import {
  billCancelAsked,
  billPaid,
  billPromised,
  billRefundAsked,
  billRefundCancelled,
  billRefunded,
} from '#modules/billing/contract/events.ts'
import { memberErased } from '#modules/patients/contract/events.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { prescriptionPaid } from '#modules/records/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { codeAsked } from '#modules/stock/contract/events.ts'
import type { IssueFail } from '#modules/stock/server/door.ts'
import { frameOrder } from '../contract/states.ts'
import { basisReactions } from './basis.ts'
import { findingsOf, openIn } from './check.ts'
import { passSwitchedOff } from './flow.ts'
import { giveBackGoods } from './handover.ts'
import { lockOrder } from './queries.ts'
import { endedByReturn } from './service.ts'
import { issueFromStock, want, wantNoMore } from './goods.ts'

/** `frame:12` → 12; undefined for bills of other things. */
const orderIn = (ref: string | null): number | undefined => (ref?.startsWith('frame:') ? Number(ref.slice(6)) : undefined)

type Starting = Cx<IssueFail | 'order_stopped'>
/** Nobody pays for work that is stopped; what the member has in hand is paid for whatever became of its basis. */
async function paying(cx: Starting, order: Row<'record_frame'>): Promise<void> {
  if (!frameOrder.in.open.includes(order.status)) return
  const [fallen] = await fallenUnder(cx, frameOrder, order.recordFrameId)
  if (fallen) cx.refuse('order_stopped', { order: order.orderNo, what: sentenceOfFallen(fallen) })
}
/** Paid: the prescription is, and the order begins unless it was begun for a promise. */
async function afterPayment(cx: Starting, { ref }: { ref: string | null }): Promise<void> {
  const id = orderIn(ref)
  if (id === undefined) return
  const order = await lockOrder(cx, id)
  if (frameOrder.in.givenUp.includes(order.status)) return
  await paying(cx, order)
  if (order.prescriptionId) await prescriptionPaid(cx, order.prescriptionId)
  await start(cx, order)
}
interface Promised {
  ref: string | null
  hid: number
  onAccount: boolean
  paid: number
  billPrice: number
}
/** A deposit, or on account: the order begins where its store says that this is enough. */
async function afterPromise(cx: Starting, { ref, hid, onAccount, paid, billPrice }: Promised): Promise<void> {
  const id = orderIn(ref)
  if (id === undefined) return
  const share = await settingOf(cx, hid, 'frameStartDeposit')
  const enough = paid > 0 && share !== null && paid * 100 >= billPrice * share
  const order = await lockOrder(cx, id)
  await paying(cx, order)
  if (enough || (onAccount && (await settingOf(cx, hid, 'frameStartOnAccount')))) await start(cx, order)
}
/** The order is checked once more; what lies in stock is issued; it waits for goods, or goes straight to initial inspection. */
async function start(cx: Starting, order: Row<'record_frame'>): Promise<void> {
  const id = order.recordFrameId
  if (order.status !== frameOrder.is.billed) return
  const open = openIn(order, await findingsOf(cx, order, { history: false }))
  if (open) cx.refuse('order_stopped', { order: order.orderNo, what: open.sentence })
  const complete = await issueFromStock(cx, order)
  await move(cx, frameOrder, id, complete ? 'paidFromStock' : 'paid', { automatic: true })
  if (complete) await passSwitchedOff(cx, id)
  else await want(cx, order)
}

/** Its goods given back: uncut goods return to stock, the order is cancelled, or returned when the glasses were handed over. */
async function afterRefund(cx: Cx<'take_back_too_much'>, { ref, refundId }: { ref: string | null; refundId: number }): Promise<void> {
  const id = orderIn(ref)
  if (id === undefined) return
  const order = await lockOrder(cx, id)
  if (frameOrder.in.givenUp.includes(order.status) || (await goodsLeft(cx, order)).length) return
  const note = `退费单 ${refundId}`
  const uncut = frameOrder.in.uncut.includes(order.status)
  if (uncut) await giveBackGoods(cx, id)
  const name = frameOrder.in.handedOver.includes(order.status) ? 'returnGoods' : uncut ? 'cancel' : 'cancelLate'
  await endedByReturn(cx, id, note)
  await move(cx, frameOrder, id, name, { note, automatic: true })
  await wantNoMore(cx, order)
}

interface Asked {
  ref: string | null
  items: ReadonlyArray<{ ref: string | null; quantity: number }>
}
const Piece = { ref: 'string', left: 'number' } as const
/** Frame and lenses of an order that its bill still charges for, by line; the fee for the work is no goods. */
const goodsLeft = (cx: Cx, order: Row<'record_frame'>) =>
  cx.db.rows(
    Piece,
    sql`
      select b.ref, b.quantity - b.refunded_quantity "left"
      from bill_item b
      join record_frame_item i on i.oid = b.oid and b.ref = 'frame-item:' || i.item_id
      where b.fbid = ${order.fbid}
        and i.record_frame_id = ${order.recordFrameId}
        and i.product_id is not null
        and b.refunded_quantity < b.quantity
    `,
  )
/**
 * Money of a running job: a part of its goods is not given back out of it; all of them stop it, which is the supervisor's once something
 * was cut.
 */
async function mayRefund(cx: Cx<'refund_order'>, { ref, items }: Asked): Promise<void> {
  const id = orderIn(ref)
  if (id === undefined) return
  const order = await lockOrder(cx, id)
  if (frameOrder.in.givenUp.includes(order.status)) return
  const goods = await goodsLeft(cx, order)
  const quantities = new Map(items.map((i) => [i.ref, i.quantity]))
  if (!goods.some((g) => quantities.get(g.ref))) return
  const part = goods.some((g) => (quantities.get(g.ref) ?? 0) < g.left)
  if (part && !frameOrder.in.handedOver.includes(order.status)) cx.refuse('refund_order')
  if (!frameOrder.in.uncut.includes(order.status) && !may(cx, 'frame:supervise', order.hid))
    cx.refuse('no_access', { what: '已加工订单退费', code: 'frame:supervise' })
}
/** A job that is being made, or was handed over, keeps its bill: the order is cancelled, and its bill with it. */
async function keepsItsBill(cx: Cx<'refund_order'>, { ref }: { ref: string | null }): Promise<void> {
  const id = orderIn(ref)
  if (id === undefined) return
  const { status } = await lockOrder(cx, id)
  if (!frameOrder.in.neverMade.includes(status) && !frameOrder.in.givenUp.includes(status)) cx.refuse('refund_order')
}
/** What was given up with a refund does not come back with the money. */
async function notGivenUp(cx: Cx<'order_given_up'>, { ref }: { ref: string | null }): Promise<void> {
  const id = orderIn(ref)
  if (id !== undefined && frameOrder.in.givenUp.includes((await lockOrder(cx, id)).status)) cx.refuse('order_given_up')
}

/** The number of a work ticket, scanned or typed anywhere. */
const tellsNumber = on(codeAsked, async (cx, { hid, number, tell }) => {
  const job = await find(cx, 'record_frame', { orderNo: number, hid })
  if (!job) return
  const { pid, status, recordFrameId } = job
  const paper = { what: '配镜订单', number, stateName: wordOf(frameOrder, status) }
  if (!may(cx, 'frame:view', hid)) return tell(paper)
  const { name } = await patientOf(cx, pid)
  tell({ ...paper, pid, whose: name, at: `/process/edit/${recordFrameId}` })
})

/** Who signed for the glasses of a member who is erased is told no more; that somebody did, and when, stays. */
const unsigned = on(memberErased, async (cx, { pid }) => {
  await cx.db.run(
    sql`
      update record_frame
      set receiver = '已注销', receiver_relation = null, receiver_phone = null, signature = ''
      where pid = ${pid} and receiver is not null
    `,
  )
})
export default [
  ...basisReactions,
  tellsNumber,
  unsigned,
  on(billPaid, afterPayment),
  on(billPromised, afterPromise),
  on(billCancelAsked, keepsItsBill),
  on(billRefundAsked, mayRefund),
  on(billRefunded, afterRefund),
  on(billRefundCancelled, notGivenUp),
]
