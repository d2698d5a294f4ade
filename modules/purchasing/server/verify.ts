/** Compares payables with stock documents and with the ledger. For `npm run verify`. */
import { lit, sql } from '#kernel/server/index.ts'
import { differencesOf, type Check } from '#kernel/server/verify.ts'
import { stockIn, stockOut } from '#modules/stock/contract/states.ts'
import { StockInType, StockOutType } from '#modules/stock/contract/fields.ts'
import { supplierPayment } from '../contract/states.ts'

const { is } = supplierPayment
const queries = [
  sql`
    select a.oid,
      format('%s holds %s, its payables less what was paid sum to %s', a.key, a.balance, coalesce(x.sum, 0) - coalesce(p.sum, 0)) what
    from ledger_account a
    left join (
      select oid, 'supplier:' || supplier_id "key", sum(amount) sum
      from payable
      group by 1, 2
    ) x using (oid, "key")
    left join (
      select oid, 'supplier:' || supplier_id "key", sum(total) sum
      from supplier_payment
      where status = ${lit(is.paid)}
      group by 1, 2
    ) p using (oid, "key")
    where a.book = 'payable' and starts_with(a.key, 'supplier:') and a.balance <> coalesce(x.sum, 0) - coalesce(p.sum, 0)
  `,
  sql`
    select x.oid, format('payables of entry %s sum to %s, the entry moved %s', x.entry_id, x.sum, coalesce(l.sum, 0)) what
    from (
      select oid, entry_id, supplier_id, sum(amount) sum
      from payable
      where entry_id is not null
      group by 1, 2, 3
    ) x
    left join lateral (
      select sum(l.amount) sum
      from ledger_line l
      join ledger_account a using (oid, account_id)
      where l.oid = x.oid and l.entry_id = x.entry_id and a.key = 'supplier:' || x.supplier_id
    ) l on true
    where x.sum <> coalesce(l.sum, 0)
  `,
  sql`
    select i.oid, format('stock-in %s line %s is owed %s, its paper says %s', d.stockin_no, i.item_id, coalesce(x.sum, 0), w.sum) what
    from stock_in_item i
    join stock_in d on d.oid = i.oid and d.stockin_id = i.stockin_id
    left join stock_price r on r.oid = i.oid and r.stock_in_item_id = i.item_id
    cross join lateral (
      select case when d.status = ${lit(stockIn.is.posted)}
        and d.stockin_type = ${StockInType.purchase}
        and d.supplier_id is not null then i.quantity * coalesce(r.price, i.cost)
        else 0
        end sum
    ) w
    left join lateral (
      select sum(x.amount) sum
      from payable x
      where x.oid = i.oid and x.stock_in_item_id = i.item_id
    ) x on true
    where coalesce(x.sum, 0) <> w.sum
  `,
  sql`
    select i.oid, format('stock-out %s line %s is owed %s, its paper says %s', d.stockout_no, i.item_id, coalesce(x.sum, 0), w.sum) what
    from stock_out_item i
    join stock_out d on d.oid = i.oid and d.stockout_id = i.stockout_id
    left join stock_price r on r.oid = i.oid and r.stock_out_item_id = i.item_id
    left join batch b on b.oid = i.oid and b.batch_id = i.batch_id
    cross join lateral (
      select case when d.status = ${lit(stockOut.is.posted)}
        and d.stockout_type = ${StockOutType.supplierReturn}
        and d.supplier_id is not null then -i.quantity * coalesce(r.price, nullif(i.price, 0), b.cost)
        else 0
        end sum
    ) w
    left join lateral (
      select sum(x.amount) sum
      from payable x
      where x.oid = i.oid and x.stock_out_item_id = i.item_id
    ) x on true
    where coalesce(x.sum, 0) <> w.sum
  `,
  sql`
    select p.oid, format('payment %s says %s, its lines sum to %s', p.payment_no, p.total, coalesce(x.sum, 0)) what
    from supplier_payment p
    left join (
      select oid, payment_id, sum(amount) sum
      from payable
      group by 1, 2
    ) x using (oid, payment_id)
    where coalesce(x.sum, 0) <> case when p.status = ${lit(is.deleted)} then 0 else p.total end
  `,
]
export const payables: Check = {
  name: 'payables',
  run: async (db) => {
    const { rows, paid } = await db.the(
      { rows: 'number', paid: 'number' },
      sql`select (select count(*) from payable) as rows, (select count(*) from supplier_payment where status = ${lit(is.paid)}) paid`,
    )
    return { seen: `${rows} payables, ${paid} payments`, differences: await differencesOf(db, queries) }
  },
}
