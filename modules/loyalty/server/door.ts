/**
 * Wallets of members over the ledger. Principal (book stored), gift money (gift) and points (points) are apart; each account
 * `member:<pid>` never falls below zero. In the book cash principal stands against `prepaid:<hid>`: what the clinic owes its members.
 */
import { lockAccounts, type Cx, type LedgerLine } from '#kernel/server/index.ts'
import type { Wallet } from '../contract/shapes.ts'

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
  openPackage,
  packageReturningLines,
  packagesOfCombo,
  raiseItem,
  restorePackages,
  returnable,
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
