/** Nothing that is thrown, wherever it is thrown, and nothing that is told to the server ends its process. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase } from '#kernel/server/database/migrate.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { started, type BuiltProduct } from '../built.ts'
import { HANGS } from '../patience.ts'

/** Throws in the kind of callback it is told. */
const THROWER = `
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { Worker } from 'node:worker_threads'
const fail = (kind) => { throw new Error('thrown in ' + kind) }
const kinds = {
  // Time itself: what is thrown in its callback.
  timer: (k) => setTimeout(fail, 1, k),
  interval: (k) => { const i = setInterval(() => { clearInterval(i); fail(k) }, 1) },
  immediate: (k) => setImmediate(fail, k),
  tick: (k) => process.nextTick(fail, k),
  microtask: (k) => queueMicrotask(() => fail(k)),
  promise: (k) => void Promise.reject(new Error('thrown in ' + k)),
  async: (k) => void (async () => { await 1; fail(k) })(),
  nothing: () => void Promise.reject(undefined),
  text: (k) => void Promise.reject('thrown in ' + k),
  emitter: (k) => setImmediate(() => new EventEmitter().emit('error', new Error('thrown in ' + k))),
  file: (k) => fs.readFile('/', () => fail(k)),
  stream: (k) => fs.createReadStream('/thrown in ' + k),
  socket: (k) => net.connect(1, '127.0.0.1'),
  request: (k) =>
    http.createServer(() => fail(k)).listen(0, '127.0.0.1', function () {
      this.unref()
      http.get({ port: this.address().port }).on('error', () => {})
    }),
  worker: (k) => new Worker('throw new Error("thrown in ' + k + '")', { eval: true }),
}
process.on('message', (kind) => (kind === '?' ? process.send(Object.keys(kinds)) : kinds[kind](kind)))
process.channel?.unref()
`
const NOTICES = [
  '',
  'x',
  'null',
  '1',
  '[]',
  '{}',
  '"live"',
  '{"oid":"1","hid":[],"topic":7}',
  '{"oid":1,"hid":null}',
  '{"oid":',
  '\\',
  '好'.repeat(2000),
]

let product: BuiltProduct
let ownerUrl: string
beforeAll(async () => {
  ownerUrl = await cloneDatabase(inject('ownerUrl'), inject('template'), `process_${process.pid}_${Date.now()}`)
  product = await started({ env: { DATABASE_URL: ownerUrl }, preload: THROWER })
})
afterAll(() => product.stop())
const health = async () => (await fetch(`${product.base}/health`)).status
const bugs = async () => Number(/^mingmou_bugs_total (\d+)$/m.exec(await (await fetch(`${product.base}/metrics`)).text())?.[1])

describe('the process goes on', () => {
  it('after every kind of malformed notice, of touched areas and of sessions', async () => {
    const send = () =>
      onClient(ownerUrl, async (client) => {
        for (const channel of ['live', 'session', 'nothing'])
          for (const text of NOTICES) await client.query('select pg_notify($1, $2)', [channel, text])
        return (await client.query<{ full: number }>('select pg_notification_queue_usage() "full"')).rows[0]?.full
      })
    for (let sent = 0; sent < 30; sent++) await send()
    // Every listener has read them: 30 rounds fill more than 50 of 1,048,576 pages, and PostgreSQL frees those that all have read, four at
    // a time.
    await expect.poll(send, { timeout: HANGS }).toBeLessThan(20 / 1_048_576)
    await expect.poll(health).toBe(200)
    expect(product.child.exitCode).toBeNull()
  })
  it('after an error in every kind of callback, each written down with a number to quote and counted as a bug', async () => {
    // The server itself tells when it is ready; the kinds come as a list.
    const kinds = await new Promise<string[]>((resolve) => {
      product.child.on('message', (message) => Array.isArray(message) && resolve(message as string[]))
      product.child.send('?')
    })
    expect(kinds.length).toBeGreaterThan(10)
    const before = await bugs()
    for (const [n, kind] of kinds.entries()) {
      product.child.send(kind)
      await expect.poll(bugs, { message: kind }).toBe(before + n + 1)
      expect([kind, product.child.exitCode, await health()]).toEqual([kind, null, 200])
    }
    const lines = () =>
      product
        .said()
        .split('\n')
        .filter((line) => line.startsWith('{') && line.includes('"bug"'))
        .map((line) => JSON.parse(line) as { request: string; bug: string })
    for (const kind of kinds.filter((k) => !['nothing', 'socket'].includes(k)))
      await expect
        .poll(() => lines().filter((line) => line.bug.includes(`thrown in ${kind}`) && /^[\w-]{8,}$/.test(line.request)), { message: kind })
        .toHaveLength(1)
    expect(await bugs()).toBe(before + kinds.length)
  })
})
