/**
 * Door of loyalty: members' wallets over the ledger. Principal (book stored), gift money (gift) and points (points) are separate;
 * accounts `member:<pid>` never fall below zero. In the book cash, principal stands against `prepaid:<hid>`, the store's debt to its
 * members.
 */
import type { LedgerLine } from '#kernel/server/index.ts'

export { earningLines, lockWallet, walletOf } from './holdings.ts'
export { ruleSet as rulesOf, sharesOf } from './queries.ts'
export {
  couponFor,
  issueCoupons,
  kindOf as couponKindOf,
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
export { lapsedPoints, lapsePoints, rewardFor, rewardReturningLines } from './points.ts'
export { tellStored } from './tell.ts'
export { keepStored } from './wallet.ts'

export interface WalletAmounts {
  stored: number
  gift: number
  points: number
}

/**
 * Ledger lines that debit principal (fen), gift money (fen) and points of a wallet; negative amounts credit. Principal becomes revenue of
 * the store `hid`.
 */
export function spendingLines(hid: number, pid: number, amounts: WalletAmounts): LedgerLine[] {
  const lines: LedgerLine[] = []
  const pair = (book: LedgerLine['book'], amount: number, other: string) => {
    if (amount) lines.push({ book, key: `member:${pid}`, amount: -amount, floor: 0 }, { book, key: other, amount })
  }
  pair('stored', amounts.stored, `spent:${hid}`)
  if (amounts.stored)
    lines.push(
      { book: 'cash', key: `prepaid:${hid}`, amount: amounts.stored },
      { book: 'cash', key: `revenue:${hid}`, amount: -amounts.stored },
    )
  pair('gift', amounts.gift, `spent:${hid}`)
  pair('points', amounts.points, `spent:${hid}`)
  return lines
}
