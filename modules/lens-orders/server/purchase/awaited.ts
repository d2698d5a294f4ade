/** What glasses wait for: the orders of their lenses that are not here yet, told to the workshop. */
import { on, sql } from '#kernel/server/index.ts'
import { awaitedAsked } from '#modules/frame-orders/contract/events.ts'
import { lateNow, machineIn, statusName } from '../queries.ts'

const Told = {
  recordFrameId: 'number',
  orderNo: 'string',
  stateName: 'string',
  supplierName: 'string | null',
  promisedOn: 'string | null',
  late: 'boolean',
} as const
export const tellsAwaited = on(awaitedAsked, async (cx, { recordFrameIds, tell }) =>
  tell(
    await cx.db.rows(
      Told,
      sql`
        select o.record_frame_id, o.order_no, ${statusName} state_name, s.name supplier_name, o.promised_on, ${lateNow(cx.today)} late
        from supply_order o
        left join supplier s on s.oid = o.oid and s.supplier_id = o.supplier_id
        where o.record_frame_id = any(${recordFrameIds}::bigint[]) and ${machineIn('open')}
        order by o.promised_on nulls last, o.order_id
      `,
    ),
  ),
)
