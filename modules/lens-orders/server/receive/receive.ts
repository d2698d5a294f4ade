/**
 * A receipt is a comparison: every piece against its line. What passes is posted to stock by a paper of its own and held for whom it came.
 */
import { wordsOfReason, wordOf } from '#kernel/contract/index.ts'
import { change, insert, insertMany, may, number, sql, update, type Cx } from '#kernel/server/index.ts'
import { POWERED } from '#modules/products/contract/fields.ts'
import { productsOf } from '#modules/products/server/door.ts'
import { lensWithSerial } from '#modules/records/server/door.ts'
import { receivePaper } from '#modules/stock/server/door.ts'
import type { ReceiveRefusal } from '../../contract/receive/receive.ts'
import { eyeName } from '../../contract/check/check.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { OrderKind } from '../../contract/kinds/kind.ts'
import type { Difference } from '../../contract/receive/compare.ts'
import type { ReceiveOrder } from '../../contract/shapes.ts'
import { machineOf } from '../../contract/states.ts'
import { ASIDE } from '../purchase/expected.ts'
import { moneyBack, paidFor } from '../money/money.ts'
import { lockOrder, type SupplyOrder } from '../queries.ts'
import { linesOf } from '../check/source.ts'
import { heldRef } from '../handover/held.ts'
import { match, type OrderLineRow, type Matched } from './match.ts'
import { passOn } from './steps.ts'

type Receiving = Cx<ReceiveRefusal>
export interface ReceivedPiece extends Matched {
  readonly verdict: 'pass' | 'mismatch' | 'accepted' | 'rejected'
}
/** What comes of a piece: as ordered it passes; else somebody has to say what, and the wrong eye, sign or power nobody may accept. */
function judge(cx: Receiving, order: SupplyOrder, fitting: Matched, index: number): ReceivedPiece {
  const { found, item } = fitting
  const { verdict } = item
  if (verdict && wordsOfReason(item.reason) === undefined)
    return cx.refuse('bad_input', { what: '请填写理由', field: `lines.${index}.reason` })
  if (verdict === 'rejected' || verdict === 'mismatch') return { ...fitting, verdict }
  if (!found.length) return { ...fitting, verdict: 'pass' }
  refuseFindings(cx, found, verdict, (name) => `lines.${index}.${name}`)
  if (!may(cx, 'order:supervise', order.hid)) return cx.refuse('no_access', { what: '让步接收', code: 'order:supervise' })
  return { ...fitting, verdict: 'accepted' }
}
/** Refuses what may not be received: the wrong power or eye, what nobody accepted, and what nobody stated, which nobody may accept. */
export function refuseFindings(
  cx: Receiving,
  found: readonly Difference[],
  verdict: 'accepted' | undefined,
  fieldOf: (name: string) => string,
): void {
  const different = found.filter((f) => f.comparison === 'different')
  const never = different.find((f) => f.never)
  const first = never ?? (verdict === 'accepted' ? undefined : different[0])
  const name = ({ field }: Difference) => (field === 'product' ? 'lineId' : field === 'eye' ? field : `measured.${field}`)
  if (first) cx.refuse('receipt_mismatch', { what: first.sentence, field: fieldOf(first.field === 'product' ? 'code' : name(first)) })
  const unknown = found.find((f) => f.comparison === 'unknown')
  if (unknown) cx.refuse('receipt_unsaid', { what: unknown.sentence, field: fieldOf(name(unknown)) })
}
const isHere = ({ verdict }: ReceivedPiece): boolean => verdict === 'pass' || verdict === 'accepted'

/** A lens with a number is one thing: it comes once, and was never in anybody's eye. */
async function numbered(cx: Receiving, order: SupplyOrder, pieces: readonly ReceivedPiece[]): Promise<void> {
  if (!order.serialized) return
  for (const [index, { box, item, line }] of pieces.entries()) {
    const field = `lines.${index}.serial`
    if (!box.serial) return cx.refuse('bad_input', { what: `${eyeName(line.eye === 'od' ? 'od' : 'os')}：请扫描或填写序列号`, field })
    if (item.quantity !== 1) return cx.refuse('bad_input', { what: '有序列号的镜片一次收一片', field: `lines.${index}.quantity` })
    const twice = pieces.findIndex((p) => p.box.serial === box.serial) !== index
    if (twice || (await lensWithSerial(cx, box.serial))) return cx.refuse('serial_taken', { serial: box.serial, field })
  }
}
interface Head {
  readonly deliveryNo?: string | null | undefined
  readonly inWareHouseId?: number | null | undefined
  readonly note?: string | null | undefined
}
const stockLine = ({ box, line, item }: ReceivedPiece, powered: boolean) => ({
  productId: line.productId,
  ...(powered ? { sph: line.sph, cyl: line.cyl ?? 0, axis: line.axis } : {}),
  batchNo: box.batchNo,
  producedOn: box.producedOn,
  expiry: box.expiry,
  cost: line.cost,
  quantity: item.quantity,
})
/** Writes a receipt: its stock-in, its lines, and what the order's lines count by it. */
export async function writeReceipt(cx: Receiving, order: SupplyOrder, pieces: readonly ReceivedPiece[], head: Head): Promise<number> {
  const here = pieces.filter(isHere)
  await numbered(cx, order, here)
  const products = await productsOf(
    cx,
    here.map((p) => p.line.productId),
  )
  const paper = here.length
    ? await receivePaper(cx, {
        hid: order.hid,
        supplierId: order.supplierId,
        warehouseId: head.inWareHouseId ?? order.inWareHouseId,
        deliveryNo: head.deliveryNo ?? null,
        note: `订单 ${order.orderNo} 收货`,
        heldFor: (await moneyBack(cx, order)) ? null : heldRef(order),
        orderedBy: order.ctid,
        lines: here.map((p) => stockLine(p, POWERED.has(products.get(p.line.productId)?.category ?? 0))),
      })
    : undefined
  const { receiptId } = await insert(cx, 'supply_receipt', {
    hid: order.hid,
    orderId: order.orderId,
    receiptNo: await number(cx, 'SHyymmdd####'),
    at: cx.now,
    ctid: cx.who.ctid || null,
    deliveryNo: head.deliveryNo ?? null,
    stockinId: paper?.stockinId ?? null,
    note: head.note ?? null,
  })
  const batchOf = new Map(here.map((p, i) => [p, paper?.batchIds[i] ?? null]))
  await insertMany(
    cx,
    'supply_receipt_line',
    pieces.map((p) => ({
      hid: order.hid,
      receiptId,
      lineId: p.line.lineId,
      quantity: p.item.quantity,
      ...p.box,
      measured: JSON.stringify(p.said),
      differences: JSON.stringify(p.found),
      verdict: p.verdict,
      judgedBy: p.verdict === 'pass' || p.verdict === 'mismatch' ? null : cx.who.ctid,
      reason: p.item.reason ?? null,
      batchId: batchOf.get(p) ?? null,
    })),
  )
  await counted(cx, pieces)
  return receiptId
}
/** Adds what was accepted and refused to the lines of the order. */
export async function counted(cx: Cx, pieces: readonly ReceivedPiece[]): Promise<void> {
  for (const line of new Set(pieces.map((p) => p.line))) {
    const ofLine = pieces.filter((p) => p.line === line)
    const sum = (some: readonly ReceivedPiece[]): number => some.reduce((n, p) => n + p.item.quantity, 0)
    const received = line.received + sum(ofLine.filter(isHere))
    const rejected = line.rejected + sum(ofLine.filter((p) => p.verdict === 'rejected'))
    await update(cx, 'supply_order_line', { lineId: line.lineId }, { received, rejected })
  }
}
/** Pieces of each line that are still to come: what was set aside is here, whatever becomes of it. */
async function dueOf(cx: Cx, lines: readonly OrderLineRow[]): Promise<Map<number, number>> {
  const rows = await cx.db.rows(
    { lineId: 'number', aside: 'number' },
    sql`
      select l.line_id, ${ASIDE} aside
      from supply_order_line l
      where l.line_id = any(${lines.map((l) => l.lineId)})
    `,
  )
  const aside = new Map(rows.map((row) => [row.lineId, row.aside]))
  return new Map(lines.map((l) => [l.lineId, l.ordered - l.received - l.rejected - (aside.get(l.lineId) ?? 0)]))
}

async function matched(cx: Receiving, order: SupplyOrder, kind: OrderKind, input: ReceiveOrder): Promise<ReceivedPiece[]> {
  const lines = await linesOf(cx, order.orderId)
  const products = await productsOf(
    cx,
    lines.map((l) => l.productId),
  )
  const due = await dueOf(cx, lines)
  // What nobody counted did not come.
  if (!input.lines.length && [...due.values()].some((pieces) => pieces > 0))
    return cx.refuse('receipt_unsaid', { what: '请写明收到了哪些明细、各多少件', field: 'lines' })
  const context = { kind, day: cx.today, lines, products, due }
  return input.lines.map((item, index) => judge(cx, order, match(cx, item, context, index), index))
}
/** Receives what came of an order. */
export async function receiveOrder(cx: Receiving, input: ReceiveOrder, kind?: string): Promise<SupplyOrder> {
  const before = await lockOrder(cx, input.id, input.version)
  const machine = machineOf(before.flow)
  if (kind !== undefined && before.kind !== kind) return cx.refuse('not_found', { what: kindOf(kind).label })
  const name = ['receive', 'receiveAhead'].find((n) => machine.moves[n]?.from.includes(before.status))
  const open = machine.moves[before.flow === 'fitted' ? 'confirm' : 'stock']?.from.includes(before.status)
  if (!name && !open) return cx.refuse('illegal_move', { state: wordOf(machine, before.status), move: '收货' })
  if (before.supplierId === null) return cx.refuse('supplier_missing', { field: 'supplierId' })
  if (name === 'receiveAhead') await paidFor(cx, before, null)
  if (name === 'receiveAhead' && before.fourEyes && before.reviewedBy === null) return cx.refuse('review_missing')
  const order =
    before.promisedOn === null ? await change(cx, 'supply_order', { orderId: before.orderId }, {}, { promisedOn: cx.today }) : before
  const pieces = await matched(cx, order, kindOf(order.kind), input)
  if (pieces.length) await writeReceipt(cx, order, pieces, input)
  return passOn(cx, order, name, input.note ?? null)
}
