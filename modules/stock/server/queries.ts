import { MOST_LISTED, windowOf, type Page, type z } from '#kernel/contract/index.ts'
import { all, allOf, columnsOf, empty, lit, pageOf, sql, whole, type Cx, type Listing, type Sql } from '#kernel/server/index.ts'
import { wordsIn } from '#modules/products/server/door.ts'
import { settingIn } from '#modules/settings/server/door.ts'
import { onSale } from '#modules/products/contract/states.ts'
import { LimitRow, StockRow, type StockQuery } from '../contract/shapes.ts'
import { byProduct, goodsOrder, issuableNow, pageOfGoods, type PageOfGoods } from './batch/levels.ts'
import { expiries } from '../contract/states.ts'

type Today = Pick<Cx, 'today'>
type Where = ReadonlyArray<Sql | false | undefined>
export type StockFilters = Partial<Omit<StockQuery, 'hid' | 'page' | 'per_page'>> & { product_category?: number | undefined }

// Left joins, so that counting and paging can omit tables that only add names.
const from: Sql = sql`
  stock_level v
  left join batch b on b.oid = v.oid and b.batch_id = v.batch_id
  left join product p on p.oid = v.oid and p.product_id = v.product_id
  left join warehouse w on w.oid = v.oid and w.warehouse_id = v.warehouse_id
  left join supplier s on s.oid = v.oid and s.supplier_id = v.supplier_id
`
const goods: Sql = sql`
  p.product_id, p.name product_name, p.category, p.brand, p.series, p.version, p.spec, p.unit, p.bar_code, p.classify_status, p.price,
  p.min_stock, p.max_stock
`

/** Expiry state on the day of the request. */
const expiryState = (cx: Today, day: Sql, hid: Sql): Sql =>
  sql`
    case when ${day} is null then ${lit(expiries.is.none)}
      when ${day} < ${cx.today}::date then ${lit(expiries.is.past)}
      when ${day} <= ${cx.today}::date + ${settingIn(hid, 'nearExpiryDays')}::int then ${lit(expiries.is.near)}
      else ${lit(expiries.is.fine)}
    end
  `

/** Conditions of the stock filters on goods `p`. */
function goodsWhere(q: StockFilters): Where {
  const category = q.category ?? q.product_category
  return [
    category !== undefined && sql`p.category = ${category}`,
    Boolean(q.productCategoryChild) && sql`p.product_category_child = ${q.productCategoryChild}`,
    Boolean(q.brand) && sql`lower(p.brand) = lower(${q.brand})`,
    Boolean(q.version) && sql`lower(p.version) = lower(${q.version})`,
    q.classify_status !== undefined && sql`p.classify_status = ${q.classify_status}`,
  ]
}
/** Products that match the text, or batches with that lot. */
const textCondition = (text: string | undefined): Sql | false =>
  Boolean(text?.trim()) &&
  sql`
    (
      v.product_id in (select x.product_id from product x where ${wordsIn(text, sql`x.search`)})
      or v.lot = ${text!.trim().toLowerCase()}
    )
  `
/** Conditions on batches `v` that the sums by power (`k`) also support. */
const powerConditions = (row: Sql, hid: number, q: StockFilters): Where => [
  sql`${row}.hid = ${hid}`,
  q.product_id !== undefined && sql`${row}.product_id = ${q.product_id}`,
  q.sph !== undefined && sql`${row}.sph = ${q.sph}::numeric`,
  q.cyl !== undefined && sql`${row}.cyl = ${q.cyl}::numeric`,
]
const ofBatches = (q: StockFilters): Where => [
  q.supplier_id !== undefined && sql`v.supplier_id = ${q.supplier_id}`,
  q.warehouse_id !== undefined && sql`v.warehouse_id = ${q.warehouse_id}`,
  textCondition(q.text),
]

/** Conditions of the stock filters on `v` and `p`; always limited to one store. */
export const stockWhere = (hid: number, q: StockFilters): Where => [
  ...powerConditions(sql`v`, hid, q),
  ...ofBatches(q),
  ...goodsWhere(q),
  q.type === 1 && sql`v.on_hand > 0`,
  q.type === 2 && sql`v.on_hand = 0`,
]

const batchSelect = (cx: Today): Sql => sql`
  'b' || v.batch_id row_key,
  ${goods},
  v.sph,
  v.cyl,
  v.axis,
  v.batch_id,
  b.batch_no,
  v.expiry,
  ${expiryState(cx, sql`v.expiry`, sql`v.hid`)} expiry_state,
  v.warehouse_id,
  w.name warehouse_name,
  s.name supplier_name,
  1 batches,
  v.on_hand quantity,
  case when ${issuableNow(cx)} then v.on_hand else 0
  end available,
  v.cost,
  v.on_hand * v.cost amount,
  v.locked,
  b.lock_reason,
  b.held_for
`
const batchOrder: Sql = sql`${goodsOrder}, v.sph desc, v.cyl desc, v.expiry nulls last, v.batch_id`

/** One row per batch. */
export const batchListing = (cx: Today, where: Where): Listing => ({ select: batchSelect(cx), from, where, order: batchOrder })
/** A page of batches in goods order, or in an order that uses columns of `v` only. */
export async function batchRows(cx: Cx, where: Where, query: object, order?: Sql): Promise<Page<StockRow>> {
  if (order) return pageOf(cx, { of: StockRow, ...batchListing(cx, where), order, key: sql`v.batch_id` }, query)
  const page = await pageOfGoods(cx, sql`select v.product_id, count(*)::int n from ${from} where ${all(where)} group by 1`, query)
  return rowsOfPage(
    cx,
    { select: batchSelect(cx), from, where: [...where, sql`v.product_id = any(${page.productIds}::bigint[])`], order: batchOrder },
    page,
    query,
  )
}
async function rowsOfPage(
  cx: Cx,
  { select, from: source, where, order }: Listing,
  page: PageOfGoods,
  query: object,
): Promise<Page<StockRow>> {
  const list = page.productIds.length
    ? await cx.db.rows(
        StockRow,
        sql`
          select ${select}
          from ${source}
          where ${all(where)}
          order by ${order}
          limit ${windowOf(query).limit || MOST_LISTED + 1}
          offset ${page.skip}
        `,
      )
    : []
  return whole(cx, { list, total: page.total }, query)
}

/** Batches that meet the conditions, one row each, in issue order: first expired first. */
export const batchesToTake = (cx: Cx, where: Where): Promise<StockRow[]> =>
  allOf(
    cx,
    StockRow,
    sql`
      select ${batchSelect(cx)}
      from ${from}
      where ${all(where)}
      order by v.expiry nulls last, v.batch_id
    `,
  )

/** Rows of the goods that match the goods filters. */
const goodsCondition = (row: Sql, q: StockFilters): Sql | false => {
  const conditions = goodsWhere(q)
  return conditions.some(Boolean) && sql`${row}.product_id in (select p.product_id from product p where ${all(conditions)})`
}
/** Sums by power or product: of the kept levels by power or, when a filter concerns batches, of the batches. */
function summed(hid: number, q: StockFilters, byPower: boolean, only: Where = []): Sql {
  const batchwise = ofBatches(q).some(Boolean)
  const row = batchwise ? sql`v` : sql`k`
  const [power, keys] = byPower
    ? [sql`${row}.sph, ${row}.cyl`, sql`, ${row}.sph, ${row}.cyl`]
    : [sql`null::numeric sph, null::numeric cyl`, empty]
  const having = q.type === 1 ? sql`sum(${row}.on_hand) > 0` : q.type === 2 ? sql`sum(${row}.on_hand) = 0` : sql`true`
  const sums = batchwise
    ? sql`
      count(*)::int batches,
      sum(v.on_hand)::int quantity,
      sum(v.on_hand * v.cost)::bigint amount,
      bool_or(v.locked and v.on_hand > 0) locked
      from stock_level v
    `
    : sql`
      sum(k.batches)::int batches,
      sum(k.on_hand)::int quantity,
      sum(k.value)::bigint amount,
      bool_or(k.locked > 0) locked
      from sku_level k
    `
  const where = all([...powerConditions(row, hid, q), ...(batchwise ? ofBatches(q) : []), goodsCondition(row, q), ...only])
  return sql`select ${row}.product_id, ${power}, ${sums} where ${where} group by ${row}.product_id${keys} having ${having}`
}
/** Powers with pieces on hand, or without. */
const ofType = (q: StockFilters) => [q.type === 1 && sql`k.on_hand > 0`, q.type === 2 && sql`k.on_hand = 0`]
/** Number of rows per product; a level by power is already one row. */
const countsOf = (hid: number, q: StockFilters, byPower: boolean): Sql =>
  byPower && !ofBatches(q).some(Boolean)
    ? sql`
      select k.product_id, count(*)::int n
      from sku_level k
      where ${all([...powerConditions(sql`k`, hid, q), goodsCondition(sql`k`, q), ...ofType(q)])}
      group by 1
    `
    : sql`select g.product_id, count(*)::int n from (${summed(hid, q, byPower)}) g group by 1`
/** Without `is not distinct from`, so that an index answers. */
const SAME_POWER = sql`
  (v.sph = g.sph or v.sph is null and g.sph is null)
  and (v.cyl = g.cyl or v.cyl is null and g.cyl is null)
`
/** Rows summed by power (`byPower`) or product. Empty ones appear only when a filter asks for them. */
export async function summedRows(cx: Cx, hid: number, query: StockFilters & object, byPower: boolean): Promise<Page<StockRow>> {
  const page = await pageOfGoods(cx, countsOf(hid, query, byPower), query)
  const key = byPower ? sql`g.product_id || ':' || coalesce(g.sph::text, '') || ':' || coalesce(g.cyl::text, '')` : sql`g.product_id::text`
  const batchwise = ofBatches(query).some(Boolean)
  const only = sql`${batchwise ? sql`v` : sql`k`}.product_id = any(${page.productIds}::bigint[])`
  const order = sql`${goodsOrder}, g.sph desc, g.cyl desc`
  // Expiry and issuable pieces of the rows on the page only.
  const pageFacts = sql`
    select min(v.expiry) first_expiry, sum(v.on_hand) filter (where ${issuableNow(cx)})::int available
    from stock_level v
    where v.hid = ${hid}
      and v.product_id = g.product_id
      and v.on_hand > 0
      and ${byPower ? SAME_POWER : sql`true`}
      and ${all([...powerConditions(sql`v`, hid, query), ...ofBatches(query)])}
  `
  const rows = sql`
    (
      select g.*, row_number() over (order by ${order}) place
      from (${summed(hid, query, byPower, [only])}) g
      join product p on p.product_id = g.product_id
      order by ${order}
      limit ${windowOf(query).limit || MOST_LISTED + 1}
      offset ${page.skip}
    )
  `
  return whole(
    cx,
    {
      list: page.productIds.length
        ? await cx.db.rows(
            StockRow,
            sql`
              select g.sph,
                g.cyl,
                g.batches,
                g.quantity,
                coalesce(o.available, 0) available,
                g.amount,
                g.locked,
                ${key} row_key,
                ${goods},
                null::int axis,
                null::bigint batch_id,
                null batch_no,
                o.first_expiry expiry,
                ${expiryState(cx, sql`o.first_expiry`, sql`${hid}::bigint`)} expiry_state,
                null::bigint warehouse_id,
                null warehouse_name,
                null supplier_name,
                case when g.quantity > 0 then round(g.amount::numeric / g.quantity)::bigint
                end cost,
                null lock_reason,
                null held_for
              from ${rows} g
              join product p on p.product_id = g.product_id
              cross join lateral (${pageFacts}) o
              order by g.place
            `,
          )
        : [],
      total: page.total,
    },
    query,
  )
}

/** Products of a store beyond a stock limit, furthest first. */
export async function limitRows(
  cx: Cx,
  side: 'low' | 'high',
  hid: number,
  query: { category?: number | undefined; text?: string | undefined },
): Promise<Page<z.output<typeof LimitRow>>> {
  const [limit, difference] =
    side === 'low'
      ? [sql`p.min_stock`, sql`p.min_stock - coalesce(q.available, 0)`]
      : [sql`p.max_stock`, sql`coalesce(q.quantity, 0) - p.max_stock`]
  const conditions = [
    sql`p.status = ${lit(onSale.is.on)}`,
    sql`(p.apply_stores is null or ${hid}::bigint = any(p.apply_stores))`,
    sql`${limit} is not null`,
    query.category !== undefined && sql`p.category = ${query.category}`,
    Boolean(query.text?.trim()) && wordsIn(query.text, sql`p.search`),
  ]
  const { limit: pageLimit, offset } = windowOf(query)
  const most = pageLimit || MOST_LISTED + 1
  // Products with a limit are summed once; details are loaded for the page only.
  const pieces = byProduct(cx, hid, sql`k.product_id = any (array(select p.product_id from product p where ${all(conditions)}))`)
  const page = await cx.db.the(
    { total: 'number', productIds: 'number[]' },
    sql`
      select count(*)::int total,
        coalesce((array_agg(product_id order by difference desc, product_id))[${offset + 1}::int:${offset + most}::int], '{}') product_ids
      from (
        select p.product_id, ${difference} difference
        from product p
        left join ${pieces} q on q.oid = p.oid and q.product_id = p.product_id
        where ${all(conditions)}
      ) d
      where difference > 0
    `,
  )
  const levels = byProduct(cx, hid, sql`k.product_id = any(${page.productIds}::bigint[])`)
  const list = await cx.db.rows(
    LimitRow,
    sql`
      select ${columnsOf(LimitRow, 'p', 'productName', 'quantity', 'available', 'difference', 'supplierName')}, p.name product_name,
        coalesce(q.quantity, 0)::int quantity, coalesce(q.available, 0)::int available, (${difference})::int difference,
        s.name supplier_name
      from product p
      left join ${levels} q on q.oid = p.oid and q.product_id = p.product_id
      left join supplier s on s.oid = p.oid and s.supplier_id = p.supplier_id
      where p.product_id = any(${page.productIds}::bigint[])
      order by ${difference} desc, p.product_id
    `,
  )
  return whole(cx, { list, total: page.total }, query)
}

/** Non-empty batches that are locked, expired or expire within the given days. */
export const invalidWhere = (cx: Cx, days: number): Sql => sql`v.on_hand > 0 and (v.locked or v.expiry <= ${cx.today}::date + ${days}::int)`
