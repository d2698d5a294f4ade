/**
 * Rooms: signals between the browsers of people who take part in something, over the live channel. A module declares a room (`RoomChannel`)
 * and its door finds the row. The kernel asks permission, state and participation when somebody enters, for every signal, at every beat,
 * and when the row is touched; whoever does not pass is put out. Signals pass through the database's notices, so they reach whichever
 * process a browser is connected to.
 */
import { randomUUID } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { wordOf, z, type RoomChannel } from '#kernel/contract/internal.ts'
import { acting, behind, isEntitled, may } from './acting.ts'
import { guarded, logBug, newRequestId } from './bugs.ts'
import type { Cx, Who } from './cx.ts'
import type { Database } from './database/tenant.ts'
import { move } from './move.ts'
import { answerOf, Refused } from './refuse.ts'

/** Row of a room. */
export interface RoomRow {
  readonly hid: number
  readonly status: number
}
/** A move that is due because somebody is inside, with the columns it writes. */
export interface DueMove {
  readonly name: string
  readonly set?: Readonly<Record<string, unknown>>
}
/** What the module of a room does: it knows the row and keeps who was there. */
export interface RoomDoor<R extends RoomRow = RoomRow> {
  readonly channel: RoomChannel
  /** Finds the row of a room; refuses (`not_found`) whoever takes no part. `lock` keeps other writers away until the transaction ends. */
  row(cx: Cx, room: number, lock: boolean): Promise<R>
  /** Refuses for reasons beside the state: too early, too late. */
  check(cx: Cx, row: R): void
  /** The move that is due while this person is inside; undefined for none. */
  due(cx: Cx, row: R): DueMove | undefined
  /** Keeps that a connection came, is still there, or left. */
  note(cx: Cx, room: number, channel: string, event: 'came' | 'on' | 'left', row?: R): Promise<void>
  /** Looks whether anybody is still there, some time after somebody left. */
  leftAlone(cx: Cx, room: number): Promise<void>
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
/** Rooms one connection may be in at once. */
const ROOMS = 4

const RoomMessage = z.union([
  z.object({ room: z.int().positive(), come: z.literal(true) }),
  z.object({ room: z.int().positive(), leave: z.literal(true) }),
  z.object({ room: z.int().positive(), to: z.string().max(40).optional(), data: z.unknown() }),
])
type RoomMessage = z.output<typeof RoomMessage>
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

/** A browser that is connected. */
export interface Connection {
  readonly who: Who
  /** The account as it is now; throws `Refused` once the session has ended. */
  readonly again: () => Promise<Who>
  readonly send: (message: object) => void
}
interface Guest extends Connection {
  readonly channel: string
  readonly rooms: Set<number>
  /** Rooms somebody asked to come into and was not answered: a browser asks again until it is. */
  readonly coming: Set<number>
  /** Rooms in which somebody is to be judged again. */
  readonly judging: Set<number>
  gone: boolean
  count: number
  since: number
  /** The last thing under way: one after the other, or an answer overtakes the offer it is to. */
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
    this.beat = setInterval(() => this.judge(), BEAT)
    this.beat.unref()
  }

  /** Takes a connection in: it is in no room yet. Answers what to call with its messages, and once it is gone. */
  admit(connection: Connection): { hear: (text: string) => void; end: () => void } {
    const guest: Guest = {
      ...connection,
      channel: randomUUID(),
      rooms: new Set(),
      coming: new Set(),
      judging: new Set(),
      gone: false,
      count: 0,
      since: Date.now(),
      turn: Promise.resolve(),
    }
    this.guests.add(guest)
    return {
      hear: (text) => {
        const message = this.isTooMuch(guest, text) ? undefined : RoomMessage.safeParse(parsed(text)).data
        if (!message) return
        if (!('come' in message)) return this.next(guest, () => this.hear(guest, message))
        if (guest.coming.has(message.room)) return
        guest.coming.add(message.room)
        this.next(guest, () => this.come(guest, message.room).finally(() => guest.coming.delete(message.room)))
      },
      end: () => {
        if (guest.gone) return
        guest.gone = true
        this.guests.delete(guest)
        this.next(guest, () => this.leaveAll(guest))
      },
    }
  }
  /** A row of this organisation was touched: whoever is inside is judged again. */
  touched(oid: number, topic: string): void {
    if (topic === this.door.channel.topic) this.judge(oid)
  }
  private judge(oid?: number): void {
    for (const guest of this.guests)
      if (oid === undefined || guest.who.oid === oid) for (const room of guest.rooms) this.judgeNext(guest, room)
  }
  /** Once however often it is asked before its turn comes: what is read then is what stands then. */
  private judgeNext(guest: Guest, room: number): void {
    if (guest.judging.has(room)) return
    guest.judging.add(room)
    this.next(guest, async () => {
      guest.judging.delete(room)
      if (guest.rooms.has(room)) await this.attend(guest, room)
    })
  }

  /** Counted as it comes: what is too much is not even queued. */
  private isTooMuch(guest: Guest, text: string): boolean {
    const now = Date.now()
    if (now - guest.since > WINDOW) Object.assign(guest, { since: now, count: 0 })
    return guest.gone || text.length > LONGEST || ++guest.count > MOST
  }
  private async hear(guest: Guest, message: Exclude<RoomMessage, { come: true }>): Promise<void> {
    const { room } = message
    // Whoever is not inside says nothing there, not even that they leave.
    if (!guest.rooms.has(room)) return
    if ('leave' in message) return this.leave(guest, room)
    if (await this.passes(guest, room, (cx) => this.found(cx, room, 'inside'), true))
      await this.pass(guest, { room, event: 'signal', data: message.data, ...(message.to === undefined ? {} : { to: message.to }) })
  }
  private async come(guest: Guest, room: number): Promise<void> {
    if (!guest.rooms.has(room) && guest.rooms.size >= ROOMS) return this.tellOut(guest, room, new Refused('too_frequent'))
    const passed = await this.passes(guest, room, async (cx) => {
      // The row is locked before anything is written that refers to it: of many who come at once, one waits for the other.
      const row = await this.found(cx, room, 'enters')
      await this.door.note(cx, room, guest.channel, 'came', row)
      await this.take(cx, room, row)
    })
    if (!passed) return
    guest.rooms.add(room)
    // The connection ended meanwhile: its end has seen no room to leave.
    if (guest.gone) return this.leave(guest, room)
    guest.send({ topic: 'room', room, event: 'in', from: guest.channel })
    await this.pass(guest, { room, event: 'came' })
  }
  /** Judges somebody inside again, and takes the move that is due by now. */
  private async attend(guest: Guest, room: number): Promise<void> {
    await this.passes(guest, room, async (cx) => {
      const row = await this.found(cx, room, 'inside')
      if (this.dueFor(cx, row)) await this.take(cx, room, await this.door.row(cx, room, true))
      await this.door.note(cx, room, guest.channel, 'on', row)
    })
  }
  /**
   * Does some work for somebody as they are now, behind the wall of the stores where they hold the permission. Whoever is refused is put
   * out.
   */
  private async passes(guest: Guest, room: number, work: (cx: Cx) => Promise<unknown>, readOnly = false): Promise<boolean> {
    const { can, machine } = this.door.channel
    try {
      const who = await guest.again()
      if (!who.hids.some((hid) => isEntitled(who, { id: 'room', can }, hid)))
        throw new Refused('no_access', { what: machine.noun, code: can })
      await this.database.inTenant(behind(who, can), { requestId: `room ${room}`, readOnly }, work)
      return true
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.tellOut(guest, room, error)
      if (guest.rooms.has(room)) await this.leave(guest, room)
      return false
    }
  }
  private tellOut({ channel, send }: Guest, room: number, why: Refused): void {
    send({ topic: 'room', room, event: 'out', from: channel, message: answerOf(why).message })
  }
  /** The row, where this person may be inside now; refuses otherwise. */
  private async found(cx: Cx, room: number, how: 'enters' | 'inside'): Promise<RoomRow> {
    const { can, machine, states, stays = [] } = this.door.channel
    const row = await this.door.row(cx, room, how === 'enters')
    if (!may(cx, can, cx.who.hids.includes(row.hid) ? row.hid : cx.who.hid)) cx.refuse('no_access', { what: machine.noun, code: can })
    if (how === 'inside' && stays.includes(row.status)) return row
    this.door.check(cx, row)
    if (!states.includes(row.status)) cx.refuse('illegal_move', { state: wordOf(machine, row.status), move: machine.noun })
    return row
  }
  /** The move that is due, where this person may make it: entering is no way round its permission. */
  private dueFor(cx: Cx, row: RoomRow): DueMove | undefined {
    const { machine, effects } = this.door.channel
    const due = this.door.due(cx, row)
    const step = due && effects.includes(due.name) ? machine.moves[due.name] : undefined
    return step && step.from.includes(row.status) && may(cx, step.can) && may(cx, step.can, row.hid) ? due : undefined
  }
  private async take(cx: Cx, room: number, found: RoomRow): Promise<void> {
    const { machine, topic } = this.door.channel
    let row = found
    // A machine has no more steps in a row than states.
    for (let steps = Object.keys(machine.states).length; steps > 0; steps--) {
      const due = this.dueFor(cx, row)
      if (!due) return
      await move({ ...cx, who: acting(cx.who, row.hid) }, machine, room, due.name, { set: { ...due.set } })
      cx.touch(topic, row.hid)
      row = await this.door.row(cx, room, true)
    }
  }
  private async leave(guest: Guest, room: number): Promise<void> {
    guest.rooms.delete(room)
    await this.pass(guest, { room, event: 'left' })
    // Whoever was put out left too, whatever they may still do.
    await this.inRoom(guest, room, (cx) => this.door.note(cx, room, guest.channel, 'left'))
    const look = setTimeout(() => {
      this.late.delete(look)
      void this.attempt(() => this.inRoom(guest, room, (cx) => this.door.leftAlone(cx, room)))
    }, GRACE)
    look.unref()
    this.late.add(look)
  }
  private async leaveAll(guest: Guest): Promise<void> {
    for (const room of guest.rooms) await this.attempt(() => this.leave(guest, room))
  }
  private inRoom(guest: Guest, room: number, work: (cx: Cx) => Promise<void>): Promise<void> {
    return this.database.inTenant(guest.who, { requestId: `room ${room}` }, work)
  }

  private async pass({ who, channel }: Guest, what: Omit<Passed, 'oid' | 'from' | 'user'>): Promise<void> {
    const packed = deflateRawSync(JSON.stringify({ ...what, oid: who.oid, from: channel, user: who.uid })).toString('base64')
    if (packed.length <= NOTICE) await this.database.tell('room', packed)
  }
  /** A notice of the database: what somebody in a room said, wherever. */
  heard(payload: string): void {
    guarded('a signal of a room', () => {
      const { oid, to, ...passed } = Passed.parse(
        JSON.parse(inflateRawSync(Buffer.from(payload, 'base64'), { maxOutputLength: LONGEST * 2 }).toString('utf8')),
      )
      for (const { who, channel, rooms, send } of this.guests)
        if (who.oid === oid && rooms.has(passed.room) && channel !== passed.from && (to === undefined || to === channel))
          send({ topic: 'room', ...passed })
    })
  }

  private next(guest: Guest, work: () => Promise<void>): void {
    guest.turn = guest.turn.then(() => this.attempt(work))
  }
  /** What nobody expected is a bug, and not the end of the connection. */
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
