/** Hospital balance: prepaid money of a store for services (SMS, remote consultation, renewal). Amounts in fen. */
import { balance, insert, lockAccounts, post, reverse, sql, type Cx, type LedgerLine, type Row, wholeRow } from '#kernel/server/index.ts'

const BOOK = 'hospital'
const keyOf = (hid: number): string => `store:${hid}`
const heldKey = (hid: number): string => `held:${hid}`
const line = (hid: number, amount: number): LedgerLine => ({ book: BOOK, key: keyOf(hid), amount, floor: 0 })
const against = (key: string, amount: number): LedgerLine => ({ book: BOOK, key, amount })

/** Balance of a store, fen. */
export const balanceOf = (cx: Cx, hid: number): Promise<number> => balance(cx, BOOK, keyOf(hid))

interface Movement {
  readonly hid: number
  /** Positive, fen. */
  readonly amount: number
  /** Reference of the service: `sms:12`. */
  readonly ref?: string
  /** Label in the store's records: 短信. */
  readonly reason: string
}

/** Debits a store's balance and returns the ledger entry; refuses with code 405 when the balance is too low. */
export async function spendBalance(cx: Cx, movement: Movement): Promise<number> {
  const balances = await lockBalances(cx, [movement.hid])
  if (balances(movement.hid) < movement.amount) cx.refuse('balance_short')
  const entryId = await posted(cx, movement, [line(movement.hid, -movement.amount), against(`spent:${movement.hid}`, movement.amount)])
  await record(cx, movement, { kind: 2, amount: -movement.amount, balance: balances(movement.hid) - movement.amount, entryId })
  return entryId
}

/** Returns what an entry of `spendBalance` debited or one of `holdBalance` reserved, once. */
export async function returnBalance(cx: Cx, spentEntryId: number, reason: string): Promise<number> {
  const spent =
    (await cx.db.one(wholeRow('balance_record'), sql`select * from balance_record where entry_id = ${spentEntryId} and kind in (2, 7)`)) ??
    cx.refuse('not_found', { what: '余额流水' })
  const balances = await lockBalances(cx, [spent.hid])
  const entryId = await reverse(cx, spentEntryId, reason)
  await record(
    cx,
    { hid: spent.hid, reason, ...(spent.ref ? { ref: spent.ref } : {}) },
    { kind: 6, amount: -spent.amount, balance: balances(spent.hid) - spent.amount, entryId },
  )
  return entryId
}

/**
 * Returns a part of what was debited under `ref`, and the ledger entry; refuses more than is left of it. For a service that is counted in
 * units, of which some come back.
 */
export async function returnPart(cx: Cx, movement: Movement & { readonly ref: string }): Promise<number> {
  const { hid, amount, ref } = movement
  const balances = await lockBalances(cx, [hid])
  const { left } = await cx.db.the(
    { left: 'number' },
    sql`
      select coalesce(-sum(amount), 0) "left"
      from balance_record
      where hid = ${hid} and ref = ${ref} and kind in (2, 6)
    `,
  )
  if (amount > left) cx.refuse('insufficient', { what: '可退余额' })
  const entryId = await posted(cx, movement, [line(hid, amount), against(`spent:${hid}`, -amount)])
  await record(cx, movement, { kind: 6, amount, balance: balances(hid) + amount, entryId })
  return entryId
}

/**
 * Reserves an amount for a future service and returns the ledger entry; refuses with code 405 when the balance is lower than the amount
 * or than `least` fen.
 */
export async function holdBalance(cx: Cx, movement: Movement & { readonly least?: number }): Promise<number> {
  const { hid, amount, least = 0 } = movement
  const balances = await lockBalances(cx, [hid])
  if (balances(hid) < Math.max(amount, least)) cx.refuse('balance_short')
  const entryId = await posted(cx, movement, [line(hid, -amount), { book: BOOK, key: heldKey(hid), amount, floor: 0 }])
  await record(cx, movement, { kind: 7, amount: -amount, balance: balances(hid) - amount, entryId })
  return entryId
}
/** Pays what an entry of `holdBalance` reserved; returns the entry. The store's own account does not change. */
export const settleHold = (cx: Cx, { hid, amount, ...why }: Movement): Promise<number> =>
  posted(cx, { hid, ...why }, [{ book: BOOK, key: heldKey(hid), amount: -amount, floor: 0 }, against(`spent:${hid}`, amount)])

/**
 * Credits a store's balance, by a way of payment (1 cash, 2 WeChat, 3 Alipay, 4 card, 9 other). `coupon` is the part a recharge coupon
 * paid.
 */
export async function rechargeBalance(
  cx: Cx,
  movement: Movement & { payWay: Row<'balance_record'>['payWay']; coupon?: number },
): Promise<number> {
  const { hid, amount, coupon = 0 } = movement
  const balances = await lockBalances(cx, [hid])
  const paid = amount - coupon
  const entryId = await posted(cx, movement, [
    line(hid, amount),
    ...(paid ? [against('paid-in', -paid)] : []),
    ...(coupon ? [against('coupon', -coupon)] : []),
  ])
  await record(cx, movement, { kind: 1, amount, balance: balances(hid) + amount, payWay: movement.payWay, entryId })
  return entryId
}

/** Transfers between the balances of two stores; refuses with code 405 when the first is too low. */
export async function moveBalance(cx: Cx, movement: Movement & { toHid: number }): Promise<number> {
  const { hid, toHid, amount } = movement
  const balances = await lockBalances(cx, [hid, toHid])
  if (balances(hid) < amount) cx.refuse('balance_short')
  const entryId = await posted(cx, movement, [line(hid, -amount), line(toHid, amount)])
  await record(cx, movement, { kind: 3, amount: -amount, balance: balances(hid) - amount, otherHid: toHid, entryId })
  await record(cx, { ...movement, hid: toHid }, { kind: 4, amount, balance: balances(toHid) + amount, otherHid: hid, entryId })
  return entryId
}

/** Head office rewards a store for inviting the store `otherHid`. */
export async function rewardBalance(cx: Cx, movement: Movement & { otherHid: number }): Promise<number> {
  const { hid, amount, otherHid } = movement
  const balances = await lockBalances(cx, [hid])
  const entryId = await posted(cx, movement, [line(hid, amount), against('reward', -amount)])
  await record(cx, movement, { kind: 5, amount, balance: balances(hid) + amount, otherHid, entryId })
  return entryId
}

async function lockBalances(cx: Cx, hids: readonly number[]): Promise<(hid: number) => number> {
  const balances = await lockAccounts(
    cx,
    hids.map((hid) => ({ book: BOOK, key: keyOf(hid), floor: 0 })),
  )
  return (hid) => balances.get(`${BOOK} ${keyOf(hid)}`) ?? 0
}
const posted = (cx: Cx, { hid, reason, ref }: Pick<Movement, 'hid' | 'reason' | 'ref'>, lines: LedgerLine[]): Promise<number> =>
  post(cx, { hid, reason, lines, ...(ref ? { ref } : {}) })
const record = (
  cx: Cx,
  { hid, reason, ref }: Pick<Movement, 'hid' | 'reason' | 'ref'>,
  paper: Partial<Row<'balance_record'>>,
): Promise<Row<'balance_record'>> => insert(cx, 'balance_record', { hid, reason, ref: ref ?? null, operatorName: cx.who.name, ...paper })
