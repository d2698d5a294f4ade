/** Hours, days between messages and the budget of a store; what it never chose is as declared here. */
import { change, find, insert, post, balance, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { MarketingSetting } from '../contract/shapes.ts'

const usual = { sendFrom: '09:00', sendTo: '20:00', restDays: 7, monthMax: 2000_00, approveFrom: 200 } as const

export async function settingsOf(cx: Cx, hid: number): Promise<MarketingSetting> {
  const row = await find(cx, 'marketing_setting', { hid })
  if (!row) return { hid, ...usual, version: 0 }
  const { sendFrom, sendTo, restDays, monthMax, approveFrom, version } = row
  return { hid, sendFrom: sendFrom.slice(0, 5), sendTo: sendTo.slice(0, 5), restDays, monthMax, approveFrom, version }
}
export async function saveSettings(
  cx: Cx<'hours_law' | 'rest_law'>,
  { hid, version, ...values }: Omit<MarketingSetting, 'version'> & { version?: number | undefined },
): Promise<MarketingSetting> {
  ownStore(cx, hid)
  if (values.restDays < 7) cx.refuse('rest_law', { field: 'restDays' })
  if (values.sendFrom < '08:00' || values.sendTo > '21:00' || values.sendFrom >= values.sendTo)
    cx.refuse('hours_law', { field: 'sendFrom' })
  const existing = await find(cx, 'marketing_setting', { hid })
  if (existing) await change(cx, 'marketing_setting', { hid }, { version }, values)
  else await insert(cx, 'marketing_setting', { hid, ...values })
  cx.touch('marketing')
  return settingsOf(cx, hid)
}
/** Whether messages of a purpose may go out at a moment: the hours of the store for marketing, 8:00 to 21:00 for care. */
export function isOpenHour(now: string, purpose: string, { sendFrom, sendTo }: Pick<MarketingSetting, 'sendFrom' | 'sendTo'>): boolean {
  const clock = now.slice(11, 16)
  return purpose === 'care' ? clock >= '08:00' && clock < '21:00' : clock >= sendFrom && clock < sendTo
}

/** The account of what a store may still set aside in a month, and where its money comes from. */
export const monthKey = (hid: number, month: string): string => `month:${hid}:${month}`
const budgetKey = (hid: number, month: string): string => `budget:${hid}:${month}`
/** Money set aside by a task. */
export const taskKey = (id: number): string => `task:${id}`
/** What messages of a store have cost. */
export const spentKey = (hid: number): string => `spent:${hid}`

/** Brings the account of a month to the budget of the store as it is now; what was set aside already stays so. Answers what is left. */
export async function fundMonth(cx: Cx, hid: number, month: string): Promise<number> {
  // One at a time: two tasks submitted at once would both put the same money in.
  await cx.db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`marketing-month:${hid}`}, 0))`)
  const { monthMax } = await settingsOf(cx, hid)
  const [funded, left] = [-(await balance(cx, 'campaign', budgetKey(hid, month))), await balance(cx, 'campaign', monthKey(hid, month))]
  const amount = Math.max(monthMax - funded, -left)
  if (amount !== 0)
    await post(cx, {
      hid,
      reason: '营销月度预算',
      ref: budgetKey(hid, month),
      lines: [
        { book: 'campaign', key: monthKey(hid, month), amount, floor: 0 },
        { book: 'campaign', key: budgetKey(hid, month), amount: -amount, floor: null },
      ],
    })
  return left + amount
}
