/** What is kept of stock beside the ledger (decision 0180), as lists read it: `v` a batch with what is in it, `k` a product and power of a store. */
import { MOST_LISTED, windowOf } from '#kernel/contract/index.ts'
import { sql, type Cx, type Sql } from '#kernel/server/index.ts'

type Today = Pick<Cx, 'today'>
/** Joins to batches `b` what is in them. */
export const levelOf: Sql = sql`join stock_level v on v.oid = b.oid and v.batch_id = b.batch_id`
/** Pieces of `v` that may be issued to anybody: not locked, held for no order, not past their expiry. */
export const issuableNow = (cx: Today): Sql => sql`(not v.locked and not v.held and (v.expiry is null or v.expiry >= ${cx.today}::date))`
/** Batches `v` with something in it that expired and nothing else keeps back: what `on_hand - held - locked` still counts. */
const past = (cx: Today, hid: number): Sql =>
  sql`v.hid = ${hid} and v.on_hand > 0 and v.expiry < ${cx.today}::date and not v.locked and not v.held`

/** Pieces and pieces that may be issued of every product of a store: `product_id, quantity, available`. */
export const byProduct = (cx: Today, hid: number, only: Sql = sql`true`): Sql =>
  sql`(select s.oid, s.product_id, s.quantity, s.free - coalesce(x.pieces, 0) available
    from (select k.oid, k.product_id, sum(k.on_hand) quantity, sum(k.on_hand - k.held - k.locked) free from sku_level k where k.hid = ${hid} and k.on_hand > 0 and ${only} group by 1, 2) s
    left join (select v.oid, v.product_id, sum(v.on_hand) pieces from stock_level v where ${past(cx, hid)} group by 1, 2) x on x.oid = s.oid and x.product_id = s.product_id)`
/** The same by power: `product_id, sph, cyl, quantity, available`, of what there is. */
export const byPower = (cx: Today, hid: number, only: Sql): Sql =>
  sql`(select k.product_id, k.sph, k.cyl, k.on_hand quantity, k.on_hand - k.held - k.locked - coalesce(x.pieces, 0) available from sku_level k
    left join (select v.oid, v.product_id, v.sph, v.cyl, sum(v.on_hand) pieces from stock_level v where ${past(cx, hid)} group by 1, 2, 3, 4) x
      on x.oid = k.oid and x.product_id = k.product_id and x.sph is not distinct from k.sph and x.cyl is not distinct from k.cyl
    where k.hid = ${hid} and k.on_hand > 0 and ${only})`

/** The order of goods in lists of stock. */
export const goodsOrder: Sql = sql`p.category, p.brand, p.name, p.product_id`
/** Where the page of a list stands that is ordered by its goods first: only rows of these goods are read and sorted. */
export interface PageOfGoods {
  readonly total: number
  /** Rows of these goods before the page. */
  readonly skip: number
  readonly productIds: readonly number[]
}
/** `counts`: `product_id, n`, the rows of each product. */
export function pageOfGoods(cx: Cx, counts: Sql, query: object): Promise<PageOfGoods> {
  const { limit, offset } = windowOf(query)
  return cx.db.the(
    { total: 'number', skip: 'number', productIds: 'number[]' },
    sql`select coalesce(sum(n), 0)::int total, coalesce(${offset}::bigint - min(upto - n) filter (where shown), 0)::int skip, coalesce(array_agg(product_id) filter (where shown), '{}') product_ids
      from (select product_id, n, upto, upto > ${offset}::bigint and upto - n < ${offset + (limit || MOST_LISTED + 1)}::bigint shown
        from (select c.product_id, c.n, sum(c.n) over (order by ${goodsOrder})::bigint upto from (${counts}) c join product p on p.product_id = c.product_id) o) o`,
  )
}
