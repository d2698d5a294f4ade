/** Many channels, many unfinished requests, readers that do not read: what one person or address may hold at once. */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '#kernel/contract/index.ts'
import { DEADLINE as usual } from '#kernel/server/arriving.ts'
import { freshClinic, ownServer, type Clinic, type Running } from '../harness.ts'
import { fairly, HANGS } from '../patience.ts'

/** Of this server, ms. */
const DEADLINE = 5000
let own: Running
let clinic: Clinic
beforeAll(async () => {
  own = await ownServer('crowds', { deadline: DEADLINE })
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
        [
          'POST /api/patient/addOrupdate HTTP/1.1',
          'Host: x',
          `X-Forwarded-For: ${address}`,
          'Content-Type: application/json',
          'Content-Length: 1000',
          '',
          '{"a',
        ].join('\r\n'),
      ),
    )
    const end = () => (socket.destroy(), done({ answer, ms: performance.now() - from }))
    socket.on('data', (chunk) => ((answer += String(chunk)), /\r\n\r\n[^]*\}$/.test(answer) && end()))
    socket.on('close', end).on('error', end)
    setTimeout(end, HANGS).unref()
  })

it('an address may leave 200 bodies unfinished; the next waits, others are served, and all are let go by the deadline', async () => {
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

/**
 * Uploads a file that comes in parts of so many bytes every so many ms, `most` of them; answers the end of what came back and after how
 * many ms.
 */
const slowly = async (role: Role, size: number, every: number, most = Infinity): Promise<{ answer: string; ms: number }> => {
  const token = await clinic.token(role)
  const head = [
    `--x\r\nContent-Disposition: form-data; name="hid"\r\n\r\n${clinic.hid}`,
    '--x\r\nContent-Disposition: form-data; name="dryRun"\r\n\r\ntrue',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n',
  ].join('\r\n')
  const line = `张三,1390,${'近'.repeat(20)}\n`
  const rows = 3000
  const body = Buffer.from(`${head}姓名,手机号,备注\n${line.repeat(rows)}\r\n--x--\r\n`)
  const path = own.booted.calls.get('patients.import')!.endpoint.path
  return new Promise((done) => {
    const from = performance.now()
    let answer = ''
    const socket = net.connect(Number(new URL(own.base).port), '127.0.0.1', () => {
      socket.write(
        [
          `POST /api${path} HTTP/1.1`,
          'Host: x',
          `Token: ${token}`,
          'Content-Type: multipart/form-data; boundary=x',
          `Content-Length: ${body.length}`,
          '\r\n',
        ].join('\r\n'),
      )
      let index = 0
      const more = setInterval(() => {
        if (socket.destroyed || index >= body.length || index >= most * size) return clearInterval(more)
        socket.write(body.subarray(index, (index += size)))
      }, every)
    })
    const end = () => (socket.destroy(), done({ answer, ms: performance.now() - from }))
    socket.on('data', (chunk) => ((answer += String(chunk)), /\r\n\r\n[^]*\}$/.test(answer) && end()))
    socket.on('close', end).on('error', end)
  })
}

it('a file on a slow line may take longer than the deadline, as long as it goes on coming', async () => {
  const { answer, ms } = await slowly('manager', 20_000, 450)
  expect(ms).toBeGreaterThan(DEADLINE)
  expect(answer).toContain('"code":200')
})

it('a file that comes by the drop is let go at the deadline, one that stops coming after ten seconds', async () => {
  const [drops, stopped] = await Promise.all([slowly('manager', 1, 200), slowly('chain', 150_000, 1, 1)])
  expect(drops.answer).toMatch(/^HTTP\/1.1 408/)
  expect(drops.ms).toBeGreaterThan(DEADLINE - 1000)
  expect(drops.ms).toBeLessThan(fairly(DEADLINE + 5000))
  expect(stopped.answer).toMatch(/^HTTP\/1.1 408/)
  expect(stopped.ms).toBeLessThan(fairly(15_000))
})

it('the deadlines of the server at work are no longer than half a minute', () => {
  expect(usual).toBeLessThanOrEqual(30_000)
  expect(own.booted.app.server.headersTimeout).toBeGreaterThan(0)
  expect(own.booted.app.server.headersTimeout).toBeLessThanOrEqual(30_000)
})
