/** Reconciliation checks for tests: every book of a clinic sums to zero and agrees with its bills, payments, refunds and wallets. */
import { expect } from 'vitest'
import { sql, type Cx, type Who, lit } from '#kernel/server/index.ts'
import { available, receive } from '#modules/stock/server/door.ts'
import type { Clinic } from '../../../tests/harness.ts'
import { ChargeBillKind } from '#modules/loyalty/contract/fields.ts'
import { PayWay, walletWays } from '#modules/payments/contract/ways.ts'

const inside = <T>(clinic: Clinic, work: (cx: Cx) => Promise<T>): Promise<T> => {
  const who: Who = {
    oid: clinic.oid,
    hid: clinic.hid,
    hids: clinic.hids,
    uid: 0,
    ctid: 0,
    name: '',
    account: '',
    role: 'chain',
    roles: [],
    can: new Set(),
  }
  return clinic.booted.database.inTenant(who, { requestId: 'ties' }, work)
}
export const receiveGoods = (clinic: Clinic, productId: number, quantity: number): Promise<unknown> =>
  clinic.tx((cx) => receive(cx, { ref: 'test', hid: clinic.hid, reason: '入库', lines: [{ productId, quantity, cost: 4000 }] }))
export const stockOf = (clinic: Clinic, productId: number): Promise<number> =>
  inside(clinic, (cx) => available(cx, { hid: clinic.hid, productId }))

export async function expectReconciled(clinic: Clinic): Promise<void> {
  await inside(clinic, async (cx) => {
    const books = await cx.db.rows(
      { book: 'string', sum: 'number' },
      sql`select book, sum(balance)::bigint sum from ledger_account group by book`,
    )
    expect(books.filter((b) => b.sum !== 0)).toEqual([])
    const lines = await cx.db.rows(
      { book: 'string', key: 'string' },
      sql`
        select a.book, a.key
        from ledger_account a
        left join ledger_line l using (oid, account_id)
        group by a.oid, a.account_id, a.book, a.key, a.balance
        having a.balance <> coalesce(sum(l.amount), 0)
      `,
    )
    expect(lines).toEqual([])
    const one = async (query: ReturnType<typeof sql>) => (await cx.db.the({ n: 'number' }, query)).n
    const standing = sql`not exists (select 1 from refund z where z.oid = r.oid and z.cancels = r.refund_id)`
    // Tills hold outside money taken less money returned, over bills and wallets.
    const tills = await one(
      sql`
        select coalesce(sum(balance), 0)::bigint n
        from ledger_account
        where book = 'cash' and starts_with(key, 'till:')
      `,
    )
    const moneyTaken = await one(sql`
      select coalesce(sum(amount), 0)::bigint n
      from bill_payment
      where pay_way not in ${lit(walletWays)}
    `)
    const moneyReturned = await one(
      sql`
        select coalesce(sum(y.amount - y.deducted), 0)::bigint n
        from refund r
        join refund_payment y using (oid, refund_id)
        where y.pay_way not in ${lit(walletWays)} and ${standing}
      `,
    )
    const charged = await one(
      sql`
        select coalesce(sum(money), 0)::bigint n
        from charge_bill
        where kind in ${lit([ChargeBillKind.topUp, ChargeBillKind.withdrawal, ChargeBillKind.correction])}
      `,
    )
    expect(tills).toBe(moneyTaken - moneyReturned + charged)
    // Revenue equals money and principal taken for bills less what was returned.
    const revenue = await one(
      sql`
        select coalesce(-sum(balance), 0)::bigint n
        from ledger_account
        where book = 'cash' and starts_with(key, 'revenue:')
      `,
    )
    const principal = await one(sql`select coalesce(sum(stored), 0)::bigint n from bill_payment`)
    const principalBack = await one(
      sql`
        select coalesce(sum(y.stored - y.deducted), 0)::bigint n
        from refund r
        join refund_payment y using (oid, refund_id)
        where y.pay_way = ${lit(PayWay.stored)} and ${standing}
      `,
    )
    expect(revenue).toBe(moneyTaken - moneyReturned + principal - principalBack)
    // Stored value of members equals what the stores owe them.
    const memberBalances = await one(
      sql`
        select coalesce(sum(balance), 0)::bigint n
        from ledger_account
        where book = 'stored' and starts_with(key, 'member:')
      `,
    )
    const prepaidBalances = await one(
      sql`
        select coalesce(-sum(balance), 0)::bigint n
        from ledger_account
        where book = 'cash' and starts_with(key, 'prepaid:')
      `,
    )
    expect(memberBalances).toBe(prepaidBalances)
    const refunds = await cx.db.rows(
      { fbid: 'number' },
      sql`
        select b.fbid
        from fee_bill b
        where b.refunded <> coalesce(
          (
            select sum(r.amount)
            from refund r
            where r.oid = b.oid and r.fbid = b.fbid and r.cancels is null and ${standing}
          ),
          0
        )
          or b.refunded <> (
            select coalesce(sum(i.refunded_amount), 0)
            from bill_item i
            where i.oid = b.oid and i.fbid = b.fbid
          )
          or b.paid <> (
            select coalesce(sum(p.amount), 0)
            from bill_payment p
            where p.oid = b.oid and p.fbid = b.fbid
          )
      `,
    )
    expect(refunds).toEqual([])
  })
}
