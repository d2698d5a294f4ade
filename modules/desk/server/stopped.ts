/** Orders that are stopped because what they stand on has fallen: the till is told what to offer. */
import { lit, sql, type Cx } from '#kernel/server/index.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { StoppedWork, type StoppedWork as Row } from '../contract/shapes.ts'

/** Of a store, the longest stopped first; what money was taken for is offered back or made anew. */
export async function stopped(cx: Cx, hid: number): Promise<{ list: Row[]; total: number }> {
  const list = await cx.db.rows(
    StoppedWork,
    sql`
      select w."of",
        w.id,
        w.order_no,
        w.kind,
        w.pid,
        p.name patient_name,
        w.status,
        w.stop_reason,
        w.stopped_at,
        w.fbid,
        coalesce(b.paid - b.refunded, 0) paid,
        case when b.paid > b.refunded then 'refund' else 'cancel'
        end offer
      from (
        select 'frame'::text "of", record_frame_id id, order_no, 'frame-glasses'::text kind, pid, status, stop_reason, stopped_at, fbid
        from record_frame
        where hid = ${hid} and stop_reason is not null and status in ${lit(frameOrder.in.open)}
        union all
        select 'supply', order_id, order_no, kind, pid, status, stop_reason, stopped_at, fbid
        from supply_order
        where hid = ${hid}
          and stop_reason is not null
          and handed_at is null
          and status not in (case flow when 'fitted' then 9 else 8 end, case flow when 'fitted' then 11 else 9 end)
      ) w
      left join patient p on p.oid = current_setting('app.oid')::bigint and p.pid = w.pid
      left join fee_bill b on b.oid = current_setting('app.oid')::bigint and b.fbid = w.fbid
      order by w.stopped_at, w.id
    `,
  )
  return { list, total: list.length }
}
