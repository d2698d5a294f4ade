/** Compares documents with the ledger: bills, top-ups and balance records must state what their entries moved. For `npm run verify`. */
import { differencesOf, type Check } from '#kernel/server/verify.ts'
import { join, sql, lit, type Sql } from '#kernel/server/index.ts'
import { codePayment } from '#modules/payments/contract/states.ts'
import { moneyWays } from '#modules/payments/contract/ways.ts'
import { ChargeBillKind } from '#modules/loyalty/contract/fields.ts'

const lines = (entry: Sql, book: string, keys: Sql): Sql =>
  sql`
    from ledger_line l
    join ledger_account a using (oid, account_id)
    where l.oid = p.oid and l.entry_id = ${entry} and a.book = ${book} and a.key in (${keys})
  `
/** Amount an entry moved on some accounts of a book. */
const moved = (entry: Sql, book: string, keys: Sql): Sql => sql`coalesce((select sum(l.amount) ${lines(entry, book, keys)}), 0)`
// A merged member's documents belong to the member they were merged into; ledger lines stay on the original account.
const member = sql`
  select 'member:' || m.pid
  from patient m
  where m.oid = p.oid and p.pid in (m.pid, m.merged_into)
`
/**
 * True when a document states what its entry moved, on all accounts of the member together or on one of them (a transfer between two
 * members merged later).
 */
const agrees = (amount: Sql, entry: Sql, book: string): Sql =>
  sql`
    (
      ${amount} = ${moved(entry, book, member)}
      or ${amount} in (select sum(l.amount) ${lines(entry, book, member)} group by a.key)
    )
  `

/** What the entry of a document moved of a member's principal and gift money. */
const PRINCIPAL = moved(sql`p.entry_id`, 'stored', member)
const GIFT = moved(sql`p.entry_id`, 'gift', member)
/** What sentences name of a balance record and of a refund. */
const RECORD = sql`p.balance_record_id, p.hid, p.balance, p.held`
const REFUND = sql`r.refund_no, r.amount, coalesce(i.sum, 0), coalesce(y.sum, 0)`
const papers = (name: string, table: string, count: Sql, queries: readonly Sql[]): Check => ({
  name,
  run: async (db) => ({ seen: `${(await db.the({ n: 'number' }, count)).n} ${table}`, differences: await differencesOf(db, queries) }),
})

export const moneyPapers: readonly Check[] = [
  papers('stored value', 'stored-value bills', sql`select count(*) n from charge_bill`, [
    sql`
      select p.oid, format('stored-value bill %s says %s of principal, its entry moved %s', p.bill_no, p.money, ${PRINCIPAL}) what
      from charge_bill p
      where not ${agrees(sql`p.money`, sql`p.entry_id`, 'stored')}
    `,
    // A withdrawal forfeits gift money, which its document does not state.
    sql`
      select p.oid, format('stored-value bill %s says %s of gift money, its entry moved %s', p.bill_no, p.money_gift, ${GIFT}) what
      from charge_bill p
      where
        case when p.kind = ${lit(ChargeBillKind.withdrawal)} then ${GIFT} > 0 else not ${agrees(sql`p.money_gift`, sql`p.entry_id`, 'gift')}
        end
    `,
    sql`
      select a.oid,
        format(
          'members hold %s of principal, the stores owe them %s', sum(a.balance) filter (where a.book = 'stored'),
          -sum(a.balance) filter (where a.book = 'cash')
        ) what
      from ledger_account a
      where (a.book = 'stored' and starts_with(a.key, 'member:')) or (a.book = 'cash' and starts_with(a.key, 'prepaid:'))
      group by a.oid
      having sum(a.balance) <> 0
    `,
    sql`
      select p.oid, format('payment order %s was paid and not booked', p.order_no) what
      from payment_order p
      where p.status = ${lit(codePayment.is.paid)} and not p.booked and p.purpose <> 'bill'
    `,
  ]),
  papers('hospital balances', 'balance records', sql`select count(*) n from balance_record`, [
    sql`
      select p.oid,
        format(
          'balance record %s of store %s says %s, its entry moved %s', p.balance_record_id, p.hid, p.amount,
          ${moved(sql`p.entry_id`, 'hospital', sql`'store:' || p.hid`)}
        ) what
      from balance_record p
      where p.amount <> ${moved(sql`p.entry_id`, 'hospital', sql`'store:' || p.hid`)}
    `,
    sql`
      select p.oid, format('balance record %s of store %s says %s was held after it, the records up to it sum to %s', ${RECORD}) what
      from (
        select r.*, sum(r.amount) over (partition by r.oid, r.hid order by r.balance_record_id) held
        from balance_record r
      ) p
      where p.balance <> p.held
    `,
    sql`
      select a.oid, format('%s holds %s, its records sum to %s', a.key, a.balance, coalesce(r.sum, 0)) what
      from ledger_account a
      left join (
        select oid, 'store:' || hid "key", sum(amount) sum
        from balance_record
        group by 1, 2
      ) r using (oid, "key")
      where a.book = 'hospital' and starts_with(a.key, 'store:') and a.balance <> coalesce(r.sum, 0)
    `,
  ]),
  papers('shifts at the till', 'counts', sql`select count(*) n from till_count`, [
    sql`
      select s.oid,
        format(
          'shift %s says %s came in by way %s and %s went back, the ledger says %s and %s', s.shift_id, c.received, c.pay_way, c.refunded,
          t.received, t.refunded
        ) what
      from till_shift s
      join till_handover h using (oid, shift_id)
      cross join till_takings(s.oid, s.hid, s.from_line, h.to_line) t
      left join till_count c on c.oid = s.oid and c.shift_id = s.shift_id and c.pay_way = t.pay_way
      where (coalesce(c.received, 0), coalesce(c.refunded, 0)) <> (t.received, t.refunded)
    `,
  ]),
  papers('fee bills', 'payments', sql`select count(*) n from bill_payment`, [
    sql`
      select b.oid, format('fee bill %s says %s paid, its payments sum to %s', b.bill_no, b.paid, coalesce(p.sum, 0)) what
      from fee_bill b
      left join (select oid, fbid, sum(amount) sum from bill_payment group by 1, 2) p using (oid, fbid)
      where b.paid <> coalesce(p.sum, 0)
    `,
    sql`
      select p.oid, format('payments of entry %s took %s of principal, the entry moved %s', p.entry_id, p.stored, -${PRINCIPAL}) what
      from (
        select y.oid, y.entry_id, b.pid, sum(y.stored) stored
        from bill_payment y
        join fee_bill b using (oid, fbid)
        group by 1, 2, 3
      ) p
      where not ${agrees(sql`-p.stored`, sql`p.entry_id`, 'stored')}
    `,
    sql`
      select p.oid, format('payments of entry %s took %s of gift money, the entry moved %s', p.entry_id, p.gift, -${GIFT}) what
      from (
        select y.oid, y.entry_id, b.pid, sum(y.gift) gift
        from bill_payment y
        join fee_bill b using (oid, fbid)
        group by 1, 2, 3
      ) p
      where not ${agrees(sql`-p.gift`, sql`p.entry_id`, 'gift')}
    `,
    // What the tills moved is what the papers of the entry say, way by way: lines that balance among themselves do not hide a difference.
    sql`
      select coalesce(p.oid, m.oid) oid,
        format(
          'entry %s moved %s at till %s, its papers say %s', coalesce(p.entry_id, m.entry_id), coalesce(m.amount, 0),
          coalesce(p.till, m.till), coalesce(p.amount, 0)
        ) what
      from (
        select oid, entry_id, till, sum(amount) amount
        from (
          select y.oid, y.entry_id, format('till:%s:%s', y.hid, y.pay_way) till, y.amount
          from bill_payment y
          where y.pay_way in (${join(moneyWays.map(lit))})
          union all
          select r.oid,
            r.entry_id,
            format('till:%s:%s', y.hid, y.pay_way),
            case when r.cancels is null then y.deducted - y.amount else y.amount - y.deducted
            end
          from refund r
          join refund_payment y on y.oid = r.oid and y.refund_id = coalesce(r.cancels, r.refund_id)
          where y.pay_way in (${join(moneyWays.map(lit))}) and r.entry_id is not null
          union all
          select c.oid, c.entry_id, format('till:%s:%s', c.hid, c.pay_way), c.money
          from charge_bill c
          where c.pay_way is not null
        ) paper
        group by 1, 2, 3
        having sum(amount) <> 0
      ) p
      full join (
        select l.oid, l.entry_id, a.key till, sum(l.amount) amount
        from ledger_line l
        join ledger_account a using (oid, account_id)
        where l.book = 'cash' and a.key ~ '^till:'
        group by 1, 2, 3
        having sum(l.amount) <> 0
      ) m using (oid, entry_id, till)
      where coalesce(p.amount, 0) <> coalesce(m.amount, 0)
    `,
    // Every refund says what its lines and its payments sum to, and every bill what its refunds in force do.
    sql`
      select
        r.oid,
        format('refund %s says %s, its lines sum to %s and its payments to %s', ${REFUND}) what
      from
        refund r
        left join (
          select
            oid,
            refund_id,
            sum(amount) sum
          from
            refund_item
          group by
            1,
            2
        ) i on i.oid = r.oid
        and i.refund_id = coalesce(r.cancels, r.refund_id)
        left join (
          select
            oid,
            refund_id,
            sum(amount) sum
          from
            refund_payment
          group by
            1,
            2
        ) y on y.oid = r.oid
        and y.refund_id = coalesce(r.cancels, r.refund_id)
      where
        r.amount <> coalesce(i.sum, 0)
        or r.amount <> coalesce(y.sum, 0)
    `,
    sql`
      select b.oid, format('fee bill %s says %s refunded, its refunds in force sum to %s', b.bill_no, b.refunded, coalesce(r.sum, 0)) what
      from fee_bill b
      left join (
        select r.oid, r.fbid, sum(case when r.cancels is null then r.amount else -r.amount end) sum
        from refund r
        group by 1, 2
      ) r using (oid, fbid)
      where b.refunded <> coalesce(r.sum, 0)
    `,
  ]),
]
