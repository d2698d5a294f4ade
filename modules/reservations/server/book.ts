/** Books, changes and moves reservations; walk-ins. */
import {
  begin,
  change,
  completed,
  may,
  dayEnd,
  dayStart,
  locked,
  move,
  sameVersion,
  sql,
  lit,
  type Cx,
  type Row,
} from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { reservationBooked } from '../contract/events.ts'
import { minutesOf } from '../contract/fields.ts'
import { SaveReservation, type Reservation } from '../contract/shapes.ts'
import { reservationStates } from '../contract/states.ts'
import { checkTime, shortTime } from './rules.ts'
import { reservationOf } from './queries.ts'
import { giveNumber } from './numbers.ts'
import { roomInUse } from './rooms.ts'

type Fails =
  | 'slot_taken'
  | 'closed_hours'
  | 'off_duty'
  | 'quota_full'
  | 'past_time'
  | 'time_order'
  | 'number_open'
  | 'not_today'
  | 'status_step'
  | 'room_stopped'
  | 'wechat_open'
type Booking = Pick<SaveReservation, 'hid' | 'pid' | 'type' | 'requestFrom'> & {
  visitAt: string
  visitEnd: string
  doctorId: number | null
  walkIn: boolean
} & Partial<Row<'reservation'>>

const BY_WECHAT = 3
/**
 * Refuses a WeChat booking by a member who has reached the store's limit of upcoming ones. Accounts that may book outside the rules are
 * exempt.
 */
async function wechatRoom(cx: Cx<'wechat_open'>, hid: number, pid: number): Promise<void> {
  if (may(cx, 'reservation:override', hid)) return
  const max = await settingOf(cx, hid, 'wechatOpenMax')
  const { n } = await cx.db.the(
    { n: 'number' },
    sql`
      select count(*) n
      from reservation
      where pid = ${pid} and request_from = ${BY_WECHAT} and status in ${lit(reservationStates.in.ahead)} and visit_at > app_now()
    `,
  )
  if (n >= max) cx.refuse('wechat_open', { n, max, field: 'requestFrom' })
}

/** Normalises `2026-11-21 09:30` or with `T` to a timestamp with seconds. */
const whole = (moment: string): string => moment.replace('T', ' ').padEnd(19, ':00')
const later = (moment: string, minutes: number): string =>
  new Date(Date.parse(`${moment.replace(' ', 'T')}Z`) + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
/** Default end: the start plus the duration of the kind. */
const endOf = (visitAt: string, visitEnd: string | undefined, type: SaveReservation['type']): string =>
  visitEnd ? whole(visitEnd) : later(visitAt, minutesOf[type])

/** Books; with `resid` changes or moves; with `walkIn` books now and issues a number. */
export async function saveReservation(cx: Cx<Fails>, input: SaveReservation): Promise<Reservation> {
  ownStore(cx, input.hid)
  const { pid } = await patientOf(cx, input.pid)
  if (input.doctorId) await staffOf(cx, input.doctorId)
  if (!input.resid && input.requestFrom === BY_WECHAT) await wechatRoom(cx, input.hid, pid)
  if (input.consultingId) await roomInUse(cx, input.consultingId)
  const resid = input.resid
    ? await rebook(cx, input.resid, input)
    : input.walkIn
      ? await walkIn(cx, { ...input, pid })
      : await book(cx, { ...input, pid })
  return reservationOf(cx, resid)
}

/** Asks for confirmation when the member was booked a moment ago or for the same minute: probably a double click or two desks. */
export async function askTwice(cx: Cx<'booked_twice'>, { pid, resid, visitAt, walkIn, confirm }: SaveReservation): Promise<void> {
  if (confirm || resid || walkIn || !visitAt) return
  const booked = await cx.db.one(
    { visitAt: 'string', justNow: 'boolean' },
    sql`
      select visit_at, created_at > app_now() - interval '1 minute' just_now
      from reservation
      where pid = ${pid}
        and status in ${lit(reservationStates.in.ahead)}
        and not walk_in
        and (created_at > app_now() - interval '1 minute' or visit_at = ${whole(visitAt)})
      order by resid desc
      limit 1
    `,
  )
  if (booked) cx.refuse('booked_twice', { when: booked.justNow ? '刚刚' : '在同一时间', time: shortTime(booked.visitAt), field: 'confirm' })
}

async function book(cx: Cx<Fails>, input: SaveReservation, movedFrom?: number): Promise<number> {
  if (!input.visitAt) return cx.refuse('bad_input', { what: '预约时间：必填', field: 'visitAt' })
  const visitAt = whole(input.visitAt)
  const times = {
    ...input,
    visitAt,
    visitEnd: endOf(visitAt, input.visitEnd, input.type),
    doctorId: input.doctorId ?? null,
    walkIn: false,
    ...(movedFrom ? { movedFrom } : {}),
  }
  await checkTime(cx, { ...times, offDutyNote: input.offDutyNote ?? null })
  return insertBooking(cx, times)
}

/** The insert waits for a concurrent one for the same slot and fails if that one wins (constraint reservation__slot_taken). */
async function insertBooking(cx: Cx<Fails>, b: Booking): Promise<number> {
  const row = await cx.db.one(
    { resid: 'number' },
    sql`
      insert into reservation (
        hid, pid, doctor_id, office_id, consulting_id, visit_at, visit_end, type, train_type, request_from, walk_in, note, off_duty_note,
        moved_from
      )
      values (
        ${b.hid}, ${b.pid}, ${b.doctorId}, ${b.officeId ?? null}, ${b.consultingId ?? null}, ${b.visitAt}, ${b.visitEnd}, ${b.type},
        ${b.trainType ?? null}, ${b.requestFrom}, ${b.walkIn}, ${b.note ?? null}, ${b.offDutyNote?.trim() || null}, ${b.movedFrom ?? null}
      )
      on conflict on constraint reservation__slot_taken do nothing
      returning resid
    `,
  )
  if (!row) return slotTaken(cx, b)
  await begin(cx, reservationStates, row.resid, reservationStates.is.booked, b.walkIn ? '现场登记' : undefined)
  // From a phone, too: the desk has its day open.
  cx.touch('reservations', b.hid)
  if (!b.walkIn) await cx.announce(reservationBooked, { resid: row.resid, pid: b.pid, hid: b.hid, visitAt: b.visitAt })
  return row.resid
}
async function slotTaken(cx: Cx<Fails>, b: Booking): Promise<never> {
  const other = await cx.db.one(
    { visitAt: 'string', visitEnd: 'string' },
    sql`
      select visit_at, visit_end
      from booked_times(array[${b.doctorId}]::bigint[], ${b.visitAt}::timestamptz - interval '12 hours', ${b.visitEnd}::timestamptz)
      where visit_end > ${b.visitAt}::timestamptz
      order by visit_at
      limit 1
    `,
  )
  const target = other ?? b
  return cx.refuse('slot_taken', { time: `${shortTime(target.visitAt)}–${target.visitEnd.slice(11, 16)}`, field: 'visitAt' })
}

/** A member with a reservation today takes its number, because a second reservation would turn the first into a no-show. */
async function walkIn(cx: Cx<Fails>, input: SaveReservation): Promise<number> {
  const booked = await cx.db.one(
    { resid: 'number' },
    sql`
      select resid
      from reservation
      where hid = ${input.hid}
        and pid = ${input.pid}
        and status in ${lit(reservationStates.in.ahead)}
        and visit_at >= ${dayStart(cx.today)}
        and visit_at < ${dayEnd(cx.today)}
        and (${input.doctorId ?? null}::bigint is null or doctor_id = ${input.doctorId ?? null})
      order by visit_at
      limit 1
    `,
  )
  const resid =
    booked?.resid ??
    (await insertBooking(cx, {
      ...input,
      visitAt: cx.now,
      visitEnd: later(cx.now, minutesOf[input.type]),
      doctorId: input.doctorId ?? null,
      requestFrom: 5,
      walkIn: true,
    }))
  await giveNumber(cx, resid, input.consultingId ?? null)
  return resid
}

/**
 * With the same time and doctor, fields change in place. Otherwise the reservation moves: the old one becomes 32 and the new one refers
 * to it.
 */
async function rebook(cx: Cx<Fails>, resid: number, request: SaveReservation): Promise<number> {
  const existing = await locked(cx, 'reservation', { resid })
  const { visitAt: start, visitEnd: until, version } = request
  const input = { ...completed(SaveReservation, existing, request), visitAt: start, visitEnd: until, version }
  if (existing.pid !== input.pid) cx.refuse('bad_input', { what: '预约的会员不能更改', field: 'pid' })
  await sameVersion(cx, 'reservation', { resid }, existing, { version: input.version ?? null })
  if (reservationStates.in.givenUp.includes(existing.status)) cx.refuse('locked', { what: '预约' })
  const visitAt = input.visitAt ? whole(input.visitAt) : existing.visitAt
  const length = (Date.parse(`${existing.visitEnd.replace(' ', 'T')}Z`) - Date.parse(`${existing.visitAt.replace(' ', 'T')}Z`)) / 60_000
  const visitEnd = input.visitEnd ? whole(input.visitEnd) : later(visitAt, length)
  const doctorId = input.doctorId === undefined ? existing.doctorId : input.doctorId
  if (visitAt === existing.visitAt && visitEnd === existing.visitEnd && doctorId === existing.doctorId && input.hid === existing.hid) {
    const { type, trainType, requestFrom, officeId, consultingId, note, offDutyNote } = input
    const facts = {
      type,
      trainType,
      requestFrom: existing.walkIn ? existing.requestFrom : requestFrom,
      officeId,
      consultingId,
      note,
      offDutyNote,
    }
    // The shape's fields are columns of the same names.
    await change(cx, 'reservation', { resid }, {}, facts as Partial<Row<'reservation'>>)
    return resid
  }
  await move(cx, reservationStates, resid, 'reschedule', { note: `${shortTime(existing.visitAt)} → ${shortTime(visitAt)}` })
  return book(
    cx,
    {
      ...input,
      visitAt,
      visitEnd,
      doctorId,
      note: input.note === undefined ? existing.note : input.note,
      officeId: input.officeId ?? existing.officeId,
      // The column's constraint allows only the types of the contract.
      trainType: (input.trainType ?? existing.trainType) as SaveReservation['trainType'],
    },
    resid,
  )
}
