/** Outgoing goods: the list, one document line by line, and handing out. */
import type { Page, z } from '#kernel/contract/index.ts'
import { columnsOf, lit, locked, pageOf, sql, update, type Cx, type Sql } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { outputAsked } from '../../contract/events.ts'
import { StockOutType } from '../../contract/fields.ts'
import { OutputItem, OutputRow, type HandOut, type OrderOut, type Output, type OutputQuery } from '../../contract/output.ts'
import type { StockOut } from '../../contract/shapes.papers.ts'
import { outputStages, stockOut } from '../../contract/states.ts'
import { candidates, sameBatch } from '../batch/batches.ts'
import { issuable } from '../papers/issue.ts'
import { checkedPicks, ROUNDS, talliesOf } from './picks.ts'
import { paperWhere } from '../papers.ts'
import { confirmStockOut, stockOutOf, type ConfirmFail } from '../papers/stock-out.ts'

const { waiting, picking, picked, checking, checked } = outputStages.is
const stage: Sql = sql`
  case when g.picked = 0 then ${lit(waiting)}
    when g.picked < i.quantity then ${lit(picking)}
    when g.checked = 0 then ${lit(picked)}
    when g.checked < i.quantity then ${lit(checking)}
    else ${lit(checked)}
  end
`
/** Columns that other tables bring. */
const JOINED = [
  'hospitalName',
  'warehouseName',
  'supplierName',
  'toName',
  'staffName',
  'lines',
  'quantity',
  'stage',
  'picked',
  'checked',
  'pickers',
  'checkers',
] as const
const parts = {
  select: sql`
    ${columnsOf(OutputRow, 'd', ...JOINED)}, st.name hospital_name, w.name warehouse_name, s.name supplier_name, tt.name to_name,
    c.name staff_name, coalesce(i.lines, 0)::int as lines, coalesce(i.quantity, 0)::int quantity, ${stage} stage, g.picked, g.checked,
    g.pickers, g.checkers
  `,
  from: sql`
    stock_out d
    join store st on st.oid = d.oid and st.hid = d.hid
    join warehouse w on w.oid = d.oid and w.warehouse_id = d.warehouse_id
    left join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id
    left join store tt on tt.oid = d.oid and tt.hid = d.to_hid
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
    left join lateral (
      select count(*) as lines, sum(x.quantity) quantity
      from stock_out_item x
      where x.oid = d.oid and x.stockout_id = d.stockout_id
    ) i on true
    left join lateral (
      select coalesce(sum(x.quantity) filter (where x.round = ${ROUNDS.pick}), 0)::int picked,
        coalesce(sum(x.quantity) filter (where x.round = ${ROUNDS.check}), 0)::int checked,
        string_agg(distinct n.name, '、') filter (where x.round = ${ROUNDS.pick}) pickers,
        string_agg(distinct n.name, '、') filter (where x.round = ${ROUNDS.check}) checkers
      from stock_out_scan x
      left join contact n on n.oid = x.oid and n.ctid_ = x.ctid_
      where x.oid = d.oid and x.stockout_id = d.stockout_id
    ) g on true
  `,
}
export const outputPage = (cx: Cx, query: OutputQuery): Promise<Page<OutputRow>> =>
  pageOf(
    cx,
    {
      of: OutputRow,
      ...parts,
      where: [
        sql`d.status = ${lit(stockOut.is.submitted)}`,
        // Scrap leaves through its own approval page.
        sql`d.stockout_type <> ${StockOutType.scrap}`,
        query.way !== undefined &&
          (query.way === 'transfer' ? sql`d.stockout_type = ${StockOutType.transfer}` : sql`d.stockout_type <> ${StockOutType.transfer}`),
        query.stage !== undefined && sql`${stage} = ${query.stage}`,
        ...paperWhere(ownStore(cx, query.hid ?? cx.who.hid), sql`d.stockout_date`, sql`d.stockout_no`, { text: query.text }),
      ],
      order: sql`d.stockout_id`,
      key: sql`d.stockout_id`,
    },
    query,
  )

/** Goods ready for members, reported by the modules that own the orders. */
export async function outputOrders(cx: Cx, { hid }: { hid?: number | undefined }): Promise<Page<OrderOut>> {
  const list: OrderOut[] = []
  await cx.announce(outputAsked, { hid: ownStore(cx, hid ?? cx.who.hid), tell: (orders) => void list.push(...orders) })
  return { list, total: list.length }
}

export async function outputRowOf(cx: Cx, stockoutId: number): Promise<OutputRow> {
  const head = await cx.db.one(OutputRow, sql`select ${parts.select} from ${parts.from} where d.stockout_id = ${stockoutId}`)
  return head ?? cx.refuse('not_found', { what: '出库单' })
}

const Line = OutputItem.omit({ picked: true, checked: true, batches: true, next: true }).extend({
  batchId: OutputItem.shape.itemId.nullable(),
})
/** Lines of a document with their scans and the batch of the next piece, first expired first. */
export async function outputItems(cx: Cx, { stockoutId, hid, warehouseId }: OutputRow): Promise<OutputItem[]> {
  const lines = await cx.db.rows(
    Line,
    sql`
      select
        i.item_id, p.product_id, p.name product_name, p.category, p.brand, p.series, p.version, p.spec, p.unit, p.bar_code, i.sph, i.cyl,
        i.axis, i.quantity, i.batch_id
      from stock_out_item i
      join product p on p.oid = i.oid and p.product_id = i.product_id
      where i.stockout_id = ${stockoutId}
      order by i.item_id
    `,
  )
  const tallies = await talliesOf(cx, stockoutId)
  const openLines = lines.map((line) => ({ ...line, warehouseId }))
  const shelf = await candidates(cx, hid, openLines)
  return openLines.map(({ warehouseId: _w, batchId, ...line }) => {
    const lineTallies = tallies.filter((t) => t.itemId === line.itemId)
    const free = shelf
      .filter((b) => sameBatch(b, { ...line, batchId, warehouseId }) && issuable(cx, b, `stockout:${stockoutId}`))
      .map((b) => ({ ...b, free: b.balance - tallies.filter((t) => t.batchId === b.batchId).reduce((n, t) => n + t.picked, 0) }))
      .find((b) => b.free > 0)
    return {
      ...line,
      picked: lineTallies.reduce((n, t) => n + t.picked, 0),
      checked: lineTallies.reduce((n, t) => n + t.checked, 0),
      batches: lineTallies.map(({ itemId: _i, ...batch }) => batch),
      next: free ? { batchId: free.batchId, batchNo: free.batchNo, expiry: free.expiry, free: free.free } : null,
    }
  })
}

export async function outputOf(cx: Cx, stockoutId: number): Promise<Output> {
  const head = await outputRowOf(cx, stockoutId)
  const [{ status, history }, items] = [await stockOutOf(cx, stockoutId), await outputItems(cx, head)]
  return { ...head, status, history, items }
}

/** Hands the picked and checked goods to the receiver. */
export async function handOut(cx: Cx<ConfirmFail>, { stockoutId, version, receiver }: z.output<typeof HandOut>): Promise<StockOut> {
  const paper = await locked(cx, 'stock_out', { stockoutId }, { version })
  if (!(await checkedPicks(cx, stockoutId)).size) return cx.refuse('pick_unchecked')
  const to = receiver?.trim() || paper.receiver
  if (!to && paper.supplierId === null && paper.toHid === null)
    return cx.refuse('bad_input', { what: '领用人：请填写货交给谁', field: 'receiver' })
  if (to !== paper.receiver) await update(cx, 'stock_out', { stockoutId }, { receiver: to })
  return confirmStockOut(cx, stockoutId)
}
