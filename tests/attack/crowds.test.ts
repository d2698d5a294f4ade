/** Many channels, many unfinished requests, readers that do not read: what one person or address may hold at once. */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshClinic, ownServer, type Clinic, type Running } from '../harness.ts'
import { fairly, HANGS } from '../patience.ts'

let own: Running
let clinic: Clinic
beforeAll(async () => {
  own = await ownServer('crowds')
  clinic = await freshClinic({ on: own })
})
afterAll(() => own.booted.close())

const opened: Duplex[] = []
/** Opens the live channel and shows a token; answers `ready`, or the code it is closed with. */
const channel = (token: string, address: string): Promise<'ready' | number> =>
  new Promise((done, fail) => {
    const key = randomBytes(16).toString('base64')
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': key,
      'x-forwarded-for': address,
    }
    http
      .get(`${own.base}/api/live`, { headers })
      .on('error', fail)
      .on('upgrade', (_, socket, head) => {
        opened.push(socket)
        const text = Buffer.from(JSON.stringify({ token }))
        let come = head
        const look = (more: Buffer) => {
          come = Buffer.concat([come, more])
          if (((come[0] ?? 0) & 0x0f) === 8 && come.length >= 4) done(come.readUInt16BE(2))
          else if (come.includes('"ready"')) done('ready')
        }
        look(Buffer.alloc(0))
        socket.on('data', look).on('error', () => undefined)
        // RFC 6455 §5.2: one masked text frame (the mask is zero).
        socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
      })
  })
const tally = (answers: ReadonlyArray<string | number>): Record<string, number> =>
  Object.fromEntries([...new Set(answers)].map((a) => [a, answers.filter((b) => b === a).length]))

it('a token has as many channels as a person has tabs, whatever addresses they come from, and room again when one closes', async () => {
  const token = await clinic.token('doctor')
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => channel(token, `10.1.0.${i}`)))
  expect(tally(answers)).toEqual({ ready: 20, 1013: 40 })
  expect(await channel(await clinic.token('cashier'), '10.1.0.1')).toBe('ready')
  for (const socket of opened.splice(0)) socket.destroy()
  await expect.poll(() => channel(token, '10.1.0.2')).toBe('ready')
})

it('an address has as many channels as a large clinic, with a token or without', async () => {
  const silent = Array.from({ length: 520 }, () => channel('none', '10.1.1.1'))
  expect(tally(await Promise.all(silent))[1013]).toBeGreaterThanOrEqual(20)
  for (const socket of opened.splice(0)) socket.destroy()
})

/** Sends a head and the beginning of a body, then nothing; answers what came back until the server closed, and after how many ms. */
const unfinished = (address: string): Promise<{ answer: string; ms: number }> =>
  new Promise((done) => {
    const from = performance.now()
    let answer = ''
    const socket = net.connect(Number(new URL(own.base).port), '127.0.0.1', () =>
      socket.write(
        `POST /api/patient/addOrupdate HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a`,
      ),
    )
    const end = () => (socket.destroy(), done({ answer, ms: performance.now() - from }))
    socket.on('data', (chunk) => ((answer += String(chunk)), /\r\n\r\n[^]*\}$/.test(answer) && end()))
    socket.on('close', end).on('error', end)
    setTimeout(end, HANGS).unref()
  })

it('an address may leave 200 bodies unfinished; the next is told to wait, others are served, and all are let go by the deadline', async () => {
  const { server } = own.booted.app
  expect(server.requestTimeout).toBeGreaterThan(0)
  expect([server.requestTimeout <= 30_000, server.headersTimeout <= 30_000]).toEqual([true, true])
  server.requestTimeout = 6000
  const all = Array.from({ length: 230 }, () => unfinished('10.1.2.1'))
  const refused = await Promise.race([unfinished('10.1.2.1'), ...all])
  expect(refused.answer).toContain('操作过于频繁')
  expect((await fetch(`${own.base}/api/health`)).status).toBe(200)
  const answers = await Promise.all(all)
  expect(answers.filter(({ answer }) => answer.includes('操作过于频繁'))).toHaveLength(30)
  expect(answers.filter(({ answer }) => answer.startsWith('HTTP/1.1 408'))).toHaveLength(200)
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(fairly(20_000))
})

it('a body that has come whole counts no longer, whatever becomes of its request', async () => {
  const post = () =>
    own.booted.app.inject({
      method: 'POST',
      url: '/api/no/such/call',
      headers: { 'x-forwarded-for': '10.1.2.2', 'content-type': 'application/json' },
      payload: '{"a":1}',
    })
  const codes: number[] = []
  for (let i = 0; i < 210; i++) codes.push((await post()).statusCode)
  expect(tally(codes)).toEqual({ 404: 210 })
})
