/** Live events: one WebSocket for the whole page; queries that name a topic are read again when something happens to it. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { token } from '../session.ts'
import { call } from './api.ts'
import { onOver, whyOver } from './over.ts'

export interface LiveEvent {
  topic: string
  at: string
  [more: string]: unknown
}
type Listener = (event: LiveEvent) => void

/** Without a channel what happened is shown within ten seconds, the way of the answer included. */
const POLL = 8_000
/** Code the server closes with when a token is no longer good, or grants more or less. */
const TURNED_AWAY = 4001
const listeners = new Set<Listener>()
const watchers = new Set<() => void>()
let socket: WebSocket | undefined
let open = false
/** The server has let this page in: what is said from now on is heard. */
let admitted = false
let wait = 1000
let lastBeat = 0

function changed(now: boolean): void {
  open = now
  watchers.forEach((w) => w())
}

function connect(): void {
  if (socket || !token() || whyOver() !== undefined || typeof WebSocket === 'undefined') return
  const own = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`)
  socket = own
  own.onopen = () => {
    own.send(JSON.stringify({ token: token() }))
    changed(true)
  }
  own.onmessage = (message) => {
    const event = JSON.parse(String(message.data)) as Partial<LiveEvent>
    // The server beats every 15 s: silence between beats means that nothing happened, not that nothing came.
    lastBeat = Date.now()
    // Let in: one that is turned away after it opened comes back ever later.
    wait = 1000
    if (event.topic === 'ready') admitted = true
    if (typeof event.topic === 'string') listeners.forEach((l) => l(event as LiveEvent))
  }
  own.onclose = ({ code }: Pick<CloseEvent, 'code'> = { code: 1006 }) => {
    socket = undefined
    admitted = false
    changed(false)
    if (listeners.size === 0 || whyOver() !== undefined) return
    // Turned away: a call says whether the session is over, and waits until it holds again.
    if (code === TURNED_AWAY) void call({ method: 'GET', path: '/account/userinfo' }, {}, { quiet: true }).catch(() => undefined)
    setTimeout(connect, wait)
    wait = Math.min(wait * 2, 30_000)
  }
}
onOver(() => {
  if (whyOver() !== undefined) return socket?.close()
  wait = 1000
  if (listeners.size > 0) connect()
})

/** True when a query is about a topic: it names it, or its path does (`reservations` is about `/reservation/…`). */
export function isAbout(query: Pick<Query, 'meta' | 'queryKey'>, topics: readonly string[]): boolean {
  const named = query.meta?.live
  const path = String(query.queryKey[1] ?? '').toLowerCase()
  return topics.some((topic) => (Array.isArray(named) && named.includes(topic)) || path.includes(topic.toLowerCase().replace(/s$/, '')))
}
/** One transaction may touch several areas, and several parts of a page may name one: what they ask for is read once. */
const TOGETHER = 30
const due = new Map<QueryClient, Set<string>>()
function refresh(client: QueryClient, topics: readonly string[]): void {
  const waiting = due.get(client)
  if (waiting) return topics.forEach((topic) => waiting.add(topic))
  const requested = new Set(topics)
  due.set(client, requested)
  setTimeout(() => {
    due.delete(client)
    void client.invalidateQueries({ predicate: (q) => isAbout(q, [...requested]) })
  }, TOGETHER)
}

const wordsOf = (key: string): readonly string[] => (key === '' ? [] : key.split(' '))

export interface LiveState {
  /** The socket is open; when it is not, topics are read often enough to be shown within 10 s. */
  connected: boolean
  /**
   * When data of these topics was last known to be right (epoch ms): it came, or the server said that nothing else happened. 0 before the
   * first.
   */
  lastUpdate: () => number
}

/**
 * Keeps the queries of some topics fresh, and tells each event. `keepFresh`: seconds after which they are read again although nothing
 * happened, for screens that show their own age.
 */
export function useLive(topics: readonly string[], onEvent?: Listener, { keepFresh }: { keepFresh?: number } = {}): LiveState {
  const client = useQueryClient()
  const connected = useSyncExternalStore(
    (watch) => (watchers.add(watch), () => watchers.delete(watch)),
    () => open,
  )
  const latest = useRef(onEvent)
  latest.current = onEvent
  const key = topics.join(' ')
  useEffect(() => {
    const mine = wordsOf(key)
    if (mine.length === 0) return
    const listener: Listener = (event) => {
      if (!mine.includes(event.topic)) return
      refresh(client, [event.topic])
      latest.current?.(event)
    }
    listeners.add(listener)
    connect()
    return () => void listeners.delete(listener)
  }, [key, client])
  const away = useRef(false)
  useEffect(() => {
    // While the socket was away events were missed: read once when it is back.
    if (connected && away.current) refresh(client, wordsOf(key))
    away.current = !connected
  }, [connected, key, client])
  useEffect(() => {
    const every = connected ? keepFresh && keepFresh * 1000 : POLL
    if (!every || key === '') return
    const timer = setInterval(() => whyOver() === undefined && refresh(client, wordsOf(key)), every)
    return () => clearInterval(timer)
  }, [connected, key, client, keepFresh])
  const lastUpdate = () =>
    client
      .getQueryCache()
      .findAll({ predicate: (q) => isAbout(q, wordsOf(key)) })
      .reduce((newest, q) => Math.max(newest, q.state.dataUpdatedAt, q.state.dataUpdatedAt && open ? lastBeat : 0), 0)
  return { connected, lastUpdate }
}

/**
 * Talks over the channel, for rooms: hears every event until stopped, and `ready` whenever the server has let this page in (anew: whoever
 * was in a room comes in again). What is said while the channel is closed is lost.
 */
export function talk(onEvent: Listener): { say: (message: object) => void; stop: () => void } {
  listeners.add(onEvent)
  if (admitted) setTimeout(() => listeners.has(onEvent) && onEvent({ topic: 'ready', at: '' }), 0)
  else connect()
  return {
    say: (message) => {
      if (socket && admitted && socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
    },
    stop: () => void listeners.delete(onEvent),
  }
}
