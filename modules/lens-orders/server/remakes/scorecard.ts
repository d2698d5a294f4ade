/** The scorecard of suppliers: counted from orders, receipts and the remake ledger whenever it is looked at. */
import { addDays, type Page } from '#kernel/contract/index.ts'
import { allOf, lit, pageIn, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { ScoreRow, type ScoreQuery } from '../../contract/remakes/scorecard.ts'
import { supply } from '../../contract/states.ts'
import { holds, machineIn, statesIn } from '../queries.ts'

/** Days of the past a supplier is judged by where nobody says. */
const YEAR = 365

/** Whole: of the suppliers a store orders from there are few, and each has to be counted to know the first. */
export async function scorecardPage(cx: Cx, query: ScoreQuery): Promise<Page<ScoreRow>> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const since = query.startTime ?? addDays(query.endTime ?? cx.today, -YEAR)
  const kind = query.kind ?? null
  const text = (query.text ?? '').trim()
  const rows = await allOf(
    cx,
    ScoreRow,
    sql`
      with placed as materialized (
        select o.order_id, o.supplier_id, o.order_date, o.promised_on, ${machineIn('awaited')} awaited
        from supply_order o
        where o.hid = ${hid}
          and o.order_date between ${since}::date and ${query.endTime ?? cx.today}::date
          and (${kind}::text is null or o.kind = ${kind}::text)
          and not ${statesIn(({ in: { written, neverMade } }) => [...written, ...neverMade])}
          and ${text ? sql`o.supplier_id in (select n.supplier_id from supplier n where n.name ilike ${holds(text)})` : sql`true`}
      ),
        came as (
          select r.order_id, min(r.at)::date "day"
          from supply_receipt r
          where r.order_id in (select p.order_id from placed p)
          group by r.order_id
        ),
        w as (
          select p.supplier_id, count(*)::int orders, count(f.day)::int arrived,
            percentile_disc(0.5) within group (order by f.day - p.order_date) p50,
            percentile_disc(0.9) within group (order by f.day - p.order_date) p90,
            (count(*) filter (where coalesce(f.day, case when p.awaited then ${cx.today}::date end) > p.promised_on))::int late
          from placed p
          left join came f on f.order_id = p.order_id
          group by p.supplier_id
        ),
        g as (
          select p.supplier_id, sum(r.quantity) pieces, sum(r.quantity) filter (where r.differences <> '[]') wrong,
            sum(r.quantity) filter (where r.verdict = 'rejected' and r.differences = '[]') refused,
            sum(l.cost * r.quantity) filter (where r.verdict = 'rejected') "cost"
          from placed p
          join supply_order_line l on l.order_id = p.order_id
          join supply_receipt_line r on r.line_id = l.line_id
          group by p.supplier_id
        ),
        q as (
          select p.supplier_id, sum(n.pieces) pieces, sum(t.cost_total) filter (where t.warranty) "cost"
          from placed p
          join supply_order t on t.original_id = p.order_id
          cross join lateral (
            select sum(l.ordered) pieces
            from supply_order_line l
            where l.order_id = t.order_id
          ) n
          where t.cause = 'quality' and t.submitted_at is not null and t.status <> ${lit(supply.is.cancelled)}
          group by p.supplier_id
        )
      select s.supplier_id, s.name supplier_name, w.orders, w.arrived, w.p50, w.p90, w.late, coalesce(g.pieces, 0)::int pieces,
        coalesce(g.wrong, 0)::int wrong, (coalesce(g.refused, 0) + coalesce(q.pieces, 0))::int defective,
        (coalesce(g.cost, 0) + coalesce(q.cost, 0))::bigint remake_cost
      from supplier s
      join w on w.supplier_id = s.supplier_id
      left join g on g.supplier_id = s.supplier_id
      left join q on q.supplier_id = s.supplier_id
      order by w.orders desc, s.name, s.supplier_id
    `,
  )
  return pageIn(rows, query)
}
