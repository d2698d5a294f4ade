/**
 * Transfers between stores. Sending moves pieces from their batch to the account `transit:<batch>`; receiving moves them on into a batch of
 * the receiving store with the same lot, expiry, supplier and cost. What differs stays in transit until somebody decides.
 */
import { compareFacts, isMissing, wordsOfReason, type Page, type z } from '#kernel/contract/index.ts'
import {
  columnsOf,
  find,
  isAuthor,
  lit,
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
import { productsOf } from '#modules/products/server/door.ts'
import { StockInType, StockOutType } from '../../contract/fields.ts'
import type { NewInItem, StockIn, StockInItem } from '../../contract/shapes.papers.ts'
import { differences, stockIn, stockOut } from '../../contract/states.ts'
import { StockTransfer, TransferOutcome, TransferStore, transferStages, type TransferQuery } from '../../contract/transfer.ts'
import { accountOf, lockedBalances, normal, outsideOf, transitOf } from '../batch/batches.ts'
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
/** A sent line with what was counted of it so far. */
interface Count extends Sent {
  quantity: number
  rejected: number
  surplus: number
  rejectReason: string | null
}
const keyOf = ({ productId, sph, cyl }: Pick<Sent, 'productId' | 'sph' | 'cyl'>): string => [productId, sph, cyl].join('|')
/** Whether a typed value is left out, or is the one that was sent. */
const says = (typed: string | number | null | undefined, sent: string | number | null | undefined): boolean =>
  isMissing(typed) || compareFacts(typed, sent) === 'same'
/** Lots are compared without regard to case; a line that names none is of any lot. */
const sameGoods = (sent: Sent, counted: NewInItem): boolean => {
  const power = normal(counted)
  return (
    keyOf(sent) === keyOf(power) &&
    says(power.axis, sent.axis) &&
    says(counted.batchNo?.toLowerCase(), sent.batchNo?.toLowerCase()) &&
    says(counted.expiry, sent.expiry)
  )
}
const lacking = ({ expected, quantity, rejected }: Count): number => (expected ?? 0) - quantity - rejected
/** Spreads what was counted over the sent lines it fits; pieces beyond them are a surplus of the last. */
function spread(fitting: readonly Count[], last: Count, { quantity, rejected, rejectReason }: NewInItem): void {
  let [good, broken] = [quantity, rejected ?? 0]
  for (const count of fitting) {
    const taken = Math.min(good, lacking(count))
    count.quantity += taken
    good -= taken
    const damaged = Math.min(broken, lacking(count))
    count.rejected += damaged
    broken -= damaged
    if (damaged) count.rejectReason = rejectReason?.trim() ?? null
  }
  last.surplus += good + broken
}
/** Notes what the receiving store counted, line by line. Goods that were not sent are refused; what is not named did not arrive. */
export async function countReceipt(
  cx: Cx<'transfer_foreign' | 'reject_reason'>,
  stockinId: number,
  sent: readonly Sent[],
  counted: readonly NewInItem[],
): Promise<void> {
  const counts = sent.map((line): Count => ({ ...line, quantity: 0, rejected: 0, surplus: 0, rejectReason: null }))
  const products = await productsOf(
    cx,
    counted.map((line) => line.productId),
  )
  counted.forEach((line, n) => {
    const product = products.get(line.productId)?.name ?? ''
    const fitting = counts.filter((count) => sameGoods(count, line))
    const last = fitting.at(-1)
    if (!last) return cx.refuse('transfer_foreign', { row: n + 1, product, field: `items.${n}.productId` })
    if (line.rejected && wordsOfReason(line.rejectReason) === undefined)
      cx.refuse('reject_reason', { row: n + 1, product, field: `items.${n}.rejectReason` })
    spread(fitting, last, line)
  })
  for (const { itemId, quantity, rejected, surplus, rejectReason } of counts)
    await update(cx, 'stock_in_item', { itemId }, { quantity, rejected, surplus, rejectReason })
  const differStatus = counts.some((count) => differing(count)) ? differences.is.open : differences.is.none
  await update(cx, 'stock_in', { stockinId }, { countedAt: cx.now, differStatus })
}
/** Pieces that were sent and did not come in. */
const missingOf = ({ expected, quantity }: Pick<StockInItem, 'expected' | 'quantity'>): number => (expected ?? 0) - quantity
const differing = (item: Pick<StockInItem, 'expected' | 'quantity' | 'surplus'>): boolean => missingOf(item) > 0 || item.surplus > 0

/** A line of a receipt with the batch it left, and the one it comes into: opened with the sender's lot, supplier and cost. */
interface ReceiptLine {
  readonly item: StockInItem
  readonly sourceBatch: number
  readonly batchId: number
}
async function receiptLines(cx: Cx, paper: StockIn): Promise<ReceiptLine[]> {
  const sources = await cx.db.rows(
    { itemId: 'number', sourceBatch: 'number', supplierId: 'number | null' },
    sql`
      select i.item_id, i.source_batch, transfer_supplier(i.source_batch) supplier_id
      from stock_in_item i
      where i.stockin_id = ${paper.stockinId}
    `,
  )
  const lines: ReceiptLine[] = []
  for (const item of paper.items)
    for (const { sourceBatch, supplierId } of sources.filter(({ itemId }) => itemId === item.itemId)) {
      const batchId = item.batchId ?? (await batchFor(cx, paper.hid, paper.warehouseId, { ...item, supplierId }))
      lines.push({ item, sourceBatch, batchId })
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

/** Pieces of a batch that left transit for good. */
const lost = (batch: number, quantity: number): LedgerLine[] => [
  outOfTransit(batch, quantity),
  { book: 'stock', key: outsideOf(batch), amount: quantity, floor: null },
]

/** Takes the counted pieces in. What is missing or damaged stays in transit; what is too much is in no stock. Returns the batches. */
export async function receiveTransfer(cx: Cx, paper: StockIn): Promise<number[]> {
  const receipt = await receiptLines(cx, paper)
  const lines = receipt.flatMap(({ item: { quantity }, sourceBatch, batchId }) =>
    quantity ? [outOfTransit(sourceBatch, quantity), into(batchId, quantity)] : [],
  )
  if (lines.length) await post(cx, { hid: paper.hid, reason: '调拨入库', ref: `stockin:${paper.stockinId}`, lines })
  for (const { item, batchId } of receipt) await update(cx, 'stock_in_item', { itemId: item.itemId }, { batchId })
  return receipt.map(({ batchId }) => batchId)
}

/** Surplus pieces were of the sender's batch, which must still hold so many. */
async function mustHold(cx: Cx<'batch_short'>, item: StockInItem, sourceBatch: number): Promise<void> {
  const available = (await lockedBalances(cx, [sourceBatch])).get(sourceBatch) ?? 0
  if (available < item.surplus)
    cx.refuse('batch_short', { product: item.productName, power: '', batch: item.batchNo ?? sourceBatch, available, wanted: item.surplus })
}
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
  const [back, taken]: [LedgerLine[], LedgerLine[]] = [[], []]
  for (const [n, { item, sourceBatch, batchId }] of (await receiptLines(cx, paper)).entries()) {
    if (!differing(item)) continue
    const outcome = outcomes.get(item.itemId)
    if (!outcome) return cx.refuse('transfer_undecided', { row: n + 1, product: item.productName, field: 'decisions' })
    const missing = missingOf(item)
    if (outcome === TransferOutcome.receiver) {
      if (item.surplus) await mustHold(cx, item, sourceBatch)
      taken.push(outOfTransit(sourceBatch, missing), into(batchId, missing + item.surplus), into(sourceBatch, -item.surplus))
    } else if (outcome === TransferOutcome.sender) back.push(outOfTransit(sourceBatch, missing), into(sourceBatch, missing))
    else back.push(...lost(sourceBatch, missing))
    await update(cx, 'stock_in_item', { itemId: item.itemId }, { outcome, batchId })
  }
  if (back.some(({ amount }) => amount)) await post(cx, { hid, reason: '调拨差异', ref: `stockout:${stockoutId}`, lines: back })
  if (taken.some(({ amount }) => amount)) await post(cx, { hid, reason: '调拨差异', ref: `stockin:${stockinId}`, lines: taken })
}

const { underWay, received, differs, settled, takenBack } = transferStages.is
const stage = sql`
  case when x.sent_status = ${lit(stockOut.is.revoked)} then ${lit(takenBack)}
    when x.received_status <> ${lit(stockIn.is.posted)} then ${lit(underWay)}
    when x.differ_status = ${lit(differences.is.open)} then ${lit(differs)}
    when x.differ_status = ${lit(differences.is.settled)} then ${lit(settled)}
    else ${lit(received)}
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
