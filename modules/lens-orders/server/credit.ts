/**
 * What a store may order before it is paid for: book `credit`. Head office posts the limit to `free:<store>` (floor 0); submitting an order moves its cost to
 * `used:<store>`, giving it up or paying for it moves it back. A store without a limit orders freely.
 */
import { balances, lockAccounts, post, sql, type Cx } from '#kernel/server/index.ts'

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
  const { limit: was, used } = await creditOf(cx, hid)
  const more = limit - (was ?? 0)
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
      sql`select coalesce(sum(l.amount), 0)::bigint held from ledger_entry e join ledger_line l using (oid, entry_id) join ledger_account a using (oid, account_id)
      where e.ref = ${refOf(orderId)} and a.book = 'credit' and starts_with(a.key, 'used:')`,
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
/** Frees all that an order still holds: it was given up, or paid for. */
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
