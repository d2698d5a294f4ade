/** A database that goes away under the server: what is answered then is no answer, and says so. */
import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { expect, inject, it } from 'vitest'
import { cloneDatabase } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, ownServer } from '../harness.ts'
import { fairly } from '../patience.ts'

async function doomed() {
  const own = await ownServer('gone', { connections: 4 })
  const database = new URL(own.ownerUrl).pathname.slice(1)
  /** Says something to the cluster about that database. */
  const cluster = (text: string) => onClient(inject('ownerUrl'), (client) => client.query(text))
  return {
    base: `${own.base}/api`,
    port: Number(new URL(own.base).port),
    close: () => own.booted.app.close(),
    kick: () => cluster(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`),
    room: (connections: number) => cluster(`alter database ${database} connection limit ${connections}`),
  }
}
type Own = Awaited<ReturnType<typeof doomed>>
/** A call that asks the database who this is: status and code of its answer. */
const ask = async (own: Own) => {
  const response = await fetch(`${own.base}/account/userinfo`, { headers: { token: randomUUID() } })
  return [response.status, ((await response.json()) as { code: number }).code].join(' ')
}

it('connections that end or cannot be had are 503 and code -1, never a sentence about the input, and the server goes on', async () => {
  const own = await doomed()
  expect(await ask(own)).toBe('401 50008')
  const answers = new Set<string>()
  for (let round = 0; round < 15; round++) {
    const requests = Array.from({ length: 4 }, () => ask(own))
    await own.kick()
    for (const answer of await Promise.all(requests)) answers.add(answer)
  }
  await own.room(0)
  await own.kick()
  expect(await ask(own)).toBe('503 -1')
  await own.room(-1)
  await expect.poll(() => ask(own)).toBe('401 50008')
  expect([...answers].filter((a) => a !== '401 50008' && a !== '503 -1')).toEqual([])
  await own.close()
})

it("an upload that breaks off is the sender's, no failure of ours", async () => {
  const own = await doomed()
  const bugs = async () => /^mingmou_bugs\S* (\d+)$/m.exec(await (await fetch(`${own.base}/metrics`)).text())?.[1]
  expect(await bugs()).toBe('0')
  await new Promise<void>((done) => {
    const socket = net.connect(own.port, '127.0.0.1', () => {
      socket.write(
        'POST /api/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"account":',
        // Time itself: nothing tells that the server has read the head.
        () => setTimeout(() => (socket.destroy(), done()), 100),
      )
    })
  })
  // Time itself: a failure that would be counted has happened by now.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await bugs()).toBe('0')
  await own.close()
})

/**
 * Stands between the server and its database; while frozen it takes connections and bytes and passes nothing on, as a stopped PostgreSQL
 * does.
 */
async function between(url: URL) {
  let frozen = false
  const sockets = new Set<net.Socket>()
  const proxy = net.createServer((near) => {
    const far = net.connect(Number(url.port), url.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => void (frozen || to.write(bytes)))
      from.on('close', () => to.destroy()).on('error', () => to.destroy())
    }
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const through = new URL(url)
  through.port = String((proxy.address() as net.AddressInfo).port)
  return {
    url: through.toString(),
    freeze: (now: boolean) => {
      frozen = now
      // What was swallowed cannot be passed on any more.
      if (!now) for (const socket of sockets) socket.destroy()
    },
    close: () => void (proxy.close(), sockets.forEach((socket) => socket.destroy())),
  }
}

it('a database that hangs is 503 and code -1 within its time, for old and new calls; the server goes on when it wakes', async () => {
  const url = await cloneDatabase(inject('ownerUrl'), inject('template'), `hung_${process.pid}_${Date.now()}`)
  const wire = await between(new URL(url))
  const own = await ownServer('hung', { ownerUrl: wire.url, connections: 2, silent: 1500 })
  const clinic = await freshClinic({ on: own })
  const [reading, writing] = [clinic.as('manager'), clinic.as('reception')]
  const save = (name: string) => writing.raw('patients.save', { hid: clinic.hid, name, gender: 0, birth: '2015-01-01' })
  const list = () => reading.raw('patients.list', { hid: clinic.hid })
  const bodies = async (answers: Array<Promise<Response>>) =>
    Promise.all(answers.map(async (answer) => [(await answer).status, ((await (await answer).json()) as { code: number }).code].join(' ')))
  expect(await bodies([list(), save('之前')])).toEqual(['200 200', '200 200'])
  // Time itself: silent while nobody asks is not hung.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(await bodies([list(), save('静后')])).toEqual(['200 200', '200 200'])
  wire.freeze(true)
  const from = performance.now()
  expect(await bodies([list(), save('一'), list(), save('二'), list(), save('三')])).toEqual(Array(6).fill('503 -1'))
  expect(await bodies([list(), save('四')])).toEqual(Array(2).fill('503 -1'))
  expect(performance.now() - from).toBeLessThan(fairly(25_000))
  wire.freeze(false)
  await expect.poll(() => bodies([list(), save('之后')])).toEqual(['200 200', '200 200'])
  await own.booted.close()
  wire.close()
})

it('a query that is still at work is no hanging database, and a transaction that waits for nothing keeps its connection', async () => {
  const own = await ownServer('slow', { connections: 1, silent: 1000 })
  const clinic = await freshClinic({ on: own })
  const rows = await clinic.tx(async (cx) => {
    // Time itself: longer than the server lets a database be silent.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    // Time itself.
    return cx.db.rows({ slept: 'boolean', n: 'number' }, sql`select pg_sleep(0.8) is null "slept", 1 n`)
  })
  expect(rows).toEqual([{ slept: false, n: 1 }])
  await own.booted.close()
})

it('a full disk is said in a sentence, with 503 and code -1, and is no bug', async () => {
  const own = await ownServer('full', { connections: 2 })
  const clinic = await freshClinic({ on: own })
  await onClient(own.ownerUrl, (client) =>
    client.query(`
      create function full_disk() returns trigger language plpgsql as $$
      begin
        raise 'could not extend file: No space left on device' using errcode = '53100';
      end $$;
      create trigger full_disk before insert on patient execute function full_disk()`),
  )
  const answer = await clinic.as('reception').raw('patients.save', { hid: clinic.hid, name: '满', gender: 0, birth: '2015-01-01' })
  expect([answer.status, await answer.json()]).toEqual([
    503,
    expect.objectContaining({ code: -1, message: expect.stringContaining('磁盘已满') as string }),
  ])
  expect((await fetch(`${own.base}/api/health`)).status).toBe(200)
  await own.booted.close()
})
