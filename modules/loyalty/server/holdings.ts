/** What a member holds in the ledger, and the lines that credit points. */
import { balance, lockAccounts, type Cx, type LedgerLine } from '#kernel/server/index.ts'
import type { Wallet } from '../contract/shapes.ts'

/** What a member holds: principal and gift money in fen, points. */
export async function walletOf(cx: Cx, pid: number): Promise<Wallet> {
  const key = `member:${pid}`
  const [money, moneyGift, points] = await Promise.all([balance(cx, 'stored', key), balance(cx, 'gift', key), balance(cx, 'points', key)])
  return { pid, money, moneyGift, points }
}

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

/** Ledger lines that credit earned points (negative: take them back). */
export const earningLines = (pid: number, points: number): LedgerLine[] =>
  points
    ? [
        { book: 'points', key: `member:${pid}`, amount: points, floor: 0 },
        { book: 'points', key: 'earned', amount: -points },
      ]
    : []
