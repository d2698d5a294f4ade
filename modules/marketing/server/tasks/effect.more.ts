/** What stands beside the answer of a task: by day, afterwards, within ages, and who left. Nothing of it changes the answer. */
import { daysBetween } from '#kernel/contract/index.ts'
import { lit, sql, type Cx, type Row, type ShapedRow, type Sql } from '#kernel/server/index.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { LEAST, newcombe } from '../../contract/effect.ts'
import type { Effect } from '../../contract/shapes.ts'

type Task = Row<'marketing_task'>
interface Window {
  readonly from: Sql
  readonly to: Sql
}
export const windowOf = (task: Task): Window => ({
  from: sql`${task.sentAt}::timestamptz`,
  to: sql`${task.sentAt}::timestamptz + make_interval(days => ${task.outcomeDays}::int)`,
})
/** When somebody of a household first did what the task looks at, within its days; null where nobody did. */
export function firstOf(outcome: string, { from, to }: Window): Sql {
  if (outcome === 'booked')
    return sql`
      (
        select min(v.created_at)
        from reservation v
        where v.oid = r.oid and v.pid = any(r.pids) and v.created_at >= ${from} and v.created_at < ${to}
      )
    `
  if (outcome === 'came')
    return sql`
      (
        select min(v.visit_at)
        from reservation v
        where v.oid = r.oid
          and v.pid = any(r.pids)
          and v.status in ${lit(reservationStates.in.came)}
          and v.visit_at >= ${from}
          and v.visit_at < ${to}
      )
    `
  if (outcome === 'coupon')
    return sql`
      (
        select min(c.used_at)
        from receive_record c
        where c.oid = r.oid and c.pid = any(r.pids) and c.used_at >= ${from} and c.used_at < ${to}
      )
    `
  return sql`
    (
      select min(b.paid_at)
      from fee_bill b
      where b.oid = r.oid
        and b.pid = any(r.pids)
        and b.status in ${lit(feeBill.in.sold)}
        and b.bill_price > b.refunded
        and b.paid_at >= ${from}
        and b.paid_at < ${to}
    )
  `
}
/** Cumulative share of each group, day by day, up to today. */
export async function curvesOf(cx: Cx, task: Task): Promise<Effect['curves']> {
  const window = windowOf(task)
  const rows = await cx.db.rows(
    { arm: 'number', day: 'number | null', people: 'number' },
    sql`
      select arm, floor(extract(epoch from first - ${window.from}) / 86400)::int "day", count(*)::int people
      from (
        select r.arm, ${firstOf(task.outcome, window)} as first
        from marketing_recipient r
        where r.task_id = ${task.id}
      ) drawn
      group by 1, 2
    `,
  )
  const since = daysBetween((task.sentAt ?? cx.now).slice(0, 10), cx.today)
  const days = Math.max(0, Math.min(task.outcomeDays, since))
  return [...new Set(rows.map((r) => r.arm))].sort().map((arm) => {
    const own = rows.filter((r) => r.arm === arm)
    const people = own.reduce((all, r) => all + r.people, 0)
    const by = (day: number) => own.reduce((all, r) => all + (r.day !== null && r.day <= day ? r.people : 0), 0)
    return { arm, shares: Array.from({ length: days + 1 }, (_, day) => (people ? Math.round((by(day) / people) * 10_000) / 10_000 : 0)) }
  })
}
const After = { came: 'number', bought: 'number', coupon: 'number', refunded: 'number' } as const
/** What those who were written to did within the days, each person once. */
export function afterOf(cx: Cx, task: Task): Promise<Effect['after']> {
  const window = windowOf(task)
  const did = (outcome: string) => sql`count(*) filter (where ${firstOf(outcome, window)} is not null)::int`
  return cx.db.the(
    After,
    sql`
      select ${did('came')} came, ${did('bought')} bought, ${did('coupon')} coupon,
        count(*) filter (
          where exists (
            select
            from fee_bill b
            where b.oid = r.oid
              and b.pid = any(r.pids)
              and b.status in ${lit(feeBill.in.sold)}
              and b.refunded > 0
              and b.paid_at >= ${window.from}
              and b.paid_at < ${window.to}
          )
        )::int refunded
      from marketing_recipient r
      where r.task_id = ${task.id} and r.arm > 0
    `,
  )
}
const Stratum = { label: 'string', sent: 'number', control: 'number', hits: 'number', controlHits: 'number' } as const
const difference = ({ sent, control, hits, controlHits }: ShapedRow<typeof Stratum>) => {
  if (sent < LEAST || control < LEAST) return { difference: null, low: null, high: null }
  const { difference: found, low, high } = newcombe(hits, sent, controlHits, control)
  return { difference: found, low, high }
}
/** The difference within ages of who was written to; only where there is a control group. */
export async function agesOf(cx: Cx, task: Task): Promise<Effect['ages']> {
  if (task.controlPercent === 0) return []
  const rows = await cx.db.rows(
    Stratum,
    sql`
      select label, count(*) filter (where arm > 0)::int sent, count(*) filter (where arm = 0)::int control,
        count(*) filter (where arm > 0 and hit)::int hits, count(*) filter (where arm = 0 and hit)::int control_hits
      from (
        select r.arm,
          ${firstOf(task.outcome, windowOf(task))} is not null as hit,
          case when p.birth > ${cx.today}::date - interval '18 years' then '18 岁以下'
            when p.birth > ${cx.today}::date - interval '30 years' then '18–29 岁'
            when p.birth > ${cx.today}::date - interval '46 years' then '30–45 岁'
            when p.birth is not null then '46 岁以上'
            else '没有生日'
          end as label
        from marketing_recipient r
        join patient p on p.oid = r.oid and p.pid = r.pid
        where r.task_id = ${task.id}
      ) drawn
      group by label
      order by count(*) desc
    `,
  )
  return rows.map((row) => ({ label: row.label, sent: row.sent, control: row.control, ...difference(row) }))
}
const Left = { reply: 'number', link: 'number', other: 'number', cancelled: 'number' } as const
/** Who unsubscribed after a message of the task, by the way they took. */
export const leftOf = (cx: Cx, task: Task): Promise<Effect['left']> =>
  cx.db.the(
    Left,
    sql`
      select count(*) filter (where u.way = 'reply')::int reply, count(*) filter (where u.way = 'link')::int link,
        count(*) filter (where u.way not in ('reply', 'link'))::int other, coalesce(sum(u.cancelled), 0)::int cancelled
      from marketing_unsubscribe u
      where u.task_id = ${task.id}
    `,
  )
