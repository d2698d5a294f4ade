/** What goes out in a month, its budget, and who unsubscribed. */
import { addDays, type z } from '#kernel/contract/index.ts'
import { balance, dayStart, lit, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { MonthQuery } from '../contract/shapes.ts'
import { recipientStates } from '../contract/states.ts'
import { monthKey, settingsOf } from './settings.ts'

export async function monthOf(cx: Cx, { hid, month = cx.today.slice(0, 7) }: z.output<typeof MonthQuery>) {
  ownStore(cx, hid)
  const first = `${month}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const days = await cx.db.rows(
    { day: 'string', tasks: 'number', numbers: 'number' },
    sql`
      select to_char(send_at, 'YYYY-MM-DD') "day", count(*) tasks, sum(people)::int numbers
      from marketing_task
      where hid = ${hid} and send_at >= ${dayStart(first)} and send_at < ${dayStart(next)} and stopped_at is null
      group by 1
      order by 1
    `,
  )
  const sums = await cx.db.the(
    { spent: 'number', unsubscribed: 'number' },
    sql`
      select (
        select coalesce(sum(r.cost), 0)
        from marketing_recipient r
        join marketing_task t on t.oid = r.oid and t.id = r.task_id
        where t.hid = ${hid}
          and r.state = ${lit(recipientStates.is.handed)}
          and t.send_at >= ${dayStart(first)}
          and t.send_at < ${dayStart(next)}
      ) spent,
        (
          select count(*)
          from marketing_unsubscribe
          where hid = ${hid} and at >= ${dayStart(first)} and at < ${dayStart(next)}
        ) unsubscribed
    `,
  )
  const { monthMax } = await settingsOf(cx, hid)
  const budget = -(await balance(cx, 'campaign', `budget:${hid}:${month}`))
  const left = await balance(cx, 'campaign', monthKey(hid, month))
  return { month, ceiling: monthMax, reserved: Math.max(0, budget - left), ...sums, days }
}

/** Links opened of messages sent in ninety days, by the hour they went out. */
export const hoursOf = (cx: Cx, hid: number) =>
  cx.db.rows(
    { hour: 'number', sent: 'number', opened: 'number' },
    sql`
      select extract(hour from handed_at)::int "hour", count(*)::int sent, count(opened_at)::int opened
      from marketing_recipient
      where hid = ${ownStore(cx, hid)}
        and state = ${lit(recipientStates.is.handed)}
        and handed_at > ${cx.now}::timestamptz - interval '90 days'
      group by 1
      order by 1
    `,
  )
