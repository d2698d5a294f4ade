import { lit, sql, type Cx } from '#kernel/server/index.ts'
import type { RoomDoor } from '#kernel/server/rooms.ts'
import { FILE_HOURS } from '../contract/room.ts'
import { remoteCase } from '../contract/states.ts'
import { takesPart } from './queries.ts'
import { dropEmpty, present } from './room.ts'

/** Those of the members whose file an expert may read: a case of theirs was accepted and is going on, or was signed in the last 72 hours. */
export async function casesOpen(cx: Cx, ctid: number, pids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await cx.db.rows(
    { pid: 'number' },
    sql`select distinct pid from remote_case where ctid_ = ${ctid} and pid = any(${[...pids]}) and (status in ${lit(remoteCase.in.opensFile)} or signed_at > app_now() - make_interval(hours => ${FILE_HOURS}))`,
  )
  return new Set(rows.map((r) => r.pid))
}

/** The rooms of consultations: who takes part in one that is open may be in it. */
export const roomDoor: RoomDoor = {
  present: (database, who, room, channel, how) =>
    database.inTenant(who, { requestId: `room ${room}`, area: 'remote' }, (cx) => present(cx, room, channel, how)),
  takesPart: (database, who, room) =>
    database.inTenant(who, { requestId: `room ${room}`, readOnly: true }, (cx) =>
      cx.db.any(sql`select 1 from remote_case k where k.id = ${room} and k.status in ${lit(remoteCase.in.enterable)} and ${takesPart(cx)}`),
    ),
  leftAlone: (database, who, room) => database.inTenant(who, { requestId: `room ${room}` }, (cx) => dropEmpty(cx, room)),
}
