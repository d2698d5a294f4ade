/** Live events: what a transaction touched is told to the browsers that may see it, at commit, over one WebSocket each. */
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from '@fastify/websocket'
import { clinicNow } from '#kernel/contract/index.ts'
import type { Who } from './cx.ts'
import { listen } from './database/client.ts'

interface Listener {
  socket: WebSocket
  who: Who
}

/** Serves `/api/live`: the first message carries the token; then one message per touched area, and a beat every 15 s so that silence is noticed. */
export function serveLive(
  app: FastifyInstance,
  path: string,
  url: string,
  whoOf: (token: string) => Promise<Who>,
  onSession: (payload: string) => void,
): () => Promise<void> {
  const listeners = new Set<Listener>()
  const send = (socket: WebSocket, message: object) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message))
  const stop = listen(url, ['live', 'session'], (channel, payload) => {
    if (channel === 'session') {
      for (const { socket, who } of listeners) if (who.session === payload) socket.close(4001, 'session changed')
      return onSession(payload)
    }
    const event = JSON.parse(payload) as { oid: number; hid: number; topic: string }
    for (const { socket, who } of listeners)
      if (who.oid === event.oid && who.hids.includes(event.hid)) send(socket, { topic: event.topic, hid: event.hid, at: clinicNow() })
  })
  const beat = setInterval(() => {
    for (const { socket } of listeners) send(socket, { topic: 'beat', at: clinicNow() })
  }, 15_000)
  beat.unref()
  app.get(path, { websocket: true }, (socket) => {
    const late = setTimeout(() => socket.close(4001, 'no token'), 10_000)
    socket.once('message', (raw: Buffer) => {
      clearTimeout(late)
      void admit(raw).then(
        (who) => {
          const listener = { socket, who }
          listeners.add(listener)
          socket.on('close', () => listeners.delete(listener))
          send(socket, { topic: 'ready', at: clinicNow() })
        },
        () => socket.close(4001, 'bad token'),
      )
    })
    socket.on('error', () => socket.close())
  })
  async function admit(raw: Buffer): Promise<Who> {
    const { token } = JSON.parse(raw.toString('utf8').slice(0, 1000)) as { token: string }
    return whoOf(String(token))
  }
  return async () => {
    clearInterval(beat)
    for (const { socket } of listeners) socket.close(1001)
    await stop()
  }
}
