import { lit, locked, sql, type Cx } from '#kernel/server/index.ts'
import { frameOrder } from '../contract/states.ts'

export { goodsArrived } from './goods.ts'

/** Holds an order until the transaction ends: who changes what is ordered for it waits for who changes the order. */
export const holdGlasses = async (cx: Cx, recordFrameId: number): Promise<void> => {
  await locked(cx, 'record_frame', { recordFrameId })
}
const OPEN = lit(frameOrder.in.open)

/** Open jobs of a store by stage, and how many of them are late. */
export const jobsByStage = (cx: Cx, hid: number): Promise<Array<{ status: number; count: number; late: number }>> =>
  cx.db.rows(
    { status: 'number', count: 'number', late: 'number' },
    sql`
      select status, count(*) "count", count(*) filter (where promised_at < ${cx.now}::timestamptz) late
      from record_frame
      where hid = ${hid} and status in ${OPEN}
      group by 1
      order by 1
    `,
  )

/** Open orders of a store whose promised time has passed, the oldest first. */
export const lateOrders = (
  cx: Cx,
  hid: number,
  limit = 20,
): Promise<Array<{ recordFrameId: number; orderNo: string; status: number; pid: number; patientName: string; promisedAt: string }>> =>
  cx.db.rows(
    { recordFrameId: 'number', orderNo: 'string', status: 'number', pid: 'number', patientName: 'string', promisedAt: 'string' },
    sql`
      select f.record_frame_id, f.order_no, f.status, f.pid, p.name patient_name, f.promised_at
      from record_frame f
      join patient p on p.oid = f.oid and p.pid = f.pid
      where f.hid = ${hid} and f.status in ${OPEN} and f.promised_at < ${cx.now}::timestamptz
      order by f.promised_at, f.record_frame_id
      limit ${limit}
    `,
  )
