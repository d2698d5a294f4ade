import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isAbout, useLive, type LiveState } from './live.ts'
import { useCall } from './query.ts'
import { keepToken } from '../session.ts'
import { answering, ok } from '../testing/stage.tsx'

class Socket {
  static all: Socket[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: () => void
  sent: string[] = []
  constructor(readonly url: string) {
    Socket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(text)
  }
}
let live: LiveState
const List = ({ onEvent }: { onEvent?: (e: unknown) => void }) => {
  useCall({ method: 'GET', path: '/{product}/reservations' }, {})
  live = useLive(['reservations'], onEvent)
  return null
}
const show = (onEvent?: (e: unknown) => void) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <List {...(onEvent ? { onEvent } : {})} />
    </QueryClientProvider>,
  )
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('live', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('WebSocket', Socket)
    keepToken('tok')
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('knows what a query is about', () => {
    const query = (path: string, topics?: string[]) => ({ queryKey: ['GET', path], meta: topics && { live: topics } })
    expect(isAbout(query('/{product}/reservations'), ['reservations'])).toBe(true)
    expect(isAbout(query('/reservation/number'), ['reservations'])).toBe(true)
    expect(isAbout(query('/today', ['reservations']), ['reservations'])).toBe(true)
    expect(isAbout(query('/patient/list/{hid}'), ['reservations'])).toBe(false)
    expect(isAbout(query('/patient/list/{hid}'), [])).toBe(false)
  })

  it('reads nothing again for those who name no topic', async () => {
    const requests = answering(() => ok([]))
    const Quiet = () => {
      useCall({ method: 'GET', path: '/tag/list/{hid}' }, { hid: 1 })
      useLive([])
      return null
    }
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Quiet />
      </QueryClientProvider>,
    )
    await pass(60_000)
    expect(requests).toHaveLength(1)
  })

  it('reads every 8 s without a socket (shown within ten seconds), listens with one, and polls again when it is gone', async () => {
    const sent = answering(() => ok([]))
    const heard = vi.fn()
    show(heard)
    await pass(50)
    expect(sent).toHaveLength(1)
    await pass(20_000)
    expect(sent).toHaveLength(3)
    expect(live.connected).toBe(false)
    const socket = Socket.all[0]!
    expect(new URL(socket.url).pathname).toBe('/api/live')
    await act(async () => socket.onopen!())
    expect(socket.sent).toEqual(['{"token":"tok"}'])
    await pass(50)
    const before = sent.length
    await pass(60_000)
    expect(sent).toHaveLength(before)
    await act(async () => socket.onmessage!({ data: '{"topic":"reservations","at":"2026-11-21 09:30:00"}' }))
    await pass(50)
    expect(sent).toHaveLength(before + 1)
    expect(heard).toHaveBeenCalledWith({ topic: 'reservations', at: '2026-11-21 09:30:00' })
    await act(async () => socket.onmessage!({ data: '{"topic":"stock","at":"2026-11-21 09:30:01"}' }))
    await pass(50)
    expect(sent).toHaveLength(before + 1)
    await pass(15_000)
    await act(async () => socket.onmessage!({ data: '{"topic":"beat","at":"2026-11-21 09:30:16"}' }))
    expect(Date.now() - live.lastUpdate()).toBeLessThan(1000)
    await act(async () => socket.onclose!())
    await pass(8_050)
    expect(sent).toHaveLength(before + 2)
  })

  it('a read that names topics listens by itself; what one transaction touched is read once', async () => {
    const requests = answering(() => ok({}))
    const Desk = () => {
      useCall({ method: 'GET', path: '/today' }, {}, { live: ['billing', 'stock'] })
      useCall({ method: 'GET', path: '/today' }, {}, { live: ['billing', 'stock'] })
      return null
    }
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Desk />
      </QueryClientProvider>,
    )
    const socket = Socket.all.at(-1)!
    await act(async () => socket.onopen!())
    await pass(50)
    const before = requests.length
    await act(async () =>
      ['billing', 'stock'].forEach((topic) => socket.onmessage!({ data: JSON.stringify({ topic, at: '2026-11-21 09:30:00' }) })),
    )
    await pass(50)
    expect(requests).toHaveLength(before + 1)
    await act(async () => socket.onmessage!({ data: '{"topic":"patients","at":"2026-11-21 09:30:01"}' }))
    await pass(50)
    expect(requests).toHaveLength(before + 1)
  })
})
