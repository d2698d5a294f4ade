/** Demand by week, and stock on hand, by product and power. */
import { addDays, z } from '#kernel/contract/index.ts'
import { all, dayEnd, dayStart, idIn, lit, sql, type Condition, type Cx, type Sql } from '#kernel/server/index.ts'
import { StockOutType, power } from '../../contract/fields.ts'
import { issuableNow } from '../batch/levels.ts'

/** Weeks of history: a year and one quarter. */
const WEEKS = 65
const SPECTACLE_LENS = 3
/** Seconds per week. */
const WEEK = 7 * 86_400
const Taken = z.object({ productId: z.int(), sph: power.sph, cyl: power.cyl, axis: power.axis, week: z.int(), pieces: z.int() })
const Lying = z.object({ productId: z.int(), sph: power.sph, cyl: power.cyl, axis: power.axis, pieces: z.int() })
type Lying = z.output<typeof Lying>
/** Goods of one power in a store. `weeks[n]` is the number of pieces issued to members and the workshop n weeks ago, less returns. */
export interface Sku {
  readonly productId: number
  readonly sph: number | null
  readonly cyl: number | null
  readonly axis: number | null
  readonly onHand: number
  readonly weeks: readonly number[]
}
const keyOf = (sku: { productId: number; sph: number | null; cyl: number | null; axis: number | null }): string =>
  [sku.productId, sku.sph, sku.cyl, sku.axis].join('|')

/** Movements that are not demand: receipts, counts, losses, scrap, transfers, and goods freed from an order. */
const NO_DEMAND = ['stockin:%', 'adjust:%', 'profitloss:%', 'late:%', 'freed-%', 'frame-goods:%']
/** A spectacle lens is rotated in its frame, so its axis says nothing about future demand. */
const axisOf = (row: Sql): Sql => sql`case when p.category <> ${lit(SPECTACLE_LENS)} then ${row}.axis end`
interface DemandFilter {
  readonly productIds?: readonly number[] | undefined
  /** Omits powers in stock that nobody took: of tens of thousands of cells only the moving ones are returned. */
  readonly moving?: boolean
}
const productCondition = ({ productIds }: DemandFilter, row: Sql): Condition =>
  productIds !== undefined && sql`${row}.product_id = any(${productIds}::bigint[])`
const issuedPieces = (cx: Cx, hid: number, filter: DemandFilter) =>
  cx.db.rows(
    Taken,
    sql`
      select b.product_id, b.sph, b.cyl, ${axisOf(sql`b`)} axis, floor(extract(epoch from ${dayEnd(cx.today)} - e.at) / ${WEEK})::int week,
        (-sum(l.amount))::int pieces
      from batch b
      join product p on p.oid = b.oid and p.product_id = b.product_id
      join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
      join ledger_line l on l.oid = a.oid and l.account_id = a.account_id
      join ledger_entry e on e.oid = l.oid and e.entry_id = l.entry_id
      where ${all([sql`b.hid = ${hid}`, productCondition(filter, sql`b`)])}
        and e.at >= ${dayStart(addDays(cx.today, 1 - WEEKS * 7))}
        and not e.ref like any (${NO_DEMAND}::text[])
        and not exists (
          select 1
          from stock_out o
          where o.oid = e.oid
            and o.stockout_id = ${idIn(sql`e.ref`, 'stockout')}
            and o.stockout_type = any(${[StockOutType.transfer, StockOutType.supplierReturn, StockOutType.scrap, StockOutType.loss]}::int[])
        )
      group by 1, 2, 3, 4, 5
    `,
  )
/** Issuable stock. With `moving`, goods kept by power are limited to spheres with demand. */
const shelfPieces = (cx: Cx, hid: number, filter: DemandFilter, issued: readonly Lying[]): Promise<Lying[]> => {
  const moved = issued.filter((t) => t.sph !== null)
  const moving =
    filter.moving &&
    sql`
      (
        v.sph is null
        or (v.product_id, v.sph) in (
          select *
          from unnest(${moved.map((t) => t.productId)}::bigint[], ${moved.map((t) => t.sph)}::numeric[])
        )
      )
    `
  return cx.db.rows(
    Lying,
    sql`
      select v.product_id, v.sph, v.cyl, ${axisOf(sql`v`)} axis, sum(v.on_hand)::int pieces
      from stock_level v
      join product p on p.oid = v.oid and p.product_id = v.product_id
      where ${all([sql`v.hid = ${hid}`, productCondition(filter, sql`v`), moving])} and ${issuableNow(cx)}
      group by 1, 2, 3, 4
    `,
  )
}
/** Demand and stock of a store by product and power. */
export async function demandOf(cx: Cx, hid: number, filter: DemandFilter = {}): Promise<Sku[]> {
  const issued = await issuedPieces(cx, hid, filter)
  const skus = new Map<string, Sku & { onHand: number; weeks: number[] }>()
  const skuOf = ({ productId, sph, cyl, axis }: Lying) => {
    const key = keyOf({ productId, sph, cyl, axis })
    const sku = skus.get(key) ?? { productId, sph, cyl, axis, onHand: 0, weeks: Array.from({ length: WEEKS }, () => 0) }
    skus.set(key, sku)
    return sku
  }
  for (const row of await shelfPieces(cx, hid, filter, issued)) skuOf(row).onHand += row.pieces
  for (const row of issued) {
    const sku = skuOf(row)
    sku.weeks[row.week] = (sku.weeks[row.week] ?? 0) + row.pieces
  }
  return [...skus.values()]
}
