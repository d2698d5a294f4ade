import { inflateRawSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { Who } from './cx.ts'
import type { Database } from './database/tenant.ts'
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
/** A room whose every question takes another number of turns of the event loop, the first the most. */
function slowRoom() {
  const told: string[] = []
  let wait = 40
  const pause = async () => {
    wait -= 8
    for (let turn = 0; turn < wait; turn++) await new Promise(setImmediate)
  }
  const door: RoomDoor = {
    present: async (_database, _who, _room, _channel, how) => {
      await pause()
      told.push(how)
    },
    takesPart: async () => {
      await pause()
      return true
    },
    leftAlone: async () => undefined,
  }
  const database: Pick<Database, 'tell'> = {
    tell: async (_topic, packed) => {
      const said = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString()) as { event: string; data?: unknown }
      told.push(said.event === 'signal' ? String(said.data) : said.event)
    },
  }
  // Rooms only tell.
  return { told, rooms: new Rooms(database as Database, door) }
}

describe('a room', () => {
  it('passes on what one connection says in its order, however long each question takes; leaving comes last', async () => {
    const { told, rooms } = slowRoom()
    const guest = rooms.admit(who, () => undefined)
    guest.said(JSON.stringify({ room: 7, come: true }))
    for (const data of ['offer', 'candidate', 'answer']) guest.said(JSON.stringify({ room: 7, data }))
    guest.gone()
    await vi.waitFor(() => expect(told).toContain('left'))
    rooms.close()
    expect(told.filter((word) => word !== 'left')).toEqual(['came', 'came', 'offer', 'candidate', 'answer'])
    expect(told.slice(5)).toContain('left')
  })
})
