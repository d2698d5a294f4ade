/** What stored value is held to: the strictest of a store's active charge settings and of the organisation's rule. Amounts in fen. */
import { daysBetween } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import { mastersOf } from '#modules/settings/server/door.ts'
import type { RuleSet } from '../contract/rules.ts'
import { ruleSet } from './queries.ts'

interface Bound {
  readonly amount: number
  readonly name: string
}
export interface Limits {
  readonly rules: RuleSet
  /** Least and most of one top-up. */
  readonly least?: Bound
  readonly most?: Bound
  /** Most principal a member may hold. */
  readonly held?: number
  /** The setting that pays nothing back. */
  readonly kept?: string
}

/** Limits in force in a store. */
export async function limitsOf(cx: Cx, hid: number): Promise<Limits> {
  const [rules, settings] = await Promise.all([ruleSet(cx), mastersOf(cx, hid, 'charge-setting')])
  const bounds = (field: 'minMoney' | 'maxMoney' | 'maxBalance'): Bound[] =>
    settings.flatMap((s) => (s[field] ? [{ amount: s[field], name: s.name }] : [])).sort((a, b) => a.amount - b.amount)
  const [least, most] = [bounds('minMoney').at(-1), bounds('maxMoney')[0]]
  const held = [...bounds('maxBalance').map((b) => b.amount), ...(rules.stored_limit ? [rules.stored_limit * 100] : [])].sort(
    (a, b) => a - b,
  )[0]
  const kept = settings.find((s) => !s.canRefund)?.name
  return { rules, ...(least ? { least } : {}), ...(most ? { most } : {}), ...(held ? { held } : {}), ...(kept ? { kept } : {}) }
}

const yuan = (fen: number): string => String(fen / 100)
/** Refuses a single top-up below or above what the store takes. */
export function checkOnce(cx: Cx<'topup_least' | 'topup_most'>, { least, most }: Limits, money: number): void {
  if (least && money < least.amount) cx.refuse('topup_least', { name: least.name, limit: yuan(least.amount), field: 'money' })
  if (most && money > most.amount) cx.refuse('topup_most', { name: most.name, limit: yuan(most.amount), field: 'money' })
}
/** Refuses more principal than a member may hold. */
export function checkHeld(cx: Cx<'topup_limit'>, { held }: Limits, money: number, field: string): void {
  if (held && money > held) cx.refuse('topup_limit', { limit: yuan(held), field })
}
/** Refuses gift money a till may not give by itself; a storage scheme gives what it says. */
export function checkGift(cx: Cx<'gift_over'>, { rules }: Limits, { money, moneyGift }: { money: number; moneyGift: number }): void {
  const most = Math.floor((money * rules.gift_share) / 100)
  if (moneyGift > most) cx.refuse('gift_over', { most: yuan(most), share: rules.gift_share, field: 'moneyGift' })
}

/** Days for which a top-up taken on paper may still be entered. */
const LATE_DAYS = 31
/** Refuses a time of payment that hides a top-up from the figures of the days it belongs to. */
export function checkPaidAt(cx: Cx<'pay_time'>, payTime: string | undefined): void {
  if (payTime && (payTime > cx.now || daysBetween(payTime, cx.today) > LATE_DAYS))
    cx.refuse('pay_time', { days: LATE_DAYS, field: 'payTime' })
}
