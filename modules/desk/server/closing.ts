/** Members who paid or collected glasses today, with a visit to complete or a review to book. */
import { dayEnd, dayStart, lit, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { Closing, type Closing as Row } from '../contract/shapes.ts'

/** Excludes members with open debts; those with a booked review appear only while their visit is open. */
export async function closing(cx: Cx, hid: number, pid?: number): Promise<{ list: Row[]; total: number }> {
  const today = (column: Sql) => sql`${column} >= ${dayStart(cx.today)} and ${column} < ${dayEnd(cx.today)}`
  const list = await cx.db.rows(
    Closing,
    sql`
      with settled as (
        select pid, max(why) why, max(prescription_id) prescription_id
        from (
          select b.pid, 1 why, null::bigint prescription_id
          from fee_bill b
          where b.hid = ${hid} and b.status in ${lit(feeBill.in.refundable)} and ${today(sql`b.paid_at`)}
          union all
          select f.pid, 2, f.prescription_id
          from record_frame f
          where f.hid = ${hid} and f.status = ${lit(frameOrder.is.collected)} and ${today(sql`f.picked_at`)}
        ) x ${pid === undefined ? sql`` : sql`where pid = ${pid}`}
        group by pid
      )
      select s.pid, p.name patient_name, s.why, v.resid, (${cx.today}::date + make_interval(months => rx.review_months))::date review_at,
        rx.review_months,
        (
          select case when h.time_open > '10:00' or h.time_close <= '10:00' then h.time_open else '10:00' end
          from store h
          where h.oid = p.oid and h.hid = ${hid}
        ) review_hour
      from settled s
      join patient p on p.oid = current_setting('app.oid')::bigint and p.pid = s.pid
      left join lateral (
        select r.resid
        from reservation r
        where r.hid = ${hid} and r.pid = s.pid and ${today(sql`r.visit_at`)} and r.status in ${lit(reservationStates.moves.complete.from)}
        order by r.resid
        limit 1
      ) v on true
      left join lateral (
        select x.review_months
        from prescription x
        where x.pid = s.pid
          and x.status in ${lit(prescriptionMachine.in.issued)}
          and x.review_months > 0
          and not exists (
            select 1
            from reservation a
            where a.hid = ${hid} and a.pid = s.pid and a.visit_at >= ${dayEnd(cx.today)} and a.status in ${lit(reservationStates.in.ahead)}
          )
        order by (x.id is not distinct from s.prescription_id) desc, x.id desc
        limit 1
      ) rx on true
      where (v.resid is not null or rx.review_months is not null)
        and not exists (
          select 1
          from fee_bill d
          where d.hid = ${hid} and d.pid = s.pid and d.status in ${lit(feeBill.in.due)} and d.bill_price > d.paid
        )
      order by s.why desc, s.pid
    `,
  )
  return { list, total: list.length }
}
