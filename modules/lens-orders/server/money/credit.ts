/**
 * What a store may order before it is paid for: book `credit`. Head office posts the limit to `free:<store>` (floor 0); submitting an order
 * moves its cost to `used:<store>`, giving it up or paying for it moves it back. A store without a limit orders freely.
 */
import { balances, lit, lockAccounts, post, sql, type Cx } from '#kernel/server/index.ts'
import { supplierPayment } from '#modules/purchasing/contract/states.ts'

const freeOf = (hid: number): string => `free:${hid}`
const usedOf = (hid: number): string => `used:${hid}`
const limitOf = (hid: number): string => `limit:${hid}`
const refOf = (orderId: number): string => `order:${orderId}`
const yuan = (fen: number): string => (fen / 100).toFixed(2)

/** Limit of a store, what of it is used and what is free, fen; null where head office set none. */
export async function creditOf(cx: Cx, hid: number): Promise<{ limit: number | null; used: number; free: number | null }> {
  const held = await balances(cx, 'credit', [freeOf(hid), usedOf(hid), limitOf(hid)])
  const limit = held.get(limitOf(hid))
  return {
    limit: limit === undefined ? null : -limit,
    used: held.get(usedOf(hid)) ?? 0,
    free: limit === undefined ? null : (held.get(freeOf(hid)) ?? 0),
  }
}
/** Sets the limit of a store. Refused below what is used. */
export async function setLimit(cx: Cx<'credit_used'>, hid: number, limit: number, reason: string): Promise<void> {
  await lockAccounts(cx, accounts(hid))
  const { limit: before, used } = await creditOf(cx, hid)
  const more = limit - (before ?? 0)
  if (limit < used) return cx.refuse('credit_used', { used: yuan(used), field: 'limit' })
  if (more === 0) return
  await post(cx, {
    hid,
    reason: '采购额度',
    note: reason,
    lines: [
      { book: 'credit', key: freeOf(hid), amount: more, floor: 0 },
      { book: 'credit', key: limitOf(hid), amount: -more, floor: null },
    ],
  })
}
const accounts = (hid: number) =>
  [
    { book: 'credit', key: freeOf(hid), floor: 0 },
    { book: 'credit', key: usedOf(hid), floor: 0 },
    { book: 'credit', key: limitOf(hid), floor: null },
  ] as const

/** What an order holds of its store's credit now, fen. */
const reservedOf = async (cx: Cx, orderId: number): Promise<number> =>
  (
    await cx.db.the(
      { held: 'number' },
      sql`
        select coalesce(sum(l.amount), 0)::bigint held
        from ledger_entry e
        join ledger_line l using (oid, entry_id)
        join ledger_account a using (oid, account_id)
        where e.ref = ${refOf(orderId)} and a.book = 'credit' and starts_with(a.key, 'used:')
      `,
    )
  ).held
/** Brings what an order holds to an amount; refuses where the store has less left. */
export async function reserve(cx: Cx<'credit_short'>, order: { orderId: number; hid: number }, amount: number): Promise<void> {
  const { orderId, hid } = order
  if ((await creditOf(cx, hid)).limit === null) return
  await lockAccounts(cx, accounts(hid))
  const more = amount - (await reservedOf(cx, orderId))
  const { free, limit } = await creditOf(cx, hid)
  if (more > (free ?? 0)) return cx.refuse('credit_short', { need: yuan(more), free: yuan(free ?? 0), limit: yuan(limit ?? 0) })
  if (more !== 0) await shift(cx, order, more, more > 0 ? '订单占用额度' : '订单释放额度')
}
/** What is still to be paid of an order, fen: its pieces that are to come, and what came and stands in no payment that was made. */
const openOf = async (cx: Cx, orderId: number): Promise<number> =>
  (
    await cx.db.the(
      { open: 'number' },
      sql`
        select (
          coalesce(
            (
              select sum(l.cost * (l.ordered - l.received - l.rejected))
              from supply_order_line l
              where l.order_id = ${orderId}
            ),
            0
            ) + coalesce( (
              select sum(x.amount)
              from payable x
              join stock_in_item i on i.oid = x.oid and i.item_id = x.stock_in_item_id
              left join supplier_payment p on p.oid = x.oid and p.payment_id = x.payment_id
              where i.stockin_id in (select r.stockin_id from supply_receipt r where r.order_id = ${orderId})
                and p.status is distinct from ${lit(supplierPayment.is.paid)}
            ),
              0
          )
        )::bigint "open"
      `,
    )
  ).open
/** Frees what an order holds beyond what is still to be paid of it: pieces were refused, or the supplier was paid. */
export async function settle(cx: Cx, order: { orderId: number; hid: number }): Promise<void> {
  if ((await creditOf(cx, order.hid)).limit === null) return
  await lockAccounts(cx, accounts(order.hid))
  const over = (await reservedOf(cx, order.orderId)) - Math.max(0, await openOf(cx, order.orderId))
  if (over > 0) await shift(cx, order, -over, '订单释放额度')
}
/** Orders whose goods a payment paid, each to what is left of it. */
export async function settlePaid(cx: Cx, { paymentId }: { paymentId: number }): Promise<void> {
  const paid = await cx.db.rows(
    { orderId: 'number', hid: 'number' },
    sql`
      select distinct o.order_id, o.hid
      from payable x
      join stock_in_item i on i.oid = x.oid and i.item_id = x.stock_in_item_id
      join supply_receipt r on r.oid = i.oid and r.stockin_id = i.stockin_id
      join supply_order o on o.oid = r.oid and o.order_id = r.order_id
      where x.payment_id = ${paymentId}
      order by 1
    `,
  )
  for (const order of paid) await settle(cx, order)
}
/** Frees all that an order still holds: it was given up. */
export async function release(cx: Cx, order: { orderId: number; hid: number }): Promise<void> {
  if ((await creditOf(cx, order.hid)).limit === null) return
  await lockAccounts(cx, accounts(order.hid))
  const held = await reservedOf(cx, order.orderId)
  if (held > 0) await shift(cx, order, -held, '订单释放额度')
}
const shift = (cx: Cx, { orderId, hid }: { orderId: number; hid: number }, amount: number, reason: string): Promise<number> =>
  post(cx, {
    hid,
    reason,
    ref: refOf(orderId),
    lines: [
      { book: 'credit', key: freeOf(hid), amount: -amount, floor: 0 },
      { book: 'credit', key: usedOf(hid), amount, floor: 0 },
    ],
  })
