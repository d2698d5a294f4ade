/** The remake ledger is no table of its own: it reads the papers that say what went wrong, so that it can differ from none of them. */
import { lit, sql, type Sql } from '#kernel/server/index.ts'
import { stockOut } from '#modules/stock/contract/states.ts'
import { supply } from '../../contract/states.ts'

/** A credit note of a supplier names the line. */
const madeGood = (oid: Sql, key: Sql): Sql => sql`exists (select from payable c where c.oid = ${oid} and c.remake = ${key})`
/** Pairs and lenses the workshop found unqualified. */
const SLIPS = sql`
  select u.oid,
    u.slip_id paper_id,
    'slip-' || u.slip_id "key",
    u.at,
    u.hid,
    'slip' what,
    u.cause,
    f.order_no,
    u.record_frame_id,
    null::bigint order_id,
    u.found_at,
    u.side,
    case u.side when 'ou' then 2 else 1
    end pieces,
    null::text product_name,
    null::bigint supplier_id,
    u.responsible ctid_,
    case u.cause when 'member' then 'member' else 'store'
    end payer,
    u.cost,
    u.note
  from record_frame_unqualified u
  join record_frame f on f.oid = u.oid and f.record_frame_id = u.record_frame_id
`
/** What members came back for with their glasses. */
const CASES = sql`
  select
    s.oid, s.service_id, 'service-' || s.service_id, s.opened_at, s.hid, 'service', s.kind, f.order_no, s.record_frame_id, null, null, null,
    1, null, null, s.opened_by, s.payer, s.cost, coalesce(s.outcome, s.complaint)
  from record_frame_service s
  join record_frame f on f.oid = s.oid and f.record_frame_id = s.record_frame_id
`
/** Pieces that came and were refused: the supplier bears what it takes for them. */
const REFUSED = sql`
  select
    r.oid, r.receipt_line_id, 'refused-' || r.receipt_line_id, p.at, r.hid, 'refused', 'refused', o.order_no, o.record_frame_id, o.order_id,
    null, l.eye, r.quantity, l.name, o.supplier_id, r.judged_by, 'supplier', l.cost * r.quantity, r.reason
  from supply_receipt_line r
  join supply_receipt p on p.oid = r.oid and p.receipt_id = r.receipt_id
  join supply_order_line l on l.oid = r.oid and l.line_id = r.line_id
  join supply_order o on o.oid = l.oid and o.order_id = l.order_id
  where r.verdict = 'rejected'
`
/**
 * Orders that replace lenses of an earlier one: from when they were handed in, unless cancelled, which both machines call by one number.
 * What a supplier made good stays.
 */
const SUPPLEMENTS = sql`
  select o.oid,
    o.order_id,
    'supplement-' || o.order_id,
    o.submitted_at,
    o.hid,
    'supplement',
    case o.cause when 'adjust' then 'parameters' else o.cause
    end,
    o.order_no,
    o.record_frame_id,
    o.order_id,
    null,
    w.side,
    w.pieces,
    w.name,
    o.supplier_id,
    o.ctid_,
    case when o.warranty then 'supplier' else 'member'
    end,
    case o.status when ${lit(supply.is.cancelled)} then 0 else o.cost_total
    end,
    o.order_note
  from supply_order o
  left join lateral (
    select case when min(l.eye) = max(l.eye) and count(*) = count(l.eye) then min(l.eye) when count(l.eye) > 0 then 'ou'
      end side,
      sum(l.ordered)::int pieces,
      min(l.name) "name"
    from supply_order_line l
    where l.oid = o.oid and l.order_id = o.order_id
  ) w on true
  where o.original_id is not null
    and o.submitted_at is not null
    and (o.status <> ${lit(supply.is.cancelled)} or ${madeGood(sql`o.oid`, sql`'supplement-' || o.order_id`)})
`

/**
 * Goods scrapped of a job: what they cost, once somebody agreed and they left the stock. A paper that was revoked costs nothing, and stays
 * where it was made good.
 */
const SCRAPPED = sql`
  select
    x.oid, x.stockout_id, 'scrap-' || x.stockout_id, d.posted_at, d.hid, 'scrap', 'scrapped', x.job_no, f.record_frame_id, o.order_id, null,
    null, (case d.status when ${lit(stockOut.is.posted)} then sum(l.quantity) else 0 end)::int, min(p.name), null, d.ctid_, 'store',
    (case d.status when ${lit(stockOut.is.posted)} then sum(l.quantity * b.cost) else 0 end)::bigint, d.note
  from scrap x
  join stock_out d on d.oid = x.oid and d.stockout_id = x.stockout_id
  join stock_out_item l on l.oid = d.oid and l.stockout_id = d.stockout_id
  join batch b on b.oid = l.oid and b.batch_id = l.batch_id
  join product p on p.oid = l.oid and p.product_id = l.product_id
  left join record_frame f on f.oid = x.oid and f.order_no = x.job_no
  left join supply_order o on o.oid = x.oid and o.order_no = x.job_no
  where x.job_no is not null and (d.status = ${lit(stockOut.is.posted)} or ${madeGood(sql`x.oid`, sql`'scrap-' || x.stockout_id`)})
  group by x.oid, x.stockout_id, d.oid, d.stockout_id, d.hid, x.job_no, f.record_frame_id, o.order_id
`

/** Every line, as `x`. */
export const LEDGER = sql`(${SLIPS} union all ${CASES} union all ${REFUSED} union all ${SUPPLEMENTS} union all ${SCRAPPED}) x`
