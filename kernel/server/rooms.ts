/**
 * Rooms: signals between the browsers of people who take part in something, over the live channel. The kernel knows no room: the door of a module says who
 * takes part, and is asked for every signal. What is said passes through the database's notices, so it reaches whichever process a browser is connected to.
 */
import { randomUUID } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from '#kernel/contract/index.ts'
import { guarded, logBug, newRequestId } from './bugs.ts'
import type { Who } from './cx.ts'
import type { Database } from './database/tenant.ts'
import { Refused } from './refuse.ts'

/** What a module says of its rooms; each refuses whoever takes no part. */
export interface RoomDoor {
  /** Somebody came in by a connection, is still there, or left. */
  present(database: Database, who: Who, room: number, channel: string, how: 'came' | 'on' | 'left'): Promise<void>
  takesPart(database: Database, who: Who, room: number): Promise<boolean>
  /** Somebody left some time ago: whether anybody is there is looked at again. */
  leftAlone(database: Database, who: Who, room: number): Promise<void>
}

/** Ms after somebody left in which they may come back without anybody noticing. */
const GRACE = 31_000
/** Ms between two signs of life. */
const BEAT = 15_000
/** Bytes a notice of PostgreSQL holds, some left for its frame. */
const NOTICE = 7900
/** Characters of one signal: an offer with two pictures is a tenth of it. */
const LONGEST = 60_000
/** Signals of one connection within ten seconds. */
const MOST = 400
const WINDOW = 10_000

const Said = z.union([
  z.object({ room: z.int().positive(), come: z.literal(true) }),
  z.object({ room: z.int().positive(), leave: z.literal(true) }),
  z.object({ room: z.int().positive(), to: z.string().max(40).optional(), data: z.unknown() }),
])
const Passed = z.object({
  oid: z.number(),
  room: z.number(),
  event: z.enum(['came', 'left', 'signal']),
  from: z.string(),
  user: z.number(),
  to: z.string().optional(),
  data: z.unknown().optional(),
})
type Passed = z.output<typeof Passed>

interface Guest {
  readonly who: Who
  readonly channel: string
  readonly send: (message: object) => void
  readonly rooms: Set<number>
  said: number
  since: number
  /** What was said before: one thing after the other, or an answer overtakes the offer it is to. */
  turn: Promise<void>
}

export class Rooms {
  private readonly guests = new Set<Guest>()
  private readonly late = new Set<NodeJS.Timeout>()
  private readonly beat: NodeJS.Timeout
  constructor(
    private readonly database: Database,
    private readonly door: RoomDoor,
  ) {
    this.beat = setInterval(() => {
      for (const guest of this.guests)
        for (const room of guest.rooms) void this.attempt(() => this.door.present(database, guest.who, room, guest.channel, 'on'))
    }, BEAT)
    this.beat.unref()
  }

  /** A browser that may talk: what it says comes through the answered functions. */
  admit(who: Who, send: Guest['send']): { said: (text: string) => void; gone: () => void } {
    const guest: Guest = { who, channel: randomUUID(), send, rooms: new Set(), said: 0, since: Date.now(), turn: Promise.resolve() }
    this.guests.add(guest)
    return {
      said: (text) => void (guest.turn = guest.turn.then(() => this.attempt(() => this.hear(guest, text)))),
      gone: () => {
        this.guests.delete(guest)
        void guest.turn.then(() => Promise.all([...guest.rooms].map((room) => this.attempt(() => this.leave(guest, room)))))
      },
    }
  }

  private async hear(guest: Guest, text: string): Promise<void> {
    const now = Date.now()
    if (now - guest.since > WINDOW) Object.assign(guest, { since: now, said: 0 })
    if (text.length > LONGEST || ++guest.said > MOST) return
    const { data: said } = Said.safeParse(parsed(text))
    if (!said) return
    const { room } = said
    if ('come' in said) return this.come(guest, room)
    if ('leave' in said) return this.leave(guest, room)
    if (!guest.rooms.has(room)) return
    if (!(await this.door.takesPart(this.database, guest.who, room))) return this.leave(guest, room)
    await this.pass(guest, { room, event: 'signal', data: said.data, ...(said.to === undefined ? {} : { to: said.to }) })
  }
  private async come(guest: Guest, room: number): Promise<void> {
    await this.door.present(this.database, guest.who, room, guest.channel, 'came')
    guest.rooms.add(room)
    guest.send({ topic: 'room', room, event: 'in', from: guest.channel })
    await this.pass(guest, { room, event: 'came' })
  }
  private async leave(guest: Guest, room: number): Promise<void> {
    guest.rooms.delete(room)
    await this.pass(guest, { room, event: 'left' })
    await this.door.present(this.database, guest.who, room, guest.channel, 'left')
    const look = setTimeout(() => {
      this.late.delete(look)
      void this.attempt(() => this.door.leftAlone(this.database, guest.who, room))
    }, GRACE)
    look.unref()
    this.late.add(look)
  }

  private async pass({ who, channel }: Guest, what: Omit<Passed, 'oid' | 'from' | 'user'>): Promise<void> {
    const packed = deflateRawSync(JSON.stringify({ ...what, oid: who.oid, from: channel, user: who.uid })).toString('base64')
    if (packed.length <= NOTICE) await this.database.tell('room', packed)
  }
  /** A notice of the database: what somebody in a room said, wherever. */
  heard(payload: string): void {
    guarded('a signal of a room', () => {
      const { oid, to, ...said } = Passed.parse(
        JSON.parse(inflateRawSync(Buffer.from(payload, 'base64'), { maxOutputLength: LONGEST * 2 }).toString('utf8')),
      )
      for (const { who, channel, rooms, send } of this.guests)
        if (who.oid === oid && rooms.has(said.room) && channel !== said.from && (to === undefined || to === channel))
          send({ topic: 'room', ...said })
    })
  }

  /** Who takes no part is told nothing; what nobody expected is a bug. */
  private attempt(work: () => Promise<void>): Promise<void> {
    return work().catch((error: unknown) => void (error instanceof Refused || logBug(error, newRequestId(), { in: 'a room' })))
  }
  close(): void {
    clearInterval(this.beat)
    for (const look of this.late) clearTimeout(look)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
