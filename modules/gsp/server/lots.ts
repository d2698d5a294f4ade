/** Lots as an inspector follows them. */
import type { FileAnswer, Page, z } from '#kernel/contract/index.ts'
import {
  allOf,
  columnsOf,
  everyRow,
  excel,
  lit,
  pageOf,
  sheet,
  sql,
  type Cx,
  type Listing,
  type Out,
  type Sql,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { lotWanted, traceWanted } from '#modules/lens-orders/server/door.ts'
import { stockIn } from '#modules/stock/contract/states.ts'
import { sameLot } from '#modules/stock/server/door.ts'
import { ApprovalRow } from '../contract/approvals.ts'
import { type lotCalls, type LotFilters, LotRow, LotSupplier, type LotsQuery, LotTrail } from '../contract/lots.ts'
import { RecallRow } from '../contract/shapes.ts'
import { approval } from '../contract/states.ts'
import { approvalParts } from './approvals.ts'
import { recallParts } from './recalls.ts'
import { traceFor } from './veil.ts'

/** Classes that are traced. */
const WATCHED = 2
const holds = (words: string): string => `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Batches of a store that are traced, as `b`, with their product `g`. */
const watched = (hid: number): Sql =>
  sql`
    from batch b
    join product g on g.oid = b.oid and g.product_id = b.product_id
    where b.hid = ${hid} and b.batch_no is not null and g.device_class >= ${lit(WATCHED)}
  `
/** Lots by product and supplier, the latest first. The day is the one its first piece came. */
const grouped = (hid: number): Sql => sql`
  select b.oid, b.batch_no || '-' || b.product_id || '-' || coalesce(b.supplier_id, 0) "key", coalesce(b.batch_no, '') lot, b.product_id,
    g.name product_name, g.registration_no, g.bar_code, coalesce(b.supplier_id, g.supplier_id) supplier_id, min(b.expiry) expiry,
    min(b.created_at)::date came_on, array_agg(b.batch_id) batches,
    exists (
      select
      from recall r
      where r.oid = b.oid
        and lower(r.lot) = lower(b.batch_no)
        and not r.drill
        and (r.product_ids is null or b.product_id = any(r.product_ids))
    ) recalled ${watched(hid)}
  group by b.oid, b.batch_no, b.product_id, b.supplier_id, g.name, g.registration_no, g.bar_code, g.supplier_id
`
/** Pieces of a lot that came, and that lie here; of the rows of a page alone. */
const ofBatches = (what: Sql): Sql =>
  sql`
    (
      select coalesce(sum(${what}), 0)::int
      from ledger_account a
      where a.oid = x.oid
        and a.book = 'stock'
        and a.key = any(array(select 'batch:' || i.n from unnest(x.batches) i (n)))
    )
  `
const came = ofBatches(sql`
  (
    select sum(l.amount)
    from ledger_line l
    where l.oid = a.oid and l.account_id = a.account_id and l.amount > 0
  )
`)
const onShelf = ofBatches(sql`a.balance`)

function listing(cx: Pick<Cx, 'who' | 'refuse'>, query: LotFilters, lot: string): Listing {
  const words = query.text?.trim() ?? ''
  return {
    select: sql`${columnsOf(LotRow, 'x', 'supplierName', 'came', 'onShelf')}, ${came} came, ${onShelf} on_shelf, s.name supplier_name`,
    from: sql`
      (${grouped(ownStore(cx, query.hid ?? cx.who.hid))}) x
      left join supplier s on s.oid = x.oid and s.supplier_id = x.supplier_id
    `,
    where: [
      Boolean(words) &&
        sql`
          (
            ${sameLot(sql`x.lot`, lot)}
            or x.bar_code = ${words}
            or lower(concat_ws(' ', x.lot, x.product_name, x.registration_no, s.name)) like ${holds(words)}
          )
        `,
      query.supplierId !== undefined && sql`x.supplier_id = ${query.supplierId}`,
      query.startTime !== undefined && sql`x.came_on >= ${query.startTime}::date`,
      query.endTime !== undefined && sql`x.came_on <= ${query.endTime}::date`,
    ],
    order: sql`x.came_on desc, x."key"`,
  }
}
export const lotSuppliers = (cx: Cx, { hid }: Pick<LotFilters, 'hid'>): Promise<LotSupplier[]> =>
  allOf(
    cx,
    LotSupplier,
    sql`
      select s.supplier_id, s.name supplier_name
      from supplier s
      where s.supplier_id in (
        select coalesce(b.supplier_id, g.supplier_id) ${watched(ownStore(cx, hid ?? cx.who.hid))}
      )
      order by s.name, s.supplier_id
    `,
  )
/** The lot that was typed, or that a scanned code names. */
const lotIn = async (cx: Cx, { text }: LotFilters): Promise<string> => (text?.trim() ? (await lotWanted(cx, { lot: text.trim() })).lot : '')
export const lotPage = async (cx: Cx, query: LotsQuery): Promise<Page<LotRow>> =>
  pageOf(cx, { of: LotRow, ...listing(cx, query, await lotIn(cx, query)) }, query)
export async function lotFile(out: Out, query: LotFilters): Promise<FileAnswer> {
  const lot = await out.tx((cx) => lotIn(cx, query))
  return excel(sheet('批号', LotRow, [...SHOWN]), out.stream(LotRow, everyRow(listing(out, query, lot))), `批号-${out.today}.xlsx`)
}
const SHOWN = ['lot', 'productName', 'registrationNo', 'supplierName', 'expiry', 'cameOn', 'came', 'onShelf', 'recalled'] as const

const Arrivals = LotTrail.shape.arrivals.element
const among = (column: Sql, ids: readonly number[] | undefined): Sql => (ids ? sql`${column} = any(${[...ids]}::bigint[])` : sql`true`)

export async function lotTrail(cx: Cx, query: z.output<(typeof lotCalls)['gsp.lot']['input']>): Promise<LotTrail> {
  const wanted = await lotWanted(cx, query)
  const { lot, productIds } = wanted
  const trace = await traceWanted(cx, wanted)
  const arrivals = await cx.db.rows(
    Arrivals,
    sql`
      select
        'in-' || i.item_id "key", h.name store_name, d.stockin_no paper_no, coalesce(d.posted_at, d.created_at) at, s.name supplier_name,
        d.delivery_no, g.name product_name, i.expiry, i.expected, i.quantity, c.name staff_name
      from stock_in_item i
      join stock_in d on d.oid = i.oid and d.stockin_id = i.stockin_id
      join store h on h.oid = d.oid and h.hid = d.hid
      join product g on g.oid = i.oid and g.product_id = i.product_id
      left join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id
      left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
      where ${sameLot(sql`i.batch_no`, lot)} and ${among(sql`i.product_id`, productIds)} and d.status = ${lit(stockIn.is.posted)}
      order by d.posted_at, i.item_id
    `,
  )
  const approvals = await cx.db.rows(
    ApprovalRow,
    sql`
      select ${approvalParts.select}
      from ${approvalParts.from}
      where a.status = ${lit(approval.is.approved)}
        and (
          a.product_id in (
            select b.product_id
            from batch b
            where ${sameLot(sql`b.batch_no`, lot)} and ${among(sql`b.product_id`, productIds)}
          )
          or a.supplier_id in (
            select coalesce(b.supplier_id, g.supplier_id)
            from batch b
            join product g on g.oid = b.oid and g.product_id = b.product_id
            where ${sameLot(sql`b.batch_no`, lot)} and ${among(sql`b.product_id`, productIds)}
          )
        )
      order by a.supplier_id nulls last, a.approval_id desc
      limit 50
    `,
  )
  const recalls = await cx.db.rows(
    RecallRow,
    sql`
      select ${recallParts.select}
      from ${recallParts.from}
      where ${sameLot(sql`r.lot`, lot)}
      order by r.recall_id desc
      limit 50
    `,
  )
  return { lot, approvals, arrivals, trace: traceFor(cx, trace), recalls }
}
