/** Revenue of a store and day, from the payments and refunds of that day, so that it reconciles with the ledger. */
import type { ShapedRow, Sql } from '#kernel/server/index.ts'
import { dayEnd, lit, sql, dayStart, type Cx } from '#kernel/server/index.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { kinds, payWays } from '../contract/fields.ts'
import type { Revenue, Slice } from '../contract/shapes.ts'
import { PayWay, moneyWays, walletWays } from '#modules/payments/contract/ways.ts'

const Sums = { received: 'number', refunded: 'number', bills: 'number' } as const
interface Counted extends ShapedRow<typeof Sums> {
  key: number | null
  label?: string
}
/**
 * Payments (+) and returned money (−) from `date` to `until` inclusive. A refund cancelled on its own day is omitted together with its
 * cancellation.
 */
const flows = (hid: number, date: string, until = date): Sql => sql`
  (
    select p.fbid, p.pay_way, p.ctid_ who, p.at, greatest(p.amount, 0) received, greatest(-p.amount, 0) refunded, p.stored
    from bill_payment p
    where p.hid = ${hid} and p.at >= ${dayStart(date)} and p.at < ${dayEnd(until)}
    union all
    select r.fbid,
      y.pay_way,
      r.ctid_,
      r.at,
      0,
      y.amount - y.deducted,
      case when y.pay_way = ${lit(PayWay.stored)} then y.deducted else 0
      end - y.stored
    from refund r
    join refund_payment y using (oid, refund_id)
    where r.hid = ${hid}
      and r.at >= ${dayStart(date)}
      and r.at < ${dayEnd(until)}
      and not exists (select 1 from refund z where z.oid = r.oid and z.cancels = r.refund_id)
  ) f
`

/** Takings of a store per clinic day, fen net of refunds. Days without takings are omitted. */
export const takingsByDay = (cx: Cx, hid: number, from: string, until: string): Promise<Array<{ date: string; net: number }>> =>
  cx.db.rows(
    { date: 'string', net: 'number' },
    sql`
      select f.at::date "date", sum(f.received - f.refunded)::bigint net
      from ${flows(hid, from, until)}
      group by 1
      order by 1
    `,
  )

// The column's constraint allows only the ways of the contract.
const nameOfWay = ({ key }: Counted): string => payWays[key as 1]
export async function revenueOf(cx: Cx, hid: number, date: string): Promise<Revenue> {
  ownStore(cx, hid)
  const from = flows(hid, date)
  const sums = sql`
    coalesce(sum(f.received), 0)::bigint received, coalesce(sum(f.refunded), 0)::bigint refunded,
    count(distinct f.fbid) filter (where f.received > 0) bills
  `
  const [store, total, ways, staff, kinds_, hours, topUps, tills] = await Promise.all([
    storeOf(cx, hid),
    cx.db.the({ ...Sums, principal: 'number' }, sql`select ${sums}, coalesce(sum(f.stored), 0)::bigint principal from ${from}`),
    cx.db.rows({ key: 'number | null', ...Sums }, sql`select f.pay_way "key", ${sums} from ${from} group by 1 order by 1`),
    cx.db.rows(
      { key: 'number | null', label: 'string', ...Sums },
      sql`
        select f.who "key", coalesce(max(c.name), '系统') "label", ${sums}
        from ${from}
        left join contact c on c.ctid_ = f.who and c.oid = current_setting('app.oid')::bigint
        group by 1
        order by 3 desc
      `,
    ),
    byKind(cx, hid, date),
    cx.db.rows(
      { hour: 'number', net: 'number' },
      sql`
        select extract(hour from f.at)::int "hour", sum(f.received - f.refunded)::bigint net
        from ${from}
        group by 1
        order by 1
      `,
    ),
    cx.db.one(
      { sum: 'number' },
      sql`
        select coalesce(sum(money), 0)::bigint sum
        from charge_bill
        where hid = ${hid} and pay_way is not null and pay_time >= ${dayStart(date)} and pay_time < ${dayEnd(date)}
      `,
    ),
    throughTills(cx, hid, date),
  ])
  const slice =
    (label: (c: Counted) => string) =>
    (c: Counted): Slice => ({
      key: String(c.key ?? 0),
      label: label(c),
      received: c.received,
      refunded: c.refunded,
      net: c.received - c.refunded,
      bills: c.bills,
    })
  const net = total.received - total.refunded
  const wallet = ways.filter((w) => walletWays.some((way) => way === w.key)).reduce((sum, w) => sum + w.received - w.refunded, 0)
  return {
    date,
    hid,
    storeName: store.shortName,
    received: total.received,
    refunded: total.refunded,
    net,
    money: net - wallet,
    bills: total.bills,
    topUps: topUps?.sum ?? 0,
    principal: total.principal,
    ways: ways.map(slice(nameOfWay)),
    tills: tills.map(slice(nameOfWay)),
    staff: staff.map(slice((w) => w.label!)),
    kinds: kinds_.map(slice((k) => kinds[Number(k.key)] ?? '其他')),
    hours,
  }
}

/** Money through the tills of a day by way, from the ledger: what shifts count, with top-ups, corrections and withdrawals. */
const throughTills = (cx: Cx, hid: number, date: string): Promise<Counted[]> =>
  cx.db.rows(
    { key: 'number', ...Sums },
    sql`
      select w "key", coalesce(sum(l.amount) filter (where l.amount > 0), 0)::bigint received,
        coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::bigint refunded, count(distinct e.entry_id) bills
      from unnest(${[...moneyWays]}::int[]) w
      join ledger_account a on a.book = 'cash' and a.key = ${`till:${hid}:`} || w
      join ledger_line l using (oid, account_id)
      join ledger_entry e using (oid, entry_id)
      where e.at >= ${dayStart(date)} and e.at < ${dayEnd(date)}
      group by 1
      order by 1
    `,
  )

/** Items of bills paid in full on the day, and items refunded on it. Deposits have no kind until the bill is paid. */
const byKind = (cx: Cx, hid: number, date: string): Promise<Counted[]> =>
  cx.db.rows(
    { key: 'number', ...Sums },
    sql`
      select x.kind "key", sum(x.received)::bigint received, sum(x.refunded)::bigint refunded,
        count(distinct x.fbid) filter (where x.received > 0) bills
      from (
        select i.kind, i.fbid, i.amount received, 0 refunded
        from fee_bill b
        join bill_item i using (oid, fbid)
        where b.hid = ${hid} and b.paid_at >= ${dayStart(date)} and b.paid_at < ${dayEnd(date)}
        union all
        select i.kind, i.fbid, 0, x.amount
        from refund r
        join refund_item x using (oid, refund_id)
        join bill_item i using (oid, biid)
        where r.hid = ${hid}
          and r.at >= ${dayStart(date)}
          and r.at < ${dayEnd(date)}
          and not exists (select 1 from refund z where z.oid = r.oid and z.cancels = r.refund_id)
      ) x
      group by 1
      order by 2 desc
    `,
  )
