/** Issues numbers: check-in, requeue, change of room. */
import { begin, find, move, nextNumber, sql, type Cx, type Row, wholeRow } from '#kernel/server/index.ts'
import { visited } from '#modules/patients/server/door.ts'
import { inUse, wordOf } from '#kernel/contract/index.ts'
import { reservationCame } from '../contract/events.ts'
import { queueStates, reservationStates } from '../contract/states.ts'
import { roomInUse } from './rooms.ts'

export type Ticket = Row<'queue_ticket'>
type Fails = 'number_open' | 'not_today' | 'status_step' | 'room_stopped'

/** Queue of a ticket: its room's, or the shared one of an office or store. */
export const label = (t: Pick<Ticket, 'series' | 'no'>): string => `${t.series}${String(t.no).padStart(3, '0')}`

export async function ticketOf(cx: Cx, resid: number): Promise<Ticket | undefined> {
  return cx.db.one(wholeRow('queue_ticket'), sql`select * from queue_ticket where resid = ${resid} for update`)
}

/**
 * Checks a member in. One number per visit, and one open number per member and day. A visit with a number moves to the end of the queue.
 */
export async function giveNumber(cx: Cx<Fails>, resid: number, roomId: number | null): Promise<void> {
  const visit = (await find(cx, 'reservation', { resid })) ?? cx.refuse('not_found', { what: '预约' })
  if (visit.visitAt.slice(0, 10) !== cx.today) cx.refuse('not_today', { day: visit.visitAt.slice(0, 10) })
  const ticket = await ticketOf(cx, resid)
  if (ticket) return requeue(cx, visit, ticket, roomId)
  if (!(await numbered(cx, visit, roomId ? await roomInUse(cx, roomId) : undefined))) return numberOpen(cx, visit.pid)
}

/** Issues the number of today's visit; returns false if the member has an open one. `automatic`: self check-in, without a permission. */
export async function numbered(cx: Cx, visit: Row<'reservation'>, chosen?: Row<'consulting_room'>, automatic = false): Promise<boolean> {
  const { resid } = visit
  await move(cx, reservationStates, resid, 'take', { automatic })
  const room = chosen ?? (await roomOfDoctor(cx, visit))
  const officeId = room?.officeId ?? visit.officeId
  const office = officeId ? await find(cx, 'office', { id: officeId }) : undefined
  const series = office?.series ?? 'A'
  const no = await nextNumber(cx, `ticket:${visit.hid}:${cx.today}:${series}`)
  const issued = await cx.db.one(
    wholeRow('queue_ticket'),
    sql`
      insert into queue_ticket (hid, resid, pid, day, series, no, office_id, consulting_id, position)
      values (
        ${visit.hid}, ${resid}, ${visit.pid}, ${cx.today}::date, ${series}, ${no}, ${officeId ?? null}, ${room?.id ?? null},
        ${endOfLine(visit.hid, cx.today)}
      )
      on conflict (oid, pid, day)
      where closed_at is null do nothing
      returning *
    `,
  )
  if (!issued) return false
  await begin(cx, queueStates, issued.ticketId, queueStates.is.waiting)
  await visited(cx, visit.pid)
  await cx.announce(reservationCame, { resid, pid: visit.pid, hid: visit.hid })
  if (room) await move(cx, reservationStates, resid, 'wait', { automatic, set: { consultingId: room.id } })
  return true
}

/** Last of the day. */
const endOfLine = (hid: number, day: string) =>
  sql`(select coalesce(max(position), 0) + 1 from queue_ticket where hid = ${hid} and day = ${day}::date)`

async function requeue(cx: Cx<Fails>, visit: Row<'reservation'>, ticket: Ticket, roomId: number | null): Promise<void> {
  if (ticket.closedAt)
    cx.refuse('status_step', { state: wordOf(reservationStates, visit.status), target: wordOf(queueStates, queueStates.is.waiting) })
  const room = roomId ? await roomInUse(cx, roomId) : undefined
  const consultingId = room?.id ?? ticket.consultingId
  if (ticket.status !== queueStates.is.waiting) {
    const { position } = await cx.db.the({ position: 'number' }, sql`select ${endOfLine(visit.hid, cx.today)} as position`)
    await move(cx, queueStates, ticket.ticketId, 'requeue', { set: { consultingId, position } })
  } else if (room) {
    await cx.db.run(sql`
      update queue_ticket
      set consulting_id = ${room.id}, version = version + 1
      where ticket_id = ${ticket.ticketId}
    `)
  }
  if (visit.status === reservationStates.is.numbered && consultingId)
    await move(cx, reservationStates, visit.resid, 'wait', { set: { consultingId } })
}

/** Usual room of a doctor; a booked member goes there without being sent. */
async function roomOfDoctor(cx: Cx, visit: Row<'reservation'>): Promise<Row<'consulting_room'> | undefined> {
  if (visit.consultingId) {
    const chosen = await find(cx, 'consulting_room', { id: visit.consultingId, status: inUse.is.on })
    if (chosen) return chosen
  }
  return visit.doctorId ? find(cx, 'consulting_room', { hid: visit.hid, doctorId: visit.doctorId, status: inUse.is.on }) : undefined
}

async function numberOpen(cx: Cx<Fails>, pid: number): Promise<never> {
  const open = await cx.db.one(
    { series: 'string', no: 'number' },
    sql`
      select series, no
      from queue_ticket
      where pid = ${pid} and day = ${cx.today}::date and closed_at is null
    `,
  )
  return cx.refuse('number_open', { no: open ? label(open) : '' })
}

/** Closes the number of a finished or cancelled visit, so that the member can take another one. */
export const closeNumber = (cx: Cx, resid: number): Promise<number> =>
  cx.db.run(
    sql`
      update queue_ticket
      set closed_at = ${cx.now}, done_at = case when seen_at is not null then coalesce(done_at, ${cx.now}) end, version = version + 1
      where resid = ${resid} and closed_at is null
    `,
  )
