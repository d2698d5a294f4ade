/** A database that goes away under the server: what is answered then is no answer, and says so. */
import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { expect, inject, it } from 'vitest'
import { cloneDatabase } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { bootPrepared, prepare } from '../../apps/server/boot.ts'

async function ownServer() {
  const ownerUrl = await cloneDatabase(inject('ownerUrl'), inject('template'), `gone_${process.pid}_${Date.now()}`)
  const options = { ownerUrl, product: 'mingmou', prefix: '/api', strict: true, perMinute: 1_000_000, connections: 4 }
  const { appUrl } = await prepare(options)
  const booted = await bootPrepared(appUrl, options)
  await booted.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = booted.app.server.address() as { port: number }
  const database = new URL(ownerUrl).pathname.slice(1)
  /** Says something to the cluster about that database. */
  const cluster = (text: string) => onClient(inject('ownerUrl'), (client) => client.query(text))
  return {
    base: `http://127.0.0.1:${port}/api`,
    port,
    close: () => booted.app.close(),
    kick: () => cluster(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`),
    room: (connections: number) => cluster(`alter database ${database} connection limit ${connections}`),
  }
}
type Own = Awaited<ReturnType<typeof ownServer>>
/** A call that asks the database who this is: status and code of its answer. */
const ask = async (own: Own) => {
  const response = await fetch(`${own.base}/account/userinfo`, { headers: { token: randomUUID() } })
  return [response.status, ((await response.json()) as { code: number }).code].join(' ')
}

it('connections that end or cannot be had are 503 and code -1, never a sentence about the input, and the server goes on', async () => {
  const own = await ownServer()
  expect(await ask(own)).toBe('401 50008')
  const answers = new Set<string>()
  for (let round = 0; round < 15; round++) {
    const asked = Array.from({ length: 4 }, () => ask(own))
    await own.kick()
    for (const answer of await Promise.all(asked)) answers.add(answer)
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
  const own = await ownServer()
  const bugs = async () => /^mingmou_bugs\S* (\d+)$/m.exec(await (await fetch(`${own.base}/metrics`)).text())?.[1]
  expect(await bugs()).toBe('0')
  await new Promise<void>((done) => {
    const socket = net.connect(own.port, '127.0.0.1', () => {
      socket.write(
        'POST /api/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"account":',
        () => setTimeout(() => (socket.destroy(), done()), 100),
      )
    })
  })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await bugs()).toBe('0')
  await own.close()
})
