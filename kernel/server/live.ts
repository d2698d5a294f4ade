/** Live events: what a transaction touched is told to the browsers that may see it, at commit, over one WebSocket each. */
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from '@fastify/websocket'
import { clinicNow, z } from '#kernel/contract/index.ts'
import { AtOnce } from './at-once.ts'
import { guarded } from './bugs.ts'
import type { Who } from './cx.ts'
import { listen } from './database/client.ts'
import type { Rooms } from './rooms.ts'

interface Listener {
  socket: WebSocket
  who: Who
}
/** What a commit tells (`Database.write`). */
const Touched = z.object({ oid: z.number(), hid: z.number(), topic: z.string() })

/** Channels of one session at once: a tab each. The pages of more of them poll. */
const OF_TOKEN = 20
/** Channels of one address at once: a clinic's staff often share one. */
const OF_ADDRESS = 500
/** Bytes waiting for a browser that does not read, after which it is let go. */
const UNREAD = 256 * 1024

/** Serves `/api/live`: the first message carries the token; then one message per touched area, what is said in the rooms one is in (`rooms`), and a beat every 15 s so that silence is noticed. */
export function serveLive(
  app: FastifyInstance,
  path: string,
  url: string,
  whoOf: (token: string) => Promise<Who>,
  onSession: (payload: string) => void,
  onHearing: (hearing: boolean) => void,
  rooms?: Rooms,
): () => Promise<void> {
  const listeners = new Set<Listener>()
  const [ofToken, ofAddress] = [new AtOnce(OF_TOKEN), new AtOnce(OF_ADDRESS)]
  const hear = (channel: string, payload: string) => {
    if (channel === 'live') return tell(listeners, payload)
    if (channel === 'room') return rooms?.heard(payload)
    for (const { socket, who } of listeners) if (who.session === payload) socket.close(4001, 'session changed')
    onSession(payload)
  }
  const stop = listen(url, ['live', 'session', 'room'], hear, (hearing) => {
    // What was told meanwhile is not known: whoever is still here shows the token again.
    if (hearing) for (const { socket } of listeners) socket.close(1012, 'notices were missed')
    onHearing(hearing)
  })
  const beat = setInterval(() => {
    for (const { socket } of listeners) send(socket, { topic: 'beat', at: clinicNow() })
  }, 15_000)
  beat.unref()
  app.get(path, { websocket: true }, (socket, request) => {
    const leave = ofAddress.take(request.ip)
    if (!leave) return socket.close(1013, 'too many of one address')
    const late = setTimeout(() => socket.close(4001, 'no token'), 10_000)
    socket.on('close', () => (leave(), clearTimeout(late)))
    socket.on('error', () => socket.close())
    socket.once('message', (raw: Buffer) => {
      clearTimeout(late)
      void admit(raw).then(
        (who) => {
          const end = ofToken.take(who.session ?? '')
          if (!end) return socket.close(1013, 'too many of one session')
          const listener = { socket, who }
          listeners.add(listener)
          const guest = rooms?.admit(who, (message) => send(socket, message))
          socket.on('message', (said: Buffer) => guest?.said(said.toString('utf8')))
          socket.on('close', () => (end(), listeners.delete(listener), guest?.gone()))
          send(socket, { topic: 'ready', at: clinicNow() })
        },
        () => socket.close(4001, 'bad token'),
      )
    })
  })
  async function admit(raw: Buffer): Promise<Who> {
    const { token } = JSON.parse(raw.toString('utf8').slice(0, 1000)) as { token: string }
    return whoOf(String(token))
  }
  return async () => {
    clearInterval(beat)
    rooms?.close()
    for (const { socket } of listeners) socket.close(1001)
    await stop()
  }
}

/** Passes a notice of the database on. One of another shape does not come from this product: it is logged and not passed on. */
function tell(listeners: ReadonlySet<Listener>, payload: string): void {
  guarded('a live notice', () => {
    const { oid, hid, topic } = Touched.parse(JSON.parse(payload))
    for (const { socket, who } of listeners) if (who.oid === oid && who.hids.includes(hid)) send(socket, { topic, hid, at: clinicNow() })
  })
}
function send(socket: WebSocket, message: object): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > UNREAD) return socket.terminate()
  socket.send(JSON.stringify(message))
}
