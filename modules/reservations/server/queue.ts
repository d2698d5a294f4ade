/** The queue: next, recall, pass, admit. */
import { find, move, sql, lit, type Cx, type Row, type Sql, wholeRow } from '#kernel/server/index.ts'
import { settingIn } from '#modules/settings/server/door.ts'
import { wordOf } from '#kernel/contract/index.ts'
import type { Reservation, TakeNumber } from '../contract/shapes.ts'
import { queueStates, reservationStates } from '../contract/states.ts'
import { giveNumber, ticketOf, type Ticket } from './numbers.ts'
import { reservationOf } from './queries.ts'
import { roomInUse } from './rooms.ts'

/** States of a visit and of its number. */
const { is } = reservationStates
const { is: line } = queueStates
type Fails = 'not_today' | 'number_open' | 'no_number' | 'nobody_waiting' | 'room_stopped' | 'room_needed' | 'status_step' | 'visit_ended'
type Room = Row<'consulting_room'>

/**
 * Numbers a room can call: waiting ones, and passed ones below the store's limit. Its own first, then shared ones that are not assigned
 * to another doctor.
 */
const callable = (room: Room, day: string): Sql => sql`
  t.hid = ${room.hid}
  and t.day = ${day}::date
  and t.closed_at is null
  and (
    t.status = ${lit(line.waiting)}
    or t.status = ${lit(line.passed)}
    and t.passes < ${settingIn(sql`${room.hid}::bigint`, 'passesMax')}::int
  )
  and (
    t.consulting_id = ${room.id}
    or t.consulting_id is null
    and (t.office_id is null or t.office_id is not distinct from ${room.officeId}::bigint)
    and exists (
      select 1
      from reservation r
      where r.oid = t.oid
        and r.resid = t.resid
        and (r.doctor_id is null or ${room.doctorId}::bigint is null or r.doctor_id = ${room.doctorId}::bigint)
    )
  )
`

/** PATCH numbers: one call for all queue actions. */
export async function takeNumber(cx: Cx<Fails>, { resid, consulting_id: roomId, status }: TakeNumber): Promise<Reservation> {
  if (resid === undefined) {
    if (status !== undefined && status !== line.called) cx.refuse('bad_input', { what: '预约编号：必填', field: 'resid' })
    return callNext(cx, await roomInUse(cx, roomId ?? cx.refuse('room_needed', { field: 'consulting_id' })))
  }
  const visit = await reservationOf(cx, resid)
  if (status === line.called) await callOne(cx, visit, roomId ?? null)
  else if (status === line.seen) await seeVisit(cx, resid, roomId ?? null)
  else if (status === line.passed) await pass(cx, await openTicket(cx, resid))
  else await giveNumber(cx, resid, roomId ?? null)
  return reservationOf(cx, resid)
}

async function openTicket(cx: Cx<'no_number' | 'visit_ended'>, resid: number): Promise<Ticket> {
  const ticket = (await ticketOf(cx, resid)) ?? cx.refuse('no_number')
  if (!ticket.closedAt) return ticket
  const { status } = await reservationOf(cx, resid)
  return cx.refuse('visit_ended', { state: wordOf(reservationStates, status) })
}

/** Calls the next number; an unanswered one returns to the queue first. Two rooms never get the same number. */
async function callNext(cx: Cx<Fails>, room: Room): Promise<Reservation> {
  // Double clicks in one room are serialised here.
  await cx.db.run(sql`select 1 from consulting_room where id = ${room.id} for update`)
  const next = await cx.db.one(
    wholeRow('queue_ticket'),
    sql`
      select t.*
      from queue_ticket t
      where ${callable(room, cx.today)}
      order by t.position, t.ticket_id
      limit 1
      for update of t skip locked
    `,
  )
  if (!next) return cx.refuse('nobody_waiting')
  const called = await cx.db.rows(
    wholeRow('queue_ticket'),
    sql`
      select *
      from queue_ticket
      where hid = ${room.hid}
        and day = ${cx.today}::date
        and consulting_id = ${room.id}
        and status = ${lit(line.called)}
        and closed_at is null
      for update
    `,
  )
  await callTicket(cx, next, room)
  for (const ticket of called) await pass(cx, ticket)
  return reservationOf(cx, next.resid)
}

/** Calls this number, or calls it again. */
async function callOne(cx: Cx<Fails>, visit: Reservation, roomId: number | null): Promise<void> {
  const ticket = await openTicket(cx, visit.resid)
  const room = await roomInUse(cx, roomId ?? ticket.consultingId ?? cx.refuse('room_needed', { field: 'consulting_id' }))
  if (ticket.status === line.called) {
    await cx.db.run(
      sql`
        update queue_ticket
        set calls = calls + 1, called_at = ${cx.now}, consulting_id = ${room.id}, version = version + 1
        where ticket_id = ${ticket.ticketId}
      `,
    )
  } else await callTicket(cx, ticket, room)
}

async function callTicket(cx: Cx<Fails>, ticket: Ticket, room: Room): Promise<void> {
  await move(cx, queueStates, ticket.ticketId, 'call', { set: { consultingId: room.id, calledAt: cx.now, calls: ticket.calls + 1 } })
  const visit = await find(cx, 'reservation', { resid: ticket.resid })
  if (visit?.status === is.numbered) await move(cx, reservationStates, visit.resid, 'wait', { set: { consultingId: room.id } })
}

/** An unanswered number returns to the queue behind the room's next `pass_after` waiting ones. */
async function pass(cx: Cx<Fails>, ticket: Ticket): Promise<void> {
  const room = (await find(cx, 'consulting_room', { id: ticket.consultingId ?? 0 })) ?? cx.refuse('room_needed')
  const ahead = await cx.db.rows(
    { position: 'number' },
    sql`
      select t.position
      from queue_ticket t
      where ${callable(room, cx.today)} and t.ticket_id <> ${ticket.ticketId}
      order by t.position, t.ticket_id
      limit ${room.passAfter + 1}
    `,
  )
  const before = ahead.at(Math.min(room.passAfter, ahead.length) - 1)?.position
  const behind = ahead[room.passAfter]?.position
  const position = before === undefined ? ticket.position : behind === undefined ? before + 0.5 : (before + behind) / 2
  await move(cx, queueStates, ticket.ticketId, 'pass', { set: { position, passes: ticket.passes + 1 } })
}

/** The member entered the room. */
export async function seeVisit(cx: Cx<'no_number' | 'room_stopped' | 'visit_ended'>, resid: number, roomId: number | null): Promise<void> {
  const ticket = await openTicket(cx, resid)
  const room = roomId ? await roomInUse(cx, roomId) : undefined
  const consultingId = room?.id ?? ticket.consultingId
  if (ticket.status !== line.seen)
    await move(cx, queueStates, ticket.ticketId, 'seen', { set: { consultingId, seenAt: ticket.seenAt ?? cx.now, doneAt: null } })
  const { status } = (await find(cx, 'reservation', { resid }))!
  if (status === is.numbered) await move(cx, reservationStates, resid, 'wait', { set: { consultingId } })
  // Admitted again in another room during the visit: 就诊中 and 检查中 stay.
  if (reservationStates.in.inLine.includes(status)) await move(cx, reservationStates, resid, 'see', { set: { consultingId } })
  else if (status === is.examined) await move(cx, reservationStates, resid, 'back')
}
