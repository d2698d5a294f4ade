import { powerOf, showPower, wordOf, type StateOf, wordsOfReason } from '#kernel/contract/index.ts'
import type { Page, z } from '#kernel/contract/index.ts'
import {
  columnsOf,
  begin,
  change,
  insert,
  insertMany,
  lit,
  locked,
  move,
  number,
  pageOf,
  remove,
  reverse,
  sameVersion,
  sql,
  update,
  type Cx,
  type Listing,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { DATED, SERVICE } from '#modules/products/contract/fields.ts'
import { checkPower, productsOf } from '#modules/products/server/door.ts'
import { usableSupplier } from '#modules/suppliers/server/door.ts'
import {
  type EditStockIn,
  type ExportPapers,
  type NewInItem,
  type NewStockIn,
  type StockIn,
  StockInItem,
  type StockInQuery,
  StockInRow,
} from '../../contract/shapes.papers.ts'
import { goodsReceived, goodsRevoked } from '../../contract/events.ts'
import { StockInType } from '../../contract/fields.ts'
import type { ReceiveFail } from '../../contract/refusals.ts'
import { stockIn, differences } from '../../contract/states.ts'
import type { TransferOutcome } from '../../contract/transfer.ts'
import { accepting, type Acceptance, type AcceptFail } from './acceptance.ts'
import { lockedBalances, needsPower, normal } from '../batch/batches.ts'
import { businessDay, historyShown, moveTo, paperWhere, STOCKIN_NO } from '../papers.ts'
import { receive } from './receive.ts'
import { usableWarehouse } from '../warehouses.ts'
import { awaitedReceipt, countReceipt, receiveTransfer, settleTransfer } from './transfer.ts'

export type StockInWriteFail =
  | 'service_not_stocked'
  | 'stock_unpowered'
  | 'warehouse_off'
  | 'out_of_range'
  | 'supplier_expired'
  | 'supplier_off'
  | 'reject_reason'
type TransferFail = 'transfer_unknown' | 'transfer_foreign' | 'transfer_kept'
type RevokeFail = 'already_issued' | 'payable_claimed'
export type PostFail = ReceiveFail | RevokeFail | AcceptFail | 'lot_missing' | 'lot_expired'
type SettleFail = 'differ_own' | 'transfer_undecided' | 'batch_short'

/** Columns that other tables bring. */
const JOINED = [
  'hospitalName',
  'warehouseName',
  'supplierName',
  'fromName',
  'staffName',
  'acceptedName',
  'lines',
  'quantity',
  'amount',
] as const
const parts = {
  select: sql`
    ${columnsOf(StockInRow, 'd', ...JOINED)}, st.name hospital_name, w.name warehouse_name, s.name supplier_name, ff.name from_name,
    c.name staff_name, ac.name accepted_name, coalesce(i.lines, 0)::int as lines, coalesce(i.quantity, 0)::int quantity,
    coalesce(i.amount, 0)::bigint amount
  `,
  from: sql`
    stock_in d
    join store st on st.oid = d.oid and st.hid = d.hid
    join warehouse w on w.oid = d.oid and w.warehouse_id = d.warehouse_id
    left join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id
    left join store ff on ff.oid = d.oid and ff.hid = d.from_hid
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
    left join contact ac on ac.oid = d.oid and ac.ctid_ = d.accepted_by
    left join lateral (
      select count(*) as lines, sum(x.quantity) quantity, sum(x.quantity * x.cost) amount
      from stock_in_item x
      where x.oid = d.oid and x.stockin_id = d.stockin_id
    ) i on true
  `,
}
const stockInWhere = (cx: Pick<Cx, 'who' | 'refuse'>, query: Omit<StockInQuery, 'page' | 'per_page'>) => [
  ...paperWhere(ownStore(cx, query.hid ?? cx.who.hid), sql`d.stockin_date`, sql`d.stockin_no`, query),
  query.stockinType !== undefined && sql`d.stockin_type = ${query.stockinType}`,
]
export const stockInPage = (cx: Cx, query: StockInQuery): Promise<Page<StockInRow>> =>
  pageOf(cx, { of: StockInRow, ...parts, where: stockInWhere(cx, query), order: sql`d.stockin_id desc`, key: sql`d.stockin_id` }, query)

/** A line of a document with its goods. */
const InLine = StockInItem.extend({ stockinId: StockInRow.shape.stockinId })
/** A line with the head of its document. */
export const StockInLine = InLine.extend({
  ...StockInRow.pick({ stockinNo: true, stockinDate: true, stockinType: true, deliveryNo: true, status: true }).shape,
  ...StockInRow.pick({ warehouseName: true, supplierName: true, staffName: true }).shape,
})
const itemColumns = sql`
  ${columnsOf(InLine, 'i', 'amount', 'productName', 'category', 'brand', 'series', 'version', 'spec', 'unit', 'barCode', 'deviceClass')},
  i.quantity * i.cost amount, p.name product_name, p.category, p.device_class, p.brand, p.series, p.version, p.spec, p.unit, p.bar_code
`
const itemsFrom = sql`stock_in_item i join product p on p.oid = i.oid and p.product_id = i.product_id`
/** Lines of documents with their goods. */
const stockInItems = (cx: Cx, stockinId: number): Promise<Array<StockInItem & { stockinId: number }>> =>
  cx.db.rows(
    InLine,
    sql`
      select ${itemColumns}
      from ${itemsFrom}
      where i.stockin_id = ${stockinId}
      order by i.item_id
    `,
  )

/** Lines of posted documents, including revoked ones, with their heads. */
export const stockInLines = (cx: Pick<Cx, 'who' | 'refuse'>, query: z.output<typeof ExportPapers>): Listing => ({
  select: sql`
    ${itemColumns}, d.stockin_no, d.stockin_date, d.stockin_type, d.delivery_no, d.status, w.name warehouse_name, s.name supplier_name,
    c.name staff_name
  `,
  from: sql`
    ${itemsFrom}
    join stock_in d on d.oid = i.oid and d.stockin_id = i.stockin_id
    join warehouse w on w.oid = d.oid and w.warehouse_id = d.warehouse_id
    left join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
  `,
  where: [...stockInWhere(cx, query), sql`d.status in ${lit(stockIn.in.posted)}`],
  order: sql`i.item_id`,
})

export async function stockInOf(cx: Cx, stockinId: number): Promise<StockIn> {
  const head = await cx.db.one(StockInRow, sql`select ${parts.select} from ${parts.from} where d.stockin_id = ${stockinId}`)
  if (!head) return cx.refuse('not_found', { what: '入库单' })
  const [items, history] = await Promise.all([stockInItems(cx, stockinId), historyShown(cx, stockIn, stockinId)])
  return { ...head, items, history }
}

/** Checks the lines of a draft: stocked goods, with the power they are kept by. */
export async function writeItems(cx: Cx<StockInWriteFail>, hid: number, stockinId: number, items: readonly NewInItem[]): Promise<number[]> {
  const products = await productsOf(
    cx,
    items.map((i) => i.productId),
  )
  const rows = items.map((item, n) => {
    const product = products.get(item.productId)!
    if (product.category === SERVICE) cx.refuse('service_not_stocked', { product: product.name, field: `items.${n}.productId` })
    if (needsPower(product) && (item.sph === null || item.sph === undefined))
      cx.refuse('stock_unpowered', { product: product.name, field: `items.${n}.sph` })
    const power = powerOf({ sph: item.sph, cyl: item.cyl })
    if (power && product.category === 3) checkPower(cx, product, power, `items.${n}.sph`)
    const { expected, batchNo, producedOn, expiry, note, rejected, rejectReason, ...line } = normal(item)
    if (rejected && wordsOfReason(rejectReason) === undefined)
      cx.refuse('reject_reason', { row: n + 1, product: product.name, field: `items.${n}.rejectReason` })
    return {
      ...line,
      hid,
      stockinId,
      expected: expected ?? null,
      batchNo: batchNo || null,
      producedOn: producedOn ?? null,
      expiry: expiry ?? null,
      rejected: rejected ?? 0,
      rejectReason: rejected ? rejectReason?.trim() : null,
      note: note || null,
    }
  })
  return (await insertMany(cx, 'stock_in_item', rows)).map((r) => r.itemId)
}
/**
 * Difference status of a document: open when a line was received in another quantity than announced. The difference does not block the
 * document.
 */
export const differStatusOf = (items: ReadonlyArray<Pick<NewInItem, 'expected' | 'quantity'>>): 0 | 1 =>
  items.some((i) => typeof i.expected === 'number' && i.expected !== i.quantity) ? 1 : 0

/** Writes a draft; of type transfer it counts the transfer that is on its way, which is known by its number. */
export async function writeStockIn(cx: Cx<StockInWriteFail | TransferFail>, paper: NewStockIn): Promise<StockIn> {
  if (paper.stockinType !== StockInType.transfer) return createStockIn(cx, paper)
  ownStore(cx, paper.hid)
  return countTransfer(cx, { ...paper, stockinId: await awaitedReceipt(cx, paper) })
}
export async function createStockIn(cx: Cx<StockInWriteFail>, { items, status, hid, ...head }: NewStockIn): Promise<StockIn> {
  ownStore(cx, hid)
  if (head.supplierId) await usableSupplier(cx, head.supplierId)
  const row = await insert(cx, 'stock_in', {
    ...head,
    hid,
    warehouseId: await usableWarehouse(cx, hid, head.warehouseId),
    stockinNo: await number(cx, STOCKIN_NO),
    ctid: cx.who.ctid || null,
    differStatus: differStatusOf(items),
  })
  await begin(cx, stockIn, row.stockinId, stockIn.is.draft)
  await writeItems(cx, hid, row.stockinId, items)
  if (status === stockIn.is.submitted) await move(cx, stockIn, row.stockinId, 'submit')
  return stockInOf(cx, row.stockinId)
}

export async function updateStockIn(
  cx: Cx<StockInWriteFail | TransferFail>,
  { stockinId, version, items, status, ...head }: EditStockIn,
): Promise<StockIn> {
  const existing = await locked(cx, 'stock_in', { stockinId })
  if (existing.status !== stockIn.is.draft) return cx.refuse('illegal_move', { state: wordOf(stockIn, existing.status), move: '修改' })
  await sameVersion(cx, 'stock_in', { stockinId }, existing, { version: version ?? null })
  if (existing.stockoutId !== null) return countTransfer(cx, { stockinId, items, status, warehouseId: head.warehouseId })
  if (head.stockinType === StockInType.transfer) return cx.refuse('transfer_unknown', { field: 'stockinType' })
  if (head.supplierId) await usableSupplier(cx, head.supplierId)
  await change(
    cx,
    'stock_in',
    { stockinId },
    {},
    {
      ...head,
      hid: existing.hid,
      warehouseId: await usableWarehouse(cx, existing.hid, head.warehouseId ?? existing.warehouseId),
      differStatus: differStatusOf(items),
    },
  )
  await remove(cx, 'stock_in_item', { stockinId })
  await writeItems(cx, existing.hid, stockinId, items)
  if (status === stockIn.is.submitted) await move(cx, stockIn, stockinId, 'submit')
  return stockInOf(cx, stockinId)
}

/** Counts a transfer that arrived; the paper stays as it was sent. */
async function countTransfer(
  cx: Cx<StockInWriteFail | TransferFail>,
  {
    stockinId,
    items,
    status,
    warehouseId,
  }: { stockinId: number; items: readonly NewInItem[]; status: number; warehouseId?: number | undefined },
): Promise<StockIn> {
  const { hid, items: sent } = await stockInOf(cx, stockinId)
  if (warehouseId) await update(cx, 'stock_in', { stockinId }, { warehouseId: await usableWarehouse(cx, hid, warehouseId) })
  await countReceipt(cx, stockinId, sent, items)
  if (status === stockIn.is.submitted) await move(cx, stockIn, stockinId, 'submit')
  return stockInOf(cx, stockinId)
}

/** Care products and contact lenses require lot and expiry (GSP 2023: purchase and acceptance record). */
async function checkAccepted(cx: Cx<PostFail>, paper: StockIn): Promise<void> {
  if (paper.supplierId) await usableSupplier(cx, paper.supplierId)
  const products = await productsOf(
    cx,
    paper.items.map((i) => i.productId),
  )
  paper.items.forEach((item, n) => {
    const product = products.get(item.productId)!
    const line = { row: n + 1, product: product.name }
    if (paper.stockoutId !== null && !item.quantity) return
    if (DATED.has(product.category) && (!item.batchNo || !item.expiry)) cx.refuse('lot_missing', line)
    if (item.expiry && item.expiry < cx.today) cx.refuse('lot_expired', { ...line, day: item.expiry })
  })
}

/** Posts a submitted document. Goods of an order may be held for it and are posted by their receiver. */
export async function postStockIn(
  cx: Cx<PostFail>,
  paper: StockIn,
  {
    version,
    heldFor,
    automatic = false,
    ...acceptance
  }: { version?: number | undefined; heldFor?: string | null; automatic?: boolean; orderedBy?: number | null } & Acceptance = {},
): Promise<number[]> {
  const accepted = await accepting(cx, paper, acceptance)
  const stockinDate = businessDay(cx, paper.stockinDate, paper.createdAt)
  await move(cx, stockIn, paper.stockinId, 'post', {
    ...(version === undefined ? {} : { version }),
    automatic,
    set: { postedAt: cx.now, stockinDate, ...accepted },
  })
  await checkAccepted(cx, paper)
  if (paper.stockoutId !== null) return receiveTransfer(cx, paper)
  const { batchIds } = await receive(cx, {
    ref: `stockin:${paper.stockinId}`,
    hid: paper.hid,
    warehouseId: paper.warehouseId,
    reason: '入库',
    lines: paper.items.map((i) => ({ ...i, supplierId: paper.supplierId, heldFor: heldFor ?? null })),
  })
  for (const [n, item] of paper.items.entries()) await update(cx, 'stock_in_item', { itemId: item.itemId }, { batchId: batchIds[n] })
  await announcePurchase(cx, { ...paper, stockinDate })
  return batchIds
}
/** Announces purchases from a named supplier, which create a debt. Gifts, surpluses and customer returns do not. */
async function announcePurchase(cx: Cx, paper: StockIn): Promise<void> {
  const { stockinId, supplierId, hid, stockinNo, deliveryNo, stockinDate } = paper
  if (!supplierId || paper.stockinType !== StockInType.purchase) return
  const lines = paper.items.flatMap(({ itemId, productId, sph, cyl, axis, quantity, cost }) =>
    quantity ? [{ itemId, productId, sph, cyl, axis, quantity, price: cost }] : [],
  )
  await cx.announce(goodsReceived, { of: 'in', paperId: stockinId, hid, supplierId, docNo: stockinNo, deliveryNo, day: stockinDate, lines })
}

/** Revokes a posted document by its exact reversal. Refused when part of the goods has left. */
export async function revokeStockIn(cx: Cx<RevokeFail>, stockinId: number, reason: string | undefined): Promise<StockIn> {
  const paper = await stockInOf(cx, stockinId)
  await move(cx, stockIn, stockinId, 'revoke', { note: reason ?? null })
  const posted = paper.items.filter((i) => i.batchId && i.quantity)
  const balances = await lockedBalances(
    cx,
    posted.map((i) => i.batchId!),
  )
  for (const item of posted) {
    const rest = (balances.get(item.batchId!) ?? 0) - item.quantity
    if (rest < 0)
      cx.refuse('already_issued', {
        product: item.productName,
        power: item.sph === null ? '' : ` ${showPower(powerOf(item))}`,
        batch: item.batchNo ?? item.batchId!,
        available: balances.get(item.batchId!) ?? 0,
        wanted: item.quantity,
      })
    balances.set(item.batchId!, rest)
  }
  const entry = await cx.db.one(
    { entryId: 'number' },
    sql`
      select entry_id
      from ledger_entry
      where ref = ${`stockin:${stockinId}`} and reverses is null
    `,
  )
  if (entry) await reverse(cx, entry.entryId, '撤销入库', reason)
  await cx.announce(goodsRevoked, { of: 'in', paperId: stockinId, docNo: paper.stockinNo })
  return stockInOf(cx, stockinId)
}

/** Moves a document to a target status, or settles a difference. */
export async function setStockInStatus(
  cx: Cx<PostFail | SettleFail>,
  input: {
    stockinId: number
    status?: number | undefined
    differStatus?: StateOf<typeof differences> | undefined
    version?: number | undefined
    reason?: string | undefined
    decisions?: ReadonlyArray<{ itemId: number; outcome: TransferOutcome }> | undefined
  } & Acceptance,
): Promise<StockIn> {
  const paper = await stockInOf(cx, input.stockinId)
  if (input.differStatus !== undefined && input.differStatus !== paper.differStatus) await settle(cx, paper, input)
  if (input.status !== undefined && input.status !== paper.status) {
    const step = moveTo(cx, stockIn, paper.status, input.status)
    if (step === 'post') await postStockIn(cx, paper, input)
    else if (step === 'revoke') await revokeStockIn(cx, paper.stockinId, input.reason)
    else
      await move(cx, stockIn, paper.stockinId, step, {
        note: input.reason ?? null,
        ...(input.version === undefined ? {} : { version: input.version }),
      })
  }
  return stockInOf(cx, input.stockinId)
}
async function settle(
  cx: Cx<SettleFail>,
  paper: StockIn,
  { differStatus: to, reason, decisions = [] }: Pick<Parameters<typeof setStockInStatus>[1], 'differStatus' | 'reason' | 'decisions'>,
): Promise<void> {
  if (to !== differences.is.settled || paper.differStatus !== differences.is.open)
    return cx.refuse('bad_input', { what: '只有待处理的差异可以处理', field: 'differStatus' })
  if (wordsOfReason(reason) === undefined) return cx.refuse('bad_input', { what: '处理差异：请填写原因', field: 'reason' })
  if (paper.stockoutId !== null) return settleTransfer(cx, paper, reason ?? '', decisions)
  await update(cx, 'stock_in', { stockinId: paper.stockinId }, { differStatus: differences.is.settled, differNote: reason })
}
