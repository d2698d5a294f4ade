/** What is to come of orders: the lines pieces are due of, with the numbers their boxes are told by. */
import { columnsOf, sql, type Cx } from '#kernel/server/index.ts'
import { z } from '#kernel/contract/index.ts'
import { gtinOf } from '#kernel/contract/gs1/gs1.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { Expected, type ExpectedQuery } from '../../contract/shapes.expected.ts'
import { OrderLine, OrderRow } from '../../contract/shapes.ts'
import { receivable } from '../../contract/states.ts'
import { lateNow, statesIn, statusName } from '../queries.ts'

const Head = Expected.omit({ lines: true })
const Own = OrderRow.pick({ orderId: true, orderNo: true, kind: true, status: true, version: true, hid: true, pid: true, promisedOn: true })
const Line = OrderLine.omit({ price: true, cost: true, costReason: true, costGiven: true, note: true })
const Read = Line.extend({ orderId: OrderRow.shape.orderId, barCode: z.string().nullable(), aside: z.int() })
/** Pieces of line `l` that wait for a decision. */
export const ASIDE = sql`
  (
    select coalesce(sum(r.quantity), 0)::int
    from supply_receipt_line r
    where r.oid = l.oid and r.line_id = l.line_id and r.verdict = 'mismatch'
  )
`
export async function expected(cx: Cx, { hid, kind, orders }: ExpectedQuery): Promise<Expected[]> {
  const store = ownStore(cx, hid ?? cx.who.hid)
  const heads = await cx.db.rows(
    Head,
    sql`
      select ${columnsOf(Own, 'o')},
        o.in_ware_house_id,
        ${statusName} status_name,
        p.name patient_name,
        p.birth,
        s.name supplier_name,
        case when ${lateNow(cx.today)} then ${cx.today}::date - o.promised_on else 0
        end late_days
      from supply_order o
      left join patient p on p.oid = o.oid and p.pid = o.pid
      left join supplier s on s.oid = o.oid and s.supplier_id = o.supplier_id
      where o.hid = ${store}
        and ${statesIn(receivable)}
        and ${kind === undefined ? sql`true` : sql`o.kind = ${kind}`}
        and ${orders === undefined ? sql`true` : sql`o.order_id = any(${orders}::bigint[])`}
      order by o.promised_on nulls last, o.order_id
    `,
  )
  const lines = await cx.db.rows(
    Read,
    sql`
      select ${columnsOf(Line, 'l')}, l.order_id, g.bar_code, ${ASIDE} aside
      from supply_order_line l
      join product g on g.oid = l.oid and g.product_id = l.product_id
      where l.order_id = any(${heads.map((h) => h.orderId)}::bigint[])
      order by l.order_id, l.line_no
    `,
  )
  const linesOf = new Map<number, typeof lines>(heads.map((h) => [h.orderId, []]))
  for (const line of lines) linesOf.get(line.orderId)?.push(line)
  return heads.map((head) => ({
    ...head,
    lines: (linesOf.get(head.orderId) ?? []).map(({ orderId: _, barCode, ...l }) => ({ ...l, gtin: gtinOf(barCode) ?? null })),
  }))
}
