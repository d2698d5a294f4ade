import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HANGS } from '../../../tests/patience.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { onClient } from './once.ts'
import { isAlive, processesIn, startedAt, until } from './processes.ts'

let dir: string
let running: Embedded[]
const start = async (): Promise<Embedded> => {
  const db = await startEmbedded({ dir })
  running.push(db)
  return db
}
const home = () => fs.realpathSync(path.join(dir, 'postgres'))
const scalar = (db: Embedded, sql: string) =>
  onClient(db.url, async (client) => Object.values((await client.query<Record<string, unknown>>(sql)).rows[0] ?? {})[0])

// One cluster for all: making it is the slow part.
beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-embedded-'))
})
beforeEach(() => {
  running = []
})
afterEach(async () => {
  for (const db of running) await db.stop()
  fs.rmSync(path.join(home(), 'server.json'), { force: true })
})
afterAll(() => {
  fs.rmSync(home(), { recursive: true })
  fs.rmSync(dir, { recursive: true, force: true })
})

describe('embedded PostgreSQL', () => {
  it('starts in a folder closed to other users, keeps what was written, and stops', async () => {
    const first = await start()
    await onClient(first.url, (client) => client.query('create table kept42 (a int); insert into kept42 values (42)'))
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    const second = await start()
    expect(second.port).toBe(first.port)
    expect(await scalar(second, 'select a from kept42')).toBe(42)
  })

  it('listens on this machine only, with a password nobody else can read', async () => {
    const db = await start()
    expect(await scalar(db, 'show listen_addresses')).toBe('127.0.0.1')
    expect(fs.statSync(path.join(home(), 'password')).mode & 0o077).toBe(0)
    const wrong = new URL(db.url)
    wrong.password = 'wrong'
    await expect(onClient(wrong.toString(), async () => undefined)).rejects.toMatchObject({ code: '28P01' })
  })

  it('finds Chinese characters by trigram and counts them as characters', async () => {
    const db = await start()
    await onClient(db.url, (client) => client.query('create extension pg_trgm'))
    expect(await scalar(db, `select show_trgm('欧阳明月')::text`)).not.toBe('{}')
    expect(await scalar(db, `select length('明眸')`)).toBe(2)
  })

  it('heals itself after kill -9 of the postmaster, with what was committed', async () => {
    const db = await start()
    await onClient(db.url, (client) => client.query('create table kept7 (a int); insert into kept7 values (7)'))
    const killed = db.pid
    process.kill(killed, 'SIGKILL')
    expect(await until(() => db.pid !== killed && isAlive(db.pid), HANGS)).toBe(true)
    expect(await scalar(db, 'select a from kept7')).toBe(7)
  })

  it('comes back however often it is killed, each time a little later, on its port', async () => {
    const db = await start()
    const { port } = db
    for (let kill = 0; kill < 5; kill++) {
      const killed = db.pid
      process.kill(killed, 'SIGKILL')
      expect(await until(() => db.pid !== killed && isAlive(db.pid), HANGS), `after ${kill + 1} kills`).toBe(true)
      await expect.poll(() => scalar(db, 'select 1').catch(() => 0)).toBe(1)
    }
    expect(db.port).toBe(port)
  })

  it('recovers at the next start after kill -9 of the postmaster', async () => {
    const first = await start()
    await onClient(first.url, (client) => client.query('create table kept8 (a int); insert into kept8 values (8)'))
    process.kill(first.pid, 'SIGKILL')
    await first.stop()
    expect(await scalar(await start(), 'select a from kept8')).toBe(8)
  })

  it('stops the orphan that a killed Node left behind', async () => {
    const first = await start()
    // What kill -9 of Node leaves: a running server and a claim of a process that is gone.
    fs.writeFileSync(path.join(home(), 'server.json'), JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }))
    const second = await start()
    expect(isAlive(first.pid)).toBe(false)
    expect(second.pid).not.toBe(first.pid)
    expect(await until(() => !processesIn(path.join(home(), 'cluster')).includes(first.pid), HANGS)).toBe(true)
  })

  it('refuses a second server on the same folder', async () => {
    await start()
    fs.writeFileSync(path.join(home(), 'server.json'), JSON.stringify({ pid: 1, started: startedAt(1) ?? '' }))
    await expect(startEmbedded({ dir })).rejects.toThrow('Another Mingmou (process 1) is using')
  })
})
