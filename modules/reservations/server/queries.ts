import { dayEnd, dayStart, may, pageOf, sql, lit, type Cx, type Listing, type Sql } from '#kernel/server/index.ts'
import type { Page } from '#kernel/contract/index.ts'
import { membersFound } from '#modules/patients/server/door.ts'
import { Reservation, ReservationSecret } from '../contract/shapes.ts'
import { reservationStates } from '../contract/states.ts'

type Reader = Pick<Cx, 'who'>
/** Phone number, masked for accounts that may not read it; the full one is read per reservation. */
const mobileFor = (cx: Reader): Sql =>
  may(cx, 'reservation:secret') ? sql`p.mobile` : sql`regexp_replace(p.mobile, '^(\\d{3})\\d{4}(\\d+)$', '\\1****\\2')`
/** A reservation with names, number and waiting time. */
const select = (cx: Reader): Sql => sql`
  r.resid, r.hid, r.pid, p.name patient_name, p.member_no, p.gender, p.birth, ${mobileFor(cx)} mobile, r.doctor_id, d.name doctor_name,
  r.office_id, o.name office_name, coalesce(q.consulting_id, r.consulting_id) consulting_id, c.name consulting_name, r.visit_at,
  r.visit_end, r.type, r.train_type, r.request_from, r.walk_in, r.status, r.version, r.note, r.off_duty_note, r.cancel_reason, r.moved_from,
  m.resid moved_to, r.created_at, q.series || lpad(q.no::text, 3, '0') ticket_no, q.status ticket_status, q.calls, q.passes, q.position,
  q.taken_at, q.called_at, q.seen_at,
  greatest(0, floor(extract(epoch from coalesce(q.seen_at, q.closed_at, app_now()) - q.taken_at) / 60))::int waited,
  (
    select count(*)
    from reservation n
    where n.oid = r.oid and n.pid = r.pid and n.status = ${lit(reservationStates.is.noShow)}
  ) no_shows
`
const from = sql`
  reservation r
  left join patient p using (oid, pid)
  left join contact d on d.oid = r.oid and d.ctid_ = r.doctor_id
  left join office o on o.oid = r.oid and o.id = r.office_id
  left join queue_ticket q on q.oid = r.oid and q.resid = r.resid
  left join consulting_room c on c.oid = r.oid and c.id = coalesce(q.consulting_id, r.consulting_id)
  left join reservation m on m.oid = r.oid and m.moved_from = r.resid
`

/** Filters shared by both call families. */
export interface ReservationFilter {
  hid?: number | undefined
  pid?: number | undefined
  name?: string | undefined
  doctorId?: number | undefined
  status?: number | undefined
  type?: number | undefined
  trainType?: number | undefined
  requestFrom?: number | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

const conditions = (f: ReservationFilter): Array<Sql | false> => [
  f.hid !== undefined && sql`r.hid = ${f.hid}`,
  f.pid !== undefined && sql`r.pid = ${f.pid}`,
  f.name !== undefined && sql`r.pid in ${membersFound(f.name)}`,
  f.doctorId !== undefined && sql`r.doctor_id = ${f.doctorId}`,
  f.status !== undefined && sql`r.status = ${f.status}`,
  f.type !== undefined && sql`r.type = ${f.type}`,
  f.trainType !== undefined && sql`r.train_type = ${f.trainType}`,
  f.requestFrom !== undefined && sql`r.request_from = ${f.requestFrom}`,
  f.startDate !== undefined && sql`r.visit_at >= ${dayStart(f.startDate)}`,
  f.endDate !== undefined && sql`r.visit_at < ${dayEnd(f.endDate)}`,
]

/** A page of reservations, newest day first and by time within a day. */
export const reservationPage = (
  cx: Cx,
  filter: ReservationFilter,
  paging: object,
  order: Sql = sql`r.visit_at::date desc, r.visit_at, r.resid`,
): Promise<Page<Reservation>> =>
  pageOf(cx, { of: Reservation, select: select(cx), from, where: conditions(filter), order, key: sql`r.resid` }, paging)

/** Loads a reservation. Those of other stores are not found. */
export async function reservationOf(cx: Cx, resid: number): Promise<Reservation> {
  return (
    (await cx.db.one(Reservation, sql`select ${select(cx)} from ${from} where r.resid = ${resid}`)) ??
    cx.refuse('not_found', { what: '预约' })
  )
}

/** Reservations that match a filter, by time. */
export const bookingsByTime = (cx: Reader, filter: ReservationFilter): Listing => ({
  select: select(cx),
  from,
  where: conditions(filter),
  order: sql`r.visit_at, r.resid`,
})

/** Masked fields of one reservation: contact data and guardian. */
export async function secretOf(cx: Cx, resid: number): Promise<ReservationSecret> {
  return (
    (await cx.db.one(
      ReservationSecret,
      sql`
        select r.resid, r.pid, p.mobile, p.mobile2, p.guardian, p.id_card, p.address
        from reservation r
        join patient p using (oid, pid)
        where r.resid = ${resid}
      `,
    )) ?? cx.refuse('not_found', { what: '预约' })
  )
}
