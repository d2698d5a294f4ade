/** Limits of stored value: the strictest of the store's active charge settings and the organisation's rule. Amounts in fen. */
import { daysBetween } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import { mastersOf } from '#modules/settings/server/door.ts'
import type { RuleSet } from '../contract/rules.ts'
import tables from '../contract/tables.ts'
import { ruleSet } from './queries.ts'

interface Bound {
  readonly amount: number
  readonly name: string
}
export interface StoredValueLimits {
  readonly rules: RuleSet
  /** Minimum and maximum of one top-up. */
  readonly least?: Bound
  readonly most?: Bound
  /** Maximum principal per member. */
  readonly maxHeld?: number
  /** Name of the setting that excludes refunds. */
  readonly nonRefundable?: string
}

/** Limits in force in a store. */
export async function limitsOf(cx: Cx, hid: number): Promise<StoredValueLimits> {
  const [rules, settings] = await Promise.all([ruleSet(cx), mastersOf(cx, hid, 'charge-setting')])
  const bounds = (field: 'minMoney' | 'maxMoney' | 'maxBalance'): Bound[] =>
    settings.flatMap((s) => (s[field] ? [{ amount: s[field], name: s.name }] : [])).sort((a, b) => a.amount - b.amount)
  const [least, most] = [bounds('minMoney').at(-1), bounds('maxMoney')[0]]
  const maxima = [...bounds('maxBalance').map((b) => b.amount), ...(rules.stored_limit ? [rules.stored_limit * 100] : [])].sort(
    (a, b) => a - b,
  )[0]
  const nonRefundable = settings.find((s) => !s.canRefund)?.name
  return {
    rules,
    ...(least ? { least } : {}),
    ...(most ? { most } : {}),
    ...(maxima ? { maxHeld: maxima } : {}),
    ...(nonRefundable ? { nonRefundable } : {}),
  }
}

const yuan = (fen: number): string => String(fen / 100)
/** Refuses a top-up outside the store's minimum and maximum. */
export function checkOnce(cx: Cx<'topup_least' | 'topup_most'>, { least, most }: StoredValueLimits, money: number): void {
  if (least && money < least.amount) cx.refuse('topup_least', { name: least.name, limit: yuan(least.amount), field: 'money' })
  if (most && money > most.amount) cx.refuse('topup_most', { name: most.name, limit: yuan(most.amount), field: 'money' })
}
/** Refuses a top-up that would exceed the maximum principal. */
export function checkMaxHeld(cx: Cx<'topup_limit'>, { maxHeld }: StoredValueLimits, money: number, field: string): void {
  if (maxHeld && money > maxHeld) cx.refuse('topup_limit', { limit: yuan(maxHeld), field })
}
/** Refuses gift money beyond what a till may give itself; a storage scheme defines its own. */
export function checkGift(
  cx: Cx<'gift_over'>,
  { rules }: StoredValueLimits,
  { money, moneyGift }: { money: number; moneyGift: number },
): void {
  const most = Math.floor((money * rules.gift_share) / 100)
  if (moneyGift > most) cx.refuse('gift_over', { most: yuan(most), share: rules.gift_share, field: 'moneyGift' })
}

/**
 * Refuses a payment time that would hide a top-up from the figures of its day: nobody enters one later than its table says, whatever the
 * reason.
 */
export function checkPaidAt(cx: Cx<'pay_time'>, payTime: string | undefined): void {
  const days = tables.charge_bill.happened.pay_time
  if (payTime && daysBetween(payTime, cx.today) > days) cx.refuse('pay_time', { days, field: 'payTime' })
}
