/** Rankings of members: by payments, top-ups, earned points, recommended members, and payments of those. */
import { z, type Page } from '#kernel/contract/index.ts'
import {
  all,
  dayEnd,
  dayStart,
  everyRow,
  excel,
  sheet,
  sql,
  whole,
  lit,
  type Cx,
  type Handlers,
  type Listing,
  type Out,
  type Sql,
  pageWindow,
  idIn,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { RankRow, rankNames, type RankName, type rankings } from '../contract/endpoints.rankings.ts'

interface Query {
  hid?: number | undefined
  levelId?: number | undefined
  startTime?: string | undefined
  endTime?: string | undefined
}
const within = (column: Sql, { startTime, endTime }: Query): Sql =>
  all([startTime && sql`${column} >= ${dayStart(startTime)}`, endTime && sql`${column} < ${dayEnd(endTime)}`])
/** Payments less refunds of the period, by member. */
const spent = (query: Query): Sql => sql`
  (
    select b.pid, y.amount, y.at
    from bill_payment y
    join fee_bill b using (oid, fbid)
    where ${within(sql`y.at`, query)}
    union all
    select b.pid, -r.amount, r.at
    from refund r
    join fee_bill b using (oid, fbid)
    where r.cancels is null
      and not exists (select 1 from refund z where z.oid = r.oid and z.cancels = r.refund_id)
      and ${within(sql`r.at`, query)}
  )
`

/** Member, total, count and last time; one row per member. */
const sources: Readonly<Record<RankName, (query: Query) => Sql>> = {
  paid: (q) =>
    sql`
      select x.pid, sum(x.amount)::bigint n, count(*) filter (where x.amount > 0) times, max(x.at) last_at
      from ${spent(q)} x
      group by x.pid
    `,
  prepaid: (q) =>
    sql`
      select c.pid, sum(c.money)::bigint n, count(*) filter (where c.money > 0) times, max(c.pay_time) last_at
      from charge_bill c
      where c.pay_way is not null and ${within(sql`c.pay_time`, q)}
      group by c.pid
    `,
  credit: (q) => sql`
    select ${idIn(sql`a.key`, 'member')} pid, sum(l.amount)::bigint n, count(*) times, max(e.at) last_at
    from ledger_account a
    join ledger_line l using (oid, account_id)
    join ledger_entry e using (oid, entry_id)
    where a.book = 'points' and starts_with(a.key, 'member:') and l.amount > 0 and e.reverses is null and ${within(sql`e.at`, q)}
    group by 1
  `,
  friends: (q) =>
    sql`
      select f.inviter_pid pid, count(*) n, count(*) times, max(f.created_at) last_at
      from patient f
      where f.inviter_pid is not null and f.status = ${lit(patientStates.is.present)} and ${within(sql`f.created_at`, q)}
      group by 1
    `,
  total: (q) =>
    sql`
      select f.inviter_pid pid, sum(x.amount)::bigint n, count(distinct f.pid) times, max(x.at) last_at
      from ${spent(q)} x
      join patient f on f.pid = x.pid
      where f.inviter_pid is not null
      group by 1
    `,
}
const inMoney = (name: RankName): boolean => name === 'paid' || name === 'prepaid' || name === 'total'

const Ranked = RankRow.omit({ amount: true, number: true }).extend({ n: z.int() })
const Counted = Ranked.extend({ total: z.int() })
type Ranked = z.output<typeof Ranked>
/** Ranked members of one store, or of all stores of the account. Equal totals share a place. */
function rankListing(cx: Pick<Cx, 'who' | 'refuse'>, name: RankName, query: Query): Listing {
  const hids = query.hid ? [ownStore(cx, query.hid)] : cx.who.hids
  return {
    select: sql`
      rank() over (order by x.n desc)::int "rank", p.pid, p.name patient_name, p.member_no, p.mobile, v.name level_name,
      s.short_name store_name, x.n, x.times, x.last_at
    `,
    from: sql`
      (${sources[name](query)}) x
      join patient p on p.pid = x.pid
      join store s on s.oid = p.oid and s.hid = p.hid
      left join level v on v.oid = p.oid and v.id = p.level_id
    `,
    where: [
      sql`p.hid = any(${hids})`,
      sql`p.status = ${lit(patientStates.is.present)}`,
      sql`x.n > 0`,
      query.levelId ? sql`p.level_id = ${query.levelId}` : undefined,
    ],
    order: sql`x.n desc, p.pid`,
  }
}
const rankRow = (name: RankName, { n, ...row }: Ranked): RankRow => ({
  ...row,
  amount: inMoney(name) ? n : null,
  number: inMoney(name) ? null : n,
})
/** One page of a ranking. The window count avoids summing the source a second time for the total. */
async function rankPage(
  cx: Cx,
  name: RankName,
  { page, per_page, ...query }: Query & { page: number; per_page: number },
): Promise<Page<RankRow>> {
  const { select, from, where, order } = rankListing(cx, name, query)
  const rows = await cx.db.rows(
    Counted,
    sql`
      select ${select}, count(*) over () total
      from ${from}
      where ${all(where)}
      order by ${order} ${pageWindow({ page, per_page })}
    `,
  )
  return whole(cx, { list: rows.map(({ total: _, ...row }) => rankRow(name, row)), total: rows[0]?.total ?? 0 }, { page, per_page })
}

export const rankingHandlers: Handlers<typeof rankings> = {
  'points.rankings.consumption': (cx, query) => rankPage(cx, 'paid', query),
  'points.rankings.stored': (cx, query) => rankPage(cx, 'prepaid', query),
  'points.rankings.points': (cx, query) => rankPage(cx, 'credit', query),
  'points.rankings.friends': (cx, query) => rankPage(cx, 'friends', query),
  'points.rankings.friends-total': (cx, query) => rankPage(cx, 'total', query),
  'patients.export-rankings': async (out, { rankName, ...query }) => {
    const columns = sheet(rankNames[rankName], RankRow, [
      'rank',
      'patientName',
      'memberNo',
      'mobile',
      'levelName',
      'storeName',
      inMoney(rankName) ? 'amount' : 'number',
      'times',
      'lastAt',
    ])
    // The file writer converts fen to yuan.
    return excel(columns, rows(out, rankName, query), `${rankNames[rankName]}-${out.today}.xlsx`)
  },
}
async function* rows(out: Out, name: RankName, query: Query): AsyncGenerator<RankRow> {
  for await (const row of out.stream(Ranked, everyRow(rankListing(out, name, query)))) yield rankRow(name, row)
}
