import type { Page, z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, pageOf, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { Inviter, MoneyRecord, type MoneyRecordQuery, type OrdersQuery, CodePaymentOrder, StoreBalance } from '../contract/shapes.ts'

/** Payment orders of a store, newest first. */
export const ordersOf = (cx: Cx, query: z.output<typeof OrdersQuery>): Promise<Page<CodePaymentOrder>> =>
  pageOf(
    cx,
    {
      of: CodePaymentOrder,
      select: sql`
        o.order_no, o.created_at, o.purpose, o.subject, o.pay_way, o.amount, o.status, o.paid_at, o.trade_no, o.booked, c.name operator_name
      `,
      from: sql`payment_order o left join contact c using (oid, ctid_)`,
      order: sql`o.created_at desc, o.payment_order_id desc`,
      key: sql`o.payment_order_id`,
      where: [
        sql`o.hid = ${ownStore(cx, query.hid)}`,
        query.startDate ? sql`o.created_at >= ${dayStart(query.startDate)}` : undefined,
        query.endDate ? sql`o.created_at < ${dayEnd(query.endDate)}` : undefined,
        query.status === undefined ? undefined : sql`o.status = ${query.status}`,
        query.purpose ? sql`o.purpose = ${query.purpose}` : undefined,
      ],
    },
    query,
  )

/** Movements of a store's balance, newest first. */
export const moneyRecords = (cx: Cx, query: z.output<typeof MoneyRecordQuery>): Promise<Page<MoneyRecord>> =>
  pageOf(
    cx,
    {
      of: MoneyRecord,
      select: sql`
        r.balance_record_id, r.at, r.kind, r.amount, r.balance, r.reason, r.pay_way, o.short_name other_store, r.ref, r.operator_name
      `,
      from: sql`balance_record r left join store o on o.oid = r.oid and o.hid = r.other_hid`,
      order: sql`r.balance_record_id desc`,
      where: [
        sql`r.hid = ${ownStore(cx, query.hid)}`,
        query.kind ? sql`r.kind = ${query.kind}` : undefined,
        query.startDate ? sql`r.at >= ${dayStart(query.startDate)}` : undefined,
        query.endDate ? sql`r.at < ${dayEnd(query.endDate)}` : undefined,
      ],
    },
    query,
  )

/** Balances of the account's stores, the requested one first. */
export async function storeBalances(cx: Cx, hid: number): Promise<Page<StoreBalance>> {
  ownStore(cx, hid)
  const list = await cx.db.rows(
    StoreBalance,
    sql`
      select s.hid, s.name, coalesce(a.balance, 0)::bigint balance, coalesce(r.recharged, 0)::bigint recharged,
        coalesce(r.spent, 0)::bigint spent, s.expire_date
      from store s
      left join ledger_account a on a.oid = s.oid and a.book = 'hospital' and a.key = 'store:' || s.hid
      left join lateral (
        select sum(amount) filter (where kind in (1, 4, 5)) recharged, -sum(amount) filter (where kind in (2, 3, 6, 7)) spent
        from balance_record b
        where b.oid = s.oid and b.hid = s.hid
      ) r on true
      where s.hid = any(${cx.who.hids})
      order by s.hid <> ${hid}, s.sort, s.hid
    `,
  )
  return { list, total: list.length }
}

/** All stores of the organisation, with the stores they were rewarded for. */
export async function inviters(cx: Cx): Promise<Page<Inviter>> {
  const list = await cx.db.rows(
    Inviter,
    sql`
      select s.hid, s.name, s.short_name, count(r.hid) invited, coalesce(sum(r.amount), 0)::bigint rewarded
      from store s
      left join balance_record r on r.oid = s.oid and r.hid = s.hid and r.kind = 5
      group by s.oid, s.hid, s.name, s.short_name, s.sort
      order by s.sort, s.hid
    `,
  )
  return { list, total: list.length }
}
