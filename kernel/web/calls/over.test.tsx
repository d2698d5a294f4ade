import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from './api.ts'
import { useLive } from './live.ts'
import { offerLogin, renew, whyOver } from './over.ts'
import { useCall } from './query.ts'
import { keepToken } from '../session.ts'
import { answering, ok } from '../testing/stage.tsx'

class Socket {
  static made = 0
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  constructor() {
    Socket.made++
    setTimeout(() => this.onclose?.({ code: 4001 }), 5)
  }
  send(): void {}
  close(): void {
    this.onclose?.({ code: 1000 })
  }
}
const elsewhere = () => new Response(JSON.stringify({ code: 50013, message: '您的账号已在其它地方登录', data: null }), { status: 401 })
const List = () => {
  const rows = useCall({ method: 'GET', path: '/{product}/reservations' }, {}, { live: ['reservations'] })
  useLive(['reservations'])
  return <p>{rows.data === undefined ? '读取中' : `共 ${String(rows.data)} 条`}</p>
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('a session that is over', () => {
  let leave: () => void
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('WebSocket', Socket)
    Socket.made = 0
    keepToken('old')
    leave = offerLogin()
  })
  afterEach(() => {
    renew()
    leave()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('asks nothing any more from the first answer that says so: no query, timer or socket; logged in again, the page goes on', async () => {
    let over = true
    const requests = answering(() => (over ? elsewhere() : ok(3)))
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <List />
      </QueryClientProvider>,
    )
    await pass(1000)
    expect(whyOver()).toBe('您的账号已在其它地方登录')
    const [calls, sockets] = [requests.length, Socket.made]
    expect(calls).toBeLessThan(4)
    await pass(40 * 60_000)
    expect([requests.length, Socket.made]).toEqual([calls, sockets])
    expect(screen.getByText('读取中')).toBeTruthy()
    over = false
    keepToken('new')
    renew()
    await pass(100)
    expect(screen.getByText('共 3 条')).toBeTruthy()
  })

  it('a save that was turned away is made once somebody has logged in, under the same key', async () => {
    let over = true
    const keys: string[] = []
    answering((request) => (keys.push(request.headers.get('idempotency-key') ?? ''), over ? elsewhere() : ok({ id: 5 })))
    const saved = call({ method: 'POST', path: '/patient/addOrupdate' }, { name: '甲' })
    await pass(100)
    over = false
    keepToken('new')
    renew()
    await pass(100)
    await expect(saved).resolves.toEqual({ id: 5 })
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  })
})
