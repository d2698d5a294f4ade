/** Visits a member books, moves and cancels: the machine of reception, within the times the store offers. */
import type { z } from '#kernel/contract/index.ts'
import { lit, sql, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { cancelReservation, saveReservation, wechatDays } from '#modules/reservations/server/door.ts'
import { queueStates, reservationStates } from '#modules/reservations/contract/states.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import {
  PhoneVisit,
  type BookByPhone,
  type CancelByPhone,
  type MoveByPhone,
  type PhoneLine,
  type PhoneSlots,
  type SlotsQuery,
} from '../contract/shapes.ts'
import { ownMember } from './people.ts'

type BookFails =
  | 'slot_taken'
  | 'closed_hours'
  | 'off_duty'
  | 'quota_full'
  | 'past_time'
  | 'time_order'
  | 'wechat_open'
  | 'not_offered'
  | 'number_open'
  | 'not_today'
  | 'status_step'
  | 'room_stopped'
const BY_WECHAT = 3

const VisitRow = {
  resid: 'number',
  pid: 'number',
  hid: 'number',
  storeName: 'string',
  visitAt: 'string',
  visitEnd: 'string',
  type: 'number',
  doctorId: 'number | null',
  doctorName: 'string | null',
  status: 'number',
  version: 'number',
} as const
type VisitRow = ShapedRow<typeof VisitRow>
const visitSelect = sql`
  select r.resid, r.pid, r.hid, s.name store_name, r.visit_at, r.visit_end, r.type, r.doctor_id, d.name doctor_name, r.status, r.version
  from reservation r
  join store s on s.oid = r.oid and s.hid = r.hid
  left join contact d on d.oid = r.oid and d.ctid_ = r.doctor_id
`

const { is, in: sets } = reservationStates
function stateOf(status: number): PhoneVisit['state'] {
  if (sets.ahead.includes(status)) return 'booked'
  if (sets.here.includes(status)) return 'here'
  if (status === is.completed) return 'done'
  if (status === is.cancelled) return 'cancelled'
  return status === is.noShow ? 'missed' : 'moved'
}
const earlier = (at: string, minutes: number): string =>
  new Date(Date.parse(`${at.replace(' ', 'T')}Z`) - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')

/** What a member sees of a visit. It may be changed until the notice the store asks for before a booking. */
async function shown(cx: Cx, { status, ...row }: VisitRow): Promise<PhoneVisit> {
  const until = earlier(row.visitAt, await settingOf(cx, row.hid, 'wechatLeadMinutes'))
  return PhoneVisit.parse({
    ...row,
    state: stateOf(status),
    changeUntil: sets.ahead.includes(status) && until > cx.now ? until : null,
  })
}
const PAST = 20
/** Visits to come, the next one first, then the last ones. */
export async function visitsOf(cx: Cx, pid: number): Promise<PhoneVisit[]> {
  await ownMember(cx, pid)
  const rows = await cx.db.rows(
    VisitRow,
    sql`
      ${visitSelect}
      where r.pid = ${pid} and r.status <> ${lit(is.rescheduled)}
      order by r.status in ${lit(sets.ahead)} desc, case when r.status in ${lit(sets.ahead)} then r.visit_at end, r.visit_at desc
      limit ${PAST}
    `,
  )
  const visits = []
  for (const row of rows) visits.push(await shown(cx, row))
  return visits
}
async function visitOf(cx: Cx, resid: number): Promise<PhoneVisit> {
  const row = await cx.db.one(VisitRow, sql`${visitSelect} where r.resid = ${resid}`)
  if (!row || !cx.who.member?.pids.includes(row.pid)) return cx.refuse('not_found', { what: '预约' })
  return shown(cx, row)
}

/** Times the store offers, with the doctor who saw the member last. */
export async function slotsFor(cx: Cx, { pid, hid, startDate, days }: z.output<typeof SlotsQuery>): Promise<PhoneSlots> {
  await ownMember(cx, pid)
  const last = await cx.db.one(
    { doctorId: 'number | null' },
    sql`
      select doctor_id
      from reservation
      where pid = ${pid} and hid = ${hid} and doctor_id is not null and status in ${lit(sets.came)}
      order by visit_at desc
      limit 1
    `,
  )
  return {
    lead: await settingOf(cx, hid, 'wechatLeadMinutes'),
    usualDoctor: last?.doctorId ?? null,
    days: await wechatDays(cx, { hid, days, ...(startDate ? { startDate } : {}) }),
  }
}

/** Refuses a time that is not offered: not of the roster, too soon, too far, or full. A time that was just taken says so. */
async function mustBeOffered(
  cx: Cx<'not_offered' | 'slot_taken'>,
  { hid, doctorId, visitAt }: { hid: number; doctorId: number; visitAt: string },
): Promise<void> {
  const [date, from] = [visitAt.slice(0, 10), visitAt.slice(11, 16)]
  const [day] = await wechatDays(cx, { hid, doctorId, startDate: date, days: 1 })
  const slot = day?.date === date ? day.slots.find((s) => s.from === from) : undefined
  if (!slot) return cx.refuse('not_offered', { field: 'visitAt' })
  if (slot.left === 0) cx.refuse('slot_taken', { time: `${visitAt.slice(5, 16)}`, field: 'visitAt' })
}

export async function bookByPhone(cx: Cx<BookFails>, input: z.output<typeof BookByPhone>): Promise<PhoneVisit> {
  await ownMember(cx, input.pid)
  await mustBeOffered(cx, input)
  const { resid } = await saveReservation(cx, { ...input, requestFrom: BY_WECHAT, walkIn: false })
  return visitOf(cx, resid)
}

/** A visit that may still be changed by the member. */
async function changeable(cx: Cx<'too_late'>, resid: number): Promise<PhoneVisit> {
  const visit = await visitOf(cx, resid)
  return visit.state === 'booked' && visit.changeUntil === null ? cx.refuse('too_late') : visit
}
export async function moveByPhone(cx: Cx<BookFails | 'too_late'>, input: z.output<typeof MoveByPhone>): Promise<PhoneVisit> {
  const { pid, type } = await changeable(cx, input.resid)
  await mustBeOffered(cx, input)
  const { resid } = await saveReservation(cx, { ...input, pid, type, requestFrom: BY_WECHAT, walkIn: false })
  return visitOf(cx, resid)
}
export async function cancelByPhone(cx: Cx<'too_late'>, { resid, reason, version }: z.output<typeof CancelByPhone>): Promise<PhoneVisit> {
  const visit = await changeable(cx, resid)
  // Cancelling what is cancelled succeeds; what has begun cannot be cancelled from afar.
  if (visit.state !== 'booked' && visit.state !== 'cancelled') return cx.refuse('too_late')
  await cancelReservation(cx, resid, reason, version, true)
  return visitOf(cx, resid)
}

const Ticket = {
  ticketId: 'number',
  ticketNo: 'string',
  status: 'number',
  roomName: 'string | null',
  storeName: 'string',
  takenAt: 'string',
  ahead: 'number',
} as const
const { is: line } = queueStates
function lineStateOf(status: number): PhoneLine['state'] {
  if (status === line.called) return 'called'
  if (status === line.seen) return 'seen'
  return status === line.passed ? 'passed' : 'waiting'
}
/** The open number of today and how many are before it; null without one. */
export async function lineOf(cx: Cx, pid: number): Promise<PhoneLine | null> {
  await ownMember(cx, pid)
  const ticket = await cx.db.one(
    Ticket,
    sql`
      select t.ticket_id, t.series || lpad(t.no::text, 3, '0') ticket_no, t.status, c.name room_name, s.name store_name, t.taken_at,
        queue_ahead(t.ticket_id) ahead
      from queue_ticket t
      join store s on s.oid = t.oid and s.hid = t.hid
      left join consulting_room c on c.oid = t.oid and c.id = t.consulting_id
      where t.pid = ${pid} and t.day = ${cx.today}::date and t.closed_at is null
    `,
  )
  if (!ticket) return null
  const { status, ticketId: _, ...row } = ticket
  const state = lineStateOf(status)
  return { ...row, state, ahead: state === 'waiting' || state === 'passed' ? row.ahead : 0 }
}
