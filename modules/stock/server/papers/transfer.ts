/**
 * Transfers between stores. Sending moves pieces from their batch to the account `transit:<batch>`; receiving moves them on into a batch of
 * the receiving store with the same lot, expiry, supplier and cost. What differs stays in transit until somebody decides.
 */
import type { Page, z } from '#kernel/contract/index.ts'
import {
  columnsOf,
  find,
  isAuthor,
  locked,
  may,
  pageOf,
  post,
  reverse,
  sql,
  update,
  type Cx,
  type LedgerLine,
} from '#kernel/server/index.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { StockInType, StockOutType } from '../../contract/fields.ts'
import type { NewInItem, StockIn, StockInItem } from '../../contract/shapes.papers.ts'
import { differences, stockIn, stockOut } from '../../contract/states.ts'
import { StockTransfer, TransferOutcome, TransferStore, transferStages, type TransferQuery } from '../../contract/transfer.ts'
import { accountOf, lockedBalances, normal, pair, transitOf } from '../batch/batches.ts'
import { batchFor } from './receive.ts'

/** The store a stock-out goes to: asked of a transfer, and of no other type. */
export async function destinationOf(
  cx: Cx<'transfer_store'>,
  { stockoutType, toHid }: { stockoutType: number; toHid?: number | null | undefined },
): Promise<number | null> {
  if (stockoutType !== StockOutType.transfer) return null
  if (!toHid) return cx.refuse('transfer_store', { field: 'toHid' })
  return (await storeOf(cx, toHid)).hid
}
/** Writes the receipt of the receiving store, once the lines name their batches. */
export const sendTransfer = (cx: Cx, stockoutId: number): Promise<number> => cx.db.run(sql`select send_transfer(${stockoutId})`)

/** Takes a transfer back before it is received: the pieces return from transit into their batches. */
export async function takeTransferBack(cx: Cx<'transfer_received'>, stockoutId: number): Promise<void> {
  await cx.db.run(sql`select cancel_transfer(${stockoutId})`)
  const entry = await cx.db.one(
    { entryId: 'number' },
    sql`
      select entry_id
      from ledger_entry
      where ref = ${`stockout:${stockoutId}`} and reverses is null
    `,
  )
  if (entry) await reverse(cx, entry.entryId, '撤回调拨')
}

/** The receipt of a transfer by the number of the transfer, still to be counted. */
export async function awaitedReceipt(
  cx: Cx<'transfer_unknown'>,
  { hid, deliveryNo }: { hid: number; deliveryNo?: string | null | undefined },
): Promise<number> {
  const receipt = deliveryNo
    ? await find(cx, 'stock_in', { hid, stockinNo: deliveryNo.trim(), stockinType: StockInType.transfer })
    : undefined
  if (!receipt?.stockoutId || receipt.status !== stockIn.is.draft) return cx.refuse('transfer_unknown', { field: 'deliveryNo' })
  return receipt.stockinId
}

type Sent = Pick<StockInItem, 'itemId' | 'productId' | 'productName' | 'sph' | 'cyl' | 'axis' | 'batchNo' | 'expiry' | 'expected'>
interface Count {
  quantity: number
  rejected: number
  surplus: number
  reason: string | null
}
/** Lots are compared without regard to case; a line that names none is of any lot. */
const sameGoods = (sent: Sent, counted: NewInItem): boolean => {
  const { sph, cyl, axis } = normal(counted)
  return (
    sent.productId === counted.productId &&
    sent.sph === sph &&
    sent.cyl === cyl &&
    (axis === null || sent.axis === axis) &&
    (!counted.batchNo || counted.batchNo.toLowerCase() === (sent.batchNo ?? '').toLowerCase()) &&
    (!counted.expiry || counted.expiry === sent.expiry)
  )
}
/** Notes what the receiving store counted, line by line. Goods that were not sent are refused; what is not named did not arrive. */
export async function countReceipt(
  cx: Cx<'transfer_foreign' | 'reject_reason'>,
  stockinId: number,
  sent: readonly Sent[],
  counted: readonly NewInItem[],
): Promise<void> {
  const counts = new Map<number, Count>(sent.map((s) => [s.itemId, { quantity: 0, rejected: 0, surplus: 0, reason: null }]))
  counted.forEach((line, n) => {
    const fitting = sent.filter((s) => sameGoods(s, line))
    const last = fitting.at(-1)
    if (!last) return cx.refuse('transfer_foreign', { row: n + 1, product: line.productId, field: `items.${n}.productId` })
    let [good, rejected] = [line.quantity, line.rejected ?? 0]
    if (rejected && !line.rejectReason?.trim())
      cx.refuse('reject_reason', { row: n + 1, product: last.productName, field: `items.${n}.rejectReason` })
    for (const s of fitting) {
      const count = counts.get(s.itemId)!
      const taken = Math.min(good, (s.expected ?? 0) - count.quantity - count.rejected)
      count.quantity += taken
      good -= taken
      const broken = Math.min(rejected, (s.expected ?? 0) - count.quantity - count.rejected)
      count.rejected += broken
      rejected -= broken
      if (broken) count.reason = line.rejectReason?.trim() ?? null
    }
    counts.get(last.itemId)!.surplus += good + rejected
  })
  for (const [itemId, { quantity, rejected, surplus, reason }] of counts)
    await update(cx, 'stock_in_item', { itemId }, { quantity, rejected, surplus, rejectReason: reason })
  await update(cx, 'stock_in', { stockinId }, { countedAt: cx.now, differStatus: differsIn(sent, counts) })
}
const differsIn = (sent: readonly Sent[], counts: ReadonlyMap<number, Count>): 0 | 1 =>
  sent.some(({ itemId, expected }) => counts.get(itemId)!.quantity !== expected || counts.get(itemId)!.surplus) ? 1 : 0

interface ReceiptLine {
  readonly itemId: number
  readonly sourceBatch: number
  readonly batchId: number
}
/** Batches of a receipt: the sender's, and the receiving store's, opened with the sender's lot, supplier and cost. */
async function batchesOf(cx: Cx, paper: StockIn): Promise<Map<number, ReceiptLine>> {
  const rows = await cx.db.rows(
    { itemId: 'number', sourceBatch: 'number', supplierId: 'number | null' },
    sql`
      select i.item_id, i.source_batch, transfer_supplier(i.source_batch) supplier_id
      from stock_in_item i
      where i.stockin_id = ${paper.stockinId}
      order by i.item_id
    `,
  )
  const lines = new Map<number, ReceiptLine>()
  for (const { itemId, sourceBatch, supplierId } of rows) {
    const item = paper.items.find((i) => i.itemId === itemId)!
    const batchId = item.batchId ?? (await batchFor(cx, paper.hid, paper.warehouseId, { ...item, supplierId }))
    lines.set(itemId, { itemId, sourceBatch, batchId })
  }
  return lines
}
const outOfTransit = (batch: number, quantity: number): LedgerLine => ({
  book: 'stock',
  key: transitOf(batch),
  amount: -quantity,
  floor: 0,
})
const into = (batchId: number, quantity: number): LedgerLine => ({ book: 'stock', key: accountOf(batchId), amount: quantity, floor: 0 })

/** Takes the counted pieces in. What is missing or damaged stays in transit; what is too much is in no stock. Returns the batches. */
export async function receiveTransfer(cx: Cx, paper: StockIn): Promise<number[]> {
  const batches = await batchesOf(cx, paper)
  const lines = paper.items.flatMap(({ itemId, quantity }) => {
    const { sourceBatch, batchId } = batches.get(itemId)!
    return quantity ? [outOfTransit(sourceBatch, quantity), into(batchId, quantity)] : []
  })
  if (lines.length) await post(cx, { hid: paper.hid, reason: '调拨入库', ref: `stockin:${paper.stockinId}`, lines })
  for (const { itemId, batchId } of batches.values()) await update(cx, 'stock_in_item', { itemId }, { batchId })
  return paper.items.map((i) => batches.get(i.itemId)!.batchId)
}

/** Surplus pieces were of the sender's batch, which must still hold so many. */
async function mustHold(cx: Cx<'batch_short'>, item: StockInItem, sourceBatch: number): Promise<void> {
  const available = (await lockedBalances(cx, [sourceBatch])).get(sourceBatch) ?? 0
  if (available < item.surplus)
    cx.refuse('batch_short', { product: item.productName, power: '', batch: item.batchNo ?? sourceBatch, available, wanted: item.surplus })
}
export const differingPieces = ({ expected, quantity, surplus }: Pick<StockInItem, 'expected' | 'quantity' | 'surplus'>): number =>
  (expected ?? 0) - quantity || surplus
/** Settles the difference of a received transfer, line by line, by somebody who neither sent nor counted it. */
export async function settleTransfer(
  cx: Cx<'differ_own' | 'transfer_undecided' | 'batch_short'>,
  paper: StockIn,
  reason: string,
  decisions: ReadonlyArray<{ itemId: number; outcome: TransferOutcome }>,
): Promise<void> {
  const { stockinId, stockoutId, hid } = paper
  if (paper.status !== stockIn.is.posted) return cx.refuse('bad_input', { what: '收货以后才能处理差异', field: 'differStatus' })
  if (!may(cx, 'stock:loss-approve', hid)) return cx.refuse('no_access', { what: '处理调拨差异', code: 'stock:loss-approve' })
  if (await isAuthor(cx, 'stock_in', stockinId)) return cx.refuse('differ_own', { field: 'differStatus' })
  // Two decisions come one after the other; the second finds the difference settled.
  const { differStatus } = await locked(cx, 'stock_in', { stockinId })
  if (differStatus !== differences.is.open) return cx.refuse('bad_input', { what: '只有待处理的差异可以处理', field: 'differStatus' })
  const outcomes = new Map(decisions.map((d) => [d.itemId, d.outcome]))
  await update(
    cx,
    'stock_in',
    { stockinId },
    { differStatus: differences.is.settled, differNote: reason, decidedBy: cx.who.ctid, decidedAt: cx.now },
  )
  const batches = await batchesOf(cx, paper)
  const [back, taken]: [LedgerLine[], LedgerLine[]] = [[], []]
  for (const [n, item] of paper.items.entries()) {
    if (!differingPieces(item)) continue
    const outcome = outcomes.get(item.itemId)
    if (!outcome) return cx.refuse('transfer_undecided', { row: n + 1, product: item.productName, field: 'decisions' })
    const { sourceBatch, batchId } = batches.get(item.itemId)!
    const missing = (item.expected ?? 0) - item.quantity
    if (outcome === TransferOutcome.receiver) {
      if (missing) taken.push(outOfTransit(sourceBatch, missing), into(batchId, missing))
      if (item.surplus) await mustHold(cx, item, sourceBatch)
      if (item.surplus) taken.push(into(sourceBatch, -item.surplus), into(batchId, item.surplus))
    } else if (missing && outcome === TransferOutcome.sender) back.push(outOfTransit(sourceBatch, missing), into(sourceBatch, missing))
    else if (missing) back.push(outOfTransit(sourceBatch, missing), { ...pair(sourceBatch, -missing)[1]!, amount: missing })
    await update(cx, 'stock_in_item', { itemId: item.itemId }, { outcome, batchId })
  }
  if (back.length) await post(cx, { hid, reason: '调拨差异', ref: `stockout:${stockoutId}`, lines: back })
  if (taken.length) await post(cx, { hid, reason: '调拨差异', ref: `stockin:${stockinId}`, lines: taken })
}

const { underWay, received, differs, settled, takenBack } = transferStages.is
const stage = sql`
  case when x.sent_status = ${stockOut.is.revoked}::int then ${takenBack}::int
    when x.received_status <> ${stockIn.is.posted}::int then ${underWay}::int
    when x.differ_status = ${differences.is.open}::int then ${differs}::int
    when x.differ_status = ${differences.is.settled}::int then ${settled}::int
    else ${received}::int
  end
`
/** Stores of the chain, also those the account does not work in: goods go there. */
export const transferStores = (cx: Cx): Promise<Array<z.output<typeof TransferStore>>> =>
  cx.db.rows(TransferStore, sql`select hid, name from store order by sort, hid`)
export function transferPage(cx: Cx, query: TransferQuery): Promise<Page<StockTransfer>> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const words = query.text?.trim().toLowerCase()
  const leaves = sql`x.hid = ${hid}`
  const comes = sql`x.to_hid = ${hid}`
  return pageOf(
    cx,
    {
      of: StockTransfer,
      select: sql`
        ${columnsOf(StockTransfer, 'x', 'hospitalName', 'toName', 'stage', 'rejected', 'surplus', 'value', 'sent', 'received')},
        f.name hospital_name, d.name to_name, ${stage} stage, x.sent::int sent, x.received::int received,
        coalesce(x.rejected, 0)::int rejected, coalesce(x.surplus, 0)::int surplus, coalesce(x.value, 0)::bigint as value
      `,
      from: sql`stock_transfers() x join store f on f.hid = x.hid join store d on d.hid = x.to_hid`,
      where: [
        query.way === undefined ? sql`(${leaves} or ${comes})` : query.way === 'out' ? leaves : comes,
        query.stage !== undefined && sql`${stage} = ${query.stage}::int`,
        Boolean(words) &&
          sql`(strpos(lower(x.transfer_no), ${words ?? ''}) > 0 or strpos(lower(coalesce(x.note, '')), ${words ?? ''}) > 0)`,
      ],
      order: sql`x.stockout_id desc`,
    },
    query,
  )
}
