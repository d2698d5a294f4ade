/** What follow-up brought: who came back within the days of the store after a task that was done. */
import { addDays, type z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, lit, sql, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { followUpWord, channelWord } from '../contract/labels.ts'
import type { Calendar, CalendarQuery, Dimension, FollowUpTrace, TraceQuery, TraceRow } from '../contract/shapes.trace.ts'
import { difference, wilson } from '../contract/trace.ts'
import { revisitMachine } from '../contract/states.ts'
import { OPEN } from './queries.ts'

const Done = {
  taskType: 'number',
  channel: 'number',
  type: 'number | null',
  typeName: 'string | null',
  staff: 'number | null',
  staffName: 'string | null',
  version: 'number | null',
  arm: 'number | null',
  n: 'number',
  came: 'number',
  cost: 'number',
  takings: 'number',
} as const
type Done = ShapedRow<typeof Done>

/**
 * Done tasks by what they have in common. A visit is credited once, to the last done task of the member before it, and a bill once, to the
 * last credited visit before it: tasks done after the time that is asked take their visits all the same, or the months would not add up to
 * the year. A task that a visit or booking ended by itself is not counted; a message counts for its channel and for no caller.
 */
const grouped = (cx: Cx, hid: number, { start, end, days }: { start: string; end: string; days: number }): Promise<Done[]> =>
  cx.db.rows(
    Done,
    sql`
      with done as (
        select r.pid, r.task_type, r.channel, r.type, r.done_by, r.script_version, r.script_arm, r.done_revisit_time "at", r.sms_id,
          lead(r.done_revisit_time) over (partition by r.pid order by r.done_revisit_time, r.rvid) "next"
        from revisit r
        where r.hid = ${hid}
          and r.status = ${lit(revisitMachine.is.done)}
          and r.done_revisit_time >= ${dayStart(start)}
          and r.done_revisit_time < ${dayEnd(addDays(end, days))}
          and (r.done_by is not null or r.sms_id is not null or r.message_id is not null)
      ),
        credited as (
          select d.*,
            (
              select min(v.visit_at)
              from reservation v
              where v.pid = d.pid
                and v.hid = ${hid}
                and v.status in ${lit(reservationStates.in.came)}
                and v.visit_at > d.at
                and v.visit_at <= d.at + make_interval(days => ${days})
                and (d.next is null or v.visit_at <= d.next)
            ) came_at
          from done d
        ),
        bounded as (
          select c.*,
            least(
              c.at + make_interval(days => ${days}),
              min(c.came_at::date) over (partition by c.pid order by c.at rows between 1 following and unbounded following)
            ) until
          from credited c
        )
      select
        c.task_type, c.channel, c.type, i.name type_name, c.done_by staff, s.name staff_name, c.script_version "version", c.script_arm arm,
        count(*) n, count(c.came_at) came, coalesce(sum(m.cost), 0) "cost",
        coalesce(
          sum(
            (
              select sum(b.paid - b.refunded)
              from fee_bill b
              where b.pid = c.pid and b.hid = ${hid} and b.paid_at >= c.came_at::date and b.paid_at < c.until
            )
          ),
          0
        ) takings
      from bounded c
      left join master_item i on i.id = c.type
      left join contact s on s.ctid_ = c.done_by
      left join sms m on m.sms_id = c.sms_id
      where c.at < ${dayEnd(end)}
      group by 1, 2, 3, 4, 5, 6, 7, 8
    `,
  )

type Keyed = { key: number | null; label: string } | undefined
const keyOf: Readonly<Record<Dimension, (d: Done) => Keyed>> = {
  task: (d) => ({ key: d.taskType, label: followUpWord(d.taskType) }),
  type: (d) => (d.type === null ? undefined : { key: d.type, label: d.typeName ?? '' }),
  channel: (d) => ({ key: d.channel, label: channelWord(d.channel) }),
  script: (d) =>
    d.type === null || d.version === null
      ? undefined
      : { key: d.type, label: `${d.typeName ?? ''} v${d.version}${d.arm === 1 ? ' B' : ''}` },
  staff: (d) => (d.staff === null ? undefined : { key: d.staff, label: d.staffName ?? '' }),
}
const order: readonly Dimension[] = ['task', 'type', 'channel', 'script', 'staff']

function rowsBy(by: Dimension, done: readonly Done[]): TraceRow[] {
  const found = new Map<string, TraceRow>()
  for (const d of done) {
    const keyed = keyOf[by](d)
    if (!keyed) continue
    const before = found.get(`${keyed.key} ${keyed.label}`) ?? {
      by,
      ...keyed,
      n: 0,
      came: 0,
      share: 0,
      low: 0,
      high: 1,
      cost: 0,
      takings: 0,
    }
    found.set(`${keyed.key} ${keyed.label}`, {
      ...before,
      n: before.n + d.n,
      came: before.came + d.came,
      cost: before.cost + d.cost,
      takings: before.takings + d.takings,
    })
  }
  return [...found.values()].map((r) => ({ ...r, share: r.came / r.n, ...wilson(r.came, r.n) })).sort((a, b) => b.n - a.n)
}

/** The two scripts of a type beside each other, whatever their versions. */
function compared(done: readonly Done[]): FollowUpTrace['scripts'] {
  const types = new Map(done.flatMap((d) => (d.type !== null && d.arm !== null ? [[d.type, d.typeName ?? '']] : [])))
  return [...types].map(([type, name]) => {
    const arm = (n: number) => {
      const own = done.filter((d) => d.type === type && d.arm === n)
      return { n: own.reduce((sum, d) => sum + d.n, 0), came: own.reduce((sum, d) => sum + d.came, 0) }
    }
    const [a, b] = [arm(0), arm(1)]
    return { type, name, a, b, ...difference(a, b) }
  })
}

/** What the done tasks of a time brought, ninety days unless told. */
export async function trace(cx: Cx, { hid: wantedHid, startDate, endDate }: z.output<typeof TraceQuery>): Promise<FollowUpTrace> {
  const hid = ownStore(cx, wantedHid ?? cx.who.hid)
  const days = await settingOf(cx, hid, 'revisitEffectDays')
  const end = endDate ?? cx.today
  const start = startDate ?? addDays(end, -90)
  const done = await grouped(cx, hid, { start, end, days })
  return { startDate: start, endDate: end, days, rows: order.flatMap((by) => rowsBy(by, done)), scripts: compared(done) }
}

/** How much lies on which day, for whom. */
export async function calendar(cx: Cx, { hid: wantedHid, from, to }: z.output<typeof CalendarQuery>): Promise<z.output<typeof Calendar>> {
  const hid = ownStore(cx, wantedHid ?? cx.who.hid)
  const list = await cx.db.rows(
    { day: 'string', reviewStaff: 'number | null', staffName: 'string | null', open: 'number', urgent: 'number', done: 'number' },
    sql`
      select r.due_at::date "day", r.review_staff, s.name staff_name, count(*) filter (where r.status in ${OPEN}) "open",
        count(*) filter (where r.status in ${OPEN} and r.urgency = 3) urgent,
        count(*) filter (where r.status = ${lit(revisitMachine.is.done)}) "done"
      from revisit r
      left join contact s on s.oid = r.oid and s.ctid_ = r.review_staff
      where r.hid = ${hid} and r.due_at >= ${dayStart(from)} and r.due_at < ${dayEnd(to)} and r.channel = 1
      group by 1, 2, 3
      order by 1, 2
    `,
  )
  return { capacity: await settingOf(cx, hid, 'revisitCapacity'), list }
}
