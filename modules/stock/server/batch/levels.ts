/** Stock levels kept next to the ledger (decision 0180): `v` per batch, `k` per product and power of a store. */
import { MOST_LISTED, windowOf } from '#kernel/contract/index.ts'
import { sql, type Cx, type Sql } from '#kernel/server/index.ts'

type Today = Pick<Cx, 'today'>
/** Joins the levels to batches `b`. */
export const levelOf: Sql = sql`join stock_level v on v.oid = b.oid and v.batch_id = b.batch_id`
/** Pieces of `v` that can be issued to anybody: unlocked, not held, unexpired. */
export const issuableNow = (cx: Today): Sql => sql`(not v.locked and not v.held and (v.expiry is null or v.expiry >= ${cx.today}::date))`
/** Non-empty batches `v` that are expired but neither locked nor held; `on_hand - held - locked` still counts them. */
const expired = (cx: Today, hid: number): Sql =>
  sql`
    v.hid = ${hid}
    and v.on_hand > 0
    and v.expiry < ${cx.today}::date
    and not v.locked
    and not v.held
  `

/** On-hand and issuable pieces per product of a store: `product_id, quantity, available`. */
export const byProduct = (cx: Today, hid: number, only: Sql = sql`true`): Sql =>
  sql`
    (
      select
        s.oid,
        s.product_id,
        s.quantity,
        s.free - coalesce(x.pieces, 0) available
      from
        (
          select
            k.oid,
            k.product_id,
            sum(k.on_hand) quantity,
            sum(k.on_hand - k.held - k.locked) free
          from
            sku_level k
          where
            k.hid = ${hid}
            and k.on_hand > 0
            and ${only}
          group by
            1,
            2
        ) s
        left join (
          select
            v.oid,
            v.product_id,
            sum(v.on_hand) pieces
          from
            stock_level v
          where
            ${expired(cx, hid)}
          group by
            1,
            2
        ) x on x.oid = s.oid
        and x.product_id = s.product_id
    )
  `
/** The same by power: `product_id, sph, cyl, quantity, available`. */
export const byPower = (cx: Today, hid: number, only: Sql): Sql =>
  sql`
    (
      select
        k.product_id,
        k.sph,
        k.cyl,
        k.on_hand quantity,
        k.on_hand - k.held - k.locked - coalesce(x.pieces, 0) available
      from
        sku_level k
        left join (
          select
            v.oid,
            v.product_id,
            v.sph,
            v.cyl,
            sum(v.on_hand) pieces
          from
            stock_level v
          where
            ${expired(cx, hid)}
          group by
            1,
            2,
            3,
            4
        ) x on x.oid = k.oid
        and x.product_id = k.product_id
        and x.sph is not distinct from k.sph
        and x.cyl is not distinct from k.cyl
      where
        k.hid = ${hid}
        and k.on_hand > 0
        and ${only}
    )
  `

/** Order of goods in stock lists. */
export const goodsOrder: Sql = sql`p.category, p.brand, p.name, p.product_id`
/** Position of a page in a list ordered by goods: only rows of these goods are read and sorted. */
export interface PageOfGoods {
  readonly total: number
  /** Rows of these goods before the page. */
  readonly skip: number
  readonly productIds: readonly number[]
}
/** `counts` yields `product_id, n`: the number of rows per product. */
export function pageOfGoods(cx: Cx, counts: Sql, query: object): Promise<PageOfGoods> {
  const { limit, offset } = windowOf(query)
  return cx.db.the(
    { total: 'number', skip: 'number', productIds: 'number[]' },
    sql`
      select coalesce(sum(n), 0)::int total, coalesce(${offset}::bigint - min(upto - n) filter (where shown), 0)::int skip,
        coalesce(array_agg(product_id) filter (where shown), '{}') product_ids
      from (
        select product_id, n, upto, upto > ${offset}::bigint and upto - n < ${offset + (limit || MOST_LISTED + 1)}::bigint shown
        from (
          select c.product_id, c.n, sum(c.n) over (order by ${goodsOrder})::bigint upto
          from (${counts}) c
          join product p on p.product_id = c.product_id
        ) o
      ) o
    `,
  )
}
