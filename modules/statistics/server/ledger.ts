/** What the books behind the figures say, read from the books themselves and from no cube. */
import { dayEnd, dayStart, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import type { LedgerName } from '../contract/view.ts'
import type { Range } from './asked.ts'

/** What the entries of stores moved on the accounts of a book that begin so, in some days or until their end. */
const moved = (book: string, word: string, hids: readonly number[], range: Range, held = false): Sql => sql`
  select coalesce(sum(l.amount), 0)::bigint n from ledger_account a join ledger_line l using (oid, account_id) join ledger_entry e using (oid, entry_id)
  where a.book = ${book} and a.key = any(${hids.map((hid) => `${word}:${hid}`)}) and e.at < ${dayEnd(range.until)} ${held ? sql`` : sql`and e.at >= ${dayStart(range.from)}`}`
const minus = (of: Sql): Sql => sql`select -n n from (${of}) m`
/** Pieces on the batches of stores. */
const pieces = (hids: readonly number[], range: Range, held: boolean): Sql => sql`
  select coalesce(sum(l.amount), 0)::bigint n from batch b join ledger_account a on a.oid = b.oid and a.book = 'stock' and a.key = 'batch:' || b.batch_id
    join ledger_line l on l.oid = a.oid and l.account_id = a.account_id join ledger_entry e on e.oid = l.oid and e.entry_id = l.entry_id
  where b.hid = any(${[...hids]}::bigint[]) and e.at < ${dayEnd(range.until)} ${held ? sql`` : sql`and e.at >= ${dayStart(range.from)}`}`
/** A sum over the bills that were paid in full in the days. */
const paid = (what: Sql, hids: readonly number[], range: Range): Sql =>
  sql`select ${what} n from fee_bill b where b.hid = any(${[...hids]}::bigint[]) and b.paid_at >= ${dayStart(range.from)} and b.paid_at < ${dayEnd(range.until)}`

const books: Readonly<Record<LedgerName, (hids: readonly number[], range: Range) => Sql>> = {
  revenue: (hids, range) => minus(moved('cash', 'revenue', hids, range)),
  prepaid: (hids, range) => minus(moved('cash', 'prepaid', hids, range)),
  hospital: (hids, range) => moved('hospital', 'store', hids, range, true),
  stockPieces: (hids, range) => pieces(hids, range, false),
  stockHeld: (hids, range) => pieces(hids, range, true),
  paid: (hids, range) => paid(sql`count(*)`, hids, range),
  off: (hids, range) => paid(sql`coalesce(sum(b.total_discount), 0)::bigint`, hids, range),
  // What lies on bills that are not paid in full at the end of the days, whatever the cube keeps of it.
  promised: (hids, range) =>
    sql`select coalesce(sum(p.amount), 0)::bigint n from bill_payment p join fee_bill b using (oid, fbid)
      where p.hid = any(${[...hids]}::bigint[]) and p.at < ${dayEnd(range.until)} and (b.paid_at is null or b.paid_at >= ${dayEnd(range.until)})`,
  // A refund that was taken back counts the other way, on the day it was.
  bills: (hids, range) => sql`select (x.n - r.n)::bigint n from (${paid(sql`coalesce(sum(b.bill_price), 0)`, hids, range)}) x,
    (select coalesce(sum(case when r.cancels is null then r.amount else -r.amount end), 0) n from refund r
      where r.hid = any(${[...hids]}::bigint[]) and r.at >= ${dayStart(range.from)} and r.at < ${dayEnd(range.until)}) r`,
}
export const ledgerSays = async (cx: Cx, book: LedgerName, hids: readonly number[], range: Range): Promise<number> =>
  (await cx.db.the({ n: 'number' }, books[book](hids, range))).n
