/**
 * The one engine of all rules: makes the tasks of a cause, moves them when it changes, cancels them when it is void, ends them when a stop
 * comes.
 */
import { addDays, daysBetween } from '#kernel/contract/index.ts'
import { begin, dayEnd, dayStart, lit, move, sql, stay, type Cx, type ShapedRow, type Sql } from '#kernel/server/index.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import {
  isRule,
  outcomeOfStop,
  ruleOf,
  ruleKeys,
  stopsOfTask,
  answeredIn,
  windowOf,
  type FollowUpRule,
  type RuleKey,
  type FollowUpStep,
  type Stop,
} from '../../contract/rules.ts'
import { restDaysIn, workingFrom } from '../../contract/holidays.ts'
import { revisitMachine } from '../../contract/states.ts'
import { barred } from '../tell/barred.ts'
import { Cause, causes, type Scope } from './causes.ts'
import { OPEN } from '../queries.ts'
import { postponed } from '../save.ts'
import { ruleIn, type RuleIn } from './rules.ts'
import { cancelRevisit, free } from '../cancel.ts'

/** A task a rule would make. */
export interface WantedTask {
  readonly cause: Cause
  readonly step: FollowUpStep
  /** Day it is for. */
  readonly day: string
  /** Days after the cause in which it makes sense. */
  readonly window: readonly [from: number, to: number]
}
export interface Skipped {
  readonly pid: number
  readonly sentence: string
}
/** Longest reach of a rule into the past: an older cause has nothing left to do. */
const reach = ({ steps, window }: Pick<FollowUpRule, 'steps' | 'window'>): number => Math.max(0, ...steps.map((s) => s.days)) + window[1]

/** Steps of a cause that still make sense on a day: those whose window is not over. */
const stepsOf = (rule: FollowUpRule, steps: readonly FollowUpStep[], cause: Cause, since: string): WantedTask[] =>
  steps
    .map((step) => ({ cause, step, day: addDays(cause.day, step.days), window: windowOf(rule, steps, step) }))
    .filter(({ window }) => addDays(cause.day, window[1]) >= since)

/** Causes without any task yet, from a day on. */
const fresh = (cx: Cx, key: RuleKey, scope: Scope, from: string): Promise<Cause[]> =>
  cx.db.rows(
    Cause,
    sql`
      select c.*
      from (${causes[key](scope)}) c
      where c.day >= ${from}::date
        and not exists (select from revisit r where r.rule = ${key} and r.ref = c.ref)
      order by c.day, c.ref
    `,
  )

/** What a rule would make of the causes from a day on, and whom it leaves out. */
export async function planned(cx: Cx, key: RuleKey, scope: Scope, { since = scope.today }: { since?: string } = {}) {
  const rule = ruleOf(key)
  const set = await ruleIn(cx, scope.hid, key)
  const steps = set.steps.filter((s) => s.on)
  const found = set.active && steps.length ? await fresh(cx, key, scope, addDays(since, -reach({ ...rule, steps }))) : []
  const why = await barred(
    cx,
    rule,
    found.map((c) => c.pid),
  )
  const skipped: Skipped[] = found.flatMap(({ pid }) => {
    const sentence = why.get(pid)
    return sentence ? [{ pid, sentence }] : []
  })
  const wanted = found.filter((c) => !why.has(c.pid)).flatMap((c) => stepsOf(rule, steps, c, since))
  return { set, wanted, skipped }
}

/** Takes away and moves the open tasks of a member whose cause has fallen or changed; makes none. */
export async function settle(cx: Cx, keys: readonly RuleKey[], { pid, hid }: { pid: number; hid: number }): Promise<void> {
  const open = await cx.db.rows(
    { rule: 'string' },
    sql`
      select distinct rule
      from revisit
      where pid = ${pid} and hid = ${hid} and rule = any(${keys}::text[]) and status in ${OPEN}
    `,
  )
  for (const { rule } of open) {
    if (!isRule(rule)) continue
    await withdraw(cx, rule, { hid, pid, today: cx.today })
    await shift(cx, rule, { hid, pid, today: cx.today })
  }
}
/**
 * Brings the tasks of a rule in line with its causes: of one member after an event, of a store in the night. Answers how many were made.
 */
export async function follow(cx: Cx, key: RuleKey, scope: Scope, more: { since?: string } = {}): Promise<number> {
  await withdraw(cx, key, scope)
  await shift(cx, key, scope)
  const { set, wanted } = await planned(cx, key, scope, more)
  return make(cx, key, scope.hid, set, wanted)
}

/** Rows of one statement. */
const BATCH = 500
async function make(cx: Cx, key: RuleKey, hid: number, set: RuleIn, wanted: readonly WantedTask[]): Promise<number> {
  const rule = ruleOf(key)
  let made = 0
  const clock = rule.urgency === 3 ? cx.now.slice(11) : '10:00:00'
  const own = restDaysIn(await settingOf(cx, hid, 'revisitRestDays'))
  for (let start = 0; start < wanted.length; start += BATCH) {
    const rows = wanted.slice(start, start + BATCH).map((w) => ({
      ...taskOf(rule, key, w, clock, own),
      hid,
      type: set.type,
    }))
    const inserted = await cx.db.rows({ rvid: 'number' }, insertTasks(rows, rule.workday === true))
    for (const { rvid } of inserted) await begin(cx, revisitMachine, rvid, revisitMachine.is.waiting)
    made += inserted.length
  }
  if (made) cx.touch('revisits')
  return made
}
/** What presses keeps its day; the rest waits until the days of rest are over. */
const PRESSING = 2
function taskOf(rule: FollowUpRule, key: RuleKey, { cause, step, day, window }: WantedTask, clock: string, own: ReadonlySet<string>) {
  const dueDay = rule.urgency >= PRESSING ? day : workingFrom(day, own)
  const end = addDays(cause.day, window[1])
  const doctor = rule.who === 'doctor' ? cause.doctorId : null
  return {
    pid: cause.pid,
    task_type: rule.taskType,
    category: doctor === null ? 1 : 0,
    review_staff: doctor,
    revisit_time: `${dueDay} ${clock}`,
    content: `${rule.label} · ${step.label}`,
    tail_start_date: addDays(cause.day, window[0]),
    tail_end_date: end < dueDay ? dueDay : end,
    add_params: { rule: key, ref: cause.ref, step: step.step, day: cause.day },
    channel: step.channel,
    urgency: rule.urgency,
  }
}
/** The first day with somebody on the roster within a week, at the same time. */
const WORKDAY = sql`
  coalesce(
    (
      select min(d.day)
      from duty d
      where d.hid = t.hid and d.day >= t.revisit_time::date and d.day < t.revisit_time::date + 8
    ) + t.revisit_time::time,
    t.revisit_time
  )
`
/** A cause told twice makes one task. On a working day: the first with somebody on the roster, in a store that keeps one. */
const insertTasks = (rows: readonly object[], workday: boolean): Sql => sql`
  insert into revisit (
    hid, pid, type, task_type, category, review_staff, creator_type, revisit_time, content, tail_start_date, tail_end_date, add_params,
    channel, urgency
  )
  select t.hid, t.pid, t.type, t.task_type, t.category, t.review_staff, 2, ${workday ? WORKDAY : sql`t.revisit_time`}, t.content,
    t.tail_start_date, t.tail_end_date, t.add_params, t.channel, t.urgency
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t (
    hid bigint, pid bigint, type bigint, task_type int, category int, review_staff bigint, revisit_time timestamptz, content text,
    tail_start_date date, tail_end_date date, add_params jsonb, channel int, urgency int
  )
  on conflict on constraint revisit__cause do nothing
  returning rvid
`

const ofScope = (key: RuleKey, { hid, pid }: Scope): Sql =>
  sql`
    r.hid = ${hid}
    and r.rule = ${key}
    and r.status in ${OPEN} ${pid === undefined ? sql`` : sql`and r.pid = ${pid}`}
  `

/** Cancels open tasks whose cause stands no more. */
async function withdraw(cx: Cx, key: RuleKey, scope: Scope): Promise<void> {
  const rows = await cx.db.rows(
    { rvid: 'number' },
    sql`
      select r.rvid
      from revisit r
      where ${ofScope(key, scope)}
        and not exists (select from (${causes[key](scope)}) c where c.ref = r.ref)
      order by r.rvid
      for no key update of r
    `,
  )
  for (const row of rows) await cancelRevisit(cx, row, '起因已不成立', true)
}
/** Moves open tasks whose cause changed its day, by as much. */
async function shift(cx: Cx, key: RuleKey, scope: Scope): Promise<void> {
  const rows = await cx.db.rows(
    { rvid: 'number', status: 'number', dueAt: 'string', at: 'string', day: 'string', from: 'string', to: 'string' },
    sql`
      select r.rvid, r.status, r.due_at, (c.day + (r.revisit_time - (r.add_params ->> 'day')::date))::timestamptz "at", c.day as "day",
        r.tail_start_date + (c.day - (r.add_params ->> 'day')::date) "from", r.tail_end_date + (c.day - (r.add_params ->> 'day')::date) "to"
      from revisit r
      join (${causes[key](scope)}) c on c.ref = r.ref
      where ${ofScope(key, scope)} and c.day <> (r.add_params ->> 'day')::date
      order by r.rvid
      for no key update of r
    `,
  )
  for (const { rvid, status, dueAt, at: time, day, from, to } of rows) {
    await cx.db.run(
      sql`
        update revisit
        set revisit_time = ${time}, next_try_at = null, promised = false, tail_start_date = ${from}::date, tail_end_date = ${to}::date,
          version = version + 1, add_params = add_params || jsonb_build_object('day', ${day}::text)
        where rvid = ${rvid}
      `,
    )
    await postponed(cx, { rvid, status, dueAt }, time, { why: '起因日期有变' })
  }
}

/** Days around its own in which a booking or visit ends a task that has no window. */
const AROUND = 14
const Stopped = {
  rvid: 'number',
  hid: 'number',
  rule: 'string | null',
  taskType: 'number',
  step: 'number | null',
  day: 'string | null',
  inWindow: 'boolean',
} as const
type Stopped = ShapedRow<typeof Stopped>
/** Whether a day answers a task of a rule: its steps are those of the store. Reviews also keep to the window the task was given. */
async function answers(cx: Cx, key: RuleKey, { hid, step: number, day: from, inWindow }: Stopped, day: string): Promise<boolean> {
  const rule = ruleOf(key)
  const steps = (await ruleIn(cx, hid, key)).steps.filter((s) => s.on || s.step === number)
  const step = steps.find((s) => s.step === number)
  if (!step || from === null) return inWindow
  const [first, last] = answeredIn(rule, steps, step)
  const after = daysBetween(from, day)
  return after >= first && after <= last && (inWindow || !rule.reviews)
}
/**
 * Ends the member's open tasks that a booking or a visit of this day answers. Of a series made by a template only the step nearest to the
 * day is answered, whether the others are still open or not.
 */
export async function endBy(cx: Cx, stop: Stop, { pid, resid, day }: { pid: number; resid: number; day: string }): Promise<void> {
  const rows = await cx.db.rows(
    Stopped,
    sql`
      select r.rvid,
        r.hid,
        r.rule,
        r.task_type,
        (r.add_params ->> 'step')::int step,
        r.add_params ->> 'day' "day",
        coalesce(r.tail_start_date, r.revisit_time::date - ${AROUND}::int) <= ${day}::date
        and coalesce(r.tail_end_date, r.revisit_time::date + ${AROUND}::int) >= ${day}::date
        and not exists (
          select
          from revisit o
          where o.oid = r.oid
            and o.series_id = r.series_id
            and o.pid = r.pid
            and abs(o.revisit_time::date - ${day}::date) < abs(r.revisit_time::date - ${day}::date)
        ) in_window
      from revisit r
      where r.pid = ${pid} and r.hid = any(${cx.who.hids}) and r.status in ${OPEN}
      order by r.rvid
      for no key update
    `,
  )
  for (const row of rows) {
    const { rvid, rule, taskType } = row
    const by = isRule(rule) ? ruleOf(rule).stops : stopsOfTask(taskType)
    if (!by.includes(stop) || !(isRule(rule) ? await answers(cx, rule, row, day) : row.inWindow)) continue
    await move(cx, revisitMachine, rvid, 'done', {
      automatic: true,
      note: stop === 'booking' ? '会员已预约' : '会员已到店',
      set: { outcome: outcomeOfStop[stop], doneRevisitTime: cx.now, resid, ...free },
    })
  }
  if (rows.length) cx.touch('revisits')
}

/** Tasks whose window is over lapse. */
async function lapse(cx: Cx, hid: number): Promise<void> {
  const rows = await cx.db.rows(
    { rvid: 'number' },
    sql`
      select rvid
      from revisit
      where hid = ${hid} and status in ${OPEN} and tail_end_date < ${cx.today}::date
      order by rvid
      limit 5000
    `,
  )
  for (const row of rows) await cancelRevisit(cx, row, '已过有效期', true)
}
/** Tasks of whoever is on the roster and off today: a day of leave, or one on which the store rests. They are everybody's. */
async function passOn(cx: Cx, hid: number): Promise<void> {
  const rows = await cx.db.rows(
    { rvid: 'number', status: 'number' },
    sql`
      update revisit r
      set category = 1, review_staff = null, version = version + 1
      where r.hid = ${hid}
        and r.status in ${OPEN}
        and r.category = 0
        and r.due_at < ${dayEnd(cx.today)}
        and exists (
          select
          from duty d
          where d.oid = r.oid
            and d.doctor_id = r.review_staff
            and d.day between ${addDays(cx.today, -ROSTER)}::date and ${addDays(cx.today, ROSTER)}::date
        )
        and not exists (
          select
          from duty d
          where d.oid = r.oid and d.doctor_id = r.review_staff and d.day = ${cx.today}::date
        )
      returning r.rvid, r.status
    `,
  )
  for (const { rvid, status } of rows) await stay(cx, revisitMachine, rvid, status, 'raise', '当天不当班，转为所有人可见')
  if (rows.length) cx.touch('revisits')
}
/** Days around today in which whoever keeps a roster has a duty. */
const ROSTER = 7

/** What was ended by a booking that was called off or moved is open again, unless another booking answers it; of one member, or all. */
export async function reopen(cx: Cx, { hid, pid }: { hid: number; pid?: number }): Promise<void> {
  const rows = await cx.db.rows(
    { rvid: 'number', pid: 'number' },
    sql`
      select r.rvid, r.pid
      from revisit r
      join reservation b on b.oid = r.oid and b.resid = r.resid
      where r.hid = ${hid}
        and (${pid === undefined} or r.pid = ${pid ?? null})
        and r.status = ${lit(revisitMachine.is.done)}
        and r.outcome = ${outcomeOfStop.booking}
        and r.done_revisit_time > ${dayStart(addDays(cx.today, -60))}
        and b.status in ${lit(reservationStates.in.withdrawn)}
        and (r.tail_end_date is null or r.tail_end_date >= ${cx.today}::date)
      order by r.rvid
    `,
  )
  for (const { rvid } of rows)
    await move(cx, revisitMachine, rvid, 'reopen', {
      automatic: true,
      note: '预约已取消或改期',
      set: { doneRevisitTime: null, outcome: null, resid: null, doneBy: null, before: null },
    })
  await answerAgain(cx, hid, [...new Set(rows.map((row) => row.pid))])
}
/** Bookings ahead answer what stands open again of these members. */
async function answerAgain(cx: Cx, hid: number, pids: readonly number[]): Promise<void> {
  const bookings = await cx.db.rows(
    { resid: 'number', pid: 'number', day: 'string' },
    sql`
      select resid, pid, visit_at::date "day"
      from reservation
      where hid = ${hid} and pid = any(${pids}::bigint[]) and status in ${lit(reservationStates.in.ahead)} and not walk_in
      order by visit_at
    `,
  )
  for (const booking of bookings) await endBy(cx, 'booking', booking)
}

/** The night of a store: what lapsed, what came back, and every rule. */
export async function nightOf(cx: Cx, hid: number): Promise<void> {
  await lapse(cx, hid)
  await reopen(cx, { hid })
  for (const key of ruleKeys) await follow(cx, key, { hid, today: cx.today })
  await passOn(cx, hid)
  await release(cx, hid)
}
/** Cards that were held and never answered. */
const release = (cx: Cx, hid: number): Promise<number> =>
  cx.db.run(sql`
    update revisit
    set claimed_by = null, claimed_until = null
    where hid = ${hid} and claimed_until < ${cx.now}::timestamptz
  `)
