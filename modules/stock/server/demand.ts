/** What left the shelf, week by week, and what lies there: by product and power. */
import { addDays, z } from '#kernel/contract/index.ts'
import { all, dayEnd, dayStart, idIn, lit, sql, type Condition, type Cx, type Sql } from '#kernel/server/index.ts'
import { LOSS, power, SCRAP, SUPPLIER_RETURN, TRANSFER } from '../contract/fields.ts'
import { issuableNow } from './levels.ts'

/** Weeks that are looked back: a year, and the quarter before it. */
const WEEKS = 65
const SPECTACLE_LENS = 3
/** Seconds. */
const WEEK = 7 * 86_400
const Taken = z.object({ productId: z.int(), sph: power.sph, cyl: power.cyl, axis: power.axis, week: z.int(), pieces: z.int() })
const Lying = z.object({ productId: z.int(), sph: power.sph, cyl: power.cyl, axis: power.axis, pieces: z.int() })
type Lying = z.output<typeof Lying>
/** Goods of one power in a store; `weeks[n]`: pieces that members and the workshop took n weeks ago, less what came back. */
export interface Sku {
  readonly productId: number
  readonly sph: number | null
  readonly cyl: number | null
  readonly axis: number | null
  readonly onHand: number
  readonly weeks: readonly number[]
}
const keyOf = (of: { productId: number; sph: number | null; cyl: number | null; axis: number | null }): string =>
  [of.productId, of.sph, of.cyl, of.axis].join('|')

/** Movements that are no demand: what came in, was counted, lost, scrapped, moved elsewhere or freed of its order. */
const NO_DEMAND = ['stockin:%', 'adjust:%', 'profitloss:%', 'late:%', 'freed-%', 'frame-goods:%']
/** A spectacle lens is turned in its frame: the axis it was ordered for tells nothing of the next one. */
const axisOf = (of: Sql): Sql => sql`case when p.category <> ${lit(SPECTACLE_LENS)} then ${of}.axis end`
interface Wanted {
  readonly productIds?: readonly number[] | undefined
  /** Leaves out powers that lie here and nobody took: of tens of thousands of cells only those that move are answered. */
  readonly moving?: boolean
}
const onlyOf = ({ productIds }: Wanted, row: Sql): Condition =>
  productIds !== undefined && sql`${row}.product_id = any(${productIds}::bigint[])`
const takenBy = (cx: Cx, hid: number, of: Wanted) =>
  cx.db.rows(
    Taken,
    sql`select b.product_id, b.sph, b.cyl, ${axisOf(sql`b`)} axis, floor(extract(epoch from ${dayEnd(cx.today)} - e.at) / ${WEEK})::int week, (-sum(l.amount))::int pieces
      from batch b join product p on p.oid = b.oid and p.product_id = b.product_id join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
      join ledger_line l on l.oid = a.oid and l.account_id = a.account_id join ledger_entry e on e.oid = l.oid and e.entry_id = l.entry_id
      where ${all([sql`b.hid = ${hid}`, onlyOf(of, sql`b`)])} and e.at >= ${dayStart(addDays(cx.today, 1 - WEEKS * 7))} and not e.ref like any (${NO_DEMAND}::text[])
      and not exists (select 1 from stock_out o where o.oid = e.oid and o.stockout_id = ${idIn(sql`e.ref`, 'stockout')} and o.stockout_type = any(${[TRANSFER, SUPPLIER_RETURN, SCRAP, LOSS]}::int[]))
      group by 1, 2, 3, 4, 5`,
  )
/** What may be issued; of goods kept by power, where only those that move are asked for, the spheres somebody took. */
const lyingIn = (cx: Cx, hid: number, of: Wanted, taken: readonly Lying[]): Promise<Lying[]> => {
  const moved = taken.filter((t) => t.sph !== null)
  const moving =
    of.moving &&
    sql`(v.sph is null or (v.product_id, v.sph) in (select * from unnest(${moved.map((t) => t.productId)}::bigint[], ${moved.map((t) => t.sph)}::numeric[])))`
  return cx.db.rows(
    Lying,
    sql`select v.product_id, v.sph, v.cyl, ${axisOf(sql`v`)} axis, sum(v.on_hand)::int pieces from stock_level v join product p on p.oid = v.oid and p.product_id = v.product_id
      where ${all([sql`v.hid = ${hid}`, onlyOf(of, sql`v`), moving])} and ${issuableNow(cx)} group by 1, 2, 3, 4`,
  )
}
/** What the store took and has, by product and power. */
export async function demandOf(cx: Cx, hid: number, of: Wanted = {}): Promise<Sku[]> {
  const taken = await takenBy(cx, hid, of)
  const skus = new Map<string, Sku & { onHand: number; weeks: number[] }>()
  const skuOf = ({ productId, sph, cyl, axis }: Lying) => {
    const key = keyOf({ productId, sph, cyl, axis })
    const sku = skus.get(key) ?? { productId, sph, cyl, axis, onHand: 0, weeks: Array.from({ length: WEEKS }, () => 0) }
    skus.set(key, sku)
    return sku
  }
  for (const row of await lyingIn(cx, hid, of, taken)) skuOf(row).onHand += row.pieces
  for (const row of taken) {
    const sku = skuOf(row)
    sku.weeks[row.week] = (sku.weeks[row.week] ?? 0) + row.pieces
  }
  return [...skus.values()]
}
