/** What the member's wallet can pay of a bill. Pure; amounts in fen. */
import { t } from '#kernel/web/i18n.ts'
import { fenOf, type TypedAmounts } from './state.ts'

export interface DeskWallet {
  /** Principal and gift money. */
  stored: number
  points: number
  /** Points per yuan. */
  pointsPerYuan: number
}

/** Worth of the points. */
export const worthOf = (wallet: DeskWallet | undefined): number =>
  Math.floor(((wallet?.points ?? 0) * 100) / (wallet?.pointsPerYuan ?? 100))

/** Ways that exceed the wallet, as sentences. */
export function overdrawn(typed: TypedAmounts, wallet: DeskWallet | undefined): string[] {
  const stored = fenOf(typed[5] ?? '') ?? 0
  const points = fenOf(typed[6] ?? '') ?? 0
  return [...(stored > (wallet?.stored ?? 0) ? [t`储值余额不足`] : []), ...(points > worthOf(wallet) ? [t`积分不足`] : [])]
}
