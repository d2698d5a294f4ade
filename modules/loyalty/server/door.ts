/**
 * Wallets of members over the ledger. Principal (book stored), gift money (gift) and points (points) are apart; each account
 * `member:<pid>` never falls below zero. In the book cash principal stands against `prepaid:<hid>`: what the clinic owes its members.
 */
import type { LedgerLine } from '#kernel/server/index.ts'

export { earningLines, lockWallet, walletOf } from './holdings.ts'
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
export { keepStored } from './wallet.ts'

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
