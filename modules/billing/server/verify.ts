/** Papers against the ledger: what bills, top-ups and balance records say moved is what their entries moved. For `npm run verify`. */
import { differencesOf, type Check } from '#kernel/server/verify.ts'
import { sql, type Sql } from '#kernel/server/index.ts'

const lines = (entry: Sql, book: string, keys: Sql): Sql =>
  sql`from ledger_line l join ledger_account a using (oid, account_id) where l.oid = p.oid and l.entry_id = ${entry} and a.book = ${book} and a.key in (${keys})`
/** What an entry moved on some accounts of a book. */
const moved = (entry: Sql, book: string, keys: Sql): Sql => sql`coalesce((select sum(l.amount) ${lines(entry, book, keys)}), 0)`
// Papers of a member who was merged into another stand with that one; the lines stay where they were written.
const member = sql`select 'member:' || m.pid from patient m where m.oid = p.oid and p.pid in (m.pid, m.merged_into)`
/** Whether a paper says what its entry moved: on all of the member's accounts together, or on one of them, as in a transfer between two that were merged since. */
const says = (amount: Sql, entry: Sql, book: string): Sql => sql`(${amount} = ${moved(entry, book, member)} or ${amount} in (select sum(l.amount) ${lines(entry, book, member)} group by a.key))`

const papers = (name: string, table: string, count: Sql, queries: readonly Sql[]): Check => ({
  name,
  run: async (db) => ({ seen: `${(await db.one<{ n: number }>(count))!.n} ${table}`, differences: await differencesOf(db, queries) }),
})

export const moneyPapers: readonly Check[] = [
  papers('stored value', 'stored-value bills', sql`select count(*) n from charge_bill`, [
    sql`select p.oid, format('stored-value bill %s says %s of principal, its entry moved %s', p.bill_no, p.money, ${moved(sql`p.entry_id`, 'stored', member)}) what from charge_bill p where not ${says(sql`p.money`, sql`p.entry_id`, 'stored')}`,
    // A withdrawal forfeits gift money, which its paper does not pay out.
    sql`select p.oid, format('stored-value bill %s says %s of gift money, its entry moved %s', p.bill_no, p.money_gift, ${moved(sql`p.entry_id`, 'gift', member)}) what from charge_bill p
      where case when p.kind = 2 then ${moved(sql`p.entry_id`, 'gift', member)} > 0 else not ${says(sql`p.money_gift`, sql`p.entry_id`, 'gift')} end`,
    sql`select a.oid, format('members hold %s of principal, the stores owe them %s', sum(a.balance) filter (where a.book = 'stored'), -sum(a.balance) filter (where a.book = 'cash')) what from ledger_account a
      where (a.book = 'stored' and starts_with(a.key, 'member:')) or (a.book = 'cash' and starts_with(a.key, 'prepaid:')) group by a.oid having sum(a.balance) <> 0`,
    sql`select p.oid, format('payment order %s was paid and not booked', p.order_no) what from payment_order p where p.status = 1 and not p.booked and p.purpose <> 'bill'`,
  ]),
  papers('hospital balances', 'balance records', sql`select count(*) n from balance_record`, [
    sql`select p.oid, format('balance record %s of store %s says %s, its entry moved %s', p.balance_record_id, p.hid, p.amount, ${moved(sql`p.entry_id`, 'hospital', sql`'store:' || p.hid`)}) what from balance_record p
      where p.amount <> ${moved(sql`p.entry_id`, 'hospital', sql`'store:' || p.hid`)}`,
    sql`select p.oid, format('balance record %s of store %s says %s was held after it, the records up to it sum to %s', p.balance_record_id, p.hid, p.balance, p.held) what
      from (select r.*, sum(r.amount) over (partition by r.oid, r.hid order by r.balance_record_id) held from balance_record r) p where p.balance <> p.held`,
    sql`select a.oid, format('%s holds %s, its records sum to %s', a.key, a.balance, coalesce(r.sum, 0)) what from ledger_account a
      left join (select oid, 'store:' || hid "key", sum(amount) sum from balance_record group by 1, 2) r using (oid, "key") where a.book = 'hospital' and starts_with(a.key, 'store:') and a.balance <> coalesce(r.sum, 0)`,
  ]),
  papers('fee bills', 'payments', sql`select count(*) n from bill_payment`, [
    sql`select b.oid, format('fee bill %s says %s paid, its payments sum to %s', b.bill_no, b.paid, coalesce(p.sum, 0)) what from fee_bill b left join (select oid, fbid, sum(amount) sum from bill_payment group by 1, 2) p using (oid, fbid) where b.paid <> coalesce(p.sum, 0)`,
    sql`select p.oid, format('payments of entry %s took %s of principal, the entry moved %s', p.entry_id, p.stored, -${moved(sql`p.entry_id`, 'stored', member)}) what
      from (select y.oid, y.entry_id, b.pid, sum(y.stored) stored from bill_payment y join fee_bill b using (oid, fbid) group by 1, 2, 3) p where not ${says(sql`-p.stored`, sql`p.entry_id`, 'stored')}`,
    sql`select p.oid, format('payments of entry %s took %s of gift money, the entry moved %s', p.entry_id, p.gift, -${moved(sql`p.entry_id`, 'gift', member)}) what
      from (select y.oid, y.entry_id, b.pid, sum(y.gift) gift from bill_payment y join fee_bill b using (oid, fbid) group by 1, 2, 3) p where not ${says(sql`-p.gift`, sql`p.entry_id`, 'gift')}`,
  ]),
  papers('coupons', 'coupons', sql`select count(*) n from receive_record`, [
    // Unused while something is left of it; of a piece that is one, of a gift card up to its value.
    sql`select r.oid, format('coupon %s stands at state %s, the ledger holds %s of it', r.code, r.status, coalesce(a.balance, 0)) what from receive_record r join coupon_kind k on k.oid = r.oid and k.id = r.kind_id
      left join ledger_account a on a.oid = r.oid and a.key = 'coupon:' || r.id and a.book = case k.coupon_type when 4 then 'cards' else 'coupons' end
      where (r.status = 0) <> (coalesce(a.balance, 0) > 0) or coalesce(a.balance, 0) > case k.coupon_type when 4 then k.value else 1 end`,
  ]),
  papers('packages', 'items of packages', sql`select count(*) n from package_item`, [
    // A package that was given back holds nothing; any other what was bought less what the records say was used.
    sql`select i.oid, format('item %s of package %s: %s bought, %s used by its records, the ledger holds %s', i.package_item_id, i.package_id, i.quantity, coalesce(u.used, 0), coalesce(a.balance, 0)) what
      from package_item i join member_package m on m.oid = i.oid and m.package_id = i.package_id left join ledger_account a on a.oid = i.oid and a.book = 'sessions' and a.key = 'package_item:' || i.package_item_id
      left join (select oid, package_item_id, sum(case kind when 1 then quantity when 2 then -quantity end) used from package_record where kind in (1, 2) group by 1, 2) u on u.oid = i.oid and u.package_item_id = i.package_item_id
      where coalesce(a.balance, 0) <> case m.status when 4 then 0 else i.quantity - coalesce(u.used, 0) end`,
  ]),
  papers('gifts', 'exchanged gifts', sql`select count(*) n from gift_order`, [
    sql`select p.oid, format('gift %s says %s points, its entry moved %s', p.order_no, p.points, -${moved(sql`p.entry_id`, 'points', member)}) what from gift_order p where p.entry_id is not null and not ${says(sql`-p.points`, sql`p.entry_id`, 'points')}
      union all select p.oid, format('gift %s was cancelled, its entry was not taken back', p.order_no) from gift_order p where p.status = 9 and p.entry_id is not null and not exists (select from ledger_entry e where e.oid = p.oid and e.reverses = p.entry_id)`,
  ]),
]
