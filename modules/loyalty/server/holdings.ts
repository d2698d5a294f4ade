/** Balances of a member in the ledger, and the lines that credit points. */
import { balance, lockAccounts, type Cx, type LedgerLine } from '#kernel/server/index.ts'
import type { MemberWallet } from '../contract/shapes.ts'

/** Balances of a member: principal and gift money in fen, points. */
export async function walletOf(cx: Cx, pid: number): Promise<MemberWallet> {
  const key = `member:${pid}`
  const [money, moneyGift, points] = await Promise.all([balance(cx, 'stored', key), balance(cx, 'gift', key), balance(cx, 'points', key)])
  return { pid, money, moneyGift, points }
}

/** Locks a member's accounts, opening them on first use, so that a split calculated from the balances still holds when it is posted. */
export async function lockWallet(cx: Cx, pid: number): Promise<MemberWallet> {
  const key = `member:${pid}`
  const accounts = await lockAccounts(
    cx,
    (['gift', 'points', 'stored'] as const).map((book) => ({ book, key, floor: 0 })),
  )
  const balanceOf = (book: string) => accounts.get(`${book} ${key}`) ?? 0
  return { pid, money: balanceOf('stored'), moneyGift: balanceOf('gift'), points: balanceOf('points') }
}

/** Ledger lines that credit earned points (negative: take them back). */
export const earningLines = (pid: number, points: number): LedgerLine[] =>
  points
    ? [
        { book: 'points', key: `member:${pid}`, amount: points, floor: 0 },
        { book: 'points', key: 'earned', amount: -points },
      ]
    : []
