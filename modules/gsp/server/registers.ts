/** Registers read from the papers that fill them. Each answers the same columns; a row without a gap has null there. */
import { addDays, inUse, type FileAnswer, type Page, type z } from '#kernel/contract/index.ts'
import { everyRow, excel, idIn, lit, pageOf, raw, sheet, sql, type Cx, type Listing, type Out, type Sql } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { stockIn, stockOut } from '#modules/stock/contract/states.ts'
import { sameLot } from '#modules/stock/server/door.ts'
import { DATED } from '#modules/products/contract/fields.ts'
import { onSale } from '#modules/products/contract/states.ts'
import {
  register,
  registers,
  RegisterRow,
  type RegisterSum,
  type RegisterFilters,
  type RegisterName,
  type RegisterQuery,
  type registerCalls,
  typed,
} from '../contract/registers.ts'
import { approval } from '../contract/states.ts'
import { nameFor } from './veil.ts'
import { overdue } from './recalls.ts'
import { typedRegisters, within, type RegisterPeriod } from './registers.typed.ts'

/** Classes that need a registration and are traced; class I is only filed. */
const WATCHED = 2
/** Days before its expiry in which a batch is near it. */
const NEAR = 183
const MONTH = 30

const watched = (product: Sql): Sql => sql`coalesce(${product}.device_class, 0) >= ${lit(WATCHED)}`
/** The gap of goods that came: their lot, and of those with a life their expiry. */
const came = (line: Sql): Sql => sql`
  case when coalesce(${line}.batch_no, '') = '' then 'lot_missing'
  when ${line}.expiry is null and g.category in ${lit([...DATED])} then 'expiry_missing'
`

const lapsed = (source: Sql, today: string): Sql =>
  sql`when ${source}.approved_on is null then 'approval_missing' when ${source}.approved_until < ${today}::date then 'approval_over'`
/** The gap of a record whose facts nobody approved as they stand, or whose approved papers have run out. */
const unapproved = (source: Sql, its: Sql, today: string): Sql =>
  sql`
    when ${source}.approved_on is null
    and exists (
      select
      from approval a
      where a.oid = ${source}.oid and ${its} and a.status = ${lit(approval.is.asked)}
    ) then 'approval_waits' ${lapsed(source, today)}
  `

/** Who checked a line of a stock-out paper after it was picked (出库复核), where it was scanned. */
const checkedBy = sql`
  (
    select string_agg(distinct p.name, '、')
    from stock_out_scan z
    join contact p on p.oid = z.oid and p.ctid_ = z.ctid_
    where z.oid = l.oid and z.stockout_id = l.stockout_id and z.item_id = l.item_id and z.round = 2
  )
`

const READ: Record<RegisterName, (asked: RegisterPeriod) => Sql> = {
  ...typedRegisters,
  suppliers: ({ today }) => sql`
    select 'supplier-' || s.supplier_id "key",
      s.created_at::date at,
      null::text paper_no,
      s.name,
      s.licence_no certificate,
      null::text lot,
      s.licence_expires valid_until,
      null::int quantity,
      null::text supplier_name,
      null::bigint pid,
      null::text patient_name,
      null::text staff_name,
      s.address note,
      case when coalesce(s.licence_no, '') = '' then 'licence_missing'
        when s.licence_expires < ${today}::date then 'licence_expired' ${unapproved(sql`s`, sql`a.supplier_id = s.supplier_id`, today)}
      end gap
    from supplier s
    where s.status = ${lit(inUse.is.on)}
  `,
  products: ({ hid, today }) => sql`
    select 'product-' || g.product_id,
      g.created_at::date,
      null,
      g.name,
      g.registration_no,
      null,
      g.registration_expires,
      null,
      s.name,
      null::bigint,
      null,
      null,
      g.maker,
      case when coalesce(g.registration_no, '') = '' then 'certificate_missing'
        when g.registration_expires < ${today}::date then 'certificate_expired'
        when coalesce(g.maker, '') = '' then 'maker_missing' ${unapproved(sql`g`, sql`a.product_id = g.product_id`, today)}
      end
    from product g
    left join supplier s on s.oid = g.oid and s.supplier_id = g.supplier_id
    where g.status = ${lit(onSale.is.on)} and ${watched(sql`g`)} and (g.apply_stores is null or ${hid}::bigint = any(g.apply_stores))
  `,
  accepted: (request) => sql`
    select 'stock-in-' || l.item_id,
      d.posted_at::date,
      d.stockin_no,
      g.name,
      g.registration_no,
      l.batch_no,
      l.expiry,
      l.quantity,
      s.name,
      null::bigint,
      null,
      c.name,
      concat_ws('，', d.delivery_no, d.arrival_celsius || ' ℃'),
      ${came(sql`l`)} when d.supplier_id is null then 'supplier_missing' when d.certificates is null
      and not exists (
        select
        from supply_receipt r
        where r.oid = d.oid and r.stockin_id = d.stockin_id
      ) then 'certificates_unseen' end,
      ac.name
    from stock_in d
    join stock_in_item l on l.oid = d.oid and l.stockin_id = d.stockin_id
    join product g on g.oid = l.oid and g.product_id = l.product_id
    left join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
    left join contact ac on ac.oid = d.oid and ac.ctid_ = d.accepted_by
    where d.hid = ${request.hid} and d.status = ${lit(stockIn.is.posted)} and ${within(sql`d.posted_at`, request)} and ${watched(sql`g`)}
  `,
  expiring: ({ hid, today }) => sql`
    select 'batch-' || b.batch_id,
      null::date,
      null,
      g.name,
      g.registration_no,
      b.batch_no,
      b.expiry,
      a.balance::int,
      s.name,
      null::bigint,
      null,
      null,
      w.name,
      case when b.expiry < ${today}::date then 'expired_on_hand'
      end
    from batch b
    join product g on g.oid = b.oid and g.product_id = b.product_id
    join warehouse w on w.oid = b.oid and w.warehouse_id = b.warehouse_id
    join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
    left join supplier s on s.oid = b.oid and s.supplier_id = b.supplier_id
    where b.hid = ${hid} and b.expiry <= ${today}::date + ${lit(NEAR)} and a.balance > 0
  `,
  rejected: (request) => sql`
    select 'refused-' || r.receipt_line_id, p.at::date, o.order_no, g.name, g.registration_no, r.batch_no, r.expiry, r.quantity, s.name,
      null::bigint, null, c.name, r.reason, null::text
    from supply_receipt_line r
    join supply_receipt p on p.oid = r.oid and p.receipt_id = r.receipt_id
    join supply_order_line l on l.oid = r.oid and l.line_id = r.line_id
    join supply_order o on o.oid = l.oid and o.order_id = l.order_id
    join product g on g.oid = l.oid and g.product_id = l.product_id
    left join supplier s on s.oid = o.oid and s.supplier_id = o.supplier_id
    left join contact c on c.oid = r.oid and c.ctid_ = r.judged_by
    where r.hid = ${request.hid} and r.verdict = 'rejected' and ${within(sql`p.at`, request)}
    union all
    select
      'stock-in-' || l.item_id, d.posted_at::date, d.stockin_no, g.name, g.registration_no, l.batch_no, l.expiry, l.rejected, s.name, null,
      null, coalesce(ac.name, c.name), l.reject_reason, null
    from stock_in d
    join stock_in_item l on l.oid = d.oid and l.stockin_id = d.stockin_id
    join product g on g.oid = l.oid and g.product_id = l.product_id
    left join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
    left join contact ac on ac.oid = d.oid and ac.ctid_ = d.accepted_by
    where d.hid = ${request.hid} and l.rejected > 0 and d.status = ${lit(stockIn.is.posted)} and ${within(sql`d.posted_at`, request)}
    union all
    select 'scrap-' || l.item_id,
      d.posted_at::date,
      d.stockout_no,
      g.name,
      g.registration_no,
      b.batch_no,
      b.expiry,
      l.quantity,
      s.name,
      null,
      null,
      c.name,
      x.destroyed_way,
      case when x.destroyed_on is null then 'not_destroyed'
      end
    from scrap x
    join stock_out d on d.oid = x.oid and d.stockout_id = x.stockout_id
    join stock_out_item l on l.oid = d.oid and l.stockout_id = d.stockout_id
    join batch b on b.oid = l.oid and b.batch_id = l.batch_id
    join product g on g.oid = l.oid and g.product_id = l.product_id
    left join supplier s on s.oid = b.oid and s.supplier_id = b.supplier_id
    left join contact c on c.oid = d.oid and c.ctid_ = x.approved_by
    where x.hid = ${request.hid} and d.status = ${lit(stockOut.is.posted)} and ${within(sql`d.posted_at`, request)}
  `,
  outbound: (request) => sql`
    select 'stock-out-' || l.item_id,
      d.posted_at::date,
      d.stockout_no,
      g.name,
      g.registration_no,
      b.batch_no,
      b.expiry,
      l.quantity,
      s.name,
      null::bigint,
      null,
      c.name,
      coalesce(d.receiver, d.note),
      case when coalesce(b.batch_no, '') = '' then 'lot_missing'
      end,
      ${checkedBy}
    from stock_out d
    join stock_out_item l on l.oid = d.oid and l.stockout_id = d.stockout_id
    join product g on g.oid = l.oid and g.product_id = l.product_id
    left join batch b on b.oid = l.oid and b.batch_id = l.batch_id
    left join supplier s on s.oid = b.oid and s.supplier_id = b.supplier_id
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
    where d.hid = ${request.hid} and d.status = ${lit(stockOut.is.posted)} and ${within(sql`d.posted_at`, request)} and ${watched(sql`g`)}
  `,
  sales: (request) => sql`
    select 'sale-' || l.line_id,
      e.at::date,
      coalesce(f.bill_no, o.order_no, r.order_no),
      g.name,
      g.registration_no,
      b.batch_no,
      b.expiry,
      -l.amount::int,
      s.name,
      p.pid,
      p.name,
      c.name,
      (
        select string_agg(k.serial, '、' order by k.serial)
        from ok_lens k
        where k.oid = e.oid and k.ref = e.ref and k.batch = b.batch_no
      ),
      case when coalesce(b.batch_no, '') = '' then 'lot_missing'
      end
    from ledger_entry e
    join ledger_line l on l.oid = e.oid and l.entry_id = e.entry_id and l.book = 'stock' and l.amount < 0
    join ledger_account a on a.oid = l.oid and a.account_id = l.account_id
    join batch b on b.oid = a.oid and b.batch_id = ${idIn(sql`a.key`, 'batch')}
    join product g on g.oid = b.oid and g.product_id = b.product_id
    left join fee_bill f on f.oid = e.oid and f.fbid = ${idIn(sql`e.ref`, 'bill')}
    left join supply_order o on o.oid = e.oid and o.order_id = ${idIn(sql`e.ref`, 'order')}
    left join record_frame r on r.oid = e.oid and r.record_frame_id = ${idIn(sql`e.ref`, 'frame')}
    left join patient p on p.oid = e.oid and p.pid = coalesce(f.pid, o.pid, r.pid)
    left join supplier s on s.oid = b.oid and s.supplier_id = b.supplier_id
    left join contact c on c.oid = e.oid and c.ctid_ = e.ctid_
    where b.hid = ${request.hid}
      and ${within(sql`e.at`, request)}
      and e.reverses is null
      and e.ref ~ '^(bill|order|frame):'
      and p.pid is not null
      and ${watched(sql`g`)}
  `,
  recalls: (request) => sql`
    select 'recall-' || r.recall_id,
      r.created_at::date,
      r.recall_no,
      case when r.drill then '召回演练：' else ''
      end || r.reason,
      null::text,
      r.lot,
      null::date,
      (select count(*) from recall_batch b where b.oid = r.oid and b.recall_id = r.recall_id)::int,
      null,
      null::bigint,
      null,
      c.name,
      r.result,
      case when not r.drill and ${overdue} then 'told_late'
      end
    from recall r
    left join contact c on c.oid = r.oid and c.ctid_ = r.ctid_
    where ${within(sql`r.created_at`, request)}
  `,
}
/** Names of the columns, in the order each register answers them. */
const COLUMNS =
  '"key", at, paper_no, name, certificate, lot, valid_until, quantity, supplier_name, pid, patient_name, staff_name, note, gap'
/** Columns some answer beside them. */
const MORE = ['kind', 'amends', 'checked_name'] as const
const own = (register: RegisterName): ReadonlyArray<(typeof MORE)[number]> => {
  if (register in typed) return ['kind', 'amends']
  return register === 'outbound' || register === 'accepted' ? ['checked_name'] : []
}
const read = (register: RegisterName, request: RegisterPeriod): Sql =>
  sql`(${READ[register](request)}) x (${raw([COLUMNS, ...own(register)].join(', '))})`

/** The same with their types, which a null alone does not tell. */
const typedFor = (cx: Pick<Cx, 'who'>, register: RegisterName): Sql => sql`
  x."key", x.at::date at, x.paper_no::text paper_no, x.name, x.certificate::text certificate, x.lot::text lot,
  x.valid_until::date valid_until, x.quantity::int quantity, x.supplier_name::text supplier_name, x.pid::bigint pid,
  ${nameFor(cx, sql`x.patient_name::text`)} patient_name, x.staff_name::text staff_name, x.note::text note, x.gap::text gap,
  ${raw(MORE.map((name) => (own(register).includes(name) ? `x.${name}` : `null::text ${name}`)).join(', '))}
`

type Period = Pick<RegisterFilters, 'hid' | 'startTime' | 'endTime'>
function askedOf(cx: Cx | Out, { hid, startTime, endTime }: Period): RegisterPeriod {
  const until = endTime ?? cx.today
  return { hid: ownStore(cx, hid ?? cx.who.hid), from: startTime ?? addDays(until, -MONTH), until, today: cx.today }
}
const holds = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
function listing(cx: Cx | Out, query: RegisterFilters): Listing {
  const text = query.text?.trim()
  return {
    select: typedFor(cx, query.register),
    from: read(query.register, askedOf(cx, query)),
    where: [
      Boolean(query.lot?.trim()) && sameLot(sql`x.lot`, query.lot?.trim() ?? ''),
      Boolean(text) && sql`lower(concat_ws(' ', x.name, x.paper_no, x.supplier_name)) like ${holds(text ?? '')}`,
      query.gap === 'yes' && sql`x.gap is not null`,
    ],
    order: sql`x.gap is null, x.at desc nulls last, x.valid_until nulls last, x."key"`,
  }
}
export const registerPage = (cx: Cx, query: z.output<typeof RegisterQuery>): Promise<Page<RegisterRow>> =>
  pageOf(cx, { of: RegisterRow, ...listing(cx, query) }, query)

/** All registers of a store, those with gaps first. */
export async function registerSums(cx: Cx, query: Period): Promise<RegisterSum[]> {
  const request = askedOf(cx, query)
  const sums = await Promise.all(
    [...register.values].map(async (name) => ({
      register: name,
      ...(await cx.db.the({ rows: 'number', gaps: 'number' }, sql`select count(*) "rows", count(x.gap) gaps from ${read(name, request)}`)),
    })),
  )
  return sums.sort((a, b) => Number(b.gaps > 0) - Number(a.gaps > 0))
}

export const registerFile = (out: Out, query: z.output<(typeof registerCalls)['gsp.register-export']['input']>): FileAnswer => {
  const label = registers[query.register]
  return excel(sheet(label, RegisterRow, [...SHOWN]), out.stream(RegisterRow, everyRow(listing(out, query))), `${label}-${out.today}.xlsx`)
}
const SHOWN = [
  'at',
  'paperNo',
  'name',
  'certificate',
  'lot',
  'validUntil',
  'quantity',
  'supplierName',
  'patientName',
  'staffName',
  'checkedName',
  'kind',
  'note',
  'amends',
  'gap',
] as const
