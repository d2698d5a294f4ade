/** Ledgers: balances are kept by a trigger as lines are added; here every one is summed again, line by line, in every organisation. */
import { sql, type Sql } from '../database/sql.ts'
import { differencesOf, type Check } from '../verify.ts'

/** Each answers what must not be. */
const differing: readonly Sql[] = [
  sql`
    select a.oid, format('account %s of book %s holds %s, its lines sum to %s', a.key, a.book, a.balance, coalesce(l.sum, 0)) what
    from ledger_account a
    left join (
      select oid, account_id, sum(amount) sum
      from ledger_line
      group by 1, 2
    ) l using (oid, account_id)
    where a.balance <> coalesce(l.sum, 0)
  `,
  sql`
    select a.oid, format('account %s of book %s holds %s, below its floor %s', a.key, a.book, a.balance, a.floor) what
    from ledger_account a
    where a.balance < a.floor
  `,
  sql`
    select l.oid, format('line %s says %s was held after it, the lines up to it sum to %s', l.line_id, l.balance, l.held) what
    from (
      select oid, line_id, balance, sum(amount) over (partition by oid, account_id order by line_id) held
      from ledger_line
    ) l
    where l.balance <> l.held
  `,
  sql`
    select oid, format('entry %s sums to %s in book %s', entry_id, sum(amount), book) what
    from ledger_line
    group by oid, entry_id, book
    having sum(amount) <> 0
  `,
  sql`
    select l.oid, format('line %s of book %s stands on an account of book %s', l.line_id, l.book, a.book) what
    from ledger_line l
    join ledger_account a using (oid, account_id)
    where a.book <> l.book
  `,
  sql`
    select e.oid, format('entry %s reverses %s, but is not its opposite on account %s', e.entry_id, e.reverses, d.account_id) what
    from ledger_entry e
    join lateral (
      select account_id
      from ledger_line l
      where l.oid = e.oid and l.entry_id in (e.entry_id, e.reverses)
      group by account_id
      having sum(l.amount) <> 0
    ) d on true
    where e.reverses is not null
  `,
  sql`
    select e.oid, format('entry %s has no lines', e.entry_id) what
    from ledger_entry e
    where not exists (select from ledger_line l where l.oid = e.oid and l.entry_id = e.entry_id)
  `,
]

/** Every balance, every line and every entry of every book. */
export const ledgers: Check = {
  name: 'ledgers',
  run: async (db) => {
    const seen = await db.one(
      { accounts: 'number', entries: 'number', lines: 'number', books: 'string' },
      sql`
        select (select count(*) from ledger_account) accounts, (select count(*) from ledger_entry) entries,
          (select count(*) from ledger_line) lines, (select coalesce(string_agg(distinct book, ', '), 'none') from ledger_account) books
      `,
    )
    return {
      seen: `${seen!.accounts} accounts, ${seen!.entries} entries, ${seen!.lines} lines in the books ${seen!.books}`,
      differences: await differencesOf(db, differing),
    }
  },
}
