/**
 * Ledgers: money, stored value, gift money, points and stock as lines that are only ever added. Every entry sums to zero per book, a
 * balance is the sum of its lines and never falls below the account's floor: all three are kept by the database.
 */
import type { Cx } from './cx.ts'
import { join, sql, type Sql } from './database/sql.ts'
import { type ShapedRow } from './database/shaped.ts'

const inBooks = {
  cash: true,
  stored: true,
  gift: true,
  points: true,
  stock: true,
  hospital: true,
  sessions: true,
  coupons: true,
  sms: true,
  cards: true,
  gifts: true,
  payable: true,
  credit: true,
  train: true,
  /** Pieces of promotions: `promotion:<id>` and what a member may still take. */
  offers: true,
  /** Money set aside for messages and rewards, fen: `task:<id>`, `campaign:<id>`, `month:<hid>:<yyyy-mm>`. */
  campaign: true,
} as const
export type Book = keyof typeof inBooks
/** The book of an account; a bug where the word is none. */
export function bookOf(word: string): Book {
  if (!isBook(word)) throw new Error(`not a book of the ledger: ${word}`)
  return word
}
const isBook = (word: string): word is Book => Object.hasOwn(inBooks, word)

export interface LedgerLine {
  readonly book: Book
  /** Owner of the account: `member:12`, `batch:7`, `revenue:3`. */
  readonly key: string
  /** Fen, points or pieces; + into the account, − out of it. */
  readonly amount: number
  /** Lowest balance of the account, set when it is opened (0 for members and batches; null for the outside world). */
  readonly floor?: number | null
}
export interface LedgerEntry {
  /** Store the entry belongs to; the one worked in without it. */
  readonly hid?: number
  readonly reason: string
  /** What the entry belongs to: `fee_bill:12`. */
  readonly ref?: string
  readonly note?: string
  readonly lines: readonly LedgerLine[]
}

/** Posts an entry and answers its id. Accounts are opened when first used and locked in key order, so two posts never deadlock. */
export async function post(cx: Cx, entry: LedgerEntry): Promise<number> {
  const lines = merged(entry.lines)
  if (!lines.length) throw new Error('a ledger entry without lines')
  const accounts = await accountsOf(cx, lines)
  // One statement under the locks: what many tills share (an account of the outside, a number) waits for few round trips.
  const header = await cx.db.the(
    { entryId: 'number' },
    sql`
      with entry as (
        insert into ledger_entry (hid, reason, ref, note)
        values (${entry.hid ?? cx.who.hid}, ${entry.reason}, ${entry.ref ?? null}, ${entry.note ?? null})
        returning entry_id
      ),
        line as (
          insert into ledger_line (entry_id, account_id, book, amount, balance)
          select e.entry_id, l.account_id, l.book, l.amount, 0
          from entry e
          cross join (
            values ${join(lines.map((l) => sql`(${accounts.get(`${l.book} ${l.key}`)}::bigint, ${l.book}::text, ${l.amount}::bigint)`))}
          ) l(account_id, book, amount)
          order by l.account_id
        )
      select entry_id
      from entry
    `,
  )
  return header.entryId
}

/** Posts the exact opposite of an entry. An entry is reversed at most once. */
export async function reverse(cx: Cx, entryId: number, reason: string, note?: string): Promise<number> {
  // Locked in the order every entry locks them, before entry and lines get their numbers: a line's balance is the sum of the lines before
  // it.
  await cx.db.run(
    sql`
      select 1
      from ledger_account
      where account_id in (select account_id from ledger_line where entry_id = ${entryId})
      order by floor is null, account_id
      for no key update
    `,
  )
  const header = await cx.db.one(
    { entryId: 'number' },
    sql`
      insert into ledger_entry (hid, reason, ref, note, reverses)
      select hid, ${reason}, ref, ${note ?? null}, entry_id
      from ledger_entry
      where entry_id = ${entryId}
      returning entry_id
    `,
  )
  if (!header) return cx.refuse('not_found', { what: '流水' })
  await cx.db.run(
    sql`
      insert into ledger_line (entry_id, account_id, book, amount, balance)
      select ${header.entryId}::bigint, account_id, book, -amount, 0
      from ledger_line
      where entry_id = ${entryId}
      order by account_id
    `,
  )
  return header.entryId
}

/** Sum of an account's lines; 0 when it was never used. */
export async function balance(cx: Cx, book: Book, key: string): Promise<number> {
  return (
    (await cx.db.one({ balance: 'number' }, sql`select balance from ledger_account where book = ${book} and key = ${key}`))?.balance ?? 0
  )
}

/** Balances of many accounts of one book: key → balance. */
export async function balances(cx: Cx, book: Book, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = keys.length
    ? await cx.db.rows(
        { key: 'string', balance: 'number' },
        sql`select key, balance from ledger_account where book = ${book} and key = any(${keys})`,
      )
    : []
  return new Map(rows.map((r) => [r.key, r.balance]))
}

/** The balance of the account a key expression names, as a column of a statement: a row that never used it has 0. */
export const balanceColumn = (book: Book, key: Sql): Sql =>
  sql`coalesce((select a.balance from ledger_account a where a.book = ${book} and a.key = ${key}), 0)`

const StatementLine = {
  at: 'string',
  entryId: 'number',
  reason: 'string',
  ref: 'string | null',
  note: 'string | null',
  amount: 'number',
  balance: 'number',
  ctid: 'number | null',
} as const
export type StatementRow = ShapedRow<typeof StatementLine>
/** Lines of an account, newest first. */
export const statement = (cx: Cx, book: Book, key: string, limit = 100): Promise<StatementRow[]> =>
  cx.db.rows(
    StatementLine,
    sql`
      select e.at, e.entry_id, e.reason, e.ref, e.note, l.amount, l.balance, e.ctid_
      from ledger_account a
      join ledger_line l using (oid, account_id)
      join ledger_entry e using (oid, entry_id)
      where a.book = ${book} and a.key = ${key}
      order by l.line_id desc
      limit ${limit}
    `,
  )

/** Lines on the same account become one; lines that cancel out vanish. Refuses to post what does not sum to zero per book. */
function merged(lines: readonly LedgerLine[]): LedgerLine[] {
  const byAccount = new Map<string, LedgerLine>()
  const sums = new Map<string, number>()
  for (const line of lines) {
    if (!Number.isSafeInteger(line.amount)) throw new Error(`ledger amounts are whole: ${line.amount}`)
    const account = `${line.book} ${line.key}`
    byAccount.set(account, { ...line, amount: line.amount + (byAccount.get(account)?.amount ?? 0) })
    sums.set(line.book, (sums.get(line.book) ?? 0) + line.amount)
  }
  for (const [book, sum] of sums) if (sum !== 0) throw new Error(`entry does not sum to zero in ${book}: ${sum}`)
  return [...byAccount.values()].filter((l) => l.amount !== 0)
}

/**
 * Locks accounts, in the order every entry locks them, until the transaction ends; opens those used for the first time. Answers balances by
 * `book key`.
 */
export async function lockAccounts(cx: Cx, accounts: ReadonlyArray<Omit<LedgerLine, 'amount'>>): Promise<Map<string, number>> {
  const rows = await lockedRows(cx, accounts)
  return new Map(rows.map((r) => [`${r.book} ${r.key}`, r.balance]))
}
async function accountsOf(cx: Cx, lines: readonly LedgerLine[]): Promise<Map<string, number>> {
  const rows = await lockedRows(cx, lines)
  return new Map(rows.map((r) => [`${r.book} ${r.key}`, r.accountId]))
}
/**
 * Lock order: accounts with a floor (members, batches, coupons) come before those of the outside (tills, earned). A transaction that holds
 * a member's account may still lock the till; one that holds the till locks no member's account any more. So two entries never deadlock.
 */
async function lockedRows(
  cx: Cx,
  lines: ReadonlyArray<Omit<LedgerLine, 'amount'>>,
): Promise<Array<{ accountId: number; book: string; key: string; balance: number }>> {
  const sorted = [...lines].sort((a, b) => (`${a.book} ${a.key}` < `${b.book} ${b.key}` ? -1 : 1))
  const lock = () =>
    cx.db.rows(
      { accountId: 'number', book: 'string', key: 'string', balance: 'number' },
      sql`
        select account_id, book, key, balance
        from ledger_account
        where (book, key) in (${join(sorted.map((l) => sql`(${l.book}, ${l.key})`))})
        order by floor is null, account_id
        for no key update
      `,
    )
  const found = await lock()
  const keys = new Set(found.map((r) => `${r.book} ${r.key}`))
  const missing = sorted.filter((l) => !keys.has(`${l.book} ${l.key}`))
  if (!missing.length) return found
  await cx.db.run(
    sql`
      insert into ledger_account (book, key, floor)
      values ${join(missing.map((l) => sql`(${l.book}, ${l.key}, ${l.floor ?? null})`))}
      on conflict (oid, book, key) do nothing
    `,
  )
  return lock()
}
