/**
 * `kill -9` of the server, then of PostgreSQL, in the middle of 200 random postings by eight clients that send every posting again until it
 * is answered: each is in the books exactly once, no other is, and everything agrees.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { dbOn } from '#kernel/server/database/client.ts'
import { runningEmbedded, startEmbedded } from '#kernel/server/database/embedded.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { ledgers } from '#kernel/server/verify/ledger.ts'
import { sql } from '#kernel/server/index.ts'
import { addStaff, createOrganisation, hashPassword } from '#modules/account/server/door.ts'
import { moneyPapers } from '#modules/billing/server/verify.ts'
import { bootPrepared, prepare } from '../../apps/server/boot.ts'
import { SEED } from '../depth.ts'
import { HANGS } from '../patience.ts'

const POSTINGS = 200
let drawn = SEED
/** A number below `most`; the same ones in every run of a seed. */
const chance = (most: number): number => Math.floor(((drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32) * most)
const CLIENTS = 8
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-kill-'))
fs.chmodSync(dir, 0o755)
let server: { child: ChildProcess; base: string } | undefined
let starting: Promise<void> | undefined
let ended = false
afterAll(async () => {
  ended = true
  await starting
  const child = server?.child
  if (child && child.exitCode === null) {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
  fs.rmSync(dir, { recursive: true, force: true })
})

/** An organisation with one cashier and six members who hold money and points. */
async function furnish(): Promise<{ hid: number; pids: number[] }> {
  const embedded = await startEmbedded({ dir })
  const urls = await prepare({ ownerUrl: embedded.url, product: 'mingmou' })
  const booted = await bootPrepared(urls, { ownerUrl: embedded.url, product: 'mingmou', prefix: '/api' })
  const { hids, tx } = await createOrganisation(booted.database, { name: '断电', stores: [{ name: '断电一店', shortName: '一店' }] })
  const hid = hids[0]!
  const passwordHash = await hashPassword('Demo2026!')
  const pids = await tx(async (cx) => {
    await addStaff(cx, { hid, name: '收银', type: 5, account: 'killer', passwordHash, role: 'manager' })
    return (
      await cx.db.rows(
        { pid: 'number' },
        sql`
          insert into patient (hid, name)
          select ${hid}, '会员' || n
          from generate_series(1, 6) n
          returning pid
        `,
      )
    ).map((p) => p.pid)
  })
  await booted.close()
  await embedded.stop()
  return { hid, pids }
}

/** Starts the built server on the folder; the first call waits for it. */
async function start(): Promise<void> {
  const child = spawn(process.execPath, ['dist/server/main.mjs'], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dir,
      DEMO: '0',
      PORT: '0',
      HOST: '127.0.0.1',
      NODE_ENV: 'development',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '100000000',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      output += String(chunk)
      const found = /localhost:(\d+)/.exec(output)
      if (found) resolve(found[1]!)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  server = { child, base: `http://127.0.0.1:${port}/api` }
}

interface Posting {
  key: string
  path: string
  body: Record<string, unknown>
}
function postings(hid: number, pids: number[]): Posting[] {
  const any = () => pids[chance(pids.length)]!
  return Array.from({ length: POSTINGS }, (_, i) => {
    const pid = any()
    const other = any()
    const [key, cents] = [`posting-${i}`, 1 + chance(500)]
    if (i % 4 === 1) return { key, path: '/patient/adjustPoint/', body: { pid, points: cents, reason: key } }
    if (i % 4 === 2 && pid !== other)
      return { key, path: '/chargebill/transfer', body: { pid, transferPid: other, transferAmount: 0.01, confirmMoney: 0.01, note: key } }
    return {
      key,
      path: '/chargebill/insertAndPay',
      body: { hid, pid, money: cents / 100, moneyGift: (cents % 7) / 100, payWay: 1, note: key },
    }
  })
}

describe('kill -9 in the middle of 200 postings', () => {
  it('of the server and of PostgreSQL: every acknowledged posting is there once, no other is', async () => {
    const { hid, pids } = await furnish()
    await start()
    const post = async (where: string, body: object, headers: Record<string, string>) => {
      const response = await fetch(server!.base + where, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(HANGS),
      })
      return (await response.json()) as { code: number; message: string; data: { token: string } }
    }
    let again = 0
    /** No answer, a busy server or a failure of the database: whether it was booked is unknown, so it is sent again under its key. */
    const insist: typeof post = async (...call) => {
      for (;;) {
        const answer = await post(...call).catch(() => undefined)
        if (answer && answer.code !== -1) return answer
        again++
        // Time itself: a client asks again after a while.
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    const { token } = (await insist('/account/login', { account: 'killer', password: 'Demo2026!' }, {})).data
    // Everybody holds something to pass on.
    for (const pid of pids)
      expect(
        (
          await insist(
            '/chargebill/insertAndPay',
            { hid, pid, money: 10, payWay: 1, note: 'start' },
            { token, 'idempotency-key': `start-${pid}` },
          )
        ).code,
      ).toBe(200)

    const all = postings(hid, pids)
    const queue = [...all]
    let acknowledged = 0
    again = 0
    const kills = [
      { at: 50, kill: killServer },
      { at: 110, kill: killDatabase },
      { at: 160, kill: killServer },
    ]
    const client = async () => {
      for (let p = queue.shift(); p; p = queue.shift()) {
        const { code, message } = await insist(p.path, p.body, { token, 'idempotency-key': p.key })
        if (code !== 200) throw new Error(`${p.key}: ${code} ${message}`)
        acknowledged++
        if (kills[0] && acknowledged >= kills[0].at) kills.shift()!.kill()
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    await starting
    expect([acknowledged, kills.length]).toEqual([POSTINGS, 0])
    expect(again).toBeGreaterThan(0)

    const { booked, found } = await onClient(runningEmbedded(dir)!, async (connection) => {
      const db = dbOn(connection)
      const rows = await db.rows(
        { note: 'string', n: 'number' },
        sql`
          select note, count(*)::int n
          from (
            select note
            from charge_bill
            where kind <> 4
            union all
            select note
            from ledger_entry
            where reason = '积分调整'
          ) x
          where note <> 'start'
          group by note
        `,
      )
      const differences: string[] = []
      for (const check of [ledgers, ...moneyPapers]) differences.push(...(await check.run(db)).differences)
      return { booked: new Map(rows.map((r) => [r.note, r.n])), found: differences }
    })
    expect(all.filter((p) => booked.get(p.key) !== 1).map((p) => p.key)).toEqual([])
    expect(booked.size).toBe(POSTINGS)
    expect(found).toEqual([])
    // oxlint-disable-next-line no-console -- a proof prints its counts
    console.log(`${POSTINGS} postings, ${again} sent again over three kills, ${booked.size} booked once`)
  })
})

/** The server goes without a word, and comes back on the same folder while its database is still running as an orphan. */
function killServer(): void {
  const { child } = server!
  starting = new Promise<void>((resolve) => {
    child.once('exit', () => resolve(ended ? undefined : start()))
  })
  child.kill('SIGKILL')
}
/** The postmaster goes without a word; the server starts it again. */
function killDatabase(): void {
  process.kill(Number(fs.readFileSync(path.join(dir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
}
