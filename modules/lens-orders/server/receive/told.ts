/** What was ordered of a supplier, told to whom compares it with the supplier's statement. */
import { powerOf, stocked } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, on, sql } from '#kernel/server/index.ts'
import { POWERED } from '#modules/products/contract/fields.ts'
import { ordersAsked } from '#modules/purchasing/contract/events.ts'
import { machineIn, statesIn, statusName } from '../queries.ts'

const Told = {
  orderId: 'number',
  orderNo: 'string',
  category: 'number',
  productId: 'number',
  sph: 'number | null',
  cyl: 'number | null',
  quantity: 'number',
  received: 'number',
  rejected: 'number',
  price: 'number',
  day: 'string',
  stateName: 'string',
  promisedOn: 'string | null',
  tracking: 'string | null',
  cancelled: 'boolean',
  refused: 'string | null',
  papers: 'string[]',
} as const
/** Goods as stock keeps them: in minus cylinder, and without a power where their kind has none. */
function kept<T extends { category: number; sph: number | null; cyl: number | null }>({ category, ...goods }: T) {
  const power = POWERED.has(category) ? powerOf(goods) : null
  const { sph, cyl } = power ? stocked(power) : { sph: null, cyl: null }
  return { ...goods, sph, cyl }
}
export const tellsOrders = on(ordersAsked, async (cx, { supplierId, hid, fromOn, toOn, numbers, tell }) => {
  const rows = await cx.db.rows(
    Told,
    sql`
      select o.order_id, o.order_no, p.category, l.product_id, l.sph, l.cyl, l.ordered quantity, l.received, l.rejected, l.cost price,
        o.order_date "day", ${statusName} state_name, o.promised_on, o.last_ems_number tracking, ${machineIn('neverMade')} cancelled,
        r.refused, r.papers
      from supply_order o
      join supply_order_line l on l.oid = o.oid and l.order_id = o.order_id
      join product p on p.oid = l.oid and p.product_id = l.product_id
      cross join lateral (
        select string_agg(distinct x.reason, '；') filter (where x.verdict = 'rejected') refused,
          coalesce(array_agg(distinct d.stockin_no) filter (where d.stockin_no is not null and x.batch_id is not null), '{}') papers
        from supply_receipt_line x
        join supply_receipt h on h.oid = x.oid and h.receipt_id = x.receipt_id
        left join stock_in d on d.oid = h.oid and d.stockin_id = h.stockin_id
        where x.oid = l.oid and x.line_id = l.line_id
      ) r
      where o.supplier_id = ${supplierId}
        and o.hid = ${hid}
        and o.order_date <= ${toOn}::date
        and (
          ${statesIn((flow) => flow.in.placed)}
          or o.order_no = any(${numbers}::text[])
          or o.order_id in (
            select h.order_id
            from supply_receipt h
            where h.hid = ${hid} and h.at >= ${dayStart(fromOn)} and h.at < ${dayEnd(toOn)}
          )
        )
      order by o.order_id, l.line_no
    `,
  )
  tell(rows.map(kept))
})
