/** Status calls of both families, and cancellation. */
import { move, sql, type Cx } from '#kernel/server/index.ts'
import { openMoves, wordOf } from '#kernel/contract/index.ts'
import { reservationChecked, reservationMissed } from '../contract/events.ts'
import type { Reservation } from '../contract/shapes.ts'
import { reservationStates } from '../contract/states.ts'
import { closeNumber, giveNumber } from './numbers.ts'
import { reservationOf } from './queries.ts'
import { seeVisit } from './queue.ts'

const { is } = reservationStates
type Fails = 'cancel_by_call' | 'move_by_save' | 'status_step' | 'not_today' | 'number_open' | 'no_number' | 'room_stopped' | 'visit_ended'

/** Moves a reservation to a status by the only matching move. Succeeds when it already has the status. */
export async function toStatus(cx: Cx<Fails>, resid: number, target: number, note?: string): Promise<Reservation> {
  const visit = await reservationOf(cx, resid)
  if (target === is.cancelled) cx.refuse('cancel_by_call')
  if (target === is.rescheduled) cx.refuse('move_by_save')
  if (visit.status === target) return visit
  const name = openMoves(reservationStates, visit.status).find((m) => reservationStates.moves[m].to === target)
  if (!name)
    return cx.refuse('status_step', {
      state: wordOf(reservationStates, visit.status),
      target: wordOf(reservationStates, target),
    })
  if (name === 'take') await giveNumber(cx, resid, null)
  else if (name === 'see') await seeVisit(cx, resid, null)
  else await step(cx, resid, name, note)
  return reservationOf(cx, resid)
}

/** A move with its effects: closes the number, ends the doctor's time with the member, announces events. */
export async function step(
  cx: Cx,
  resid: number,
  name: keyof typeof reservationStates.moves,
  note?: string,
  automatic = false,
): Promise<void> {
  const row = await move(cx, reservationStates, resid, name, {
    note: note ?? null,
    automatic,
  })
  if (reservationStates.in.over.includes(row.status)) await closeNumber(cx, resid)
  else if (reservationStates.in.examining.includes(row.status))
    await cx.db.run(sql`update queue_ticket set done_at = coalesce(done_at, ${cx.now}) where resid = ${resid}`)
  if (row.status === is.noShow) await cx.announce(reservationMissed, { resid, pid: row.pid, hid: row.hid })
  if (row.status === is.examined) await cx.announce(reservationChecked, { resid, pid: row.pid, hid: row.hid })
}

/** Cancels with a reason. Idempotent. */
export async function cancelReservation(cx: Cx, resid: number, reason: string, version?: number, automatic = false): Promise<Reservation> {
  const visit = await reservationOf(cx, resid)
  if (visit.status === is.cancelled) return visit
  await move(cx, reservationStates, resid, 'cancel', {
    note: reason,
    set: { cancelReason: reason },
    automatic,
    ...(version === undefined ? {} : { version }),
  })
  await closeNumber(cx, resid)
  cx.touch('reservations', visit.hid)
  return reservationOf(cx, resid)
}
