/** What a member holds in the ledger, and the lines that credit points. */
import { balance, type Cx, type LedgerLine } from '#kernel/server/index.ts'
import type { Wallet } from '../contract/shapes.ts'

/** What a member holds: principal and gift money in fen, points. */
export async function walletOf(cx: Cx, pid: number): Promise<Wallet> {
  const key = `member:${pid}`
  const [money, moneyGift, points] = await Promise.all([balance(cx, 'stored', key), balance(cx, 'gift', key), balance(cx, 'points', key)])
  return { pid, money, moneyGift, points }
}

/** Ledger lines that credit earned points (negative: take them back). */
export const earningLines = (pid: number, points: number): LedgerLine[] =>
  points
    ? [
        { book: 'points', key: `member:${pid}`, amount: points, floor: 0 },
        { book: 'points', key: 'earned', amount: -points },
      ]
    : []
