/** Statement of a member: every line of the three accounts, by entry, with the balances after it. */
import { z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, sql, type Cx } from '#kernel/server/index.ts'
import { staffNames } from '#modules/account/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { type MemberStatement, MemberStatementLine, type StatementQuery } from '../contract/shapes.stored.ts'

const Moved = MemberStatementLine.omit({ operatorName: true, moneyAfter: true, moneyGiftAfter: true, pointsAfter: true }).extend({
  ctid: z.int().nullable(),
})

/**
 * Entries of a period in booking order (a transaction that waited began earlier), returned newest first, with opening and closing
 * balances.
 */
export async function memberStatement(cx: Cx, { pid, startDate, endDate }: z.output<typeof StatementQuery>): Promise<MemberStatement> {
  await patientOf(cx, pid)
  const moved = (book: string) => sql`coalesce(sum(l.amount) filter (where l.book = ${book}), 0)::bigint`
  const [rows, before, names] = await Promise.all([
    cx.db.rows(
      Moved,
      sql`
        select e.entry_id, e.at, e.reason, e.ref, s.short_name store_name, e.note, e.reverses, e.ctid_, ${moved('stored')} money,
          ${moved('gift')} money_gift, ${moved('points')} points
        from ledger_account a
        join ledger_line l using (oid, account_id)
        join ledger_entry e using (oid, entry_id)
        left join store s on s.oid = e.oid and s.hid = e.hid
        where a.key = ${`member:${pid}`}
          and a.book in ('stored', 'gift', 'points')
          and e.at >= ${dayStart(startDate ?? '0001-01-01')}
          and e.at < ${dayEnd(endDate ?? '9999-12-30')}
        group by e.oid, e.entry_id, e.at, e.reason, e.ref, s.short_name, e.note, e.reverses, e.ctid_
        order by max(l.line_id)
      `,
    ),
    cx.db.one(
      { money: 'number', moneyGift: 'number', points: 'number' },
      sql`
        select ${moved('stored')} money, ${moved('gift')} money_gift, ${moved('points')} points
        from ledger_account a
        join ledger_line l using (oid, account_id)
        join ledger_entry e using (oid, entry_id)
        where a.key = ${`member:${pid}`} and a.book in ('stored', 'gift', 'points') and e.at < ${dayStart(startDate ?? '0001-01-01')}
      `,
    ),
    staffNames(cx),
  ])
  const opening = before!
  const balances = { ...opening }
  const list = rows.map(({ ctid, ...row }): MemberStatementLine => {
    balances.money += row.money
    balances.moneyGift += row.moneyGift
    balances.points += row.points
    return {
      ...row,
      operatorName: (ctid && names.get(ctid)) || null,
      moneyAfter: balances.money,
      moneyGiftAfter: balances.moneyGift,
      pointsAfter: balances.points,
    }
  })
  return { pid, opening, closing: balances, list: list.reverse(), total: list.length }
}
