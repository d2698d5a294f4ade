import { lit, sql, type Cx, type Row } from '#kernel/server/index.ts'
import type { RoomDoor } from '#kernel/server/rooms.ts'
import channels from '../contract/channels.ts'
import { FILE_HOURS } from '../contract/room.ts'
import { remoteCase } from '../contract/states.ts'
import { dropEmpty, dueStep, notePresence, roomRow } from './room.ts'
import { enterable } from './steps.ts'

/**
 * Those of the members whose file an expert may read: a case of theirs was accepted and is going on, or was signed in the last 72 hours.
 */
export async function casesOpen(cx: Cx, ctid: number, pids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await cx.db.rows(
    { pid: 'number' },
    sql`
      select distinct pid
      from remote_case
      where ctid_ = ${ctid}
        and pid = any(${[...pids]})
        and (status in ${lit(remoteCase.in.opensFile)} or signed_at > app_now() - make_interval(hours => ${FILE_HOURS}))
    `,
  )
  return new Set(rows.map((r) => r.pid))
}

/** The rooms of consultations. */
export const roomDoor: RoomDoor<Row<'remote_case'>> = {
  channel: channels.rooms.consultation,
  row: roomRow,
  // What it refuses with is told to the browser as it is, and no call declares it.
  check: enterable,
  due: dueStep,
  note: notePresence,
  leftAlone: dropEmpty,
}
