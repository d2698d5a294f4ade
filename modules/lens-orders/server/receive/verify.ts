/**
 * Orders against their receipts, their bills, the lenses in members' eyes, the credit they hold and the goods kept for them. For `npm run
 * verify`.
 */
import { join, lit, sql, type Sql } from '#kernel/server/index.ts'
import { differencesOf, type Check } from '#kernel/server/verify.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { payableKinds } from '#modules/purchasing/contract/states.ts'
import { stockIn } from '#modules/stock/contract/states.ts'
import { fitted, supply } from '../../contract/states.ts'
import { machineIn } from '../queries.ts'
import { credited } from '../remakes/credit.ts'
import { LEDGER } from '../remakes/ledger.ts'

const check = (name: string, seen: (n: { orders: number; lenses: number; held: number }) => string, queries: readonly Sql[]): Check => ({
  name,
  run: async (db) => ({
    seen: seen(
      await db.the(
        { orders: 'number', lenses: 'number', held: 'number' },
        sql`
          select (select count(*) from supply_order) orders, (select count(*) from ok_lens where starts_with(ref, 'order:')) lenses,
            (select count(*) from batch where held_for is not null) held
        `,
      ),
    ),
    differences: await differencesOf(db, queries),
  }),
})
const is = (column: Sql, states: readonly number[]): Sql => sql`${column} in ${lit(states)}`
const HERE = sql`
  (
    (o.flow = 'supply' and o.status = ${lit(supply.is.stocked)})
    or (o.flow = 'fitted' and ${is(sql`o.status`, [fitted.is.ready, fitted.is.handedOver])})
  )
`

const papers: readonly Sql[] = [
  sql`
    select l.oid,
      format(
        'order %s line %s counts %s received and %s refused, its receipts %s and %s', o.order_no, l.line_no, l.received, l.rejected, r.here,
        r.refused
      ) what
    from supply_order_line l
    join supply_order o using (oid, order_id)
    cross join lateral (
      select coalesce(sum(quantity) filter (where verdict in ('pass', 'accepted')), 0) here,
        coalesce(sum(quantity) filter (where verdict = 'rejected'), 0) refused
      from supply_receipt_line x
      where x.oid = l.oid and x.line_id = l.line_id
    ) r
    where (l.received, l.rejected) <> (r.here, r.refused)
  `,
  sql`
    select o.oid, format('order %s is in the house with %s pieces, its posted papers have %s', o.order_no, w.n, p.n) what
    from supply_order o
    cross join lateral (
      select coalesce(sum(received), 0) n
      from supply_order_line l
      where l.oid = o.oid and l.order_id = o.order_id
    ) w
    cross join lateral (
      select coalesce(sum(i.quantity), 0) n
      from supply_receipt r
      join stock_in d on d.oid = r.oid and d.stockin_id = r.stockin_id and d.status = ${lit(stockIn.is.posted)}
      join stock_in_item i on i.oid = d.oid and i.stockin_id = d.stockin_id
      where r.oid = o.oid and r.order_id = o.order_id
    ) p
    where ${HERE} and w.n <> p.n
  `,
  sql`
    select o.oid, format('order %s is for %s, its bill has %s for it', o.order_no, o.total, b.sum) what
    from supply_order o
    cross join lateral (
      select coalesce(sum(i.price * i.quantity), 0) sum
      from bill_item i
      join supply_order_line l on l.oid = i.oid and i.ref = 'order-line:' || l.line_id
      where i.oid = o.oid and i.fbid = o.fbid and l.order_id = o.order_id
    ) b
    where o.fbid is not null and not ${machineIn('neverMade')} and o.total <> b.sum
  `,
  sql`
    select o.oid, format('order %s was cancelled, its bill %s still holds %s', o.order_no, b.bill_no, b.paid - b.refunded) what
    from supply_order o
    join fee_bill b on b.oid = o.oid and b.fbid = o.fbid
    where o.status = case o.flow when 'fitted' then ${lit(fitted.is.cancelled)} else ${lit(supply.is.cancelled)}
      end
      and (b.paid > b.refunded or ${is(sql`b.status`, feeBill.in.due)})
  `,
]
const lenses: readonly Sql[] = [
  sql`
    select k.oid, format('lens %s in use came by %s, which received no such lens for this eye of this member', k.serial, k.ref) what
    from ok_lens k
    where starts_with(k.ref, 'order:')
      and not exists (
        select
        from supply_receipt_line r
        join supply_order_line l on l.oid = r.oid and l.line_id = r.line_id
        join supply_order o on o.oid = l.oid and o.order_id = l.order_id
        where r.oid = k.oid
          and r.serial = k.serial
          and r.verdict in ('pass', 'accepted')
          and l.eye = k.eye
          and o.pid = k.pid
          and 'order:' || o.order_id = k.ref
          and o.handed_at is not null
      )
  `,
  sql`
    select o.oid, format('order %s was handed over, lens %s of it is in nobody''s eye', o.order_no, r.serial) what
    from supply_order o
    join supply_order_line l using (oid, order_id)
    join supply_receipt_line r on r.oid = l.oid and r.line_id = l.line_id and r.verdict in ('pass', 'accepted')
    where o.serialized
      and o.handed_at is not null
      and not exists (
        select
        from ok_lens k
        where k.oid = r.oid and k.serial = r.serial and k.ref = 'order:' || o.order_id
      )
  `,
]
const holding = sql`
  select e.oid, e.ref, sum(l.amount) held
  from ledger_entry e
  join ledger_line l using (oid, entry_id)
  join ledger_account a using (oid, account_id)
  where a.book = 'credit' and starts_with(a.key, 'used:') and starts_with(e.ref, 'order:')
  group by 1, 2
`
const credit: readonly Sql[] = [
  sql`
    select o.oid, format('order %s was given up and holds %s of credit', o.order_no, h.held) what
    from (${holding}) h
    join supply_order o on o.oid = h.oid and 'order:' || o.order_id = h.ref
    where ${machineIn('givenUp')} and h.held <> 0
  `,
  sql`
    select o.oid, format('order %s holds %s of credit and costs %s', o.order_no, h.held, o.cost_total) what
    from (${holding}) h
    join supply_order o on o.oid = h.oid and 'order:' || o.order_id = h.ref
    where h.held > o.cost_total or h.held < 0
  `,
  sql`
    select a.oid, format('%s holds %s, the orders of the store %s', a.key, a.balance, coalesce(x.held, 0)) what
    from ledger_account a
    left join (
      select o.oid, 'used:' || o.hid "key", sum(h.held) held
      from (${holding}) h
      join supply_order o on o.oid = h.oid and 'order:' || o.order_id = h.ref
      group by 1, 2
    ) x using (oid, "key")
    where a.book = 'credit' and starts_with(a.key, 'used:') and a.balance <> coalesce(x.held, 0)
  `,
]
const lies = sql`
  select b.oid, b.hid, b.held_for ref, b.locked, sum(a.balance) n
  from batch b
  join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
  where b.held_for is not null and a.balance > 0
  group by 1, 2, 3, 4
`
const unpaid = sql`
  not exists (
    select
    from fee_bill f
    where f.oid = o.oid and f.fbid = o.fbid and f.paid > 0 and f.refunded >= f.paid
  )
`
const held: readonly Sql[] = [
  sql`
    select h.oid, format('%s pieces are held for %s, which waits for none', h.n, h.ref) what
    from (${lies}) h
    where not h.locked
      and not exists (
        select
        from supply_order o
        where h.ref = 'order:' || o.order_id
          and o.oid = h.oid
          and o.hid = h.hid
          and not ${machineIn('givenUp')}
          and o.handed_at is null
          and ${unpaid}
      )
      and not exists (
        select
        from record_frame f
        where h.ref = 'frame:' || f.record_frame_id
          and f.oid = h.oid
          and f.hid = h.hid
          and not ${is(sql`f.status`, [...frameOrder.in.givenUp, ...frameOrder.in.handedOver])}
      )
  `,
  sql`
    select
      o.oid,
      format('order %s waits for its member with %s pieces, %s are held for it', o.order_no, w.n, coalesce(h.n, 0)) what
    from
      supply_order o
      cross join lateral (
        select
          coalesce(sum(received), 0) n
        from
          supply_order_line l
        where
          l.oid = o.oid
          and l.order_id = o.order_id
      ) w
      left join (
        select
          oid,
          ref,
          sum(n) n
        from
          (${lies}) y
        group by
          1,
          2
      ) h on h.oid = o.oid
      and h.ref = 'order:' || o.order_id
    where
      o.pid is not null
      and o.record_frame_id is null
      and o.handed_at is null
      and ${unpaid}
      and ${join(
        [
          sql`((o.flow = 'fitted' and o.status = ${lit(fitted.is.ready)})`,
          sql`(o.flow = 'supply' and ${is(sql`o.status`, [supply.is.received, supply.is.stocked])}))`,
        ],
        ' or ',
      )}
      and w.n <> coalesce(h.n, 0)
  `,
]
const remade: readonly Sql[] = [
  sql`
    select c.oid, format('credit note %s makes %s good by %s, which the remake ledger does not have', c.doc_no, c.remake, c.sum) what
    from (
      select oid, doc_no, remake, -sum(amount) sum
      from payable
      where remake is not null
      group by 1, 2, 3
      having sum(amount) <> 0
    ) c
    where not exists (select from ${LEDGER} where x.oid = c.oid and x.key = c.remake)
  `,
  sql`
    select
      i.oid,
      format('return %s took %s pieces of batch %s, receipts name %s of them', d.stockout_no, i.n, i.batch_id, coalesce(r.n, 0)) what
    from
      (
        select
          oid,
          stockout_id,
          batch_id,
          sum(quantity) n
        from
          stock_out_item
        group by
          1,
          2,
          3
      ) i
      join stock_out d using (oid, stockout_id)
      left join (
        select
          oid,
          returned_by,
          batch_id,
          sum(quantity) n
        from
          supply_receipt_line
        where
          returned_by is not null
        group by
          1,
          2,
          3
      ) r on r.oid = i.oid
      and r.returned_by = i.stockout_id
      and r.batch_id = i.batch_id
    where
      i.n <> coalesce(r.n, 0)
      and exists (
        select
        from
          supply_receipt_line y
        where
          y.oid = i.oid
          and y.returned_by = i.stockout_id
      )
  `,
  sql`
    select oid, format('the remake ledger shows %s made good by suppliers, their papers say %s', shown, said) what
    from (
      select coalesce(l.oid, p.oid) oid, coalesce(l.sum, 0) shown, coalesce(p.sum, 0) said
      from (select x.oid, sum(${credited}) sum from ${LEDGER} group by 1) l
      full join (
        select oid, sum(sum) sum
        from (
          select oid, -sum(amount) sum
          from payable
          where remake is not null
          group by 1
          union all
          select y.oid, -sum(y.amount)
          from payable y
          join stock_out_item i on i.oid = y.oid and i.item_id = y.stock_out_item_id
          where exists (select from supply_receipt_line r where r.oid = i.oid and r.returned_by = i.stockout_id)
          group by 1
          union all
          select y.oid, -sum(y.amount)
          from payable y
          join stock_in_item i on i.oid = y.oid and i.item_id = y.stock_in_item_id
          join stock_in d on d.oid = i.oid and d.stockin_id = i.stockin_id
          where y.kind = ${lit(payableKinds.is.difference)}
            and d.status = ${lit(stockIn.is.posted)}
            and exists (
              select
              from supply_receipt h
              join supply_order o on o.oid = h.oid and o.order_id = h.order_id
              where h.oid = d.oid
                and h.stockin_id = d.stockin_id
                and o.original_id is not null
                and o.status <> ${lit(supply.is.cancelled)}
            )
          group by 1
        ) u
        group by 1
      ) p on p.oid = l.oid
    ) t
    where shown <> said
  `,
  sql`
    select
      x.oid, format('scrap of %s counts %s pieces in the remake ledger, the stock lost %s', x.order_no, x.pieces, coalesce(-s.sum, 0)) what
    from ${LEDGER}
    left join lateral (
      select sum(l.amount) sum
      from ledger_entry e
      join ledger_line l using (oid, entry_id)
      join ledger_account a using (oid, account_id)
      where e.oid = x.oid and e.ref = 'stockout:' || x.paper_id and a.book = 'stock' and starts_with(a.key, 'batch:')
    ) s on true
    where x.what = 'scrap' and x.pieces <> coalesce(-s.sum, 0)
  `,
]
/** What must agree of orders, each told by what it went through. */
export const orderChecks: readonly Check[] = [
  check('orders', ({ orders }) => `${orders} orders`, papers),
  check('lenses of orders', (n) => `${n.lenses} lenses`, lenses),
  check('credit of orders', ({ orders }) => `${orders} orders`, credit),
  check('remakes', (n) => `${n.orders} orders`, remade),
  check('held goods', (n) => `${n.held} batches`, held),
]
