/**
 * The price that may be crossed out: the lowest price really paid in the store in the seven days before the promotion, else the price of
 * the last deal before it (规范促销行为暂行规定, article 21, in force since 2020-12-01). Of several stores the lowest counts.
 */
import { inUse } from '#kernel/contract/index.ts'
import { lit, sql, type Cx } from '#kernel/server/index.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import type { PriceBase } from '../contract/shapes.promotions.ts'

interface Subject {
  readonly productId: number | null
  readonly fiid: number | null
}
const SOURCE = { week: 1, last: 2, none: 3 } as const
const StoreBase = { week: 'number | null', weekDay: 'string | null', last: 'number | null', lastDay: 'string | null' } as const

/** Name, present price and store (of a fee item) of what is promoted. */
export async function subjectOf(
  cx: Cx<'promotion_item'>,
  { productId, fiid }: Subject,
): Promise<{ name: string; price: number; hid: number | null }> {
  if ((productId === null) === (fiid === null)) cx.refuse('promotion_item', { field: 'productId' })
  const row = await cx.db.one(
    { name: 'string', price: 'number', hid: 'number | null' },
    productId === null
      ? sql`
        select name, price, hid
        from fee_item
        where fiid = ${fiid} and status = ${lit(inUse.is.on)}
      `
      : sql`
        select concat_ws(' ', brand, name, spec) "name", price, null::bigint "hid"
        from product
        where product_id = ${productId} and status = ${lit(inUse.is.on)}
      `,
  )
  return row ?? cx.refuse('not_found', { what: productId === null ? '收费项目' : '商品', field: productId === null ? 'fiid' : 'productId' })
}

/** The base of a thing in some stores, for a promotion that begins on a day; one that begins later is looked at as of today. */
export async function baseOf(
  cx: Cx<'promotion_item'>,
  subject: Subject,
  { stores, fromDate }: { stores: readonly number[]; fromDate: string },
): Promise<PriceBase> {
  return findBase(cx, subject, { stores, fromDate, list: (await subjectOf(cx, subject)).price })
}
/** The base of a thing whose present price is known. */
export async function findBase(
  cx: Cx,
  subject: Subject,
  { stores, fromDate, list }: { stores: readonly number[]; fromDate: string; list: number },
): Promise<PriceBase> {
  const found = await cx.db.rows(
    StoreBase,
    sql`
      with day as (select least(${fromDate}::date, ${cx.today}::date + 1) "start"),
        deal as (
          select b.hid, b.paid_at::date "day", i.amount / i.quantity "price", b.paid_at
          from bill_item i
          join fee_bill b using (oid, fbid)
          where b.hid = any(${[...stores]})
            and b.status in ${lit(feeBill.in.refundable)}
            and i.amount > 0
            and i.refunded_quantity < i.quantity
            and (i.product_id = ${subject.productId}::bigint or i.fiid = ${subject.fiid}::bigint)
            and b.paid_at::date < (select "start" from day)
        )
      select w.price "week", w.day "week_day", l.price "last", l.day "last_day"
      from unnest(${[...stores]}::bigint[]) s(hid)
      left join lateral (
        select price, day
        from deal
        where deal.hid = s.hid and deal.day >= (select "start" - 7 from day)
        order by price, day desc
        limit 1
      ) w on true
      left join lateral (
        select price, day
        from deal
        where deal.hid = s.hid
        order by paid_at desc
        limit 1
      ) l on true
    `,
  )
  const none: PriceBase = { base: null, source: SOURCE.none, day: null, list }
  const bases = found.map(({ week, weekDay, last, lastDay }): PriceBase => {
    if (week !== null) return { base: week, source: SOURCE.week, day: weekDay, list }
    return last === null ? none : { base: last, source: SOURCE.last, day: lastDay, list }
  })
  // A store without any deal has no base, so nothing is crossed out anywhere.
  if (bases.some((b) => b.base === null)) return none
  return bases.sort((a, b) => a.base! - b.base!)[0] ?? none
}
