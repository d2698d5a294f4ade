/** A database that goes away under the server: what is answered then is no answer, and says so. */
import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { expect, inject, it } from 'vitest'
import { onClient } from '#kernel/server/database/once.ts'
import { ownServer } from '../harness.ts'

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
  const own = await doomed()
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
