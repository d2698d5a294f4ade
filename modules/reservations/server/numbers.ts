/** Giving numbers: check-in, back into line, to another room. */
import { begin, find, move, nextNumber, sql, type Cx, type Row, wholeRow } from '#kernel/server/index.ts'
import { visited } from '#modules/patients/server/door.ts'
import { inUse, wordOf } from '#kernel/contract/index.ts'
import { reservationCame } from '../contract/events.ts'
import { queueStates, reservationStates } from '../contract/states.ts'
import { roomInUse } from './rooms.ts'

export type Ticket = Row<'queue_ticket'>
type Fails = 'number_open' | 'not_today' | 'status_step' | 'room_stopped'

/** The line a ticket stands in: its own room's, or the shared one of an office or of the house. */
export const label = (t: Pick<Ticket, 'series' | 'no'>): string => `${t.series}${String(t.no).padStart(3, '0')}`

export async function ticketOf(cx: Cx, resid: number): Promise<Ticket | undefined> {
  return cx.db.one(wholeRow('queue_ticket'), sql`select * from queue_ticket where resid = ${resid} for update`)
}

/** Checks a member in: one number a visit, one open number a member and day. A visit that has its number goes to the end of the line again. */
export async function giveNumber(cx: Cx<Fails>, resid: number, roomId: number | null): Promise<void> {
  const visit = (await find(cx, 'reservation', { resid })) ?? cx.refuse('not_found', { what: '预约' })
  if (visit.visitAt.slice(0, 10) !== cx.today) cx.refuse('not_today', { day: visit.visitAt.slice(0, 10) })
  const ticket = await ticketOf(cx, resid)
  if (ticket) return requeue(cx, visit, ticket, roomId)
  if (!(await numbered(cx, visit, roomId ? await roomInUse(cx, roomId) : undefined))) return numberOpen(cx, visit.pid)
}

/** Gives a visit of today its number; false where the member has an open one. `automatic`: the member took it, nobody's permission is asked. */
export async function numbered(cx: Cx, visit: Row<'reservation'>, chosen?: Row<'consulting_room'>, automatic = false): Promise<boolean> {
  const { resid } = visit
  await move(cx, reservationStates, resid, 'take', { automatic })
  const room = chosen ?? (await roomOfDoctor(cx, visit))
  const officeId = room?.officeId ?? visit.officeId
  const office = officeId ? await find(cx, 'office', { id: officeId }) : undefined
  const series = office?.series ?? 'A'
  const no = await nextNumber(cx, `ticket:${visit.hid}:${cx.today}:${series}`)
  const made = await cx.db.one(
    wholeRow('queue_ticket'),
    sql`
    insert into queue_ticket (hid, resid, pid, day, series, no, office_id, consulting_id, position)
    values (${visit.hid}, ${resid}, ${visit.pid}, ${cx.today}::date, ${series}, ${no}, ${officeId ?? null}, ${room?.id ?? null}, ${endOfLine(visit.hid, cx.today)})
    on conflict (oid, pid, day) where closed_at is null do nothing returning *`,
  )
  if (!made) return false
  await begin(cx, queueStates, made.ticketId, queueStates.is.waiting)
  await visited(cx, visit.pid)
  await cx.announce(reservationCame, { resid, pid: visit.pid, hid: visit.hid })
  if (room) await move(cx, reservationStates, resid, 'wait', { automatic, set: { consultingId: room.id } })
  return true
}

/** Behind everybody of the day. */
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
    await cx.db.run(sql`update queue_ticket set consulting_id = ${room.id}, version = version + 1 where ticket_id = ${ticket.ticketId}`)
  }
  if (visit.status === reservationStates.is.numbered && consultingId)
    await move(cx, reservationStates, visit.resid, 'wait', { set: { consultingId } })
}

/** The room a doctor usually works in; a booked member needs no sending there. */
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
    sql`select series, no from queue_ticket where pid = ${pid} and day = ${cx.today}::date and closed_at is null`,
  )
  return cx.refuse('number_open', { no: open ? label(open) : '' })
}

/** The visit is over or given up: the member may take another number. */
export const closeNumber = (cx: Cx, resid: number): Promise<number> =>
  cx.db.run(
    sql`update queue_ticket set closed_at = ${cx.now}, done_at = case when seen_at is not null then coalesce(done_at, ${cx.now}) end, version = version + 1 where resid = ${resid} and closed_at is null`,
  )
