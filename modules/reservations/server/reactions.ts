import { nightly, on, sql, dayStart, lit, type Cx } from '#kernel/server/index.ts'
import { wechatHeard, wechatScanned } from '#modules/patients/contract/events.ts'
import { checkedIn } from './check-in.ts'
import { closeNumber } from './numbers.ts'
import { answered, remindTomorrow } from './replies.ts'
import { step } from './status.ts'
import { reservationStates } from '../contract/states.ts'

/** Ends past days: visits without a check-in or examination become no-shows, all numbers are closed. */
export async function closeDays(cx: Cx): Promise<void> {
  const left = await cx.db.rows(
    { resid: 'number', status: 'number' },
    sql`
      select resid, status
      from reservation
      where status in ${lit(reservationStates.in.unseen)} and visit_at < ${dayStart(cx.today)}
      order by resid
      for update
    `,
  )
  for (const { resid, status } of left) {
    if (status === reservationStates.is.numbered) await step(cx, resid, 'wait', '日终处理', true)
    await step(cx, resid, 'noShow', '日终处理', true)
  }
  const open = await cx.db.rows(
    { resid: 'number' },
    sql`select resid from queue_ticket where closed_at is null and day < ${cx.today}::date`,
  )
  for (const { resid } of open) await closeNumber(cx, resid)
  cx.touch('reservations')
}

// 16:10 UTC is 00:10 in the clinic.
export default [
  nightly('reservations.close-day', '10 16 * * *', closeDays),
  // 10:00 UTC is 18:00 in the clinic: members are awake and the desk is staffed.
  nightly('reservations.remind', '0 10 * * *', remindTomorrow),
  on(wechatHeard, answered),
  on(wechatScanned, checkedIn),
]
