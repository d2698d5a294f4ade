/** Checks of backdated events. */
import { daysBetween } from '#kernel/contract/index.ts'
import { may, sql, type Cx } from '#kernel/server/index.ts'
import { settingOf } from './options.ts'

/**
 * Refuses a day before the member's birth and, without the permission and a reason, one further back than the store allows. The reason is
 * added to the audit of the transaction.
 */
export async function sinceWhen(
  cx: Cx,
  request: {
    readonly hid: number
    /** Day or time, `2026-11-21 09:30`. */
    readonly when: string
    readonly birth: string | null
    readonly limit: 'backdateBillDays' | 'backdateExamDays'
    readonly label: string
    readonly field: string
    readonly reason: string | null | undefined
  },
): Promise<void> {
  const { hid, when, birth, label, field } = request
  const day = when.slice(0, 10)
  if (birth && day < birth) cx.refuse('bad_input', { what: `${label}早于会员的出生日期 ${birth}`, field })
  const ago = daysBetween(day, cx.today)
  if (ago <= 0) return
  const limit = await settingOf(cx, hid, request.limit)
  if (limit === null || ago <= limit) return
  if (!may(cx, 'settings:backdate', hid)) cx.refuse('no_access', { what: `补录 ${limit} 天以前的记录`, code: 'settings:backdate' })
  const reason = request.reason?.trim()
  if (!reason) return cx.refuse('bad_input', { what: `${label}是 ${ago} 天前：请填写补录原因`, field: 'backdateReason' })
  await cx.db.run(sql`select set_config('app.backdate', ${reason}, true)`)
}
