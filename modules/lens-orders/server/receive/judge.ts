/** A piece that was set aside is decided of: taken in spite of its difference, or refused. */
import { z } from '#kernel/contract/index.ts'
import { find, locked, remove, sql, update, type Cx } from '#kernel/server/index.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import { differences, type Difference, type LabelValues } from '../../contract/receive/compare.ts'
import type { JudgeLine, ReceiveRefusal } from '../../contract/receive/receive.ts'
import { lineParameterNames, lineParameters } from '../../contract/fields.ts'
import { lockOrder, type SupplyOrder } from '../queries.ts'
import { asCompared, type OrderLineRow } from './match.ts'
import { counted, refuseFindings, writeReceipt, type ReceivedPiece } from './receive.ts'
import { passOn } from './steps.ts'
import { linesOf } from '../check/source.ts'

const value = z.union([z.number(), z.string(), z.null()])
const SaidOf = z.object(lineParameters).partial()
/** Differences as they were kept. */
const Kept = z.array(
  z.object({
    field: z.enum([...lineParameterNames, 'eye', 'product']),
    eye: z.enum(['od', 'os']).nullable(),
    ordered: value,
    got: value,
    sentence: z.string(),
    // Rows written before comparisons were kept hold differences alone.
    comparison: z.enum(['different', 'unknown']).default('different'),
    never: z.boolean(),
  }),
)
/** What differed when it was set aside, and what was unknown then by what its label says, which the judge may state. */
function comparedAgain(cx: Cx, order: SupplyOrder, line: OrderLineRow, subject: LabelValues, kept: readonly Difference[]): Difference[] {
  const unknown = new Set(kept.filter((f) => f.comparison === 'unknown').map((f) => f.field))
  const now = differences(asCompared(line), subject, { kind: kindOf(order.kind), day: cx.today, by: 'label' })
  return [...kept.filter((f) => f.comparison === 'different'), ...now.filter((f) => unknown.has(f.field))]
}
export async function judgeLine(cx: Cx<ReceiveRefusal>, { id, verdict, reason, measured }: JudgeLine): Promise<SupplyOrder> {
  const seen = (await find(cx, 'supply_receipt_line', { receiptLineId: id })) ?? cx.refuse('not_found', { what: '收货明细' })
  const { orderId } = await cx.db.the({ orderId: 'number' }, sql`select order_id from supply_receipt where receipt_id = ${seen.receiptId}`)
  const order = await lockOrder(cx, orderId)
  // The order is held: what somebody else decided meanwhile is seen now.
  const row = await locked(cx, 'supply_receipt_line', { receiptLineId: id })
  if (row.verdict !== 'mismatch') return cx.refuse('illegal_move', { state: '已判定', move: '判定' })
  const line = (await linesOf(cx, order.orderId)).find((l) => l.lineId === row.lineId) ?? cx.refuse('not_found', { what: '订购明细' })
  const label = { ...SaidOf.parse(row.measured), ...measured }
  const found = comparedAgain(cx, order, line, label, Kept.parse(row.differences))
  if (verdict === 'accepted') refuseFindings(cx, found, verdict, (name) => (name.startsWith('measured.') ? name : 'verdict'))
  const { code, gtin, serial, batchNo, producedOn, expiry, quantity } = row
  const piece: ReceivedPiece = {
    item: { lineId: line.lineId, quantity, reason },
    line,
    box: { code, gtin, serial, batchNo, producedOn, expiry },
    said: label,
    found,
    verdict,
  }
  if (verdict === 'rejected') {
    const stated = { measured: JSON.stringify(label), differences: JSON.stringify(found) }
    await update(cx, 'supply_receipt_line', { receiptLineId: id }, { verdict, reason, judgedBy: cx.who.ctid, ...stated })
    await counted(cx, [piece])
  } else {
    // It comes into stock today, by a paper of its own: the line moves to the receipt of that paper.
    await remove(cx, 'supply_receipt_line', { receiptLineId: id })
    await writeReceipt(cx, order, [piece], { note: reason })
  }
  return passOn(cx, order, undefined, reason)
}
