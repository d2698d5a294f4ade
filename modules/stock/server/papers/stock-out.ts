import type { Page, z } from '#kernel/contract/index.ts'
import {
  columnsOf,
  begin,
  insert,
  insertMany,
  lit,
  locked,
  move,
  number,
  pageOf,
  remove,
  sameVersion,
  sql,
  update,
  type Cx,
  type Listing,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { SERVICE } from '#modules/products/contract/fields.ts'
import { productsOf } from '#modules/products/server/door.ts'
import { wordsOfReason, wordOf, type StateOf } from '#kernel/contract/index.ts'
import { goodsReturned, goodsRevoked } from '../../contract/events.ts'
import { StockOutType, HELD_MAY_LEAVE } from '../../contract/fields.ts'
import {
  type BeforeOut,
  type ExportPapers,
  type NewOutItem,
  type NewStockOut,
  type StockOut,
  StockOutItem,
  type StockOutQuery,
  StockOutRow,
} from '../../contract/shapes.papers.ts'
import { stockOut, differences } from '../../contract/states.ts'
import { needsPower, normal } from '../batch/batches.ts'
import type { IssueFail } from '../../contract/refusals.ts'
import { issue, takeBack } from './issue.ts'
import { checkedPicks, type Picks } from '../output/picks.ts'
import { agreeToLoss, agreeToScrap, beginScrap } from './scrap.agree.ts'
import { businessDay, historyShown, moveTo, paperWhere, STOCKOUT_NO } from '../papers.ts'
import { usableWarehouse } from '../warehouses.ts'
import { destinationOf, sendTransfer, takeTransferBack } from './transfer.ts'

export type StockOutWriteFail = 'service_not_stocked' | 'stock_unpowered' | 'warehouse_off'
type RevokeFail = 'take_back_too_much' | 'payable_claimed' | 'transfer_received'
/** Refusals of posting a document. */
export type ConfirmFail = IssueFail | 'scrap_own' | 'loss_own' | 'pick_unchecked'
type StatusFail = ConfirmFail | RevokeFail

const parts = {
  select: sql`
    ${columnsOf(StockOutRow, 'd', 'hospitalName', 'warehouseName', 'supplierName', 'toName', 'staffName', 'lines', 'quantity', 'amount')},
    st.name hospital_name, w.name warehouse_name, s.name supplier_name, tt.name to_name, c.name staff_name,
    coalesce(i.lines, 0)::int as lines, coalesce(i.quantity, 0)::int quantity, coalesce(i.amount, 0)::bigint amount
  `,
  from: sql`
    stock_out d
    join store st on st.oid = d.oid and st.hid = d.hid
    join warehouse w on w.oid = d.oid and w.warehouse_id = d.warehouse_id
    left join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id
    left join store tt on tt.oid = d.oid and tt.hid = d.to_hid
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
    left join lateral (
      select count(*) as lines, sum(x.quantity) quantity, sum(x.quantity * x.price) amount
      from stock_out_item x
      where x.oid = d.oid and x.stockout_id = d.stockout_id
    ) i on true
  `,
}
const stockOutWhere = (cx: Pick<Cx, 'who' | 'refuse'>, query: Omit<StockOutQuery, 'page' | 'per_page'>) => [
  ...paperWhere(ownStore(cx, query.hid ?? cx.who.hid), sql`d.stockout_date`, sql`d.stockout_no`, query),
  query.stockoutType !== undefined && sql`d.stockout_type = ${query.stockoutType}`,
]
export const stockOutPage = (cx: Cx, query: StockOutQuery): Promise<Page<StockOutRow>> =>
  pageOf(cx, { of: StockOutRow, ...parts, where: stockOutWhere(cx, query), order: sql`d.stockout_id desc`, key: sql`d.stockout_id` }, query)

/** A line of a document with its goods. */
const OutLine = StockOutItem.extend({ stockoutId: StockOutRow.shape.stockoutId })
/** A line with the head of its document. */
export const StockOutLine = OutLine.extend({
  ...StockOutRow.pick({ stockoutNo: true, stockoutDate: true, stockoutType: true, receiver: true, status: true }).shape,
  ...StockOutRow.pick({ warehouseName: true, staffName: true }).shape,
})
/** Columns that other tables bring. */
const JOINED = ['amount', 'batchNo', 'expiry', 'productName', 'category', 'brand', 'series', 'version', 'spec', 'unit', 'barCode'] as const
const itemColumns = sql`
  ${columnsOf(OutLine, 'i', ...JOINED)}, i.quantity * i.price amount, b.batch_no, b.expiry, p.name product_name, p.category, p.brand,
  p.series, p.version, p.spec, p.unit, p.bar_code
`
const itemsFrom = sql`
  stock_out_item i
  join product p on p.oid = i.oid and p.product_id = i.product_id
  left join batch b on b.oid = i.oid and b.batch_id = i.batch_id
`
/** Lines of documents with their goods and, once posted, their batches. */
const stockOutItems = (cx: Cx, stockoutId: number): Promise<Array<StockOutItem & { stockoutId: number }>> =>
  cx.db.rows(
    OutLine,
    sql`
      select ${itemColumns}
      from ${itemsFrom}
      where i.stockout_id = ${stockoutId}
      order by i.item_id
    `,
  )

/** Lines of posted documents, including revoked ones, with their heads. */
export const stockOutLines = (cx: Pick<Cx, 'who' | 'refuse'>, query: z.output<typeof ExportPapers>): Listing => ({
  select: sql`
    ${itemColumns}, d.stockout_no, d.stockout_date, d.stockout_type, d.receiver, d.status, w.name warehouse_name, c.name staff_name
  `,
  from: sql`
    ${itemsFrom}
    join stock_out d on d.oid = i.oid and d.stockout_id = i.stockout_id
    join warehouse w on w.oid = d.oid and w.warehouse_id = d.warehouse_id
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
  `,
  where: [...stockOutWhere(cx, query), sql`d.status in ${lit(stockOut.in.posted)}`],
  order: sql`i.item_id`,
})

export async function stockOutOf(cx: Cx, stockoutId: number): Promise<StockOut> {
  const head = await cx.db.one(StockOutRow, sql`select ${parts.select} from ${parts.from} where d.stockout_id = ${stockoutId}`)
  if (!head) return cx.refuse('not_found', { what: '出库单' })
  const [items, history] = await Promise.all([stockOutItems(cx, stockoutId), historyShown(cx, stockOut, stockoutId)])
  return { ...head, items, history }
}

async function writeItems(cx: Cx<StockOutWriteFail>, hid: number, stockoutId: number, items: readonly NewOutItem[]): Promise<void> {
  const products = await productsOf(
    cx,
    items.map((i) => i.productId),
  )
  const rows = items.map((item, n) => {
    const product = products.get(item.productId)!
    if (product.category === SERVICE) cx.refuse('service_not_stocked', { product: product.name, field: `items.${n}.productId` })
    if (!item.batchId && needsPower(product) && (item.sph === null || item.sph === undefined))
      cx.refuse('stock_unpowered', { product: product.name, field: `items.${n}.sph` })
    const { batchId, note, ...line } = normal(item)
    return { ...line, hid, stockoutId, batchId: batchId ?? null, note: note || null }
  })
  await insertMany(cx, 'stock_out_item', rows)
}

/** Writes a document; the store of a transfer is checked. */
export const writeStockOut = async (cx: Cx<StockOutWriteFail | 'transfer_store'>, paper: NewStockOut): Promise<StockOut> =>
  createStockOut(cx, { ...paper, toHid: await destinationOf(cx, paper) })
export async function createStockOut(cx: Cx<StockOutWriteFail>, { items, hid, ...head }: NewStockOut): Promise<StockOut> {
  ownStore(cx, hid)
  const row = await insert(cx, 'stock_out', {
    ...head,
    hid,
    warehouseId: await usableWarehouse(cx, hid, head.warehouseId),
    stockoutNo: await number(cx, STOCKOUT_NO),
    ctid: cx.who.ctid || null,
  })
  await begin(cx, stockOut, row.stockoutId, stockOut.is.draft)
  await beginScrap(cx, row)
  await writeItems(cx, hid, row.stockoutId, items)
  return stockOutOf(cx, row.stockoutId)
}

/** Saves the final version of a draft and submits it. */
export async function beforeOut(
  cx: Cx<StockOutWriteFail | 'transfer_store'>,
  { stockoutId, version, items, ...head }: BeforeOut,
): Promise<StockOut> {
  const existing = await locked(cx, 'stock_out', { stockoutId })
  if (existing.status !== stockOut.is.draft) return cx.refuse('illegal_move', { state: wordOf(stockOut, existing.status), move: '修改' })
  await sameVersion(cx, 'stock_out', { stockoutId }, existing, { version: version ?? null })
  await update(
    cx,
    'stock_out',
    { stockoutId },
    {
      ...head,
      hid: existing.hid,
      toHid: await destinationOf(cx, { ...head, toHid: head.toHid === undefined ? existing.toHid : head.toHid }),
      warehouseId: await usableWarehouse(cx, existing.hid, head.warehouseId ?? existing.warehouseId),
    },
  )
  await remove(cx, 'stock_out_item', { stockoutId })
  await writeItems(cx, existing.hid, stockoutId, items)
  await move(cx, stockOut, stockoutId, 'submit')
  return stockOutOf(cx, stockoutId)
}

interface Confirmed {
  version?: number | undefined
  note?: string | undefined
  automatic?: boolean
  /** Picked pieces per line and batch; other lines are picked first expired first. */
  picks?: Picks
}
/** Posts a document; a scrap document needs the approval of the poster. */
export async function confirmStockOut(cx: Cx<ConfirmFail>, stockoutId: number, options: Confirmed = {}): Promise<StockOut> {
  await agreeToScrap(cx, stockoutId)
  await agreeToLoss(cx, stockoutId)
  return postStockOut(cx, stockoutId, { ...options, picks: await checkedPicks(cx, stockoutId) })
}
/** Issues the goods of a document. A line that takes several batches becomes several lines. */
export async function postStockOut(
  cx: Cx<IssueFail>,
  stockoutId: number,
  { version, note, automatic = false, picks = new Map() }: Confirmed,
): Promise<StockOut> {
  const paper = await stockOutOf(cx, stockoutId)
  await move(cx, stockOut, stockoutId, 'post', {
    note: note ?? null,
    automatic,
    set: { postedAt: cx.now, stockoutDate: businessDay(cx, paper.stockoutDate, paper.createdAt) },
    ...(version === undefined ? {} : { version }),
  })
  const ref = `stockout:${stockoutId}`
  const { lines } = await issue(cx, {
    ref,
    hid: paper.hid,
    reason: '出库',
    inTransit: paper.toHid !== null,
    evenHeld: HELD_MAY_LEAVE.has(paper.stockoutType),
    lines: paper.items.flatMap(({ itemId, productId, sph, cyl, axis, batchId, quantity }) =>
      (picks.get(itemId) ?? [{ batchId, quantity }]).map((pick) => ({
        productId,
        sph,
        cyl,
        axis,
        warehouseId: paper.warehouseId,
        ...pick,
      })),
    ),
  })
  const issued = [...lines]
  for (const item of paper.items) {
    let rest = item.quantity
    for (let first = true; rest > 0; first = false) {
      const pick = issued.shift()!
      rest -= pick.quantity
      if (first) await update(cx, 'stock_out_item', { itemId: item.itemId }, { batchId: pick.batchId, quantity: pick.quantity })
      else
        await insert(cx, 'stock_out_item', {
          hid: paper.hid,
          stockoutId,
          productId: item.productId,
          sph: item.sph,
          cyl: item.cyl,
          axis: item.axis,
          price: item.price,
          note: item.note,
          batchId: pick.batchId,
          quantity: pick.quantity,
        })
    }
  }
  if (paper.toHid !== null) await sendTransfer(cx, stockoutId)
  const posted = await stockOutOf(cx, stockoutId)
  await announceReturn(cx, posted)
  return posted
}
const Cost = { itemId: 'number', cost: 'number' } as const
/** Announces goods returned to the supplier, which reduce the debt by the document's price, else by cost. */
async function announceReturn(cx: Cx, paper: StockOut): Promise<void> {
  const { stockoutId, supplierId, hid, stockoutNo, stockoutDate } = paper
  if (!supplierId || paper.stockoutType !== StockOutType.supplierReturn) return
  const costs = await cx.db.rows(
    Cost,
    sql`
      select i.item_id, b.cost
      from stock_out_item i
      join batch b on b.oid = i.oid and b.batch_id = i.batch_id
      where i.stockout_id = ${stockoutId}
    `,
  )
  const costOf = new Map(costs.map((c) => [c.itemId, c.cost]))
  const lines = paper.items.map(({ itemId, productId, sph, cyl, axis, quantity, price }) => {
    return { itemId, productId, sph, cyl, axis, quantity, price: price || (costOf.get(itemId) ?? 0) }
  })
  const doc = { docNo: stockoutNo, deliveryNo: null, day: stockoutDate }
  await cx.announce(goodsReturned, { of: 'out', paperId: stockoutId, hid, supplierId, ...doc, lines })
}

/** Revokes a posted document: every piece returns to its batch. */
export async function revokeStockOut(cx: Cx<RevokeFail>, stockoutId: number, reason: string | undefined): Promise<StockOut> {
  const { stockoutNo, toHid } = await move(cx, stockOut, stockoutId, 'revoke', { note: reason ?? null })
  if (toHid !== null) await takeTransferBack(cx, stockoutId)
  else await takeBack(cx, { ref: `stockout:${stockoutId}`, reason: '撤销出库' })
  await cx.announce(goodsRevoked, { of: 'out', paperId: stockoutId, docNo: stockoutNo })
  return stockOutOf(cx, stockoutId)
}

/** Posts several documents, all or none. Drafts are submitted first. */
export async function bulkDelivery(
  cx: Cx<ConfirmFail>,
  { stock_out_ids, note }: { stock_out_ids: readonly number[]; note?: string | undefined },
): Promise<{ delivered: number }> {
  const ids = [...new Set(stock_out_ids)].sort((a, b) => a - b)
  for (const id of ids) {
    if ((await stockOutOf(cx, id)).status === stockOut.is.draft) await move(cx, stockOut, id, 'submit')
    await confirmStockOut(cx, id, { note })
  }
  return { delivered: ids.length }
}

/** Moves a document to a target status, or settles a difference. */
export async function setStockOutStatus(
  cx: Cx<StatusFail>,
  input: {
    stockoutId: number
    status?: number | undefined
    differStatus?: StateOf<typeof differences> | undefined
    version?: number | undefined
    reason?: string | undefined
  },
): Promise<StockOut> {
  const paper = await stockOutOf(cx, input.stockoutId)
  if (input.differStatus !== undefined && input.differStatus !== paper.differStatus)
    await differ(cx, paper, input.differStatus, input.reason)
  if (input.status !== undefined && input.status !== paper.status) {
    const step = moveTo(cx, stockOut, paper.status, input.status)
    if (step === 'post') await confirmStockOut(cx, paper.stockoutId, { version: input.version, note: input.reason })
    else if (step === 'revoke') await revokeStockOut(cx, paper.stockoutId, input.reason)
    else
      await move(cx, stockOut, paper.stockoutId, step, {
        note: input.reason ?? null,
        ...(input.version === undefined ? {} : { version: input.version }),
      })
  }
  return stockOutOf(cx, input.stockoutId)
}
/** Reports a difference of a posted document (1), or settles it with a reason (2). */
async function differ(
  cx: Cx,
  paper: Pick<StockOut, 'stockoutId' | 'status' | 'differStatus' | 'toHid'>,
  to: StateOf<typeof differences>,
  reason: string | undefined,
): Promise<void> {
  if (paper.toHid !== null) return cx.refuse('bad_input', { what: '调拨的差异由收货门店清点后登记和处理', field: 'differStatus' })
  const reports = to === differences.is.open && paper.differStatus === differences.is.none && paper.status === stockOut.is.posted
  const legal = reports || (to === differences.is.settled && paper.differStatus === differences.is.open)
  if (!legal) return cx.refuse('bad_input', { what: '只有已出库的单据可以报差异，只有待处理的差异可以处理', field: 'differStatus' })
  if (wordsOfReason(reason) === undefined) return cx.refuse('bad_input', { what: '差异：请填写原因', field: 'reason' })
  await update(cx, 'stock_out', { stockoutId: paper.stockoutId }, { differStatus: to, differNote: reason })
}
