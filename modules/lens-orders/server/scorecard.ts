/** The scorecard of suppliers: counted from orders, receipts and the remake ledger whenever it is looked at. */
import { addDays, type Page } from '#kernel/contract/index.ts'
import { lit, pageOf, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { ScoreRow, type ScoreQuery } from '../contract/scorecard.ts'
import { supply } from '../contract/states.ts'
import { holds, machineIn, statesIn } from './queries.ts'

/** Days of the past a supplier is judged by where nobody says. */
const YEAR = 365

export function scorecardPage(cx: Cx, query: ScoreQuery): Promise<Page<ScoreRow>> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const since = query.startTime ?? addDays(query.endTime ?? cx.today, -YEAR)
  const kind = query.kind ?? null
  const placed = sql`o.oid = s.oid and o.hid = ${hid} and o.supplier_id = s.supplier_id and o.order_date between ${since}::date and ${query.endTime ?? cx.today}::date
    and (${kind}::text is null or o.kind = ${kind}::text) and not ${statesIn(({ in: { written, neverMade } }) => [...written, ...neverMade])}`
  return pageOf(
    cx,
    {
      of: ScoreRow,
      select: sql`s.supplier_id, s.name supplier_name, w.orders, w.arrived, w.p50, w.p90, w.late, coalesce(g.pieces, 0)::int pieces, coalesce(g.wrong, 0)::int wrong,
        (coalesce(g.refused, 0) + coalesce(q.pieces, 0))::int defective, (coalesce(g.cost, 0) + coalesce(q.cost, 0))::bigint remake_cost`,
      from: sql`supplier s
        cross join lateral (select count(*)::int orders, count(f.day)::int arrived, percentile_disc(0.5) within group (order by f.day - o.order_date) p50, percentile_disc(0.9) within group (order by f.day - o.order_date) p90,
          (count(*) filter (where coalesce(f.day, case when ${machineIn('awaited')} then ${cx.today}::date end) > o.promised_on))::int late
          from supply_order o left join lateral (select min(r.at)::date "day" from supply_receipt r where r.oid = o.oid and r.order_id = o.order_id) f on true where ${placed}) w
        cross join lateral (select sum(r.quantity) pieces, sum(r.quantity) filter (where r.differences <> '[]') wrong, sum(r.quantity) filter (where r.verdict = 'rejected' and r.differences = '[]') refused,
          sum(l.cost * r.quantity) filter (where r.verdict = 'rejected') "cost"
          from supply_order o join supply_order_line l on l.oid = o.oid and l.order_id = o.order_id join supply_receipt_line r on r.oid = l.oid and r.line_id = l.line_id where ${placed}) g
        cross join lateral (select sum(n.pieces) pieces, sum(n.cost_total) filter (where n.warranty) "cost" from supply_order o
          join lateral (select t.warranty, t.cost_total, (select sum(l.ordered) from supply_order_line l where l.oid = t.oid and l.order_id = t.order_id) pieces from supply_order t
            where t.oid = o.oid and t.original_id = o.order_id and t.cause = 'quality' and t.submitted_at is not null and t.status <> ${lit(supply.is.cancelled)}) n on true where ${placed}) q`,
      where: [sql`w.orders > 0`, Boolean(query.text?.trim()) && sql`s.name ilike ${holds((query.text ?? '').trim())}`],
      order: sql`w.orders desc, s.name, s.supplier_id`,
      key: sql`s.supplier_id`,
    },
    query,
  )
}
