import { inflateRawSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { machine } from '#kernel/contract/index.ts'
import type { Who } from './cx.ts'
import { refuse, type Database } from './database/tenant.ts'
import { Rooms, type RoomDoor } from './rooms.ts'

const who: Who = {
  oid: 1,
  hid: 1,
  hids: [1],
  uid: 1,
  ctid: 1,
  name: '',
  account: '',
  role: '',
  roles: [],
  can: new Set<string>(),
}
const lamp = machine({
  name: 'lamp',
  table: 'lamp',
  key: 'id',
  noun: '灯',
  start: [0],
  states: { 0: { name: 'dark', label: '灭' }, 1: { name: 'lit', label: '亮' } },
  sets: { all: [0, 1] },
  moves: { light: { label: '点亮', from: [0], to: 1, can: 'lamp:light' } },
})
/** A room whose every question takes another number of turns of the event loop, the first the most. */
function slowRoom() {
  const events: string[] = []
  const state = { status: 1 }
  let wait = 40
  const pause = async () => {
    wait -= 8
    for (let turn = 0; turn < wait; turn++) await new Promise(setImmediate)
  }
  const door: RoomDoor = {
    channel: { can: 'lamp:view', machine: lamp, states: [1], effects: ['light'], topic: 'lamps' },
    row: async () => {
      await pause()
      return { hid: 1, status: state.status }
    },
    check: () => undefined,
    due: () => undefined,
    note: async (_cx, _room, _channel, event) => void events.push(event),
    leftAlone: async () => undefined,
  }
  const database: Pick<Database, 'tell' | 'inTenant'> = {
    tell: async (_topic, packed) => {
      const message = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString()) as { event: string; data?: unknown }
      events.push(message.event === 'signal' ? String(message.data) : message.event)
    },
    inTenant: (asker, _options, work) => work({ who: asker, refuse } as never, () => undefined),
  }
  // Rooms only tell, and work behind the wall.
  return { events, state, rooms: new Rooms(database as Database, door) }
}
const admit = (rooms: Rooms, can: string[] = ['lamp:view'], sent: object[] = []) => {
  const now = { ...who, can: new Set(can) }
  return { now, sent, ...rooms.admit({ who: now, again: () => Promise.resolve(now), send: (message) => sent.push(message) }) }
}

describe('a room', () => {
  it('passes on what one connection says in its order, however long each question takes; leaving comes last', async () => {
    const { events, rooms } = slowRoom()
    const guest = admit(rooms)
    guest.hear(JSON.stringify({ room: 7, come: true }))
    for (const data of ['offer', 'candidate', 'answer']) guest.hear(JSON.stringify({ room: 7, data }))
    await vi.waitFor(() => expect(events).toContain('answer'))
    guest.end()
    await vi.waitFor(() => expect(events.filter((word) => word === 'left')).toHaveLength(2))
    rooms.close()
    expect(events).toEqual(['came', 'came', 'offer', 'candidate', 'answer', 'left', 'left'])
  })
  it('lets nobody in without its permission, and passes nothing on of whoever is not inside', async () => {
    const { events, rooms } = slowRoom()
    const guest = admit(rooms, [])
    for (const message of [{ come: true }, { data: 'spied' }, { leave: true }]) guest.hear(JSON.stringify({ room: 7, ...message }))
    await vi.waitFor(() => expect(guest.sent).toMatchObject([{ event: 'out' }]))
    rooms.close()
    expect(events).toEqual([])
  })
  it('puts out whoever does not pass any more when its topic is touched, and hears nothing more of them', async () => {
    const { events, state, rooms } = slowRoom()
    const guest = admit(rooms)
    guest.hear(JSON.stringify({ room: 7, come: true }))
    await vi.waitFor(() => expect(guest.sent).toHaveLength(1))
    rooms.touched(1, 'others')
    rooms.touched(2, 'lamps')
    state.status = 0
    rooms.touched(1, 'lamps')
    await vi.waitFor(() => expect(guest.sent).toMatchObject([{ event: 'in' }, { event: 'out' }]))
    guest.hear(JSON.stringify({ room: 7, data: 'late' }))
    guest.end()
    await vi.waitFor(() => expect(events.slice(-2)).toEqual(['left', 'left']))
    rooms.close()
    expect(events).not.toContain('late')
  })
})
