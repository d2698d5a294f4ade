/** A lot, followed through the ledger of the stock: what came under it, where it is, and by what the rest left. */
import { canonicalCode } from '#kernel/contract/index.ts'
import { gtinOf, readUdi } from '#kernel/contract/gs1/gs1.ts'
import { idIn, lit, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { lensMachine } from '#modules/records/contract/okjing/states.ts'
import { sameLot } from '#modules/stock/server/door.ts'
import { LotTrace, type LotQuery } from '../../contract/receive/lots.ts'

const Holders = LotTrace.shape.holders.element
const Shelf = LotTrace.shape.shelf.element
const Transit = LotTrace.shape.transit.element
export interface WantedLot {
  readonly lot: string
  /** Products the code names; undefined for all that have the lot. */
  readonly productIds: readonly number[] | undefined
}
/** The lot that was typed, or that the scanned code of a box names together with its goods. */
async function wantedOf(cx: Cx, { lot, productId }: LotQuery): Promise<WantedLot> {
  // What an input method typed full-width is read as a scanner sends it.
  const typed = lot.normalize('NFKC').trim()
  const named = productId === undefined ? undefined : [productId]
  const { udi, fault } = readUdi(typed)
  if (fault !== undefined || !udi.batch) return { lot: canonicalCode(typed), productIds: named }
  const goods = await cx.db.rows(
    { productId: 'number', barCode: 'string | null' },
    sql`
      select distinct p.product_id, p.bar_code
      from batch b
      join product p on p.oid = b.oid and p.product_id = b.product_id
      where ${sameLot(sql`b.batch_no`, udi.batch)}
    `,
  )
  const same = udi.gtin ? goods.filter((g) => gtinOf(g.barCode) === udi.gtin) : []
  return { lot: canonicalCode(udi.batch), productIds: named ?? (same.length ? same.map((g) => g.productId) : undefined) }
}
const among = (column: Sql, ids: readonly number[] | undefined): Sql => (ids ? sql`${column} = any(${ids}::bigint[])` : sql`true`)
const conditionOf = ({ lot, productIds }: WantedLot): Sql =>
  sql`${sameLot(sql`b.batch_no`, lot)} and ${among(sql`b.product_id`, productIds)}`

/** Each account of a batch under its batch: the keys are made first, so that the ledger is asked by its index. */
const accounts = (wanted: WantedLot): Sql =>
  sql`
    select b.oid, b.hid, b.batch_id, b.product_id, a.account_id, a.balance
    from batch b
    join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
    where ${conditionOf(wanted)}
  `
/** What of the lot left by each ref and did not come back. Moving from one batch of it to another is no leaving. */
const left = (wanted: WantedLot): Sql =>
  sql`
    select x.oid, x.hid, x.product_id, e.ref, -sum(l.amount)::int quantity, max(e.at) at
    from (${accounts(wanted)}) x
    join ledger_line l on l.oid = x.oid and l.account_id = x.account_id
    join ledger_entry e on e.oid = l.oid and e.entry_id = l.entry_id
    group by 1, 2, 3, 4
    having sum(l.amount) < 0
  `
const HELD = lit(lensMachine.in.held)

/** Who has pieces of it, and by what others left: one row a ref. */
const departed = (cx: Cx, wanted: WantedLot) =>
  cx.db.rows(
    Holders,
    sql`
      select w.hid,
        s.name store_name,
        coalesce(f.pid, o.pid, r.pid, g.pid) pid,
        p.name patient_name,
        p.mobile,
        p.member_no,
        w.product_id,
        d.name product_name,
        w.quantity,
        case split_part(w.ref, ':', 1) when 'bill' then 'bill'
          when 'order' then 'order'
          when 'frame' then 'frame'
          when 'gift_order' then 'gift'
          when 'stockout' then 'paper'
          else 'other'
        end "by",
        w.doc_id,
        coalesce(f.bill_no, o.order_no, r.order_no, g.order_no, t.stockout_no) doc_no,
        w.at,
        k.serials,
        coalesce(k.worn, false) worn
      from (select v.*, ${idIn(sql`v.ref`)} doc_id from (${left(wanted)}) v) w
      join store s on s.oid = w.oid and s.hid = w.hid
      join product d on d.oid = w.oid and d.product_id = w.product_id
      left join fee_bill f on f.oid = w.oid and w.ref = 'bill:' || f.fbid and f.fbid = w.doc_id
      left join supply_order o on o.oid = w.oid and w.ref = 'order:' || o.order_id and o.order_id = w.doc_id
      left join record_frame r on r.oid = w.oid and w.ref = 'frame:' || r.record_frame_id and r.record_frame_id = w.doc_id
      left join gift_order g on g.oid = w.oid and w.ref = 'gift_order:' || g.gift_order_id and g.gift_order_id = w.doc_id
      left join stock_out t on t.oid = w.oid and w.ref = 'stockout:' || t.stockout_id and t.stockout_id = w.doc_id
      left join patient p on p.oid = w.oid and p.pid = coalesce(f.pid, o.pid, r.pid, g.pid)
      left join lateral (
        select string_agg(k.serial, '、' order by k.serial) serials, bool_or(k.status in ${lit(lensMachine.in.worn)}) worn
        from ok_lens k
        where k.oid = w.oid and k.ref = w.ref and ${sameLot(sql`k.batch`, wanted.lot)}
      ) k on true
      order by w.at desc, w.ref
    `,
  )
/** Lenses of the lot that members have and no order of ours brought. */
const elsewhere = (cx: Cx, { lot, productIds }: WantedLot) =>
  productIds
    ? Promise.resolve([])
    : cx.db.rows(
        Holders,
        sql`
          select
            k.hid, s.name store_name, k.pid, p.name patient_name, p.mobile, p.member_no, 0 product_id, coalesce(k.product, '') product_name,
            1 quantity, 'lens' "by", k.id doc_id, null::text doc_no, k.handed_on::timestamptz at, k.serial serials,
            k.status in ${lit(lensMachine.in.worn)} worn
          from ok_lens k
          join store s on s.oid = k.oid and s.hid = k.hid
          join patient p on p.oid = k.oid and p.pid = k.pid
          where ${sameLot(sql`k.batch`, lot)}
            and k.hid = any(${cx.who.hids}::bigint[])
            and k.status in ${HELD}
            and not coalesce(starts_with(k.ref, 'order:'), false)
          order by k.id
        `,
      )
const shelfOf = (cx: Cx, wanted: WantedLot) =>
  cx.db.rows(
    Shelf,
    sql`
      select
        b.hid, s.name store_name, w.name warehouse_name, b.product_id, d.name product_name, b.sph, b.cyl, b.expiry, x.balance::int quantity,
        b.locked, coalesce(o.order_no, r.order_no, b.held_for) held_for
      from (${accounts(wanted)}) x
      join batch b on b.oid = x.oid and b.batch_id = x.batch_id
      join store s on s.oid = b.oid and s.hid = b.hid
      join warehouse w on w.oid = b.oid and w.warehouse_id = b.warehouse_id
      join product d on d.oid = b.oid and d.product_id = b.product_id
      left join supply_order o on o.oid = b.oid and o.order_id = ${idIn(sql`b.held_for`, 'order')}
      left join record_frame r on r.oid = b.oid and r.record_frame_id = ${idIn(sql`b.held_for`, 'frame')}
      where x.balance > 0
      order by b.hid, b.expiry nulls last, b.batch_id
    `,
  )
const transitOf = (cx: Cx, { lot, productIds }: WantedLot) =>
  cx.db.rows(
    Transit,
    sql`
      select x.hid, s.name store_name, l.product_id, d.name product_name, x.quantity, o.order_id, o.order_no, u.name supplier_name, h.at
      from supply_receipt_line x
      join supply_receipt h on h.oid = x.oid and h.receipt_id = x.receipt_id
      join supply_order_line l on l.oid = x.oid and l.line_id = x.line_id
      join supply_order o on o.oid = l.oid and o.order_id = l.order_id
      join store s on s.oid = x.oid and s.hid = x.hid
      join product d on d.oid = l.oid and d.product_id = l.product_id
      left join supplier u on u.oid = o.oid and u.supplier_id = o.supplier_id
      where ${sameLot(sql`x.batch_no`, lot)} and x.verdict = 'mismatch' and ${among(sql`l.product_id`, productIds)}
      order by x.receipt_line_id
    `,
  )
const pieces = (rows: ReadonlyArray<{ quantity: number }>): number => rows.reduce((n, { quantity }) => n + quantity, 0)

/** A lot in the stores of the account. */
export async function traceLot(cx: Cx, query: LotQuery): Promise<LotTrace> {
  return traceWanted(cx, await wantedOf(cx, query))
}
export async function traceWanted(cx: Cx, wanted: WantedLot): Promise<LotTrace> {
  const [went, lenses, shelf, transit] = [
    await departed(cx, wanted),
    await elsewhere(cx, wanted),
    await shelfOf(cx, wanted),
    await transitOf(cx, wanted),
  ]
  const had = went.filter((w) => w.pid !== null)
  const gone = went.filter((w) => w.pid === null)
  const onShelf = pieces(shelf)
  return {
    lot: wanted.lot,
    came: onShelf + pieces(went),
    onShelf,
    held: pieces(had) + pieces(lenses),
    left: pieces(gone),
    holders: [...had, ...lenses],
    shelf,
    transit,
    gone,
  }
}

/** The lot a code names: a lot, the code of a box, or the serial number of a lens a member has. */
export async function lotWanted(cx: Cx, query: LotQuery): Promise<WantedLot> {
  const wanted = await wantedOf(cx, query)
  const exists = await cx.db.any(sql`select 1 from batch where ${sameLot(sql`batch_no`, wanted.lot)} limit 1`)
  if (exists) return wanted
  const lens = await cx.db.one(
    { batch: 'string' },
    sql`
      select batch
      from ok_lens
      where serial = ${wanted.lot} and batch is not null
      order by id desc
      limit 1
    `,
  )
  return lens ? { lot: lens.batch, productIds: undefined } : wanted
}
