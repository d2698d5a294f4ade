import { find, type Cx, type Row } from '#kernel/server/index.ts'
import { inUse } from '#kernel/contract/index.ts'

/** Loads an active consulting room of a store of the account. */
export async function roomInUse(cx: Cx<'room_stopped'>, id: number): Promise<Row<'consulting_room'>> {
  const room = (await find(cx, 'consulting_room', { id })) ?? cx.refuse('not_found', { what: '诊室' })
  return room.status === inUse.is.on ? room : cx.refuse('room_stopped', { room: room.name })
}
