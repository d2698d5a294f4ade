/** What became of a task: reached, not reached, later, cancelled; and taken back within ten minutes. */
import { addDays, wordOf, z } from '#kernel/contract/index.ts'
import { begin, change, insert, lit, locked, may, move, sql, update, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { cancelReservation, saveReservation } from '#modules/reservations/server/door.ts'
import { channels } from '../contract/rules.ts'
import type { Book } from '../contract/shapes.queue.ts'
import { asksNext, result, stop, type FollowUpOutcome } from '../contract/fields.ts'
import { Revisit, type ToStatus } from '../contract/shapes.ts'
import { revisitMachine } from '../contract/states.ts'
import { afterOutcome } from './after.ts'
import { reopen } from './rules/engine.ts'
import { cancelRevisit, free } from './cancel.ts'
import { OPEN, revisitOf } from './queries.ts'
import { postponed, whole } from './save.ts'
import { scriptOf } from './scripts.ts'

type Fails = 'next_needed' | 'nothing_booked' | 'held'
/** What a booking may be refused for. */
type BookFails = Parameters<typeof saveReservation>[0] extends Cx<infer F> ? F : never
type Task = Row<'revisit'>
const { is } = revisitMachine

/** Tries after which a message is sent and the phone rests. */
const TRIES = 3
const REST_DAYS = 14
/** What the last outcome changed, so that it can be taken back. */
const Before = z.object({
  nextTryAt: z.string().nullable(),
  promised: z.boolean(),
  tries: z.int(),
  outcome: Revisit.shape.outcome,
  note: z.string().nullable(),
  /** A task made for the next time. */
  next: z.int().nullable(),
  /** A line that stops calls. */
  stop: z.int().nullable(),
  /** A booking made with it. */
  booked: z.int().nullable().default(null),
  /** Tasks of the member that a stop ended. */
  ended: z.array(z.int()).default([]),
  /** The task whose card this one stood on: one call was made for both. */
  call: z.int().nullable().default(null),
})
type Before = z.output<typeof Before>

/** Takes a task to a status by the one move that leads there; asking for the present one succeeds, unless it postpones. */
export async function toStatus(cx: Cx<Fails>, input: ToStatus): Promise<Revisit> {
  const before = await locked(cx, 'revisit', { rvid: input.rvid }, { version: input.version })
  ownStore(cx, before.hid)
  await notHeld(cx, before)
  const { status } = input
  if (status === is.done) await done(cx, before, input)
  else if (status === is.unreached) {
    // One call was made for everything on the card.
    const others = await besides(cx, before)
    await unreached(cx, before, input.note)
    for (const task of others) await unreached(cx, task, input.note, before.rvid)
  } else if (status === is.cancelled) await cancelRevisit(cx, before, input.reason ?? input.note ?? '')
  else await again(cx, before, input)
  cx.touch('revisits')
  return revisitOf(cx, before.rvid)
}

/** Refuses a task of a family that somebody else is calling. */
async function notHeld(cx: Cx<'held'>, { rvid, claimedBy, claimedUntil }: Task): Promise<void> {
  if (!claimedBy || claimedBy === cx.who.ctid || (claimedUntil ?? '') <= cx.now) return
  cx.refuse('held', { name: (await revisitOf(cx, rvid)).claimedByName ?? '' })
}
const beforeOf = (before: Task, more: Partial<Before> = {}): string =>
  JSON.stringify({
    nextTryAt: before.nextTryAt,
    promised: before.promised,
    tries: before.tries,
    outcome: before.outcome,
    note: before.note,
    next: null,
    stop: null,
    booked: null,
    ended: [],
    call: null,
    ...more,
  } satisfies Before)

async function done(cx: Cx<Fails>, before: Task, input: ToStatus): Promise<void> {
  const { outcome } = input
  if (outcome === result.booked && !(await bookedAhead(cx, before.pid))) cx.refuse('nothing_booked', { field: 'outcome' })
  if (outcome && asksNext.includes(outcome) && !input.nextDate && !input.noNext) cx.refuse('next_needed', { field: 'nextDate' })
  const next = input.nextDate && outcome !== result.later ? await nextTask(cx, before, input.nextDate) : null
  const stopped = outcome ? await forbid(cx, before, outcome, input.note) : undefined
  const text = [input.note, input.noNext && `不再安排：${input.noNext}`].filter(Boolean).join('；') || null
  await answered(cx, before, { outcome: outcome ?? null, said: text, before: { next, ...stopped } })
  if (outcome) await afterOutcome(cx, before, outcome)
}
/** Closes a task with what was said, and keeps what stood before and which script was read out. */
async function answered(
  cx: Cx,
  previous: Task,
  { outcome, said: text, before }: { outcome: FollowUpOutcome | null; said: string | null; before?: Partial<Before> },
): Promise<void> {
  const script = previous.type && previous.channel === channels.phone ? await scriptOf(cx, previous) : undefined
  await move(cx, revisitMachine, previous.rvid, 'done', {
    note: text,
    set: {
      ...free,
      outcome,
      note: text ?? previous.note,
      doneRevisitTime: cx.now,
      doneBy: cx.who.ctid || null,
      ...(script ? { scriptVersion: script.version, scriptArm: script.arm } : {}),
      before: beforeOf(previous, before),
    },
  })
}
/** A booking still to come, in whatever store. */
const bookedAhead = async (cx: Cx, pid: number | null): Promise<boolean> =>
  pid !== null &&
  (await cx.db.any(
    sql`
      select 1
      from reservation
      where pid = ${pid} and status in ${lit(reservationStates.in.ahead)} and visit_at > ${cx.now}
      limit 1
    `,
  ))

/** The next task of the same kind, of the same series. */
async function nextTask(cx: Cx, before: Task, when: string): Promise<number> {
  const { hid, pid, type, taskType, category, reviewStaff, content, channel, urgency } = before
  const row = await insert(cx, 'revisit', {
    hid,
    pid,
    type,
    taskType,
    category,
    reviewStaff,
    content,
    channel,
    urgency,
    revisitTime: whole(when),
    seriesId: before.seriesId ?? before.rvid,
  })
  await begin(cx, revisitMachine, row.rvid, row.status)
  return row.rvid
}

/** “Do not call any more”, or a number that is somebody else's: open tasks of the member end, and no rule makes new ones. */
async function forbid(
  cx: Cx,
  before: Task,
  outcome: FollowUpOutcome,
  why: string | null | undefined,
): Promise<Pick<Before, 'stop' | 'ended'> | undefined> {
  if (before.pid === null || (outcome !== result.stop && outcome !== result.wrongNumber)) return undefined
  const kind = outcome === result.stop ? stop.asked : stop.wrongNumber
  const { mobile } = await cx.db.the({ mobile: 'string | null' }, sql`select mobile from patient where pid = ${before.pid}`)
  const row = await insert(cx, 'contact_stop', { hid: before.hid, pid: before.pid, kind, mobile, reason: why ?? null })
  if (outcome !== result.stop) return { stop: row.id, ended: [] }
  const others = await cx.db.rows(
    { rvid: 'number' },
    sql`
      select rvid
      from revisit
      where pid = ${before.pid} and hid = ${before.hid} and status in ${OPEN} and rvid <> ${before.rvid}
      order by rvid
    `,
  )
  for (const other of others) await cancelRevisit(cx, other, '会员要求停止联系', true)
  return { stop: row.id, ended: others.map(({ rvid }) => rvid) }
}

/** Nobody answered: another hour of the next day; after the third time a message, and a rest of two weeks at another hour. */
async function unreached(cx: Cx, before: Task, note: string | null | undefined, call: number | null = null): Promise<void> {
  const tries = before.tries + 1
  const rests = tries >= TRIES
  const day = addDays(cx.today, rests ? REST_DAYS : 1)
  await move(cx, revisitMachine, before.rvid, 'unreachable', {
    note: note ?? null,
    set: {
      ...free,
      tries,
      promised: false,
      nextTryAt: `${day} ${otherHour(cx.now)}`,
      doneBy: cx.who.ctid || null,
      note: note ?? before.note,
      before: beforeOf(before, { call }),
    },
  })
  if (rests) await afterOutcome(cx, before, 'unreached')
}
/** What else the caller holds of the same family. */
const besides = (cx: Cx, before: Task): Promise<Task[]> =>
  cx.db.rows(
    wholeRow('revisit'),
    sql`
      select r.*
      from revisit r
      where r.hid = ${before.hid}
        and r.rvid <> ${before.rvid}
        and r.status in ${OPEN}
        and r.claimed_by = ${cx.who.ctid}
        and r.claimed_until = ${before.claimedUntil}::timestamptz
      order by r.rvid
      for no key update
    `,
  )
/** Who does not answer in the morning is tried in the evening, and the other way round. */
const otherHour = (now: string): string => {
  const hour = Number(now.slice(11, 13))
  if (hour < 12) return '17:30:00'
  return hour < 17 ? '10:00:00' : '14:00:00'
}

/** Booked on the phone: the booking and the answer are one; undone, the booking is called off with it. */
export async function bookFrom(cx: Cx<Fails | BookFails>, { rvid, visitAt, doctorId, note }: z.output<typeof Book>): Promise<Revisit> {
  const before = await locked(cx, 'revisit', { rvid })
  ownStore(cx, before.hid)
  if (!may(cx, 'reservation:edit', before.hid)) cx.refuse('no_access', { what: '新增预约', code: 'reservation:edit' })
  if (before.pid === null) return cx.refuse('not_found', { what: '会员' })
  if (!revisitMachine.in.open.includes(before.status))
    return cx.refuse('illegal_move', { state: wordOf(revisitMachine, before.status), move: '预约' })
  await notHeld(cx, before)
  await answered(cx, before, { outcome: result.booked, said: note ?? null })
  // Type 2 is a review; 2 came by telephone. The other tasks of the member that it answers hear of it.
  const { resid } = await saveReservation(cx, {
    hid: before.hid,
    pid: before.pid,
    visitAt,
    doctorId: doctorId ?? null,
    type: 2,
    requestFrom: 2,
    walkIn: false,
    note: note ?? null,
  })
  await update(cx, 'revisit', { rvid }, { resid, before: beforeOf(before, { booked: resid }) })
  cx.touch('revisits')
  return revisitOf(cx, rvid)
}

/** Back to the list at another time: “call me at twenty past two”, or tried again. */
async function again(cx: Cx<Fails>, before: Task, input: ToStatus): Promise<void> {
  const when = input.nextDate ? whole(input.nextDate) : null
  const later = input.outcome === result.later
  if (later && !when) cx.refuse('next_needed', { field: 'nextDate' })
  const set = {
    ...free,
    ...(when ? { nextTryAt: when, promised: later } : {}),
    ...(later ? { doneBy: cx.who.ctid || null } : {}),
    note: input.note ?? before.note,
  }
  if (before.status === is.waiting) {
    if (!when) return
    await change(cx, 'revisit', { rvid: before.rvid }, {}, set)
  } else await move(cx, revisitMachine, before.rvid, 'again', { note: input.note ?? null, set })
  if (when) await postponed(cx, before, when, { why: input.note, step: later ? 'later' : 'postpone' })
}

/**
 * Takes back what was said of a task, and of every other that the same call answered: by the same person, within ten minutes. A task made
 * for the next time, a booking and a stop go with it, and what those had ended is open again.
 */
export async function undo(cx: Cx<'undo_late'>, rvid: number): Promise<Revisit> {
  const previous = await locked(cx, 'revisit', { rvid })
  ownStore(cx, previous.hid)
  const last = await cx.db.one(
    { ctid: 'number | null', fresh: 'boolean' },
    sql`
      select ctid_, at > app_now() - interval '10 minutes' fresh
      from move_history
      where machine = ${revisitMachine.name} and row_id = ${rvid} and to_status = ${previous.status} and from_status <> to_status
      order by move_id desc
      limit 1
    `,
  )
  const before = Before.safeParse(previous.before)
  if (!before.success || !last?.fresh || last.ctid !== cx.who.ctid) return cx.refuse('undo_late')
  for (const other of await sameCall(cx, previous, before.data.call ?? rvid)) await takeBack(cx, other)
  await takeBack(cx, previous)
  cx.touch('revisits')
  return revisitOf(cx, rvid)
}
/** The other tasks that one call answered. */
const sameCall = (cx: Cx, { rvid, hid, status }: Task, call: number): Promise<Task[]> =>
  cx.db.rows(
    wholeRow('revisit'),
    sql`
      select r.*
      from revisit r
      where r.hid = ${hid}
        and r.rvid <> ${rvid}
        and r.status = ${status}
        and r.done_by = ${cx.who.ctid}
        and (r.rvid = ${call} or (r.before ->> 'call')::bigint = ${call})
      order by r.rvid
      for no key update
    `,
  )
async function takeBack(cx: Cx, previous: Task): Promise<void> {
  const before = Before.safeParse(previous.before)
  if (!before.success) return
  const { next, stop: stopped, booked, ended, call: _, ...facts } = before.data
  await move(cx, revisitMachine, previous.rvid, 'undo', {
    set: { ...facts, doneRevisitTime: null, doneBy: null, before: null, resid: null, scriptVersion: null, scriptArm: null },
  })
  if (booked && may(cx, 'reservation:cancel', previous.hid)) {
    await cancelReservation(cx, booked, '回访结果已撤销')
    await reopen(cx, { hid: previous.hid })
  }
  if (next) await cancelRevisit(cx, { rvid: next }, '上一次回访已撤销', true)
  if (stopped) await update(cx, 'contact_stop', { id: stopped }, { liftedAt: cx.now, liftedBy: cx.who.ctid || null })
  for (const other of ended)
    await move(cx, revisitMachine, other, 'reopen', { automatic: true, note: '停止联系已撤销', set: { cancelReason: null } })
}
