/**
 * Wallets of members over the ledger. Principal (book stored), gift money (gift) and points (points) are apart; each account
 * `member:<pid>` never falls below zero. In the book cash principal stands against `prepaid:<hid>`: what the clinic owes its members.
 */
import { lockAccounts, post, type Cx, type LedgerLine } from '#kernel/server/index.ts'
import { splitStored, type RuleSet } from '../contract/rules.ts'
import type { Wallet } from '../contract/shapes.ts'
import { earningLines } from './holdings.ts'
import { ruleSet } from './queries.ts'

export { earningLines, walletOf } from './holdings.ts'
export { ruleSet as rulesOf, sharesOf } from './queries.ts'
export {
  couponFor,
  expireCoupons,
  couponReturningLines,
  couponRow,
  couponSpendingLines,
  followCoupons,
  keepCoupon,
  GIFT_CARD,
  type Coupon,
} from './coupons.ts'
export {
  addItems,
  closePackages,
  leftOf,
  openPackage,
  packageReturningLines,
  packagesOfCombo,
  raiseItem,
  restorePackages,
  returnable,
  type NewPackage,
  type Returning,
} from './packages.ts'
export { rewardFor, rewardReturningLines } from './points.ts'

/** Locks a member's accounts so that a split computed from the balances still holds when it is posted. Opens them when first used. */
export async function lockWallet(cx: Cx, pid: number): Promise<Wallet> {
  const key = `member:${pid}`
  const held = await lockAccounts(
    cx,
    (['gift', 'points', 'stored'] as const).map((book) => ({ book, key, floor: 0 })),
  )
  const of = (book: string) => held.get(`${book} ${key}`) ?? 0
  return { pid, money: of('stored'), moneyGift: of('gift'), points: of('points') }
}

export interface Taken {
  stored: number
  gift: number
  points: number
}

/** Ledger lines that take principal (fen), gift money (fen) and points out of a wallet; with negative amounts they go back. Principal becomes revenue of the store `hid`. */
export function spendingLines(hid: number, pid: number, taken: Taken): LedgerLine[] {
  const lines: LedgerLine[] = []
  const pair = (book: LedgerLine['book'], amount: number, other: string) => {
    if (amount) lines.push({ book, key: `member:${pid}`, amount: -amount, floor: 0 }, { book, key: other, amount })
  }
  pair('stored', taken.stored, `spent:${hid}`)
  if (taken.stored)
    lines.push(
      { book: 'cash', key: `prepaid:${hid}`, amount: taken.stored },
      { book: 'cash', key: `revenue:${hid}`, amount: -taken.stored },
    )
  pair('gift', taken.gift, `spent:${hid}`)
  pair('points', taken.points, `spent:${hid}`)
  return lines
}

/** How an amount in fen is taken out of a member's stored value under the organisation's rule; refuses when there is not enough. */
export async function splitOf(cx: Cx, pid: number, amount: number, rules?: RuleSet): Promise<{ stored: number; gift: number }> {
  const [wallet, inForce] = await Promise.all([lockWallet(cx, pid), rules ?? ruleSet(cx)])
  if (wallet.money + wallet.moneyGift < amount) cx.refuse('insufficient', { what: '储值余额', field: 'payStyleList' })
  return splitStored(wallet, amount, inForce.stored_order)
}

/** Spends stored value and points of a member and answers what was taken from where, with the entry. */
export async function spend(
  cx: Cx,
  { pid, ref, reason, amount = 0, points = 0 }: { pid: number; ref: string; reason: string; amount?: number; points?: number },
): Promise<Taken & { entryId: number }> {
  const { stored, gift } = amount ? await splitOf(cx, pid, amount) : { stored: 0, gift: 0 }
  const entryId = await post(cx, { reason, ref, lines: spendingLines(cx.who.hid, pid, { stored, gift, points }) })
  return { stored, gift, points, entryId }
}

/** Gives spent stored value, gift money and points back to a member. */
export const giveBack = (cx: Cx, { pid, ref, reason, ...taken }: Taken & { pid: number; ref: string; reason: string }): Promise<number> =>
  post(cx, { reason, ref, lines: spendingLines(cx.who.hid, pid, { stored: -taken.stored, gift: -taken.gift, points: -taken.points }) })

/** Credits points earned by a member. */
export const earn = (cx: Cx, { pid, ref, reason, points }: { pid: number; ref: string; reason: string; points: number }): Promise<number> =>
  post(cx, { reason, ref, lines: earningLines(pid, points) })
