/** The remake ledger is no table of its own: it reads the papers that say what went wrong, so that it can differ from none of them. */
import type { Handlers } from '#kernel/server/implement.ts'
import {
  all,
  allOf,
  columnsOf,
  dayEnd,
  dayStart,
  everyRow,
  lit,
  excel,
  pageOf,
  sheet,
  sql,
  type Condition,
  type Cx,
  type Listing,
  type Out,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { stockOut } from '#modules/stock/contract/states.ts'
import { supply } from '../contract/states.ts'
import { Remake, RemakeSum, type RemakeFilters, type remakes } from '../contract/remakes.ts'

/** Pairs and lenses the workshop found unqualified. */
const SLIPS = sql`select 'slip-' || u.slip_id "key", u.at, u.hid, 'slip' what, u.cause, f.order_no, u.record_frame_id, null::bigint order_id, u.found_at, u.side,
  case u.side when 'ou' then 2 else 1 end pieces, null::text product_name, null::bigint supplier_id, u.responsible ctid_,
  case u.cause when 'member' then 'member' else 'store' end payer, u.cost, u.note
  from record_frame_unqualified u join record_frame f on f.oid = u.oid and f.record_frame_id = u.record_frame_id`
/** What members came back for with their glasses. */
const CASES = sql`select 'service-' || s.service_id, s.opened_at, s.hid, 'service', s.kind, f.order_no, s.record_frame_id, null, null, null,
  1, null, null, s.opened_by, s.payer, s.cost, coalesce(s.outcome, s.complaint)
  from record_frame_service s join record_frame f on f.oid = s.oid and f.record_frame_id = s.record_frame_id`
/** Pieces that came and were refused: the supplier bears what it takes for them. */
const REFUSED = sql`select 'refused-' || r.receipt_line_id, p.at, r.hid, 'refused', 'refused', o.order_no, o.record_frame_id, o.order_id, null, l.eye,
  r.quantity, l.name, o.supplier_id, r.judged_by, 'supplier', l.cost * r.quantity, r.reason
  from supply_receipt_line r join supply_receipt p on p.oid = r.oid and p.receipt_id = r.receipt_id
    join supply_order_line l on l.oid = r.oid and l.line_id = r.line_id join supply_order o on o.oid = l.oid and o.order_id = l.order_id
  where r.verdict = 'rejected'`
/** Orders that replace lenses of an earlier one: from when they were handed in, unless cancelled, which both machines call by one number. */
const SUPPLEMENTS = sql`select 'supplement-' || o.order_id, o.submitted_at, o.hid, 'supplement', case o.cause when 'adjust' then 'parameters' else o.cause end, o.order_no,
  o.record_frame_id, o.order_id, null, case when min(l.eye) = max(l.eye) and count(*) = count(l.eye) then min(l.eye) when count(l.eye) > 0 then 'ou' end,
  sum(l.ordered)::int, min(l.name), o.supplier_id, o.ctid_, case when o.warranty then 'supplier' else 'member' end, o.cost_total, o.order_note
  from supply_order o join supply_order_line l on l.oid = o.oid and l.order_id = o.order_id
  where o.original_id is not null and o.submitted_at is not null and o.status <> ${lit(supply.is.cancelled)} group by o.oid, o.order_id, o.hid`

/** Goods scrapped of a job: what they cost, once somebody agreed and they left the stock. */
const SCRAPPED = sql`select 'scrap-' || x.stockout_id, d.posted_at, d.hid, 'scrap', 'scrapped', x.job_no, f.record_frame_id, o.order_id, null, null,
  sum(l.quantity)::int, min(p.name), null, d.ctid_, 'store', sum(l.quantity * b.cost)::bigint, d.note
  from scrap x join stock_out d on d.oid = x.oid and d.stockout_id = x.stockout_id join stock_out_item l on l.oid = d.oid and l.stockout_id = d.stockout_id
    join batch b on b.oid = l.oid and b.batch_id = l.batch_id join product p on p.oid = l.oid and p.product_id = l.product_id
    left join record_frame f on f.oid = x.oid and f.order_no = x.job_no left join supply_order o on o.oid = x.oid and o.order_no = x.job_no
  where x.job_no is not null and d.status = ${lit(stockOut.is.posted)} group by x.oid, x.stockout_id, d.oid, d.stockout_id, d.hid, x.job_no, f.record_frame_id, o.order_id`

const LEDGER = sql`(${SLIPS} union all ${CASES} union all ${REFUSED} union all ${SUPPLEMENTS} union all ${SCRAPPED}) x`
const asked = (cx: Cx | Out, query: RemakeFilters): Condition[] => [
  sql`x.hid = ${ownStore(cx, query.hid ?? cx.who.hid)}`,
  query.startTime !== undefined && sql`x.at >= ${dayStart(query.startTime)}`,
  query.endTime !== undefined && sql`x.at < ${dayEnd(query.endTime)}`,
  query.what !== undefined && sql`x.what = ${query.what}`,
  query.cause !== undefined && sql`x.cause = ${query.cause}`,
  query.payer !== undefined && sql`x.payer = ${query.payer}`,
  query.supplierId !== undefined && sql`x.supplier_id = ${query.supplierId}`,
]
const listing = (cx: Cx | Out, query: RemakeFilters): Listing => ({
  select: sql`${columnsOf(Remake, 'x', 'staffName', 'supplierName')}, c.name staff_name, s.name supplier_name`,
  from: sql`${LEDGER} left join contact c on c.ctid_ = x.ctid_ left join supplier s on s.supplier_id = x.supplier_id`,
  where: asked(cx, query),
  order: sql`x.at desc, x.key`,
})

export const remakeHandlers: Handlers<typeof remakes> = {
  'remakes.list': (cx, query) => pageOf(cx, { of: Remake, ...listing(cx, query) }, query),
  'remakes.sums': (cx, query) => {
    const { from, where } = listing(cx, query)
    return allOf(
      cx,
      RemakeSum,
      sql`select x.cause, x.payer, count(*) count, sum(x.pieces)::int pieces, sum(x.cost)::bigint cost from ${from} where ${all(where)} group by x.cause, x.payer order by 5 desc, 1, 2`,
    )
  },
  'remakes.export': async (out, query) =>
    excel(sheet('返工台账', Remake, COLUMNS), out.stream(Remake, everyRow(listing(out, query))), `返工台账-${out.today}.xlsx`),
}
const COLUMNS = [
  'at',
  'what',
  'cause',
  'orderNo',
  'foundAt',
  'side',
  'pieces',
  'productName',
  'supplierName',
  'staffName',
  'payer',
  'cost',
  'note',
] as const
