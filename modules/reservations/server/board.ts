/** The waiting-room screen. Names are masked here, before they leave for a public screen. */
import { all, sql, lit, type Cx, type ShapedRow } from '#kernel/server/index.ts'
import { inUse, maskName, z } from '#kernel/contract/index.ts'
import { storeOf, ownStore } from '#modules/institution/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import type { Board } from '../contract/shapes.rooms.ts'
import { label } from './numbers.ts'
import { queueStates } from '../contract/states.ts'

const Line = z.object({
  ticketId: z.int(),
  series: z.string(),
  no: z.int(),
  name: z.string(),
  consultingId: z.int().nullable(),
  room: z.string().nullable(),
  officeId: z.int().nullable(),
  status: z.literal([...queueStates.in.open]),
  calls: z.int(),
  passes: z.int(),
  calledAt: z.string().nullable(),
})
type Line = z.output<typeof Line>
const RoomRow = {
  id: 'number',
  name: 'string',
  officeId: 'number | null',
  officeName: 'string | null',
  doctorName: 'string | null',
} as const
type RoomRow = ShapedRow<typeof RoomRow>
const FIRST_GUESS = 12
const SHOWN = 40

/** Minutes per member and room: the mean of the store's last 14 days, between 3 and 60; 12 without data. */
async function minutesEach(cx: Cx, hid: number): Promise<number> {
  const mean = await cx.db.one(
    { m: 'number | null' },
    sql`
      select avg(extract(epoch from done_at - seen_at) / 60)::numeric(6, 1) m
      from queue_ticket
      where hid = ${hid} and day >= ${cx.today}::date - 14 and done_at > seen_at and done_at < seen_at + interval '3 hours'
    `,
  )
  return Math.min(60, Math.max(3, mean?.m ?? FIRST_GUESS))
}

/** A store, an office of it, or a room. */
interface BoardScope {
  hid: number
  office_id?: number | undefined
  consulting_id?: number | undefined
}
const roomsIn = ({ hid, office_id: officeId, consulting_id: roomId }: BoardScope) =>
  all([
    sql`c.hid = ${hid}`,
    sql`c.status = ${lit(inUse.is.on)}`,
    officeId !== undefined && sql`c.office_id = ${officeId}`,
    roomId !== undefined && sql`c.id = ${roomId}`,
  ])
const ticketsIn = ({ hid, office_id: officeId, consulting_id: roomId }: BoardScope, today: string) =>
  all([
    sql`t.hid = ${hid}`,
    sql`t.day = ${today}::date`,
    sql`t.closed_at is null`,
    sql`t.status in ${lit(queueStates.in.open)}`,
    officeId !== undefined && sql`coalesce(t.office_id, c.office_id) = ${officeId}`,
    roomId !== undefined && sql`t.consulting_id = ${roomId}`,
  ])
/** Numbers, rooms and predicted waits of a store, an office or a room. */
export async function board(cx: Cx, scope: BoardScope): Promise<Board> {
  const { hid } = scope
  ownStore(cx, hid)
  const store = await storeOf(cx, hid)
  const [rooms, lines, each, passesMax] = await Promise.all([
    cx.db.rows(
      RoomRow,
      sql`
        select c.id, c.name, c.office_id, o.name office_name, d.name doctor_name
        from consulting_room c
        left join office o on o.oid = c.oid and o.id = c.office_id
        left join contact d on d.oid = c.oid and d.ctid_ = c.doctor_id
        where ${roomsIn(scope)}
        order by c.sort, c.id
      `,
    ),
    cx.db.rows(
      Line,
      sql`
        select t.ticket_id, t.series, t.no, p.name, t.consulting_id, c.name room, coalesce(t.office_id, c.office_id) office_id, t.status,
          t.calls, t.passes, t.called_at
        from queue_ticket t
        join patient p using (oid, pid)
        left join consulting_room c on c.oid = t.oid and c.id = t.consulting_id
        where ${ticketsIn(scope, cx.today)}
        order by t.position, t.ticket_id
      `,
    ),
    minutesEach(cx, hid),
    settingOf(cx, hid, 'passesMax'),
  ])
  const waiting = lines.filter((l) => l.status === queueStates.is.waiting || (l.status === queueStates.is.passed && l.passes < passesMax))
  const waits = predicted(waiting, rooms.length, each)
  return {
    at: cx.now,
    store: store.name,
    rooms: rooms.map((r) => {
      const own = waiting.filter((l) => l.consultingId === r.id)
      const called = lines.find((l) => l.status === queueStates.is.called && l.consultingId === r.id)
      return { ...r, called: called ? label(called) : null, waiting: own.length, minutes: Math.round(own.length * each) }
    }),
    called: lines
      .filter((l) => l.status === queueStates.is.called)
      .sort((a, b) => (a.calledAt! < b.calledAt! ? 1 : -1))
      .map((l) => ({
        ticketId: l.ticketId,
        no: label(l),
        name: maskName(l.name),
        consultingId: l.consultingId!,
        room: l.room!,
        calledAt: l.calledAt!,
        calls: l.calls,
        status: l.status,
      })),
    waiting: waiting.slice(0, SHOWN).map((l) => ({
      ticketId: l.ticketId,
      no: label(l),
      name: maskName(l.name),
      room: l.room,
      passed: l.status === queueStates.is.passed,
      minutes: waits.get(l.ticketId)!,
    })),
  }
}

/** Predicted wait: those before in the room's queue, or those of the shared queue divided by the rooms. */
export function predicted(
  waiting: ReadonlyArray<Pick<Line, 'ticketId' | 'consultingId'>>,
  rooms: number,
  each: number,
): Map<number, number> {
  const before = new Map<number | null, number>()
  return new Map(
    waiting.map((l) => {
      const place = (before.get(l.consultingId) ?? 0) + 1
      before.set(l.consultingId, place)
      return [l.ticketId, Math.max(1, Math.round((place * each) / (l.consultingId === null ? Math.max(1, rooms) : 1)))] as const
    }),
  )
}
