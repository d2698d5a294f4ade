/** Figures of the ledger, read from its books and not from any cube. */
import { dayEnd, dayStart, join, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import type { LedgerName } from '../contract/views/view.ts'
import type { Range } from './request.ts'

/** Movements of store accounts in a period or up to its end. Past days are read from their closed sums. */
const moved = (book: 'revenue' | 'prepaid' | 'hospital' | 'stock', hids: readonly number[], { from, until }: Range, held = false): Sql =>
  sql`select book_moved(${book}, ${[...hids]}::bigint[], ${held ? '-infinity' : from}::date, ${until}::date) n`
const minus = (query: Sql): Sql => sql`select -n n from (${query}) m`
/** Bills paid in full in the period, read once for all questions. */
const paid = (hids: readonly number[], range: Range): Sql =>
  sql`
    paid as materialized (
      select count(*) n, coalesce(sum(b.total_discount), 0) off, coalesce(sum(b.bill_price), 0) price
      from fee_bill b
      where b.hid = any(${[...hids]}::bigint[]) and b.paid_at >= ${dayStart(range.from)} and b.paid_at < ${dayEnd(range.until)}
    )
  `

const books: Readonly<Record<LedgerName, (hids: readonly number[], range: Range) => Sql>> = {
  revenue: (hids, range) => minus(moved('revenue', hids, range)),
  prepaid: (hids, range) => minus(moved('prepaid', hids, range)),
  hospital: (hids, range) => moved('hospital', hids, range, true),
  stockPieces: (hids, range) => moved('stock', hids, range),
  stockHeld: (hids, range) => moved('stock', hids, range, true),
  paid: () => sql`select n from paid`,
  off: () => sql`select off n from paid`,
  // Deposits on bills not paid in full at the end of the period, independent of the cubes.
  promised: (hids, range) =>
    sql`
      select
        coalesce(sum(p.amount), 0)::bigint n
      from
        bill_payment p
        join (
          select
            oid,
            fbid
          from
            fee_bill
          where
            paid_at >= ${dayEnd(range.until)}
            and created_at < ${dayEnd(range.until)}
          union all
          select
            oid,
            fbid
          from
            fee_bill
          where
            paid_at is null
            and created_at < ${dayEnd(range.until)}
        ) b on b.oid = p.oid
        and b.fbid = p.fbid
      where
        p.hid = any(${[...hids]}::bigint[])
        and p.at < ${dayEnd(range.until)}
    `,
  // A cancelled refund counts with the opposite sign, on the day of the cancellation.
  bills: (hids, range) => sql`
    select paid.price - (
      select coalesce(sum(case when r.cancels is null then r.amount else -r.amount end), 0)
      from refund r
      where r.hid = any(${[...hids]}::bigint[]) and r.at >= ${dayStart(range.from)} and r.at < ${dayEnd(range.until)}
    ) n
    from paid
  `,
}
/** Ledger figures by stores and days. */
export async function ledgersSay(
  cx: Cx,
  names: readonly LedgerName[],
  hids: readonly number[],
  range: Range,
): Promise<ReadonlyMap<string, number>> {
  if (!names.length) return new Map()
  const each = names.map((book) => sql`select ${book}::text book, n::bigint n from (${books[book](hids, range)}) b`)
  const figures = await cx.db.rows({ book: 'string', n: 'number' }, sql`with ${paid(hids, range)} ${join(each, ' union all ')}`)
  return new Map(figures.map(({ book, n }) => [book, n]))
}
