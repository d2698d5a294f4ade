/** What the member's wallet can pay of a bill. Pure; money in fen. */
import { t } from '#kernel/web/i18n.ts'
import { fenOf, type Typed } from './state.ts'

export interface Wallet {
  /** Stored value and gift money. */
  stored: number
  points: number
  /** How many points make a yuan. */
  pointsPerYuan: number
}

/** What the points are worth. */
export const worthOf = (wallet: Wallet | undefined): number => Math.floor(((wallet?.points ?? 0) * 100) / (wallet?.pointsPerYuan ?? 100))

/** More than the wallet holds, in words. */
export function overdrawn(typed: Typed, wallet: Wallet | undefined): string[] {
  const stored = fenOf(typed[5] ?? '') ?? 0
  const points = fenOf(typed[6] ?? '') ?? 0
  return [...(stored > (wallet?.stored ?? 0) ? [t`储值余额不足`] : []), ...(points > worthOf(wallet) ? [t`积分不足`] : [])]
}
