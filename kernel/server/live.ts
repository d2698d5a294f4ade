/** Live events: what a transaction touched is told to the browsers that may see it, at commit, over one WebSocket each. */
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from '@fastify/websocket'
import { clinicNow, z } from '#kernel/contract/index.ts'
import { AtOnce } from './at-once.ts'
import { doors } from './doors.ts'
import { guarded } from './bugs.ts'
import type { Who } from './cx.ts'
import { isLost, listen } from './database/client.ts'
import { Refused } from './refuse.ts'
import type { Rooms } from './rooms.ts'
import { hears, type topicsOf } from './topics.ts'

interface Listener {
  readonly socket: WebSocket
  /** The account as it was when it was last looked at. */
  who: Who
  /** Looks at the account again; ends the channel where its session is over. */
  readonly again: () => Promise<Who>
  /** Ends the channel: nothing is sent or heard over it any more, whether or not the browser closes it. */
  readonly end: (code: number, reason: string) => void
}
/** An account whose token was accepted, and how it is asked again. */
interface Admitted {
  readonly who: Who
  readonly again: () => Promise<Who>
}
interface Entering extends Admitted {
  readonly socket: WebSocket
  /** Gives the session's place back once the channel is closed. */
  readonly release: () => void
}
/** What a commit tells (`Database.write`). */
const Touched = z.object({ oid: z.number(), hid: z.number(), topic: z.string() })
const Entrance = z.object({ token: z.string() })

/** Channels of one session at once: a tab each. The pages of more of them poll. */
const OF_TOKEN = 20
/** Channels of one address at once: a clinic's staff often share one. */
const OF_ADDRESS = 500
/** Bytes waiting for a browser that does not read, after which it is let go. */
const UNREAD = 256 * 1024
/** Beats after which the session of a channel is asked of the database again: one that only runs out is told by nobody. */
const BEATS = 4

export interface LiveOptions {
  readonly path: string
  /** Address of the app role, for the listening connection. */
  readonly url: string
  readonly topics: ReturnType<typeof topicsOf>
  /** Who a token belongs to; throws `Refused` with a token code. */
  readonly whoOf: (token: string) => Promise<Who>
  readonly onSession: (payload: string) => void
  readonly onHearing: (hearing: boolean) => void
  readonly rooms?: Rooms
}

/**
 * Serves `/api/live`: the first message carries the token; then one message per touched area the account hears of (`hears`), what is said
 * in the rooms one is in (`rooms`), and a beat every 15 s so that silence is noticed. Answers how it is closed.
 */
export function serveLive(
  app: FastifyInstance,
  { path, url, topics, whoOf, onSession, onHearing, rooms }: LiveOptions,
): () => Promise<void> {
  const listeners = new Set<Listener>()
  const [ofToken, ofAddress] = [new AtOnce(OF_TOKEN), new AtOnce(OF_ADDRESS)]
  const hear = (channel: string, payload: string) => {
    if (channel === 'live') return tell(payload)
    if (channel === 'room') return rooms?.heard(payload)
    onSession(payload)
    for (const { who, end } of listeners) if (who.session === payload) end(4001, 'session changed')
  }
  /** Passes a notice of the database on. One of another shape does not come from this product: it is logged and not passed on. */
  const tell = (payload: string) =>
    guarded('a live notice', () => {
      const { oid, hid, topic } = Touched.parse(JSON.parse(payload))
      for (const { socket, who } of listeners)
        if (who.oid === oid && hears(topics, who, topic, hid)) send(socket, { topic, hid, at: clinicNow() })
      rooms?.touched(oid, topic)
    })
  const stop = listen(url, ['live', 'session', 'room'], hear, (hearing) => {
    // What was told meanwhile is not known: whoever is still here shows the token again.
    if (hearing) for (const { end } of listeners) end(1012, 'notices were missed')
    onHearing(hearing)
  })
  let beats = 0
  const beat = setInterval(() => {
    for (const { socket } of listeners) send(socket, { topic: 'beat', at: clinicNow() })
    if (++beats % BEATS === 0) void lookAgain([...listeners])
  }, 15_000)
  beat.unref()
  app.get(path, { websocket: true, config: { door: doors.live } }, (socket, request) => {
    const leave = ofAddress.take(request.ip)
    if (!leave) return socket.close(1013, 'too many of one address')
    socket.on('close', leave)
    awaitToken(socket, whoOf, ({ who, again }) => {
      const release = ofToken.take(who.session ?? '')
      if (!release) return socket.close(1013, 'too many of one session')
      enter(listeners, { socket, who, again, release }, rooms)
    })
  })
  return async () => {
    clearInterval(beat)
    rooms?.close()
    for (const { socket } of listeners) socket.close(1001)
    await stop()
  }
}

/** Waits for the token of a new channel and passes its account on; closes the channel where none comes in time or it is refused. */
function awaitToken(socket: WebSocket, whoOf: LiveOptions['whoOf'], onAdmitted: (admitted: Admitted) => void): void {
  const late = setTimeout(() => socket.close(4001, 'no token'), 10_000)
  socket.on('close', () => clearTimeout(late))
  socket.on('error', () => socket.close())
  socket.once('message', (raw: Buffer) => {
    clearTimeout(late)
    void admit(raw, whoOf).then(onAdmitted, () => socket.close(4001, 'bad token'))
  })
}
/** Adds an admitted channel to the listeners, and to the rooms where there are any, until it closes. */
function enter(listeners: Set<Listener>, { socket, who: admitted, again, release }: Entering, rooms: Rooms | undefined): void {
  const leave = (): void => {
    listeners.delete(listener)
    guest?.end()
  }
  const listener: Listener = {
    socket,
    who: admitted,
    again: () =>
      again().then(
        (who) => (listener.who = who),
        (error: unknown) => {
          if (!isLost(error)) listener.end(4001, 'session over')
          throw error
        },
      ),
    end: (code, reason) => (leave(), socket.close(code, reason)),
  }
  listeners.add(listener)
  const guest = rooms?.admit({ who: admitted, again: listener.again, send: (message) => send(socket, message) })
  socket.on('message', (message: Buffer) => listeners.has(listener) && guest?.hear(message.toString('utf8')))
  socket.on('close', () => (release(), leave()))
  send(socket, { topic: 'ready', at: clinicNow() })
}
/** The account of a first message, and how it is asked again. Somebody who must do something first has no channel. */
async function admit(raw: Buffer, whoOf: LiveOptions['whoOf']): Promise<Admitted> {
  const { token } = Entrance.parse(JSON.parse(raw.toString('utf8').slice(0, 1000)))
  const again = async () => {
    const who = await whoOf(token)
    const { barred } = who
    if (barred && !barred.allows({ id: 'live', can: 'session' })) throw new Refused(barred.refusal, { day: barred.day ?? '' })
    return who
  }
  return { who: await again(), again }
}
/** One after the other: a clinic's worth of channels must not ask at once. */
async function lookAgain(listeners: readonly Listener[]): Promise<void> {
  for (const { again } of listeners) await again().catch(() => undefined)
}
function send(socket: WebSocket, message: object): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > UNREAD) return socket.terminate()
  socket.send(JSON.stringify(message))
}
