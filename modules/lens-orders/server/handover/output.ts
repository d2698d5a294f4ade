/** Orders whose goods lie here for a member, told to the desk of what goes out. */
import { lit, may, on, sql } from '#kernel/server/index.ts'
import { outputAsked } from '#modules/stock/contract/events.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import { fitted, supply } from '../../contract/states.ts'

const Told = {
  orderId: 'number',
  kind: 'string',
  number: 'string',
  pid: 'number | null',
  patientName: 'string | null',
  goodsName: 'string',
  pieces: 'number',
  since: 'string | null',
} as const
/** What may be handed over: fitted lenses that are ready, goods of a member that are in stock; glasses wait for their workshop. */
export const tellsOutput = on(outputAsked, async (cx, { hid, tell }) => {
  if (!may(cx, 'order:view', hid)) return
  const orders = await cx.db.rows(
    Told,
    sql`
      select o.order_id, o.kind, o.order_no "number", o.pid, p.name patient_name, coalesce(l.goods, '') goods_name,
        coalesce(l.pieces, 0)::int pieces, r.since
      from supply_order o
      left join patient p on p.oid = o.oid and p.pid = o.pid
      left join lateral (
        select string_agg(distinct x.name, '；') goods, sum(x.received) pieces
        from supply_order_line x
        where x.oid = o.oid and x.order_id = o.order_id
      ) l on true
      left join lateral (
        select max(x.at) since
        from supply_receipt x
        where x.oid = o.oid and x.order_id = o.order_id
      ) r on true
      where o.hid = ${hid}
        and o.handed_at is null
        and o.pid is not null
        and o.record_frame_id is null
        and ((o.flow = 'fitted' and o.status = ${lit(fitted.is.ready)}) or (o.flow = 'supply' and o.status = ${lit(supply.is.stocked)}))
      order by r.since nulls last, o.order_id
    `,
  )
  tell(
    orders.map(({ orderId, kind, ...order }) => ({
      ...order,
      key: `order:${orderId}`,
      what: kindOf(kind).label,
      at: `/order/hand-over/${orderId}`,
    })),
  )
})
