import { type Page, type z } from '#kernel/contract/index.ts'
import { all, allOf, empty, pageOf, sql, type Cx, type Listing, type Sql, lit, columnsOf } from '#kernel/server/index.ts'
import { wordsIn } from '#modules/products/server/door.ts'
import { settingIn } from '#modules/settings/server/door.ts'
import { onSale } from '#modules/products/contract/states.ts'
import { LimitRow, StockRow, type StockQuery } from '../contract/shapes.ts'
import { balanceOf } from './batches.ts'
import { expiries } from '../contract/states.ts'

type Today = Pick<Cx, 'today'>
type Where = ReadonlyArray<Sql | false | undefined>
export type StockFilters = Partial<Omit<StockQuery, 'hid' | 'page' | 'per_page'>> & { product_category?: number | undefined }

const from: Sql = sql`batch b join product p on p.oid = b.oid and p.product_id = b.product_id join warehouse w on w.oid = b.oid and w.warehouse_id = b.warehouse_id
  left join supplier s on s.oid = b.oid and s.supplier_id = b.supplier_id ${balanceOf}`
const goods: Sql = sql`p.product_id, p.name product_name, p.category, p.brand, p.series, p.version, p.spec, p.unit, p.bar_code, p.classify_status, p.price, p.min_stock, p.max_stock`

/** State of an expiry date on the day of the request. */
const expiryState = (cx: Today, day: Sql, hid: Sql): Sql =>
  sql`case when ${day} is null then ${lit(expiries.is.none)} when ${day} < ${cx.today}::date then ${lit(expiries.is.past)} when ${day} <= ${cx.today}::date + ${settingIn(hid, 'nearExpiryDays')}::int then ${lit(expiries.is.near)} else ${lit(expiries.is.fine)} end`
/** Pieces that may be issued to anybody: not locked, not past their expiry, held for no order. */
export const issuableNow = (cx: Today): Sql =>
  sql`(not b.locked and b.held_for is null and (b.expiry is null or b.expiry >= ${cx.today}::date))`
const onHand: Sql = sql`coalesce(a.balance, 0)`

/** Conditions of the stock filters on `b` and `p`; the store is always named. */
export function stockWhere(hid: number, q: StockFilters): Where {
  const category = q.category ?? q.product_category
  return [
    sql`b.hid = ${hid}`,
    category !== undefined && sql`p.category = ${category}`,
    Boolean(q.productCategoryChild) && sql`p.product_category_child = ${q.productCategoryChild}`,
    Boolean(q.brand) && sql`lower(p.brand) = lower(${q.brand})`,
    Boolean(q.version) && sql`lower(p.version) = lower(${q.version})`,
    q.supplier_id !== undefined && sql`b.supplier_id = ${q.supplier_id}`,
    q.classify_status !== undefined && sql`p.classify_status = ${q.classify_status}`,
    q.warehouse_id !== undefined && sql`b.warehouse_id = ${q.warehouse_id}`,
    q.product_id !== undefined && sql`b.product_id = ${q.product_id}`,
    q.sph !== undefined && sql`b.sph = ${q.sph}::numeric`,
    q.cyl !== undefined && sql`b.cyl = ${q.cyl}::numeric`,
    Boolean(q.text?.trim()) && sql`(${wordsIn(q.text, sql`p.search`)} or lower(b.batch_no) = ${q.text!.trim().toLowerCase()})`,
    q.type === 1 && sql`${onHand} > 0`,
    q.type === 2 && sql`${onHand} = 0`,
  ]
}

const batchSelect = (
  cx: Today,
): Sql => sql`'b' || b.batch_id row_key, ${goods}, b.sph, b.cyl, b.axis, b.batch_id, b.batch_no, b.expiry, ${expiryState(cx, sql`b.expiry`, sql`b.hid`)} expiry_state, b.warehouse_id, w.name warehouse_name, s.name supplier_name,
  1 batches, ${onHand} quantity, case when ${issuableNow(cx)} then ${onHand} else 0 end available, b.cost, ${onHand} * b.cost amount, b.locked, b.lock_reason, b.held_for`

/** One row a batch. `+ 0`: an order that an index of the products has would be walked product by product, each time through every batch. */
export const batchListing = (cx: Today, where: Where): Listing => ({
  select: batchSelect(cx),
  from,
  where,
  order: sql`p.category + 0, p.brand, p.name, p.product_id, b.sph desc, b.cyl desc, b.expiry nulls last, b.batch_id`,
})
export const batchRows = (cx: Cx, where: Where, query: object, order?: Sql): Promise<Page<StockRow>> =>
  pageOf(cx, { of: StockRow, ...batchListing(cx, where), ...(order ? { order } : {}) }, query)

/** Every batch that meets the conditions, as one row each, in the order goods are taken: what expires first first. */
export const batchesToTake = (cx: Cx, where: Where): Promise<StockRow[]> =>
  allOf(cx, StockRow, sql`select ${batchSelect(cx)} from ${from} where ${all(where)} order by b.expiry nulls last, b.batch_id`)

/** Rows summed over the batches of a power (`byPower`) or of a whole product. Empty ones show when a filter asks for them. */
export async function summedRows(cx: Cx, where: Where, query: StockFilters & object, byPower: boolean): Promise<Page<StockRow>> {
  const key = byPower ? sql`g.product_id || ':' || coalesce(g.sph::text, '') || ':' || coalesce(g.cyl::text, '')` : sql`g.product_id::text`
  const kept = where.filter((w) => w !== false)
  const having = query.type === 1 ? sql`sum(${onHand}) > 0` : query.type === 2 ? sql`sum(${onHand}) = 0` : sql`true`
  const power = byPower ? sql`b.sph, b.cyl` : sql`null::numeric sph, null::numeric cyl`
  // Summed narrow: names and prices of the goods come to the sums, not to every batch.
  const grouped = sql`(select b.product_id, ${power}, min(b.hid) hid, min(b.expiry) filter (where ${onHand} > 0) first_expiry, count(*)::int batches, sum(${onHand})::int quantity,
      coalesce(sum(${onHand}) filter (where ${issuableNow(cx)}), 0)::int available, sum(${onHand} * b.cost)::bigint amount, bool_or(b.locked and ${onHand} > 0) locked
    from ${from} where ${all(kept)} group by b.product_id${byPower ? sql`, b.sph, b.cyl` : empty} having ${having}) g`
  return pageOf(
    cx,
    {
      of: StockRow,
      select: sql`g.sph, g.cyl, g.batches, g.quantity, g.available, g.amount, g.locked, ${key} row_key, ${goods}, null::int axis, null::bigint batch_id, null batch_no, g.first_expiry expiry, ${expiryState(cx, sql`g.first_expiry`, sql`g.hid`)} expiry_state, null::bigint warehouse_id, null warehouse_name, null supplier_name,
      case when g.quantity > 0 then round(g.amount::numeric / g.quantity)::bigint end cost, null lock_reason, null held_for`,
      from: sql`${grouped} join product p on p.product_id = g.product_id`,
      where: [],
      order: sql`p.category, p.brand, p.name, g.product_id, g.sph desc, g.cyl desc`,
    },
    query,
  )
}

/** Products of a store beyond a stock limit, the furthest first. */
export function limitRows(
  cx: Cx,
  which: 'low' | 'high',
  hid: number,
  query: { category?: number | undefined; text?: string | undefined },
): Promise<Page<z.output<typeof LimitRow>>> {
  const beyond =
    which === 'low'
      ? sql`p.min_stock is not null and coalesce(q.available, 0) < p.min_stock`
      : sql`p.max_stock is not null and coalesce(q.quantity, 0) > p.max_stock`
  const difference = which === 'low' ? sql`p.min_stock - coalesce(q.available, 0)` : sql`coalesce(q.quantity, 0) - p.max_stock`
  return pageOf(
    cx,
    {
      of: LimitRow,
      select: sql`${columnsOf(LimitRow, 'p', 'productName', 'quantity', 'available', 'difference', 'supplierName')}, p.name product_name, coalesce(q.quantity, 0)::int quantity, coalesce(q.available, 0)::int available, (${difference})::int difference, s.name supplier_name`,
      from: sql`product p left join (select b.oid, b.product_id, sum(${onHand}) quantity, sum(${onHand}) filter (where ${issuableNow(cx)}) available from batch b ${balanceOf} where b.hid = ${hid} group by b.oid, b.product_id) q on q.oid = p.oid and q.product_id = p.product_id
      left join supplier s on s.oid = p.oid and s.supplier_id = p.supplier_id`,
      where: [
        sql`p.status = ${lit(onSale.is.on)}`,
        sql`(p.apply_stores is null or ${hid}::bigint = any(p.apply_stores))`,
        beyond,
        query.category !== undefined && sql`p.category = ${query.category}`,
        Boolean(query.text?.trim()) && wordsIn(query.text, sql`p.search`),
      ],
      order: sql`${difference} desc, p.product_id`,
    },
    query,
  )
}

/** Batches with something in them that are locked, past their expiry, or past it within so many days. */
export const invalidWhere = (cx: Cx, days: number): Sql => sql`${onHand} > 0 and (b.locked or b.expiry <= ${cx.today}::date + ${days}::int)`
