import { dayEnd, sql, dayStart, lit, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { TodayCounts } from '../contract/shapes.rooms.ts'
import { reservationStates } from '../contract/states.ts'

/** Figures of a store's day, by default of the current store. Waiting time is today's mean in minutes. */
export async function todayCounts(cx: Cx, hid: number = cx.who.hid): Promise<TodayCounts> {
  const counts = await cx.db.the(
    TodayCounts,
    sql`
      select count(*) filter (where r.status not in ${lit(reservationStates.in.withdrawn)} and r.visit_at < ${dayEnd(cx.today)}) booked,
        count(*) filter (where q.ticket_id is not null and r.status <> ${lit(reservationStates.is.cancelled)}) arrived,
        count(*) filter (where r.status in ${lit(reservationStates.in.inLine)}) waiting,
        count(*) filter (where r.status in ${lit(reservationStates.in.seeing)}) seeing,
        count(*) filter (where r.status = ${lit(reservationStates.is.examined)}) checked,
        count(*) filter (where r.status = ${lit(reservationStates.is.completed)}) done,
        count(*) filter (where r.status = ${lit(reservationStates.is.cancelled)} and r.visit_at < ${dayEnd(cx.today)}) cancelled,
        count(*) filter (where r.status = ${lit(reservationStates.is.noShow)}) no_show, count(*) filter (where r.walk_in) walk_in,
        count(*) filter (where r.visit_at >= ${dayEnd(cx.today)} and r.status not in ${lit(reservationStates.in.withdrawn)}) tomorrow,
        coalesce(round(avg(extract(epoch from q.seen_at - q.taken_at) / 60) filter (where q.seen_at is not null)), 0)::int wait_minutes
      from reservation r
      left join queue_ticket q on q.oid = r.oid and q.resid = r.resid
      where r.hid = ${hid} and r.visit_at >= ${dayStart(cx.today)} and r.visit_at < ${dayEnd(cx.today)} + interval '1 day'
    `,
  )
  return counts
}

const Waiting = {
  resid: 'number',
  pid: 'number',
  ticketNo: 'string | null',
  patientName: 'string',
  type: 'number',
  status: 'number',
  ticketStatus: 'number | null',
  visitAt: 'string',
  waited: 'number | null',
} as const
/** Today's visits in progress, longest wait first. */
export const waitingLines = (cx: Cx, hid: number, limit = 12): Promise<Array<ShapedRow<typeof Waiting>>> =>
  cx.db.rows(
    Waiting,
    sql`
      select r.resid,
        r.pid,
        q.series || lpad(q.no::text, 3, '0') ticket_no,
        p.name patient_name,
        r.type,
        r.status,
        q.status ticket_status,
        r.visit_at,
        case when q.taken_at is null then null
          else greatest(0, extract(epoch from coalesce(q.seen_at, ${cx.now}::timestamptz) - q.taken_at) / 60)::int
        end waited
      from reservation r
      join patient p on p.oid = r.oid and p.pid = r.pid
      left join queue_ticket q on q.oid = r.oid and q.resid = r.resid
      where r.hid = ${hid}
        and r.visit_at >= ${dayStart(cx.today)}
        and r.visit_at < ${dayEnd(cx.today)}
        and r.status in ${lit(reservationStates.in.here)}
      order by waited desc nulls last, r.visit_at
      limit ${limit}
    `,
  )
export { saveReservation } from './book.ts'
export { cancelReservation } from './status.ts'
export { intervals } from './duties.ts'
export { wechatDays } from './wechat.ts'
