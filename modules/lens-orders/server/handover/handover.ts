/** Handing over: each lens scanned, its eye and member checked, issued from what is held, against a signature. And back again. */
import { wordOf, type Move } from '#kernel/contract/index.ts'
import { change, may, move, sql, stay, type Cx } from '#kernel/server/index.ts'
import { billOf } from '#modules/billing/server/door.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { lensesDelivered, lensesReturned } from '#modules/records/server/door.ts'
import { collectorOf, sendPickupCode } from '#modules/patients/server/door.ts'
import { issue, lockBatches, sendBack, takeBack } from '#modules/stock/server/door.ts'
import { eyeName } from '../../contract/check/check.ts'
import { orderCancelled, orderHandedOver } from '../../contract/events.ts'
import type { HandOverRefusal, ReturnRefusal } from '../../contract/receive/receive.ts'
import { comparePiece, mustScan, readPiece } from '../../contract/receive/handover.scan.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { HandOver } from '../../contract/shapes.ts'
import { fitted, machineOf, supply } from '../../contract/states.ts'
import { parametersIn } from '../draft.ts'
import { release } from '../money/credit.ts'
import { moneyBack, refOf } from '../money/money.ts'
import { lockOrder, type SupplyOrder } from '../queries.ts'
import { linesOf } from '../check/source.ts'

type Handing = Cx<HandOverRefusal>
const Piece = {
  receiptLineId: 'number',
  lineId: 'number',
  productId: 'number',
  eye: 'string | null',
  name: 'string',
  quantity: 'number',
  gtin: 'string | null',
  serial: 'string | null',
  batchNo: 'string | null',
  expiry: 'string | null',
  batchId: 'number',
  cost: 'number',
} as const
/** What of an order is here, piece by piece as it was received. */
const piecesOf = (cx: Cx, orderId: number) =>
  cx.db.rows(
    Piece,
    sql`
      select
        r.receipt_line_id, r.line_id, l.product_id, l.eye, l.name, r.quantity, r.gtin, r.serial, r.batch_no, r.expiry, r.batch_id, l.cost
      from supply_receipt_line r
      join supply_order_line l on l.oid = r.oid and l.line_id = r.line_id
      where l.order_id = ${orderId} and r.verdict in ('pass', 'accepted')
      order by r.receipt_line_id
    `,
  )
const sideOf = (eye: string | null): 'od' | 'os' | null => (eye === 'os' || eye === 'od' ? eye : null)
type Pieces = Awaited<ReturnType<typeof piecesOf>>

/** Lenses are paid for before they leave; what is on account may go. */
async function nothingOpen(cx: Handing, { fbid }: SupplyOrder): Promise<void> {
  const bill = fbid === null ? undefined : await billOf(cx, fbid)
  if (bill?.status === feeBill.is.unpaid && bill.billPrice > bill.paid)
    cx.refuse('rest_due', { due: ((bill.billPrice - bill.paid) / 100).toFixed(2) })
}
/**
 * The piece a code is of: one that is not handed over by another code yet; another member's, another eye's or one that never came is
 * refused.
 */
function scannedPiece(cx: Handing, pieces: Pieces, taken: Pieces, code: string, field: string, eye?: 'od' | 'os'): Pieces[number] {
  const read = readPiece(code)
  if (read.fault !== undefined) return cx.refuse('bad_input', { what: `条码：${read.fault}`, field })
  const found = pieces.filter((p) => comparePiece(p, read) === 'same')
  if (!found.length) return cx.refuse('lens_other', { what: read.serial ?? read.batch ?? code, field })
  const ofEye = eye ? found.filter((p) => p.eye === eye) : found
  const here = ofEye.find((p) => !taken.includes(p))
  const [other] = found
  if (here) return here
  if (eye && other && !ofEye.length)
    return cx.refuse('bad_input', { what: `扫到的是${eyeName(sideOf(other.eye))}的镜片，不是${eyeName(eye)}的`, field })
  return cx.refuse('bad_input', { what: '这一片已经扫过', field })
}
/** Every piece that can be told by a code was scanned, each once: what its kind scans at the receipt it scans at the hand-over. */
function allScanned(cx: Handing, order: SupplyOrder, pieces: Pieces, { od, os, codes }: HandOver): void {
  const seen: Pieces = []
  if (od) seen.push(scannedPiece(cx, pieces, seen, od, 'od', 'od'))
  if (os) seen.push(scannedPiece(cx, pieces, seen, os, 'os', 'os'))
  for (const [index, code] of codes.entries()) seen.push(scannedPiece(cx, pieces, seen, code, `codes.${index}`))
  const scans = kindOf(order.kind).receipt.scan
  const missing = pieces.find((p) => !seen.includes(p) && mustScan(scans, p))
  if (missing) cx.refuse('lens_missing', { what: `${eyeName(sideOf(missing.eye))}${missing.name}`, field: missing.eye ?? 'codes' })
}
/** Goods for the shelf leave by the till; those of a member, by this. */
const handable = (order: SupplyOrder): boolean =>
  order.flow === 'fitted'
    ? order.status === fitted.is.ready
    : order.status === supply.is.stocked && order.pid !== null && order.recordFrameId === null

/** The goods are in the member's hand. */
export async function handOver(cx: Handing, input: HandOver): Promise<SupplyOrder> {
  const order = await lockOrder(cx, input.id, input.version)
  const machine = machineOf(order.flow)
  if (!handable(order) || order.handedAt !== null)
    return cx.refuse('illegal_move', { state: order.handedAt ? '已交付' : wordOf(machine, order.status), move: '取镜' })
  if (await moneyBack(cx, order)) return cx.refuse('illegal_move', { state: '已退费', move: '取镜' })
  await nothingOpen(cx, order)
  const pieces = await piecesOf(cx, order.orderId)
  allScanned(cx, order, pieces, input)
  const ref = refOf(order.orderId)
  if (order.pid === null) return cx.refuse('not_found', { what: '会员' })
  const collector = await collectorOf(cx, order.pid, ref, input)
  await issue(cx, {
    ref,
    hid: order.hid,
    reason: '订单取货',
    lines: pieces.map(({ productId, batchId, quantity }) => ({ productId, batchId, quantity })),
  })
  const lensIds = order.serialized ? await delivered(cx, order, order.pid, pieces) : []
  const set = { ...collector, handedBy: cx.who.ctid, handedAt: cx.now }
  if (order.flow === 'supply') {
    await change(cx, 'supply_order', { orderId: order.orderId }, {}, set)
    await stay(cx, supply, order.orderId, order.status, 'hand')
  } else await move(cx, fitted, order.orderId, 'handOver', { set })
  cx.touch('orders')
  const { orderId, kind, hid, pid } = order
  await cx.announce(orderHandedOver, { orderId, kind, hid, pid, lensIds })
  return lockOrder(cx, orderId)
}
async function delivered(cx: Handing, order: SupplyOrder, pid: number, pieces: Pieces): Promise<number[]> {
  const lines = await linesOf(cx, order.orderId)
  return lensesDelivered(cx, {
    ref: refOf(order.orderId),
    hid: order.hid,
    pid,
    fittingId: order.fittingId,
    lenses: pieces.map((p) => ({
      eye: sideOf(p.eye) ?? 'od',
      serial: p.serial ?? '',
      gtin: p.gtin,
      batch: p.batchNo,
      expiry: p.expiry,
      product: p.name,
      parameters: parametersIn(lines.find((l) => l.lineId === p.lineId) ?? {}),
    })),
  })
}
/** The member is told, with the code the goods are picked up by. */
export async function notifyMember(cx: Cx, { id, version }: { id: number; version?: number | undefined }): Promise<SupplyOrder> {
  const order = await lockOrder(cx, id, version)
  const machine = machineOf(order.flow)
  if (!handable(order)) return cx.refuse('illegal_move', { state: wordOf(machine, order.status), move: '通知取镜' })
  const notified = await change(cx, 'supply_order', { orderId: id }, {}, { notifiedAt: cx.now })
  if (order.pid !== null) await sendPickupCode(cx, { ref: refOf(id), hid: order.hid, pid: order.pid })
  await stay(cx, machine, id, order.status, 'notify')
  return notified
}
/** Lenses that were handed over are back: no longer worn, locked where they lie, and never sold again. */
export async function backFromMember(cx: Cx<'take_back_too_much'>, order: SupplyOrder, reason: string): Promise<void> {
  const ref = refOf(order.orderId)
  const { lines } = await takeBack(cx, { ref, reason })
  await lockBatches(
    cx,
    lines.map((l) => l.batchId),
    '会员退回，不可再售',
  )
  await lensesReturned(cx, ref, reason)
}
/** What came of an order goes back to its supplier on a paper of its own, out of the batches it came into; the receipts say why. */
async function backToSupplier(cx: Cx<ReturnRefusal>, order: SupplyOrder, reason: string): Promise<void> {
  const came = new Map<number, { productId: number; batchId: number; quantity: number; price: number }>()
  for (const { productId, batchId, quantity, cost } of await piecesOf(cx, order.orderId))
    came.set(batchId, { productId, batchId, quantity: quantity + (came.get(batchId)?.quantity ?? 0), price: cost })
  const paper = came.size
    ? await sendBack(cx, {
        hid: order.hid,
        supplierId: order.supplierId,
        note: `订单 ${order.orderNo} 退换：${reason}`,
        lines: [...came.values()],
      })
    : null
  await cx.db.run(
    sql`
      update supply_receipt_line r
      set verdict = 'rejected',
        judged_by = ${cx.who.ctid},
        reason = ${reason},
        returned_by = case when r.batch_id is not null then ${paper}::bigint
        end
      from supply_order_line l
      where l.oid = r.oid and l.line_id = r.line_id and l.order_id = ${order.orderId} and r.verdict <> 'rejected'
    `,
  )
  await cx.db.run(
    sql`
      update supply_order_line l
      set received = 0,
        rejected = coalesce(
          (select sum(r.quantity) from supply_receipt_line r where r.oid = l.oid and r.line_id = l.line_id), 0
        )
      where order_id = ${order.orderId}
    `,
  )
}
/** An order's lenses go back: before the hand-over to the supplier, after it from the member. */
export async function returnOrder(
  cx: Cx<ReturnRefusal>,
  { id, reason, version }: { id: number; reason: string; version?: number | undefined },
): Promise<SupplyOrder> {
  const order = await lockOrder(cx, id, version)
  const machine = machineOf(order.flow)
  const name = ['refuse', 'giveBack', 'reject'].find((n) => machine.moves[n]?.from.includes(order.status))
  if (!name) return cx.refuse('illegal_move', { state: wordOf(machine, order.status), move: '退换' })
  const step: Move | undefined = machine.moves[name]
  if (step && !may(cx, step.can, order.hid)) return cx.refuse('no_access', { what: step.label, code: step.can })
  const moved = await move(cx, machine, id, name, { note: reason, set: { reason } })
  await (name === 'giveBack' ? backFromMember(cx, order, reason) : backToSupplier(cx, order, reason))
  await release(cx, order)
  cx.touch('orders')
  const { kind, hid, pid } = order
  await cx.announce(orderCancelled, { orderId: id, kind, hid, pid })
  return moved
}
